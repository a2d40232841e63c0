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
            try call.principal.checkIsAdministrator()
            // An administrator of one container does not see the other containers.
            guard
                call.principal.container == nil
                    || ["containers", "faults"].contains(call.path.first)
            else {
                throw AdministrationError(
                    .accessDenied, "The token is for one container, and this is about all")
            }
            if call.path.first == "containers", call.path.count >= 4 {
                return try await answerContainer(call)
            }
            return try await answerServer(call)
        } catch {
            return AdministrationError(error).reply(to: request)
        }
    }

    private func answerServer(_ call: AdministrationCall) async throws -> WireReply {
        let endpoint = try ServerEndpoint(call)
        let json: OrderedJSON
        switch endpoint {
        case .listContainers: json = try await listContainers(call)
        case .createContainer: json = try await createContainer(call)
        case .listRequests: json = requests(call)
        case .clearRequests:
            log.clear()
            json = [:]
        case .requestDetail: json = try requestDetail(call)
        case .usage: json = try usageSeries(call)
        case .listBackups: json = try await listBackups()
        case .makeBackup: json = try await makeBackup(at: clock())
        case .downloadBackup: return try await downloadBackup(call)
        case .deleteBackup: json = try await deleteBackup(call)
        case .addFault: json = try await addFault(call)
        case .clearFaults: json = try await clearFaults(call)
        }
        return WireReply(json: json.bytes)
    }

    /// `/admin/1/containers/{container}/{environment}/…`.
    private func answerContainer(_ call: AdministrationCall) async throws -> WireReply {
        let place = try await self.place(call)
        let endpoint = try ContainerEndpoint(call)
        let json: OrderedJSON
        switch endpoint {
        case .schema:
            guard call.request.parameter("format") == "json" else {
                return try await schemaText(place)
            }
            return try await schema(call, place)
        case .setSchema: json = try await setSchema(call, place)
        case .resetSchema: json = try await resetSchema(call, place)
        case .deploySchema: json = try await deploySchema(call, place)
        case .query: json = try await query(call, place)
        case .count: json = try await count(call, place)
        case .explain: json = try await explain(call, place)
        case .check: json = try await check(call, place)
        case .zones: json = try await zones(call, place)
        case .feed: json = try await feed(call, place)
        case .mirroring: json = try await mirroring(call, place)
        case .mirroredObjects: json = try await mirroredObjects(call, place)
        case .savedQueries: json = try await savedQueries(place)
        case .setSavedQueries: json = try await setSavedQueries(call, place)
        }
        var reply = WireReply(json: json.bytes)
        if endpoint == .savedQueries || endpoint == .setSavedQueries {
            reply.headers.append(("etag", json.entityTag))
        }
        return reply
    }

    /// The container and environment that a path names.
    func place(_ call: AdministrationCall) async throws -> AdministrationPlace {
        let environment = try EndpointPath.Environment(named: call.path[2])
        return try await place(call.path[1], environment, for: call.principal)
    }

    func place(
        _ container: String, _ environment: EndpointPath.Environment, for principal: Principal
    ) async throws -> AdministrationPlace {
        try principal.check(container: container)
        let service = try await containers.service(container, environment)
        // The name as the container has it: what is kept under it is found however it is composed.
        return AdministrationPlace(
            key: ContainerRegistry.Key(service.container, environment), service: service)
    }
}

extension Principal {
    /// Refuses a caller that is no administrator.
    func checkIsAdministrator() throws(AdministrationError) {
        guard isAdministrator else {
            throw AdministrationError(
                .accessDenied, "Only administrators may do this",
                advice: "Sign in as an administrator or send a management token.")
        }
    }

    /// Refuses a caller whose token is for another container.
    func check(container name: String) throws(AdministrationError) {
        if let container, container != name {
            throw AdministrationError(.accessDenied, "The token is for another container")
        }
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
