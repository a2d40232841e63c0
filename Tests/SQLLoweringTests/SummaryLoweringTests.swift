import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Summaries in SQL` {
    private func sql(
        _ columns: [RecordSummaryQuery.Column], by grouping: [String] = [],
        where format: String = "TRUEPREDICATE", orderedBy ordering: [Ordering] = [],
        limit: Int? = nil, offset: Int = 0, dialect: any Dialect = SQLiteDialect(),
        zones: [StoredZone] = [Cities.zone]
    ) throws -> String? {
        let query = RecordSummaryQuery(
            RecordQuery(
                "City", where: try QueryPredicate(parsing: format), orderedBy: ordering,
                limit: limit, offset: offset), columns: columns, grouping: grouping)
        let checked = try QueryChecker.check(query, schema: RecordSchema(types: [Cities.type]))
        let lowered = try QueryLowering(Cities.layout, for: dialect).lower(
            checked, database: 1, zones: zones)
        guard let lowered else { return nil }
        let (text, parameters) = lowered.sql.rendered(for: dialect)
        return Cities.filled(text, parameters).replacingOccurrences(
            of: #" FROM "City" WHERE "_database" = 1 AND "_zone" = 7"#, with: " …")
            + (lowered.isPage ? "" : " (sorted by the store)")
    }

    @Test func `one result of all records`() throws {
        #expect(
            try sql([.init("n", .count), .init("m", .max, of: "name")], where: "population > 5")
                == #"SELECT count(*), max("name") … AND "population" > 5"#)
    }

    @Test func `groups come in their order`() throws {
        #expect(
            try sql(
                [.field("country"), .init("n", .count), .init("f", .min, of: "founded")],
                by: ["country"])
                == #"SELECT "country", count(*), min("founded") … GROUP BY "country" ORDER BY "City"."country""#
        )
    }

    @Test func `a page by a column, ties by the group`() throws {
        #expect(
            try sql(
                [.field("country"), .init("n", .countDistinct, of: "name")], by: ["country"],
                orderedBy: [Ordering("n", ascending: false)], limit: 3, offset: 1,
                dialect: PostgresDialect())
                == #"SELECT "country", count(DISTINCT "name") … GROUP BY "country" ORDER BY count(DISTINCT "name") DESC, "City"."country" NULLS FIRST LIMIT 3 OFFSET 1"#
        )
    }

    @Test func `integers are summed without leaving 64 bits`() throws {
        let halves =
            #"coalesce(sum("population" >> 32), 0), coalesce(sum("population" & 4294967295), 0)"#
        #expect(
            try sql([.init("s", .sum, of: "population")]) == "SELECT \(halves) …")
        #expect(
            try sql([.init("s", .sum, of: "population")], dialect: PostgresDialect())
                == #"SELECT sum("population") …"#)
    }

    @Test func `an average is divided by the store, and sorted by it`() throws {
        #expect(
            try sql(
                [.init("a", .average, of: "area")], by: ["country"], orderedBy: [Ordering("a")],
                limit: 2)
                == #"SELECT "country", sum("area"), count("area") … GROUP BY "country" (sorted by the store)"#
        )
    }

    @Test func `references are grouped by name and zone, in one zone only`() throws {
        #expect(
            try sql([.field("capitalOf")], by: ["capitalOf"])
                == #"SELECT "capitalOf", "capitalOf.zone" … GROUP BY "capitalOf", "capitalOf.zone" (sorted by the store)"#
        )
        #expect(
            try sql(
                [.field("capitalOf")], by: ["capitalOf"], zones: [Cities.zone, Cities.otherZone])
                == nil)
    }

    @Test func `what only the evaluator decides is not summed by SQL`() throws {
        #expect(
            try sql(
                [.init("n", .count)], where: #"name MATCHES "[A-M].*""#,
                dialect: PostgresDialect()) == nil)
        #expect(try sql([.init("n", .count)], where: #"name MATCHES "[A-M].*""#) != nil)
    }
}
