#if Postgres
import Foundation
import RecordCore
import RecordService
import TestTime
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// What servers of one database tell the devices of users.
    @Suite(.enabled(if: Servers.canRun)) struct `Notices of several servers` {
        private static func subscribe(_ host: ServerCore.Host, once: Bool = false) async throws {
            let reply = try await host.ask(
                "public/subscriptions/modify",
                #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"query","firesOnce":\#(once),"firesOn":["create"],"query":{"recordType":"City","filterBy":[{"fieldName":"name","comparator":"EQUALS","fieldValue":{"value":"Paris"}}]}}}]}"#
            )
            #expect(reply.status == 200)
            #expect(!reply.text.contains("serverErrorCode"), "\(reply.text)")
        }

        private static func write(_ host: ServerCore.Host, _ name: String) async throws {
            let reply = try await host.ask(
                "public/records/modify", `Several servers on one database`.create(name),
                user: "_bob", device: "other")
            #expect(reply.status == 200)
        }

        /// Servers with the type that is subscribed to, and a courier's path.
        private static func prepare(_ servers: Servers) async throws -> String {
            try await write(servers[0], "first")
            let made = try await servers[0].ask(
                "/device/1/\(Servers.container)/development/tokens/create",
                #"{"apnsEnvironment":"development"}"#)
            let url = try #require(URL(string: made.json["webcourierURL"] as? String ?? ""))
            return url.path
        }

        /// Servers, the first of which was asked to tell of new cities, and a courier's path.
        private static func withSubscription(
            _ count: Int = 2, once: Bool = false,
            _ body: (Servers, _ courier: String) async throws -> Void
        ) async throws {
            try await Servers.with(count) { options in
                options.limits.pollSeconds = 0.2
            } _: { servers in
                let courier = try await prepare(servers)
                try await subscribe(servers[0], once: once)
                try await body(servers, courier)
            }
        }

        private static func news(
            _ host: ServerCore.Host, _ courier: String, after: String? = nil
        ) async throws -> [String] {
            let reply = try await ReadReply(
                await host.answer(
                    WireRequest(
                        "GET", courier, query: "list=1" + (after.map { "&after=\($0)" } ?? "")))
            )
            #expect(reply.status == 200)
            return (reply.json["notifications"] as? [[String: Any]] ?? []).compactMap {
                (($0["ck"] as? [String: Any])?["qry"] as? [String: Any])?["rid"] as? String
            }
        }

        /// The first news that come, where some are to come.
        private static func coming(
            _ host: ServerCore.Host, _ courier: String, after: String? = nil
        ) async throws -> [String] {
            var found: [String] = []
            _ = try await eventually {
                found = try await news(host, courier, after: after)
                return !found.isEmpty
            }
            return found
        }

        @Test(arguments: [true, false])
        func `a request that waits at one server receives what another wrote`(hearsOthers: Bool)
            async throws
        {
            try await Servers.with(hearsOthers: hearsOthers) { servers in
                let courier = try await Self.prepare(servers)
                try await Self.subscribe(servers[1])
                // The other reads the subscriptions again on a notification, or after a second.
                var number = 0
                let isHeard = try await eventually {
                    number += 1
                    try await Self.write(servers[0], "r\(number)")
                    return try await !Self.news(servers[1], courier).isEmpty
                }
                #expect(isHeard)
            }
        }

        @Test func `what was told at one is not told again at another`() async throws {
            try await Self.withSubscription { servers, courier in
                try await Self.write(servers[0], "a")
                #expect(try await Self.coming(servers[0], courier) == ["a"])
                #expect(try await Self.news(servers[1], courier) == [])
                try await Self.write(servers[0], "b")
                #expect(try await Self.coming(servers[1], courier) == ["b"])
                #expect(try await Self.news(servers[0], courier) == [])
            }
        }

        @Test func `a server that stops leaves what it had to tell`() async throws {
            try await Self.withSubscription { servers, courier in
                try await Self.write(servers[0], "a")
                try await servers[0].close()
                #expect(try await Self.coming(servers[1], courier) == ["a"])
            }
        }

        @Test func `a subscription that fires once does so at one of them`() async throws {
            try await Self.withSubscription(3, once: true) { servers, courier in
                for host in servers.hosts {
                    // Each knows the subscription before any of them fires it.
                    let found = try await host.ask("public/subscriptions/list")
                    #expect(found.text.contains(#""subscriptionID":"s""#))
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, host) in servers.hosts.enumerated() {
                        group.addTask { try await Self.write(host, "r\(number)") }
                    }
                    try await group.waitForAll()
                }
                #expect(try await Self.coming(servers[0], courier).count == 1)
                let left = try await servers[1].ask("public/subscriptions/list")
                #expect(!left.text.contains(#""subscriptionID":"s""#))
            }
        }

        @Test func `numbers go on where the store was put back to an earlier moment`()
            async throws
        {
            try await Self.withSubscription { servers, courier in
                try await Self.write(servers[0], "a")
                let service = try await servers[0].containers.service(
                    Servers.container, .development)
                let caller = try await servers[0].ask("public/users/caller").json
                let place = ServicePlace.private(
                    user: try #require(caller["userRecordName"] as? String))
                let before = try await service.store.serviceData(prefix: "notice", in: place)
                try await Self.write(servers[0], "b")
                let reply = try await ReadReply(
                    await servers[0].answer(WireRequest("GET", courier, query: "list=1")))
                let list = reply.json["notifications"] as? [[String: Any]]
                let last = try #require(
                    (list?.last?["ck"] as? [String: Any])?["nid"] as? String)
                // As a restore does it, with servers that start over.
                var entries = try await service.store.serviceData(prefix: "notice", in: place)
                    .mapValues { _ in nil as Data? }
                for (key, data) in before { entries[key] = data }
                try await service.store.setServiceData(entries, in: place)
                var options = servers[0].options
                options.limits.pollSeconds = 0.2
                let fresh = try await ServerCore.Host(options)
                try await Self.write(fresh, "c")
                #expect(try await Self.coming(fresh, courier, after: last) == ["c"])
                try await fresh.close()
            }
        }
    }
}
#endif
