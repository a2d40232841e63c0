import Foundation
import RecordCore
import SQLLowering
import Stores
import TestFiles
import Testing

@testable import SQLStorage
@testable import SQLiteEngine

/// Indexes that the schema declares are made last where many records come first, and go where no
/// query asks for them.
@Suite struct `Declared indexes` {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("cities.db").path }

    private typealias Cities = `Automatic indexes`

    private static let all: Set = [
        "City.country queryable folded", "City.name queryable", "City.name queryable folded",
        "City.score queryable", "City.size queryable",
    ]
    /// Of a field that may be searched and not sorted.
    private static let onDemand = "City.country queryable"

    private func withDatabase<T>(
        _ path: String, _ body: (SQLiteDatabase) async throws -> T
    ) async throws -> T {
        let database = try SQLiteDatabase(path: path)
        let result = try await body(database)
        try await database.close()
        return result
    }

    /// The names of the indexes of the type's fields in the file.
    private func names(_ path: String) async throws -> Set<String> {
        try await withDatabase(path) { database in
            try database.read { try $0.indexNames() }
                .filter { $0.hasPrefix("City.") && !$0.hasPrefix("City._") }
        }
    }

    /// Has queries have asked for indexes so many days ago, and for the others today.
    ///
    /// - Parameter isAsked: Whether queries asked for the others at all; otherwise they were made.
    private func age(
        _ days: Int, _ path: String, isAsked: Bool = true,
        where isOld: @escaping @Sendable (String) -> Bool
    ) async throws {
        try await withDatabase(path) { database in
            try await database.write { connection in
                var declared = try DeclaredIndexes.load(connection)
                var states = declared["City"]
                for name in states.keys {
                    let day = AutomaticIndexes.today - (isOld(name) ? days : 0)
                    states[name]?.day = day
                    states[name]?.asked = isAsked || isOld(name) ? day : nil
                }
                try declared.set(states, of: "City", in: connection)
            }
        }
    }

    private func open(
        _ path: String, _ environment: StoreEnvironment = .development, defersIndexes: Bool = false
    ) async throws -> any RecordStore {
        try await StoreLocation.sqlite(path: path).open(
            environment: environment, defersIndexes: defersIndexes)
    }

    /// Opens and closes: what is done at opening is finished by then.
    private func reopen(
        _ path: String, _ environment: StoreEnvironment = .development
    ) async throws {
        try await open(path, environment).close()
    }

    private func filled(_ path: String) async throws {
        let store = try await open(path)
        try await Cities.fill(store, records: 800)
        try await store.close()
    }

    private func explain(_ store: any RecordStore, _ format: String) async throws
        -> QueryExplanation
    {
        try await store.explain(try Cities.query(format, by: []), in: .public)
    }

    // MARK: Made last

    @Test func `are made when a store that defers them is closed`() async throws {
        let store = try await open(path, defersIndexes: true)
        try await Cities.fill(store, records: 800)
        // A field that a record brings, too.
        var new = Cities.record(801)
        new["founded"] = .int(1900)
        _ = try await store.save(SaveRequest(saving: [new]), in: .public)
        #expect(try await names(path) == [])
        #expect(try await store.schema()["City"]?.field("score")?.indexes.isEmpty == false)
        try await store.close()
        #expect(try await names(path) == Self.all.union(["City.founded queryable"]))
        let again = try await open(path)
        #expect(
            try await explain(again, "score == 31").indexes
                == ["City.score (queryable, sortable)"])
        #expect(
            try await again.count(try Cities.query("score == 31", by: []), in: .public) > 0)
        try await again.close()
    }

    @Test func `that a process left unmade are made when the store is opened next`() async throws {
        // As a process leaves it that is killed.
        let killed = try await open(path, defersIndexes: true)
        try await Cities.fill(killed, records: 800)
        let found = try await open(path, .production)
        #expect(try await found.count(RecordQuery("City"), in: .public) == 800)
        try await found.close()
        #expect(try await names(path) == Self.all)
        try await killed.close()
        #expect(try await names(path) == Self.all)
    }

    @Test func `are made sooner when a query asks for them`() async throws {
        let store = try await open(path, defersIndexes: true)
        try await Cities.fill(store, records: 800)
        let query = try Cities.query("score > 100", by: [Ordering("size")])
        let before = try await store.fetch(query, in: .public)
        #expect(before.records.count == 60)
        // Writes are done in turn: what was begun is done when the next one is.
        try await store.setSchema(try await store.schema())
        #expect(try await names(path) == ["City.score queryable", "City.size queryable"])
        #expect(try await store.fetch(query, in: .public) == before)
        _ = try await store.count(try Cities.query("name == 'n1'", by: []), in: .public)
        try await store.setSchema(try await store.schema())
        #expect(try await names(path).count == 4)
        let summary = RecordSummaryQuery(
            RecordQuery("City"), columns: [.field("country"), .init("n", .count)],
            grouping: ["country"])
        _ = try await store.summarize(summary, in: .public)
        try await store.setSchema(try await store.schema())
        #expect(try await names(path) == Self.all.union([Self.onDemand]))
        try await store.close()
    }

    // MARK: On demand

    @Test(arguments: [StoreEnvironment.development, .production])
    func `of exact text are made by the first query that asks for one`(
        environment: StoreEnvironment
    ) async throws {
        try await filled(path)
        var store = try await open(path, environment)
        var query = try Cities.query("country == 'Country-1'", by: [])
        query.profile = .cloudKit
        #expect(try await store.explain(query, in: .public).scans == false)
        #expect(try await store.explain(query, in: .public).unused == [])
        let folded = try await store.fetch(query, in: .public)
        #expect(!folded.records.isEmpty)
        try await store.close()
        try await reopen(path, environment)
        #expect(try await names(path) == Self.all)

        store = try await open(path, environment)
        query = try Cities.query("country == 'country-1'", by: [])
        #expect(
            try await store.explain(query, in: .public).unused == [
                "City.country (queryable) with case and accents, "
                    + "made when a query first asks for it"
            ])
        let page = try await store.fetch(query, in: .public)
        #expect(!page.records.isEmpty)
        try await store.setSchema(try await store.schema())
        #expect(try await names(path) == Self.all.union([Self.onDemand]))
        #expect(try await store.explain(query, in: .public).unused == [])
        #expect(try await store.fetch(query, in: .public) == page)
        try await store.close()
    }

    @Test func `of very many rows are left to be made when the store is opened next`()
        async throws
    {
        try await filled(path)
        let query = try Cities.query("country == 'country-1'", by: [])
        let store = try await open(path)
        let page = try await IndexAdvisor.$mostRows.withValue(799) {
            try await store.fetch(query, in: .public)
        }
        #expect(!page.records.isEmpty)
        // Within a day it is not begun again.
        #expect(try await store.fetch(query, in: .public) == page)
        try await store.close()
        #expect(try await names(path) == Self.all)
        // A program that only asks does not wait for it.
        try await StoreLocation.sqlite(path: path).openAsKept(isNoted: false).close()
        #expect(try await names(path) == Self.all)
        try await reopen(path)
        #expect(try await names(path) == Self.all.union([Self.onDemand]))
    }

    @Test(arguments: [
        "country == nil", "country BEGINSWITH 'c'", "country ==[n] 'c'", "score > -1",
    ])
    func `of exact text are asked for by other questions too`(format: String) async throws {
        try await filled(path)
        let store = try await open(path)
        var query = try Cities.query(format, by: [])
        // The last asks for nothing of the text but its order.
        if format.hasPrefix("score") {
            query.ordering = [Ordering("country")]
        } else if !format.contains("[n]") {
            query.profile = .cloudKit
        }
        _ = try await store.count(query, in: .public)
        _ = try await store.fetch(query, in: .public)
        try await store.setSchema(try await store.schema())
        #expect(try await names(path) == Self.all.union([Self.onDemand]))
        try await store.close()
    }

    // MARK: Unused

    @Test func `that no query asked for are named, dropped, and made again for a query`()
        async throws
    {
        try await filled(path)
        try await age(31, path) { $0.contains("size") }
        var store = try await open(path)
        let title = "City.size (queryable, sortable)"
        #expect(try await explain(store, "score == 31").unused == [title])
        try await store.close()
        #expect(try await names(path) == Self.all)

        try await age(61, path) { $0.contains("size") }
        try await reopen(path)
        #expect(try await names(path) == Self.all.filter { !$0.contains("size") })
        store = try await open(path)
        #expect(try await store.schema()["City"] == Cities.type)
        let query = try Cities.query("size > 2", by: [Ordering("size")])
        let unused = try await store.explain(query, in: .public)
        #expect(unused.unused == [title + ", dropped"])
        #expect(!unused.indexes.contains(title))
        let page = try await store.fetch(query, in: .public)
        #expect(!page.records.isEmpty)
        try await store.setSchema(try await store.schema())
        #expect(try await names(path) == Self.all)
        let made = try await store.explain(query, in: .public)
        #expect(made.unused == [] && made.indexes.contains(title))
        #expect(try await store.fetch(query, in: .public) == page)
        try await store.close()
        // It is as new.
        try await reopen(path)
        #expect(try await names(path) == Self.all)
    }

    @Test func `stay where a query asks for them`() async throws {
        try await filled(path)
        try await age(50, path) { $0.contains("size") }
        let store = try await open(path)
        _ = try await store.fetch(try Cities.query("size == 2", by: []), in: .public)
        try await store.close()
        let days = try await withDatabase(path) { database in
            try database.read { try DeclaredIndexes.load($0) }["City"].values.map(\.day)
        }
        #expect(Set(days) == [AutomaticIndexes.today])
    }

    @Test func `stay where a summary asks for the least or the greatest`() async throws {
        try await filled(path)
        try await age(50, path) { $0.contains("size") || $0.contains("score") }
        let store = try await open(path)
        let summary = RecordSummaryQuery(
            RecordQuery("City"),
            columns: [.init("least", .min, of: "size"), .init("greatest", .max, of: "score")])
        _ = try await store.summarize(summary, in: .public)
        try await store.close()
        let days = try await withDatabase(path) { database in
            try database.read { try DeclaredIndexes.load($0) }["City"].values.map(\.day)
        }
        #expect(Set(days) == [AutomaticIndexes.today])
    }

    @Test func `stay where nothing was asked at all, and in production`() async throws {
        try await filled(path)
        try await age(400, path) { _ in true }
        try await reopen(path)
        #expect(try await names(path) == Self.all)
        try await age(200, path) { $0.contains("size") }
        try await reopen(path, .production)
        #expect(try await names(path) == Self.all)
    }

    @Test func `stay where the schema changes and nothing is asked`() async throws {
        try await filled(path)
        try await age(61, path, isAsked: false) { $0.contains("size") }
        let store = try await open(path)
        var more = Cities.type
        more.fields.append(Field("founded", .single(.int64), .queryable))
        try await store.setSchema(RecordSchema(types: [more]))
        try await store.close()
        try await reopen(path)
        #expect(try await names(path) == Self.all.union(["City.founded queryable"]))
    }

    @Test func `that an earlier version noted are read as it wrote them`() throws {
        let states = try JSONDecoder().decode(
            [String: DeclaredIndexes.State].self,
            from: Data(#"{"b":{"absence":"unused","day":20000},"a":{"day":7}}"#.utf8))
        #expect(states["b"] == .init(day: 20_000, absence: .unused))
        #expect(states["a"] == .init(day: 7))
    }

    @Test func `stay in a store of production that is opened as one of development`() async throws {
        try await filled(path)
        try await reopen(path, .production)
        try await age(61, path) { $0.contains("size") }
        try await reopen(path)
        #expect(try await names(path) == Self.all)
    }

    @Test func `that development dropped are there in production`() async throws {
        try await filled(path)
        try await age(61, path) { $0.contains("size") }
        try await reopen(path)
        #expect(try await names(path).count == 4)
        try await reopen(path, .production)
        #expect(try await names(path) == Self.all)
    }

    @Test func `that were dropped go with their field and its flags`() async throws {
        try await filled(path)
        try await age(61, path) { $0.contains("size") || $0.contains("score") }
        try await reopen(path)
        #expect(try await names(path).count == 3)
        let store = try await open(path)
        var smaller = Cities.type
        smaller.fields.removeAll { $0.name == "size" }
        smaller.fields = smaller.fields.map { field in
            field.name == "score" ? Field("score", .single(.int64)) : field
        }
        try await store.setSchema(RecordSchema(types: [smaller]))
        // A flag that comes back brings its index.
        try await store.setSchema(RecordSchema(types: [Cities.type]))
        #expect(try await names(path) == Self.all)
        try await store.setSchema(RecordSchema(types: []))
        try await store.close()
        let left = try await withDatabase(path) { database in
            try database.read { try DeclaredIndexes.load($0) }
        }
        #expect(left == DeclaredIndexes())
    }

    @Test func `of a file of before are new when it is opened first`() async throws {
        try await filled(path)
        try await withDatabase(path) { database in
            try await database.write { connection in
                _ = try connection.run("DELETE FROM _meta WHERE key = 'indexes/City'")
            }
        }
        try await reopen(path)
        let states = try await withDatabase(path) { database in
            try database.read { try DeclaredIndexes.load($0) }["City"]
        }
        #expect(
            Set(states.keys).filter { !$0.hasPrefix("City._") }
                == Self.all.union([Self.onDemand]))
        #expect(states.values.allSatisfy { $0.absence == nil && $0.day == AutomaticIndexes.today })
        #expect(try await names(path) == Self.all)
    }
}
