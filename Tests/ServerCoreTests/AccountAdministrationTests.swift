import Accounts
import Foundation
import ServerCore
import Testing
import WebServices

@Suite struct `The administration of accounts` {
    static func ask(
        _ world: SecurityWorld, _ method: String, _ path: String, _ body: String = "",
        as actor: SecurityWorld.Actor = .management
    ) async throws -> ReadReply {
        try await ReadReply(
            await world.host.answer(
                world.request(method, "/admin/1/" + path, body, as: actor)))
    }

    @Test func `the dashboard signs in and out`() async throws {
        let world = try await SecurityWorld()
        func send(
            _ method: String, _ body: String = "", _ headers: [(name: String, value: String)] = []
        ) async throws -> (WireReply, ReadReply) {
            let reply = await world.host.answer(
                WireRequest(
                    method, "/admin/1/session", headers: headers, body: .bytes(Array(body.utf8))))
            return (reply, try await ReadReply(reply))
        }
        #expect(try await send("GET").1.status == 401)
        #expect(
            try await send("POST", #"{"user":"admin","password":"wrong"}"#).1.code
                == "SIGN_IN_FAILED")
        #expect(
            try await send("POST", #"{"user":"bob","password":"correct horse"}"#).1.status == 403)
        let right = #"{"user":"admin","password":"correct horse"}"#
        #expect(
            try await send("POST", right, [("origin", "https://evil.org"), ("host", "a")]).1
                .status == 403)
        let (reply, begun) = try await send("POST", right)
        #expect(begun.status == 200)
        #expect((begun.json["user"] as? [String: Any])?["name"] as? String == "admin")
        let csrf = try #require(begun.json["csrf"] as? String)
        let header = try #require(reply.headers.first { $0.name == "set-cookie" }?.value)
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(header.contains(part)) }
        let cookie = String(header.split(separator: ";")[0])
        let (_, current) = try await send("GET", "", [("cookie", cookie)])
        #expect(current.json["csrf"] as? String == csrf)
        #expect(try await send("DELETE", "", [("cookie", cookie)]).1.status == 403)
        let (gone, ended) = try await send(
            "DELETE", "", [("cookie", cookie), ("x-quarry-csrf", csrf)])
        #expect(ended.status == 200)
        #expect(gone.headers.contains { $0.value.contains("Max-Age=0") })
        #expect(try await send("GET", "", [("cookie", cookie)]).1.status == 401)
    }

    @Test func `users are made, changed and removed`() async throws {
        let world = try await SecurityWorld()
        let made = try await Self.ask(
            world, "POST", "users",
            #"{"name":"Zoë","password":"correct horse","email":"zoe@example.org","isAdministrator":false}"#
        )
        #expect(made.status == 200)
        let name = try #require(made.json["recordName"] as? String)
        #expect(made.json["isDisabled"] as? Bool == false)
        #expect(made.json["password"] == nil)
        let again = try await Self.ask(world, "POST", "users", #"{"name":"zoë"}"#)
        #expect(again.status == 409)
        #expect((again.json["quarry"] as? [String: Any])?["field"] as? String == "name")
        let short = try await Self.ask(
            world, "POST", "users", #"{"name":"x","password":"short"}"#)
        #expect(short.status == 400)
        let changed = try await Self.ask(
            world, "PATCH", "users/\(name)", #"{"email":"","isDisabled":true,"givenName":"Zoë"}"#)
        #expect(changed.json["email"] == nil)
        #expect(changed.json["isDisabled"] as? Bool == true)
        #expect(changed.json["givenName"] as? String == "Zoë")
        #expect(changed.json["name"] as? String == "Zoë")
        let list = try await Self.ask(world, "GET", "users")
        #expect(list.list("users").count == 10)
        #expect(try await Self.ask(world, "DELETE", "users/\(name)").status == 200)
        #expect(try await Self.ask(world, "DELETE", "users/\(name)").status == 404)
        #expect(try await Self.ask(world, "PATCH", "users/_nobody", "{}").status == 404)
        #expect(try await Self.ask(world, "POST", "users", "{").status == 400)
        #expect(try await Self.ask(world, "PUT", "users", "{}").status == 405)
    }

    @Test func `the own account cannot be deleted, disabled or demoted at the dashboard`()
        async throws
    {
        let world = try await SecurityWorld()
        for (method, body) in [
            ("DELETE", ""), ("PATCH", #"{"isDisabled":true}"#),
            ("PATCH", #"{"isAdministrator":false}"#),
        ] {
            #expect(
                try await Self.ask(world, method, "users/_admin", body, as: .dashboard).status
                    == 400)
        }
        #expect(
            try await Self.ask(
                world, "PATCH", "users/_admin", #"{"givenName":"A"}"#, as: .dashboard
            ).status == 200)
    }

    @Test func `the last administrator that can sign in is not removed, closed or demoted`()
        async throws
    {
        let world = try await SecurityWorld()
        // One without a password and a closed one do not count.
        for body in [
            #"{"name":"mute","isAdministrator":true}"#,
            #"{"name":"r","recordName":"_r","isAdministrator":true,"password":"correct horse"}"#,
        ] {
            #expect(try await Self.ask(world, "POST", "users", body).status == 200)
        }
        let closing = try await Self.ask(world, "PATCH", "users/_r", #"{"isDisabled":true}"#)
        #expect(closing.status == 200)
        let demotion = #"{"isAdministrator":false}"#
        for (method, body) in [
            ("DELETE", ""), ("PATCH", #"{"isDisabled":true}"#), ("PATCH", demotion),
        ] {
            let refused = try await Self.ask(world, method, "users/_admin", body)
            #expect(refused.status == 400)
            let reason = refused.json["reason"] as? String
            #expect(reason?.contains("last administrator that can sign in") == true)
        }
        let named = try await Self.ask(world, "PATCH", "users/_admin", #"{"givenName":"A"}"#)
        #expect(named.status == 200)
        let opening = try await Self.ask(world, "PATCH", "users/_r", #"{"isDisabled":false}"#)
        #expect(opening.status == 200)
        #expect(try await Self.ask(world, "PATCH", "users/_admin", demotion).status == 200)
    }

    @Test func `a token is shown once`() async throws {
        let world = try await SecurityWorld()
        for body in [
            #"{"kind":"api","container":"\#(SecurityWorld.container)","redirects":["https://a.example/"]}"#,
            #"{"kind":"webAuth","user":"_bob","container":"\#(SecurityWorld.container)","expiresIn":3600}"#,
            #"{"kind":"management","name":"CI"}"#,
        ] {
            let made = try await Self.ask(world, "POST", "tokens", body, as: .dashboard)
            #expect(made.status == 200, "\(made.text)")
            let text = try #require(made.json["token"] as? String)
            let id = try #require(made.json["id"] as? String)
            let list = try await Self.ask(world, "GET", "tokens")
            #expect(list.list("tokens").contains { $0["id"] as? String == id })
            #expect(!list.text.contains(text))
            #expect(try await Self.ask(world, "DELETE", "tokens/\(id)").status == 200)
            #expect(try await Self.ask(world, "DELETE", "tokens/\(id)").status == 404)
        }
        for body in [
            #"{"kind":"other"}"#, #"{}"#, #"{"kind":"webAuth"}"#, #"{"kind":"api","expiresIn":-1}"#,
        ] {
            #expect(try await Self.ask(world, "POST", "tokens", body).status == 400)
        }
    }

    @Test func `a management token ends with its maker, and so does one made with it`() async throws
    {
        let world = try await SecurityWorld()
        let accounts = world.host.accounts
        let rita = try await accounts.createUser(
            NewUser("rita", password: "correct horse", isAdministrator: true))
        func ask(
            _ method: String, _ path: String, _ body: String = "", by token: String
        ) async throws -> ReadReply {
            try await ReadReply(
                await world.host.answer(
                    WireRequest(
                        method, "/admin/1/" + path,
                        headers: [(name: "authorization", value: "Bearer \(token)")],
                        body: .bytes(Array(body.utf8)))))
        }
        func made(by token: String) async throws -> ReadReply {
            try await ask("POST", "tokens", #"{"kind":"management"}"#, by: token)
        }
        let first = try await accounts.createToken(NewToken(.management, user: rita.recordName))
        let second = try await made(by: first.text)
        #expect(second.json["user"] as? String == rita.recordName)
        let third = try await made(by: try #require(second.json["token"] as? String))
        let text = try #require(third.json["token"] as? String)
        #expect(try await ask("GET", "users", by: text).status == 200)
        try await accounts.deleteUser(rita.recordName)
        #expect(try await ask("GET", "users", by: text).status == 401)
        // The tool's tokens have no maker, nor has one made with them.
        let free = try await accounts.createToken(NewToken(.management))
        let next = try await made(by: free.text)
        #expect(next.status == 200)
        #expect(next.json["user"] == nil)
    }

    @Test func `credentials of apps are none, for whatever container they are`() async throws {
        let world = try await SecurityWorld()
        let accounts = world.host.accounts
        for container in [SecurityWorld.container, nil] {
            let app = try await accounts.createToken(NewToken(.api, container: container))
            let user = try await accounts.createToken(
                NewToken(.webAuth, container: container, user: "_admin"))
            for query in [
                "ckAPIToken=\(app.text)", "ckAPIToken=\(app.text)&ckWebAuthToken=\(user.text)",
            ] {
                for path in ["users", "containers", "session"] {
                    let reply = try await ReadReply(
                        await world.host.answer(
                            WireRequest("GET", "/admin/1/\(path)", query: query)))
                    #expect(reply.status == 401, "\(path)")
                    #expect(reply.code == "AUTHENTICATION_FAILED")
                }
            }
        }
    }

    @Test func `a key is listed, used and revoked`() async throws {
        let world = try await SecurityWorld()
        let list = try await Self.ask(world, "GET", "keys").list("keys")
        #expect(list.count == 3)
        let path = "/database/1/\(SecurityWorld.container)/development/public/records/query"
        let body = #"{"query":{"recordType":"Note"}}"#
        func query() async throws -> Int {
            try await ReadReply(
                await world.host.answer(world.request("POST", path, body, as: .key))
            ).status
        }
        #expect(try await query() == 200)
        #expect(try await Self.ask(world, "DELETE", "keys/\(world.keyID)").status == 200)
        #expect(try await query() == 401)
        let wrong = try await Self.ask(
            world, "POST", "keys", #"{"name":"x","publicKey":"-----BEGIN PUBLIC KEY-----"}"#)
        #expect(wrong.status == 400)
        #expect((wrong.json["reason"] as? String)?.contains("P-256") == true)
    }

    @Test func `roles replace those that were read, and no others`() async throws {
        let world = try await SecurityWorld()
        let place = "/admin/1/containers/\(SecurityWorld.container)/development/roles"
        func ask(_ method: String, _ body: String = "", _ tag: String? = nil) async -> WireReply {
            var request = world.request(method, place, body, as: .management)
            if let tag { request.headers.append(("if-match", tag)) }
            return await world.host.answer(request)
        }
        let read = await ask("GET")
        let tag = try #require(read.headers.first { $0.name == "etag" }?.value)
        #expect(await ask("PUT", #"{"roles":{"editor":["_bob"]}}"#, tag).status == 200)
        #expect(await ask("PUT", #"{"roles":{}}"#, tag).status == 409)
        let roles = try await world.host.accounts.roles(
            container: SecurityWorld.container, environment: "development")
        #expect(roles == ["editor": ["_bob"]])
        #expect(await ask("PUT", #"{"roles":{}}"#, "*").status == 200)
    }

    @Test func `roles are had at once, and taken at once`() async throws {
        let world = try await SecurityWorld()
        let place = "containers/\(SecurityWorld.container)/development/roles"
        let roles = try await Self.ask(world, "GET", place)
        #expect((roles.json["roles"] as? [String: [String]]) == ["editor": ["_editor"]])
        func reads(_ actor: SecurityWorld.Actor) async throws -> String {
            try await world.outcome(of: .readArticle, as: actor, number: 0)
        }
        #expect(try await reads(.bob) == "403")
        #expect(
            try await Self.ask(world, "PUT", place, #"{"roles":{"editor":["_bob","_key"]}}"#)
                .status == 200)
        #expect(try await reads(.bob) == "yes")
        #expect(try await reads(.key) == "yes")
        #expect(try await reads(.editor) == "403")
        #expect(
            try await Self.ask(world, "PUT", place, #"{"roles":{"_icloud":["_bob"]}}"#).status
                == 400)
        #expect(
            try await Self.ask(world, "PUT", place, #"{"roles":{"editor":["_nobody"]}}"#).status
                == 404)
        // A request that names no roles takes none away, and roles stand under their name.
        for body in ["", "{}", #"{"editor":["_editor"]}"#] {
            let refused = try await Self.ask(world, "PUT", place, body)
            #expect(refused.status == 400, "\(body)")
        }
        #expect(try await reads(.bob) == "yes")
        // The other environment has roles of its own.
        let other = try await Self.ask(
            world, "GET", "containers/\(SecurityWorld.container)/production/roles")
        #expect((other.json["roles"] as? [String: [String]]) == [:])
    }
}
