import Accounts
import Crypto
import Foundation
import ServerCore
import RecordCore
import RecordService
import Stores
import TestKit
import Testing
import WebServices
import TestTime

/// A host with users, an app, keys and records, and everybody who may ask it.
final class SecurityWorld: Sendable {
    static let container = "iCloud.org.example.notes"
    static let schema = """
        DEFINE SCHEMA
            CREATE ROLE editor;
            RECORD TYPE Note (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world");
            RECORD TYPE Member (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT READ, CREATE TO "_icloud");
            RECORD TYPE Diary (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator");
            RECORD TYPE Wiki (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT READ TO "_world", GRANT CREATE, WRITE TO "_icloud");
            RECORD TYPE Article (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT READ, CREATE, WRITE TO editor);
            RECORD TYPE Board (
                ___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                GRANT READ TO "_world");
        """

    let host: ServerCore.Host
    let clock = TestClock()
    let users: [String: User]
    let app: IssuedToken
    let key = P256.Signing.PrivateKey()
    let revokedKey = P256.Signing.PrivateKey()
    let otherKey = P256.Signing.PrivateKey()
    let keyID: String
    let revokedKeyID: String
    let otherKeyID: String
    let management: IssuedToken
    let scoped: IssuedToken
    let session: DashboardSession
    let webAuth: [String: String]
    let foreignApp: IssuedToken

    /// Where the host keeps everything: in memory, or with `QUARRY_TEST_HOST=postgres` in a schema
    /// of the tests' PostgreSQL.
    private static var place: HostOptions.Location {
        get throws {
            #if Postgres
            if ProcessInfo.processInfo.environment["QUARRY_TEST_HOST"] == "postgres" {
                let server = try #require(PostgresServer.shared)
                let name = "t" + UUID().uuidString.prefix(8).lowercased()
                return .database(try ServerDatabase(server.url + "&schema=\(name)"))
            }
            #endif
            return .memory
        }
    }

