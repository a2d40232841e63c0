import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Lists in SQL` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"tags CONTAINS 'sea'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#),
        LoweringRow(
            #"'sea' IN tags"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#),
        LoweringRow(
            #"tags CONTAINS[c] 'sea'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" = 'sea' AND quarry_equal("value", 'sea', 'c'))"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" = 'sea') ? tags CONTAINS[c] "sea""#),
        LoweringRow(
            #"ANY tags == 'sea'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" = 'sea')"#),
        LoweringRow(
            #"ANY tags BEGINSWITH 'se'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" >= 'se' AND "value" < 'sf')"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" >= 'se' AND "value" < 'sf')"#),
        LoweringRow(
            #"ANY tags BEGINSWITH[cd] 'se'"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" >= 'se' AND "value.folded" < 'sf' AND NOT ("value.folded" >= 'se\#u{1160}' AND "value.folded" < 'se\#u{1200}'))"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value.folded" >= 'se' AND "value.folded" < 'sf' AND NOT ("value.folded" >= 'se\#u{1160}' AND "value.folded" < 'se\#u{1200}'))"#),
        LoweringRow(
            #"ANY tags IN {'a', 'b'}"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" IN ('a', 'b'))"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" IN ('a', 'b'))"#),
        LoweringRow(
            #"ALL tags == 'sea'"#,
            #""_row" NOT IN (SELECT "_row" FROM "City.tags" WHERE … AND "value" <> 'sea')"#),
        LoweringRow(
            #"ALL years > 5"#,
            #""_row" NOT IN (SELECT "_row" FROM "City.years" WHERE … AND NOT ("value" > 5))"#),
        LoweringRow(
            #"NOT ANY years > 5"#,
            #"NOT ("_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" > 5))"#),
        LoweringRow(
            #"ANY years BETWEEN {1, 2}"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" >= 1 AND "value" <= 2)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" >= 1 AND "value" <= 2)"#),
        LoweringRow(
            #"ANY notes == 'x'"#,
            #""notes" IS NOT NULL ? notes CONTAINS "x""#),
        LoweringRow(
            #"ALL notes == 'x'"#,
            #" ? ALL notes == "x""#),
        LoweringRow(
            #"tags == nil"#,
            #""tags" IS NULL"#),
        LoweringRow(
            #"tags != nil"#,
            #""tags" IS NOT NULL"#),
        LoweringRow(
            #"tags.@count > 2"#,
            #"quarry_list_count("tags") > 2"#,
            postgres: #" ? tags.@count > 2"#),
        LoweringRow(
            #"SUBQUERY(years, $y, $y > 5 AND $y < 9).@count > 0"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" > 5 AND "value" < 9)"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" > 5 AND "value" < 9)"#),
        LoweringRow(
            #"SUBQUERY(years, $y, $y > 5).@count == 2"#,
            #"+ "_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" > 5) ? SUBQUERY(years, $y, $y > 5).@count == 2"#,
            postgres: #""_row" IN (SELECT "_row" FROM "City.years" WHERE … AND "value" > 5) ? SUBQUERY(years, $y, $y > 5).@count == 2"#),
        LoweringRow(
            #"SUBQUERY(years, $y, $y > 5).@count == 0"#,
            #" ? SUBQUERY(years, $y, $y > 5).@count == 0"#),
        LoweringRow(
            #"SUBQUERY(years, $y, $y > population).@count > 0"#,
            #""years" IS NOT NULL ? SUBQUERY(years, $y, $y > population).@count > 0"#),
        LoweringRow(
            #"ANY {1, 2} == population"#,
            #""population" IN (1, 2)"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    static let pointer = Value.reference(Reference(RecordID("fr", zone: .default)))
    static let far = Value.reference(Reference(RecordID("fr", zone: ZoneID("Lists"))))

    @Test func `a reference in the record's own zone has no zone`() throws {
        #expect(
            try Cities.condition("capitalOf == $0", [Self.pointer])
                == #""capitalOf" = 'fr' AND "capitalOf.zone" IS NULL"#)
        #expect(
            try Cities.condition("capitalOf == $0", [Self.far])
                == #""capitalOf" = 'fr' AND "capitalOf.zone" = '/Lists'"#)
        #expect(
            try Cities.condition("capitalOf != $0", [Self.pointer])
                == #"("capitalOf" = 'fr' AND "capitalOf.zone" IS NULL) IS NOT TRUE"#)
    }

    @Test func `references of several zones are asked zone by zone`() throws {
        #expect(
            try Cities.condition("capitalOf IN $0", [.list([Self.pointer, Self.far])])
                == """
                + "_row" IN (SELECT "_row" FROM "City" WHERE … \
                AND "capitalOf" = 'fr' AND "capitalOf.zone" IS NULL \
                UNION ALL SELECT "_row" FROM "City" WHERE … \
                AND "capitalOf" = 'fr' AND "capitalOf.zone" = '/Lists')
                """)
    }

    @Test func `a list of references knows its zones`() throws {
        #expect(
            try Cities.condition("twins CONTAINS $0", [Self.far])
                == """
                + "_row" IN (SELECT "_row" FROM "City.twins" WHERE … \
                AND "value" = 'fr' AND "value.zone" = '/Lists')
                """)
    }
}
