import Foundation
import ObjectCore
import SQLLowering
import Testing

@Suite struct `Objects in SQL` {
    // swift-format-ignore
    static let values: [LoweringRow] = [
        LoweringRow(
            #"age > 30"#,
            #""ZPERSON" t0 WHERE t0."ZAGE" > 30"#),
        LoweringRow(
            #"NOT (age == 1)"#,
            #""ZPERSON" t0 WHERE t0."ZAGE" IS NOT 1"#,
            postgres: #""ZPERSON" t0 WHERE t0."ZAGE" IS DISTINCT FROM 1"#),
        LoweringRow(
            #"name ==[c] 'x'"#,
            #""ZPERSON" t0 WHERE quarry_equal(t0."ZNAME", 'x', 'c')"#,
            postgres: #""ZPERSON" t0 WHERE t0."ZNAME" IS NOT NULL ? name ==[c] "x""#),
        LoweringRow(
            #"name BEGINSWITH 'ab'"#,
            #""ZPERSON" t0 WHERE t0."ZNAME" >= 'ab' AND t0."ZNAME" < 'ac'"#),
        LoweringRow(
            #"name BEGINSWITH[n] 'ab'"#,
            #""ZPERSON" t0 WHERE t0."ZNAME" >= 'ab' AND t0."ZNAME" < 'ac'"#),
        LoweringRow(
            #"name CONTAINS[cd] 'x'"#,
            #""ZPERSON" t0 WHERE quarry_contains(t0."ZNAME", 'x', 'cd')"#,
            postgres: #""ZPERSON" t0 WHERE t0."ZNAME" IS NOT NULL ? name CONTAINS[cd] "x""#),
        LoweringRow(
            #"name LIKE 'a*'"#,
            #""ZPERSON" t0 WHERE t0."ZNAME" >= 'a' AND t0."ZNAME" < 'b' AND quarry_like(t0."ZNAME", 'a*', '')"#,
            postgres: #""ZPERSON" t0 WHERE t0."ZNAME" >= 'a' AND t0."ZNAME" < 'b' AND t0."ZNAME" IS NOT NULL ? name LIKE "a*""#),
        LoweringRow(
            #"name MATCHES 'a+'"#,
            #""ZPERSON" t0 WHERE quarry_matches(t0."ZNAME", 'a+', '')"#,
            postgres: #""ZPERSON" t0 WHERE t0."ZNAME" IS NOT NULL ? name MATCHES "a+""#),
        LoweringRow(
            #"born > CAST(10, 'NSDate')"#,
            #""ZPERSON" t0 WHERE t0."ZBORN" >= 10.0000005"#),
        LoweringRow(
            #"born == CAST(10, 'NSDate')"#,
            #""ZPERSON" t0 WHERE t0."ZBORN" >= 9.9999995 AND t0."ZBORN" < 10.0000005"#),
        LoweringRow(
            #"price > 3"#,
            #""ZPERSON" t0 WHERE t0."ZPRICE" >= 2.9999999999997 ? price > 3"#),
        LoweringRow(
            #"price == nil"#,
            #""ZPERSON" t0 WHERE t0."ZPRICE" IS NULL"#),
        LoweringRow(
            #"photo != nil"#,
            #""ZPERSON" t0 WHERE t0."ZPHOTO" IS NOT NULL"#),
        LoweringRow(
            #"address.city == 'X'"#,
            #""ZPERSON" t0 WHERE t0."ZCITY" = 'X'"#),
        LoweringRow(
            #"badge == 'x'"#,
            #""ZPERSON" t0 WHERE coalesce(t0."ZBADGE", t0."ZBADGE1") = 'x'"#),
        LoweringRow(
            #"salary == 3 AND age IN {1,2}"#,
            #""ZPERSON" t0 WHERE t0."ZSALARY" = 3 AND t0."ZAGE" IN (1, 2)"#),
        LoweringRow(
            #"score BETWEEN {1, 2}"#,
            #""ZPERSON" t0 WHERE t0."ZSCORE" >= 1.0 AND t0."ZSCORE" <= 2.0"#),
        LoweringRow(
            #"age + 1 > 3"#,
            #""ZPERSON" t0 WHERE quarry_add(t0."ZAGE", 1) > 3"#,
            postgres: #""ZPERSON" t0 ? age + 1 > 3"#),
        LoweringRow(
            #"TERNARY(age > 3, 1, 2) == 1"#,
            #""ZPERSON" t0 WHERE CASE WHEN t0."ZAGE" > 3 THEN 1 ELSE 2 END = 1"#),
        LoweringRow(
            #"length(name) > 3"#,
            #""ZPERSON" t0 WHERE quarry_length(t0."ZNAME") > 3"#,
            postgres: #""ZPERSON" t0 ? length:(name) > 3"#),
        LoweringRow(
            #"FALSEPREDICATE"#,
            #""ZPERSON" t0 WHERE 1 = 0"#),
        LoweringRow(
            #"reports.@count == 0"#,
            #""ZPERSON" t0 WHERE CASE WHEN t0."Z_ENT" = 3 THEN (SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" LIMIT 1) enough) END = 0"#),
    ]

    @Test(arguments: values)
    func `values of people of any kind`(_ row: LoweringRow) throws {
        let query = try ObjectCompany.query("Person", row.format)
        #expect(try ObjectCompany.source(query) == row.sqlite)
        #expect(try ObjectCompany.source(query, dialect: PostgresDialect()) == row.postgres)
    }

    // `…` stands for the table and the condition on the entity.
    // swift-format-ignore
    static let paths: [LoweringRow] = [
        LoweringRow(
            #"department.code == 'S'"#,
            #""ZPERSON" t0 LEFT JOIN "ZDEPARTMENT" t1 ON t1."Z_PK" = t0."ZDEPARTMENT" WHERE t0."Z_ENT" = 3 AND (t1."ZCODE" = 'S')"#),
        LoweringRow(
            #"boss.department.code == 'S' OR boss.name == nil"#,
            #""ZPERSON" t0 LEFT JOIN "ZPERSON" t1 ON t1."Z_PK" = t0."ZBOSS" LEFT JOIN "ZDEPARTMENT" t2 ON t2."Z_PK" = t1."ZDEPARTMENT" WHERE t0."Z_ENT" = 3 AND ((t2."ZCODE" = 'S' OR t1."ZNAME" IS NULL))"#),
        LoweringRow(
            #"department == nil"#,
            #"… (t0."ZDEPARTMENT" IS NULL)"#),
        LoweringRow(
            #"boss == boss.boss"#,
            #""ZPERSON" t0 LEFT JOIN "ZPERSON" t1 ON t1."Z_PK" = t0."ZBOSS" WHERE t0."Z_ENT" = 3 AND (t0."ZBOSS" IS t1."ZBOSS")"#,
            postgres: #""ZPERSON" t0 LEFT JOIN "ZPERSON" t1 ON t1."Z_PK" = t0."ZBOSS" WHERE t0."Z_ENT" = 3 AND (t0."ZBOSS" IS NOT DISTINCT FROM t1."ZBOSS")"#),
        LoweringRow(
            #"ANY reports.age > 3"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."ZAGE" > 3)))"#),
        LoweringRow(
            #"ALL reports.age > 3"#,
            #"… (NOT EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND ((t1."ZAGE" > 3) IS NOT TRUE)))"#),
        LoweringRow(
            #"NONE reports.age > 3"#,
            #"… (NOT (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."ZAGE" > 3))))"#),
        LoweringRow(
            #"ANY projects.title == 'X'"#,
            #"… (EXISTS (SELECT 1 FROM "Z_3PROJECTS" t2 JOIN "ZPROJECT" t1 ON t1."Z_PK" = t2."Z_5PROJECTS" WHERE t2."Z_3MEMBERS" = t0."Z_PK" AND (t1."ZTITLE" = 'X')))"#),
        LoweringRow(
            #"ANY reports.projects.title == 'X'"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 JOIN "Z_3PROJECTS" t3 ON t3."Z_3MEMBERS" = t1."Z_PK" JOIN "ZPROJECT" t2 ON t2."Z_PK" = t3."Z_5PROJECTS" WHERE t1."ZBOSS" = t0."Z_PK" AND (t2."ZTITLE" = 'X')))"#),
        LoweringRow(
            #"ANY department.employees.age IN {1, 2}"#,
            #""ZPERSON" t0 LEFT JOIN "ZDEPARTMENT" t1 ON t1."Z_PK" = t0."ZDEPARTMENT" WHERE t0."Z_ENT" = 3 AND (EXISTS (SELECT 1 FROM "ZPERSON" t2 WHERE t2."ZDEPARTMENT" = t1."Z_PK" AND (t2."ZAGE" IN (1, 2))))"#),
        LoweringRow(
            #"reports.@count > 2"#,
            #"… ((SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" LIMIT 3) enough) > 2)"#),
        LoweringRow(
            #"reports.@count > 0"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK"))"#),
        LoweringRow(
            #"department.employees.@count == 0"#,
            #""ZPERSON" t0 LEFT JOIN "ZDEPARTMENT" t1 ON t1."Z_PK" = t0."ZDEPARTMENT" WHERE t0."Z_ENT" = 3 AND (CASE WHEN t1."Z_PK" IS NOT NULL THEN (SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t2 WHERE t2."ZDEPARTMENT" = t1."Z_PK" LIMIT 1) enough) END = 0)"#),
        LoweringRow(
            #"projects.@count > age"#,
            #"… ((SELECT count(*) FROM "Z_3PROJECTS" t2 WHERE t2."Z_3MEMBERS" = t0."Z_PK") > t0."ZAGE")"#),
        LoweringRow(
            #"reports.@sum.salary > 3"#,
            #"… ((SELECT coalesce(CAST(sum(t1."ZSALARY") AS BIGINT), 0) FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK") > 3)"#),
        LoweringRow(
            #"reports.@avg.age > 3"#,
            #"… ((SELECT CAST(avg(t1."ZAGE") AS DOUBLE PRECISION) FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK") > 3.0)"#),
        LoweringRow(
            #"reports.@max.born > CAST(10, 'NSDate')"#,
            #"… ((SELECT max(t1."ZBORN") FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK") >= 10.0000005)"#),
        LoweringRow(
            #"reports.@sum.score > 3"#,
            #"… ((SELECT coalesce(sum(t1."ZSCORE"), 0) FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK") >= 3.0 - 3.0000000000000003e-13 - (SELECT coalesce(sum(abs(t1."ZSCORE")), 0) * 1e-9 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK")) ? reports.@sum.score > 3"#),
        LoweringRow(
            #"SUBQUERY(reports, $r, $r.salary > salary AND $r.department.code == 'x').@count > 0"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 LEFT JOIN "ZDEPARTMENT" t2 ON t2."Z_PK" = t1."ZDEPARTMENT" WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."ZSALARY" > t0."ZSALARY" AND t2."ZCODE" = 'x')))"#),
        LoweringRow(
            #"SUBQUERY(reports, $r, SUBQUERY($r.projects, $p, $p.title == name).@count > 1).@count == 2"#,
            #"… ((SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND ((SELECT count(*) FROM (SELECT 1 FROM "Z_3PROJECTS" t3 JOIN "ZPROJECT" t2 ON t2."Z_PK" = t3."Z_5PROJECTS" WHERE t3."Z_3MEMBERS" = t1."Z_PK" AND (t2."ZTITLE" IS t0."ZNAME") LIMIT 2) enough) > 1) LIMIT 3) enough) = 2)"#,
            postgres: #"… ((SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND ((SELECT count(*) FROM (SELECT 1 FROM "Z_3PROJECTS" t3 JOIN "ZPROJECT" t2 ON t2."Z_PK" = t3."Z_5PROJECTS" WHERE t3."Z_3MEMBERS" = t1."Z_PK" AND (t2."ZTITLE" IS NOT DISTINCT FROM t0."ZNAME") LIMIT 2) enough) > 1) LIMIT 3) enough) = 2)"#),
        LoweringRow(
            #"'x' IN reports.name"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."ZNAME" = 'x')))"#),
        LoweringRow(
            #"reports.name CONTAINS[c] 'x'"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (quarry_equal(t1."ZNAME", 'x', 'c'))))"#,
            postgres: #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."ZNAME" IS NOT NULL))) ? reports.name CONTAINS[c] "x""#),
        LoweringRow(
            #"salary > 3 AND price > 3"#,
            #"… (t0."ZSALARY" > 3 AND t0."ZPRICE" >= 2.9999999999997) ? price > 3"#),
        LoweringRow(
            #"name BEGINSWITH badge"#,
            #"… (quarry_begins_with(t0."ZNAME", t0."ZBADGE", ''))"#,
            postgres: #""ZPERSON" t0 WHERE t0."Z_ENT" = 3 ? name BEGINSWITH badge"#),
        LoweringRow(
            #"ANY reports.name CONTAINS 'x'"#,
            #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (instr(t1."ZNAME", 'x') > 0)))"#,
            postgres: #"… (EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (strpos(t1."ZNAME", 'x') > 0)))"#),
        LoweringRow(
            #"count(reports) > 2"#,
            #"… ((SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" LIMIT 3) enough) > 2)"#),
    ]

    @Test(arguments: paths)
    func `paths of employees`(_ row: LoweringRow) throws {
        func shortened(_ dialect: any Dialect) throws -> String {
            try ObjectCompany.source(
                ObjectCompany.query("Employee", row.format), dialect: dialect
            ).replacingOccurrences(
                of: #""ZPERSON" t0 WHERE t0."Z_ENT" = 3 AND "#, with: "… ")
        }
        #expect(try shortened(SQLiteDialect()) == row.sqlite)
        #expect(try shortened(PostgresDialect()) == row.postgres)
    }

    @Test func `alternatives of ANY with one path are one list`() throws {
        func source(_ format: String) throws -> String {
            try ObjectCompany.source(ObjectCompany.query("Employee", format))
        }
        let same = [
            (
                "ANY reports.name == 'Ann' OR age == 3 OR ANY reports.name == 'Bob'",
                "ANY reports.name IN {'Ann', 'Bob'} OR age == 3"
            ),
            (
                "NOT (ANY reports.age == 1 OR ANY reports.age == 2.5)",
                "NOT (ANY reports.age IN {1, 2.5})"
            ),
        ]
        let none = [
            (
                "NONE reports.name == 'Ann' AND age == 3 AND NOT ANY reports.name == 'Bob'",
                "NONE reports.name IN {'Ann', 'Bob'} AND age == 3"
            )
        ]
        for (written, asked) in same + none {
            let (first, second) = (try source(written), try source(asked))
            #expect(first == second)
        }
        // Several comparisons of one path read its table once.
        let mixed = [
            "ANY reports.name == 'a' OR ANY reports.name ==[c] 'b' OR ANY reports.name == nil OR ANY reports.age == 3",
            "ANY reports.name BEGINSWITH 'a' OR ANY reports.age > 3 OR ANY reports.name CONTAINS 'b'",
            "NONE reports.name ENDSWITH 'a' AND NONE reports.age > 3 AND NONE reports.name LIKE 'b*'",
            "NOT (ANY reports.name IN {'a'} OR ANY reports.age BETWEEN {1, 3} OR SOME reports.name MATCHES 'b')",
        ]
        for format in mixed {
            let questions = try source(format)
            #expect(questions.components(separatedBy: "EXISTS").count == 3, "\(questions)")
        }
    }

    @Test func `objects are compared by their rows`() throws {
        let ann = try ObjectCompany.object("Employee", 7)
        let bob = try ObjectCompany.object("Guest", 8)
        let sales = try ObjectCompany.object("Department", 7)
        func source(_ format: String, _ arguments: Value...) throws -> String {
            try ObjectCompany.source(ObjectCompany.query("Person", format, arguments))
        }
        #expect(try source("SELF == %@", ann) == #""ZPERSON" t0 WHERE t0."Z_PK" = 7"#)
        #expect(try source("objectID == %@", sales) == #""ZPERSON" t0 WHERE 1 = 0"#)
        #expect(
            try source("self IN %@", .list([ann, bob]))
                == #""ZPERSON" t0 WHERE t0."Z_PK" IN (7, 8)"#)
        #expect(
            try source("NOT (SELF IN %@)", .list([ann]))
                == #""ZPERSON" t0 WHERE NOT (t0."Z_PK" = 7)"#)
        #expect(try source("boss == %@", ann) == #""ZPERSON" t0 WHERE t0."ZBOSS" = 7"#)
        #expect(
            try source("reports CONTAINS %@", ann)
                == #""ZPERSON" t0 WHERE EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK" AND (t1."Z_PK" = 7))"#
        )
        #expect(
            try source("ANY projects IN %@", .list([sales])) == #""ZPERSON" t0 WHERE 1 = 0"#)
        let project = try ObjectCompany.object("Project", 5)
        #expect(
            try source("%@ IN projects", project)
                == #""ZPERSON" t0 WHERE EXISTS (SELECT 1 FROM "Z_3PROJECTS" t2 WHERE t2."Z_3MEMBERS" = t0."Z_PK" AND (t2."Z_5PROJECTS" = 5))"#
        )
    }

    @Test func `entities are compared by their numbers in the file`() throws {
        func entity(_ name: String) throws -> Value {
            .object(ObjectValue(StoredEntity(try ObjectCompany.number(name))))
        }
        func source(_ name: String, _ format: String, _ arguments: Value...) throws -> String {
            try ObjectCompany.source(ObjectCompany.query(name, format, arguments))
        }
        let (guest, employee) = (try entity("Guest"), try entity("Employee"))
        #expect(
            try source("Person", "entity == %@", guest)
                == #""ZPERSON" t0 WHERE t0."Z_ENT" = 4"#)
        #expect(
            try source("Person", "SELF.entity IN %@", .list([employee, guest]))
                == #""ZPERSON" t0 WHERE t0."Z_ENT" IN (3, 4)"#)
        #expect(
            try source("Person", "entity != %@", guest)
                == #""ZPERSON" t0 WHERE NOT (t0."Z_ENT" = 4)"#)
        let other = Value.object(ObjectValue(StoredEntity(99)))
        #expect(try source("Person", "entity == %@", other) == #""ZPERSON" t0 WHERE 1 = 0"#)
        #expect(
            try source("Employee", "boss.entity == %@", employee)
                == #""ZPERSON" t0 LEFT JOIN "ZPERSON" t1 ON t1."Z_PK" = t0."ZBOSS" WHERE t0."Z_ENT" = 3 AND (t1."Z_ENT" = 3)"#
        )
    }

    @Test func `thousands of objects are one parameter`() throws {
        let all = try (1...5_000).map { try ObjectCompany.object("Employee", Int64($0)) }
        let query = try ObjectCompany.query("Person", "SELF IN %@", [.list(all)])
        let lowered = try ObjectCompany.lowering().keys(query)
        let (text, parameters) = lowered.sql.rendered(for: SQLiteDialect())
        #expect(parameters.count == 1)
        #expect(text.contains("json_each(?)"))
    }

    @Test func `identifiers and locators have their stored form`() throws {
        let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let query = try ObjectCompany.query("Person", "uid == %@", [.uuid(uuid)])
        #expect(
            try ObjectCompany.source(query)
                == #""ZPERSON" t0 WHERE t0."ZUID" = x'123456789abcdef10'"#)
        let url = try #require(URL(string: "https://a.example/"))
        #expect(
            try ObjectCompany.source(
                ObjectCompany.query("Person", "site == %@", [.url(url)]))
                == #""ZPERSON" t0 WHERE t0."ZSITE" = 'https://a.example/'"#)
    }

    @Test func `orders across relationships, ties by row`() throws {
        let query = try ObjectCompany.query(
            "Employee", "TRUEPREDICATE",
            sort: [
                Ordering("boss.name", ascending: false),
                Ordering("name", textOrder: .localizedStandard), Ordering("reports.@count"),
            ], limit: 10, offset: 20)
        let lowered = try ObjectCompany.lowering().fetch(query, selecting: ["Z_PK", "ZNAME"])
        #expect(!lowered.leavesPage)
        #expect(
            ObjectCompany.shown(lowered.sql)
                == #"SELECT t0."Z_PK", t0."ZNAME" FROM "ZPERSON" t0 LEFT JOIN "ZPERSON" t1 ON t1."Z_PK" = t0."ZBOSS" WHERE t0."Z_ENT" = 3 ORDER BY t1."ZNAME" DESC, t0."ZNAME" COLLATE quarry_standard, (SELECT count(*) FROM "ZPERSON" t2 WHERE t2."ZBOSS" = t0."Z_PK"), t0."Z_PK" LIMIT 10 OFFSET 20"#
        )
        // An order that the engine does not have is left to the evaluator.
        let other = try ObjectCompany.lowering(PostgresDialect()).keys(query)
        #expect(other.resort && other.leavesPage)
    }

    @Test func `an order by objects has nil first`() throws {
        let query = try ObjectCompany.query(
            "Employee", "TRUEPREDICATE",
            sort: [Ordering("boss", ascending: false), Ordering("name"), Ordering("objectID")])
        let lowered = try ObjectCompany.lowering().fetch(query, selecting: ["Z_PK"])
        #expect(
            ObjectCompany.shown(lowered.sql)
                == #"SELECT t0."Z_PK" FROM "ZPERSON" t0 WHERE t0."Z_ENT" = 3 ORDER BY (t0."ZBOSS" IS NOT NULL) DESC, t0."ZNAME", t0."Z_PK""#
        )
        let last = try ObjectCompany.query(
            "Employee", "TRUEPREDICATE",
            sort: [Ordering("objectID", ascending: false), Ordering("name")])
        #expect(
            ObjectCompany.shown(
                try ObjectCompany.lowering().fetch(last, selecting: ["Z_PK"]).sql)
                == #"SELECT t0."Z_PK" FROM "ZPERSON" t0 WHERE t0."Z_ENT" = 3 ORDER BY t0."Z_PK" DESC"#
        )
    }

    @Test func `counts what a page would show`() throws {
        let lowering = try ObjectCompany.lowering()
        let all = try lowering.count(ObjectCompany.query("Guest", "age > 3"))
        #expect(
            all.sql.map { ObjectCompany.shown($0) }
                == #"SELECT count(*) FROM "ZPERSON" t0 WHERE t0."Z_ENT" = 4 AND (t0."ZAGE" > 3)"#)
        let page = try lowering.count(ObjectCompany.query("Guest", "age > 3", limit: 5, offset: 2))
        #expect(
            page.sql.map { ObjectCompany.shown($0) }
                == #"SELECT count(*) FROM (SELECT 1 FROM "ZPERSON" t0 WHERE t0."Z_ENT" = 4 AND (t0."ZAGE" > 3) LIMIT 5 OFFSET 2) AS page"#
        )
        #expect(try lowering.count(ObjectCompany.query("Guest", "price > 3")).sql == nil)
    }
}
