#if Postgres
import Foundation
import PostgresEngine
import RecordCore
import SQLLowering
@testable import SQLStorage
import Stores
import TestKit
import TestTime
import Testing

/// PostgreSQL is asked now and then how many rows a question looks at.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Automatic indexes of PostgreSQL` {
    private typealias Cities = `Automatic indexes`

    private let options: PostgresOptions = {
        var options = PostgresOptions()
        options.schema = "automatic \(UUID().uuidString)"
        return options
    }()

    private func database() throws -> PostgresDatabase {
        try PostgresDatabase(try #require(PostgresServer.shared).url, options: options)
    }

    /// So many records and countries that neither index alone is good.
    private func fill(_ store: any RecordStore) async throws {
        try await Cities.fill(store, records: 8000, countries: 10)
    }

    private func names(_ database: PostgresDatabase) throws -> [String] {
        try database.read { try $0.indexNames() }.filter { $0.contains("+") }.sorted()
    }

    /// Asks in ever other words what an index of country and score would answer.
    private func ask(
        _ store: any RecordStore, _ country: String = "== 'country-1'", times: Int = 400
    ) async throws {
        for number in 0..<times {
            let query = try Cities.query(
                "country \(country) AND score > \(100 + number % 7)",
                by: [Ordering("score")], limit: 100)
            let page = try await store.fetch(query, in: .public)
            #expect(page.records.count == 100)
            // Reads are done on the calling thread; others want to have it too.
            await Task.yield()
        }
    }

    @Test func `that are declared are made last, dropped when unused, and made again`()
        async throws
    {
        func names(_ database: PostgresDatabase) throws -> Set<String> {
            try database.read { try $0.indexNames() }
                .filter { $0.contains("able") && !$0.contains("._") }
        }
        let loading = try database()
        let store = try await SQLStore(
            loading, environment: .development, limits: StoreLimits(), for: .load)
        try await Cities.fill(store, records: 800)
        #expect(try names(loading) == [])
        try await store.close()

        let used = try database()
        #expect(try names(used).count == 5)
        try await used.write(first: false) { connection in
            var declared = try DeclaredIndexes.load(connection)
            var states = declared["City"]
            for name in states.keys {
                states[name]?.asked = AutomaticIndexes.today
                if name.contains("size") { states[name]?.day = AutomaticIndexes.today - 61 }
            }
            try declared.set(states, of: "City", in: connection)
        }
        let again = try await SQLStore(used)
        #expect(try await eventually { try names(used).count == 4 })
        _ = try await again.fetch(try Cities.query("size == 2", by: []), in: .public)
        #expect(try await eventually { try names(used).count == 5 })
        _ = try await again.fetch(try Cities.query("country == 'c'", by: []), in: .public)
        #expect(try await eventually { try names(used).contains("City.country queryable") })
        try await again.close()
    }

    @Test(arguments: [StorePurpose.load, .moveInto, .use])
    func `come with statistics of what a load has brought`(purpose: StorePurpose) async throws {
        let database = try database()
        let store = try await SQLStore(
            database, environment: .development, limits: StoreLimits(), for: purpose)
        try await Cities.fill(store, records: 800)
        // As the demo does, which goes on with its store.
        if purpose == .use { try await StoreLocation.finishLoad(of: store) }
        try await store.close()
        let used = try self.database()
        let analyzed = try used.read { connection in
            try connection.all(
                """
                SELECT DISTINCT CAST(tablename AS text) FROM pg_catalog.pg_stats \
                WHERE schemaname = current_schema()
                """
            ) { $0.text(0) }
        }
        #expect(analyzed.contains("City"), "\(analyzed)")
        try await used.close()
    }

    @Test func `that are declared keep writers out only while they are made`() async throws {
        let database = try database()
        let store = try await SQLStore(database)
        try await Cities.fill(store, records: 800)
        try await store.close()

        let (locks, counts, waits) = (Tries(), Tries(), Tries())
        let observed = try PostgresDatabase(
            try #require(PostgresServer.shared).url, options: options,
            observer: PostgresObserver(waits: { _ = waits.next() }) { statement in
                if statement.text.hasPrefix("LOCK TABLE") { _ = locks.next() }
                if statement.text.hasPrefix("SELECT count(*) FROM (SELECT 1 FROM \"City\" LIMIT") {
                    _ = counts.next()
                }
            })
        let asked = try await SQLStore(observed)
        let query = try Cities.query("country == 'country-1'", by: [])
        try await IndexAdvisor.$mostRows.withValue(799) {
            _ = try await asked.fetch(query, in: .public)
        }
        /// How often a query waits for the server; some run twice, for what others do there.
        func cost(_ store: any RecordStore) async throws -> Int {
            var least = Int.max
            for _ in 0..<50 {
                let before = waits.count
                _ = try await store.fetch(query, in: .public)
                least = min(least, waits.count - before)
            }
            return least
        }
        let absent = try await cost(asked)
        // What was begun is done when it is closed.
        try await asked.close()
        #expect(counts.count == 1 && locks.count == 0)

        let making = try PostgresDatabase(
            try #require(PostgresServer.shared).url, options: options,
            observer: PostgresObserver(waits: { _ = waits.next() }) { _ in })
        let made = try await SQLStore(making)
        #expect(
            try await eventually {
                try making.read { try $0.indexNames() }.contains("City.country queryable")
            })
        let present = try await cost(made)
        #expect(absent <= present)
        try await made.close()
    }

    @Test func `are made, used, and change nothing about any answer`() async throws {
        let database = try database()
        let store = try await SQLStore(database)
        let memory = try await StoreLocation.memory.open()
        for store in [store, memory] as [any RecordStore] { try await fill(store) }
        let schema = try await store.schema()
        #expect(try names(database) == [])
        try await ask(store)
        _ = try await eventually { try names(database) != [] }
        #expect(try names(database) == ["City.country+score"])
        #expect(try await store.schema() == schema)
        // The engine knows how the table is filled now.
        _ = try await database.write(first: false) { try $0.run("ANALYZE") }
        #expect(try await Cities.indexes(store) == [Cities.title])
        for format in [
            "country == 'country-1'", "country == nil", "country == 'nowhere' AND score > 3",
            "country == 'country-1' AND score > 400", "country == 'country-1' AND score == nil",
            "country == 'country-1' AND score BETWEEN {100, 300}",
            "country == nil AND score < 100", "country == 'country-1' AND score != 31",
        ] {
            for ordering in [
                [], [Ordering("score")], [Ordering("score", ascending: false)],
                [Ordering("score"), Ordering("size", ascending: false)],
            ] as [[Ordering]] {
                for (limit, offset) in [(5, 0), (Int.max, 0), (300, 3)] {
                    let query = try Cities.query(
                        format, by: ordering, limit: limit, offset: offset)
                    let expected = try await memory.fetch(query, in: .public)
                    let found = try await store.fetch(query, in: .public)
                    #expect(
                        found.records.map(\.id.name) == expected.records.map(\.id.name),
                        "\(format) \(ordering.map(\.key)) \(limit) \(offset)")
                }
            }
        }
        try await store.close()
    }

    @Test func `are made for texts without case, of which more rows are read than match`()
        async throws
    {
        let database = try database()
        let store = try await SQLStore(database)
        try await fill(store)
        try await ask(store, "==[c] 'COUNTRY-1'")
        #expect(
            try await eventually { try names(database) == ["City.country.folded+score"] })
        let page = try await store.fetch(
            try Cities.query(
                "country ==[c] 'COUNTRY-1' AND score > 100", by: [Ordering("score")],
                limit: 100), in: .public)
        #expect(page.records.allSatisfy { $0["country"] == .text("country-1") })
        #expect(page.records.count == 100)
        try await store.close()
    }

    @Test func `are not made of what is absent, nor without an order`() async throws {
        let database = try database()
        let store = try await SQLStore(database)
        try await fill(store)
        for _ in 0..<400 {
            for ordering in [[], [Ordering("score")]] {
                _ = try await store.fetch(
                    try Cities.query("country == nil AND size > 2", by: ordering, limit: 100),
                    in: .public)
            }
        }
        // Writes are done in turn.
        try await store.setSchema(try await store.schema())
        #expect(try names(database) == [])
        try await store.close()
    }

    @Test func `are made once by several stores, while others write`() async throws {
        let databases = [try database(), try database()]
        let stores = [try await SQLStore(databases[0]), try await SQLStore(databases[1])]
        try await fill(stores[0])
        let automatic = Tries()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, store) in stores.enumerated() {
                group.addTask {
                    while automatic.count == 0 { try await ask(store, times: 32) }
                }
                group.addTask {
                    var number = 0
                    while automatic.count == 0 {
                        number += 1
                        let new = Record(
                            "City", RecordID("new-\(place)-\(number)"),
                            ["country": .text("country-3"), "score": .int(Int64(number))])
                        let result = try await store.save(
                            SaveRequest(saving: [new]), in: .public)
                        #expect(result.firstError == nil)
                    }
                }
            }
            group.addTask {
                _ = try await eventually { try names(databases[0]) != [] }
                _ = automatic.next()
            }
            try await group.waitForAll()
        }
        #expect(try names(databases[1]) == ["City.country+score"])
        for store in stores { try await store.close() }
    }

    @Test func `go with a field, and are not made where they are forbidden`() async throws {
        let database = try database()
        let store = try await SQLStore(database)
        try await fill(store)
        try await ask(store)
        #expect(try await eventually { try names(database) != [] })
        var smaller = Cities.type
        smaller.fields.removeAll { $0.name == "score" }
        try await store.setSchema(RecordSchema(types: [smaller]))
        #expect(try names(database) == [])
        try await store.close()

        var limits = StoreLimits()
        limits.automaticIndexes = 0
        let other = try self.database()
        let plain = try await SQLStore(other, limits: limits)
        try await plain.setSchema(RecordSchema(types: []))
        try await fill(plain)
        try await ask(plain)
        // Writes are done in turn.
        try await plain.setSchema(try await plain.schema())
        #expect(try names(other) == [])
        try await plain.close()
    }
}
#endif
