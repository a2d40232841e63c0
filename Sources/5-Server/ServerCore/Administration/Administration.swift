import Accounts
import Foundation
import RecordCore
import RecordJSON
import RecordService
import WebServices

/// The administration of a host: everything under `/admin/1`.
///
///     await host.administration.answer(
///         WireRequest("GET", "/admin/1/containers"), principal: administrator)
///     // {"containers":[{"name":"iCloud.org.example.notes","environments":[…]}]}
///
/// Only administrators are answered. The caller has checked credentials and, for a session of the
/// dashboard, the header `x-quarry-csrf` of a request that changes something.
struct Administration: Sendable {
    /// The containers.
    let containers: ContainerRegistry
    /// Where saved queries are kept: the host's own store.
    let store: any RecordStore
    /// The latest requests.
    let log: RequestLog
    /// How much was asked.
    let usage: Usage
    /// How much was asked of each container.
    let containerUsage: ContainerUsage
    /// How much the containers take on the disk.
    let storage: StorageMeter
    /// The server's directory; nil where it has none.
    let directory: String?
    /// What time it is.
    let clock: @Sendable () -> Date
    /// Users, tokens, keys, roles.
    let accounts: AccountAdministration
    /// Where the content of assets can be read, for the records of a container.
    let assetURLs:
        @Sendable (ContainerRegistry.Key, DatabaseScope, WireRequest) -> RecordWriter.AssetURL?

    /// What starts every path of the administration.
    static let prefix = "/admin/1"

    /// Answers one request; every failure is a reply.
    ///
    /// - Parameter principal: The authenticated caller; nil where credentials are missing or wrong.
    func answer(_ request: WireRequest, principal: Principal?) async -> WireReply {
        do {
            let call = try AdministrationCall(
                request, principal: principal ?? Principal(.anonymous))
            if let reply = await accounts.answer(request, path: call.path, principal: principal) {
                return reply
            }
            guard call.principal.isAdministrator else {
                throw AdministrationError(
                    .accessDenied, "Only administrators may do this",
                    advice: "Sign in as an administrator or send a management token.")
            }
            // An administrator of one container does not see the other containers.
            guard
                call.principal.container == nil
                    || ["containers", "faults"].contains(call.path.first)
            else {
                throw AdministrationError(
                    .accessDenied, "The token is for one container, and this is about all")
            }
            if call.method == "GET", call.path.count == 2, call.path[0] == "backups" {
                return try downloadBackup(call)
            }
            if call.method == "GET", call.path.count == 4, call.path[0] == "containers",
                call.path[3] == "schema", call.request.parameter("format") != "json"
            {
                return try await schemaText(try await place(call))
            }
            return WireReply(json: try await answer(call).bytes)
        } catch {
            return AdministrationError(error).reply(to: request)
        }
    }

    private func answer(_ call: AdministrationCall) async throws -> OrderedJSON {
        switch (call.method, call.path.first, call.path.count) {
        case ("GET", "containers", 1): return try await listContainers(call)
        case ("POST", "containers", 1): return try await createContainer(call)
        case (_, "containers", 4...): return try await answerContainer(call)
        case ("GET", "requests", 1): return requests(call)
        case ("DELETE", "requests", 1):
            log.clear()
            return [:]
        case ("GET", "requests", 2): return try requestDetail(call)
        case ("GET", "usage", 1): return try usageSeries(call)
        case ("GET", "backups", 1): return try listBackups()
        case ("POST", "backups", 1): return try await makeBackup(at: clock())
        case ("DELETE", "backups", 2): return try deleteBackup(call)
        case ("POST", "faults", 1): return try await addFault(call)
        case ("DELETE", "faults", 1): return try await clearFaults(call)
        default: throw call.unknown
        }
    }

    /// `/admin/1/containers/{container}/{environment}/…`.
    private func answerContainer(_ call: AdministrationCall) async throws -> OrderedJSON {
        let place = try await self.place(call)
        switch (call.method, call.path[3], call.path.count) {
        case ("GET", "schema", 4): return try await schema(call, place)
        case ("PUT", "schema", 4): return try await setSchema(call, place)
        case ("DELETE", "schema", 4): return try await resetSchema(call, place)
        case ("POST", "schema", 5) where call.path[4] == "deploy":
            return try await deploySchema(call, place)
        case ("POST", "query", 4): return try await query(call, place)
        case ("POST", "count", 4): return try await count(call, place)
        case ("POST", "explain", 4): return try await explain(call, place)
        case ("POST", "check", 4): return try await check(call, place)
        case ("GET", "zones", 4): return try await zones(call, place)
        case ("GET", "feed", 4): return try await feed(call, place)
        case ("GET", "mirroring", 4): return try await mirroring(call, place)
        case ("GET", "mirroring", 5) where call.path[4] == "objects":
            return try await mirroredObjects(call, place)
        case ("GET", "saved-queries", 4): return try await savedQueries(place)
        case ("PUT", "saved-queries", 4): return try await setSavedQueries(call, place)
        default: throw call.unknown
        }
    }

    /// The container and environment that a path names.
    func place(_ call: AdministrationCall) async throws -> AdministrationPlace {
        let environment = try EndpointPath.Environment(named: call.path[2])
        return try await place(call.path[1], environment, for: call.principal)
    }

    func place(
        _ container: String, _ environment: EndpointPath.Environment, for principal: Principal
    ) async throws -> AdministrationPlace {
        if let own = principal.container, own != container {
            throw AdministrationError(
                .accessDenied, "The token is for another container")
        }
        let service = try await containers.service(container, environment)
        // The name as the container has it: what is kept under it is found however it is composed.
        return AdministrationPlace(
            key: ContainerRegistry.Key(service.container, environment), service: service)
    }
}

extension EndpointPath.Environment {
    /// The environment that a path, a query or a body names.
    init(named text: String) throws {
        guard let known = Self(rawValue: text) else {
            throw AdministrationError(.badRequest, "The environment is development or production")
        }
        self = known
    }
}

/// A container in an environment, as the administration works on it.
struct AdministrationPlace: Sendable {
    var key: ContainerRegistry.Key
    var service: RecordService

    var store: any RecordStore { service.store }
}
