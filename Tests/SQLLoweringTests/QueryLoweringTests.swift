import Foundation
import RecordCore
import SQLLowering
import Testing

@Suite struct `Shapes of queries` {
    static let columns = """
        "_row", "_zone", "_name", "_created", "_createdBy", "_modified", "_modifiedBy", "_tag", \
        "_parentName", "_parentZone", "_shareName", "_shareZone"
        """
    static let place = #""_database" = 1 AND "_zone" = 7"#

    /// The statement with the columns that every record has written as `…`.
    func text(_ sql: SQLText?) -> String? {
        guard let sql else { return nil }
        let (text, parameters) = sql.rendered(for: SQLiteDialect())
        return Cities.filled(text, parameters)
            .replacingOccurrences(of: Self.columns, with: "…")
            .replacingOccurrences(of: Self.place, with: "@")
    }

    @Test func `without an order records come by name`() throws {
        let lowered = try Cities.lower("TRUEPREDICATE", limit: 3, offset: 2, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == #"SELECT … FROM "City" WHERE @ ORDER BY "_name" LIMIT 3 OFFSET 2"#)
        #expect(lowered.paths.isEmpty)
    }

    @Test func `an equality gives the order by name for nothing`() throws {
        let lowered = try Cities.lower("population == 3", limit: 3, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == #"SELECT … FROM "City" WHERE @ AND "population" = 3 ORDER BY "_name" LIMIT 3"#)
        #expect(lowered.paths.isEmpty)
        #expect(lowered.indexes.map(\.title).contains("City.population (queryable, sortable)"))
    }

    @Test func `a range loads only the rows of the page`() throws {
        let lowered = try Cities.lower("population > 3", limit: 3, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE +"_database" = 1 AND +"_zone" = 7 AND "_row" IN \
                (SELECT "_row" FROM "City" WHERE @ \
                AND "population" > 3 ORDER BY +"_name" LIMIT 3) ORDER BY "_name"
                """)
        #expect(
            text(lowered.paths.last?.sql)
                == """
                SELECT … FROM "City" WHERE @ AND +"population" > 3 ORDER BY "_name" LIMIT 3
                """)
        #expect(
            text(lowered.paths.first?.count(upTo: 256))
                == """
                SELECT count(*) FROM (SELECT 1 FROM (SELECT "_row" FROM "City" WHERE @ \
                AND "population" > 3) AS "_found" LIMIT 256) AS "_some"
                """)
        #expect(
            text(lowered.paths.last?.trial(rows: 256))
                == """
                SELECT … FROM "City" WHERE "_row" IN (SELECT "_row" FROM (SELECT "_row" \
                FROM "City" WHERE @ ORDER BY "_name" LIMIT 256) AS "_first") \
                AND +"population" > 3 ORDER BY +"_name" LIMIT 3
                """)
        #expect(lowered.paths.first?.trial(rows: 256) == nil)
    }

    @Test func `an order by the asked field needs no choice`() throws {
        let lowered = try Cities.lower(
            "population > 3", orderedBy: [Ordering("population", ascending: false)], limit: 3,
            desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE @ AND "population" > 3 \
                ORDER BY "population" DESC, "_name" DESC LIMIT 3
                """)
        #expect(lowered.paths.isEmpty)
    }

    @Test func `an order by another field may walk its index`() throws {
        let lowered = try Cities.lower(
            "population > 3", orderedBy: [Ordering("area")], limit: 3, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE @ AND "population" > 3 \
                ORDER BY +"area", "_name" LIMIT 3
                """)
        #expect(
            text(lowered.paths.last?.sql)
                == """
                SELECT … FROM "City" WHERE @ AND +"population" > 3 \
                ORDER BY "area", "_name" LIMIT 3
                """)
    }

    @Test func `one value is looked up before a range`() throws {
        let lowered = try Cities.lower(
            "country == 'FR' AND population > 3", limit: 3, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE @ AND "country" = 'FR' AND +"population" > 3 \
                ORDER BY "_name" LIMIT 3
                """)
        // The other way is to find the range and sort it: counting decides.
        #expect(lowered.paths.map(\.isSorted) == [true, false])
        #expect(
            text(lowered.paths.last?.sql)
                == """
                SELECT … FROM "City" WHERE @ AND +"country" = 'FR' AND "population" > 3 \
                ORDER BY +"_name" LIMIT 3
                """)
    }

    @Test func `an equality and an order by the range beside it are two ways`() throws {
        let lowered = try Cities.lower(
            "country == 'FR' AND population > 3", orderedBy: [Ordering("population")], limit: 3,
            desiredKeys: [])
        #expect(lowered.paths.map(\.isSorted) == [false, true])
        #expect(
            text(lowered.paths.last?.sql)
                == """
                SELECT … FROM "City" WHERE @ AND +"country" = 'FR' AND "population" > 3 \
                ORDER BY "population", "_name" LIMIT 3
                """)
    }

