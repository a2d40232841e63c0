package import SQLLowering
package import SQLStorage

/// What the database says of itself.
extension SQLiteConnection {
    /// Whether the database has a table of a name.
    package func hasTable(_ name: String) throws -> Bool {
        try hasRow("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(name)")
    }

    /// Every table with its columns, without SQLite's own.
    package func tables() throws -> [String: [SQLColumn]] {
        let names = try all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ) { $0.text(0) }
        var tables: [String: [SQLColumn]] = [:]
        for name in names {
            tables[name] = try all("PRAGMA table_info(\(ident: name))") { row in
                SQLColumn(name: row.text(1), type: row.text(2))
            }
        }
        return tables
    }

    /// The names of the indexes.
    package func indexNames() throws -> Set<String> {
        Set(try all("SELECT name FROM sqlite_master WHERE type = 'index'") { $0.text(0) })
    }

    /// SQLite's `EXPLAIN QUERY PLAN` for a text, children indented.
    package func plan(of sql: SQLText) throws -> EnginePlan {
        var depths: [Int64: Int] = [:]
        return EnginePlan(
            sqlite: try all("EXPLAIN QUERY PLAN \(sql)") { row in
                let depth = depths[row.int(1)].map { $0 + 1 } ?? 0
                depths[row.int(0)] = depth
                return String(repeating: "  ", count: depth) + row.text(3)
            })
    }
}