    /// - Parameter place: Where the host keeps everything; nil where the tests' environment says.
    init(in place: HostOptions.Location? = nil) async throws {
        var options = HostOptions(try place ?? Self.place)
        options.durability = .off
        options.containers = [Self.container, "iCloud.org.example.other"]
        options.accounts = .forTests
        let clock = clock
        options.clock = { clock.now }
        options.accounts.uptime = { clock.now.timeIntervalSince1970 }
        host = try await ServerCore.Host(options)
        let repository = host.accounts
        var users: [String: User] = [:]
        for name in ["ann", "bob", "reader", "writer", "editor", "closed", "signedOut", "gone"] {
            users[name] = try await repository.createUser(
                NewUser(name, password: "correct horse", recordName: "_" + name))
        }
        users["admin"] = try await repository.createUser(
            NewUser("admin", password: "correct horse", recordName: "_admin", isAdministrator: true)
        )
        app = try await repository.createToken(
            NewToken(.api, container: Self.container, redirects: ["https://app.example.org/done"]))
        foreignApp = try await repository.createToken(
            NewToken(.api, container: "iCloud.org.example.other"))
        var texts: [String: String] = [:]
        for (name, user) in users {
            let issued = try await repository.createToken(
                NewToken(
                    .webAuth, container: Self.container, user: user.recordName,
                    lifetime: name == "gone" ? 10 : nil, rotates: name == "ann"))
            texts[name] = issued.text
            if name == "signedOut" { try await repository.revokeToken(issued.token.id) }
        }
        clock.advance(11)
        webAuth = texts
        var change = UserChange()
        change.isDisabled = true
        try await repository.updateUser("_closed", change)
        let closed = try await repository.createToken(
            NewToken(.webAuth, container: Self.container, user: "_closed"))
        texts["closed"] = closed.text
        keyID = try await repository.createKey(
            publicKey: key.publicKey.pemRepresentation, name: "jobs", container: Self.container,
            user: "_key"
        ).id
        revokedKeyID = try await repository.createKey(
            publicKey: revokedKey.publicKey.pemRepresentation, name: "old",
            container: Self.container
        ).id
        otherKeyID = try await repository.createKey(
            publicKey: otherKey.publicKey.pemRepresentation, name: "other",
            container: "iCloud.org.example.other"
        ).id
        try await repository.revokeKey(revokedKeyID)
        management = try await repository.createToken(NewToken(.management, user: "_admin"))
        scoped = try await repository.createToken(
            NewToken(.management, container: "iCloud.org.example.other"))
        let admin = try await repository.user("_admin")
        session = try await repository.beginSession(user: try #require(admin))
        try await repository.setRoles(
            ["editor": ["_editor"]], container: Self.container, environment: "development")
        self.users = users
        closedToken = closed.text
        try await fill()
    }

    private let closedToken: String

    private func fill() async throws {
        let service = try await host.containers.service(Self.container, .development)
        try await service.store.setSchema(try RecordSchema(parsing: Self.schema))
        func save(_ user: String, _ record: Record, _ scope: DatabaseScope) async throws {
            let result = try await service.store.save(
                SaveRequest(saving: [record], user: user, isAdministrator: true), in: scope)
            if let error = result.firstError { throw error }
        }
        let own = DatabaseScope.private(user: "_ann")
        try await service.store.createZones([ZoneID("Trip"), ZoneID("Secrets")], in: own)
        try await service.store.setParticipants(
            ["_reader": .readOnly, "_writer": .readWrite], of: ZoneID("Trip"), in: own)
        for type in ["Note", "Member", "Diary", "Wiki", "Article", "Board"] {
            try await save("_ann", Record(type, RecordID("ann-\(type)"), ["text": "ann"]), .public)
            // Every other user has a diary of their own beside hers.
            let others = users.keys.filter { $0 != "ann" }.map { "_" + $0 } + ["_key"]
            for user in others where type == "Diary" {
                try await save(user, Record(type, RecordID("diary-of\(user)")), .public)
            }
        }
        try await save("_ann", Record("Note", RecordID("secret"), ["text": "ann"]), own)
        for zone in ["Trip", "Secrets"] {
            let id = RecordID("plan", zone: ZoneID(zone))
            try await save("_ann", Record("Note", id, ["text": "ann"]), own)
        }
    }

    // MARK: Callers

    /// The callers; the rows of the table.
    enum Actor: String, CaseIterable {
        case anonymous = "anonymous"
        case app = "API token"
        case ann = "ann"
        case bob = "bob"
        case reader = "reader"
        case writer = "writer"
        case editor = "editor"
        case key = "server key"
        case management = "management token"
        case asBob = "management token as bob"
        case scoped = "management token of another container"
        case dashboard = "dashboard"
        case forged = "dashboard without CSRF value"
        case closed = "closed account"
        case gone = "expired web-auth token"
        case signedOut = "signed-out web-auth token"
        case foreignApp = "API token of another container"
        case revokedKey = "revoked key"
        case otherKey = "key of another container"
        case oldSignature = "signature 11 minutes old"
    }

    /// A request with what the one who asks has.
    func request(
        _ method: String, _ path: String, _ body: String, as actor: Actor
    ) -> WireRequest {
        var request = WireRequest(method, path, body: .bytes(Array(body.utf8)))
        func app(_ token: IssuedToken, _ user: String? = nil) {
            request.query = "ckAPIToken=\(token.text)"
            if let user { request.query += "&ckWebAuthToken=\(user)" }
        }
        func sign(_ id: String, by key: P256.Signing.PrivateKey, _ age: TimeInterval = 0) {
            let date = clock.now.addingTimeInterval(-age)
            let text = ISO8601DateFormatter().string(from: date)
            let hash = Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
            let message = "\(text):\(body.isEmpty ? "" : hash):\(path)"
            let signature = try? key.signature(for: Data(message.utf8))
            request.headers += [
                ("x-apple-cloudkit-request-keyid", id),
                ("x-apple-cloudkit-request-iso8601date", text),
                (
                    "x-apple-cloudkit-request-signaturev1",
                    signature?.derRepresentation.base64EncodedString() ?? ""
                ),
            ]
        }
        switch actor {
        case .anonymous: break
        case .app: app(self.app)
        case .ann, .bob, .reader, .writer, .editor, .signedOut, .gone:
            app(self.app, webAuth["\(actor)"])
        case .closed: app(self.app, closedToken)
        case .foreignApp: app(foreignApp, webAuth["ann"])
        case .key: sign(keyID, by: key)
        case .revokedKey: sign(revokedKeyID, by: revokedKey)
        case .otherKey: sign(otherKeyID, by: otherKey)
        case .oldSignature: sign(keyID, by: key, 660)
        case .management, .asBob:
            request.headers.append(("authorization", "Bearer \(management.text)"))
            if actor == .asBob { request.headers.append(("x-quarry-user", "_bob")) }
        case .scoped: request.headers.append(("authorization", "Bearer \(scoped.text)"))
        case .dashboard, .forged:
            request.headers.append(("cookie", "a=b; quarry_session=\(session.cookie)"))
            if actor == .dashboard { request.headers.append(("x-quarry-csrf", session.csrf)) }
        }
        return request
    }
}

/// A reply, read.
struct ReadReply {
    var status: Int
    var json: [String: Any]
    var text: String

    init(_ reply: WireReply) async throws {
        status = reply.status
        var bytes: [UInt8] = []
        switch reply.body {
        case .bytes(let all): bytes = all
        case .stream(let send):
            let pieces = Pieces()
            try await send { await pieces.add($0) }
            bytes = await pieces.bytes
        case .file: break
        }
        text = String(decoding: bytes, as: UTF8.self)
        json = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
    }

    private actor Pieces {
        var bytes: [UInt8] = []
        func add(_ more: [UInt8]) { bytes += more }
    }

    var code: String? { json["serverErrorCode"] as? String }
    func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
}
