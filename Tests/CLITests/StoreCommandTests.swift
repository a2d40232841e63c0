import Foundation
import Testing

@Suite struct `commands over a store` {
    let tool = Tool()

    private let cities = """
        {"recordName":"zh","name":"Zürich","population":415367,"place":{"latitude":47.37,"longitude":8.55},"tags":["lake","river"],"founded":{"date":"2001-01-01T00:00:00.5Z"}}
        {"recordName":"be","name":"Bern","population":133883,"place":{"latitude":46.95,"longitude":7.45},"tags":["river"],"twin":{"recordName":"zh"}}
        {"recordName":"sp","name":"São Paulo","population":12400232,"area":1521.5,"raw":{"bytes":"AP8="}}

        """

    func imported() throws {
        try tool.write(cities, to: "cities.jsonl")
        let run = try tool.run("import", "cities.jsonl", "--type", "City", "--store", "c.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.hasPrefix("saved 3 records"))
    }

    @Test func `imports, asks and shows a table`() throws {
        try imported()
        let run = try tool.run(
            "query", "City", "population > 200000", "--sort", "-population", "--fields",
            "name,population", "--store", "c.db")
        #expect(
            run.output == """
                name       population
                ─────────  ──────────
                São Paulo    12400232
                Zürich         415367

                """)
        #expect(run.status == 0)
    }

