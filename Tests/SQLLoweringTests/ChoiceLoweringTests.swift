import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `OR by indexes` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        // What another table lists is taken from there.
        LoweringRow(
            #"tags CONTAINS 'sea' OR years CONTAINS 3"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea' UNION ALL SELECT "_row" FROM "City.years" WHERE … AND "value" = 3)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea' UNION ALL SELECT "_row" FROM "City.years" WHERE … AND "value" = 3)"#),
        LoweringRow(
            #"allTokens TOKENMATCHES 'old' OR name == 'A'"#,
            #"+ "_row" IN (SELECT rowid FROM "City._tokens" WHERE "City._tokens" MATCH '"7xold"' UNION ALL SELECT "_row" FROM "City" WHERE … AND "name" = 'A')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'old' UNION ALL SELECT "_row" FROM "City" WHERE … AND "name" = 'A')"#),
        // Members in any case are found by the folded text.
        LoweringRow(
            #"ANY tags IN[c] {'green', 'RÉD'}"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" IN ('green', 'red') AND (quarry_equal("value", 'green', 'c') OR quarry_equal("value", 'RÉD', 'c')))"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" IN ('green', 'red')) ? ANY tags IN[c] {"green", "RÉD"}"#),
        // Inside AND: where nothing else finds rows, or nothing else finds as few.
        LoweringRow(
            #"(population >= 5 OR area > 9) AND motto < 'y'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" >= 5 UNION ALL SELECT "_row" FROM "City" WHERE … AND "area" > 9.0) AND "motto" < 'y'"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" >= 5 UNION ALL SELECT "_row" FROM "City" WHERE … AND "area" > 9.0) AND "motto" < 'y'"#),
        LoweringRow(
            #"population > 3 AND (name == 'A' OR country == 'B')"#,
            #"+ "population" > 3 AND "_row" IN (SELECT "_row" FROM "City" WHERE … AND "name" = 'A' UNION ALL SELECT "_row" FROM "City" WHERE … AND "country" = 'B')"#,
            postgres: #""population" > 3 AND "_row" IN (SELECT "_row" FROM "City" WHERE … AND "name" = 'A' UNION ALL SELECT "_row" FROM "City" WHERE … AND "country" = 'B')"#),
        LoweringRow(
            #"population > 3 AND (name > 'A' OR area > 9)"#,
            #""population" > 3 AND ("name" > 'A' OR "area" > 9.0)"#),
        LoweringRow(
            #"country == 'B' AND (name == 'A' OR population == 3)"#,
            #""country" = 'B' AND (+"name" = 'A' OR +"population" = 3)"#,
            postgres: #""country" = 'B' AND ("name" = 'A' OR "population" = 3)"#),
        // The parts of an OR within an OR are parts of it.
        LoweringRow(
            #"name == 'A' OR population IN {3, nil}"#,
            #"+ "_row" IN (SELECT "_row" FROM "City" WHERE … AND "name" = 'A' UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" IS NULL UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" = 3)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City" WHERE … AND "name" = 'A' UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" IS NULL UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" = 3)"#),
        // A number that every number is below is no reason to walk.
        LoweringRow(
            #"population < 1e300 OR name == 'A'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" >= -9223372036854775808 UNION ALL SELECT "_row" FROM "City" WHERE … AND "name" = 'A')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" >= -9223372036854775808 UNION ALL SELECT "_row" FROM "City" WHERE … AND "name" = 'A')"#),
        // A part without an index asks every row anyway.
        LoweringRow(
            #"name == 'A' OR motto == 'x'"#,
            #"("name" = 'A' OR "motto" = 'x')"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    @Test func `a part that asks for several things is found as if it stood alone`() throws {
        let text = try Cities.condition(
            "population > 5 OR (motto == 'x' AND (name == 'A' OR tags CONTAINS 'sea'))")
        let own = #"+"_database" = 1 AND +"_zone" = 7"#
        #expect(
            text == """
                + "_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" > 5 \
                UNION ALL SELECT "_row" FROM "City" WHERE … AND + "motto" = 'x' AND "_row" IN (\
                SELECT "_row" FROM "City" WHERE … AND "name" = 'A' UNION ALL \
                SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea'))
                """)
        #expect(!text.contains(own))
    }

    @Test(arguments: [
        "population == 0.5", "tags CONTAINS nil", "FALSEPREDICATE AND years.@sum > 3",
        "(population == 0.5 OR tags CONTAINS nil) AND name == 'A'",
    ])
    func `where nothing can match nothing is looked at`(format: String) throws {
        let lowered = try Cities.lower(format)
        #expect(lowered.findsNothing)
        #expect(lowered.recheck == nil)
        #expect(try Cities.condition(format) == "1 = 0")
        #expect(try !Cities.lower("population == 5").findsNothing)
    }

    @Test func `self behind a sum or a number of members changes nothing`() throws {
        #expect(
            try Cities.condition("years.@count.self > 2")
                == Cities.condition("years.@count > 2"))
        #expect(
            try Cities.condition("years.@sum.self > 2") == Cities.condition("years.@sum > 2"))
    }

    @Test func `an order within one value walks no other index`() throws {
        let lowered = try Cities.lower(
            "population == 3", orderedBy: [Ordering("population"), Ordering("area")])
        let text = lowered.sql.rendered(for: SQLiteDialect()).text
        #expect(text.hasSuffix(#"ORDER BY "population", +"area", "_name""#))
        #expect(lowered.paths.isEmpty)
        let byName = try Cities.lower(
            "population == 3", orderedBy: [Ordering("population"), Ordering("recordID")])
        #expect(
            byName.sql.rendered(for: SQLiteDialect()).text
                .hasSuffix(#"ORDER BY "population", "_name""#))
    }

    @Test(arguments: [SQLiteDialect() as any Dialect, PostgresDialect()])
    func `many values of one field are asked as a list`(dialect: any Dialect) throws {
        func condition(_ format: String) throws -> String {
            try Cities.condition(format, dialect: dialect)
        }
        let numbers = (0..<33).map(String.init)
        let list = "{" + numbers.joined(separator: ", ") + "}"
        let same = numbers.map { "population == \($0)" }.joined(separator: " OR ")
        #expect(try condition(same) == condition("population IN \(list)"))
        #expect(try condition("NOT (\(same))") == condition("NOT population IN \(list)"))
        let others = numbers.map { "population != \($0)" }.joined(separator: " AND ")
        #expect(try condition(others) == condition("NOT population IN \(list)"))
        #expect(
            try condition("\(same) OR name == 'x'")
                == condition("population IN \(list) OR name == 'x'"))
        // Few have an index for each.
        let few = numbers.dropLast().map { "population == \($0)" }.joined(separator: " OR ")
        #expect(try condition(few).contains("UNION ALL"))
    }

    @Test(arguments: [(256, 256), (257, 0)])
    func `a very long OR is left to the engine`(parts: Int, statements: Int) throws {
        let format = (0..<parts).map { "population > \($0)" }.joined(separator: " OR ")
        let text = try Cities.condition(format)
        #expect(text.components(separatedBy: "UNION ALL").count - 1 == max(statements - 1, 0))
    }
}
