import Foundation
import RecordCore
import SQLLowering
import TestKit
import Testing
import Synchronization

@testable import SQLStorage

@Suite struct `Fetching` {
    func with(
        _ kind: StoreUnderTest, _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store async throws in
            let rows: [(String, [String: Value])] = [
                ("a", ["n": 3, "t": "b", "x": 1]), ("b", ["n": 1, "t": "a"]),
                ("c", ["n": 3, "t": "B"]), ("d", ["t": "c"]), ("e", ["n": 2]),
                ("f", ["n": 3, "t": "a"]),
            ]
            for (name, fields) in rows {
                try await store.put(Record("N", RecordID(name), fields))
            }
            try await body(store)
        }
    }

    func names(
        _ store: any RecordStore, _ format: String = "TRUEPREDICATE", _ sort: [Ordering] = [],
        limit: Int? = nil, offset: Int = 0
    ) async throws -> [String] {
        try await store.fetch(
            RecordQuery(
                "N", where: try QueryPredicate(parsing: format), orderedBy: sort, limit: limit,
                offset: offset), in: .public
        ).records.map(\.id.name)
    }

    @Test func `the queries of many users have hashes of their own`() {
        // All that a public database is asked are of one database and one zone.
        let hashes = (0..<256).map { number in
            DatabaseQuery(
                query: RecordQuery("N", user: "_u\(number)"), databases: 1,
                zones: [StoredZone(number: 1, id: .default)], names: OwnerNames(.public)
            ).hashValue
        }
        #expect(Set(hashes).count == 256)
    }

    @Test(arguments: StoreUnderTest.available)
    func `is by record name when nothing is said`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            #expect(try await names(store) == ["a", "b", "c", "d", "e", "f"])
            #expect(try await names(store, "FALSEPREDICATE") == [])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `ends a page of large records early, and loses none`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<10 {
                let text = String(repeating: "x", count: number == 4 ? 9_000 : 1_000)
                try await store.put(
                    Record(
                        "N", RecordID("r\(number)"),
                        ["n": .int(Int64(number)), "t": .text(text)]))
            }
            let formats = ["TRUEPREDICATE", "n < 100", "n + 0 < 100"]
            let orderings = [[], [Ordering("n")]]
            for (format, ordering) in zip(formats + formats, orderings + orderings + orderings) {
                var query = RecordQuery(
                    "N", where: try QueryPredicate(parsing: format), orderedBy: ordering, limit: 4)
                query.pageBytes = 2_500
                var pages: [[String]] = []
                var next: Int? = 0
                while let offset = next, pages.count < 12 {
                    query.offset = offset
                    let page = try await store.fetch(query, in: .public)
                    pages.append(page.records.map(\.id.name))
                    next = page.next
                }
                #expect(
                    pages == [
                        ["r0", "r1"], ["r2", "r3"], ["r4"], ["r5", "r6"], ["r7", "r8"], ["r9"],
                    ], "\(format) \(ordering.count)")
                // Fields that are not wanted do not count.
                query.offset = 0
                query.desiredKeys = ["n"]
                #expect(try await store.fetch(query, in: .public).next == 4)
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `ends a page of several owners early, and loses none`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let zone = ZoneID("Notes")
            for (place, owner) in ["_ann", "_ben"].enumerated() {
                let scope = DatabaseScope.private(user: owner)
                try await store.createZones([zone], in: scope)
                for number in 0..<4 {
                    try await store.put(
                        Record(
                            "N", RecordID("r\(owner)\(number)", zone: zone),
                            [
                                "n": .int(Int64(2 * number + place)),
                                "t": .text(String(repeating: "x", count: 1_000)),
                            ]), in: scope)
                }
                try await store.setParticipants(["_bob": .readOnly], of: zone, in: scope)
            }
            for keys in [nil, ["n", "t"], ["t"]] {
                var query = RecordQuery(
                    "N", orderedBy: [Ordering("n")], in: .all, limit: 5, desiredKeys: keys)
                query.pageBytes = 2_500
                var pages: [[String]] = []
                var next: Int? = 0
                while let offset = next, pages.count < 9 {
                    query.offset = offset
                    let page = try await store.fetch(query, in: .shared(user: "_bob"))
                    pages.append(page.records.map(\.id.name))
                    next = page.next
                }
                #expect(pages == (0..<4).map { ["r_ann\($0)", "r_ben\($0)"] })
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `walks the records of several owners in one order`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let zone = ZoneID("Notes")
            for owner in ["_ann", "_ben"] {
                let scope = DatabaseScope.private(user: owner)
                try await store.createZones([zone], in: scope)
                for start in [0, 350] {
                    let records = (start..<start + 350).map { number in
                        let fields: [String: Value] =
                            number % 9 == 0 ? [:] : ["n": .int(Int64(number / 10))]
                        return Record("N", RecordID("r\(1_000 + number)", zone: zone), fields)
                    }
                    let saved = try await store.save(SaveRequest(saving: records), in: scope)
                    #expect(saved.firstError == nil)
                }
                try await store.setParticipants(["_bob": .readOnly], of: zone, in: scope)
            }
            for ordering in [[], [Ordering("n", ascending: false)], [Ordering("n")]] {
                for limit in [nil, 1_300] {
                    let query = RecordQuery(
                        "N", orderedBy: ordering, in: .all, limit: limit, desiredKeys: [])
                    var pages = query
                    pages.limit = limit ?? 2_000
                    let whole = try await store.fetch(pages, in: .shared(user: "_bob")).records
                    let found = Mutex<[RecordID]>([])
                    try await store.forEach(query, in: .shared(user: "_bob")) { record in
                        found.withLock { $0.append(record.id) }
                        return record.fields.isEmpty
                    }
                    #expect(whole.count == limit ?? 1_400)
                    #expect(found.withLock { $0 } == whole.map(\.id))
                }
            }
        }
    }

    @Test func `keeps no more records to be sorted than the bytes of a page`() throws {
        let type = RecordType(
            "N", fields: [Field("n", .single(.int64)), Field("t", .single(.string))])
        let query = RecordQuery("N", orderedBy: [Ordering("n")], profile: .everything)
        var page = PageSorter(
            try QueryChecker.check(query, schema: RecordSchema(types: [type])), offset: 1,
            most: 900,
            pageBytes: 2_500, shown: { $0 })
        for number in (0..<800).reversed() {
            let text = String(repeating: "x", count: 1_000)
            try page.add(
                Record("N", RecordID("r\(number)"), ["n": .int(Int64(number)), "t": .text(text)]))
            #expect(page.records.count < 12)
        }
        // The last has no room, and tells that there is more.
        let names = try page.page().map(\.id.name)
        #expect(names == ["r1", "r2", "r3"])
    }

    @Test(arguments: StoreUnderTest.available)
    func `lists of dates are equal by the microsecond`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            // Less than a microsecond apart, and one microsecond later.
            let seconds = [800_000_000.123457, 800_000_000.123456_8, 800_000_000.123458]
            for (name, date) in zip(["a", "b", "c"], seconds) {
                let dates = [0.5, date].map { Value.date(Date(timeIntervalSinceReferenceDate: $0)) }
                try await store.put(Record("D", RecordID(name), ["dates": .list(dates)]))
            }
            try await store.put(Record("D", RecordID("d"), [:]))
            for (format, expected) in [
                ("noindex:(dates) == %@", ["a", "b"]), ("noindex:(dates) != %@", ["c", "d"]),
            ] {
                let wanted = [0.5, seconds[1]].map {
                    Value.date(Date(timeIntervalSinceReferenceDate: $0))
                }
                let query = RecordQuery(
                    "D",
                    where: try QueryPredicate(
                        parsing: format, arguments: [.value(.list(wanted))]),
                    profile: .everything)
                let found = try await store.fetch(query, in: .public).records
                #expect(found.map(\.id.name) == expected, "\(format)")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `sorts nil first, and ties by name in the direction of the last term`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            let up = Ordering("n")
            let down = Ordering("n", ascending: false)
            #expect(try await names(store, sort: [up]) == ["d", "b", "e", "a", "c", "f"])
            #expect(try await names(store, sort: [down]) == ["f", "c", "a", "e", "b", "d"])
            #expect(
                try await names(store, sort: [down, Ordering("t")])
                    == ["c", "f", "a", "e", "b", "d"])
            #expect(
                try await names(store, sort: [up, Ordering("recordName", ascending: false)])
                    == ["d", "b", "e", "f", "c", "a"])
            #expect(
                try await names(store, sort: [Ordering("t", textOrder: .caseInsensitive)])
                    == ["e", "b", "f", "a", "c", "d"])
        }
    }

    private func names(
        _ store: any RecordStore, sort: [Ordering]
    ) async throws -> [String] {
        try await names(store, "TRUEPREDICATE", sort)
    }

    @Test(arguments: StoreUnderTest.available)
    func `goes page by page, and the last page has no next`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            for size in 1...7 {
                var found: [String] = []
                var offset: Int? = 0
                while let start = offset {
                    let page = try await store.fetch(
                        RecordQuery(
                            "N", orderedBy: [Ordering("n")], limit: size, offset: start),
                        in: .public)
                    found += page.records.map(\.id.name)
                    #expect(page.records.count <= size)
                    offset = page.next
                }
                #expect(found == ["d", "b", "e", "a", "c", "f"])
            }
            let exact = try await store.fetch(RecordQuery("N", limit: 6), in: .public)
            #expect(exact.next == nil)
            let beyond = try await store.fetch(RecordQuery("N", offset: 100), in: .public)
            #expect(beyond.records.isEmpty && beyond.next == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `lets the store choose a page`(kind: StoreUnderTest) async throws {
        var limits = StoreLimits()
        limits.defaultPage = 4
        try await kind.withStore(limits: limits) { store async throws in
            for number in 0..<6 { try await store.put(Record("N", RecordID("r\(number)"))) }
            let page = try await store.fetch(RecordQuery("N"), in: .public)
            #expect(page.records.count == 4)
            #expect(page.next == 4)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `gives the wanted fields only`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            for (keys, fields): ([String]?, [String: Value]) in [
                (nil, ["n": 3, "t": "b", "x": 1]), ([], [:]), (["t"], ["t": "b"]),
                (["t", "nope", "t"], ["t": "b"]),
            ] {
                let page = try await store.fetch(
                    RecordQuery("N", limit: 1, desiredKeys: keys), in: .public)
                #expect(page.records[0].fields == fields)
                #expect(page.records[0].system?.changeTag.isEmpty == false)
            }
            let byName = try await store.records(
                [RecordID("a"), RecordID("nope")], in: .public, desiredKeys: ["x"])
            #expect(byName.mapValues(\.fields) == [RecordID("a"): ["x": 1]])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `counts whatever the limit, and goes through all`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let query = RecordQuery(
                "N", where: try QueryPredicate(parsing: "n == 3"), orderedBy: [Ordering("t")],
                limit: 2, offset: 1)
            #expect(try await store.count(query, in: .public) == 3)
            let seen = Collector()
            try await store.forEach(query, in: .public) { record in
                seen.add(record.id.name)
                return true
            }
            #expect(seen.names == ["f", "a"])
            let first = Collector()
            try await store.forEach(RecordQuery("N"), in: .public) { record in
                first.add(record.id.name)
                return first.names.count < 3
            }
            #expect(first.names == ["a", "b", "c"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `sorts by distance, nil first`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            for (name, longitude) in [("far", 20.0), ("near", 1.0), ("mid", -5.0)] {
                let place = Location(latitude: 0, longitude: longitude)
                try await store.put(Record("N", RecordID(name), ["at": .location(place)]))
            }
            try await store.put(Record("N", RecordID("none"), [:]))
            let origin = Location(latitude: 0, longitude: 0)
            let order = Ordering(key: .distance(QueryKeyPath("at"), from: origin))
            #expect(try await names(store, sort: [order]) == ["none", "near", "mid", "far"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `finds no distance from a point that is no place`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.put(
                Record("N", RecordID("a"), ["at": .location(Location(latitude: 0, longitude: 0))]))
            try await store.put(Record("N", RecordID("none"), [:]))
            let origin = Location(latitude: .nan, longitude: 0)
            let order = Ordering(key: .distance(QueryKeyPath("at"), from: origin))
            #expect(try await names(store, sort: [order]) == ["none", "a"])
            for (text, matches) in [("< 30000000", []), ("!= 20015114", ["a", "none"])] {
                let query = RecordQuery(
                    "N",
                    where: try QueryPredicate(
                        parsing: "distanceToLocation:fromLocation:(at, %@) \(text)",
                        .location(origin)))
                let found = try await store.fetch(query, in: .public).records.map(\.id.name)
                #expect(found.sorted() == matches, "\(text)")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `refuses unknown types, fields and bad pages`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let unknown = await #expect(throws: QueryProblem.self) {
                try await store.fetch(RecordQuery("Nope"), in: .public)
            }
            #expect(unknown?.message == "Did not find record type: Nope")
            for query in [
                RecordQuery("N", where: try QueryPredicate(parsing: "nope == 1")),
                RecordQuery("N", orderedBy: [Ordering("nope")]),
                RecordQuery("N", limit: -1), RecordQuery("N", offset: -1),
            ] {
                await #expect(throws: QueryProblem.self) {
                    try await store.fetch(query, in: .public)
                }
                await #expect(throws: QueryProblem.self) {
                    try await store.count(query, in: .public)
                }
                await #expect(throws: QueryProblem.self) {
                    try await store.explain(query, in: .public)
                }
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `asks system fields`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.put(Record("N", RecordID("a"), ["x": 1]), user: "_ann")
            try await store.put(Record("N", RecordID("b"), ["x": 1]), user: "_bob")
            #expect(try await names(store, "recordName == 'b'") == ["b"])
            #expect(try await names(store, "recordName BEGINSWITH 'a'") == ["a"])
            #expect(try await names(store, "createdUserRecordName == '_ann'") == ["a"])
            #expect(try await names(store, "creationDate <= now()") == ["a", "b"])
            #expect(try await names(store, "modificationDate > now()") == [])
            #expect(
                try await names(store, sort: [Ordering("___createTime", ascending: false)])
                    == ["b", "a"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `says how a query would be answered`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let explanation = try await store.explain(
                RecordQuery("N", where: try QueryPredicate(parsing: "n == 3")), in: .public)
            #expect(!explanation.plan.isEmpty)
            if explanation.sql != nil {
                #expect(explanation.scans == false)
                #expect(!explanation.indexes.isEmpty)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `is over when the store is closed`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            try await store.close()
            #expect(
                await StoreError.Code.thrown {
                    try await store.fetch(RecordQuery("N"), in: .public)
                } != nil)
            #expect(
                await StoreError.Code.thrown {
                    try await store.save(SaveRequest(), in: .public)
                } != nil)
        }
    }
}

/// Gathers names from concurrent callbacks.
final class Collector: Sendable {
    private let found = Mutex<[String]>([])

    var names: [String] { found.withLock { $0 } }

    func add(_ name: String) { found.withLock { $0.append(name) } }
}
