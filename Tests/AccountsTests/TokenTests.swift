@testable import Accounts
import Foundation
import RecordCore
import Synchronization
import TestTime
import Testing

@Suite struct `Tokens` {
    private let fixture: Fixture

    init() async throws { fixture = try await Fixture() }

    @Test func `an API token names an app, and a web-auth token its user`() async throws {
        #expect(fixture.api.text.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        let app = try await fixture.repository.authenticate(fixture.credentials())
        #expect(app.principal.kind == .apiToken)
        #expect(app.principal.user == nil)
        let web = try await fixture.webAuth()
        #expect(web.text.wholeMatch(of: /158__54__[A-Za-z0-9_-]+/) != nil)
        let user = try await fixture.repository.authenticate(fixture.credentials(web.text))
        #expect(user.principal.kind == .user)
        #expect(user.principal.user == fixture.ann.recordName)
        #expect(!user.principal.isAdministrator)
        #expect(user.rotatedWebAuthToken == nil)
    }

    @Test func `tokens are good for their container and environment only`() async throws {
        let web = try await fixture.webAuth()
        var credentials = fixture.credentials(web.text)
        credentials.container = "iCloud.org.example.other"
        #expect(await fixture.refusal(credentials)?.code == .authenticationFailed)
        // An app for every container does not make the user's token one.
        let every = try await fixture.repository.createToken(NewToken(.api))
        credentials.apiToken = every.text
        #expect(await fixture.refusal(credentials)?.code == .authenticationFailed)
        credentials.webAuthToken = nil
        #expect(await fixture.refusal(credentials) == nil)
        let production = try await fixture.repository.createToken(
            NewToken(.api, environment: "production"))
        credentials.apiToken = production.text
        #expect(await fixture.refusal(credentials)?.code == .authenticationFailed)
        credentials.environment = "production"
        #expect(await fixture.refusal(credentials) == nil)
    }

    @Test func `a token that was found good stays in memory as a hash alone`() async throws {
        let web = try await fixture.webAuth()
        _ = try await fixture.repository.authenticate(fixture.credentials(web.text))
        var memory = ""
        fixture.repository.state.withLock { state in _ = dump(state, to: &memory) }
        #expect(memory.contains(fixture.ann.recordName))
        #expect(!memory.contains(fixture.api.text))
        #expect(!memory.contains(web.text))
    }

    @Test func `a token of one kind is none of another`() async throws {
        let web = try await fixture.webAuth()
        let management = try await fixture.repository.createToken(NewToken(.management))
        let texts = [fixture.api.text, web.text, management.text]
        for (place, text) in texts.enumerated() {
            var credentials = Credentials(container: Fixture.container)
            credentials.apiToken = text
            #expect((await fixture.refusal(credentials) == nil) == (place == 0))
            credentials.apiToken = fixture.api.text
            credentials.webAuthToken = text
            #expect((await fixture.refusal(credentials) == nil) == (place == 1))
            credentials = Credentials(container: Fixture.container)
            credentials.bearer = text
            #expect((await fixture.refusal(credentials) == nil) == (place == 2))
            credentials = Credentials(container: Fixture.container)
            credentials.session = text
            #expect(await fixture.refusal(credentials) != nil)
            credentials = Credentials(container: Fixture.container)
            credentials.webAuthToken = text
            #expect(await fixture.refusal(credentials)?.code == .authenticationFailed)
        }
    }

