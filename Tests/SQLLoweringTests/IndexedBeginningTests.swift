import Foundation
import RecordCore
import Testing

@testable import SQLLowering

/// What is asked where an index has the beginnings of texts only.
@Suite struct `Beginnings in indexes` {
    private func sql(
        _ format: String, _ arguments: [Value] = [], orderedBy ordering: [Ordering] = []
    ) throws -> String {
        let dialect = PostgresDialect()
        return try Cities.lower(format, arguments, orderedBy: ordering, dialect: dialect)
            .sql.rendered(for: dialect).text
    }

    @Test(arguments: [
        ("name == 'Paris'", #"AND left("name", 255) = $3 ORDER"#),
        ("name ==[cd] 'Paris'", #"AND left("name.folded", 255) = $3 ORDER"#),
        ("name > 'M'", #"AND left("name", 255) > $3 ORDER"#),
        ("name BEGINSWITH 'Pa'", #"AND left("name", 255) >= $3 AND left("name", 255) < $4 ORDER"#),
        ("name IN {'A', 'B'}", #"AND left("name", 255) IN ($3, $4) ORDER"#),
        ("name != 'Paris'", #"AND "name" IS DISTINCT FROM $3 ORDER"#),
        ("name CONTAINS 'ari'", #"AND strpos("name", $3) > 0 ORDER"#),
        // A field without an index, and the name of a record, which is short.
        ("code == 'x'", #"AND "code" = $3 ORDER"#),
        ("recordName == 'x'", #"AND "_name" = $3 ORDER"#),
    ])
    func `a short constant is compared with the beginning`(format: String, part: String) throws {
        let text = try sql(format)
        #expect(text.contains(part), "\(text)")
    }

    @Test func `a long constant is compared with the whole too`() throws {
        let long = Value.text(String(repeating: "p", count: 300))
        #expect(
            try sql("name == $0", [long]).contains(
                #"AND left("name", 255) = left($3, 255) AND "name" = $4 ORDER"#))
        #expect(try sql("name < $0", [long]).contains(#"AND "name" < $3 ORDER"#))
        // U+0000 is written otherwise in PostgreSQL, and takes more room.
        #expect(try sql("name < $0", ["\u{0}"]).contains(#"AND "name" < $3 ORDER"#))
    }

    @Test func `rows come by their beginnings`() throws {
        let text = try sql(
            "TRUEPREDICATE", orderedBy: [Ordering("name"), Ordering("country")])
        #expect(
            text.hasSuffix(
                #"ORDER BY left("name", 255) NULLS FIRST, "name" NULLS FIRST, "country" NULLS FIRST, "_name""#
            ), "\(text)")
    }

    @Test func `indexes hold beginnings of texts, and words of any length`() throws {
        let texts = SchemaLowering(PostgresDialect()).steps(from: nil, to: Cities.layout)
            .compactMap { step -> String? in
                guard case .sql(let sql) = step else { return nil }
                return sql.rendered(for: PostgresDialect()).text
            }
        #expect(
            texts.contains {
                $0.contains(#"("_database", "_zone", left("name", 255) NULLS FIRST, "_name")"#)
            })
        let word = String(repeating: "w", count: 10_000)
        #expect(TokenTable.kept("word") == "word")
        #expect(TokenTable.kept(word).utf8.count < 300)
        #expect(TokenTable.kept(word) != TokenTable.kept(word + "w"))
    }
}
