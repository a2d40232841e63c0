import Foundation
import ObjectCore
import SQLLowering
import Testing

@Suite struct `Calculated results in SQL` {
    private func summary(
        _ columns: [String], by grouping: [String] = [], having: String? = nil,
        sort: [Ordering] = [], distinct: Bool = false
    ) throws -> String? {
        let query = SummaryQuery(
            try ObjectCompany.query("Employee", "age > 3", sort: sort),
            columns: try columns.map { .init($0, try QueryExpression(parsing: $0)) },
            grouping: grouping.map { QueryKeyPath($0) },
            having: try having.map { try QueryPredicate(parsing: $0) }, isDistinct: distinct)
        return try ObjectCompany.lowering().summary(query).map { lowered in
            ObjectCompany.shown(lowered.sql)
                .replacingOccurrences(of: #" WHERE t0."Z_ENT" = 3 AND (t0."ZAGE" > 3)"#, with: " …")
        }
    }

    @Test func `a row for each object`() throws {
        #expect(
            try summary(["name", "objectID", "boss"], sort: [Ordering("name")])
                == #"SELECT t0."ZNAME", t0."Z_PK", t0."Z_ENT", t0."ZBOSS", NULL FROM "ZPERSON" t0 … ORDER BY t0."ZNAME", t0."Z_PK""#
        )
    }

    @Test func `aggregates of all`() throws {
        #expect(
            try summary(["count:(name)", "sum:(salary)", "average:(score)", "max:(born)"])
                == #"SELECT count(t0."ZNAME"), coalesce(CAST(sum(t0."ZSALARY") AS BIGINT), 0), CAST(avg(t0."ZSCORE") AS DOUBLE PRECISION), max(t0."ZBORN") FROM "ZPERSON" t0 … ORDER BY min(t0."Z_PK")"#
        )
    }

    @Test func `different values are counted by the database`() throws {
        let keys = ["name", "department", "department.code", "born"]
        let columns = keys.map {
            SummaryQuery.Column(
                $0, .function(.count, [.keyPath(QueryKeyPath($0))]), countsDistinct: true)
        }
        let lowered = try ObjectCompany.lowering().summary(
            SummaryQuery(try ObjectCompany.query("Employee", "TRUEPREDICATE"), columns: columns))
        let sql = try #require(lowered.map { ObjectCompany.shown($0.sql) })
        #expect(
            sql.hasPrefix(
                #"SELECT count(DISTINCT t0."ZNAME"), count(DISTINCT t0."ZDEPARTMENT"), count(DISTINCT t1."ZCODE"), count(DISTINCT t0."ZBORN") FROM"#
            ), "\(sql)")
        // Decimal numbers are compared by the evaluator.
        let price = SummaryQuery.Column(
            "n", .function(.count, [.keyPath(QueryKeyPath("price"))]), countsDistinct: true)
        #expect(
            try ObjectCompany.lowering().summary(
                SummaryQuery(
                    try ObjectCompany.query("Employee", "TRUEPREDICATE"), columns: [price])) == nil)
    }

    @Test func `groups with a condition, in the order of their first rows`() throws {
        #expect(
            try summary(
                ["department.code", "count:(name)"], by: ["department.code"],
                having: "count:(name) > 1")
                == #"SELECT t1."ZCODE", count(t0."ZNAME") FROM "ZPERSON" t0 LEFT JOIN "ZDEPARTMENT" t1 ON t1."Z_PK" = t0."ZDEPARTMENT" … GROUP BY t1."ZCODE" HAVING count(t0."ZNAME") > 1 ORDER BY min(t0."Z_PK")"#
        )
    }

    @Test func `groups of a decimal number are made by the evaluator`() throws {
        #expect(try summary(["count:(name)"], by: ["price"]) == nil)
        #expect(try summary(["count:(name)"], by: ["score"]) != nil)
    }

    @Test func `equal rows once`() throws {
        #expect(
            try summary(["age"], sort: [Ordering("age", ascending: false)], distinct: true)
                == #"SELECT t0."ZAGE" FROM "ZPERSON" t0 … GROUP BY t0."ZAGE" ORDER BY t0."ZAGE" DESC, min(t0."Z_PK")"#
        )
    }

    @Test func `rows are not made equal by expressions with parameters`() throws {
        let columns = ["TERNARY(age > 40, 1, 2)"]
        #expect(try summary(columns) != nil)
        #expect(try summary(columns, distinct: true) == nil)
    }

    @Test(arguments: [
        ["sum:(price)"], ["median:(age)"], ["name", "count:(age)"], ["photo"],
    ])
    func `what only the evaluator calculates is left to it`(_ columns: [String]) throws {
        #expect(try summary(columns) == nil)
    }
}
