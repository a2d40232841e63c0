import Foundation
import RecordCore
import SQLLowering
import Stores
import TestFiles
import Testing

@testable import SQLStorage
@testable import SQLiteEngine

/// A store makes an index of two fields by itself where queries scan many rows without a match.
@Suite struct `Automatic indexes` {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("cities.db").path }

    static let type = RecordType(
        "City",
        fields: [
            Field("country", .single(.string), [.queryable]),
            Field("score", .single(.int64), [.queryable, .sortable]),
            Field("size", .single(.double), [.queryable, .sortable]),
            Field("name", .single(.string), [.queryable, .sortable]),
            Field("note", .single(.string)),
        ])

    static let title = "City.country + score (automatic)"

    static func record(_ number: Int, of records: Int = 2800, countries: Int = 4) -> Record {
        var fields: [String: Value] = [
            "country": .text("country-\(number % countries)"),
            "score": .int(Int64((number * 31) % 997)),
            "size": .double(Double((number * 17) % 50) / 4), "name": .text("n\(number % 90)"),
            "note": .text("Words"),
        ]
        if number % 11 == 0 { fields["country"] = nil }
        if number % 13 == 0 { fields["score"] = nil }
        return Record("City", RecordID("c\((number * 7919) % records + 10_000)"), fields)
    }

    static func fill(
        _ store: any RecordStore, records: Int = 2800, countries: Int = 4
    ) async throws {
        try await store.setSchema(RecordSchema(types: [type]))
        for start in stride(from: 0, to: records, by: 400) {
            let new = (start..<start + 400).map { record($0, of: records, countries: countries) }
            let result = try await store.save(SaveRequest(saving: new), in: .public)
            #expect(result.firstError == nil)
        }
    }

    static func query(
        _ format: String, by ordering: [Ordering], limit: Int? = 60, offset: Int = 0
    ) throws -> RecordQuery {
        RecordQuery(
            "City", where: try QueryPredicate(parsing: format), orderedBy: ordering, limit: limit,
            offset: offset)
    }

    /// Asks what an index of country and score would answer until there is one.
    static func teach(_ store: any RecordStore) async throws {
        for _ in 0..<80 {
            _ = try await store.fetch(
                try query("country == 'country-1' AND score > 500", by: [Ordering("score")]),
                in: .public)
        }
        // Writes are done in turn: what was begun is done when the next one is.
        try await store.setSchema(try await store.schema())
    }

    static func indexes(
        _ store: any RecordStore, _ format: String = "country == 'country-2'",
        by ordering: [Ordering] = [Ordering("score")]
    ) async throws -> [String] {
        try await store.explain(try query(format, by: ordering), in: .public).indexes
    }

    private func names(_ path: String) async throws -> [String] {
        let database = try SQLiteDatabase(path: path)
        let names = try database.read { connection in
            try connection.all(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%+%'"
            ) { $0.text(0) }
        }
        try await database.close()
        return names
    }

    @Test func `are made when questions have cost a table, and named by explain`() async throws {
        let store = try await StoreLocation.sqliteMemory.open()
        try await Self.fill(store)
        let schema = try await store.schema()
        #expect(try await Self.indexes(store) != [Self.title])
        try await Self.teach(store)
        #expect(try await Self.indexes(store) == [Self.title])
        let explained = try await store.explain(
            try Self.query("country == 'country-2' AND score < 9", by: [Ordering("score")]),
            in: .public)
        #expect(!explained.scans)
        #expect(!explained.plan.contains { $0.contains("TEMP B-TREE") })
        // The schema has not changed.
        #expect(try await store.schema() == schema)
        try await store.close()
    }

    @Test func `are not made of what an index answers already`() async throws {
        let store = try await StoreLocation.sqliteMemory.open()
        try await Self.fill(store)
        for number in 0..<80 {
            _ = try await store.fetch(
                try Self.query("name == 'n\(number)'", by: [Ordering("score")]), in: .public)
            _ = try await store.fetch(
                try Self.query("score > 100", by: [Ordering("score")]), in: .public)
            _ = try await store.fetch(try Self.query("country == 'country-1'", by: []), in: .public)
        }
        try await store.setSchema(try await store.schema())
        for field in ["name", "country"] {
            #expect(
                try await !Self.indexes(store, "\(field) == 'n1'").contains {
                    $0.contains("automatic")
                })
        }
        try await store.close()
    }

    @Test func `can be forbidden, and are few`() async throws {
        var limits = StoreLimits()
        limits.automaticIndexes = 0
        let store = try await StoreLocation.sqliteMemory.open(limits: limits)
        try await Self.fill(store)
        try await Self.teach(store)
        #expect(try await Self.indexes(store) == ["City.country (queryable)"])
        try await store.close()

        limits.automaticIndexes = 1
        let other = try await StoreLocation.sqliteMemory.open(limits: limits)
        try await Self.fill(other)
        try await Self.teach(other)
        for _ in 0..<80 {
            _ = try await other.fetch(
                try Self.query("country == 'country-1'", by: [Ordering("size")]), in: .public)
        }
        try await other.setSchema(try await other.schema())
        #expect(try await Self.indexes(other) == [Self.title])
        #expect(
            try await !Self.indexes(other, by: [Ordering("size")]).contains {
                $0.contains("size")
            })
        try await other.close()
    }

    @Test func `change nothing about any answer`() async throws {
        let stores = [
            try await StoreLocation.memory.open(), try await StoreLocation.sqliteMemory.open(),
        ]
        for store in stores { try await Self.fill(store) }
        try await Self.teach(stores[1])
        for _ in 0..<80 {
            _ = try await stores[1].fetch(
                try Self.query("country == 'country-0'", by: [Ordering("name")]), in: .public)
        }
        try await stores[1].setSchema(try await stores[1].schema())
        let formats = [
            "country == 'country-1'", "country == nil", "country ==[c] 'COUNTRY-1'",
            "country IN {'country-0', 'country-2'}", "country != 'country-1'",
            "country == 'country-1' AND score > 400", "score > 400 AND country == 'country-0'",
            "country == 'country-1' AND score == 31", "country == 'country-1' AND score == nil",
            "country == 'country-1' AND score != 31", "country == nil AND score < 100",
            "country == 'country-1' AND score BETWEEN {100, 300}",
            "country == 'country-1' AND score > 10 AND score < 700 AND size > 3",
            "country == 'country-1' AND name BEGINSWITH 'n1'",
            "country == 'country-1' AND name BEGINSWITH[cd] 'N1' AND score > 3",
            "country == 'country-1' AND country > 'country'", "NOT (country == 'country-1')",
            "country == 'country-1' OR score == 5", "country == 'country-1' AND size + 1 > 5",
            "country == 'country-1' AND note CONTAINS 'ord' AND score > 2",
            "country == 'country-1' AND (score > 900 OR score < 20)",
            "country == 'nowhere' AND score > 3",
        ]
        let orderings: [[Ordering]] = [
            [], [Ordering("score")], [Ordering("score", ascending: false)],
            [Ordering("score"), Ordering("size", ascending: false)],
            [Ordering("country"), Ordering("score")], [Ordering("name"), Ordering("score")],
        ]
        var used: Set<String> = []
        for format in formats {
            for ordering in orderings {
                for (limit, offset) in [(5, 0), (nil, 0), (300, 3)] {
                    let query = try Self.query(
                        format, by: ordering, limit: limit ?? Int.max, offset: offset)
                    let expected = try await stores[0].fetch(query, in: .public)
                    let found = try await stores[1].fetch(query, in: .public)
                    #expect(
                        found.records.map(\.id.name) == expected.records.map(\.id.name),
                        "\(format) \(ordering.map(\.key)) \(limit ?? -1) \(offset)")
                    #expect(found.next == expected.next)
                }
                used.formUnion(try await Self.indexes(stores[1], format, by: ordering))
            }
        }
        #expect(used.isSuperset(of: [Self.title, "City.country + name (automatic)"]))
        for store in stores { try await store.close() }
    }

    @Test func `follow what is written, and stay when the file is opened again`() async throws {
        let store = try await StoreLocation.sqlite(path: path).open()
        try await Self.fill(store)
        try await Self.teach(store)
        try await store.close()
        let again = try await StoreLocation.sqlite(path: path).open()
        #expect(try await Self.indexes(again) == [Self.title])
        let new = Record(
            "City", RecordID("new"), ["country": .text("country-2"), "score": .int(-1)])
        _ = try await again.save(SaveRequest(saving: [new]), in: .public)
        let page = try await again.fetch(
            try Self.query("country == 'country-2' AND score < 0", by: [Ordering("score")]),
            in: .public)
        #expect(page.records.map(\.id.name) == ["new"])
        try await again.close()
    }

    @Test func `go with a field and with its index, and do not come back with it`() async throws {
        let store = try await StoreLocation.sqlite(path: path).open()
        try await Self.fill(store)
        try await Self.teach(store)
        #expect(try await names(path) == ["City.country+score"])
        var smaller = Self.type
        smaller.fields.removeAll { $0.name == "score" }
        try await store.setSchema(RecordSchema(types: [smaller]))
        #expect(try await names(path) == [])
        try await store.setSchema(RecordSchema(types: [Self.type]))
        #expect(try await Self.indexes(store) != [Self.title])

        try await store.setSchema(RecordSchema(types: []))
        try await Self.fill(store)
        try await Self.teach(store)
        #expect(try await names(path) == ["City.country+score"])
        var plain = Self.type
        plain.fields = plain.fields.map { field in
            field.name == "country" ? Field("country", .single(.string)) : field
        }
        try await store.setSchema(RecordSchema(types: [plain]))
        #expect(try await names(path) == [])
        try await store.close()
    }

    @Test func `go with their type`() async throws {
        let store = try await StoreLocation.sqlite(path: path).open()
        try await Self.fill(store)
        try await Self.teach(store)
        try await store.setSchema(RecordSchema(types: []))
        try await store.setSchema(RecordSchema(types: [Self.type]))
        #expect(try await names(path) == [])
        #expect(
            try await !Self.indexes(store).contains { $0.contains("automatic") })
        try await store.close()
    }

    @Test func `are closed when they were not used for long`() async throws {
        let store = try await StoreLocation.sqlite(path: path).open()
        try await Self.fill(store)
        try await Self.teach(store)
        try await store.close()
        func age(_ days: Int) async throws {
            let database = try SQLiteDatabase(path: path)
            let day = AutomaticIndexes.today - days
            try await database.write { connection in
                var automatic = try AutomaticIndexes.load(connection)
                automatic.types["City"]?[0].day = day
                try automatic.save(in: connection)
            }
            try await database.close()
        }
        try await age(50)
        let inUse = try await StoreLocation.sqlite(path: path).open()
        _ = try await inUse.fetch(
            try Self.query("country == 'country-1'", by: [Ordering("score")]), in: .public)
        try await inUse.close()
        // Its use was noted: it is new again.
        let database = try SQLiteDatabase(path: path)
        let days = try database.read { try AutomaticIndexes.load($0).types["City"]?.map(\.day) }
        #expect(days == [AutomaticIndexes.today])
        try await database.close()

        try await age(61)
        let store2 = try await StoreLocation.sqlite(path: path).open()
        try await store2.setSchema(try await store2.schema())
        #expect(try await Self.indexes(store2) == ["City.country (queryable)"])
        try await store2.close()
        #expect(try await names(path) == [])
    }
}