    @Test func `rows that another table lists are found by their numbers`() throws {
        let lowered = try Cities.lower(
            "tags CONTAINS 'sea' AND population > 3", orderedBy: [Ordering("population")],
            limit: 3, desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE +"_database" = 1 AND +"_zone" = 7 \
                AND "_row" IN (SELECT "_row" FROM "City.tags" WHERE @ AND "value" = 'sea') \
                AND "population" > 3 ORDER BY +"population", "_name" LIMIT 3
                """)
        // Walking the order, the range on it stays a range.
        #expect(
            text(lowered.paths.last?.sql)
                == """
                SELECT … FROM "City" WHERE @ \
                AND +"_row" IN (SELECT "_row" FROM "City.tags" WHERE @ AND "value" = 'sea') \
                AND "population" > 3 ORDER BY "population", "_name" LIMIT 3
                """)
    }

    @Test func `an order without case begins with the folded text`() throws {
        let lowered = try Cities.lower(
            "TRUEPREDICATE", orderedBy: [Ordering("name", textOrder: .caseInsensitive)],
            desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE @ \
                ORDER BY "name.folded", "name" COLLATE quarry_ci, "_name"
                """)
    }

    @Test func `PostgreSQL puts nil first as everybody does`() throws {
        let lowered = try Cities.lower(
            "TRUEPREDICATE", orderedBy: [Ordering("area"), Ordering("name", ascending: false)],
            dialect: PostgresDialect(), desiredKeys: [])
        let text = lowered.sql.rendered(for: PostgresDialect()).text
        #expect(
            text.hasSuffix(
                #"ORDER BY "area" NULLS FIRST, "name" DESC NULLS LAST, "_name" DESC"#))
    }

    @Test func `several zones are ordered by their names behind the records'`() throws {
        let lowered = try Cities.lower(
            "population == 3", zones: [Cities.zone, Cities.otherZone], desiredKeys: [])
        #expect(
            text(lowered.sql)
                == """
                SELECT … FROM "City" WHERE "_database" = 1 AND "_zone" IN (7, 8) \
                AND "population" = 3 ORDER BY "_name", (SELECT "name" FROM "_zones" \
                WHERE "_zones"."id" = "City"."_zone" AND "_zones"."database" = 1)
                """)
    }

    @Test func `no zones have no records`() throws {
        let lowered = try Cities.lower("population == 3", zones: [], desiredKeys: [])
        #expect(text(lowered.sql)?.contains("1 = 0") == true)
    }

    @Test func `missing indexes are suggested`() throws {
        let lowered = try Cities.lower(
            "density > 3 AND rank2 == nil OR motto == 'x'"
                .replacingOccurrences(of: "rank2", with: "area"), orderedBy: [Ordering("density")])
        #expect(
            lowered.suggestions
                == ["City.density QUERYABLE", "City.motto QUERYABLE", "City.density SORTABLE"])
    }

    @Test func `only wanted fields are read`() throws {
        let lowered = try Cities.lower("population > 3", desiredKeys: ["capitalOf", "name"])
        #expect(
            lowered.reader.columns.dropFirst(12)
                == ["name", "capitalOf", "capitalOf.zone", "capitalOf.action"])
    }

    @Test func `counting counts in SQL where SQL decides all`() throws {
        let query = RecordQuery("City", where: try QueryPredicate(parsing: "population > 3"))
        let checked = try QueryChecker.check(query, schema: RecordSchema(types: [Cities.type]))
        let lowered = try QueryLowering(Cities.layout, for: SQLiteDialect()).lowerCount(
            checked, database: 1, zones: [Cities.zone])
        #expect(
            text(lowered.sql)
                == #"SELECT count(*) FROM "City" WHERE @ AND "population" > 3"#)
        #expect(lowered.recheck == nil)
    }
}
