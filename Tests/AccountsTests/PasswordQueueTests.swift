import Foundation
import RecordCore
import TestTime
import Testing

@testable import Accounts

/// How long a password waits to be checked.
@Suite struct `Passwords that wait` {
    /// Runs while the queue that anyone can fill is full, and stays so.
    ///
    /// After ten minutes the queue moves on: what waits in it then ends, and the test fails instead
    /// of hanging.
    private func whileTheQueueIsFull(
        _ fixture: Fixture, _ body: () async throws -> Void
    ) async throws {
        let hasher = fixture.repository.hasher
        let count = fixture.repository.options.waitingPasswords
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { _ = try await hasher.run(in: .open) { gate.wait() } }
            }
            let opening = Task {
                try? await Task.sleep(for: .seconds(600))
                for _ in 0..<count { gate.signal() }
            }
            defer { opening.cancel() }
            _ = try await eventually { hasher.waiting(in: .open) == count }
            try await body()
            #expect(hasher.waiting(in: .open) == count)
        }
    }

    @Test func `an administrator does not wait behind the wrong guesses of strangers`()
        async throws
    {
        let fixture = try await Fixture()
        try await whileTheQueueIsFull(fixture) {
            _ = try await fixture.repository.signIn(
                name: "ann", password: "correct horse", peer: "10.0.0.1")
            // What administrators do with passwords goes on too.
            try await fixture.repository.createUser(NewUser("bob", password: "battery staple"))
        }
    }

    @Test func `more than may wait are refused, with a time to try again`() async throws {
        let fixture = try await Fixture()
        try await whileTheQueueIsFull(fixture) {
            let refused = await #expect(throws: AuthenticationError.self) {
                try await fixture.repository.signIn(
                    name: "eve", password: "guess", peer: "10.7.0.1")
            }
            #expect(refused?.code == .throttled)
            #expect(refused?.code.status == 429)
            #expect((refused?.retryAfter ?? 0) > 0)
        }
    }

    @Test func `wrong guesses elsewhere do not lock a user out of a known network`() async throws {
        let fixture = try await Fixture()
        func attempt(_ password: String, _ peer: String) async -> AuthenticationError.Code? {
            do throws(AuthenticationError) {
                _ = try await fixture.repository.signIn(name: "ann", password: password, peer: peer)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await attempt("correct horse", "10.0.0.1") == nil)
        for number in 0..<30 { _ = await attempt("wrong", "10.5.0.\(number)") }
        #expect(await attempt("correct horse", "10.0.0.2") == .throttled)
        #expect(await attempt("correct horse", "10.0.0.1") == nil)
        // Another process knows the network too.
        let other = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        _ = try await other.signIn(name: "ann", password: "correct horse", peer: "10.0.0.1")
        // Nor are guesses from there without end.
        for _ in 0..<6 { #expect(await attempt("wrong", "10.0.0.1") == .signInFailed) }
        #expect(await attempt("correct horse", "10.0.0.1") == .throttled)
    }

    @Test func `a network is known for a while`() async throws {
        let fixture = try await Fixture { $0.familiarLifetime = 1000 }
        _ = try await fixture.repository.signIn(
            name: "ann", password: "correct horse", peer: "10.0.0.1")
        let now = fixture.clock.now
        let known = fixture.repository.familiar
        #expect(await known.contains(name: "ann", peer: "10.0.0.1", now: now))
        #expect(await !known.contains(name: "ann", peer: "10.0.0.2", now: now))
        #expect(await !known.contains(name: "bob", peer: "10.0.0.1", now: now))
        fixture.clock.advance(1001)
        #expect(await !known.contains(name: "ann", peer: "10.0.0.1", now: fixture.clock.now))
        try await fixture.repository.removeExpired()
        #expect(try await fixture.store.serviceData(prefix: "familiar/").isEmpty)
    }

    @Test func `an address that was typed at sign-up proves nothing until it is confirmed`()
        async throws
    {
        let fixture = try await Fixture { $0.allowsSignUp = true }
        let repository = fixture.repository
        let eve = try await repository.signUp(
            NewUser("eve", password: "battery staple", email: "bob@example.org"), peer: "::1")
        #expect(!repository.hasConfirmedAddresses(eve))
        var change = UserChange()
        change.givenName = "Eve"
        #expect(
            !repository.hasConfirmedAddresses(
                try await repository.updateUser(eve.recordName, change)))
        // A number alone says nothing about the address beside it.
        change.phone = "+49 170 1234567"
        #expect(
            !repository.hasConfirmedAddresses(
                try await repository.updateUser(eve.recordName, change)))
        change.email = "bob@example.org"
        #expect(
            repository.hasConfirmedAddresses(
                try await repository.updateUser(eve.recordName, change)))
        let mia = try await repository.signUp(
            NewUser("mia", password: "battery staple"), peer: "::1")
        change = UserChange()
        change.phone = "+49 170 7654321"
        #expect(
            repository.hasConfirmedAddresses(
                try await repository.updateUser(mia.recordName, change)))
        let made = try await repository.createUser(NewUser("carl", email: "carl@example.org"))
        #expect(repository.hasConfirmedAddresses(made))
    }

    @Test func `an address that was typed at sign-up is left to its owner`() async throws {
        let fixture = try await Fixture { $0.allowsSignUp = true }
        let (repository, address) = (fixture.repository, "bob@example.org")
        let eve = try await repository.signUp(
            NewUser("eve", password: "battery staple", email: address), peer: "::1")
        #expect(try await repository.user(email: address, phone: nil) == nil)
        let bob = try await repository.createUser(NewUser("bob", email: address))
        // At the page it does not matter, and does not show, whose an address is.
        let mia = try await repository.signUp(
            NewUser("mia", password: "battery staple", email: address), peer: "::1")
        for user in [eve, mia] {
            var change = UserChange()
            change.givenName = "Eve"
            try await repository.updateUser(user.recordName, change)
            change.email = address
            let confirming = change
            let refused = await #expect(throws: AccountError.self) {
                try await repository.updateUser(user.recordName, confirming)
            }
            #expect(refused?.code == .exists)
            #expect(refused?.field == "email")
        }
        // Whichever the store gives first.
        let again = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        #expect(try await again.user(email: address, phone: nil) == bob)
        try await again.deleteUser(mia.recordName)
        #expect(try await again.user(email: address, phone: nil) == bob)
        try await again.deleteUser(bob.recordName)
        #expect(try await again.user(email: address, phone: nil) == nil)
        var change = UserChange()
        change.email = address
        let confirmed = try await again.updateUser(eve.recordName, change)
        #expect(try await again.user(email: address, phone: nil) == confirmed)
    }

    @Test func `a server in memory trusts what is typed at sign-up`() async throws {
        let fixture = try await Fixture {
            $0.allowsSignUp = true
            $0.trustsAddressesOfSignUp = true
        }
        let eve = try await fixture.repository.signUp(
            NewUser("eve", password: "battery staple", email: "eve@example.org"), peer: "::1")
        #expect(fixture.repository.hasConfirmedAddresses(eve))
        #expect(
            try await fixture.repository.user(email: "eve@example.org", phone: nil) == eve)
    }
}
