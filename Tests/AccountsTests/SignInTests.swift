import Accounts
import Foundation
import RecordCore
import Testing
import TestTime

@Suite struct `Signing in` {
    private let fixture: Fixture

    init() async throws { fixture = try await Fixture() }

    func attempt(
        _ fixture: Fixture, _ name: String, _ password: String, _ peer: String = "10.0.0.1"
    ) async -> AuthenticationError? {
        do {
            _ = try await fixture.repository.signIn(name: name, password: password, peer: peer)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the right password signs in, and a wrong name is told as a wrong password`()
        async throws
    {
        let found = try await fixture.repository.signIn(
            name: "Ann", password: "correct horse", peer: "10.0.0.1")
        #expect(found == fixture.ann)
        let wrong = await attempt(fixture, "ann", "wrong horse")
        let unknown = await attempt(fixture, "nobody", "wrong horse")
        #expect(wrong?.code == .signInFailed)
        #expect(wrong == unknown)
        // An account without a password cannot be signed in to, by an empty one neither.
        try await fixture.repository.createUser(NewUser("app"))
        #expect(await attempt(fixture, "app", "")?.code == .signInFailed)
    }

    @Test func `an accent is one accent however it is composed`() async throws {
        try await fixture.repository.createUser(NewUser("rené", password: "caf\u{e9} au lait"))
        #expect(await attempt(fixture, "rene\u{301}", "cafe\u{301} au lait") == nil)
    }

    @Test func `failures delay, and the right password resets the delay`() async throws {
        for _ in 0..<6 {
            #expect(await attempt(fixture, "ann", "wrong")?.code == .signInFailed)
        }
        let refused = await attempt(fixture, "ann", "correct horse")
        #expect(refused?.code == .throttled)
        #expect(refused?.code.status == 429)
        #expect((refused?.retryAfter ?? 0) > 0)
        fixture.clock.advance(1.1)
        #expect(await attempt(fixture, "ann", "wrong")?.code == .signInFailed)
        fixture.clock.advance(1.1)
        // The second delay is longer than the first.
        #expect(await attempt(fixture, "ann", "correct horse")?.code == .throttled)
        fixture.clock.advance(1)
        #expect(await attempt(fixture, "ann", "correct horse") == nil)
        for _ in 0..<5 {
            #expect(await attempt(fixture, "ann", "wrong")?.code == .signInFailed)
        }
        #expect(await attempt(fixture, "ann", "correct horse") == nil)
    }

    @Test func `a client that tries many names is delayed, others are not`() async throws {
        for number in 0..<21 {
            #expect(
                await attempt(fixture, "user\(number)", "wrong", "10.9.9.9")?.code
                    == .signInFailed)
        }
        #expect(await attempt(fixture, "ann", "correct horse", "10.9.9.9")?.code == .throttled)
        #expect(await attempt(fixture, "ann", "correct horse", "10.0.0.1") == nil)
    }

    @Test func `the addresses of an IPv6 network are one asker`() async throws {
        for number in 0..<21 {
            _ = await attempt(fixture, "user\(number)", "wrong", "2001:db8:1:2::\(number + 1)")
        }
        #expect(
            await attempt(fixture, "ann", "correct horse", "2001:db8:1:2:ffff::")?.code
                == .throttled)
        #expect(await attempt(fixture, "ann", "correct horse", "2001:db8:1:3::1") == nil)
    }

    @Test func `many guesses at once are no way round`() async throws {
        let codes = await withTaskGroup(of: AuthenticationError.Code?.self) { group in
            for number in 0..<200 {
                group.addTask {
                    await attempt(fixture, "ann", "guess \(number)", "10.1.0.\(number)")?.code
                }
            }
            return await group.reduce(into: [AuthenticationError.Code?: Int]()) {
                $0[$1, default: 0] += 1
            }
        }
        #expect(codes[.signInFailed] == 6)
        #expect(codes[.throttled] == 194)
    }

    @Test func `a session of the dashboard is an administrator's, and ends`() async throws {
        try await fixture.repository.createUser(NewUser("bob", password: "battery staple"))
        let refused = await #expect(throws: AuthenticationError.self) {
            try await fixture.repository.beginSession(
                name: "bob", password: "battery staple", peer: "10.0.0.1")
        }
        #expect(refused?.code == .accessDenied)
        let session = try await fixture.repository.beginSession(
            name: "ann", password: "correct horse", peer: "10.0.0.1")
        var credentials = Credentials()
        credentials.session = session.cookie
        let principal = try await fixture.repository.authenticate(credentials).principal
        #expect(principal.kind == .dashboard)
        #expect(principal.isAdministrator)
        #expect(principal.user == fixture.ann.recordName)
        credentials.isWrite = true
        #expect(await fixture.refusal(credentials)?.code == .accessDenied)
        credentials.csrf = String(session.csrf.reversed())
        #expect(await fixture.refusal(credentials)?.code == .accessDenied)
        credentials.csrf = session.csrf
        #expect(await fixture.refusal(credentials) == nil)
        fixture.clock.advance(12 * 3600)
        #expect(await fixture.refusal(credentials)?.code == .authenticationRequired)
        let second = try await fixture.repository.beginSession(user: fixture.ann)
        credentials.session = second.cookie
        credentials.csrf = second.csrf
        #expect(await fixture.refusal(credentials) == nil)
        try await fixture.repository.endSession(cookie: second.cookie)
        #expect(await fixture.refusal(credentials)?.code == .authenticationRequired)
    }

