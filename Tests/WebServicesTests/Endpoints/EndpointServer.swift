import Foundation
import RecordCore
import RecordService
import Stores
import Testing
import TestKit

@testable import WebServices

/// A server round the endpoints that keeps nothing: people, assets and tokens for tests.
final class FakeServices: EndpointServices {
    let directory: URL

    init(directory: URL) { self.directory = directory }

    func uploadURL(
        for slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> String {
        "https://assets.example/\(slot.record.name)/\(slot.field)"
    }

    /// A receipt says for which field it is good and what was sent: `image:hello`.
    func asset(
        receipt: String, for slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> Asset {
        let parts = receipt.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, [slot.field, "any"].contains(parts[0]) else {
            throw .badReceipt
        }
        if parts[1].count == 64 { return Asset(checksum: parts[1], size: 5) }
        let file = directory.appendingPathComponent(UUID().uuidString)
        do {
            try Data(parts[1].utf8).write(to: file)
        } catch {
            throw ServiceError(error)
        }
        return Asset(fileURL: file)
    }

    func receipt(
        for asset: Asset, from slot: AssetSlot, of session: ServiceSession
    ) async throws(ServiceError) -> String { "any:\(asset.checksum ?? "")" }

    func downloadURL(of asset: Asset, in home: DatabaseScope) -> String? {
        asset.checksum.map { "https://assets.example/content/\($0)" }
    }

    func createToken(
        client: String?, of session: ServiceSession
    ) async throws(ServiceError) -> (token: String, url: String) {
        ("token-1", "https://courier.example/token-1")
    }

    func identity(
        of user: String, for session: ServiceSession
    ) async throws(ServiceError) -> UserIdentity? { try await session.identity(of: user) }

    func user(
        email: String?, phone: String?, for session: ServiceSession
    ) async throws(ServiceError) -> String? { try await session.user(email: email, phone: phone) }

    func discoverableUsers(
        for session: ServiceSession
    ) async throws(ServiceError) -> [UserIdentity] {
        [UserIdentity(user: "_bob", givenName: "Bob")]
    }
}

/// The endpoints over a store, asked with JSON.
///
///     try await EndpointServer.with(.memory) { server in
///         try await server.expect("private/records/lookup", #"{"records": []}"#,
///                                 200, #"{"records": []}"#)
///     }
final class EndpointServer {
    let service: RecordService
    let services: FakeServices
    var user: String? = "_ann"
    var allowsPrivateData = true
    /// Headers of every request.
    var headers: [(name: String, value: String)] = []
    /// What patterns have kept, by name.
    private(set) var kept: [String: String] = [:]

    static let container = "iCloud.org.example.notes"

    private init(_ service: RecordService, _ services: FakeServices) {
        self.service = service
        self.services = services
    }

    /// Runs with a fresh server.
    static func with(
        _ kind: StoreUnderTest = .memory, environment: StoreEnvironment = .development,
        schema: String? = nil, limits: StoreLimits = StoreLimits(),
        options: ServiceOptions = ServiceOptions(),
        _ body: (EndpointServer) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-endpoints-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try await kind.open(
            in: directory.appendingPathComponent("store"), environment: environment,
            limits: limits)
        if let schema { try await store.setSchema(try RecordSchema(parsing: schema)) }
        var options = options
        options.profile = .webServices
        options.givesAssetFiles = false
        options.commitCount = store.commitCounter
        let service = RecordService(store: store, container: container, options: options)
        let server = EndpointServer(service, FakeServices(directory: directory))
        do {
            try await body(server)
        } catch {
            try? await service.close()
            throw error
        }
        try await service.close()
    }

    /// Asks and gives the reply as it is.
    func ask(
        _ path: String, _ body: String = "", method: String = "POST"
    ) async throws -> WireReply {
        var text = body
        for (name, value) in kept.sorted(by: { $0.key.count > $1.key.count }) {
            text = text.replacingOccurrences(of: "\"$\(name)\"", with: "\"\(value)\"")
        }
        return try await ask(path, Array(text.utf8), method: method)
    }

    /// Asks with bytes as they are.
    func ask(_ path: String, _ body: [UInt8], method: String = "POST") async throws -> WireReply {
        let sides = path.split(separator: "?", maxSplits: 1).map(String.init)
        let whole =
            sides[0].hasPrefix("/")
            ? sides[0]
            : sides[0].hasPrefix("tokens")
                ? "/device/1/\(EndpointServer.container)/development/\(sides[0])"
                : "/database/1/\(EndpointServer.container)/development/\(sides[0])"
        let request = WireRequest(
            method, whole, query: sides.count > 1 ? sides[1] : "", headers: headers,
            body: .bytes(body))
        let context = EndpointContext(
            session: service.session(user: user, device: "test", isForOneRequest: true),
            services: services,
            allowsPrivateData: allowsPrivateData, signInURL: { "https://example.org/sign-in" })
        let endpoint = try #require(EndpointPath(whole))
        return await Endpoints.answer(endpoint, request, in: context)
    }

    /// Asks and gives the reply's JSON.
    func json(_ path: String, _ body: String = "", method: String = "POST") async throws -> JSON {
        try JSON(try await ask(path, body, method: method).wholeBody())
    }

    /// Asks and compares the reply to a pattern.
    func expect(
        _ path: String, _ body: String, method: String = "POST", _ status: Int,
        _ pattern: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let reply = try await ask(path, body, method: method)
        let bytes = try await reply.wholeBody()
        let text = String(decoding: bytes.prefix(2000), as: UTF8.self)
        #expect(
            reply.status == status, "\(path) answered \(text)", sourceLocation: sourceLocation)
        let found = try JSON(bytes)
        let match = JSONMatch(found, to: try JSON(pattern))
        kept.merge(match.kept) { $1 }
        #expect(match.problems == [], "\(path) answered \(text)", sourceLocation: sourceLocation)
    }

    /// Asks and compares a reply that succeeds to a pattern.
    func expect(
        _ path: String, _ body: String, method: String = "POST", _ pattern: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expect(
            path, body, method: method, 200, pattern, sourceLocation: sourceLocation)
    }

    /// Asks with nothing in the body.
    func expect(
        _ path: String, method: String, _ status: Int, _ pattern: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expect(
            path, "", method: method, status, pattern, sourceLocation: sourceLocation)
    }

    /// Asks with nothing in the body, and compares a reply that succeeds to a pattern.
    func expect(
        _ path: String, method: String, _ pattern: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expect(path, "", method: method, 200, pattern, sourceLocation: sourceLocation)
    }
}

extension WireReply {
    /// The body in one piece.
    func wholeBody() async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): return bytes
        case .stream(let make):
            let pieces = Pieces()
            try await make { await pieces.add($0) }
            return await pieces.bytes
        case .file: return []
        }
    }
}

/// Takes a reply piece by piece.
actor Pieces {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    func add(_ piece: [UInt8]) {
        bytes += piece
        count += 1
    }
}
