#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLStorage
import TestKit
import Testing

@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Waiting for PostgreSQL` {
    /// How often a connection waits for the server: what is far away costs by this.
    @Test func `little is waited for`() async throws {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "waits \(UUID().uuidString)"
        options.readers = 1
        options.writers = 1
        let waits = Tries()
        let database = try PostgresDatabase(
            server.url, options: options,
            observer: PostgresObserver(waits: { _ = waits.next() }) { _ in })
        let store = try await SQLStore(database)
        let fields = [Field("n", .single(.int64), [.queryable, .sortable])]
        try await store.setSchema(RecordSchema(types: [RecordType("N", fields: fields)]))
        let mine = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        try await store.createZones([zone], in: mine)

        func record(_ number: Int, _ zone: ZoneID) -> Record {
            Record("N", RecordID("r\(number)", zone: zone), ["n": .int(Int64(number))])
        }
        func save(_ numbers: Range<Int>, _ zone: ZoneID, _ scope: DatabaseScope) async throws {
            let records = numbers.map { record($0, zone) }
            let result = try await store.save(SaveRequest(saving: records), in: scope)
            #expect(result.firstError == nil)
        }
        /// Counts what something costs once its statements are prepared.
        ///
        /// A neighbour on the server can make a transaction run twice, or a plan be made
        /// again: the least cost of ten is what it costs.
        func cost(
            _ most: Int, _ what: Comment, _ body: (Int) async throws -> Void
        ) async throws {
            for round in 0..<3 { try await body(round) }
            var least = Int.max
            for round in 3..<13 where least > most {
                // Which number a database has is remembered by who reads.
                for scope in [.public, mine] {
                    _ = try await store.records([RecordID("r")], in: scope, desiredKeys: nil)
                }
                let before = waits.count
                try await body(round)
                least = min(least, waits.count - before)
            }
            #expect(least <= most, what)
            // Less would be good news, and the bound to be lowered.
            #expect(least > most - 2, what)
        }
        try await cost(4, "a new record") { round in
            try await save(round..<round + 1, .default, .public)
        }
        try await cost(6, "a new record in a zone") { round in
            try await save(round..<round + 1, zone, mine)
        }
        try await cost(7, "200 new records in a zone") { round in
            try await save(1_000 + round * 200..<1_200 + round * 200, zone, mine)
        }
        try await cost(1, "a record by its name") { _ in
            let id = RecordID("r1", zone: zone)
            let found = try await store.records([id], in: mine, desiredKeys: nil)
            #expect(found.count == 1)
        }
        try await cost(2, "100 records by their names") { _ in
            let ids = (1_000..<1_100).map { RecordID("r\($0)", zone: zone) }
            let found = try await store.records(ids, in: mine, desiredKeys: nil)
            #expect(found.count == 100)
        }
        try await cost(1, "a query of 100 records") { _ in
            let query = RecordQuery(
                "N", where: try QueryPredicate(parsing: "n >= 1000"),
                orderedBy: [Ordering("n")], in: .zone(zone), limit: 100)
            #expect(try await store.fetch(query, in: mine).records.count == 100)
        }
        try await store.close()
    }

    /// Marks of before are trusted until the first answer: what another server did meanwhile is
    /// seen by the next question, whichever it is.
    @Test func `what another server changed is seen at once`() async throws {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "marks \(UUID().uuidString)"
        let here = try await SQLStore(PostgresDatabase(server.url, options: options))
        let there = try await SQLStore(PostgresDatabase(server.url, options: options))
        let fields = [Field("n", .single(.int64), [.queryable, .sortable])]
        func types(_ names: [String]) -> RecordSchema {
            RecordSchema(types: names.map { RecordType($0, fields: fields) })
        }
        try await here.setSchema(types(["A"]))
        let mine = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        try await here.createZones([zone], in: mine)
        func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }
        func save(_ type: String, _ name: String, _ store: some RecordStore) async throws {
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
#endif