    @Test func `people make accounts where that is allowed`() async throws {
        let closed = try await Fixture()
        let refused = await #expect(throws: AuthenticationError.self) {
            try await closed.repository.signUp(
                NewUser("eve", password: "battery staple"), peer: "::1")
        }
        #expect(refused?.code == .accessDenied)
        let open = try await Fixture { $0.allowsSignUp = true }
        let eve = try await open.repository.signUp(
            NewUser("eve", password: "battery staple", isAdministrator: true), peer: "::1")
        #expect(!eve.isAdministrator)
        #expect(await attempt(open, "eve", "battery staple") == nil)
    }

    @Test func `passwords of the usual cost are slow to check`() async throws {
        let clock = TestClock()
        let repository = try await AccountRepository(
            store: MemoryStore(),
            options: .turned(by: clock) { $0.passwordCost = .standard })
        try await repository.createUser(NewUser("ann", password: "correct horse"))
        let start = ContinuousClock.now
        _ = try await repository.signIn(name: "ann", password: "correct horse", peer: "::1")
        #expect(ContinuousClock.now - start > .milliseconds(30))
    }

    @Test func `the first password is told until it was used or changed`() async throws {
        let store = MemoryStore()
        let repository = try await AccountRepository(store: store)
        let (user, password) = try #require(try await repository.firstAdministrator("admin"))
        #expect(user.isAdministrator)
        // A wrong guess does not use it up; another process tells it too.
        await #expect(throws: AuthenticationError.self) {
            try await repository.signIn(name: "admin", password: "guess", peer: "10.0.0.1")
        }
        let other = try await AccountRepository(store: store)
        #expect(try await other.firstAdministrator("root")?.password == password)
        #expect(try await other.firstAdministrator("root")?.user.name == "admin")
        _ = try await other.signIn(name: "admin", password: password, peer: "10.0.0.1")
        #expect(try await repository.firstAdministrator("admin") == nil)
        let kept = try await store.serviceData(prefix: "").values
        #expect(!kept.contains { String(decoding: $0, as: UTF8.self).contains(password) })

        let second = try await AccountRepository(store: MemoryStore())
        let made = try #require(try await second.firstAdministrator("admin")).user
        var change = UserChange()
        change.password = "battery staple"
        try await second.updateUser(made.recordName, change)
        #expect(try await second.firstAdministrator("admin") == nil)
    }

    @Test func `a link is not used up where the accounts cannot be read`() async throws {
        let link = fixture.repository.signInLink(for: fixture.ann)
        try await fixture.store.close()
        for _ in 0..<2 {
            do throws(AuthenticationError) {
                _ = try await fixture.repository.beginSession(link: link, peer: "::1")
                Issue.record("The store is closed.")
            } catch {
                #expect(error.code == .tryAgainLater)
            }
        }
    }

    @Test func `a link signs in once, for ten minutes, and an administrator alone`() async throws {
        let repository = fixture.repository
        let link = repository.signInLink(for: fixture.ann)
        #expect(try await repository.beginSession(link: link, peer: "::1").user == fixture.ann)
        await #expect(throws: AuthenticationError.self) {
            try await repository.beginSession(link: link, peer: "::1")
        }
        let late = repository.signInLink(for: fixture.ann)
        fixture.clock.advance(601)
        await #expect(throws: AuthenticationError.self) {
            try await repository.beginSession(link: late, peer: "::1")
        }
        let bob = try await repository.createUser(NewUser("bob", password: "battery staple"))
        let his = repository.signInLink(for: bob)
        await #expect(throws: AuthenticationError.self) {
            try await repository.beginSession(link: his, peer: "::1")
        }
    }
    @Test func `a server whose clock was ahead locks no name out at the others`() async throws {
        let ahead = TestClock(fixture.clock.uptime + 3_600)
        let wrong = try await AccountRepository(
            store: fixture.store, options: .turned(by: ahead) { $0.countsTogether = true })
        let right = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock) { $0.countsTogether = true })
        func code(_ repository: AccountRepository, _ password: String) async
            -> AuthenticationError.Code?
        {
            do throws(AuthenticationError) {
                _ = try await repository.signIn(name: "ann", password: password, peer: "::1")
                return nil
            } catch { return error.code }
        }
        for _ in 0..<6 { #expect(await code(wrong, "guess") == .signInFailed) }
        #expect(await code(wrong, "guess") == .throttled)
        // Another failure is counted with those, by the right time.
        #expect(await code(right, "guess") == .signInFailed)
        #expect(await code(right, "correct horse") == .throttled)
        fixture.clock.advance(3)
        #expect(await code(right, "correct horse") == nil)
        // What is counted by a wrong clock is removed, of another name and address.
        func counted() async throws -> Int {
            try await fixture.store.serviceData(prefix: "attempt/").count
        }
        let before = try await counted()
        await #expect(throws: AuthenticationError.self) {
            try await wrong.signIn(name: "ben", password: "guess", peer: "203.0.113.7")
        }
        #expect(try await counted() == before + 2)
        try await right.removeExpired()
        #expect(try await counted() == before)
    }
}
