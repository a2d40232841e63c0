import PredicateCore
import RecordCore
import SQLiteEngine
import TestFiles
import TestKit
import Testing

@testable import SQLStorage

@Suite struct `Pages behind the first` {
    private let folder = TemporaryFolder()
    private static let here = Location(latitude: 10, longitude: 20)

    private static let queries: [RecordQuery] = {
        func query(_ format: String, _ ordering: [Ordering] = []) throws -> RecordQuery {
            RecordQuery(
                "Note", where: try QueryPredicate(parsing: format), orderedBy: ordering, limit: 7)
        }
        let near = Ordering(key: .distance(QueryKeyPath("place"), from: here))
        do {
            return [
                try query("TRUEPREDICATE"), try query("allTokens TOKENMATCHES[cd] 'alpha'"),
                try query("text TOKENMATCHES[cd] 'alpha'"), try query("self CONTAINS 'alpha'"),
                try query("kind == 1", [Ordering("score", ascending: false)]),
                try query("score > 100", [Ordering("kind"), Ordering("score")]),
                try query("TRUEPREDICATE", [near]), try query("score + 0 > 100"),
                try query("TRUEPREDICATE", [Ordering("text", textOrder: .localized)]),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private func store() async throws -> SQLStore<SQLiteDatabase> {
        let store = try await SQLStore(try SQLiteDatabase(path: folder.path + "/s.db"))
        var records: [Record] = []
        for number in 0..<60 {
            let latitude = Double(number * 31 % 170) - 85
            var record = Record("Note", RecordID("note-\(number * 37 % 60)"))
            record["text"] = .text("alpha number \(number)")
            record["kind"] = .int(Int64(number % 3 % 2))
            record["score"] = .int(Int64(number * 7919 % 1009))
            record["place"] = .location(
                Location(latitude: latitude, longitude: Double(number * 47 % 360) - 180))
            records.append(record)
        }
        _ = try await store.save(SaveRequest(saving: records), in: .public)
        return store
    }

    private func list(
        of query: RecordQuery, _ store: SQLStore<SQLiteDatabase>
    ) throws -> QueryRows.List? {
        let asked = try store.read { try store.databaseQueries(of: query, in: .public, $0)[0] }
        let key = try #require(QueryRows.key(asked))
        return store.rowLists.list(key, mark: try #require(store.engine.commitMark()))
    }

    @Test(arguments: queries)
    func `have the records that follow`(query: RecordQuery) async throws {
        let store = try await store()
        var whole = query
        whole.limit = 100
        let all = try await store.fetch(whole, in: .public).records
        #expect(all.count > 15)
        for wanted in [nil, ["kind"]] {
            var pages: [Record] = []
            var rest = query
            rest.desiredKeys = wanted
            repeat {
                let page = try await store.fetch(rest, in: .public)
                pages += page.records
                rest.offset = page.next ?? 0
            } while rest.offset > 0
            #expect(pages == all.map { $0.keeping(wanted) })
        }
        try await store.close()
    }

    @Test func `look up the rows that were listed for the second`() async throws {
        let store = try await store()
        var query = Self.queries[1]
        query.offset = try #require(try await store.fetch(query, in: .public).next)
        #expect(try list(of: query, store)?.rows.count == 0)
        query.offset = try #require(try await store.fetch(query, in: .public).next)
        let list = try #require(try list(of: query, store))
        // Twice as many as the page needs, with the one that says whether there are more.
        #expect(list.rows.count == 30 && !list.isComplete)
        query.offset = 56
        #expect(try await store.fetch(query, in: .public).records.count == 4)
        #expect(try self.list(of: query, store) == nil)
        try await store.close()
    }

    @Test func `count what is there when they are read`() async throws {
        let store = try await store()
        var query = Self.queries[1]
        query.limit = 20
        var whole = query
        whole.limit = 100
        let before = try await store.fetch(whole, in: .public).records.map(\.id)
        for _ in 0..<2 {
            query.offset = try #require(try await store.fetch(query, in: .public).next)
        }
        _ = try await store.save(SaveRequest(deleting: [before[0], before[45]]), in: .public)
        let page = try await store.fetch(query, in: .public)
        #expect(page.records.map(\.id) == before[41...].filter { $0 != before[45] })
        #expect(page.next == nil)
        try await store.close()
    }

    @Test func `are found each time where a query does not equal itself`() async throws {
        let store = try await store()
        var odd = Self.here
        odd.altitude = .nan
        var query = Self.queries[0]
        for _ in 0..<80 {
            // An array equals itself whatever is in it.
            query.ordering = [Ordering(key: .distance(QueryKeyPath("place"), from: odd))]
            query.offset = 0
            query.offset = try #require(try await store.fetch(query, in: .public).next)
            #expect(try await store.fetch(query, in: .public).records.count == 7)
        }
        try await store.close()
    }

    @Test func `end where their bytes do`() async throws {
        let store = try await store()
        var query = Self.queries[1]
        query.limit = 20
        query.offset = try #require(try await store.fetch(query, in: .public).next)
        query.pageBytes = 1
        let page = try await store.fetch(query, in: .public)
        #expect(page.records.count == 1)
        #expect(page.next == 21)
        try await store.close()
    }
}
