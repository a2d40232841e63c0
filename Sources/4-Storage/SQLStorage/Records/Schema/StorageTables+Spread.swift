import RecordCore
import SQLLowering

// Over which servers the tables are spread.
extension StorageTables {
    /// How a database spreads its tables; nil where it does not say, and nothing is spread.
    ///
    /// - Parameter asked: What the caller wants. Where nothing is spread yet, it counts; another
    ///   way than the database's own is an error.
    static func spread(
        _ connection: some SQLConnection, asked: TableSpread
    ) throws -> TableSpread? {
        guard let text = try connection.setting("spread") else { return nil }
        guard let spread = TableSpread(text: text) else {
            throw StoreError(
                .newerVersion, ["found": "spread=\(text.prefix(40))", "expected": "spread=citus"])
        }
        guard asked == .none || asked == spread else {
            throw StoreError.unsupported(
                "spread=\(asked.text ?? "none")", expected: "spread=\(text)")
        }
        return spread
    }

    /// A table of a store in a Citus cluster that does not stand where it belongs.
    struct MisplacedTable {
        let name: String
        /// Whether all servers have it; otherwise Citus does not know of it.
        let isEverywhere: Bool
    }

    /// The tables of a store in a Citus cluster that are still to be spread; nil where all are, and
    /// the database says so.
    ///
    /// A setting that was lost on the way left tables at the coordinator of which Citus does not
    /// know: a write in them and in tables that are spread is not one transaction. An earlier
    /// version had all servers have the tables of all databases, which then could not be written
    /// while one was down.
    ///
    /// - Parameters:
    ///   - own: What the database says of itself.
    static func misplaced(
        _ connection: some SQLConnection, _ dialect: any Dialect, own: TableSpread?
    ) throws -> [MisplacedTable]? {
        guard dialect.mayBeSpreadByHalves, try connection.hasCitus() else { return nil }
        var isSpread = (own ?? dialect.spread) == .citus
        var misplaced: [MisplacedTable] = []
        // Of tables that all servers have, the column `repmodel` says `t`.
        try connection.query(
            """
            SELECT CAST(c.relname AS text), coalesce((SELECT CASE CAST(p.repmodel AS text) \
            WHEN 't' THEN 2 ELSE 1 END FROM pg_catalog.pg_dist_partition p \
            WHERE p.logicalrelid = c.oid), 0)::bigint FROM pg_catalog.pg_class c \
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY c.oid
            """
        ) { row in
            let state = row.int(1)
            if state > 0 { isSpread = true }
            if state != 1 {
                misplaced.append(MisplacedTable(name: row.text(0), isEverywhere: state == 2))
            }
            return true
        }
        return isSpread && (own == nil || !misplaced.isEmpty) ? misplaced : nil
    }

    /// Spreads tables that are there, with what they hold, and notes that it is so.
    static func distribute(
        _ tables: [MisplacedTable], _ connection: some SQLConnection
    ) throws {
        let columns = try connection.tables()
        let first = tables.filter { $0.name == TableSpread.first }
        for table in first + tables.filter({ $0.name != TableSpread.first }) {
            let names = Set((columns[table.name] ?? []).map(\.name))
            let column = ["database", "_database"].first {
                names.contains($0) && !ofAllDatabases.contains(table.name)
            }
            let spread = TableSpread.citus
            let steps =
                (table.isEverywhere ? spread.gather(table.name) : [])
                + spread.distribute(table.name, by: column)
            for sql in steps { try connection.run(sql) }
        }
        try connection.run(
            """
            INSERT INTO _meta (key, value) VALUES ('spread', \(TableSpread.citus.text ?? "")) \
            ON CONFLICT (key) DO NOTHING
            """)
    }
}
