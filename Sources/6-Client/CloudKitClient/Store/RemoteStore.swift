package import Foundation
package import RecordService
import WebServices

/// A container of a server as the tool sees it: everything, as an administrator.
///
///     let store = try RemoteStore(at: RemoteLocation("https://…", token: token))
///     let page = try await store.fetch(RecordQuery("City", limit: 10), in: .public)
///
/// Queries go to the administration, which accepts the whole language; records, zones and changes
/// go where apps have theirs. What a service keeps for itself, and who takes part in zones, a
/// server does not give out: these throw ``RemoteFailure``.
package final class RemoteStore: RecordStore {
    /// The server, the container, its environment and the management token.
    package let location: RemoteLocation
    let transport: any WireTransport
    let service: RemoteService
    let administration: ServerAdministration

    /// The store of a container.
    ///
    /// - Throws: ``TransportError`` where a certificate file cannot be read.
    package convenience init(
        at location: RemoteLocation, options: TransportOptions = TransportOptions()
    ) throws(TransportError) {
        self.init(at: location, transport: try HTTPTransport(location.origin, options: options))
    }

    /// The store of a container, reached over the caller's transport.
    package init(at location: RemoteLocation, transport: any WireTransport) {
        self.location = location
        self.transport = transport
        administration = ServerAdministration(transport, token: location.token) { refusal in
            switch refusal {
            case .noReply(let error, let method):
                RemoteStore.failure(ServiceError(error, isWrite: method == "PUT"))
            case .reply(let reply): RemoteStore.failure(reply)
            }
        }
        var options = RemoteServiceOptions(container: location.container)
        options.environment = location.environment
        options.profile = .everything
        service = RemoteService(
            options, transport: transport, credentials: .management(location.token))
    }

    /// Whether the schema is fixed.
    package var environment: StoreEnvironment {
        location.environment == .production ? .production : .development
    }

    /// Sizes beyond which requests are refused, as servers have them when nothing is set.
    package var limits: StoreLimits { StoreLimits() }

    /// A session of the database's user; of the administrator for the public one.
    func session(_ scope: DatabaseScope) -> (RemoteSession, ServiceSession.Database) {
        let (user, database): (String?, ServiceSession.Database) =
            switch scope {
            case .public: (nil, .public)
            case .private(let user): (user, .private)
            case .shared(let user): (user, .shared)
            }
        let session = RemoteSession(
            service: service, user: user, device: "quarry", isAdministrator: user == nil)
        return (session, database)
    }

    /// Ends what is under way.
    package func close() async throws { try await service.close() }

    /// A file with the content of an asset, on this machine, which stays long enough to be opened.
    package func assetFile(_ asset: Asset, in scope: DatabaseScope) async throws -> URL {
        do {
            return try await service.files.file(of: asset)
        } catch {
            throw RemoteStore.failure(error)
        }
    }

    /// Content comes with its record.
    package func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, in scope: DatabaseScope
    ) async throws -> Asset? { nil }

    // MARK: What a server keeps to itself

    /// Not over the network.
    package func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID,
        in scope: DatabaseScope
    ) async throws { throw RemoteStore.unsupported("who takes part in a zone") }

    /// Not over the network.
    package func participants(
        of zone: ZoneID, in scope: DatabaseScope
    ) async throws -> [String: ParticipantPermission] {
        throw RemoteStore.unsupported("who takes part in a zone")
    }

    /// Not over the network.
    package func sharedNames(
        among names: Set<String>?, in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? { throw RemoteStore.unsupported("what shares show") }

    /// Not over the network.
    package func serviceData(
        prefix: String, after key: String?, limit: Int?, in place: ServicePlace
    ) async throws -> [String: Data] {
        throw RemoteStore.unsupported("what its services keep")
    }

    /// Not over the network.
    package func serviceData(for key: String, in place: ServicePlace) async throws -> Data? {
        throw RemoteStore.unsupported("what its services keep")
    }

    /// Not over the network.
    package func changeServiceData(
        _ changes: [ServiceChange]
    ) async throws -> [Result<Bool, any Error>] {
        throw RemoteStore.unsupported("what its services keep")
    }

    /// Not over the network.
    package func removeServiceData(
        prefix: String, where isOld: @escaping @Sendable (Data) -> Bool
    ) async throws {
        throw RemoteStore.unsupported("what its services keep")
    }

    private static func unsupported(_ what: String) -> RemoteFailure {
        RemoteFailure("A server does not give out \(what)")
    }
}
