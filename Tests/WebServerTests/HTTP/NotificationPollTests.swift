import Foundation
import ServerCore
import Testing

@Suite struct `Couriers` {
    private static func subscribe(_ client: RawClient, _ server: TestServer) throws {
        let reply = try client.ask(
            "POST", server.path("public/subscriptions/modify?clientId=reader"),
            #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"City"},"firesOn":["create"],"notificationInfo":{"alertBody":"A city","shouldSendContentAvailable":true}}}]}"#
        )
        #expect(reply.status == 200)
        #expect(!reply.text.contains("serverErrorCode"))
    }

    private static func token(_ client: RawClient, _ server: TestServer) throws -> String {
        let reply = try client.ask(
            "POST", "/device/1/\(TestServer.container)/development/tokens/create",
            #"{"apnsEnvironment":"development","clientId":"reader"}"#)
        #expect(reply.status == 200)
        let url = try #require(reply.json["webcourierURL"] as? String)
        return try #require(URLComponents(string: url)?.path)
    }

    private static func create(
        _ name: String, _ client: RawClient, _ server: TestServer
    ) throws {
        let reply = try client.ask(
            "POST", server.path("public/records/modify?clientId=writer"),
            #"{"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"City","fields":{"name":{"value":"x"}}}}]}"#
        )
        #expect(reply.status == 200)
    }

    @Test func `bring news when there is any, and lose none between two questions`() async throws {
        try await TestServer.with({ options, _ in options.limits.pollSeconds = 600 }) { server in
            let path = try await blocking {
                let client = try RawClient(server.port)
                // The type must be known before it can be subscribed to.
                try Couriers.create("zero", client, server)
                try Couriers.subscribe(client, server)
                return try Couriers.token(client, server)
            }
            async let waiting = blocking { try RawClient(server.port).ask("GET", path) }
            #expect(try await server.waits(until: "quarry_polls_waiting", is: 1))
            try await blocking {
                let client = try RawClient(server.port)
                try Couriers.create("one", client, server)
            }
            let first = try await waiting
            #expect(first.status == 200)
            #expect(first.text.contains("\"rid\":\"one\""))
            #expect(first.text.contains("\"sid\":\"s\""))
            #expect(first.text.contains("A city"))
            try await blocking {
                let client = try RawClient(server.port)
                try Couriers.create("two", client, server)
                try Couriers.create("three", client, server)
                #expect(try client.ask("GET", path).text.contains("\"rid\":\"two\""))
                #expect(try client.ask("GET", path).text.contains("\"rid\":\"three\""))
                // A client that sends its position receives again what came after it.
                let payload = first.json["ck"] as? [String: any Sendable]
                let id = try #require(payload?["nid"] as? String)
                let list = try client.ask("GET", path + "?list=1&after=\(id)")
                let news = try #require(list.json["notifications"] as? [any Sendable])
                #expect(news.count == 2)
            }
        }
    }

    @Test func `begin after what the same program has changed`() async throws {
        try await TestServer.with({ options, _ in options.limits.pollSeconds = 0.3 }) { server in
            try await blocking {
                let client = try RawClient(server.port)
                try Couriers.create("zero", client, server)
                try Couriers.subscribe(client, server)
                // A program that names its device only where it asks for a token.
                let saved = try client.ask(
                    "POST", server.path("public/records/modify"),
                    #"{"operations":[{"operationType":"create","record":{"recordName":"one","recordType":"City","fields":{"name":{"value":"x"}}}}]}"#
                )
                #expect(saved.status == 200)
                let path = try Couriers.token(client, server)
                #expect(try client.ask("GET", path).text == "{}")
            }
        }
    }

    @Test func `answer with nothing after a while, and when the server stops`() async throws {
        let server = try await TestServer.start { options, _ in options.limits.pollSeconds = 0.3 }
        let path = try await blocking {
            let client = try RawClient(server.port)
            let path = try Couriers.token(client, server)
            #expect(try client.ask("GET", path).text == "{}")
            #expect(try client.ask("GET", "/courier/nonsense").status == 404)
            return path
        }
        try await server.stop()
        let patient = try await TestServer.start { options, _ in options.limits.pollSeconds = 600 }
        let other = try await blocking {
            try Couriers.token(try RawClient(patient.port), patient)
        }
        #expect(other != path)
        async let waiting = blocking { try RawClient(patient.port).ask("GET", other) }
        #expect(try await patient.waits(until: "quarry_polls_waiting", is: 1))
        try await patient.stop()
        let nothing = try await waiting
        #expect(nothing.text == "{}")
    }

    @Test func `let so many requests of one user wait, and refuse more`() async throws {
        try await TestServer.with({ options, _ in
            options.limits.pollSeconds = 600
            options.limits.pollsPerUser = 2
        }) { server in
            let waiting = "quarry_polls_waiting"
            let path = try await blocking {
                try Couriers.token(try RawClient(server.port), server)
            }
            let clients = try await blocking { try (0..<2).map { _ in try RawClient(server.port) } }
            for client in clients {
                try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            #expect(try await server.waits(until: waiting, is: 2))
            let refused = try await blocking { try RawClient(server.port).ask("GET", path) }
            #expect(refused.status == 429)
            #expect(refused.json["serverErrorCode"] as? String == "THROTTLED")
            #expect(refused.json["retryAfter"] != nil)
            // The place of one that leaves is free.
            clients[0].endSending()
            #expect(try await server.waits(until: waiting, is: 1))
            let next = try await blocking { try RawClient(server.port) }
            try next.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await server.waits(until: waiting, is: 2))
            for client in [clients[1], next] { client.endSending() }
            #expect(try await server.waits(until: waiting, is: 0))
        }
    }

    @Test func `let many requests wait, and forget those whose client leaves`() async throws {
        try await TestServer.with({ options, _ in
            options.limits.pollSeconds = 600
            options.limits.pollsPerUser = 200
        }) { server in
            let path = try await blocking {
                try Couriers.token(try RawClient(server.port), server)
            }
            let clients = try await blocking {
                let clients = try (0..<200).map { _ in try RawClient(server.port) }
                for client in clients {
                    try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                }
                #expect(try RawClient(server.port).ask("GET", "/health").status == 200)
                return clients
            }
            let waiting = "quarry_polls_waiting"
            #expect(try await server.waits(until: waiting, is: clients.count, within: 300))
            for client in clients { client.endSending() }
            #expect(try await server.waits(until: waiting, is: 0, within: 300))
        }
    }
}
