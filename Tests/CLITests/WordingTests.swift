import Foundation
import Testing

/// What the tool says of words that it does not know, and of too many of them.
@Suite struct WordingTests {
    private let tool = Tool()

    init() throws {
        try tool.write(
            """
            {"name": "Ann", "age": 31, "tags": ["swift", "tea"], "seen": "x"}
            {"name": "Bo", "age": 12, "tags": []}
            """, to: "people.jsonl")
        let made = try tool.run("import", "people.jsonl", "--type", "Person", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test(arguments: [
        (["qury", "Person"], "Did you mean quarry query?"),
        (["coredata", "inspct"], "Did you mean quarry coredata inspect?"),
        (["query", "Persn", "--store", "p.db"], "Did you mean Person?"),
        (["schema", "show", "Persn", "--store", "p.db"], "Did you mean Person?"),
        (["query", "Person", "agee > 3", "--store", "p.db"], "Did you mean age?"),
        (["query", "Person", "--fields", "name,agee", "--store", "p.db"], "Did you mean age?"),
        (
            ["query", "Person", "age > %d", "--arg", "3", "--arg", "4", "--store", "p.db"],
            "--arg 4"
        ),
        (["filter", "age > 3", "--arg", "4", "people.jsonl"], "--arg 4"),
        (["filter", "seen > %@", "--arg", "date:someday", "people.jsonl"], "today"),
        (["filter", "seen > %@", "--arg", "date:+9e18w", "people.jsonl"], "today"),
        (["filter", "seen > %@", "--arg", "date:1e300", "people.jsonl"], "today"),
    ])
    func `says what was perhaps meant`(words: [String], answer: String) throws {
        let run = try tool.shell("quarry " + words.map { "'\($0)'" }.joined(separator: " "))
        #expect(run.status == 2)
        #expect(run.errors.contains(answer), "\(run.errors)")
        #expect(run.output == "")
    }

    @Test func `says that no server answers, and where`() throws {
        let run = try tool.run("query", "City", "--store", "http://127.0.0.1:1/iCloud.a")
        #expect(run.status == 3)
        #expect(run.errors.contains("No server answers at http://127.0.0.1:1"), "\(run.errors)")
        #expect(run.errors.contains("quarry serve"))
    }

    @Test func `shows key paths of records`() throws {
        let run = try tool.run(
            "query", "Person", "--fields", "name,tags.@count", "--sort", "name", "--format", "csv",
            "--store", "p.db")
        #expect(run.output.replacing("\r", with: "") == "name,tags.@count\nAnn,2\nBo,0\n")
    }

    @Test func `reads dates as people say them`() throws {
        let now = Date()
        let lines = [-90, -25, -1, 2].map { hours in
            let date = now.addingTimeInterval(Double(hours) * 3600)
            return #"{"hours": \#(hours), "at": {"date": "\#(date.ISO8601Format())"}}"#
        }
        let input = lines.joined(separator: "\n")
        func count(_ predicate: String, _ argument: String) throws -> String {
            try tool.run("filter", predicate, "--arg", argument, "--count", input: input).output
        }
        #expect(try count("at > %@", "date:-1d") == "2\n")
        #expect(try count("at > %@", "date:-2d") == "3\n")
        #expect(try count("at > %@", "date:now") == "1\n")
        #expect(try count("at > %@", "date:+3h") == "0\n")
        #expect(try count("at < %@", "date:\(Int(now.timeIntervalSince1970))") == "3\n")
        #expect(try count("at < %@", "date:yesterday") != "0\n")
    }
}

/// Records by name, and the formats in which they are printed.
@Suite struct RecordCommandTests {
    private let tool = Tool()

    init() throws {
        try tool.write(
            """
            {"recordName": "ann", "name": "Ann | A", "age": 31, "zip": "01234", "tags": ["tea"]}
            {"recordName": "bo", "name": "Bo", "age": 12, "zip": "9"}
            """, to: "people.jsonl")
        let made = try tool.run("import", "people.jsonl", "--type", "Person", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `get shows records by name`() throws {
        let run = try tool.run("get", "ann", "bo", "--fields", "name,age", "--store", "p.db")
        #expect(
            run.output == """
                Person  ann
                ──────  ───────
                name    Ann | A
                age          31

                Person  bo
                ──────  ──
                name    Bo
                age     12


                """, "\(run.output)")
        let missing = try tool.run("get", "cy", "--store", "p.db")
        #expect(missing.status == 3 && missing.errors.contains("There is no record cy"))
        #expect(try tool.run("get", "ann", "--fields", "agee", "--store", "p.db").status == 2)
    }

    @Test func `get prints one CSV header for records of several types`() throws {
        try tool.write(
            #"{"recordName": "zh", "city": "Bern", "age": 800}"# + "\n", to: "cities.jsonl")
        let made = try tool.run("import", "cities.jsonl", "--type", "City", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
        let all = try tool.run("get", "bo", "zh", "ann", "--format", "csv", "--store", "p.db")
        let lines = all.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(all.output)\(all.errors)")
        #expect(
            Set(lines[0].split(separator: ","))
                == ["recordName", "name", "age", "zip", "tags", "city"])
        #expect(lines[0].hasSuffix(",city"))
        #expect(lines[1].hasPrefix("bo,") && lines[1].hasSuffix(","))
        #expect(lines[2].hasPrefix("zh,") && lines[2].hasSuffix(",Bern"))
        #expect(lines[3].hasPrefix("ann,") && lines[3].hasSuffix(","))
        let chosen = try tool.run(
            "get", "bo", "zh", "--fields", "recordName,age", "--format", "csv", "--store", "p.db")
        #expect(chosen.output == "recordName,age\nbo,12\nzh,800\n", "\(chosen.errors)")
    }

    @Test func `update changes fields, read as the schema has them`() throws {
        func update(_ changes: String...) throws -> Tool.Outcome {
            let words = changes.map { "'\($0)'" }.joined(separator: " ")
            return try tool.shell("quarry update ann \(words) --store p.db --format jsonl")
        }
        let run = try update("age=32", "zip=00042", #"tags=["a", "b"]"#, "name=")
        #expect(run.status == 0, "\(run.errors)")
        for part in [#""age":32"#, #""zip":"00042""#, #""tags":["a","b"]"#] {
            #expect(run.output.contains(part), "\(run.output)")
        }
        #expect(!run.output.contains("Ann"))
        let dry = try update("age=50", "--dry-run")
        #expect(dry.output.contains(#""age":50"#) && dry.errors.contains("nothing was saved"))
        let stored = try tool.run("get", "ann", "--format", "jsonl", "--store", "p.db")
        #expect(stored.output.contains(#""age":32"#), "\(stored.output)")
        // What does not fit is refused, with what to write, and nothing is changed.
        for (wrong, answer) in [
            ("age=old", "Write age=42."), ("agee=1", "Did you mean age?"), ("age", "field=value"),
            ("tags=[1]", "LIST<STRING>"), ("recordName=x", "belongs to every record"),
        ] {
            let refused = try update("zip=1", wrong)
            #expect(refused.status == 2 && refused.errors.contains(answer), "\(refused.errors)")
        }
        #expect(
            try tool.run("get", "ann", "--format", "jsonl", "--store", "p.db").output
                == stored.output)
    }

    @Test(arguments: [
        "query Person --sort name --fields name,age --store p.db",
        "filter TRUEPREDICATE --fields name,age people.jsonl",
    ])
    func `prints one array, and tables for pages`(command: String) throws {
        let json = try tool.shell("quarry \(command) --format json")
        let array = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(array.map { $0["age"] as? Int } == [31, 12], "\(json.output)")
        let page = try tool.shell("quarry \(command) --format markdown")
        #expect(
            page.output == "| name | age |\n| --- | ---: |\n| Ann \\| A | 31 |\n| Bo | 12 |\n",
            "\(page.output)")
    }

    @Test func `an array without elements is one`() throws {
        let run = try tool.run("filter", "age > 100", "--format", "json", "people.jsonl")
        #expect(run.status == 1 && run.output == "[]\n")
        let count = try tool.run(
            "filter", "age > 0", "--count", "--format", "json", "people.jsonl")
        #expect(count.output == "2\n")
    }
}
