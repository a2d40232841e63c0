import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestFiles
import TestKit
import Testing

@Suite struct `Parts of the public database` {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("s.db").path }

    private static func id(_ number: Int) -> RecordID { RecordID("city-\(number)") }

    @Test func `a name belongs to the same part in every version`() {
        // Stores have their records where these numbers say.
        let names = ["", "a", "city-1", "Ürümqi", "6F1A7C1E-0D8B-4C43-9E59-3B1B8B0C3B55"]
        #expect(names.map { StableHash.part(of: $0, among: 16) } == [6, 11, 15, 8, 9])
        var counts = [Int](repeating: 0, count: 32)
        for number in 0..<32_000 { counts[StableHash.part(of: "city-\(number)", among: 32)] += 1 }
        #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
    }

    @Test func `records are spread by their names, and stay where they are`() async throws {
        let store = try await SQLStore(try SQLiteDatabase(path: path), buckets: 4)
        for number in 0..<200 {
            try await store.put(Record("City", Self.id(number), ["number": .int(Int64(number))]))
        }
        try await store.put(Record("City", Self.id(1)), in: .private(user: "_ann"))
        try await store.close()

        // The number is the store's, whatever is asked for later.
        let again = try await SQLStore(try SQLiteDatabase(path: path), buckets: 7)
        let counts = try again.engine.read { connection in
            try connection.all(
                """
                SELECT count(*) FROM _records r JOIN _databases d ON d.id = r.\(ident: "database") \
                WHERE d.scope = 'public' GROUP BY d.id
                """
            ) { Int($0.int(0)) }
        }
        #expect(counts.count == 4 && counts.allSatisfy { $0 > 25 }, "\(counts)")
        #expect(counts.reduce(0, +) == 200)
        for number in [0, 7, 199] {
            let found = try await again.record(Self.id(number))
            #expect(found?["number"] == .int(Int64(number)))
        }
        let query = RecordQuery(
            "City", where: try QueryPredicate(parsing: "number >= 50"),
            orderedBy: [Ordering("number", ascending: false)], limit: 3)
        let page = try await again.fetch(query, in: .public)
        #expect(page.records.map { $0["number"] } == [199, 198, 197])
        #expect(try await again.count(query, in: .public) == 150)
        let own = RecordQuery("City", in: .all)
        #expect(try await again.count(own, in: .private(user: "_ann")) == 1)
        #expect(try await again.zones(in: .public).count == 1)
        try await again.close()
    }

    @Test func `a store that is there keeps its public database in one piece`() async throws {
        let store = try await SQLStore(try SQLiteDatabase(path: path))
        try await store.put(Record("City", Self.id(1)))
        try await store.close()
        let again = try await SQLStore(try SQLiteDatabase(path: path), buckets: 4)
        #expect(try await again.record(Self.id(1)) != nil)
        try await again.put(Record("City", Self.id(2)))
        let count = try again.engine.read { connection in
            try connection.first("SELECT count(*) FROM _databases") { $0.int(0) }
        }
        #expect(count == 1)
        try await again.close()
    }

    @Test func `as many as may be leave statements short`() async throws {
        let store = try await SQLStore(try SQLiteDatabase(path: nil), buckets: 1_024)
        for number in 0..<50 {
            try await store.put(
                Record("City", Self.id(number), ["number": .int(Int64(number))]))
        }
        let terms = (0..<60).map { "number == \($0 * 2)" }.joined(separator: " OR ")
        let query = RecordQuery("City", where: try QueryPredicate(parsing: terms))
        #expect(try await store.count(query, in: .public) == 25)
        let sql = try #require(try await store.explain(query, in: .public).sql)
        #expect(sql.utf8.count < 32_000)
        try await store.close()
    }

    @Test(arguments: [0, -1, 5_000])
    func `their number is refused where it is none`(count: Int) async throws {
        let error = await #expect(throws: StoreError.self) {
            _ = try await SQLStore(try SQLiteDatabase(path: path), buckets: count)
        }
        #expect(error?.code == .unsupportedLocation)
    }
}
