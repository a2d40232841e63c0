import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Text in SQL` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"population > 5 AND (area < 2 OR name == 'A')"#,
            #""population" > 5 AND ("area" < 2.0 OR "name" = 'A')"#),
        LoweringRow(
            #"name == 'Paris'"#,
            #""name" = 'Paris'"#),
        LoweringRow(
            #"name != 'Paris'"#,
            #""name" IS NOT 'Paris'"#,
            postgres: #""name" IS DISTINCT FROM 'Paris'"#),
        LoweringRow(
            #"name ==[c] 'Paris'"#,
            #""name.folded" = 'paris' AND quarry_equal("name", 'Paris', 'c')"#,
            postgres: #""name.folded" = 'paris' AND "name" IS NOT NULL ? name ==[c] "Paris""#),
        LoweringRow(
            #"name ==[cd] 'Élan'"#,
            #""name.folded" = 'elan'"#),
        LoweringRow(
            #"name !=[cd] 'Élan'"#,
            #"("name.folded" = 'elan') IS NOT TRUE"#),
        LoweringRow(
            #"name ==[d] 'Élan'"#,
            #""name.folded" = 'elan' AND quarry_equal("name", 'Élan', 'd')"#,
            postgres: #""name.folded" = 'elan' AND "name" IS NOT NULL ? name ==[d] "Élan""#),
        LoweringRow(
            #"motto ==[c] 'x'"#,
            #"quarry_equal("motto", 'x', 'c')"#,
            postgres: #""motto" IS NOT NULL ? motto ==[c] "x""#),
        LoweringRow(
            #"name ==[cdl] 'Élan'"#,
            #""name.folded" = 'elan'"#),
        LoweringRow(
            #"name ==[l] 'Élan'"#,
            #""name.folded" = 'elan' AND quarry_equal("name", 'Élan', 'l')"#,
            postgres: #""name.folded" = 'elan' AND "name" IS NOT NULL ? name ==[l] "Élan""#),
        LoweringRow(
            #"name < 'M'"#,
            #""name" < 'M'"#),
        LoweringRow(
            #"name <[cd] 'M'"#,
            #""name.folded" < 'm'"#),
        LoweringRow(
            #"name <[c] 'M'"#,
            #""name.folded" <= 'm' AND quarry_order("name", 'M', 'c') < 0"#,
            postgres: #""name.folded" <= 'm' AND "name" IS NOT NULL ? name <[c] "M""#),
        LoweringRow(
            #"name <=[l] 'M'"#,
            #"quarry_order("name", 'M', 'l') <= 0"#,
            postgres: #""name" IS NOT NULL ? name <=[l] "M""#),
        LoweringRow(
            #"name BEGINSWITH 'Pa'"#,
            #""name" >= 'Pa' AND "name" < 'Pb'"#),
        LoweringRow(
            #"name BEGINSWITH[cd] 'Pa'"#,
            #""name.folded" >= 'pa' AND "name.folded" < 'pb' AND NOT ("name.folded" >= 'pa\#u{1160}' AND "name.folded" < 'pa\#u{1200}')"#),
        LoweringRow(
            #"name BEGINSWITH[c] 'Pa'"#,
            #""name.folded" >= 'pa' AND "name.folded" < 'pb' AND quarry_begins_with("name", 'Pa', 'c')"#,
            postgres: #""name.folded" >= 'pa' AND "name.folded" < 'pb' AND "name" IS NOT NULL ? name BEGINSWITH[c] "Pa""#),
        LoweringRow(
            #"motto BEGINSWITH[cd] 'Pa'"#,
            #"quarry_begins_with("motto", 'Pa', 'cd')"#,
            postgres: #""motto" IS NOT NULL ? motto BEGINSWITH[cd] "Pa""#),
        LoweringRow(
            #"name BEGINSWITH ''"#,
            #"1 = 0"#),
        LoweringRow(
            #"NOT name BEGINSWITH 'Pa'"#,
            #"("name" >= 'Pa' AND "name" < 'Pb') IS NOT TRUE"#),
        LoweringRow(
            #"name ENDSWITH 'a'"#,
            #"quarry_ends_with("name", 'a', '')"#,
            postgres: #""name" IS NOT NULL ? name ENDSWITH "a""#),
        LoweringRow(
            #"name CONTAINS 'a'"#,
            #"instr("name", 'a') > 0"#,
            postgres: #"strpos("name", 'a') > 0"#),
        LoweringRow(
            #"name CONTAINS[cd] 'a'"#,
            #"quarry_contains("name", 'a', 'cd')"#,
            postgres: #""name" IS NOT NULL ? name CONTAINS[cd] "a""#),
        LoweringRow(
            #"'a' IN name"#,
            #"instr("name", 'a') > 0"#,
            postgres: #"strpos("name", 'a') > 0"#),
        LoweringRow(
            #"name IN 'Paris, London'"#,
            #""name" <> '' AND instr('Paris, London', "name") > 0"#,
            postgres: #""name" <> '' AND strpos('Paris, London', "name") > 0"#),
        // PostgreSQL stores U+0001 as U+0001 U+0002.
        LoweringRow(
            #"name CONTAINS '\u0002b'"#,
            #"instr("name", '\#u{2}b') > 0"#,
            postgres: #"strpos("name", '\#u{2}b') > 0 ? name CONTAINS "\u0002b""#),
        LoweringRow(
            #"NOT name CONTAINS '\u0002b'"#,
            #"(instr("name", '\#u{2}b') > 0) IS NOT TRUE"#,
            postgres: #" ? NOT name CONTAINS "\u0002b""#),
        LoweringRow(
            #"name CONTAINS 'b\u0002'"#,
            #"instr("name", 'b\#u{2}') > 0"#,
            postgres: #"strpos("name", 'b\#u{2}') > 0"#),
        LoweringRow(
            #"name IN 'a\u0001'"#,
            #""name" <> '' AND instr('a\#u{1}', "name") > 0"#,
            postgres: #""name" <> '' AND strpos('a\#u{1}', "name") > 0 ? name IN "a\u0001""#),
        LoweringRow(
            #"name IN {'A', 'B'}"#,
            #""name" IN ('A', 'B')"#),
        LoweringRow(
            #"name IN[cd] {'A', 'B'}"#,
            #""name.folded" IN ('a', 'b')"#),
        LoweringRow(
            #"name IN[c] {'A', 'B'}"#,
            #""name.folded" IN ('a', 'b') AND (quarry_equal("name", 'A', 'c') OR quarry_equal("name", 'B', 'c'))"#,
            postgres: #""name.folded" IN ('a', 'b') ? name IN[c] {"A", "B"}"#),
        // Every record has a name: that it is there says nothing of what it is.
        LoweringRow(
            #"recordID ==[c] 'A' OR name == 'B'"#,
            #"(quarry_equal("_name", 'A', 'c') OR "name" = 'B')"#,
            postgres: #" ? recordID ==[c] "A" OR name == "B""#),
        LoweringRow(
            #"recordID IN[c] {'A', 'B'}"#,
            #"(quarry_equal("_name", 'A', 'c') OR quarry_equal("_name", 'B', 'c'))"#,
            postgres: #" ? recordID IN[c] {"A", "B"}"#),
        LoweringRow(
            #"name LIKE 'Pa*s'"#,
            #""name" >= 'Pa' AND "name" < 'Pb' AND quarry_like("name", 'Pa*s', '')"#,
            postgres: #""name" >= 'Pa' AND "name" < 'Pb' AND "name" IS NOT NULL ? name LIKE "Pa*s""#),
        LoweringRow(
            #"name LIKE 'Paris'"#,
            #""name" = 'Paris'"#),
        LoweringRow(
            #"name LIKE[cd] 'Pa*s'"#,
            #""name.folded" >= 'pa' AND "name.folded" < 'pb' AND quarry_like("name", 'Pa*s', 'cd')"#,
            postgres: #""name.folded" >= 'pa' AND "name.folded" < 'pb' AND "name" IS NOT NULL ? name LIKE[cd] "Pa*s""#),
        LoweringRow(
            #"name LIKE '*s'"#,
            #"quarry_like("name", '*s', '')"#,
            postgres: #""name" IS NOT NULL ? name LIKE "*s""#),
        LoweringRow(
            #"name MATCHES '[A-Z].*'"#,
            #"quarry_matches("name", '[A-Z].*', '')"#,
            postgres: #""name" IS NOT NULL ? name MATCHES "[A-Z].*""#),
        LoweringRow(
            #"'x' BEGINSWITH name"#,
            #"quarry_begins_with('x', "name", '')"#,
            postgres: #" ? "x" BEGINSWITH name"#),
        LoweringRow(
            #"name == country"#,
            #""name" IS "country""#,
            postgres: #""name" IS NOT DISTINCT FROM "country""#),
        LoweringRow(
            #"name ==[cd] country"#,
            #""name.folded" IS "country.folded""#,
            postgres: #""name.folded" IS NOT DISTINCT FROM "country.folded""#),
        LoweringRow(
            #"name ==[c] country"#,
            #"(quarry_equal("name", "country", 'c') OR ("name" IS NULL AND "country" IS NULL))"#,
            postgres: #" ? name ==[c] country"#),
        LoweringRow(
            #"name < country"#,
            #""name" < "country""#),
        LoweringRow(
            #"name BEGINSWITH country"#,
            #"quarry_begins_with("name", "country", '')"#,
            postgres: #" ? name BEGINSWITH country"#),
        LoweringRow(
            #"recordID == 'abc'"#,
            #""_name" = 'abc'"#),
        LoweringRow(
            #"recordName BEGINSWITH 'ab'"#,
            #""_name" >= 'ab' AND "_name" < 'ac'"#),
        LoweringRow(
            #"recordName IN {'a', 'b'}"#,
            #""_name" IN ('a', 'b')"#),
        LoweringRow(
            #"creatorUserRecordID == 'me'"#,
            #""_createdBy" = 'me'"#),
        LoweringRow(
            #"code == 'x'"#,
            #""code" = 'x'"#),
        LoweringRow(
            #"name != nil AND population >= 0"#,
            #""name" IS NOT NULL AND "population" >= 0"#),
        LoweringRow(
            #"NOT (name == 'A' OR population == 3)"#,
            #""name" IS NOT 'A' AND "population" IS NOT 3"#,
            postgres: #""name" IS DISTINCT FROM 'A' AND "population" IS DISTINCT FROM 3"#),
        LoweringRow(
            #"country BEGINSWITH[c] 'fr' AND name CONTAINS[c] 'o'"#,
            #""country.folded" >= 'fr' AND "country.folded" < 'fs' AND quarry_begins_with("country", 'fr', 'c') AND quarry_contains("name", 'o', 'c')"#,
            postgres: #""country.folded" >= 'fr' AND "country.folded" < 'fs' AND "country" IS NOT NULL AND "name" IS NOT NULL ? country BEGINSWITH[c] "fr" AND name CONTAINS[c] "o""#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    @Test func `a prefix ends before the next scalar that there is`() throws {
        #expect(
            try Cities.condition("name BEGINSWITH $0", ["a\u{D7FF}"])
                == "\"name\" >= 'a\u{D7FF}' AND \"name\" < 'a\u{E000}'")
        #expect(
            try Cities.condition("name BEGINSWITH $0", ["a\u{10FFFF}"])
                == "\"name\" >= 'a\u{10FFFF}' AND \"name\" < 'b'")
        #expect(
            try Cities.condition("name BEGINSWITH $0", ["\u{10FFFF}"])
                == "\"name\" >= '\u{10FFFF}'")
    }

    @Test func `texts with a zero are bound one by one`() throws {
        let values = Value.list((0..<50).map { .text("a\u{0}\($0)") })
        let lowered = try Cities.lower("name IN $0", [values])
        #expect(lowered.sql.rendered(for: SQLiteDialect()).parameters.count == 52)
    }

    @Test(arguments: [
        "name MATCHES '['", "population == 0.5 AND name MATCHES '['", "ANY tags MATCHES '['",
        "population == 3 AND NOT name MATCHES[c] '['", "name MATCHES '[' OR FALSEPREDICATE",
    ])
    func `what is wrong with a pattern the evaluator says`(format: String) throws {
        let predicate = try QueryPredicate(parsing: format)
        let checked = try QueryChecker.check(
            RecordQuery("City", where: predicate), schema: RecordSchema(types: [Cities.type]))
        let recheck = try #require(try Cities.lower(format).recheck)
        let error = #expect(throws: EvaluationError.self) { try checked.evaluator(of: recheck) }
        #expect(error?.code == .invalidPattern)
    }

    @Test func `quotes in names are doubled`() {
        let sql: SQLText = "SELECT \(ident: "a\"b") WHERE x = \("it's")"
        #expect(sql.rendered(for: SQLiteDialect()).text == "SELECT \"a\"\"b\" WHERE x = ?")
        #expect(sql.rendered(for: PostgresDialect()).text == "SELECT \"a\"\"b\" WHERE x = $1")
        #expect(sql.rendered(for: SQLiteDialect()).parameters == ["it's"])
    }
}
