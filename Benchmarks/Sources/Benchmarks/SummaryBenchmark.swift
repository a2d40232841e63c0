import Foundation
import PredicateCore
import RawSQLite
import RecordCore
import Stores

/// Groups of 1,000,000 records, against the same SQL by hand through SQLite's C API.
enum SummaryBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("groups.db")
            let store = try await openStore(file, type: Places.type())
            try await fill(store, count: 1_000_000)
            let raw = try RawDatabase(file.path, flags: SQLITE_OPEN_READONLY)
            try raw.execute("PRAGMA cache_size = -65536")
            let records = RecordQuery("Place")
            let questions: [(String, RecordSummaryQuery, String)] = [
                (
                    "count, sum and extreme by text",
                    RecordSummaryQuery(
                        records,
                        columns: [
                            .field("city"), .init("n", .count), .init("s", .sum, of: "population"),
                            .init("m", .max, of: "name"),
                        ], grouping: ["city"]),
                    """
                    SELECT "city", count(*), sum("population"), max("name") FROM "Place" \
                    GROUP BY "city" ORDER BY "city"
                    """
                ),
                (
                    "sum of everything",
                    RecordSummaryQuery(
                        records,
                        columns: [.init("n", .count), .init("s", .sum, of: "population")]),
                    #"SELECT count(*), sum("population") FROM "Place""#
                ),
                (
                    "different values",
                    RecordSummaryQuery(distinct: ["city"], of: records),
                    #"SELECT DISTINCT "city" FROM "Place" ORDER BY "city""#
                ),
            ]
            print("milliseconds                           by hand  Quarry  ratio (range)")
            for (title, query, sql) in questions {
                let statement = try raw.prepare(sql)
                var results = 0
                var rows = 0
                let result = try await paired {
                    results = try await store.summarize(query, in: .public).count
                } _: {
                    sqlite3_reset(statement)
                    rows = 0
                    while sqlite3_step(statement) == SQLITE_ROW { rows += 1 }
                }
                sqlite3_finalize(statement)
                print(
                    title.padding(toLength: 38, withPad: " ", startingAt: 0)
                        + "\((median(result.b) * 1e3).places(1))  "
                        + "\((median(result.a) * 1e3).places(1))  \(result.ratio.places(2)) "
                        + "(\(result.range.0.places(2))–\(result.range.1.places(2))), "
                        + "\(results)/\(rows) results")
            }
            try await store.close()
        }
    }
}
