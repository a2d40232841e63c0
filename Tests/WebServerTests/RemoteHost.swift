import Accounts
import Foundation
import ServerCore
import RecordService
import CloudKitClient
import Synchronization
import WebServices

/// A host in memory, asked without HTTP, and what a network may do on the way.
final class RemoteHost: WireTransport {
    /// What happens to a request under way.
    enum Mishap: Sendable {
        /// None: it arrives, and so does the answer.
        case arrive
        /// It does not arrive.
        case unreachable
        /// It arrives, and the answer does not.
        case loseReply
        /// Something between answers in the server's place.
        case answer(RemoteReply)
        /// It arrives, and something between answers in the server's place.
        case replaceReply(RemoteReply)
        /// It arrives, and the answer takes a minute.
        case stall
    }

    let host: ServerCore.Host
    let management: String
    private let mishaps = Mutex<[Mishap]>([])
    private let seen = Mutex<[WireRequest]>([])

    init() async throws {
        var options = HostOptions(.memory)
        options.acceptsAnyContainer = true
        host = try await ServerCore.Host(options)
        management = try await host.accounts.createToken(NewToken(.management, name: "tests")).text
    }

    /// What happens to the next requests, one each.
    func happen(_ mishap: Mishap...) { mishaps.withLock { $0 += mishap } }

    /// Every request that arrived.
    var requests: [WireRequest] { seen.withLock { $0 } }

    static let container = "iCloud.org.example.remote"

    /// The container, with the administrator's rights to be anybody.
    func service(
        _ credentials: RemoteCredentials? = nil,
        _ change: (inout RemoteServiceOptions) -> Void = { _ in }
    ) -> RemoteService {
        var options = RemoteServiceOptions(container: RemoteHost.container)
        change(&options)
        return RemoteService(
            options, transport: self, credentials: credentials ?? .management(management))
    }

    /// The session of a user.
    func session(_ user: String? = "_ann", device: String = "phone") -> any CloudSession {
        service().cloudSession(user: user, device: device)
    }

    /// The container as the tool sees it.
    func store() throws -> RemoteStore {
        RemoteStore(
            at: try RemoteLocation(
                "http://localhost/\(RemoteHost.container)", token: management),
            transport: self)
    }

    // MARK: Carrying

    func send(
        _ request: WireRequest, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        let mishap = mishaps.withLock { $0.isEmpty ? Mishap.arrive : $0.removeFirst() }
        switch mishap {
        case .unreachable: throw .unreachable("no route")
        case .answer(let reply): return reply
        case .loseReply, .replaceReply, .stall, .arrive: break
        }
        var request = request
        request.headers = request.headers.map { ($0.name.lowercased(), $0.value) }
        if !request.path.hasPrefix("/"), let url = URLComponents(string: request.path) {
            request.path = url.percentEncodedPath
        }
        seen.withLock { $0.append(request) }
        if case .file(let path, _) = request.body {
            request.body = .bytes(Array(FileManager.default.contents(atPath: path) ?? Data()))
        }
        let reply = await host.answer(request)
        // A request that is cancelled meanwhile has no answer either.
        if case .stall = mishap { try? await Task.sleep(for: .seconds(60)) }
        if case .loseReply = mishap { throw .lost("the line went dead") }
        if case .replaceReply(let reply) = mishap { return reply }
        return RemoteReply(
            reply.status, headers: reply.headers, bytes: await RemoteHost.bytes(of: reply))
    }

    func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        let reply = try await send(request, within: seconds)
        guard reply.status == 200 else { return reply }
        do {
            try Data(reply.bytes).write(to: file)
        } catch {
            throw .file("\(error)")
        }
        return RemoteReply(reply.status, headers: reply.headers, bytes: [])
    }

    func close() async {}

    static func bytes(of reply: WireReply) async -> [UInt8] {
        switch reply.body {
        case .bytes(let bytes): return bytes
        case .stream(let make):
            let collected = Collected()
            try? await make { part in collected.add(part) }
            return collected.all
        case .file(let path, let offset, let count):
            let data = FileManager.default.contents(atPath: path) ?? Data()
            return Array(data.dropFirst(Int(offset)).prefix(Int(count)))
        }
    }

    private final class Collected: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        func add(_ part: [UInt8]) { bytes.withLock { $0 += part } }
        var all: [UInt8] { bytes.withLock { $0 } }
    }
}

/// The error of the service that something throws; nil when it throws none.
func serviceError<T>(_ body: () async throws -> T) async -> ServiceError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? ServiceError
    }
}
