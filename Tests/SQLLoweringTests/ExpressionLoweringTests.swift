import Foundation
import Testing

@Suite struct `Expressions in SQL` {
    // swift-format-ignore
    static let rows: [LoweringRow] = [
        LoweringRow(
            #"population + 1 > 5"#,
            #"(quarry_add("population", 1) > 5) IS NOT FALSE ? population + 1 > 5"#,
            postgres: #" ? population + 1 > 5"#),
        LoweringRow(
            #"population * 2 > area"#,
            #"(quarry_multiply("population", 2) > "area") IS NOT FALSE ? population * 2 > area"#,
            postgres: #" ? population * 2 > area"#),
        LoweringRow(
            #"uppercase(name) == 'PARIS'"#,
            #"quarry_uppercase("name") = 'PARIS'"#,
            postgres: #" ? uppercase:(name) == "PARIS""#),
        LoweringRow(
            #"length(name) > 3"#,
            #"quarry_length("name") > 3"#,
            postgres: #" ? length:(name) > 3"#),
        LoweringRow(
            #"abs(area) < 2"#,
            #"(quarry_abs("area") < 2) IS NOT FALSE ? abs:(area) < 2"#,
            postgres: #" ? abs:(area) < 2"#),
        LoweringRow(
            #"TERNARY(population > 5, name, country) == 'x'"#,
            #"CASE WHEN "population" > 5 THEN "name" ELSE "country" END = 'x'"#),
        LoweringRow(
            #"TERNARY(population > 5, population, area) == 9"#,
            #"CASE WHEN "population" > 5 THEN "population" ELSE "area" END = 9"#,
            postgres: #" ? TERNARY(population > 5, population, area) == 9"#),
        LoweringRow(
            #"TERNARY(population > 5, 'B', nil) < 'a'"#,
            #"CASE WHEN "population" > 5 THEN 'B' ELSE NULL END < 'a'"#,
            postgres: #" ? TERNARY(population > 5, "B", nil) < "a""#),
        LoweringRow(
            #"1 + 1 == 2"#,
            #""#),
        LoweringRow(
            #"population > 2 * 3"#,
            #""population" > 6"#),
        LoweringRow(
            #"noindex(population) == 4"#,
            #"+"population" = 4"#,
            postgres: #""population" = 4"#),
    ]

    @Test(arguments: rows)
    func `says it in both dialects`(row: LoweringRow) throws { try row.check() }
}