    @Test(arguments: [
        (#"allTokens TOKENMATCHES[cdl] "sao""#, "sp"), (#"tags CONTAINS "lake""#, "zh"),
        (#"ANY tags == "lake""#, "zh"), (#"name BEGINSWITH[cd] "zu""#, "zh"),
        ("population BETWEEN {1, 200000}", "be"), ("area > 1000", "sp"), ("twin != nil", "be"),
        (#"name == "Bern" AND population > 1000"#, "be"), (#"recordName == "sp""#, "sp"),
    ])
    func `asks by every kind of field`(predicate: String, name: String) throws {
        try imported()
        let run = try tool.run(
            "query", "City", predicate, "--fields", "recordName", "--format", "csv", "--store",
            "c.db")
        #expect(run.output == "recordName\n\(name)\n")
    }

    @Test func `arguments reach the store typed`() throws {
        try imported()
        func names(_ predicate: String, _ argument: String) throws -> String {
            try tool.run(
                "query", "City", predicate, "--arg", argument, "--fields", "recordName",
                "--format", "jsonl", "--store", "c.db"
            ).output
        }
        let zh = "{\"recordName\":\"zh\"}\n"
        #expect(try names("founded > %@", "date:2001-01-01") == zh)
        #expect(try names("twin == %@", "ref:zh") == "{\"recordName\":\"be\"}\n")
        let near = "distanceToLocation:fromLocation:(place, %@) < 1000"
        #expect(try names(near, "location:47.37,8.55") == zh)
        let run = try tool.run(
            "query", "City", "population > $n", "--var", "n=1e6", "--count", "--store", "c.db")
        #expect(run.output == "1\n")
        for (word, isLarge) in [
            ("int:9223372036854775808", true), ("int:x", false), ("int:1e3", false),
        ] {
            let refused = try tool.run(
                "query", "City", "area > %@", "--arg", word, "--store", "c.db")
            #expect(refused.status == 2, "\(refused.errors)")
            #expect(refused.errors.contains("\"\(word)\": expected a whole number"))
            #expect(
                refused.errors.contains("to 9223372036854775807; double: takes larger ones")
                    == isLarge, "\(refused.errors)")
        }
        #expect(try names("area > %@", "double:9223372036854775808") == "")
    }

    @Test(arguments: [
        "query City 'recordName == \"be\"'", "export City --where 'recordName == \"be\"'", "get be",
    ])
    func `a field that is named twice is one column`(command: String) throws {
        try imported()
        for (format, shown) in [("csv", "name\nBern\n"), ("jsonl", "{\"name\":\"Bern\"}\n")] {
            if command.hasPrefix("export"), format == "jsonl" { continue }
            let run = try tool.shell(
                "quarry \(command) --fields 'name, name,name' --format \(format) --store c.db")
            #expect(run.output == shown, "\(run.errors)")
        }
    }

    @Test func `fields named by reserved words are asked for as in predicates`() throws {
        try tool.write(
            #"{"recordType":"Log","recordName":"a","in":"x","size":3,"tags":["p","q"]}"# + "\n"
                + #"{"recordType":"Log","recordName":"b","in":"x","size":4}"# + "\n", to: "l.jsonl")
        let run = try tool.run("import", "l.jsonl", "--store", "l.db")
        #expect(run.status == 0, "\(run.errors)")
        let rows = try tool.run(
            "query", "Log", "#in == 'x'", "--fields", "#in, #size,in,#tags.@count", "--sort",
            "-#size", "--format", "csv", "--store", "l.db")
        #expect(rows.output == "in,size,tags.@count\nx,4,\nx,3,2\n", "\(rows.errors)")
        let values = try tool.run(
            "query", "Log", "--fields", "#in", "--distinct", "--format", "csv", "--store", "l.db")
        #expect(values.output == "in\nx\n", "\(values.errors)")
        let sums = try tool.run(
            "query", "Log", "--group-by", "#in", "--select", "sum(#size)", "--format", "jsonl",
            "--store", "l.db")
        #expect(sums.output == #"{"in":"x","sum(size)":7}"# + "\n", "\(sums.errors)")
        let one = try tool.run(
            "get", "b", "--fields", "#size", "--format", "jsonl", "--store", "l.db")
        #expect(one.output == #"{"size":4}"# + "\n", "\(one.errors)")
        let wrong = try tool.run("query", "Log", "--fields", "##in", "--store", "l.db")
        #expect(wrong.status == 2 && wrong.errors.contains("'##in'"), "\(wrong.errors)")
        // Keys of JSON may begin so.
        try tool.write(##"{"#text":"x","text":"y"}"## + "\n", to: "t.jsonl")
        let text = try tool.run("filter", "TRUEPREDICATE", "t.jsonl", "--fields", "#text")
        #expect(text.output == ##"{"#text":"x"}"## + "\n", "\(text.errors)")
    }

    #if os(Linux)
    @Test(arguments: [
        "schema validate s.ckdb", "schema import s.ckdb --store d.db",
        "delete City 'population > 0' --dry-run --store c.db",
        "--generate-completion-script bash", "demo --store demo.db", "stores",
    ])
    func `an answer that cannot be written is an error`(command: String) throws {
        try imported()
        try tool.write(try tool.run("schema", "export", "--store", "c.db").output, to: "s.ckdb")
        let run = try tool.shell("quarry \(command) > /dev/full")
        #expect(run.status == 3)
        #expect(run.errors.contains("cannot write to standard output"), "\(run.errors)")
    }

    @Test func `no file takes the place of a standard output that is closed`() throws {
        try imported()
        let run = try tool.shell("quarry export --store c.db >&-")
        #expect(run.status == 3)
        #expect(run.errors.contains("Bad file descriptor"), "\(run.errors)")
    }
    #endif

    @Test func `explains, and names the index that is missing`() throws {
        try imported()
        let run = try tool.run("explain", "City", "population > 5", "--store", "c.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("predicate  population > 5"))
        #expect(run.output.contains("City.population (queryable"))
        let json = try tool.run(
            "explain", "City", "population > 5", "--format", "jsonl", "--store", "c.db")
        #expect(json.output.contains("\"scans\":false"))
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE Bare (a INT64, b INT64 QUERYABLE);", to: "bare.ckdb")
        #expect(try tool.run("schema", "import", "bare.ckdb", "--store", "c.db").status == 0)
        let bare = try tool.run("explain", "Bare", "a > 5", "--store", "c.db")
        let text = bare.output + bare.errors
        #expect(text.contains("QUERYABLE") || text.contains("queryable"), "\(text)")
    }

    @Test func `deletes by name, by predicate and all`() throws {
        try imported()
        #expect(
            try tool.run(
                "delete", "City", "population < 200000", "--dry-run", "--store", "c.db"
            ).output
                == "1 record would be deleted\n")
        #expect(
            try tool.run("delete", "City", "population < 200000", "--store", "c.db").errors
                == "deleted 1 record\n")
        #expect(try tool.run("delete", "--name", "nosuch", "--store", "c.db").status == 3)
        let twice = try tool.run("delete", "--name", "zh", "--name", "zh", "--store", "c.db")
        #expect(twice.status == 0 && twice.errors == "deleted 1 record\n", "\(twice.errors)")
        #expect(try tool.run("delete", "City", "--store", "c.db").status == 2)
        #expect(try tool.run("delete", "City", "--all", "--store", "c.db").status == 0)
        #expect(try tool.run("query", "City", "--count", "--store", "c.db").status == 1)
    }

    @Test func `private zones are apart`() throws {
        try tool.write("{\"recordName\":\"n\",\"t\":\"x\"}\n", to: "n.jsonl")
        let place = ["--user", "ann", "--zone", "Notes", "--store", "z.db"]
        func run(_ arguments: String) throws -> Tool.Outcome {
            try tool.shell("quarry \(arguments) \(place.joined(separator: " "))")
        }
        #expect(try run("import n.jsonl --type Note").status == 0)
        #expect(try run("query Note --count").output == "1\n")
        #expect(
            try run("export Note").output
                == "{\"recordType\":\"Note\",\"recordName\":\"n\",\"zone\":\"Notes\",\"t\":\"x\"}\n"
        )
        #expect(try tool.run("query", "Note", "--count", "--store", "z.db").output == "0\n")
        #expect(
            try tool.run(
                "query", "Note", "--count", "--user", "bob", "--database", "private", "--store",
                "z.db"
            ).output == "0\n")
    }

    @Test func `a user alone says not which database is written to`() throws {
        try tool.write("{\"recordName\":\"n\",\"t\":\"x\"}\n", to: "n.jsonl")
        #expect(try tool.shell("quarry import n.jsonl --type Note --store z.db").status == 0)
        for line in ["import n.jsonl --type Note", "update n t=y", "delete Note --all"] {
            let refused = try tool.shell("quarry \(line) --user bob --store z.db")
            #expect(refused.status == 2 && refused.output.isEmpty, "\(refused.output)")
            #expect(refused.errors.contains("give --database or --zone"), "\(refused.errors)")
        }
        #expect(try tool.shell("quarry export Note --store z.db").output.contains(#""t":"x""#))
        let own = "--user bob --database private --store z.db"
        #expect(try tool.shell("quarry delete Note --all \(own)").status == 1)
        let all = "--user bob --database public --store z.db"
        #expect(try tool.shell("quarry delete Note --all \(all)").status == 0)
    }

    @Test func `update takes JSON for text, and says what else is no text`() throws {
        try tool.write(#"{"recordName":"n","t":"x"}"#, to: "n.jsonl")
        func run(_ words: String) throws -> Tool.Outcome {
            try tool.shell("quarry \(words) --format jsonl --store n.db")
        }
        #expect(try tool.shell("quarry import n.jsonl --type N --store n.db").status == 0)
        for (word, shown) in [
            (#"json:"a\u0000b""#, #","t":"a\u0000b"}"#),
            (#"text:json:"a""#, #","t":"json:\"a\""}"#), ("int:5", #","t":"int:5"}"#),
            ("json:null", #""recordName":"n"}"#),
        ] {
            let changed = try run("update n 't=\(word)'")
            #expect(changed.output.hasSuffix(shown + "\n"), "\(changed.output) \(changed.errors)")
        }
        let number = try run("update n t=json:5")
        #expect(number.status == 2 && number.errors.contains("t is STRING"), "\(number.errors)")
    }

    @Test func `a question leaves an empty file as it is`() throws {
        try tool.write("", to: "empty.jsonl")
        let run = try tool.run("query", "N", "--store", "empty.jsonl")
        #expect(run.status == 3 && run.errors.contains("The file empty.jsonl is empty"))
        #expect(try tool.read("empty.jsonl") == "")
    }

    @Test func `says what is wrong with a store or a query`() throws {
        let missing = try tool.run("query", "City", "--store", "nosuch.db")
        #expect(missing.status == 3)
        #expect(missing.errors.contains("There is no store at nosuch.db"))
        #expect(
            !FileManager.default.fileExists(
                atPath: tool.directory.appendingPathComponent("nosuch.db").path))
        try tool.write(String(repeating: "not a database ", count: 500), to: "text.db")
        let other = try tool.run("query", "City", "--store", "text.db")
        #expect(other.status == 3)
        #expect(other.errors.contains("not a Quarry database"), "\(other.errors)")
        try imported()
        #expect(try tool.run("query", "Town", "--store", "c.db").status != 0)
        let field = try tool.run("query", "City", "nosuch == 1", "--store", "c.db")
        #expect(field.status == 2, "\(field.errors)")
        let cloud = try tool.run(
            "query", "City", "population == 1 OR population == 2", "--profile", "cloudkit",
            "--store", "c.db")
        #expect(cloud.status == 2)
        #expect(cloud.errors.contains("OR"), "\(cloud.errors)")
    }
}
