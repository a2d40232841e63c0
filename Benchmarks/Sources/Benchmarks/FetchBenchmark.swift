import RawSQLite
import Foundation
import PredicateCore
import RecordCore
import Stores

/// One row as a program over the C API would hold it: the same columns, decoded.
private struct RawRow {
    var texts: [String] = []
    var integers: [Int64] = []
    var doubles: [Double] = []
    var blobs: [Data] = []
}

/// A fetch of 100 records, and of one, against the very statement through SQLite's C API with
/// every column read.
enum FetchBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("places.db")
            let store = try await openStore(file, type: Places.type())
            try await fill(store, count: 200_000)
            let queries: [(String, RecordQuery, Int)] = [
                (
                    "100 rows by an indexed range, sorted",
                    RecordQuery(
                        "Place", where: try QueryPredicate(parsing: "population > 500000"),
                        orderedBy: [Ordering("population")], limit: 100), 300
                ),
                (
                    "100 rows by equality on text",
                    RecordQuery(
                        "Place", where: try QueryPredicate(parsing: "city == 'Oslo'"), limit: 100), 300
                ),
                (
                    "two-field AND",
                    RecordQuery(
                        "Place",
                        where: try QueryPredicate(
                            parsing: "city == 'Oslo' AND population BETWEEN {1000, 5000}"),
                        limit: 100), 300
                ),
                (
                    "point read by name",
                    RecordQuery("Place", where: try QueryPredicate(parsing: "recordName == 'place-777'"), limit: 1),
                    3000
                ),
            ]
            print("microseconds a query                    raw C   Quarry  ratio (range)")
            for (title, query, rounds) in queries {
                let explanation = try await store.explain(query, in: .public)
                guard let sql = explanation.sql else { continue }
                let raw = try RawDatabase(file.path, flags: SQLITE_OPEN_READONLY)
                try raw.execute("PRAGMA cache_size = -65536")
                let statement = try raw.prepare(sql)
                var rows = 0
                var records = 0
                let result = try await paired {
                    for _ in 0..<rounds {
                        let page = try await store.fetch(query, in: .public)
                        records = page.records.count
                        keep(page)
                    }
                } _: {
                    for _ in 0..<rounds {
                        sqlite3_reset(statement)
                        for (index, value) in explanation.parameters.enumerated() {
                            bind(value, to: statement, at: Int32(index + 1))
                        }
                        var decoded: [RawRow] = []
                        while sqlite3_step(statement) == SQLITE_ROW { decoded.append(read(statement)) }
                        rows = decoded.count
                        keep(decoded)
                    }
                }
                sqlite3_finalize(statement)
                let ours = median(result.a) / Double(rounds) * 1e6
                let theirs = median(result.b) / Double(rounds) * 1e6
                print(
                    title.padding(toLength: 38, withPad: " ", startingAt: 0)
                        + "\(theirs.places(1))  \(ours.places(1))  \(result.ratio.places(2)) "
                        + "(\(result.range.0.places(2))–\(result.range.1.places(2))), \(records)/\(rows) rows")
            }
            try await store.close()
        }
    }

    private static func read(_ statement: OpaquePointer) -> RawRow {
        var row = RawRow()
        for column in 0..<sqlite3_column_count(statement) {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: row.integers.append(sqlite3_column_int64(statement, column))
            case SQLITE_FLOAT: row.doubles.append(sqlite3_column_double(statement, column))
            case SQLITE_TEXT: row.texts.append(String(cString: sqlite3_column_text(statement, column)))
            case SQLITE_BLOB:
                let count = Int(sqlite3_column_bytes(statement, column))
                if let bytes = sqlite3_column_blob(statement, column) {
                    row.blobs.append(Data(bytes: bytes, count: count))
                }
            default: break
            }
        }
        return row
    }
}
