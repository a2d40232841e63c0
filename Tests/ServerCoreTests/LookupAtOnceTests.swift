import Accounts
import Foundation
import RecordCore
import RecordService
import SQLStorage
import SQLiteEngine
import ServerCore
import Stores
import Synchronization
import TestFiles
import TestTime
import Testing
import WebServices

/// A lookup of one record may be answered without waiting: what it says is what any lookup says.
@Suite struct `A lookup at once` {
    private let folder = TemporaryFolder()

    private func withWorld(_ body: (SecurityWorld) async throws -> Void) async throws {
        let world = try await SecurityWorld(in: .directory(folder.path))
        do {
            try await body(world)
        } catch {
            try? await world.host.close()
            throw error
        }
        try await world.host.close()
    }

    private static func path(_ database: String) -> String {
        "/database/1/\(SecurityWorld.container)/development/\(database)/records/lookup"
    }

    private static func body(_ name: String) -> String {
        #"{"records": [{"recordName": "\#(name)"}]}"#
    }

    /// What must be the same in both replies.
    private static func content(_ reply: WireReply) async throws -> [String] {
        let headers = reply.headers.filter { $0.name != "x-apple-request-uuid" }
            .map { "\($0.name): \($0.value)" }
        #expect(reply.headers.count == headers.count + 1)
        return try await [String(reply.status)] + headers + [ReadReply(reply).text]
    }

