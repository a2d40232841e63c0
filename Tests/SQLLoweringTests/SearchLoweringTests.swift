import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Searches in SQL` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"allTokens TOKENMATCHES[cdl] 'old harbour'"#,
            #"+ "_row" IN (SELECT rowid FROM "City._tokens" WHERE "City._tokens" MATCH '"7xold" AND "7xharbour"')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'old' INTERSECT SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'harbour')"#),
        LoweringRow(
            #"SELF CONTAINS 'harbour'"#,
            #"+ "_row" IN (SELECT rowid FROM "City._tokens" WHERE "City._tokens" MATCH '"7xharbour"')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'harbour')"#),
        LoweringRow(
            #"NOT allTokens TOKENMATCHES 'old'"#,
            #"NOT ("_row" IN (SELECT rowid FROM "City._tokens" WHERE "City._tokens" MATCH '"7xold"'))"#,
            postgres: #"NOT ("_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'old'))"#),
        LoweringRow(
            #"name TOKENMATCHES 'old'"#,
            #"+ "_row" IN (SELECT rowid FROM "City._tokens" WHERE "City._tokens" MATCH '"7xold"') ? name TOKENMATCHES[cd] {"old"}"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "token" = 'old') ? name TOKENMATCHES[cd] {"old"}"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    // swift-format-ignore
    @Test func `words in an inverted index are found by one question`() throws {
        let dialect = PostgresDialect(tokens: .inverted)
        #expect(
            try Cities.condition("allTokens TOKENMATCHES 'old harbour'", dialect: dialect)
                == #""_row" IN (SELECT "_row" FROM "City._tokens" WHERE "_database" = 1 AND "_zone" IN (7) AND "tokens" @> string_to_array('7xold 7xharbour', ' '))"#)
        let many = try Cities.condition(
            "allTokens TOKENMATCHES 'old harbour'", dialect: dialect,
            zones: [Cities.zone, StoredZone(number: 36, id: ZoneID("Lists"))])
        #expect(
            many.contains(
                #""_zone" IN (7, 36) AND "tokens" && string_to_array('7xold 10xold', ' ') AND "tokens" && string_to_array('7xharbour 10xharbour', ' '))"#),
            "\(many)")
    }

    @Test func `of very many words each is looked for once`() throws {
        let words = (0..<20_000).map { "w\($0)" }
        let text = (words + words.reversed()).joined(separator: " ")
        let found = try Cities.condition("allTokens TOKENMATCHES $0", [.text(text)])
        #expect(found.components(separatedBy: " AND ").count == words.count)
    }

    static let paris = Value.location(Location(latitude: 48.85, longitude: 2.35))

    @Test func `a circle is cells and then the distance itself`() throws {
        #expect(
            try Cities.condition(
                "distanceToLocation:fromLocation:(place, $0) < 1000", [Self.paris])
                    == """
                    + "_row" IN (SELECT "_row" FROM (VALUES (4998623, 4998623)) AS "_cells" \
                    CROSS JOIN "City" WHERE … \
                    AND "place.cell" >= "column1" AND "place.cell" <= "column2" \
                    AND quarry_distance("place.latitude", "place.longitude", 48.85, 2.35) < 1000.0)
                    """)
    }

    @Test func `PostgreSQL asks the cells and leaves the distance to the evaluator`() throws {
        let lowered = try Cities.lower(
            "distanceToLocation:fromLocation:(place, $0) < 1000", [Self.paris],
            dialect: PostgresDialect())
        #expect(lowered.recheck != nil)
        #expect(!lowered.sql.rendered(for: PostgresDialect()).text.contains("quarry"))
    }

    @Test func `PostgreSQL is told each cell, or of many the first and the last`() throws {
        func cells(_ metres: Int) throws -> String {
            try Cities.condition(
                "distanceToLocation:fromLocation:(place, $0) < \(metres)", [Self.paris],
                dialect: PostgresDialect())
        }
        #expect(
            try cells(1000).hasPrefix(
                #"("place.cell" >= 4998623 AND "place.cell" <= 4998623) ? "#))
        let three = try cells(6000)
        #expect(three.components(separatedBy: " OR ").count == 3, "\(three)")
        let many = try cells(1_000_000)
        #expect(!many.contains(" OR "), "\(many)")
        #expect(many.hasPrefix(#"("place.cell" >= "#), "\(many)")
    }

    @Test func `what lies outside a circle has no cells`() throws {
        #expect(
            try Cities.condition(
                "distanceToLocation:fromLocation:(place, $0) > 1000", [Self.paris])
                    == """
                    quarry_distance("place.latitude", "place.longitude", 48.85, 2.35) > 1000.0
                    """)
    }

    @Test func `words are looked for in each zone`() throws {
        let text = try Cities.condition(
            "allTokens TOKENMATCHES 'old'", zones: [Cities.zone, Cities.otherZone])
        #expect(text.contains(#"MATCH '("7xold" OR "8xold")'"#))
    }
}
