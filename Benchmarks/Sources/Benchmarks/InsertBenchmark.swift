import RawSQLite
import Foundation
import PredicateCore
import RecordCore
import Stores

/// Batches of 200 inserts, against the raw C API that fills the same tables with the same
/// indexes, values already converted.
enum InsertBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let batch = 200
            let batches = 100
            // What the store writes, table by table, taken from a file that it wrote.
            let model = folder.appendingPathComponent("model.db")
            let first = try await openStore(model, type: Places.type())
            try await fill(first, count: batch * batches, batch: batch)
            try await first.close()
            let tables = try contents(of: model.path)

            var round = 0
            var places = Places()
            let records = (0..<batches).map { _ in places.next(batch) }
            let result = try await paired(rounds: 5) {
                round += 1
                let file = folder.appendingPathComponent("ours-\(round).db")
                let store = try await openStore(file, type: Places.type())
                for records in records {
                    let saved = try await store.save(
                        SaveRequest(saving: records, isAtomic: false), in: .public)
                    if let error = saved.firstError { throw error }
                }
                try await store.close()
            } _: {
                let file = folder.appendingPathComponent("raw-\(round).db").path
                try insertRaw(tables, into: file, batch: batch, batches: batches)
            }
            let rows = Double(batch * batches)
            print("rows a second: raw C \((rows / median(result.b)).places(0)), "
                + "Quarry \((rows / median(result.a)).places(0)); ratio of times "
                + "\(result.ratio.places(2)) (\(result.range.0.places(2))–\(result.range.1.places(2)))")
        }
    }

    struct Contents {
        var schema: [String] = []
        var tables: [(name: String, columns: Int, rows: [[Value]])] = []
    }

    /// The statements that made the tables and indexes, and the rows of every table.
    static func contents(of path: String) throws -> Contents {
        let database = try RawDatabase(path, flags: SQLITE_OPEN_READONLY)
        var contents = Contents()
        var names: [String] = []
        let list = try database.prepare(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
        while sqlite3_step(list) == SQLITE_ROW {
            let type = String(cString: sqlite3_column_text(list, 0))
            let name = String(cString: sqlite3_column_text(list, 1))
            let sql = String(cString: sqlite3_column_text(list, 2))
            guard !name.hasPrefix("sqlite_") else { continue }
            contents.schema.append(sql)
            if type == "table", !sql.contains("VIRTUAL") { names.append(name) }
        }
        sqlite3_finalize(list)
        for name in names {
            let select = try database.prepare("SELECT * FROM \"\(name)\"")
            var rows: [[Value]] = []
            let columns = sqlite3_column_count(select)
            while sqlite3_step(select) == SQLITE_ROW {
                rows.append((0..<columns).map { column in
                    switch sqlite3_column_type(select, column) {
                    case SQLITE_INTEGER: .int(sqlite3_column_int64(select, column))
                    case SQLITE_FLOAT: .double(sqlite3_column_double(select, column))
                    case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(select, column)))
                    case SQLITE_BLOB:
                        .bytes(Data(
                            bytes: sqlite3_column_blob(select, column),
                            count: Int(sqlite3_column_bytes(select, column))))
                    default: .null
                    }
                })
            }
            sqlite3_finalize(select)
            contents.tables.append((name, Int(columns), rows))
        }
        return contents
    }

    static func insertRaw(_ contents: Contents, into path: String, batch: Int, batches: Int) throws {
        let database = try RawDatabase(path)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF; PRAGMA cache_size = -65536")
        for sql in contents.schema { try database.execute(sql) }
        let statements = try contents.tables.map { table in
            try database.prepare(
                "INSERT INTO \"\(table.name)\" VALUES ("
                    + Array(repeating: "?", count: table.columns).joined(separator: ",") + ")")
        }
        for index in 0..<batches {
            try database.execute("BEGIN IMMEDIATE")
            for (table, statement) in zip(contents.tables, statements) {
                // Small tables (the schema, the zones) go with the first batch.
                let share = (table.rows.count + batches - 1) / batches
                let slice = table.rows.count < batches * batch / 2
                    ? (index == 0 ? table.rows[...] : [])
                    : table.rows[min(index * share, table.rows.count)..<min((index + 1) * share, table.rows.count)]
                for row in slice {
                    for (column, value) in row.enumerated() {
                        bind(value, to: statement, at: Int32(column + 1))
                    }
                    guard sqlite3_step(statement) == SQLITE_DONE else {
                        throw RawError(message: String(cString: sqlite3_errmsg(database.handle)))
                    }
                    sqlite3_reset(statement)
                }
            }
            try database.execute("COMMIT")
        }
        for statement in statements { sqlite3_finalize(statement) }
    }
}

/// What dropping the indexes of unused fields saves.
enum IndexBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let count = 50_000
            var sizes: [String: Double] = [:]
            var round = 0
            func write(_ label: String, allIndexes: Bool) async throws {
                round += 1
                let file = folder.appendingPathComponent("\(label)-\(round).db")
                let store = try await openStore(file, type: Places.type(allIndexes: allIndexes))
                try await fill(store, count: count)
                try await store.close()
                let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
                sizes[label] = Double(size ?? 0) / 1e6
                try FileManager.default.removeItem(at: file)
            }
            let result = try await paired(rounds: 3) {
                try await write("all", allIndexes: true)
            } _: {
                try await write("used", allIndexes: false)
            }
            print("\(count) records, every index:  \((sizes["all"] ?? 0).places(1)) MB, \(median(result.a).places(2)) s")
            print("\(count) records, used indexes: \((sizes["used"] ?? 0).places(1)) MB, \(median(result.b).places(2)) s")
            print("ratio: size \(((sizes["all"] ?? 0) / (sizes["used"] ?? 1)).places(2)), write time \(result.ratio.places(2))")
        }
    }
}