    @Test func `says to every caller what a lookup that waits says`() async throws {
        try await withWorld { world in
            let service = try await world.host.containers.service(
                SecurityWorld.container, .development)
            let photo = Record(
                "Photo", RecordID("photo"), ["file": .asset(Asset(content: Data("x".utf8)))])
            let saved = try await service.store.save(
                SaveRequest(saving: [photo], user: "_ann", isAdministrator: true), in: .public)
            #expect(saved.firstError == nil)
            var atOnce: Set<String> = []
            for actor in SecurityWorld.Actor.allCases {
                for database in ["public", "private", "shared"] {
                    let names =
                        ["Note", "Member", "Diary", "Wiki", "Article", "Board"].map { "ann-\($0)" }
                        + ["secret", "photo", "none", "diary-of_bob", "_\(actor)", ""]
                    for name in names {
                        let request = world.request(
                            "POST", Self.path(database), Self.body(name), as: actor)
                        service.forgetEncoded()
                        // Read, then from the cache.
                        let replies = [
                            world.host.answerAtOnce(request), world.host.answerAtOnce(request),
                        ]
                        let expected = try await Self.content(await world.host.answer(request))
                        for reply in replies.compactMap(\.self) {
                            #expect(
                                try await Self.content(reply) == expected,
                                "\(name) in \(database), \(actor.rawValue)")
                            atOnce.insert("\(actor) \(database) \(name)")
                        }
                        #expect((replies[0] == nil) == (replies[1] == nil))
                    }
                }
            }
            for name in ["ann-Note", "ann-Wiki", "ann-Board", "photo"] {
                #expect(atOnce.contains("app public \(name)"))
                #expect(atOnce.contains("bob public \(name)"))
            }
            #expect(atOnce.contains("editor public ann-Article"))
            #expect(atOnce.contains("bob public diary-of_bob"))
            #expect(atOnce.contains("ann public ann-Diary"))
            #expect(atOnce.contains("ann private secret"))
            #expect(!atOnce.contains("app public ann-Diary"))
            #expect(!atOnce.contains("bob private secret"))
            #expect(!atOnce.contains { $0.hasSuffix(" none") || $0.contains(" shared ") })
        }
    }

    @Test func `is for one record by its name and for nothing else`() async throws {
        try await withWorld { world in
            func isAtOnce(_ text: String, method: String = "POST", query: String = "") async
                -> Bool
            {
                var request = world.request(method, Self.path("public"), text, as: .app)
                request.query += query
                _ = await world.host.answer(request)
                return world.host.answerAtOnce(request) != nil
            }
            for text in [
                Self.body("ann-Note"), #"{"records":[{"recordName":"ann-Note"}]}"#,
                " {\n\t\"records\" : [ { \"recordName\" : \"ann\\u002dNote\" } ] }\r\n",
            ] {
                #expect(await isAtOnce(text), "\(text)")
            }
            for text in [
                "", "{}", "[]", "null", #"{"records":[]}"#, #"{"records":[{}]}"#,
                #"{"records":[{"recordName":"ann-Note"}]"#, #"{"records":[{"recordName":7}]}"#,
                #"{"records":[{"recordName":"ann-Note"}]} x"#,
                #"{"records":[{"recordName":"ann-Note"},{"recordName":"b"}]}"#,
                #"{"records":[{"recordName":"ann-Note"}],"desiredKeys":[]}"#,
                #"{"records":[{"recordName":"ann-Note","desiredKeys":[]}]}"#,
                #"{"records":[{"recordName":"ann-Note","recordName":"b"}]}"#,
                #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"ann-Note"}]}"#,
                #"{"records":{"recordName":"ann-Note"}}"#, #"{"records":["ann-Note"]}"#,
            ] {
                #expect(await !isAtOnce(text), "\(text)")
            }
            #expect(await !isAtOnce(Self.body("ann-Note"), method: "GET"))
            #expect(await !isAtOnce(Self.body("ann-Note"), query: "&getCurrentSyncToken=true"))
        }
    }

    @Test func `is counted and logged as any other`() async throws {
        try await withWorld { world in
            let request = world.request(
                "POST", Self.path("public"), Self.body("ann-Note"), as: .app)
            _ = await world.host.answer(request)
            func counts() async throws -> (requests: Int, logged: Int, metrics: String?) {
                let metrics = try await ReadReply(
                    await world.host.answer(
                        world.request("GET", "/metrics", "", as: .management))
                ).text
                return (
                    world.host.usage.series(of: .minute, last: 1).last?.requests ?? 0,
                    world.host.log.entries().count,
                    metrics.split(separator: "\n").map(String.init)
                        .first { $0.hasPrefix(#"quarry_requests_total{endpoint="records/lookup""#) }
                )
            }
            let before = try await counts()
            #expect(world.host.answerAtOnce(request) != nil)
            let after = try await counts()
            #expect(after.requests == before.requests + 1)
            #expect(after.logged == before.logged + 1)
            #expect(before.metrics != nil && after.metrics != before.metrics)
            #expect(world.host.log.entries(limit: 1).first?.id == request.id)
        }
    }

    @Test func `ends with the token, and waits for what other servers changed`() async throws {
        try await withWorld { world in
            let request = world.request(
                "POST", Self.path("public"), Self.body("ann-Note"), as: .app)
            _ = await world.host.answer(request)
            #expect(world.host.answerAtOnce(request) != nil)
            // The accounts are looked at again first.
            world.clock.advance(60)
            #expect(world.host.answerAtOnce(request) == nil)
            #expect(await world.host.answer(request).status == 200)
            #expect(world.host.answerAtOnce(request) != nil)
            try await world.host.accounts.revokeToken(world.app.token.id)
            #expect(world.host.answerAtOnce(request) == nil)
            #expect(await world.host.answer(request).status == 401)
        }
    }

    @Test func `does not wait for a reader`() async throws {
        try await withWorld { world in
            let service = try await world.host.containers.service(
                SecurityWorld.container, .development)
            let store = try #require(service.store as? SQLStore<SQLiteDatabase>)
            let request = world.request(
                "POST", Self.path("public"), Self.body("ann-Note"), as: .app)
            _ = await world.host.answer(request)
            service.forgetEncoded()
            #expect(world.host.answerAtOnce(request) != nil)
            service.forgetEncoded()
            Self.withAllReaders(of: store.engine) {
                let start = ContinuousClock.now
                #expect(world.host.answerAtOnce(request) == nil)
                // A read that waits does so for ten seconds.
                #expect(ContinuousClock.now - start < .seconds(9))
            }
            #expect(try await eventually { world.host.answerAtOnce(request) != nil })
        }
    }

    /// Does something while other threads read with all readers of a database.
    private static func withAllReaders(of database: SQLiteDatabase, _ body: () -> Void) {
        let readers = SQLiteOptions().readers
        let begun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        for _ in 0..<readers {
            Thread.detachNewThread {
                do {
                    try database.read { _ in
                        begun.signal()
                        mayEnd.wait()
                    }
                } catch {
                    Issue.record(error)
                    begun.signal()
                }
            }
        }
        for _ in 0..<readers { begun.wait() }
        body()
        for _ in 0..<readers { mayEnd.signal() }
    }

    private final class Counter: Sendable {
        private let number = Atomic(0)
        var value: Int { number.load(ordering: .relaxed) }
        func add() { number.add(1, ordering: .relaxed) }
    }

    @Test(arguments: [true, false])
    func `looks at no credentials where the store is in memory`(isInMemory: Bool) async throws {
        let looks = Counter()
        var options = HostOptions(isInMemory ? .memory : .directory(folder.path))
        options.durability = .off
        options.containers = [SecurityWorld.container]
        options.accounts = .forTests
        // What other processes changed is not looked for, however slow the machine.
        options.accounts.freshness = 1_000_000
        // Where a token is looked at, the clock says whether it has ended.
        options.clock = {
            looks.add()
            return Date()
        }
        let host = try await ServerCore.Host(options)
        let issued = try await host.accounts.createToken(
            NewToken(.api, container: SecurityWorld.container))
        let request = WireRequest(
            "POST", Self.path("public"), query: "ckAPIToken=\(issued.text)",
            body: .bytes(Array(Self.body("none").utf8)))
        #expect(await host.answer(request).status == 200)
        // The server asks for the time beside it too, now and then.
        let isEverWithout = (0..<100).contains { _ in
            let before = looks.value
            #expect(host.answerAtOnce(request) == nil)
            return looks.value == before
        }
        #expect(isEverWithout == isInMemory)
        try await host.close()
    }
}
