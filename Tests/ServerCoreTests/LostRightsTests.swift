import Accounts
import Foundation
import ServerCore
import Testing
import WebServices

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
