import SQLLowering
import Testing

@Suite struct `Tables that are spread` {
    private func texts(_ dialect: any Dialect, _ table: String, by column: String?) -> [String] {
        dialect.createTable(table, "d BIGINT NOT NULL PRIMARY KEY", by: column, isKeyed: true)
            .map { $0.rendered(for: dialect).text }
    }

    @Test func `are one table where nothing is said`() {
        #expect(
            texts(PostgresDialect(), "City", by: "_database")
                == [#"CREATE TABLE "City" (d BIGINT NOT NULL PRIMARY KEY)"#])
        #expect(
            texts(SQLiteDialect(), "City", by: "_database")
                == [#"CREATE TABLE "City" (d BIGINT NOT NULL PRIMARY KEY) WITHOUT ROWID"#])
    }

    @Test func `end their names where those end, whatever stands after a quote`() {
        // An accent makes one character of the quote before it, of a text of Swift.
        let name = texts(PostgresDialect(), "a\"\u{301}, b", by: nil)
        #expect(name == ["CREATE TABLE \"a\"\"\u{301}, b\" (d BIGINT NOT NULL PRIMARY KEY)"])
        #expect("a'\u{301}".asConstant == "'a''\u{301}'")
    }

    @Test func `stand beside the counters on Citus, and small ones at the coordinator`() {
        let dialect = PostgresDialect(spread: .citus)
        #expect(
            texts(dialect, "_counters", by: "database") == [
                #"CREATE TABLE "_counters" (d BIGINT NOT NULL PRIMARY KEY)"#,
                #"SELECT create_distributed_table('"_counters"', 'database', colocate_with => 'none')"#,
            ])
        #expect(
            texts(dialect, "Town's", by: "_database") == [
                #"CREATE TABLE "Town's" (d BIGINT NOT NULL PRIMARY KEY)"#,
                """
                SELECT create_distributed_table('"Town''s"', '_database', \
                colocate_with => '"_counters"')
                """,
            ])
        #expect(
            texts(dialect, "_types", by: nil) == [
                #"CREATE TABLE "_types" (d BIGINT NOT NULL PRIMARY KEY)"#,
                #"SELECT citus_add_local_table_to_metadata('"_types"')"#,
            ])
    }

    @Test func `have partitions by the database`() {
        let dialect = PostgresDialect(spread: .partitions(2))
        #expect(
            texts(dialect, "City", by: "_database") == [
                #"CREATE TABLE "City" (d BIGINT NOT NULL PRIMARY KEY) PARTITION BY HASH ("_database")"#,
                #"CREATE TABLE "City p0" PARTITION OF "City" FOR VALUES WITH (MODULUS 2, REMAINDER 0)"#,
                #"CREATE TABLE "City p1" PARTITION OF "City" FOR VALUES WITH (MODULUS 2, REMAINDER 1)"#,
            ])
        #expect(
            texts(dialect, "_types", by: nil)
                == [#"CREATE TABLE "_types" (d BIGINT NOT NULL PRIMARY KEY)"#])
    }

    @Test func `keep text as each server compares it by bytes`() {
        #expect(PostgresDialect().columnType(.text) == "TEXT COLLATE \"C\"")
        #expect(PostgresDialect(.yugabyte).columnType(.text) == "TEXT COLLATE \"C\"")
        #expect(PostgresDialect(.cockroach).columnType(.text) == "TEXT")
    }

    @Test func `servers are known by what they report`() {
        #expect(PostgresServerKind(version: "15.4 (Debian)", cockroach: nil) == .postgres)
        #expect(PostgresServerKind(version: "15.2-YB-2.25.0.0-b0", cockroach: nil) == .yugabyte)
        #expect(PostgresServerKind(version: "13.0.0", cockroach: "v24.1.0") == .cockroach)
        #expect(PostgresServerKind(version: nil, cockroach: nil) == .postgres)
    }
}
