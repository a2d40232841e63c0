import Foundation
import RecordCore
import Stores
import Testing

/// Where several indexes serve a query, every way to the rows gives the same answer.
@Suite struct `Choice of an index` {
    /// `few` is rare, `half` is in every other record, `cycle` comes in runs, `rank` differs in
    /// each, and `tags` has one frequent and one rare member.
    private static func rows(_ count: Int) -> [Record] {
        (0..<count).map { number in
            Record(
                "Row", RecordID("r\((number * 7919) % count + 100_000)"),
                [
                    "few": .int(Int64(number % 500)), "half": .int(Int64(number % 2)),
                    "cycle": number % 3 == 0 ? .null : .int(Int64(number / 1000)),
                    "rank": .int(Int64((number * 31) % count)),
                    "tags": .list([
                        .text(number % 4 == 0 ? "often" : "Often"), .text("t\(number % 900)"),
                    ]),
                    "text": .text("\(["Oslo", "oslo", "Bern", "Rom"][number % 4]) \(number % 50)"),
                ])
        }
    }

    private static let formats = [
        "half == 1 AND rank > 2000", "half == 1 AND rank < 40", "few == 7 AND half == 1",
        "half == 1 AND cycle == 2", "half == 1 AND cycle == nil AND rank > 100",
        "half == 0 AND few == 1", "tags CONTAINS 'often' AND half == 0",
        "tags CONTAINS 'often'", "tags CONTAINS[c] 'often'",
        "tags CONTAINS[c] 'often' AND rank > 10",
        "tags CONTAINS 't5' AND half == 1", "rank BETWEEN {500, 3000} AND half == 1",
        "text BEGINSWITH[c] 'oslo' AND half == 0", "text BEGINSWITH 'Oslo' AND rank > 300",
        "(few == 3 OR rank < 900) AND half == 1", "half == 1 AND rank + 0 > 2500",
        "rank > 0 AND text ENDSWITH '7'", "rank > 0",
    ]

    private static let orderings: [[Ordering]] = [
        [], [Ordering("rank")], [Ordering("rank", ascending: false)], [Ordering("half")],
        [Ordering("cycle")], [Ordering("cycle", ascending: false), Ordering("rank")],
        [Ordering("text")],
    ]

    @Test func `changes nothing about the answer`() async throws {
        let rows = Self.rows(4000)
        let stores = [
            try await StoreLocation.memory.open(), try await StoreLocation.sqliteMemory.open(),
        ]
        for store in stores {
            for start in stride(from: 0, to: rows.count, by: 400) {
                let result = try await store.save(
                    SaveRequest(saving: Array(rows[start..<start + 400])), in: .public)
                #expect(result.firstError == nil)
            }
        }
        var paths: Set<String> = []
        for format in Self.formats {
            let predicate = try QueryPredicate(parsing: format)
            for ordering in Self.orderings {
                for (limit, offset) in [(5, 0), (40, 700), (Int.max, 0), (300, 3)] {
                    let query = RecordQuery(
                        "Row", where: predicate, orderedBy: ordering, limit: limit,
                        offset: offset)
                    let expected = try await stores[0].fetch(query, in: .public)
                    let found = try await stores[1].fetch(query, in: .public)
                    #expect(
                        found.records.map(\.id.name) == expected.records.map(\.id.name),
                        "\(format) \(ordering.map(\.key)) \(limit) \(offset)")
                    #expect(found.next == expected.next)
                    guard limit == 40 else { continue }
                    var short = query
                    short.pageBytes = 500
                    let part = try await stores[1].fetch(short, in: .public)
                    let count = part.records.count
                    #expect(count < limit && (count > 0 || expected.records.isEmpty))
                    #expect(part.records == Array(found.records.prefix(count)))
                    #expect(
                        part.next
                            == (count < found.records.count ? offset + count : found.next))
                }
                let explained = try await stores[1].explain(
                    RecordQuery("Row", where: predicate, orderedBy: ordering, limit: 20),
                    in: .public)
                #expect(!explained.scans || format.contains("ENDSWITH"), "\(format)")
                paths.formUnion(explained.indexes)
            }
        }
        // All indexes had their turn.
        for field in ["few", "half", "cycle", "rank", "tags", "text"] {
            #expect(paths.contains { $0.hasPrefix("Row.\(field) (") }, "\(field): \(paths)")
        }
        for store in stores { try await store.close() }
    }

    @Test func `falls on the index that finds less`() async throws {
        let store = try await StoreLocation.sqliteMemory.open()
        let rows = Self.rows(4000)
        for start in stride(from: 0, to: rows.count, by: 400) {
            _ = try await store.save(
                SaveRequest(saving: Array(rows[start..<start + 400])), in: .public)
        }
        func indexes(_ format: String, _ ordering: [Ordering] = []) async throws -> [String] {
            try await store.explain(
                RecordQuery(
                    "Row", where: try QueryPredicate(parsing: format), orderedBy: ordering,
                    limit: 20), in: .public
            ).indexes
        }
        #expect(try await indexes("half == 1 AND few == 7") == ["Row.few (queryable, sortable)"])
        #expect(try await indexes("few == 7 AND half == 1") == ["Row.few (queryable, sortable)"])
        #expect(try await indexes("half == 1 AND rank < 40") == ["Row.rank (queryable, sortable)"])
        // Half of all rows: the order is walked until the page is full.
        #expect(
            try await indexes("half == 1", [Ordering("rank")]) == ["Row.rank (queryable, sortable)"]
        )
        // Nothing in the first rows of the order: the other index finds them.
        #expect(
            try await indexes("cycle == 3 AND rank + 0 > 3900", [Ordering("rank")])
                == ["Row.cycle (queryable, sortable)"])
        try await store.close()
    }
}
