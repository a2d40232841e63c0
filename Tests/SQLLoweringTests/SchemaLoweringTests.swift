import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Schema in SQL` {
    let lowering = SchemaLowering(SQLiteDialect())

    func layout(_ fields: [Field]) -> RecordLayout {
        let type = RecordType(
            "Note", fields: fields, systemIndexes: [.recordID: [.queryable]])
        return RecordLayout(type, names: LayoutNames(type))
    }

    func text(_ steps: [SchemaStep], _ dialect: any Dialect = SQLiteDialect()) -> [String] {
        steps.map { step in
            switch step {
            case .sql(let sql): sql.rendered(for: dialect).text
            case .backfill(let fill): "fill \(fill.type) \(fill.part)"
            }
        }
    }

    @Test func `a new type is a table with its indexes`() {
        let new = layout([
            Field("title", .single(.string), [.queryable, .sortable]),
            Field("at", .single(.location), [.queryable]),
            Field("tags", .list(.string), [.queryable, .searchable]),
        ])
        #expect(
            text(lowering.steps(from: nil, to: new)) == [
                """
                CREATE TABLE "Note" ("_row" INTEGER PRIMARY KEY, "_database" INTEGER NOT NULL, \
                "_zone" INTEGER NOT NULL, "_name" TEXT NOT NULL, "_created" INTEGER NOT NULL, \
                "_createdBy" TEXT NOT NULL, "_modified" INTEGER NOT NULL, \
                "_modifiedBy" TEXT NOT NULL, "_tag" TEXT NOT NULL, "_parentName" TEXT, \
                "_parentZone" TEXT, "_shareName" TEXT, "_shareZone" TEXT, "title" TEXT, \
                "title.folded" TEXT, "at.latitude" REAL, "at.longitude" REAL, "at.rest" BLOB, \
                "at.cell" INTEGER, "tags" BLOB)
                """,
                """
                CREATE TABLE "Note.tags" ("_database" INTEGER NOT NULL, \
                "_zone" INTEGER NOT NULL, "value" TEXT NOT NULL, \
                "value.folded" TEXT NOT NULL, "_name" TEXT NOT NULL, "_row" INTEGER NOT NULL, \
                PRIMARY KEY ("_database", "_zone", "value", "_name")) WITHOUT ROWID
                """,
                """
                CREATE INDEX "Note.tags folded" ON "Note.tags" \
                ("_database", "_zone", "value.folded", "_name", "value", "_row")
                """,
                """
                CREATE VIRTUAL TABLE "Note._tokens" USING fts5("tokens", content='', \
                columnsize=0, detail=none, tokenize='ascii')
                """,
                #"CREATE UNIQUE INDEX "Note._name" ON "Note" ("_database", "_zone", "_name")"#,
                """
                CREATE INDEX "Note.title queryable" ON "Note" \
                ("_database", "_zone", "title", "_name")
                """,
                """
                CREATE INDEX "Note.title queryable folded" ON "Note" \
                ("_database", "_zone", "title.folded", "_name")
                """,
                """
                CREATE INDEX "Note.at queryable" ON "Note" \
                ("_database", "_zone", "at.cell", "at.latitude", "at.longitude", "_name")
                """,
            ])
    }

    @Test func `PostgreSQL compares text by its bytes`() {
        let steps = SchemaLowering(PostgresDialect()).steps(
            from: nil, to: layout([Field("title", .single(.string))]))
        let text = text(steps, PostgresDialect())
        #expect(text.first?.contains(#""title" TEXT COLLATE "C""#) == true)
        #expect(text.first?.hasSuffix(#"PRIMARY KEY ("_database", "_row"))"#) == true)
    }

    @Test func `a new field is columns and indexes, with nothing to fill in`() {
        let old = layout([Field("title", .single(.string), [.searchable])])
        let new = layout([
            Field("title", .single(.string), [.searchable]),
            Field("body", .single(.string), [.queryable, .searchable]),
        ])
        #expect(
            text(lowering.steps(from: old, to: new)) == [
                #"ALTER TABLE "Note" ADD COLUMN "body" TEXT"#,
                #"ALTER TABLE "Note" ADD COLUMN "body.folded" TEXT"#,
                """
                CREATE INDEX "Note.body queryable folded" ON "Note" \
                ("_database", "_zone", "body.folded", "_name")
                """,
            ])
    }

    @Test func `an index on a field that has values is filled in`() {
        let old = layout([
            Field("title", .single(.string)), Field("tags", .list(.int64)),
        ])
        let new = layout([
            Field("title", .single(.string), [.queryable, .searchable]),
            Field("tags", .list(.int64), [.queryable]),
        ])
        let steps = text(lowering.steps(from: old, to: new))
        #expect(
            steps.contains(
                """
                UPDATE "Note" SET "title.folded" = quarry_fold("title") \
                WHERE "title" IS NOT NULL
                """))
        #expect(steps.contains("fill Note members(field: \"tags\")"))
        #expect(steps.contains("fill Note tokens"))
        // Indexes come when the values are there.
        #expect(steps.last?.hasPrefix("CREATE INDEX \"Note.title queryable folded\"") == true)
        let postgres = SchemaLowering(PostgresDialect()).steps(from: old, to: new)
        #expect(
            text(postgres, PostgresDialect()).contains("fill Note folded(field: \"title\")"))
    }

    @Test func `the index of exact text is made for a field that may be sorted`() {
        let searched = layout([Field("title", .single(.string), [.queryable])])
        let sorted = layout([Field("title", .single(.string), [.queryable, .sortable])])
        #expect(
            text(lowering.steps(from: searched, to: sorted)) == [
                #"DROP INDEX IF EXISTS "Note.title queryable""#,
                """
                CREATE INDEX "Note.title queryable" ON "Note" \
                ("_database", "_zone", "title", "_name")
                """,
            ])
        #expect(text(lowering.steps(from: sorted, to: searched)) == [])
    }

    @Test func `what is no longer indexed is dropped`() {
        let old = layout([Field("title", .single(.string), [.queryable, .searchable])])
        let new = layout([Field("title", .single(.string))])
        #expect(
            text(lowering.steps(from: old, to: new)) == [
                #"DROP INDEX IF EXISTS "Note.title queryable""#,
                #"DROP INDEX IF EXISTS "Note.title queryable folded""#,
                #"ALTER TABLE "Note" DROP COLUMN "title.folded""#,
                #"DROP TABLE "Note._tokens""#,
            ])
        #expect(text(lowering.steps(from: new, to: nil)) == [#"DROP TABLE "Note""#])
    }

    @Test func `names that differ by case alone get numbers`() {
        let type = RecordType(
            "sqlite_Note",
            fields: [
                Field("Title", .single(.string)), Field("title", .single(.string)),
                Field("TITLE", .single(.int64)),
            ])
        let names = LayoutNames(type, takenTables: ["note"])
        #expect(names.table == "~sqlite_Note")
        #expect(type.fields.map { names.column($0.name) } == ["Title", "title~2", "TITLE~3"])
        #expect(LayoutNames.free("Note", taken: ["note"]) == "Note~2")
    }
}