    @Test func `replies rotate the token, and the previous one is good for a while`()
        async throws
    {
        var texts = [try await fixture.webAuth().text]
        func answer(_ place: Int) async throws -> Authentication {
            try await fixture.repository.authenticate(fixture.credentials(texts[place]))
        }
        #expect(try await answer(0).rotatedWebAuthToken == nil)
        fixture.clock.advance(61)
        texts.append(try #require(try await answer(0).rotatedWebAuthToken))
        #expect(texts[0] != texts[1])
        // A reply may get lost: until the new one is used, the old one goes on.
        fixture.clock.advance(86_400)
        #expect(try await answer(0).rotatedWebAuthToken != nil)
        _ = try await answer(1)
        // Requests that were under way at the same time.
        fixture.clock.advance(299)
        #expect(try await answer(0).rotatedWebAuthToken == nil)
        fixture.clock.advance(2)
        texts.append(try #require(try await answer(1).rotatedWebAuthToken))
        _ = try await answer(2)
        _ = try await answer(1)
        #expect(
            await fixture.refusal(fixture.credentials(texts[0]))?.code == .authenticationRequired)
    }

    @Test func `an old token is refused however often newer ones take turns`() async throws {
        let first = try await fixture.webAuth().text
        var text = first
        var good: [Int] = []
        for minute in 1...12 {
            fixture.clock.advance(61)
            let found = try await fixture.repository.authenticate(fixture.credentials(text))
            text = try #require(found.rotatedWebAuthToken)
            _ = try await fixture.repository.authenticate(fixture.credentials(text))
            guard await fixture.refusal(fixture.credentials(first)) == nil else { break }
            good.append(minute)
        }
        // Superseded in the first minute, and five minutes of grace.
        #expect(good == Array(1...5))
    }

    @Test func `a token used long after it was replaced ends the sign-in, and no other`()
        async throws
    {
        let (old, other) = (try await fixture.webAuth(), try await fixture.webAuth())
        fixture.clock.advance(61)
        let found = try await fixture.repository.authenticate(fixture.credentials(old.text))
        let new = try #require(found.rotatedWebAuthToken)
        _ = try await fixture.repository.authenticate(fixture.credentials(new))
        fixture.clock.advance(301)
        #expect(await fixture.refusal(fixture.credentials(new)) == nil)
        #expect(await fixture.refusal(fixture.credentials(old.text)) != nil)
        #expect(await fixture.refusal(fixture.credentials(new))?.code == .authenticationRequired)
        #expect(await fixture.refusal(fixture.credentials(other.text)) == nil)
        #expect(try await !fixture.repository.tokens().contains(old.token))
        // Nor does it come back with a restart.
        await fixture.repository.close()
        let again = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        await #expect(throws: AuthenticationError.self) {
            try await again.authenticate(fixture.credentials(new))
        }
        _ = try await again.authenticate(fixture.credentials(other.text))
    }

