import Foundation
import RecordCore
import Synchronization
import TestTime
import Testing

@testable import Accounts

@Suite struct `Users` {
    private let fixture: Fixture

    init() async throws { fixture = try await Fixture() }

    @Test func `a user is found by record name, name in any case, and address`() async throws {
        let bob = try await fixture.repository.createUser(
            NewUser("Bob", email: "Bob@Example.org", phone: "+49 170 1234567", givenName: "Bob"))
        #expect(bob.recordName.wholeMatch(of: /_[0-9a-f]{32}/) != nil)
        #expect(!bob.hasPassword)
        #expect(try await fixture.repository.user(bob.recordName) == bob)
        #expect(try await fixture.repository.user(named: "bOB") == bob)
        #expect(try await fixture.repository.user(email: "bob@example.org", phone: nil) == bob)
        #expect(try await fixture.repository.user(email: nil, phone: "+491701234567") == bob)
        #expect(try await fixture.repository.user(email: "ann@example.org", phone: nil) == nil)
        #expect(try await fixture.repository.users().map(\.name) == ["ann", "Bob"])
    }

    @Test func `names and addresses are one user's alone`() async throws {
        try await fixture.repository.createUser(NewUser("bob", email: "bob@example.org"))
        for (new, field) in [
            (NewUser("ANN"), "name"), (NewUser("carl", email: "BOB@example.org"), "email"),
            (NewUser("carl", recordName: fixture.ann.recordName), "recordName"),
        ] {
            let error = await #expect(throws: AccountError.self) {
                try await fixture.repository.createUser(new)
            }
            #expect(error?.code == .exists)
            #expect(error?.field == field)
        }
    }

    @Test(arguments: [
        NewUser(""), NewUser("  "), NewUser("a\u{0}b"), NewUser(String(repeating: "x", count: 101)),
        NewUser("bob", password: "short"), NewUser("bob", recordName: "bob"),
        NewUser("bob", recordName: "_a/b"), NewUser("bob", recordName: "_world"),
        NewUser("bob", email: "nobody"), NewUser("bob", phone: "12"),
        NewUser("bob", password: String(repeating: "x", count: 2000)),
    ])
    func `what cannot be is refused`(new: NewUser) async throws {
        let error = await #expect(throws: AccountError.self) {
            try await fixture.repository.createUser(new)
        }
        #expect(error?.code == .invalid)
        #expect(try await fixture.repository.users().count == 1)
    }

    @Test func `a repository is there when it is opened again`() async throws {
        let web = try await fixture.webAuth()
        await fixture.repository.close()
        let again = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        #expect(try await again.users() == [fixture.ann])
        let found = try await again.authenticate(fixture.credentials(web.text))
        #expect(found.principal.user == fixture.ann.recordName)
    }

    @Test func `no password and no token is in the store`() async throws {
        let web = try await fixture.webAuth()
        let management = try await fixture.repository.createToken(NewToken(.management))
        let session = try await fixture.repository.beginSession(
            name: "ann", password: "correct horse", peer: "::1")
        let entries = try await fixture.store.serviceData(prefix: "")
        #expect(entries.count > 4)
        for (key, data) in entries {
            let text = key + String(decoding: data, as: UTF8.self)
            for secret in [
                "correct horse", fixture.api.text, web.text, management.text, session.cookie,
                session.csrf,
            ] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test func `a new password and a closed account sign the user out`() async throws {
        for closes in [false, true] {
            let fixture = try await Fixture()
            let web = try await fixture.webAuth()
            let session = try await fixture.repository.beginSession(
                name: "ann", password: "correct horse", peer: "::1")
            var change = UserChange()
            if closes { change.isDisabled = true } else { change.password = "battery staple" }
            try await fixture.repository.updateUser(fixture.ann.recordName, change)
            #expect(
                await fixture.refusal(fixture.credentials(web.text))?.code
                    == .authenticationRequired)
            #expect(try await fixture.repository.session(cookie: session.cookie) == nil)
            await #expect(throws: AuthenticationError.self) {
                try await fixture.repository.signIn(
                    name: "ann", password: "correct horse", peer: "::1")
            }
        }
    }

    @Test func `a password that is replaced while it is looked at is none any more`() async throws {
        let fixture = try await Fixture {
            $0.passwordCost = AccountOptions.PasswordCost(
                rounds: 1 << 15, blockSize: 8, parallelism: 1)
        }
        let (repository, name) = (fixture.repository, fixture.ann.recordName)
        var change = UserChange()
        change.password = "battery staple"
        let isReplaced = Mutex(false)
        let replacing = Task { [change] in
            defer { isReplaced.withLock { $0 = true } }
            return try await repository.updateUser(name, change)
        }
        // Passwords are hashed one after the other: the new one before the old one is looked at.
        while repository.hasher.waiting(in: .reserved) == 0, !isReplaced.withLock({ $0 }) {
            await Task.yield()
        }
        await #expect(throws: AuthenticationError.self) {
            try await repository.signIn(name: "ann", password: "correct horse", peer: "::1")
        }
        _ = try await replacing.value
        _ = try await repository.signIn(name: "ann", password: "battery staple", peer: "::1")
    }

    @Test func `a sign-in under way ends with the account, and with its password`() async throws {
        let new = NewToken(.webAuth, container: Fixture.container, rotates: true)
        let signedIn = try await fixture.repository.signIn(
            name: "ann", password: "correct horse", peer: "::1", for: new)
        #expect(signedIn.user == fixture.ann)
        #expect(await fixture.refusal(fixture.credentials(signedIn.token.text)) == nil)
        for closes in [false, true] {
            let fixture = try await Fixture()
            let (repository, name) = (fixture.repository, fixture.ann.recordName)
            let verified = try #require(repository.state.withLock { $0.users[name] })
            var change = UserChange()
            if closes { change.isDisabled = true } else { change.password = "battery staple" }
            try await repository.updateUser(name, change)
            let token = NewToken(.webAuth, user: name)
            await #expect(throws: AccountError.self) {
                try await repository.createToken(token, verified: verified)
            }
            await #expect(throws: AccountError.self) {
                try await repository.beginSession(user: verified.user, verified: verified)
            }
            #expect(try await repository.tokens().map(\.kind) == [.api])
        }
    }

    @Test func `an account that is made on the page has a token`() async throws {
        let fixture = try await Fixture { $0.allowsSignUp = true }
        let made = try await fixture.repository.signUp(
            NewUser("eve", password: "battery staple"), peer: "::1",
            for: NewToken(.webAuth, container: Fixture.container, rotates: true))
        let found = try await fixture.repository.authenticate(
            fixture.credentials(made.token.text))
        #expect(found.principal.user == made.user.recordName)
    }

    @Test func `a user that leaves takes tokens and roles along`() async throws {
        let name = fixture.ann.recordName
        let web = try await fixture.webAuth()
        try await fixture.repository.setRoles(
            ["editor": [name]], container: "iCloud.a", environment: "development")
        #expect(
            fixture.repository.roles(of: name, container: "iCloud.a", environment: "development")
                == ["editor"])
        try await fixture.repository.deleteUser(name)
        #expect(try await fixture.repository.tokens().map(\.id) == [fixture.api.token.id])
        #expect(
            try await fixture.repository.roles(container: "iCloud.a", environment: "development")
                .values.allSatisfy(\.isEmpty))
        #expect(await fixture.refusal(fixture.credentials(web.text)) != nil)
    }

    @Test func `short-lived processes leave nothing behind but what they were for`() async throws {
        for number in 0..<5 {
            let tool = try await AccountRepository(
                store: fixture.store, options: .turned(by: fixture.clock))
            try await tool.createUser(NewUser("user\(number)"))
        }
        #expect(try await fixture.store.serviceData(prefix: "account/version/").count == 1)
        let last = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        #expect(try await last.users().count == 6)
        try await fixture.repository.createUser(NewUser("late"))
        fixture.clock.advance(1)
        #expect(try await last.users().count == 7)
    }

    @Test func `what another process changes is noticed within a second`() async throws {
        let web = try await fixture.webAuth()
        let other = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        _ = try await other.authenticate(fixture.credentials(web.text))
        try await fixture.repository.revokeToken(web.token.id)
        fixture.clock.advance(1)
        await #expect(throws: AuthenticationError.self) {
            try await other.authenticate(fixture.credentials(web.text))
        }
        // Both write, neither loses what the other wrote.
        try await fixture.repository.createUser(NewUser("bob"))
        try await other.createUser(NewUser("carl"))
        await #expect(throws: AccountError.self) {
            try await other.createUser(NewUser("bob"))
        }
        fixture.clock.advance(1)
        #expect(try await fixture.repository.users().map(\.name) == ["ann", "bob", "carl"])
        #expect(try await other.users().map(\.name) == ["ann", "bob", "carl"])
    }

    @Test func `a full disk is named, with the wait of records`() {
        let failure = AccountError(unavailable: StoreError(.full))
        #expect(failure.message == "The disk is full; nothing was changed.")
        let refusal = AuthenticationError(failure)
        #expect(refusal.code == .tryAgainLater && refusal.retryAfter == 60)
        #expect(AuthenticationError(AccountError(unavailable: StoreError(.busy))).retryAfter == 1)
    }

    @Test func `a store that was moved says so when the accounts are opened`() async throws {
        let failure = AccountError(unavailable: StoreError(.moved))
        #expect(failure.localizedDescription.contains("is being moved to another place, or was"))
    }
}
