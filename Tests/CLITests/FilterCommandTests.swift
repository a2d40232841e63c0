import Foundation
import TestRandom
import Testing

@Suite struct `quarry filter` {
    let tool = Tool()

    private let people = """
        {"name":"Ann","age":42,"tags":["red","x"],"address":{"city":"Bern"}}
        {"name": "Émile", "age": 17, "tags": []}

        {"name":"anton \\"x\\"","age":18.5,"tags":["green"],"address":{"city":"Ulm"}}
        {"name":null,"age":90}

        """

    @Test func `prints matching lines as they stand`() throws {
        try tool.write(people, to: "people.jsonl")
        let run = try tool.run("filter", #"age < 18 OR name == nil"#, "people.jsonl")
        #expect(
            run.output
                == "{\"name\": \"Émile\", \"age\": 17, \"tags\": []}\n{\"name\":null,\"age\":90}\n"
        )
        #expect(run.errors == "")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        (#"age >= 18 AND name BEGINSWITH[cd] "a""#, 2), ("ANY tags == 'green'", 1),
        ("tags.@count == 0", 1), ("address.city == 'Ulm'", 1), ("address.city == nil", 2),
        ("SELF.age > 40", 2), ("age IN {17, 90}", 2), (#"name LIKE "É*""#, 1), ("TRUEPREDICATE", 4),
        ("nosuch == nil", 4), ("SUBQUERY(tags, $t, $t BEGINSWITH 'r').@count > 0", 1),
    ])
    func `asks the whole language`(predicate: String, count: Int) throws {
        let run = try tool.run("filter", predicate, "--count", input: people)
        #expect(run.output == "\(count)\n")
    }

    @Test(arguments: [
        ("agee > 3", "no element has agee; did you mean age?\n"),
        ("age == Zoe", "no element has Zoe; text is written in quotes: \"Zoe\"\n"),
        ("age > 300", ""), ("tags == 5", ""), ("nosuch == nil", ""),
    ])
    func `says which keys no element has where nothing matches`(
        predicate: String, note: String
    ) throws {
        let run = try tool.run("filter", predicate, input: people)
        #expect(run.errors == note)
        #expect(run.status == (predicate == "nosuch == nil" ? 0 : 1))
        try tool.write("name,age,tags\nAnn,42,\n", to: "a.csv")
        try tool.write("name;age;Zoe;tags;agee\nBo;1;;;\n", to: "b.csv")
        let one = try tool.run("filter", predicate, "a.csv", "--count")
        #expect(one.errors == note)
        // What the elements of any file have is not missing.
        let both = try tool.run(
            "filter", predicate, "a.csv", "b.csv", "--count", "--format", "jsonl")
        #expect(!both.errors.contains("agee") && !both.errors.contains("Zoe"))
    }

    @Test(arguments: [
        (["--sort", "agee"], "no element has agee; did you mean age?\n"),
        (["--sort", "xyzzy"], "no element has xyzzy\n"),
        (
            ["--group-by", "nam", "--select", "nam,sum(agee)"],
            """
            no element has nam; did you mean name?
            no element has agee; did you mean age?

            """
        ),
        (["--group-by", "name", "--select", "name,sum(age)"], ""),
        (["--sort", "name", "--limit", "1"], ""),
    ])
    func `says which keys no element has to sort by or to calculate with`(
        words: [String], note: String
    ) throws {
        let people = try tool.write(people, to: "people.jsonl")
        let line = (["filter", "age > 3"] + words + [people]).map { "'\($0)'" }
        let run = try tool.shell("quarry \(line.joined(separator: " "))")
        #expect(run.errors == note)
        #expect(run.status == 0)
    }

