import ObjectCore
import Testing

@Suite struct `Calculated results` {
    private let company: Company

    init() throws { company = try Company() }

    private func summary(
        _ columns: [(String, String)], by grouping: [String] = [],
        where format: String = "TRUEPREDICATE", having: String? = nil, sort: [Ordering] = [],
        distinct: Bool = false
    ) throws -> [[Value]] {
        try company.store.summarize(
            SummaryQuery(
                company.query("Employee", format, sort: sort),
                columns: columns.map {
                    SummaryQuery.Column($0.0, try QueryExpression(parsing: $0.1))
                },
                grouping: grouping.map { QueryKeyPath($0) },
                having: having.map { try QueryPredicate(parsing: $0) }, isDistinct: distinct))
    }

    @Test func `a result for each object`() throws {
        let results = try summary(
            [("name", "name"), ("twice", "salary * 2")],
            sort: [Ordering("twice", ascending: false)])
        #expect(results == [["Çem", 140], ["Ann", 100], ["Bob", 60]])
    }

    @Test func `one result of all where a column is an aggregate`() throws {
        let columns = [
            ("n", "count:(age)"), ("sum", "sum:(salary)"), ("max", "max:(salary)"),
            ("avg", "average:(salary)"),
        ]
        #expect(try summary(columns) == [[2, 150, 70, 50.0]])
        #expect(try summary(columns, where: "FALSEPREDICATE") == [[0, 0, nil, nil]])
    }

    @Test func `aggregates of all beside columns of each`() throws {
        let columns = [
            ("name", "name"), ("sum", "sum:(salary)"), ("less", "max:(salary) - salary"),
        ]
        let sort = [Ordering("less")]
        #expect(
            try summary(columns, sort: sort)
                == [["Çem", 150, 0], ["Ann", 150, 20], ["Bob", 150, 40]])
        #expect(
            try summary(columns, having: "salary * 3 > sum:(salary)", sort: sort)
                == [["Çem", 150, 0]])
        #expect(try summary(columns, where: "FALSEPREDICATE") == [])
    }

    @Test func `groups with a condition`() throws {
        let columns = [("department.code", "department.code"), ("n", "count:(name)")]
        #expect(try summary(columns, by: ["department.code"]) == [["S", 2], ["R", 1]])
        #expect(
            try summary(columns, by: ["department.code"], having: "max:(salary) > 60")
                == [["R", 1]])
        #expect(try summary(columns, by: ["department.code"], having: "n > 1") == [["S", 2]])
    }

    @Test func `groups by the name of a column`() throws {
        let columns = [("old", "TERNARY(salary > 40, 'yes', 'no')"), ("n", "count:(name)")]
        let results = try summary(columns, by: ["old"], sort: [Ordering("old")])
        #expect(results == [["no", 1], ["yes", 2]])
        #expect(throws: ObjectProblem.self) { try summary(columns, by: ["n"]) }
    }

    @Test(arguments: [
        ("salary", false), ("salary + max:(salary)", false), ("self", false),
        ("TERNARY(salary > 3, 1, 2)", false), ("department.employees.@count", true),
        ("department", true), ("length(department.code)", true), ("'x'", true),
        ("max:(salary) - min:(salary)", true),
    ])
    func `columns that differ in a group are refused`(_ column: String, _ passes: Bool) throws {
        let columns = [("n", "count:(name)"), ("x", column)]
        if passes {
            #expect(try summary(columns, by: ["department"]).count == 2)
        } else {
            let problem = #expect(throws: ObjectProblem.self) {
                try summary(columns, by: ["department.code"])
            }
            #expect(problem?.description.contains("(x is not in the GROUP BY)") == true)
        }
    }

    @Test func `equal results once`() throws {
        #expect(try summary([("code", "department.code")], distinct: true) == [["S"], ["R"]])
    }

    @Test func `objects come as identifiers`() throws {
        #expect(
            try summary([("objectID", "objectID")], where: "name == 'Bob'")
                == [[.key(company.bob)]])
    }
}
