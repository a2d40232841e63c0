import Accounts
import Foundation
import RecordCore
import TestTime
import Testing
import WebServices

@testable import ServerCore

@Suite struct `A user that lost rights` {
    private static let place = "/database/1/\(SecurityWorld.container)/development"

    private static func ask(
        _ world: SecurityWorld, _ method: String, _ path: String, _ body: String = "",
        as actor: SecurityWorld.Actor
    ) async throws -> ReadReply {
        try await ReadReply(
            await world.host.answer(world.request(method, path, body, as: actor)))
    }

    private static func close(_ user: String, in world: SecurityWorld) async throws {
        var change = UserChange()
        change.isDisabled = true
        try await world.host.accounts.updateUser(user, change)
    }

    @Test func `a user that is no administrator any more has no management token`() async throws {
        let world = try await SecurityWorld()
        #expect(try await Self.ask(world, "GET", "/admin/1/users", as: .management).status == 200)
        var change = UserChange()
        change.isAdministrator = false
        try await world.host.accounts.updateUser("_admin", change)
        let refused = try await Self.ask(world, "GET", "/admin/1/users", as: .management)
        #expect(refused.status == 401)
        #expect(refused.code == "AUTHENTICATION_FAILED")
    }

    @Test func `signs with no key, once the account that it acts for is closed`() async throws {
        let world = try await SecurityWorld()
        let path = Self.place + "/public/records/query"
        let body = #"{"query":{"recordType":"Note"}}"#
        // A key's own user has no account, and asks.
        #expect(try await Self.ask(world, "POST", path, body, as: .key).status == 200)
        _ = try await world.host.accounts.createUser(
            NewUser("jobs", password: "correct horse", recordName: "_key"))
        #expect(try await Self.ask(world, "POST", path, body, as: .key).status == 200)
        try await Self.close("_key", in: world)
        let refused = try await Self.ask(world, "POST", path, body, as: .key)
        #expect(refused.status == 403)
        #expect(refused.code == "ACCESS_DENIED")
    }

