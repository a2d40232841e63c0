import Accounts
import Crypto
import Foundation
import RecordCore
import TestTime

extension AccountOptions {
    /// Options of tests: passwords cost nothing, and the clock is turned by hand.
    static func turned(by clock: TestClock, _ change: (inout AccountOptions) -> Void = { _ in })
        -> AccountOptions
    {
        var options = AccountOptions.forTests
        options.clock = { clock.now }
        options.uptime = { clock.uptime }
        change(&options)
        return options
    }
}

/// A repository with an app and a user.
struct Fixture {
    static let container = "iCloud.org.example.notes"
    let clock = TestClock()
    let store = MemoryStore()
    let repository: AccountRepository
    let api: IssuedToken
    let ann: User

    init(_ change: (inout AccountOptions) -> Void = { _ in }) async throws {
        repository = try await AccountRepository(store: store, options: .turned(by: clock, change))
        ann = try await repository.createUser(
            NewUser("ann", password: "correct horse", isAdministrator: true))
        api = try await repository.createToken(NewToken(.api, container: Fixture.container))
    }

    func webAuth(rotates: Bool = true, lifetime: TimeInterval? = nil) async throws -> IssuedToken {
        try await repository.createToken(
            NewToken(
                .webAuth, container: Fixture.container, user: ann.recordName, lifetime: lifetime,
                rotates: rotates))
    }

    func credentials(_ webAuth: String? = nil) -> Credentials {
        var credentials = Credentials(container: Fixture.container, environment: "development")
        credentials.apiToken = api.text
        credentials.webAuthToken = webAuth
        return credentials
    }

    func refusal(_ credentials: Credentials) async -> AuthenticationError? {
        do {
            _ = try await repository.authenticate(credentials)
            return nil
        } catch {
            return error
        }
    }
}

/// A client that signs as the documentation says.
struct Signer {
    var key = P256.Signing.PrivateKey()
    var id = ""

    var pem: String { key.publicKey.pemRepresentation }

    func sign(
        _ body: String, _ subpath: String, at date: Date, query: String? = nil,
        emptyHash: Bool = false
    ) throws -> RequestSignature {
        let formatter = ISO8601DateFormatter()
        let text = formatter.string(from: date)
        let hash = Data(SHA256.hash(data: Data(body.utf8)))
        let part = body.isEmpty && !emptyHash ? "" : hash.base64EncodedString()
        let signed = query.map { "\(subpath)?\($0)" } ?? subpath
        let signature = try key.signature(for: Data("\(text):\(part):\(signed)".utf8))
        return RequestSignature(
            keyID: id, date: text, signature: signature.derRepresentation.base64EncodedString(),
            bodyHash: body.isEmpty ? nil : Array(hash),
            subpaths: query.map { [subpath, "\(subpath)?\($0)"] } ?? [subpath])
    }
}
