#if Postgres
import Accounts
import Crypto
import Foundation
import RecordCore
import TestTime
import Testing

@testable import ServerCore

extension SharedDatabaseTests {
    /// What servers of one database know of users, tokens and keys.
    @Suite(.enabled(if: Servers.canRun)) struct `Accounts of several servers` {
        private static func credentials(_ token: String) -> Credentials {
            var credentials = Credentials(
                container: Servers.container, environment: "development")
            credentials.bearer = token
            return credentials
        }

        private static func isRefused(_ host: ServerCore.Host, _ credentials: Credentials) async
            -> Bool
        {
            do {
                _ = try await host.accounts.authenticate(credentials)
                return false
            } catch {
                return true
            }
        }

        @Test(arguments: [true, false])
        func `a token revoked at one is refused at the others`(hearsOthers: Bool) async throws {
            try await Servers.with(3, hearsOthers: hearsOthers) { servers in
                let token = try await servers[0].accounts.createToken(NewToken(.management))
                let credentials = Self.credentials(token.text)
                // Known at once where servers hear each other, else within a second.
                for host in servers.hosts {
                    #expect(
                        try await eventually { await !Self.isRefused(host, credentials) })
                }
                try await servers[2].accounts.revokeToken(token.token.id)
                for host in servers.hosts {
                    #expect(
                        try await eventually { await Self.isRefused(host, credentials) })
                }
            }
        }

        @Test func `what is heard is read before the time is over`() async throws {
            try await Servers.with { options in
                // No server refreshes by itself.
                options.accounts.freshness = 1_000_000
            } _: { servers in
                let token = try await servers[0].accounts.createToken(NewToken(.management))
                let credentials = Self.credentials(token.text)
                #expect(
                    try await eventually { await !Self.isRefused(servers[1], credentials) })
                try await servers[0].accounts.revokeToken(token.token.id)
                #expect(try await eventually { await Self.isRefused(servers[1], credentials) })
            }
        }

        @Test func `a revoked key does not come back by having been used elsewhere`()
            async throws
        {
            try await Servers.with { options in
                options.accounts.freshness = 1_000_000
                options.hearsOthers = false
            } _: { servers in
                let key = P256.Signing.PrivateKey()
                let made = try await servers[0].accounts.createKey(
                    publicKey: key.publicKey.pemRepresentation, name: "jobs", container: nil)
                // The other server uses the key, has yet to note that, and does not know the rest.
                servers[1].accounts.lookAgain()
                #expect(try await !Self.isRefused(servers[1], signed(made.id, key, "a")))
                try await servers[0].accounts.revokeKey(made.id)
                await servers[1].accounts.close()
                for host in servers.hosts {
                    host.accounts.lookAgain()
                    #expect(try await Self.isRefused(host, signed(made.id, key, "b")))
                    #expect(try await host.accounts.keys().first?.revokedAt != nil)
                }
            }
        }

        private func signed(
            _ id: String, _ key: P256.Signing.PrivateKey, _ path: String
        ) throws -> Credentials {
            let date = ISO8601DateFormatter().string(from: Date())
            let signature = try key.signature(for: Data("\(date)::\(path)".utf8))
            var credentials = Credentials(
                container: Servers.container, environment: "development", isWrite: true)
            credentials.signature = RequestSignature(
                keyID: id, date: date,
                signature: signature.derRepresentation.base64EncodedString(), bodyHash: nil,
                subpaths: [path])
            return credentials
        }

        @Test func `a signature is good for one write at one of them`() async throws {
            try await Servers.with { servers in
                let key = P256.Signing.PrivateKey()
                let made = try await servers[0].accounts.createKey(
                    publicKey: key.publicKey.pemRepresentation, name: "jobs", container: nil)
                let credentials = try signed(made.id, key, "a")
                #expect(await !Self.isRefused(servers[0], credentials))
                #expect(await Self.isRefused(servers[1], credentials))
                #expect(await Self.isRefused(servers[0], credentials))
                #expect(
                    try await eventually {
                        try await !Self.isRefused(servers[1], signed(made.id, key, "b"))
                    })
            }
        }

        @Test func `wrong passwords are counted together`() async throws {
            // A clock that stands: the delay may be over before a slow machine has asked again.
            let now = Date()
            try await Servers.with(2, { $0.clock = { now } }) { servers in
                _ = try await servers[0].accounts.createUser(
                    NewUser("ann", password: "correct horse"))
                var codes: [AuthenticationError.Code] = []
                for number in 0..<7 {
                    do throws(AuthenticationError) {
                        _ = try await servers[number % 2].accounts.signIn(
                            name: "ann", password: "wrong", peer: "198.51.100.\(number)")
                    } catch { codes.append(error.code) }
                }
                // Five are free, of all servers together; the next one blocks, and the last is
                // throttled.
                #expect(codes == Array(repeating: .signInFailed, count: 6) + [.throttled])
            }
        }

        @Test func `a name is given once, however many ask at the same time`() async throws {
            try await Servers.with(3) { servers in
                let made = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            (try? await servers[number % 3].accounts.createUser(NewUser("ann")))
                                != nil
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(made == 1)
                for host in servers.hosts {
                    let users = try await host.accounts.users()
                    #expect(users.count == 1)
                }
            }
        }

        @Test func `a web-auth token that was replaced at one is refused at another`()
            async throws
        {
            let clock = TestClock()
            try await Servers.with { options in
                options.clock = { clock.now }
                options.accounts.uptime = { clock.now.timeIntervalSince1970 }
                options.hearsOthers = false
            } _: { servers in
                let book = servers[0].accounts
                let user = try await book.createUser(NewUser("ann", password: "correct horse"))
                let api = try await book.createToken(NewToken(.api))
                let first = try await book.createToken(
                    NewToken(.webAuth, user: user.recordName, rotates: true))
                func ask(_ number: Int, _ text: String) async throws -> String? {
                    var credentials = Credentials(
                        container: Servers.container, environment: "development")
                    credentials.apiToken = api.text
                    credentials.webAuthToken = text
                    return try await servers[number].accounts.authenticate(credentials)
                        .rotatedWebAuthToken
                }
                clock.advance(2)
                _ = try await ask(1, first.text)
                clock.advance(61)
                // The one server gives a new token and sees it used; the other has seen the old one.
                let second = try #require(try await ask(0, first.text))
                _ = try await ask(0, second)
                #expect(
                    try await eventually {
                        clock.advance(2)
                        _ = try await ask(0, second)
                        return try await servers[0].store.serviceData(
                            prefix: "account/rotation/"
                        )
                        .count == 1
                    })
                clock.advance(400)
                // Replaced long ago: its holder may have stolen it, and the sign-in ends.
                await #expect(throws: AuthenticationError.self) { try await ask(1, first.text) }
                #expect(
                    try await eventually {
                        clock.advance(2)
                        do {
                            _ = try await ask(0, second)
                            return false
                        } catch { return true }
                    })
            }
        }
    }
}
#endif