    @Test func `says that dates of a file are compared as text`() throws {
        try tool.write(#"{"day":"2026-01-02"}"# + "\n", to: "d.jsonl")
        let date = try tool.run("filter", "day > %@", "--arg", "date:2026-01-01", "d.jsonl")
        #expect(date.status == 3 && date.errors.contains("--arg 2026-12-21 without date:"))
        #expect(date.errors.contains("--skip-invalid"), "\(date.errors)")
        let text = try tool.run("filter", "day > %@", "--arg", "2026-01-01", "d.jsonl")
        #expect(text.output == #"{"day":"2026-01-02"}"# + "\n")
    }

    @Test(arguments: [
        ("o.t < CAST(0, 'NSDate')", [1]), ("ANY l < CAST(0, 'NSDate')", [2]),
        ("l.@max.self < CAST(0, 'NSDate')", [2]), ("l[0] < CAST(0, 'NSDate')", [2]),
        ("ANY m.t < CAST(0, 'NSDate')", [3]), ("m[FIRST].t < CAST(0, 'NSDate')", [3]),
        ("SUBQUERY(m, $x, $x.t < CAST(0, 'NSDate')).@count == 1", [3]),
        ("distanceToLocation:fromLocation:(o.p, %@) < 10", [1]),
        ("SUBQUERY(lp, $x, distanceToLocation:fromLocation:($x, %@) < 10).@count > 0", [4]),
        ("%@ != nil AND o.p.latitude == 1", [1]), ("%@ != nil AND ANY lp.longitude == 2", [4]),
        ("%@ != nil AND SUBQUERY(lp, $x, $x.latitude == 1).@count == 1", [4]),
        ("%@ != nil AND lp[0]['latitude'] == 1", [4]), ("SELF.o.t < CAST(0, 'NSDate')", [1]),
        ("FUNCTION(o.t, 'dateByAddingTimeInterval:', -60) < CAST(0, 'NSDate')", [1]),
        ("FUNCTION(o.p, 'objectForKey:', 'latitude') == 1", [1]),
    ])
    func `dates and locations are found within objects and lists`(
        predicate: String, ids: [Int]
    ) throws {
        let date = #"{"date":"2000-01-01T00:00:00Z"}"#
        let place = #"{"latitude":1,"longitude":2}"#
        let lines = [
            #"{"id":1,"o":{"t":\#(date),"p":\#(place)}}"#, #"{"id":2,"l":[\#(date)]}"#,
            #"{"id":3,"m":[{"t":\#(date)}]}"#, #"{"id":4,"lp":[\#(place)]}"#,
        ]
        let input = lines.joined(separator: "\n")
        let run =
            try predicate.contains("%@")
            ? tool.run(
                "filter", predicate, "--arg", "location:1,2", "--fields", "id", input: input)
            : tool.run("filter", predicate, "--fields", "id", input: input)
        #expect(run.output == ids.map { "{\"id\":\($0)}\n" }.joined())
        #expect(run.errors == "")
    }

    @Test func `a date within an object sorts as a date and prints as it is written`() throws {
        let lines = """
            {"o":{"t":{"date":"2000-01-01T01:00:00+02:00"}}}
            {"o":{"t":{"date":"1999-12-31T22:00:00Z"}}}

            """
        let run = try tool.run(
            "filter", "TRUEPREDICATE", "--sort", "o.t", "--fields", "o.t", input: lines)
        #expect(
            run.output == """
                {"o.t":{"date":"1999-12-31T22:00:00Z"}}
                {"o.t":{"date":"2000-01-01T01:00:00+02:00"}}

                """)
    }

    @Test func `answers like grep`() throws {
        #expect(try tool.run("filter", "age > 20", input: people).status == 0)
        #expect(try tool.run("filter", "age > 200", input: people).status == 1)
        #expect(try tool.run("filter", "age > ", input: people).status == 2)
        #expect(try tool.run("filter").status == 2)
        #expect(try tool.run("filter", "age > 1", "--nosuch", input: people).status == 2)
        #expect(try tool.run("filter", "age > 1", "nosuch.jsonl").status == 3)
        #expect(try tool.run("filter", "a == 1", input: "{\"a\" 1}\n").status == 3)
        #expect(try tool.run("filter", "age > 200", "--count", input: people).output == "0\n")
    }

    @Test(arguments: [
        "-n < -1", "-n<-1", "-1 BETWEEN {-h, n}", "-2 == -n AND s BEGINSWITH '-'", "-n == %@",
    ])
    func `a predicate may begin with a minus`(predicate: String) throws {
        let input = "{\"n\":2,\"h\":2,\"s\":\"-x y\"}\n{\"n\":-2,\"h\":-2}\n"
        let run =
            try predicate.contains("%@")
            ? tool.run("filter", predicate, "--arg", "-2", "--count", input: input)
            : tool.run("filter", predicate, "--count", input: input)
        #expect(run.output == "1\n", "\(run.errors)")
        // What stands behind an option is its value, as it is.
        let text = try tool.run("filter", "s == %@", "--arg", "-x y", "--count", input: input)
        #expect(text.output == "1\n", "\(text.errors)")
    }

