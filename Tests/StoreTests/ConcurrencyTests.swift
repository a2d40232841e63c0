import Foundation
import RecordCore
import TestFiles
import TestKit
import Testing
import Synchronization

@Suite struct `Many tasks at once` {
    private let folder = TemporaryFolder()

    static let mine = DatabaseScope.private(user: "_ann")
    static let zone = ZoneID("Notes")

    @Test(arguments: StoreUnderTest.available)
    func `no update is lost without a conflict`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            let id = RecordID("counter", zone: Self.zone)
            try await store.put(Record("N", id, ["n": 0]), in: Self.mine)
            let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var done = 0
                        var conflicts = 0
                        while done < 20 {
                            guard var record = try await store.record(id, in: Self.mine),
                                case .int(let n) = record["n"]
                            else { throw StoreError(.unknownRecord) }
                            record["n"] = .int(n + 1)
                            let result = try await store.save(
                                SaveRequest(saving: [record]), in: Self.mine)
                            switch result.saves[0].error?.code {
                            case nil: done += 1
                            case .recordChanged: conflicts += 1
                            case .some(let code): throw StoreError(code)
                            }
                        }
                        return conflicts
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(conflicts >= 0)
            #expect(try await store.record(id, in: Self.mine)?["n"] == 160)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a reader sees batches whole`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            let ids = (0..<5).map { RecordID("r\($0)", zone: Self.zone) }
            func batch(_ round: Int64) -> SaveRequest {
                SaveRequest(
                    saving: ids.map { Record("N", $0, ["round": .int(round)]) },
                    policy: .allKeys)
            }
            _ = try await store.save(batch(0), in: Self.mine)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for round in 1...40 {
                        let result = try await store.save(batch(Int64(round)), in: Self.mine)
                        if let error = result.firstError { throw error }
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<40 {
                            let page = try await store.fetch(
                                RecordQuery("N", in: .zone(Self.zone)), in: Self.mine)
                            #expect(Set(page.records.map { $0["round"] }).count == 1)
                            #expect(page.records.count == 5)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `the feed that is followed while others write tells everything`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            let writing = Work()
            async let seen = {
                var seen: Set<String> = []
                var token: ChangeToken?
                var isOver = false
                while true {
                    // Once more after the last write, and until there is no more.
                    let isLast = isOver
                    isOver = writing.isOver
                    let page = try await store.changes(
                        in: Self.zone, of: Self.mine, since: token, limit: 7, desiredKeys: nil)
                    seen.formUnion(page.changed.map(\.id.name))
                    token = page.token
                    if isLast, !page.moreComing { return seen }
                    await Task.yield()
                }
            }()
            defer { writing.end() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<25 {
                            let id = RecordID("w\(writer)-\(number)", zone: Self.zone)
                            try await store.put(
                                Record("N", id, ["n": .int(Int64(number))]), in: Self.mine)
                        }
                    }
                }
                try await group.waitForAll()
            }
            writing.end()
            #expect(try await seen.count == 100)
        }
    }

    @Test(arguments: StoreUnderTest.available.filter { $0 != .memory })
    func `a client that follows the feed at two servers misses nothing that commits late`(
        kind: StoreUnderTest
    ) async throws {
        let stores = [try await kind.open(in: folder.url), try await kind.open(in: folder.url)]
        try await stores[0].createZones([Self.zone], in: Self.mine)
        let writing = Work()
        let writers = 6
        let rounds = Differential.soak == nil ? 12 : 150
        let (seen, polls) = try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    let store = stores[writer % 2]
                    for round in 0..<rounds {
                        let ids = (0..<3).map {
                            RecordID("w\(writer)-\((round + $0) % 8)", zone: Self.zone)
                        }
                        let result = try await store.save(
                            SaveRequest(
                                saving: ids.dropLast().map {
                                    Record("N", $0, ["n": .int(Int64(round))])
                                }, deleting: [ids[2]], policy: .allKeys), in: Self.mine)
                        if let error = result.firstError { throw error }
                    }
                }
            }
            let reader = Task {
                // The state of a client that only follows the feed.
                var known: [String: Value] = [:]
                var token: ChangeToken?
                var polls = 0
                var isOver = false
                while true {
                    // Once more after the last write, and until there is no more.
                    let isLast = isOver
                    isOver = writing.isOver
                    let page = try await stores[polls % 2].changes(
                        in: Self.zone, of: Self.mine, since: token, limit: 5, desiredKeys: nil)
                    polls += 1
                    for record in page.changed { known[record.id.name] = record["n"] }
                    for gone in page.deleted { known[gone.id.name] = nil }
                    token = page.token
                    if isLast, !page.moreComing { return (known, polls) }
                    await Task.yield()
                }
            }
            defer { writing.end() }
            try await group.waitForAll()
            writing.end()
            return try await reader.value
        }
        let left = try await stores[1].fetch(
            RecordQuery("N", in: .zone(Self.zone), limit: 1_000), in: Self.mine)
        let truth = Dictionary(
            uniqueKeysWithValues: left.records.map { ($0.id.name, $0.fields["n"] ?? .null) })
        #expect(seen == truth)
        #expect(polls > 1)
        if Differential.soak != nil {
            print(
                "\(kind): \(writers * rounds) writes at two servers, the feed read \(polls) times")
        }
        for store in stores { try await store.close() }
    }

    @Test(arguments: StoreUnderTest.available)
    func `new types and fields may be met by all at once`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for number in 0..<5 {
                            let record = Record(
                                "T\(number)", RecordID("r\(task)-\(number)"),
                                ["shared": 1, "f\(task)": .text("x")])
                            try await store.put(record)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let schema = try await store.schema()
            for number in 0..<5 {
                #expect(schema["T\(number)"]?.fields.count == 9)
                #expect(try await store.count(RecordQuery("T\(number)"), in: .public) == 8)
            }
        }
    }

    /// As two processes that use one file.
    @Test func `what another store of the file changed is seen at once`() async throws {
        try await Self.whatAnotherChangesIsSeen(
            try await StoreUnderTest.sqlite.open(in: folder.url),
            try await StoreUnderTest.sqlite.open(in: folder.url))
    }

    /// Marks of before are trusted until the first answer: what another store did meanwhile is
    /// seen by the next question, whichever it is.
    static func whatAnotherChangesIsSeen(
        _ here: any RecordStore, _ there: any RecordStore
    ) async throws {
        let fields = [Field("n", .single(.int64), [.queryable, .sortable])]
        func types(_ names: [String]) -> RecordSchema {
            RecordSchema(types: names.map { RecordType($0, fields: fields) })
        }
        try await here.setSchema(types(["A"]))
        let mine = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        try await here.createZones([zone], in: mine)
        func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }
        func save(_ type: String, _ name: String, _ store: any RecordStore) async throws {
            let record = Record(type, id(name), ["n": .int(1)])
            let result = try await store.save(SaveRequest(saving: [record]), in: mine)
            #expect(result.firstError == nil)
        }
        try await save("A", "a", here)
        #expect(try await here.records([id("a")], in: mine, desiredKeys: nil).count == 1)
        // A type that this store has not heard of: by query, by name, and of another table than
        // the one that the last record stood in.
        try await there.setSchema(types(["A", "B"]))
        try await save("B", "b", there)
        let query = RecordQuery("B", where: try QueryPredicate(parsing: "n = 1"), in: .zone(zone))
        #expect(try await here.fetch(query, in: mine).records.map(\.id.name) == ["b"])
        for name in ["a", "b", "b", "a"] {
            let found = try await here.records([id(name)], in: mine, desiredKeys: ["n"])
            #expect(found[id(name)]?.type == name.uppercased() && found[id(name)]?["n"] == .int(1))
        }
        #expect(try await here.records([id("c")], in: mine, desiredKeys: nil).isEmpty)
        // A record that is of another type by now.
        let deleted = try await there.save(SaveRequest(deleting: [id("a")]), in: mine)
        #expect(deleted.firstError == nil)
        #expect(try await here.records([id("a")], in: mine, desiredKeys: nil).isEmpty)
        try await save("B", "a", there)
        #expect(try await here.records([id("a")], in: mine, desiredKeys: nil)[id("a")]?.type == "B")
        // Neither the type nor the zone are there any more.
        try await there.setSchema(types(["B"]))
        await #expect(throws: (any Error).self) {
            try await here.fetch(RecordQuery("A", in: .zone(zone)), in: mine)
        }
        try await there.deleteZones([zone], in: mine)
        #expect(try await here.records([id("b")], in: mine, desiredKeys: nil).isEmpty)
        await #expect(throws: StoreError.self) { try await here.fetch(query, in: mine) }
        try await here.close()
        try await there.close()
    }
}

/// Whether something is still being done.
private final class Work: Sendable {
    private let isDone = Mutex(false)
    var isOver: Bool { isDone.withLock { $0 } }
    func end() { isDone.withLock { $0 = true } }
}