    @Test func `gets nothing from the notification poll`() async throws {
        let world = try await SecurityWorld()
        let made = try await Self.ask(
            world, "POST", "/device/1/\(SecurityWorld.container)/development/tokens/create",
            #"{"apnsEnvironment":"development"}"#, as: .bob)
        #expect(made.status == 200)
        let url = try #require(URL(string: made.json["webcourierURL"] as? String ?? ""))
        try await Self.close("_bob", in: world)
        let refused = try await Self.ask(world, "GET", url.path, as: .anonymous)
        #expect(refused.status == 403)
        try await world.host.accounts.deleteUser("_bob")
        #expect(try await Self.ask(world, "GET", url.path, as: .anonymous).status == 403)
    }

    /// The path of an actor's courier, with a notification that waits there.
    private static func courier(
        _ world: SecurityWorld, as actor: SecurityWorld.Actor
    ) async throws -> String {
        // Of two actors with one user the second has it already.
        _ = try await ask(
            world, "POST", place + "/public/subscriptions/modify",
            #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","#
                + #""subscriptionType":"query","query":{"recordType":"Wiki"},"#
                + #""firesOn":["create"]}}]}"#, as: actor)
        let made = try await ask(
            world, "POST", "/device/1/\(SecurityWorld.container)/development/tokens/create",
            #"{"apnsEnvironment":"development"}"#, as: actor)
        #expect(made.status == 200)
        let saved = try await ask(
            world, "POST", place + "/public/records/modify",
            #"{"operations":[{"operationType":"create","#
                + #""record":{"recordName":"news for \#(actor)","recordType":"Wiki"}}]}"#,
            as: .editor)
        #expect(saved.status == 200)
        return try #require(URL(string: made.json["webcourierURL"] as? String ?? "")).path
    }

    /// All that there is at a courier, told before or not.
    private static func poll(_ world: SecurityWorld, _ path: String) async throws -> ReadReply {
        try await ReadReply(
            await world.host.answer(WireRequest("GET", path, query: "list=1&after=0")))
    }

    @Test func `hears nothing more once what it was let in with has ended`() async throws {
        let world = try await SecurityWorld()
        let accounts = world.host.accounts
        func expectGood(_ path: String) async throws {
            let reply = try await Self.poll(world, path)
            #expect(reply.status == 200)
            #expect(reply.list("notifications").count >= 1, "\(reply.text)")
        }
        func expectGone(_ path: String) async throws {
            let reply = try await Self.poll(world, path)
            #expect(reply.status == 404)
            #expect(reply.code == "NOT_FOUND")
        }
        let dashboard = try await Self.courier(world, as: .dashboard)
        try await expectGood(dashboard)
        try await accounts.endSession(cookie: world.session.cookie)
        try await expectGone(dashboard)

        let bob = try await Self.courier(world, as: .bob)
        try await expectGood(bob)
        for token in try await accounts.tokens() where token.user == "_bob" {
            try await accounts.revokeToken(token.id)
        }
        try await expectGone(bob)

        let key = try await Self.courier(world, as: .key)
        try await expectGood(key)
        try await accounts.revokeKey(world.keyID)
        try await expectGone(key)

        let reader = try await Self.courier(world, as: .reader)
        try await expectGood(reader)
        let management = try await Self.courier(world, as: .management)
        try await expectGood(management)
        world.clock.advance(12 * 3600 + 1)
        try await expectGood(reader)
        try await accounts.revokeToken(world.app.token.id)
        try await expectGone(reader)
        try await expectGood(management)
        var change = UserChange()
        change.isAdministrator = false
        try await accounts.updateUser("_admin", change)
        try await expectGone(management)
    }

    @Test func `hears what there is while its token rotates, and nothing with a new password`()
        async throws
    {
        let world = try await SecurityWorld()
        let accounts = world.host.accounts
        let path = try await Self.courier(world, as: .ann)
        var credentials = Credentials(
            container: SecurityWorld.container, environment: "development")
        credentials.apiToken = world.app.text
        credentials.webAuthToken = world.webAuth["ann"]
        for _ in 0..<3 {
            world.clock.advance(400)
            let found = try await accounts.authenticate(credentials)
            #expect(found.rotatedWebAuthToken != nil)
            credentials.webAuthToken = found.rotatedWebAuthToken
        }
        #expect(try await Self.poll(world, path).status == 200)
        var change = UserChange()
        change.password = "battery staple"
        try await accounts.updateUser("_ann", change)
        #expect(try await Self.poll(world, path).status == 404)
    }

    @Test func `a key's courier brings nothing of its user's private database`() async throws {
        let world = try await SecurityWorld()
        let accounts = world.host.accounts
        _ = try await Self.courier(world, as: .bob)
        func ask(_ path: String, _ operation: String, device: String) async throws {
            var request = world.request(
                "POST", Self.place + path,
                #"{"operations":[{"operationType":"create",\#(operation)}]}"#,
                as: .bob)
            request.headers.append(("x-quarry-device", device))
            let reply = try await ReadReply(await world.host.answer(request))
            #expect(reply.status == 200)
            #expect(!reply.text.contains("serverErrorCode"), "\(reply.text)")
        }
        try await ask(
            "/private/subscriptions/modify",
            #""subscription":{"subscriptionID":"own","subscriptionType":"query","#
                + #""query":{"recordType":"Note"},"firesOn":["create"]}"#, device: "reader")
        try await ask(
            "/private/records/modify", #""record":{"recordName":"n","recordType":"Note"}"#,
            device: "writer")
        let web = try #require(try await accounts.tokens().first { $0.user == "_bob" })
        func told(_ kind: Principal.Kind, _ id: String) async throws -> [String] {
            let token = world.host.courier.newToken(
                ContainerRegistry.Key(SecurityWorld.container, .development), user: "_bob",
                device: "reader", after: 0, hasAccount: true,
                credential: NotificationPoll.Credential(kind: kind, id: id), at: world.clock.now)
            let reply = try await Self.poll(world, "/courier/" + token)
            #expect(reply.status == 200)
            return reply.list("notifications").compactMap {
                (($0["ck"] as? [String: Any])?["qry"] as? [String: Any])?["sid"] as? String
            }
        }
        #expect(try await told(.user, web.id) == ["s", "own"])
        #expect(try await told(.serverKey, world.keyID) == ["s"])
    }

    @Test func `a courier that says no credential is none where one is needed`() async throws {
        let world = try await SecurityWorld()
        let now = world.clock.now
        let token = world.host.courier.newToken(
            ContainerRegistry.Key(SecurityWorld.container, .development), user: "_bob",
            device: "reader", after: 0, hasAccount: true, at: now)
        #expect(try await Self.poll(world, "/courier/" + token).status == 404)
        // Earlier versions had eight parts.
        let seal = Seal(secret: Seal.newSecret())
        let courier = NotificationPoll(HostLimits(), seal: seal, store: MemoryStore())
        let old = seal.text(
            "courier", ["iCloud.a", "development", "_bob", "reader", "m", "7", "run", "1"],
            until: now.addingTimeInterval(60))
        let address = try #require(courier.address(old, at: now))
        #expect(address.user == "_bob")
        #expect(address.start == 7)
        #expect(address.credential == nil)
        // Later ones had ten.
        let later = seal.text(
            "courier",
            ["iCloud.a", "development", "_bob", "reader", "m", "7", "run", "1", "user", "id"],
            until: now.addingTimeInterval(60))
        #expect(
            courier.address(later, at: now)?.credential
                == NotificationPoll.Credential(kind: .user, id: "id"))
    }

    @Test func `uploads nothing without a name, and one content an address`() async throws {
        let world = try await SecurityWorld()
        let path = Self.place + "/public/assets/upload"
        let body =
            #"{"tokens":[{"recordType":"Note","recordName":"n","fieldName":"picture"}]}"#
        let nameless = try await Self.ask(world, "POST", path, body, as: .app)
        #expect(nameless.status == 421)
        let made = try await Self.ask(world, "POST", path, body, as: .bob)
        let url = try #require(
            URL(string: made.list("tokens").first?["url"] as? String ?? ""))
        func send(_ content: String) async throws -> ReadReply {
            try await Self.ask(world, "POST", url.path, content, as: .anonymous)
        }
        let first = try await send("one")
        #expect(first.status == 200)
        let again = try await send("one")
        #expect(again.status == 200)
        #expect(try await send("two").status == 400)
    }

    @Test func `a record is deleted and created again in one request`() async throws {
        let world = try await SecurityWorld()
        let path = Self.place + "/public/records/modify"
        func record(_ kind: String, _ text: String) -> String {
            #"{"operationType":"\#(kind)","record":{"recordName":"r","recordType":"Note","#
                + #""fields":{"text":{"value":"\#(text)"}}}}"#
        }
        _ = try await Self.ask(
            world, "POST", path, #"{"operations":[\#(record("create", "old"))]}"#, as: .bob)
        let done = try await Self.ask(
            world, "POST", path,
            #"{"operations":[\#(record("forceDelete", "")),\#(record("create", "new"))]}"#,
            as: .bob)
        #expect(done.status == 200)
        let entries = done.list("records")
        #expect(entries.first?["deleted"] as? Bool == true)
        let text = (entries.last?["fields"] as? [String: [String: Any]])?["text"]
        #expect(text?["value"] as? String == "new")
    }
}
