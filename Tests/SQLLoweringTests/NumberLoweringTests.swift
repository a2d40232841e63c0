import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Numbers, dates and nil in SQL` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"TRUEPREDICATE"#,
            #""#),
        LoweringRow(
            #"FALSEPREDICATE"#,
            #"1 = 0"#),
        LoweringRow(
            #"population > 5"#,
            #""population" > 5"#),
        LoweringRow(
            #"population < 10.5"#,
            #""population" <= 10"#),
        LoweringRow(
            #"population == 10.5"#,
            #"1 = 0"#),
        LoweringRow(
            #"population >= 10.5"#,
            #""population" > 10"#),
        LoweringRow(
            #"population != 5"#,
            #""population" IS NOT 5"#,
            postgres: #""population" IS DISTINCT FROM 5"#),
        LoweringRow(
            #"population == nil"#,
            #""population" IS NULL"#),
        LoweringRow(
            #"population != nil"#,
            #""population" IS NOT NULL"#),
        LoweringRow(
            #"population <= nil"#,
            #""population" IS NULL"#),
        LoweringRow(
            #"5 < population"#,
            #""population" > 5"#),
        LoweringRow(
            #"NOT population == 5"#,
            #""population" IS NOT 5"#,
            postgres: #""population" IS DISTINCT FROM 5"#),
        LoweringRow(
            #"NOT population > 5"#,
            #"("population" > 5) IS NOT TRUE"#),
        LoweringRow(
            #"NOT (population > 5 AND area < 2)"#,
            #"(("population" > 5) IS NOT TRUE OR ("area" < 2.0) IS NOT TRUE)"#),
        LoweringRow(
            #"population > 5 OR area > 2"#,
            #"+ "_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" > 5 UNION ALL SELECT "_row" FROM "City" WHERE … AND "area" > 2.0)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" > 5 UNION ALL SELECT "_row" FROM "City" WHERE … AND "area" > 2.0)"#),
        LoweringRow(
            #"area > 9007199254740993"#,
            #""area" > 9007199254740992.0"#),
        LoweringRow(
            #"area == 9007199254740993"#,
            #"1 = 0"#),
        LoweringRow(
            #"population > 1e30"#,
            #"1 = 0"#),
        LoweringRow(
            #"population BETWEEN {1, 5}"#,
            #""population" >= 1 AND "population" <= 5"#),
        LoweringRow(
            #"NOT population BETWEEN {1, 5}"#,
            #"("population" >= 1 AND "population" <= 5) IS NOT TRUE"#),
        LoweringRow(
            #"population IN {1, 2, 2, 3}"#,
            #""population" IN (1, 2, 3)"#),
        LoweringRow(
            #"population IN {}"#,
            #"1 = 0"#),
        LoweringRow(
            #"population IN {nil, 3}"#,
            #"+ "_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" IS NULL UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" = 3)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City" WHERE … AND "population" IS NULL UNION ALL SELECT "_row" FROM "City" WHERE … AND "population" = 3)"#),
        LoweringRow(
            #"area IN {1.5, 2}"#,
            #""area" IN (1.5, 2.0)"#),
        LoweringRow(
            #"population < area"#,
            #""population" < "area""#,
            postgres: #" ? population < area"#),
        LoweringRow(
            #"population <= area"#,
            #"("population" <= "area" OR ("population" IS NULL AND "area" IS NULL))"#,
            postgres: #" ? population <= area"#),
        LoweringRow(
            #"photo == nil"#,
            #""photo" IS NULL"#),
        LoweringRow(
            #"place != nil"#,
            #""place.latitude" IS NOT NULL"#),
        LoweringRow(
            #"seal == nil"#,
            #""seal" IS NULL"#),
        LoweringRow(
            #"population > 5 AND population < 9"#,
            #""population" > 5 AND "population" < 9"#),
        LoweringRow(
            #"creationDate > CAST(100, "NSDate")"#,
            #""_created" > 100000000"#),
        LoweringRow(
            #"recordChangeTag == 'x1'"#,
            #""_tag" = 'x1'"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    @Test func `dates are compared as microseconds`() throws {
        let day = Value.date(Date(microseconds: 5))
        #expect(try Cities.condition("founded < $0", [day]) == #""founded" < 5"#)
        #expect(try Cities.condition("founded IN $0", [.list([day])]) == #""founded" = 5"#)
    }

    @Test func `thousands of values are one parameter`() throws {
        let values = Value.list((0..<5000).map { .int($0) })
        let lowered = try Cities.lower("population IN $0", [values])
        let (text, parameters) = lowered.sql.rendered(for: SQLiteDialect())
        #expect(text.contains(#""population" IN (SELECT value FROM json_each(?))"#))
        #expect(parameters.count == 3)
        #expect(lowered.recheck == nil)
    }

    @Test func `numbers with fractions are never written as JSON`() throws {
        let values = Value.list((0..<200).map { .double(Double($0) + 0.1) })
        let lowered = try Cities.lower("area IN $0", [values])
        #expect(lowered.sql.rendered(for: SQLiteDialect()).parameters.count == 202)
    }

    @Test func `a long OR is no deep tree`() throws {
        let format = (0..<2000).map { "population > \($0)" }.joined(separator: " OR ")
        let text = try Cities.condition(format)
        var depth = 0
        var deepest = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            deepest = max(deepest, depth)
        }
        #expect(deepest < 20)
    }
}