    @Test func `points at the mistake in a predicate`() throws {
        let run = try tool.run("filter", "age BETWEEN AND 4", input: people)
        #expect(run.output == "")
        #expect(run.errors.contains("  age BETWEEN AND 4\n              ^\n"))
        #expect(run.errors.hasPrefix("error: Unable to parse the format string"))
    }

    @Test func `points at the mistake in a line, and keeps what came before`() throws {
        try tool.write("{\"a\":1}\n\n{\"a\":\"é\" \"b\"}\n{\"a\":1}\n", to: "x.jsonl")
        let run = try tool.run("filter", "a == 1", "x.jsonl")
        #expect(run.output == "{\"a\":1}\n")
        #expect(run.errors.contains("x.jsonl, line 3: Expected \",\" or \"}\""))
        #expect(run.errors.contains("  {\"a\":\"é\" \"b\"}\n           ^\n"))
        let skipping = try tool.run("filter", "a == 1", "x.jsonl", "--skip-invalid")
        #expect(skipping.output == "{\"a\":1}\n{\"a\":1}\n")
        #expect(skipping.errors == "passed over 1 line that cannot be asked\n")
    }

    @Test func `names the line whose value cannot be compared`() throws {
        let run = try tool.run("filter", "a > 1", input: "{\"a\":2}\n{\"a\":\"x\"}\n")
        #expect(run.status == 3)
        #expect(run.errors.contains("standard input, line 2:"))
    }

    @Test func `takes arguments and variables, typed`() throws {
        let input = "{\"n\":18,\"t\":\"18\",\"d\":{\"date\":\"2026-01-02\"}}\n"
        func count(_ arguments: String...) throws -> String {
            try tool.shell(
                "printf '%s' '\(input)' | quarry filter --count \(arguments.joined(separator: " "))"
            ).output
        }
        #expect(try count("'n == %@'", "--arg 18") == "1\n")
        #expect(try count("'t == %@'", "--arg 18") == "0\n")
        #expect(try count("'t == %@'", "--arg text:18") == "1\n")
        #expect(try count("'%K == %d'", "--arg n --arg 18") == "1\n")
        #expect(try count("'n IN %@'", "--arg 'json:[17,18]'") == "1\n")
        #expect(try count("'n IN %@'", "--arg list:17,18") == "1\n")
        #expect(try count("'n IN %@'", "--arg 'list:[17, 18]'") == "1\n")
        #expect(try count("'n > $low AND n < $high'", "--var low=17 --var high=19") == "1\n")
        #expect(try count("'d > %@'", "--arg date:2026-01-01") == "1\n")
        #expect(try count("'d < %@'", "--arg date:2026-01-01T23:59:59Z") == "0\n")
        #expect(try count("'x == %@'", "--arg null:") == "1\n")
        #expect(try tool.run("filter", "n == %@", input: input).status == 2)
        let unbound = try tool.run("filter", "n == $x", input: input)
        #expect(unbound.status == 2 && unbound.errors.contains("Give it one: --var x=…"))
        #expect(try tool.run("filter", "n == %@", "--arg", "int:x", input: input).status == 2)
    }

