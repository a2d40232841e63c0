import Foundation
import Testing

@Suite struct `commands over a store` {
    private let tool = Tool()

    private let cities = """
        {"recordName":"zh","name":"Zürich","population":415367,"place":{"latitude":47.37,"longitude":8.55},"tags":["lake","river"],"founded":{"date":"2001-01-01T00:00:00.5Z"}}
        {"recordName":"be","name":"Bern","population":133883,"place":{"latitude":46.95,"longitude":7.45},"tags":["river"],"twin":{"recordName":"zh"}}
        {"recordName":"sp","name":"São Paulo","population":12400232,"area":1521.5,"raw":{"bytes":"AP8="}}

        """

    private func imported() throws {
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

    @Test func `what is exported imports to the same records`() throws {
        try imported()
        let first = try tool.run("export", "--store", "c.db")
        #expect(first.output.split(separator: "\n").count == 3)
        #expect(try tool.run("export", "City", "City", "--store", "c.db").output == first.output)
        try tool.write(first.output, to: "out.jsonl")
        let again = try tool.run("import", "out.jsonl", "--store", "d.db")
        #expect(again.status == 0, "\(again.errors)")
        let fields = "schema show City --format csv --store"
        #expect(
            try tool.shell("quarry \(fields) c.db | sort").output
                == tool.shell("quarry \(fields) d.db | sort").output)
        // The order of fields is the schema's; with the same schema the text is the same.
        let back = try tool.shell(
            """
            quarry schema export --store c.db > c.ckdb
            quarry export --store d.db | quarry import - --schema c.ckdb --store f.db
            quarry export --store f.db
            """)
        #expect(back.output == first.output)
        // Plain text needs the schema, and is as exact with it.
        let plain = try tool.run("export", "--plain", "--store", "c.db").output
        #expect(plain.contains("\"founded\":\"2001-01-01T00:00:00.5Z\""))
        try tool.write(plain, to: "plain.jsonl")
        try tool.write(
            try tool.run("schema", "export", "--store", "c.db").output, to: "s.ckdb")
        let third = try tool.run(
            "import", "plain.jsonl", "--schema", "s.ckdb", "--store", "e.db")
        #expect(third.status == 0, "\(third.errors)")
        #expect(try tool.run("export", "--store", "e.db").output == first.output)
    }

