#if Postgres
import Foundation
import RecordCore
import RecordService
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// Requests that are done once, whichever server they come to.
    @Suite(.enabled(if: Servers.canRun)) struct `A request with a name` {
        private static let create =
            #"{"operations":[{"operationType":"create","record":{"recordType":"City","fields":{"name":{"value":"Paris"}}}},{"operationType":"create","record":{"recordName":"taken","recordType":"City"}}],"atomic":false}"#

        private static func names(_ reply: ReadReply) -> [String] {
            (reply.json["records"] as? [[String: Any]] ?? []).map {
                ($0["recordName"] as? String ?? "") + " "
                    + ($0["serverErrorCode"] as? String ?? $0["recordChangeTag"] as? String
                        ?? "")
            }
        }

        @Test func `is done once, and answered as the first time`() async throws {
            try await Servers.with { servers in
                _ = try await servers[0].ask(
                    "public/records/modify", `Several servers on one database`.create("taken"))
                let key = ["x-quarry-idempotency-key": "k1"]
                let first = try await servers[0].ask("public/records/modify", Self.create, key)
                #expect(first.status == 200)
                let second = try await servers[1].ask("public/records/modify", Self.create, key)
                #expect(Self.names(second) == Self.names(first))
                #expect(Self.names(first).count == 2)
                // Another user's, another name and another body are other requests.
                let others = [
                    try await servers[1].ask(
                        "public/records/modify", Self.create, user: "_bob", key),
                    try await servers[1].ask(
                        "public/records/modify", Self.create,
                        ["x-quarry-idempotency-key": "k2"]),
                    try await servers[1].ask(
                        "public/records/modify", Self.create + " ", key),
                ]
                let all = try await servers[0].ask(
                    "public/records/query", #"{"query":{"recordType":"City"}}"#)
                #expect((all.json["records"] as? [Any])?.count == 2 + others.count)
            }
        }

        @Test func `is done once, however many ask at the same time`() async throws {
            try await Servers.with(3) { servers in
                _ = try await servers[0].ask(
                    "public/records/modify", `Several servers on one database`.create("taken"))
                let found = try await withThrowingTaskGroup(of: [String].self) { group in
                    for number in 0..<9 {
                        group.addTask {
                            Self.names(
                                try await servers[number % 3].ask(
                                    "public/records/modify", Self.create,
                                    ["x-quarry-idempotency-key": "k"]))
                        }
                    }
                    return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
                }
                #expect(found.count == 1)
                let all = try await servers[0].ask(
                    "public/records/query", #"{"query":{"recordType":"City"}}"#)
                #expect((all.json["records"] as? [Any])?.count == 2)
            }
        }

        @Test func `is forgotten a day later`() async throws {
            try await Servers.with(1) { servers in
                _ = try await servers[0].ask(
                    "public/records/modify", `Several servers on one database`.create("a"),
                    ["x-quarry-idempotency-key": "k"])
                let service = try await servers[0].containers.service(
                    Servers.container, .development)
                func kept() async throws -> Int {
                    try await service.store.serviceData(prefix: "once/", in: .public).count
                }
                #expect(try await kept() == 1)
                try await service.forgetOld(at: Date())
                #expect(try await kept() == 1)
                try await service.forgetOld(at: Date(timeIntervalSinceNow: 86_460))
                #expect(try await kept() == 0)
            }
        }
    }
}
#endif