    @Test func `a sign-in ends after ninety days however busy it is`() async throws {
        var text = try await fixture.webAuth().text
        for _ in 0..<8 {
            fixture.clock.advance(10 * 86_400)
            text = try #require(
                try await fixture.repository.authenticate(fixture.credentials(text))
                    .rotatedWebAuthToken)
        }
        fixture.clock.advance(10 * 86_400 - 1)
        #expect(await fixture.refusal(fixture.credentials(text)) == nil)
        fixture.clock.advance(1)
        #expect(
            await fixture.refusal(fixture.credentials(text))?.code == .authenticationRequired)
        #expect(try await fixture.repository.tokens().map(\.kind) == [.api])
    }

    @Test func `how far tokens have come outlives a restart`() async throws {
        let old = try await fixture.webAuth().text
        fixture.clock.advance(61)
        let found = try await fixture.repository.authenticate(fixture.credentials(old))
        let new = try #require(found.rotatedWebAuthToken)
        _ = try await fixture.repository.authenticate(fixture.credentials(new))
        await fixture.repository.close()
        fixture.clock.advance(301)
        let again = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        _ = try await again.authenticate(fixture.credentials(new))
        await #expect(throws: AuthenticationError.self) {
            try await again.authenticate(fixture.credentials(old))
        }
    }

    @Test func `reading writes nothing`() async throws {
        let web = try await fixture.webAuth()
        let before = try await fixture.store.serviceData(prefix: "")
        for _ in 0..<50 {
            fixture.clock.advance(30)
            _ = try await fixture.repository.authenticate(fixture.credentials(web.text))
        }
        #expect(try await fixture.store.serviceData(prefix: "") == before)
    }

    @Test func `a token that does not rotate, and one that ends`() async throws {
        let fixed = try await fixture.webAuth(rotates: false)
        let brief = try await fixture.webAuth(lifetime: 3600)
        fixture.clock.advance(3599)
        let found = try await fixture.repository.authenticate(fixture.credentials(fixed.text))
        #expect(found.rotatedWebAuthToken == nil)
        #expect(await fixture.refusal(fixture.credentials(brief.text)) == nil)
        fixture.clock.advance(1)
        #expect(
            await fixture.refusal(fixture.credentials(brief.text))?.code
                == .authenticationRequired)
        #expect(try await !fixture.repository.tokens().contains(brief.token))
        fixture.clock.advance(400 * 86_400)
        #expect(await fixture.refusal(fixture.credentials(fixed.text)) == nil)
    }

    @Test func `a session without requests for two weeks is signed out`() async throws {
        var text = try await fixture.webAuth().text
        for _ in 0..<5 {
            fixture.clock.advance(10 * 86_400)
            text = try #require(
                try await fixture.repository.authenticate(fixture.credentials(text))
                    .rotatedWebAuthToken)
        }
        _ = try await fixture.repository.authenticate(fixture.credentials(text))
        fixture.clock.advance(14 * 86_400)
        #expect(
            await fixture.refusal(fixture.credentials(text))?.code == .authenticationRequired)
        try await fixture.repository.createUser(NewUser("bob", isAdministrator: true))
        _ = try await fixture.repository.beginSession(user: fixture.ann)
        #expect(try await fixture.repository.tokens().map(\.kind) == [.api])
    }

    @Test func `two weeks count from the last request, though it used no new token`() async throws {
        let first = try await fixture.webAuth().text
        fixture.clock.advance(8 * 86_400)
        let next = try #require(
            try await fixture.repository.authenticate(fixture.credentials(first))
                .rotatedWebAuthToken)
        // Another process that removes what has ended reads it in the store.
        await fixture.repository.close()
        fixture.clock.advance(6 * 86_400)
        let other = try await AccountRepository(
            store: fixture.store, options: .turned(by: fixture.clock))
        try await other.removeExpired()
        fixture.clock.advance(2 * 86_400)
        #expect(await fixture.refusal(fixture.credentials(next)) == nil)
        // That the first text is good no longer is noted too.
        fixture.clock.advance(355)
        #expect(await fixture.refusal(fixture.credentials(next)) == nil)
        await fixture.repository.close()
        let noted = try await fixture.store.serviceData(prefix: "account/rotation/")
        // Requests within the hour are not written one by one.
        for _ in 0..<9 {
            fixture.clock.advance(355)
            #expect(await fixture.refusal(fixture.credentials(next)) == nil)
        }
        await fixture.repository.close()
        #expect(try await fixture.store.serviceData(prefix: "account/rotation/") == noted)
        fixture.clock.advance(14 * 86_400 - 3600)
        try await fixture.repository.removeExpired()
        #expect(try await fixture.repository.tokens().count == 2)
        fixture.clock.advance(3600)
        #expect(await fixture.refusal(fixture.credentials(next))?.code == .authenticationRequired)
        try await fixture.repository.removeExpired()
        #expect(try await fixture.repository.tokens().map(\.kind) == [.api])
    }

    @Test func `what has ended is removed when there is time`() async throws {
        _ = try await fixture.webAuth()
        _ = try await fixture.webAuth(rotates: false)
        func kept() async throws -> Int {
            try await fixture.store.serviceData(prefix: "account/token/").count
        }
        fixture.clock.advance(14 * 86_400 - 1)
        try await fixture.repository.removeExpired()
        #expect(try await kept() == 3)
        fixture.clock.advance(1)
        try await fixture.repository.removeExpired()
        #expect(try await kept() == 2)
    }

    @Test func `a clock that jumps does no harm`() async throws {
        let web = try await fixture.webAuth()
        fixture.clock.advance(-86_400 * 30)
        #expect(await fixture.refusal(fixture.credentials(web.text)) == nil)
        fixture.clock.advance(86_400 * 30 + 120)
        let found = try await fixture.repository.authenticate(fixture.credentials(web.text))
        let next = try #require(found.rotatedWebAuthToken)
        _ = try await fixture.repository.authenticate(fixture.credentials(next))
        fixture.clock.advance(-86_400)
        #expect(await fixture.refusal(fixture.credentials(next)) == nil)
        fixture.clock.now = Date(timeIntervalSince1970: -1_000_000)
        _ = await fixture.refusal(fixture.credentials(next))
        fixture.clock.now = Date(timeIntervalSince1970: 1e15)
        _ = await fixture.refusal(fixture.credentials(next))
    }

    @Test func `a revoked token is refused at once`() async throws {
        let web = try await fixture.webAuth()
        try await fixture.repository.revokeToken(web.token.id)
        #expect(
            await fixture.refusal(fixture.credentials(web.text))?.code == .authenticationRequired)
        try await fixture.repository.revokeToken(fixture.api.token.id)
        #expect(
            await fixture.refusal(fixture.credentials())?.code == .authenticationFailed)
        await #expect(throws: AccountError.self) {
            try await fixture.repository.revokeToken(fixture.api.token.id)
        }
    }

    @Test func `a management token administers, or asks as a user with the user's rights`()
        async throws
    {
        let token = try await fixture.repository.createToken(
            NewToken(.management, user: fixture.ann.recordName))
        try await fixture.repository.setRoles(
            ["editor": [fixture.ann.recordName]], container: Fixture.container,
            environment: "development")
        var credentials = Credentials(container: Fixture.container, environment: "development")
        credentials.bearer = token.text
        let all = try await fixture.repository.authenticate(credentials).principal
        #expect(all.kind == .management)
        #expect(all.isAdministrator)
        credentials.actingUser = fixture.ann.recordName
        let asAnn = try await fixture.repository.authenticate(credentials).principal
        #expect(!asAnn.isAdministrator)
        #expect(asAnn.user == fixture.ann.recordName)
        #expect(asAnn.roles == ["editor"])
        credentials.actingUser = AccountRepository.nobody
        let asNobody = try await fixture.repository.authenticate(credentials).principal
        #expect(asNobody.user == nil)
        #expect(!asNobody.isAdministrator)
        credentials.actingUser = "_world"
        #expect(await fixture.refusal(credentials) != nil)
        var change = UserChange()
        change.isDisabled = true
        try await fixture.repository.updateUser(fixture.ann.recordName, change)
        credentials.actingUser = nil
        #expect(await fixture.refusal(credentials)?.code == .accessDenied)
    }

    @Test func `a management token of one container stays there`() async throws {
        let token = try await fixture.repository.createToken(
            NewToken(.management, container: Fixture.container))
        var credentials = Credentials(container: Fixture.container)
        credentials.bearer = token.text
        #expect(
            try await fixture.repository.authenticate(credentials).principal.container
                == Fixture.container)
        credentials.container = "iCloud.org.example.other"
        #expect(await fixture.refusal(credentials) != nil)
        // What is about all containers is for who answers to refuse.
        credentials.container = nil
        #expect(
            try await fixture.repository.authenticate(credentials).principal.container
                == Fixture.container)
        await #expect(throws: AccountError.self) {
            try await fixture.repository.createToken(
                NewToken(.management, environment: "production"))
        }
    }

    @Test func `the page sends the browser to registered addresses only`() throws {
        var token = try Token.sample
        token.redirects = ["https://app.example.org/done", "http://localhost", "myapp://signed-in"]
        for good in [
            "https://app.example.org/done", "https://app.example.org/done?x=1",
            "https://app.example.org/done/too", "http://localhost:8080/cb", "http://localhost/",
            "myapp://signed-in?x",
        ] {
            #expect(token.allows(redirect: good), "\(good)")
        }
        for bad in [
            "https://app.example.org/", "https://app.example.org/donexyz",
            "https://app.example.org.evil.org/done",
            "https://evil.org/?https://app.example.org/done",
            "http://localhost.evil.org/", "http://localhost:80@evil.org/",
            "http://localhost@evil.org",
            "https://user@app.example.org/done", "https:\\\\evil.org", "javascript:alert(1)", "",
            "//evil.org", "/done", "https://app.example.org/done/../../other",
            "https://app.example.org/done\n", "http://localhost:x/", "http://localhost:80:80/",
        ] {
            #expect(!token.allows(redirect: bad), "\(bad)")
        }
    }

    @Test(arguments: [
        NewToken(.webAuth), NewToken(.webAuth, user: "_nobody"), NewToken(.api, user: "_nobody"),
        NewToken(.api, lifetime: 0), NewToken(.api, lifetime: .nan),
        NewToken(.api, environment: "staging"), NewToken(.api, text: "short"),
        NewToken(.api, redirects: ["javascript:alert(1)"]), NewToken(.api, redirects: ["/done"]),
        NewToken(.api, redirects: ["https://"]), NewToken(.api, redirects: ["javascript://"]),
        NewToken(.api, redirects: ["://"]), NewToken(.api, redirects: ["cloudkit-a:b"]),
        NewToken(.api, name: String(repeating: "x", count: 500)),
    ])
    func `a token that cannot be is refused`(new: NewToken) async throws {
        await #expect(throws: AccountError.self) { try await fixture.repository.createToken(new) }
    }

    @Test func `a token can be given, once`() async throws {
        let text = String(repeating: "ab", count: 32)
        let given = try await fixture.repository.createToken(NewToken(.api, text: text))
        #expect(given.text == text)
        await #expect(throws: AccountError.self) {
            try await fixture.repository.createToken(NewToken(.management, text: text))
        }
    }
}

extension Token {
    static var sample: Token {
        get throws {
            let json = #"{"id":"1","kind":"api","name":"","redirects":[],"createdAt":0}"#
            return try JSONDecoder().decode(Token.self, from: Data(json.utf8))
        }
    }
}
