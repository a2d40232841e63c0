import ObjectCore
import Testing

@Suite struct `The check of questions` {
    private let company: Company

    init() throws { company = try Company() }

    @Test(arguments: [
        ("nmae == 'x'", "keypath nmae not found in entity Employee Did you mean 'name'?"),
        (
            "boss.depratment.code == 'x'",
            "keypath boss.depratment.code not found in entity Employee Did you mean 'department'?"
        ),
        ("department.x == 1", "keypath department.x not found in entity Employee"),
        ("salary.length == 1", "keypath salary.length not found in entity Employee"),
        ("name.length.x == 1", "keypath name.length.x not found in entity Employee"),
        ("entity.name == 'x'", "keypath entity.name not found in entity Employee"),
        (
            "mood == 'x'",
            "keypath mood not found in entity Employee 'mood' is not in the store; filter the objects after the fetch."
        ),
        (
            "reports.name == 'x'",
            "to-many key not allowed here Write ANY reports.name, ALL reports.name or reports.name.@count."
        ),
        (
            "reports == nil",
            "to-many key not allowed here Write ANY reports, ALL reports or reports.@count."
        ),
        (
            "ANY name == 'x'",
            "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet."
        ),
        (
            "ALL department.code == 'x'",
            "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet."
        ),
        ("name.@count > 1", "@count needs a relationship to many."),
        (
            "SUBQUERY(reports, $r, $r.nam == 'x').@count > 0",
            "keypath nam not found in entity Employee Did you mean 'name'?"
        ),
        ("name == $who", "The variable $who has no value."),
    ])
    func `says in Apple's words what is wrong`(_ format: String, _ message: String) throws {
        let problem = #expect(throws: ObjectProblem.self) {
            try company.store.fetch(company.query("Employee", format))
        }
        #expect(problem?.description == message)
    }

    @Test(arguments: [
        "reports.name CONTAINS 'x'", "'x' IN reports.name", "ANY reports.name == 'x'",
        "reports.@count == 0", "ANY name IN {'a', 'b'}", "department.employees.@max.age > 3",
        "ANY department.employees.projects.title == 'x'", "salary > 3",
        "self.boss.self == nil", "name.length > 0 AND department.code.length == 2",
    ])
    func `lets pass what can be asked`(_ format: String) throws {
        try ObjectQueryChecker(company.model).check(company.query("Employee", format))
    }

    @Test func `a property of an entity that inherits can be asked`() throws {
        #expect(try company.names(company.query("Person", "salary > 40")) == "Ann Çem")
    }

    @Test func `sorts by what has one value`() throws {
        let problem = #expect(throws: ObjectProblem.self) {
            try company.store.fetch(company.query("Employee", sort: [Ordering("reports.name")]))
        }
        #expect(problem?.code == .toManyNotAllowed)
        #expect(problem?.message == "to-many key not allowed here")
        #expect(problem?.advice?.contains("ANY") == false)
    }

    @Test func `a block is not for a store`() throws {
        var query = try company.query("Employee")
        query.predicate = .block(PredicateBlock { _, _ in true })
        let problem = #expect(throws: ObjectProblem.self) { try company.store.fetch(query) }
        #expect(problem?.code == .unsupported)
    }
}