    @Test func `what is exported as CSV imports to the same records`() throws {
        try imported()
        let csv = try tool.run("export", "City", "--format", "csv", "--store", "c.db").output
        try tool.write(csv, to: "out.csv")
        try tool.write(try tool.run("schema", "export", "--store", "c.db").output, to: "s.ckdb")
        let again = try tool.run(
            "import", "out.csv", "--type", "City", "--schema", "s.ckdb", "--store", "d.db")
        #expect(again.status == 0, "\(again.errors)")
        #expect(
            try tool.run("export", "--store", "d.db").output
                == tool.run("export", "--store", "c.db").output)
    }

    @Test func `fields with the names of what says which record it is come back`() throws {
        let pet =
            #"{"_recordType":"Pet","_recordName":"rex","recordName":"Rex I","zone":"UTC+1","#
            + #""owner":"Ann"}"# + "\n"
        try tool.write(pet, to: "pets.jsonl")
        let run = try tool.run("import", "pets.jsonl", "--store", "p.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try tool.run("export", "--store", "p.db").output == pet)
        let csv = try tool.run("export", "Pet", "--format", "csv", "--store", "p.db").output
        #expect(csv == "_recordName,recordName,zone,owner\nrex,Rex I,UTC+1,Ann\n")
        try tool.write(csv, to: "pets.csv")
        let again = try tool.run("import", "pets.csv", "--type", "Pet", "--store", "q.db")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try tool.run("export", "--store", "q.db").output == pet)
        let table = try tool.run("query", "Pet", "--fields", "zone,owner", "--store", "p.db")
        #expect(table.output.hasSuffix("UTC+1  Ann\n"), "\(table.output)")
        let some = try tool.run(
            "export", "Pet", "--fields", "zone, owner", "--format", "csv", "--store", "p.db")
        #expect(some.output == "_recordName,zone,owner\nrex,UTC+1,Ann\n", "\(some.errors)")
        let asked = try tool.run(
            "query", "Pet", "--fields", "zone, owner", "--format", "csv", "--store", "p.db")
        #expect(asked.output == "zone,owner\nUTC+1,Ann\n", "\(asked.errors)")
        try tool.write(some.output, to: "some.csv")
        let read = try tool.run("import", "some.csv", "--type", "Pet", "--store", "r.db")
        #expect(read.status == 0, "\(read.errors)")
        #expect(
            try tool.run("export", "--store", "r.db").output
                == #"{"_recordType":"Pet","_recordName":"rex","zone":"UTC+1","owner":"Ann"}"#
                + "\n")
        let named = try tool.run(
            "export", "Pet", "--fields", "recordName,zone", "--format", "csv", "--store", "p.db")
        #expect(named.output == "_recordName,zone\nrex,UTC+1\n", "\(named.errors)")
        let both = try tool.run(
            "query", "Pet", "--fields", "#recordName, recordName", "--format", "csv", "--store",
            "p.db")
        #expect(both.output == "recordName,_recordName\nRex I,rex\n", "\(both.errors)")
        let one = try tool.run("get", "rex", "--format", "csv", "--store", "p.db")
        #expect(one.output == csv)
        // Without the name of a record they are no fields.
        try tool.write("{\"owner\":\"Ann\"}\n", to: "owner.jsonl")
        let refused = try tool.run("import", "owner.jsonl", "--type", "Pet", "--store", "p.db")
        #expect(refused.status == 3)
        #expect(refused.errors.contains("\"_recordName\""), "\(refused.errors)")
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

    @Test func `a schema that does not name the users' type leaves it as it is`() throws {
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE Users (nick STRING QUERYABLE, roles LIST<INT64>);",
            to: "u.ckdb")
        try tool.write("DEFINE SCHEMA RECORD TYPE A (x INT64);", to: "a.ckdb")
        #expect(try tool.run("schema", "import", "u.ckdb", "--store", "u.db").status == 0)
        for option in ["", "--replace"] {
            let run = try tool.shell("quarry schema import a.ckdb --store u.db \(option)")
            #expect(run.status == 0 && !run.output.contains("Users"), "\(run.output)")
        }
        let show = try tool.run("schema", "show", "Users", "--format", "csv", "--store", "u.db")
        #expect(show.output.contains("Users,nick,STRING,QUERYABLE"), "\(show.output)")
    }

    @Test func `export goes on into filter`() throws {
        try imported()
        let run = try tool.shell(
            "quarry export City --store c.db | quarry filter 'founded != nil' --fields recordName"
        )
        #expect(run.output == "{\"recordName\":\"zh\"}\n")
    }

    @Test func `an import may be run again, and says which line failed`() throws {
        try imported()
        try imported()
        #expect(try tool.run("query", "City", "--count", "--store", "c.db").output == "3\n")
        try tool.write(
            "{\"recordName\":\"a\",\"population\":1}\n{\"recordName\":\"b\",\"population\":\"x\"}\n"
                + "{\"recordName\":\"c\",\"population\":3}\n", to: "bad.jsonl")
        let bad = try tool.run("import", "bad.jsonl", "--type", "City", "--store", "c.db")
        #expect(bad.status == 3)
        #expect(bad.errors.contains("bad.jsonl, line 2:"), "\(bad.errors)")
        #expect(bad.errors.contains("population"))
        #expect(
            bad.errors.contains(
                "Everything before line 2 is saved; go on with --from-line 2."), "\(bad.errors)")
        let skip = try tool.run(
            "import", "bad.jsonl", "--type", "City", "--store", "c.db", "--skip-invalid")
        #expect(skip.status == 0, "\(skip.errors)")
        #expect(skip.errors.contains("passed over 1 record"))
        let rest = try tool.run(
            "import", "bad.jsonl", "--type", "City", "--store", "e.db", "--from-line", "3")
        #expect(rest.status == 0)
        #expect(try tool.run("query", "City", "--count", "--store", "e.db").output == "1\n")
    }

    @Test func `the first records decide what numbers are`() throws {
        try tool.write("{\"x\":1}\n{\"x\":2.5}\n", to: "n.jsonl")
        #expect(try tool.run("import", "n.jsonl", "--type", "T", "--store", "n.db").status == 0)
        #expect(
            try tool.run("schema", "show", "T", "--format", "csv", "--store", "n.db").output
                .contains("T,x,DOUBLE,"))
        try tool.write("id,Post Code,n\n1,8001,1\n2,SW1A,2\n", to: "z.csv")
        let run = try tool.run(
            "import", "z.csv", "--type", "Z", "--id-field", "id", "--store", "n.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("column \"Post Code\" becomes Post_Code"))
        #expect(
            try tool.run(
                "query", "Z", "Post_Code == '8001'", "--fields", "recordName,n", "--format",
                "csv", "--store", "n.db"
            ).output == "recordName,n\n\"1\",1\n")
    }

    @Test func `imports 5,000 records in batches`() throws {
        let lines = (0..<5000).map {
            "{\"recordName\":\"r\($0)\",\"n\":\($0),\"t\":\"w\($0 % 7)\"}\n"
        }
        try tool.write(lines.joined(), to: "many.jsonl")
        let run = try tool.run("import", "many.jsonl", "--type", "T", "--store", "m.db")
        #expect(run.errors.hasPrefix("saved 5,000 records"), "\(run.errors)")
        #expect(
            try tool.run("query", "T", "n >= 4990", "--count", "--store", "m.db").output
                == "10\n")
        let exported = try tool.run("export", "T", "--store", "m.db").output
        #expect(exported.split(separator: "\n").count == 5000)
    }

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

    @Test func `shows, imports, exports and checks schemas`() throws {
        let text = """
            DEFINE SCHEMA
                RECORD TYPE Note (
                    title STRING QUERYABLE SORTABLE,
                    tags LIST<STRING> QUERYABLE
                );
            """
        try tool.write(text, to: "note.ckdb")
        #expect(
            try tool.run("schema", "validate", "note.ckdb").output
                == "note.ckdb: 1 record type, 2 fields\n")
        let dry = try tool.run("schema", "import", "note.ckdb", "--dry-run", "--store", "n.db")
        #expect(dry.output == "add type Note (2 fields)\n")
        let store = tool.directory.appendingPathComponent("n.db").path
        #expect(!FileManager.default.fileExists(atPath: store))
        #expect(try tool.run("schema", "import", "note.ckdb", "--store", "n.db").status == 0)
        // What is only tried does not make it a store of production either.
        #expect(
            try tool.run(
                "schema", "import", "note.ckdb", "--dry-run", "--production", "--store", "n.db"
            ).status == 0)
        // What would be refused is said where it is only tried.
        try tool.write("DEFINE SCHEMA RECORD TYPE Note (other STRING);", to: "other.ckdb")
        let refused = try tool.run(
            "schema", "import", "other.ckdb", "--dry-run", "--production", "--store", "n.db")
        #expect(refused.status == 3 && refused.output.contains("drop field Note.title"))
        #expect(refused.errors.contains("would break records"), "\(refused.errors)")
        try tool.write("{\"recordName\":\"a\",\"n\":1}\n", to: "new.jsonl")
        #expect(
            try tool.run("import", "new.jsonl", "--type", "New", "--store", "n.db").status == 0)
        try tool.write("n\n1\n", to: "new.csv")
        let tried = try tool.run(
            "import", "new.csv", "--type", "Other", "--dry-run", "--production", "--store", "n.db")
        #expect(tried.status == 3)
        #expect(!tried.errors.contains("is saved"), "\(tried.errors)")
        #expect(
            try tool.run("schema", "import", "note.ckdb", "--store", "n.db").errors
                == "nothing to change\n")
        let shown = try tool.run("schema", "show", "Note", "--store", "n.db").output
        #expect(shown.contains("Note  title"))
        #expect(shown.contains("LIST<STRING>"))
        try tool.write(
            try tool.run("schema", "export", "--store", "n.db").output, to: "again.ckdb")
        #expect(try tool.run("schema", "validate", "again.ckdb").status == 0)
    }

    @Test func `refuses indexes that a field cannot have`() throws {
        try tool.write(
            """
            DEFINE SCHEMA
                RECORD TYPE Note (
                    "___recordID" REFERENCE QUERYABLE,
                    title STRING QUERYABLE SEARCHABLE SORTABLE,
                    tags LIST<STRING> QUERYABLE SEARCHABLE,
                    photo BYTES QUERYABLE SORTABLE,
                    rank INT64 QUERYABLE SEARCHABLE,
                    moments LIST<TIMESTAMP> QUERYABLE SORTABLE,
                    file ASSET QUERYABLE,
                    secret ENCRYPTED STRING QUERYABLE
                );
            """, to: "note.ckdb")
        let run = try tool.run("schema", "validate", "note.ckdb")
        #expect(run.status == 2 && run.output == "")
        for line in [
            "note.ckdb: Note.rank is INT64 and cannot be SEARCHABLE",
            "note.ckdb: Note.moments is LIST<TIMESTAMP> and cannot be SORTABLE",
            "note.ckdb: Note.file is ASSET and cannot be QUERYABLE",
            "note.ckdb: Note.secret is ENCRYPTED STRING and cannot be QUERYABLE",
        ] {
            #expect(run.errors.contains(line + "\n"), "\(run.errors)")
        }
        #expect(run.errors.split(separator: "\n").count { $0.contains("cannot be") } == 4)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `points at the mistake in a schema`(end: String) throws {
        let text = "DEFINE SCHEMA\n    RECORD TYPE Note (\n        title STRNG\n    );\n"
        try tool.write(text.replacingOccurrences(of: "\n", with: end), to: "bad.ckdb")
        let run = try tool.run("schema", "validate", "bad.ckdb")
        #expect(run.status == 2)
        #expect(run.errors.contains("STRNG\n"))
        #expect(run.errors.split(separator: "\n").contains { $0.drop { $0 == " " } == "^" })
        #expect(try tool.run("schema", "validate", "nosuch.ckdb").status == 3)
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

    @Test func `assets travel with their files`() throws {
        try tool.write("hello", to: "a.txt")
        try tool.write(
            "{\"recordName\":\"n\",\"file\":{\"asset\":{\"file\":\"a.txt\"}}}\n", to: "n.jsonl")
        let imported = try tool.run("import", "n.jsonl", "--type", "Doc", "--store", "a.db")
        #expect(imported.status == 0, "\(imported.errors)")
        let exported = try tool.run("export", "--assets", "files", "--store", "a.db")
        #expect(exported.status == 0, "\(exported.errors)")
        let files = try FileManager.default.contentsOfDirectory(
            atPath: tool.directory.appendingPathComponent("files").path)
        #expect(files.count == 1)
        let file = "files/" + (files.first ?? "")
        #expect(try tool.read(file) == "hello")
        // What a stopped export left of a file is replaced.
        try tool.write("he", to: file)
        #expect(try tool.run("export", "--assets", "files", "--store", "a.db").status == 0)
        #expect(try tool.read(file) == "hello")
        try tool.write(exported.output, to: "out.jsonl")
        #expect(try tool.run("import", "out.jsonl", "--store", "b.db").status == 0)
        #expect(
            try tool.run("export", "--store", "b.db").output
                == tool.run("export", "--store", "a.db").output)
    }

    @Test func `references are of the zone that is named`() throws {
        try tool.write(
            """
            {"recordName":"n1","r":{"recordName":"n2","zone":"Notes"},"t":"x"}
            {"recordName":"n2","l":[{"date":"2026-01-01T00:00:00Z"}]}

            """, to: "n.jsonl")
        func run(_ words: String) throws -> Tool.Outcome {
            try tool.shell("quarry \(words) --store z.db --user ann --zone Notes")
        }
        #expect(try run("import n.jsonl --type N").status == 0)
        #expect(try run("query N 'r == %@' --arg ref:n2 --count").output == "1\n")
        #expect(try run("query N 'r == $r' --var r=ref:n2 --count").output == "1\n")
        for word in ["n1", "ref:n1"] {
            let changed = try run("update n2 r=\(word) --format jsonl")
            #expect(
                changed.output.contains(#""r":{"recordName":"n1"}"#),
                "\(changed.output) \(changed.errors)")
            let asked = try run("query N 'r == %@' --arg 'ref:n1' --count")
            #expect(asked.output == "1\n", "\(asked.errors)")
        }
        let dates = try run(
            #"update n2 'l=[{"date":"2026-02-01T00:00:00Z"}]' t=null: --format jsonl"#)
        #expect(dates.output.contains("2026-02-01"), "\(dates.errors)")
        #expect(!dates.output.contains("null:"))
        let wrong = try run("update n2 'l=[1]'")
        #expect(wrong.errors.contains(#"{"date":"2026-12-21T07:10:00Z"}"#), "\(wrong.errors)")
        #expect(try run("query N 't == %@' --arg -x --count").output == "0\n")
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

    @Test func `a store that was written in production stays of production`() throws {
        try imported()
        try tool.write(#"{"recordName":"new","mayor":"Ann"}"#, to: "new.jsonl")
        try tool.write(#"{"recordName":"old"}"#, to: "old.jsonl")
        let command = "quarry import new.jsonl --type City --store c.db"
        // A question in production leaves it as it was.
        let asked = try tool.run("query", "City", "--count", "--production", "--store", "c.db")
        #expect(asked.output == "3\n", "\(asked.errors)")
        #expect(try tool.shell(command + " --dry-run").status == 0)
        let fixed = try tool.shell("quarry import old.jsonl --type City --production --store c.db")
        #expect(fixed.status == 0, "\(fixed.errors)")
        for option in ["", " --dry-run", " --production"] {
            let refused = try tool.shell(command + option)
            #expect(refused.status == 3, "\(option) \(refused.errors)")
            #expect(refused.errors.contains("new.jsonl, line 1:"), "\(refused.errors)")
            #expect(refused.errors.contains("with --no-production"), "\(refused.errors)")
        }
        let loose = try tool.shell(command + " --no-production")
        #expect(loose.status == 0, "\(loose.errors)")
        #expect(loose.errors.contains("made 1 field"), "\(loose.errors)")
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
