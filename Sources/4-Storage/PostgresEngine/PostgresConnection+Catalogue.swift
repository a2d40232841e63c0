#if Postgres
package import SQLLowering
package import SQLStorage

/// What the database says of itself.
extension PostgresConnection {
    /// What follows `FROM` for the tables of the schema, as `c`.
    ///
    /// `pg_class` has no index by schema: read as a whole, the tables of all schemas are paid for where one
    /// of ten thousand is opened. What depends on a schema has an index; CockroachDB does not fill it.
    private var tablesOfSchema: SQLText {
        if (dialect as? PostgresDialect)?.server == .cockroach {
            return """
                pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid \
                AND n.nspname = current_schema() AND c.relkind IN ('r', 'p')
                """
        }
        return """
            pg_catalog.pg_namespace n JOIN pg_catalog.pg_depend d ON d.refobjid = n.oid \
            AND d.refclassid = CAST('pg_catalog.pg_namespace' AS regclass) \
            AND d.classid = CAST('pg_catalog.pg_class' AS regclass) AND n.nspname = current_schema() \
            JOIN pg_catalog.pg_class c ON c.oid = d.objid AND c.relkind IN ('r', 'p')
            """
    }

    /// Whether the database has a table of a name.
    package func hasTable(_ name: String) throws -> Bool {
        try hasRow(
            """
            SELECT 1 FROM pg_catalog.pg_class c \
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = current_schema() AND c.relname = \(dialect.kept(name)) \
            AND c.relkind IN ('r', 'p')
            """)
    }

    /// Every table of the schema with its columns.
    package func tables() throws -> [String: [SQLColumn]] {
        var tables: [String: [SQLColumn]] = [:]
        try query(
            """
            SELECT CAST(c.relname AS text), CAST(a.attname AS text), \
            pg_catalog.format_type(a.atttypid, a.atttypmod) \
            FROM \(tablesOfSchema) JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid \
            AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.oid, a.attnum
            """
        ) { row in
            tables[row.text(0), default: []].append(
                SQLColumn(name: row.text(1), type: row.text(2)))
            return true
        }
        return tables
    }

    /// The names of the indexes of the schema.
    package func indexNames() throws -> Set<String> {
        Set(
            try all(
                """
                SELECT CAST(x.relname AS text) FROM \(tablesOfSchema) \
                JOIN pg_catalog.pg_index i ON i.indrelid = c.oid \
                JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                """
            ) { $0.text(0) })
    }

    /// The tables that have grown by a tenth or more since `ANALYZE`, by the pages that they have.
    package func grownTables() throws -> [String] {
        try all(
            """
            SELECT CAST(c.relname AS text) FROM \(tablesOfSchema) WHERE c.relkind = 'r' \
            AND pg_catalog.pg_relation_size(c.oid) > \
            1.1 * c.relpages * CAST(current_setting('block_size') AS bigint) ORDER BY 1
            """
        ) { $0.text(0) }
    }

    /// Makes [statistics](https://www.postgresql.org/docs/current/sql-analyze.html) of a table.
    package func analyze(_ table: String) throws { try run("ANALYZE \(ident: table)") }

    /// PostgreSQL's plan for a text, as it would be with many rows.
    package func plan(of sql: SQLText) throws -> EnginePlan {
        try sendRows()
        // A table of few rows is read whole, whatever indexes it has.
        try link.execute("SET LOCAL enable_seqscan = off")
        defer {
            // It ends with the transaction anyway.
            try? link.execute("SET LOCAL enable_seqscan = on")
        }
        return EnginePlan(postgres: try all("EXPLAIN (COSTS OFF) \(sql)") { $0.text(0) })
    }
}
#endif
