import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `What SQL cannot decide` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"years.@sum > 2"#,
            #" ? years.@sum > 2"#),
        LoweringRow(
            #"population == 1 AND years.@sum > 2"#,
            #""population" = 1 ? years.@sum > 2"#),
        LoweringRow(
            #"population == 1 OR years.@sum > 2"#,
            #" ? population == 1 OR years.@sum > 2"#),
        LoweringRow(
            #"NOT years.@sum > 2"#,
            #" ? NOT years.@sum > 2"#),
        LoweringRow(
            #"NOT (population == 1 AND years.@sum > 2)"#,
            #" ? NOT (population == 1 AND years.@sum > 2)"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }

    @Test func `fields that only the evaluator needs are read and left out`() throws {
        let lowered = try Cities.lower("years.@sum > 2", desiredKeys: ["name"])
        #expect(lowered.reader.columns.suffix(2) == ["name", "years"])
        #expect(lowered.extraFields == ["years"])
        let record = Record("City", RecordID("x"), ["name": "A", "years": [1, 2]])
        #expect(lowered.trimmed(record).fields == ["name": "A"])
    }

    @Test func `the store applies limit and offset where rows are asked again`() throws {
        let lowered = try Cities.lower("years.@sum > 2", limit: 3, offset: 4)
        #expect(!lowered.sql.rendered(for: SQLiteDialect()).text.contains("LIMIT"))
    }

    @Test(arguments: [
        "ANYKEY == 3", "SELF == 'x'", "capitalOf.name == 'x'", "population isKindOf: 3",
    ])
    func `what no store can answer is refused`(format: String) throws {
        #expect(throws: (any Error).self) { try Cities.lower(format) }
    }
}
