import Foundation
import Stores
import Testing

@Suite struct `calculated results` {
    private let tool = Tool()
    private let cities = """
        {"name":"Zürich","country":"CH","people":415367,"area":87.9}
        {"name":"Bern","country":"CH","people":133883}
        {"name":"Ulm","country":"DE","people":126329,"area":118.5}
        {"name":"Atlantis"}

        """

    init() throws {
        try tool.write(cities, to: "cities.jsonl")
        let made = try tool.run("import", "cities.jsonl", "--type", "City", "--store", "c.db")
        #expect(made.status == 0, "\(made.errors)")
    }

    /// Runs one question over a store and over the file that the store was made of.
    private func both(_ options: String...) throws -> (query: Tool.Outcome, filter: Tool.Outcome) {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        return (
            try tool.shell("quarry query City TRUEPREDICATE --store c.db \(words)"),
            try tool.shell("quarry filter TRUEPREDICATE cities.jsonl \(words)")
        )
    }

    @Test func `groups, sorted by a sum, as a table`() throws {
        let (query, filter) = try both(
            "--group-by", "country", "--select", "count(), sum(people), max(name)", "--sort",
            "-sum(people)", "--format", "table")
        #expect(
            query.output == """
                country  count()  sum(people)  max(name)
                ───────  ───────  ───────────  ─────────
                CH             2       549250  Zürich
                DE             1       126329  Ulm
                               1            0  Atlantis

                """, "\(query.errors)")
        #expect(filter.output == query.output, "\(filter.errors)")
        #expect(query.status == 0)
    }

    @Test func `one result of everything, as JSON lines and CSV`() throws {
        let list = "count(area), count(distinct country), avg(people), min(nothing)"
        let json = try both("--select", "count(area), count(distinct country)", "--format", "jsonl")
        #expect(json.query.output == #"{"count(area)":2,"count(distinct country)":2}"# + "\n")
        #expect(json.filter.output == json.query.output)
        let csv = try both("--select", list, "--format", "csv")
        #expect(
            csv.filter.output.replacing("\r", with: "")
                == "count(area),count(distinct country),avg(people),min(nothing)\n2,2,225193.0,\n")
        #expect(csv.query.status == 2)
        #expect(csv.query.errors.contains("Did not find field: 'nothing'"))
    }

    @Test func `different values of fields`() throws {
        let (query, filter) = try both(
            "--fields", "country", "--distinct", "--format", "jsonl", "--limit", "2", "--offset",
            "1")
        #expect(query.output == "{\"country\":\"CH\"}\n{\"country\":\"DE\"}\n", "\(query.errors)")
        #expect(filter.output == query.output)
    }

    @Test(arguments: [
        (["--select", "sum(population"], "lacks its ')'"),
        (["--select", "median(people)"], "there is no function 'median'"),
        (["--select", "sum()"], "sum() needs a key"),
        (["--select", "count(),,"], "has an empty part"),
        (["--select", "name, count()"], "may differ among"),
        (["--select", "sum(name)"], "numbers"),
        (["--select", "count()", "--sort", "size"], "Sort by count()"),
        (["--select", "count()", "--fields", "name"], "--fields does not go with"),
        (["--select", "count()", "--count"], "--count does not go with"),
        (["--group-by", ","], "--group-by names no key"),
        (["--distinct"], "--distinct needs --fields"),
        (["--distinct", "--fields", "name", "--group-by", "name"], "--distinct does not go with"),
    ])
    func `says what is wrong with a question`(options: [String], answer: String) throws {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        let query = try tool.shell("quarry query City TRUEPREDICATE --store c.db \(words)")
        let filter = try tool.shell("quarry filter TRUEPREDICATE cities.jsonl \(words)")
        #expect(query.errors.contains(answer), "\(query.errors)")
        #expect(filter.errors.contains(answer), "\(filter.errors)")
        #expect(query.status == 2)
        #expect(filter.status == 2 || filter.status == 3)
    }

    @Test func `filter passes over rows that cannot be summed, and says where`() throws {
        let input = "{\"n\":1}\n{\"n\":\"x\"}\n{\"n\":2.5}\n"
        let strict = try tool.run(
            "filter", "TRUEPREDICATE", "--select", "count(), sum(n)", input: input)
        #expect(strict.status == 3)
        #expect(strict.errors.contains("line 2: sum takes numbers, not text."))
        let lenient = try tool.run(
            "filter", "TRUEPREDICATE", "--select", "count(), sum(n)", "--skip-invalid",
            input: input)
        #expect(lenient.output == "{\"count()\":2,\"sum(n)\":3.5}\n")
    }

    @Test func `objects of Core Data`() throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite")
        try CoreDataSample.make(at: .sqlite(path: path.path))
        func ask(_ options: String) throws -> Tool.Outcome {
            try tool.shell("quarry coredata query staff.sqlite Employee \(options)")
        }
        let groups = try ask(
            "--group-by department.name --select 'count(), sum(salary), min(name)' "
                + "--sort '-count()' --format jsonl")
        #expect(
            groups.output == """
                {"department.name":"Sales","count()":2,"sum(salary)":14000,"min(name)":"Ann \\"A\\" <Ann>"}
                {"department.name":"Research","count()":1,"sum(salary)":4000,"min(name)":"Bea"}

                """, "\(groups.errors)")
        let distinct = try ask("--fields department --distinct --sort department.name --format csv")
        #expect(distinct.status == 2)
        #expect(distinct.errors.contains("Sort by department"))
        let truths = try ask("--fields isActive --distinct --sort isActive --format jsonl")
        #expect(
            truths.output == "{\"isActive\":false}\n{\"isActive\":true}\n", "\(truths.errors)")
        let table = try ask("--group-by isActive --sort isActive --select 'count()'")
        #expect(table.output.contains("NO ") && table.output.contains("YES "), "\(table.output)")
        let names = try ask("--fields isActive --distinct --sort isActive --format csv")
        #expect(names.output.replacing("\r", with: "") == "isActive\n0\n1\n", "\(names.errors)")
        let members = try tool.run(
            "coredata", "query", "staff.sqlite", "Department", #"name == "Research""#, "--fields",
            "employees", "--distinct", "--format", "jsonl")
        #expect(members.output == #"{"employees":["Employee/p2"]}"# + "\n", "\(members.errors)")
        #expect(try ask("--select 'sum(wages)'").status == 2)
        let counted = try ask(
            "--group-by isActive --sort isActive --format csv --select "
                + "'count(), count(distinct department), count(distinct department.name)'")
        #expect(
            counted.output.replacing("\r", with: "") == """
                isActive,count(),count(distinct department),count(distinct department.name)
                0,1,1,1
                1,2,1,1

                """, "\(counted.output) \(counted.errors)")
    }
}
