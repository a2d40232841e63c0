#if Postgres
import Accounts
import Foundation
import RecordCore
import Stores
import Synchronization
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// What servers of one database do as one.
    @Suite(.enabled(if: Servers.canRun)) struct `Several servers on one database` {
        static func create(_ name: String, _ title: String = "Paris", zone: String? = nil)
            -> String
        {
            let place = zone.map { #""zoneID":{"zoneName":"\#($0)"},"# } ?? ""
            return
                #"{\#(place)"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"City","fields":{"name":{"value":"\#(title)"}}}}]}"#
        }

        static let query = #"{"query":{"recordType":"City"},"resultsLimit":1}"#

        @Test func `each reads what another wrote`() async throws {
            try await Servers.with(3) { servers in
                let made = try await servers[0].ask("public/records/modify", Self.create("r"))
                #expect(made.status == 200)
                for host in servers.hosts {
                    let found = try await host.ask(
                        "public/records/lookup", #"{"records":[{"recordName":"r"}]}"#)
                    #expect(found.text.contains("Paris"))
                }
            }
        }

        /// By the thread itself: a name that is set before a thread begins is lost on Linux.
        private static func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

        /// What is left of a reply is read while it is sent, when the request is answered already.
        @Test func `the rest of a long reply blocks no thread of a connection`() async throws {
            try await Servers.with(1) { options in
                options.databaseThreads = 1
            } _: { servers in
                func zone(_ name: String) -> String { #"{"zoneID":{"zoneName":"\#(name)"}}"# }
                let made = ["A", "B"].map { #"{"operationType":"create","zone":\#(zone($0))}"# }
                _ = try await servers[0].ask(
                    "private/zones/modify", #"{"operations":[\#(made.joined(separator: ","))]}"#)
                // More than is sent in one piece.
                let saved = try await servers[0].ask(
                    "private/records/modify",
                    Self.create("r", String(repeating: "x", count: 300_000), zone: "A"))
                #expect(saved.status == 200)
                let reply = await servers[0].answer(
                    WireRequest(
                        "POST",
                        "/database/1/\(Servers.container)/development/private/changes/zone",
                        headers: [(name: AccountRepository.userHeader, value: "_ann")],
                        body: .bytes(Array(#"{"zones":[\#(zone("A")),\#(zone("B"))]}"#.utf8))))
                guard case .stream(let send) = reply.body else {
                    Issue.record("The reply is in one piece.")
                    return
                }
                let threads = try #require(servers[0].peers).threads
                let expected = await withTaskExecutorPreference(threads) { Self.thread() }
                let senders = Mutex<[ObjectIdentifier]>([])
                try await send { _ in
                    let sender = Self.thread()
                    senders.withLock { $0.append(sender) }
                }
                // The first piece is there before anything else is read.
                #expect(senders.withLock { $0.last } == expected)
            }
        }

        @Test func `a container that one makes is everybody's`() async throws {
            try await Servers.with { servers in
                let name = "iCloud.org.example.other"
                try await servers[0].containers.create(name)
                await #expect(throws: ContainerRegistry.Refusal.exists(name)) {
                    try await servers[1].containers.create(name)
                }
                let made = try await servers[1].ask(
                    "public/records/modify", Self.create("r"), in: name)
                #expect(made.status == 200)
                try await servers[0].containers.refresh()
                #expect(servers[0].containers.names == [Servers.container, name])
                let found = try await servers[0].ask(
                    "public/records/lookup", #"{"records":[{"recordName":"r"}]}"#, in: name)
                #expect(found.text.contains("Paris"))
            }
        }

        @Test func `a page goes on at another, and so does a feed`() async throws {
            try await Servers.with { servers in
                for name in ["a", "b", "c"] {
                    _ = try await servers[0].ask(
                        "private/records/modify", Self.create(name))
                }
                let first = try await servers[0].ask("private/records/query", Self.query)
                let marker = try #require(first.json["continuationMarker"] as? String)
                let second = try await servers[1].ask(
                    "private/records/query",
                    #"{"query":{"recordType":"City"},"resultsLimit":9,"continuationMarker":"\#(marker)"}"#
                )
                #expect((second.json["records"] as? [Any])?.count == 2)

                _ = try await servers[0].ask(
                    "private/zones/modify",
                    #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Trip"}}}]}"#
                )
                let changes = try await servers[0].ask(
                    "private/changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Trip"}}]}"#)
                let zone = try #require((changes.json["zones"] as? [[String: Any]])?.first)
                let token = try #require(zone["syncToken"] as? String)
                _ = try await servers[0].ask(
                    "private/records/modify", Self.create("t", zone: "Trip"))
                let next = try await servers[1].ask(
                    "private/changes/zone",
                    #"{"zones":[{"zoneID":{"zoneName":"Trip"},"syncToken":"\#(token)"}]}"#)
                #expect(next.text.contains(#""recordName":"t""#))
            }
        }

        @Test func `they share the limit of requests`() async throws {
            try await Servers.with(3) { options in
                options.rateLimit = RateLimit(perSecond: 0.001, burst: 6)
            } _: { servers in
                var statuses: [Int] = []
                for number in 0..<30 {
                    statuses.append(
                        try await servers[number % 3].ask("public/records/query", Self.query)
                            .status)
                }
                #expect(statuses.count { $0 != 429 } == 6)
                // Health checks of the process do not reach the database.
                #expect(await servers[0].answer(WireRequest("GET", "/health")).status == 200)
            }
        }

        @Test func `names of schemas are safe, short and their own`() throws {
            let database = try ServerDatabase("postgres://x/y?schema=quarry")
            let names = [
                "iCloud.a", "icloud.a", "iCloud_a", "a\"; DROP SCHEMA x; --", "ünïcode",
                String(repeating: "x", count: 200), String(repeating: "x", count: 199) + "y",
                "",
            ]
            var found: Set<String> = [database.schema(of: .service)]
            for name in names {
                for environment in ["development", "production"] {
                    let schema = database.schema(of: .container(name, environment: environment))
                    #expect(schema.utf8.count <= 63)
                    #expect(schema.contains(#/^[a-z0-9_]+$/#))
                    #expect(found.insert(schema).inserted)
                }
            }
            for bad in ["Quarry", "a b", "pg_x", "a\"b", String(repeating: "a", count: 17), ""] {
                let encoded =
                    bad.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                #expect(throws: StoreError.self) {
                    try ServerDatabase("postgres://x/y?schema=\(encoded)")
                }
            }
        }
    }
}
#endif