    @Test func `reads arrays element by element, however they are laid out`() throws {
        let array = "[ {\"a\":1,\n  \"t\": \"x ]\\\" y\"},\n{\"a\" : 2}\n,{\"a\":3} ]\n"
        let run = try tool.run("filter", "a != 2", input: array)
        #expect(run.output == "{\"a\":1,\"t\":\"x ]\\\" y\"}\n{\"a\":3}\n")
        let pretty = "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n"
        #expect(try tool.run("filter", "a == 2", input: pretty).output == "{\"a\":2}\n")
        #expect(
            try tool.run("filter", "SELF > 1", "--input", "json", input: "[1,2,3]").output
                == "2\n3\n")
        #expect(try tool.run("filter", "a == 1", input: "[{\"a\":1}").status == 3)
        #expect(try tool.run("filter", "a == 1", input: "[]").status == 1)
    }

    @Test func `prints tables and chosen fields`() throws {
        let table = try tool.run(
            "filter", "age > 17", "--format", "table", "--fields", "name,age,address.city",
            input: people)
        #expect(
            table.output == """
                name        age  address.city
                ─────────  ────  ────────────
                Ann          42  Bern
                anton "x"  18.5  Ulm
                             90

                """)
        let lines = try tool.run(
            "filter", "age > 40", "--fields", "age,address.city", input: people)
        #expect(lines.output == "{\"age\":42,\"address.city\":\"Bern\"}\n{\"age\":90}\n")
        let csv = try tool.run("filter", "age < 20", "--format", "csv", input: people)
        #expect(
            csv.output == """
                name,age,tags,address
                Émile,17,"[]",
                "anton ""x""\",18.5,"[""green""]\","{""city"":""Ulm""}"

                """)
    }

    @Test func `CSV of JSON that lacks a field is a failure`() throws {
        let lines = String(repeating: "{\"a\":1}\n", count: 100) + "{\"a\":2,\"b\":3}\n"
        try tool.write(lines, to: "late.jsonl")
        let run = try tool.run("filter", "TRUEPREDICATE", "late.jsonl", "--format", "csv")
        #expect(run.status == 3)
        #expect(run.output == "a\n" + String(repeating: "1\n", count: 100) + "2\n")
        #expect(run.errors.contains("do not have them: b\nName the columns"), "\(run.errors)")
        for rest in ["--format table", "--format csv --fields a,b", "--format csv --limit 100"] {
            let whole = try tool.shell("quarry filter TRUEPREDICATE late.jsonl \(rest)")
            #expect(whole.status == 0, "\(rest): \(whole.errors)")
        }
    }

    @Test func `aligns wide characters and hides control characters`() throws {
        let input = "{\"n\":\"東京\",\"v\":1}\n{\"n\":\"\\u001b[31mé\",\"v\":22}\n"
        let run = try tool.run("filter", "v > 0", "--format", "table", input: input)
        #expect(
            run.output
                == "n       v\n──────  ──\n東京     1\n␛[31mé  22\n"
                .replacingOccurrences(of: "n       v\n", with: "n        v\n"))
    }

    @Test func `sorts, limits and passes over`() throws {
        func ages(_ arguments: String) throws -> String {
            try tool.write(people, to: "p.jsonl")
            return try tool.shell(
                "quarry filter TRUEPREDICATE p.jsonl --fields age \(arguments)"
            ).output.filter { "0123456789.\n".contains($0) }
        }
        #expect(try ages("--sort age") == "17\n18.5\n42\n90\n")
        #expect(try ages("--sort -age --limit 2") == "90\n42\n")
        #expect(try ages("--sort -age --limit 2 --offset 1") == "42\n18.5\n")
        #expect(try ages("--limit 1 --offset 1") == "17\n")
        #expect(try ages("--sort -age --limit \(Int.max) --offset 1") == "42\n18.5\n17\n")
        #expect(try ages("--sort -age --limit 1 --offset \(Int.max)") == "")
        #expect(try ages("--sort -age --limit \(Int.max)") == "90\n42\n18.5\n17\n")
        #expect(try ages("--sort -name") == "18.5\n17\n42\n90\n")
        #expect(try ages("--limit 0") == "")
    }

    @Test func `nothing printed is nothing matched, as for a query`() throws {
        try tool.write("{\"n\":1}\n{\"n\":2}\n", to: "n.jsonl")
        #expect(try tool.run("import", "n.jsonl", "--type", "N", "--store", "n.db").status == 0)
        for (options, status) in [
            ("--offset 1", 0), ("--offset 2", 1), ("--offset 2 --sort n", 1), ("--limit 0", 1),
            ("--offset 2 --count", 0), ("--fields n --distinct --offset 2", 1),
        ] {
            let query = try tool.shell("quarry query N TRUEPREDICATE --store n.db \(options)")
            #expect(query.status == status, "\(options): \(query.errors)")
            let filter = try tool.shell("quarry filter TRUEPREDICATE n.jsonl \(options)")
            #expect(filter.status == status, "\(options): \(filter.errors)")
        }
    }

    @Test(arguments: [
        "table", "csv --fields n,a", "markdown --fields n,a --sort a", "csv --sort a",
    ])
    func `a value that cannot be printed is a fault of its line`(options: String) throws {
        // Half of a surrogate pair, which is read only when it is needed.
        try tool.write(
            #"{"n":"x","a":"\ud800"}"# + "\n" + #"{"n":"y","a":"b"}"# + "\n", to: "h.jsonl")
        let command = "quarry filter TRUEPREDICATE h.jsonl --format \(options)"
        let run = try tool.shell(command)
        #expect(run.status == 3 && run.errors.contains("h.jsonl, line 1: "), "\(run.errors)")
        let passed = try tool.shell(command + " --skip-invalid")
        #expect(passed.status == 0 && passed.output.contains("b"), "\(passed.errors)")
        #expect(passed.errors.contains("passed over 1 line"))
    }

    @Test func `sorts more than it may hold, and says so`() throws {
        var lines = ""
        var random = RandomNumbers(seed: 1)
        for index in 0..<40_000 {
            lines +=
                "{\"k\":\(random.next() >> 44),\"i\":\(index),\"pad\":\"\(String(repeating: "x", count: 60))\"}\n"
        }
        try tool.write(lines, to: "big.jsonl")
        let small = try tool.run(
            "filter", "i >= 0", "big.jsonl", "--sort", "k,-i", "--fields", "k,i",
            "--sort-memory", "1")
        #expect(small.errors.contains("temporary file"))
        let large = try tool.run(
            "filter", "i >= 0", "big.jsonl", "--sort", "k,-i", "--fields", "k,i")
        #expect(large.errors == "")
        #expect(small.output == large.output)
        let keys = large.output.split(separator: "\n").compactMap {
            Int($0.drop { $0 != ":" }.dropFirst().prefix { $0 != "," })
        }
        #expect(keys.count == 40_000)
        #expect(keys == keys.sorted())
    }

    @Test func `streams 200 MB in constant memory`() throws {
        let line =
            #"{"id":%d,"name":"someone","bio":"\#(String(repeating: "lorem ipsum ", count: 80))","age":%d}"#
        let count = 200_000
        let file = tool.directory.appendingPathComponent("big.jsonl").path
        let made = try tool.shell(
            """
            awk 'BEGIN { for (i = 0; i < \(count); i++) printf "\(line.replacingOccurrences(of: "\"", with: "\\\""))\\n", i, i % 100 }' > '\(file)'
            """)
        #expect(made.status == 0)
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        #expect(size > 200_000_000)
        let counted = try tool.run(
            "filter", #"age == 7 AND name BEGINSWITH "some""#, "--count", file,
            measuresMemory: true)
        #expect(counted.output == "\(count / 100)\n")
        #expect(counted.peak > 0)
        #expect(counted.peak < 60_000_000, "resident: \(counted.peak)")
    }

    @Test func `a reader that goes away ends it quietly`() throws {
        let lines = String(repeating: "{\"a\":1}\n", count: 200_000)
        try tool.write(lines, to: "x.jsonl")
        let run = try tool.shell("quarry filter 'a == 1' x.jsonl | head -1; echo done")
        #expect(run.output == "{\"a\":1}\ndone\n")
        #expect(run.errors == "")
        // The same where the signal is ignored and writing fails instead.
        let ignored = try tool.shell(
            "trap '' PIPE; quarry filter 'a == 1' x.jsonl 2>err | head -1; cat err")
        #expect(ignored.output == "{\"a\":1}\n")
    }

    @Test func `reads files that begin with a byte order mark, without a last line end, empty`()
        throws
    {
        #expect(
            try tool.run("filter", "a == 1", input: "\u{FEFF}{\"a\":1}").output == "{\"a\":1}\n"
        )
        for (format, text) in [
            ("csv", "a,b\n1,2\n"), ("json", "[{\"a\":1}]"), ("jsonl", "{\"a\":1}\n"),
        ] {
            let run = try tool.run(
                "filter", "a == 1", "--input", format, "--count", input: "\u{FEFF}" + text)
            #expect(run.output == "1\n", "\(format): \(run.errors)")
        }
        #expect(try tool.run("filter", "a == 1", input: "").status == 1)
        #expect(
            try tool.run("filter", "a == 1", input: "{\"a\":1}\r\n{\"a\":1}\r\n").output
                == "{\"a\":1}\n{\"a\":1}\n")
    }

    @Test func `reads a line longer than its buffer`() throws {
        let long = "{\"pad\":\"" + String(repeating: "é", count: 2_000_000) + "\",\"a\":1}\n"
        try tool.write(long + "{\"a\":2}\n" + long, to: "x.jsonl")
        #expect(try tool.run("filter", "a == 1", "x.jsonl", "--count").output == "2\n")
        try tool.write("[" + long + "," + long + "]", to: "x.json")
        #expect(try tool.run("filter", "a == 1", "x.json", "--count").output == "2\n")
    }
}
