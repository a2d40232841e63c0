import Foundation
import Testing

// Imports, and exports that are imported again.
extension `commands over a store` {
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

    @Test func `text of an export that looks like a date or a location stays text`() throws {
        let line =
            #"{"recordType":"P","recordName":"a","at":"48.85,2.35","day":"2026-01-01","#
            + #""days":["2026-01-01"],"on":{"date":"2026-01-01T00:00:00Z"}}"# + "\n"
        let run = try tool.run("import", "-", "--store", "p.db", input: line)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try tool.run("export", "--store", "p.db").output == line)
    }

    @Test func `fields that are kept encrypted stay so through an export`() throws {
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE Note (title STRING, secret ENCRYPTED STRING);", to: "s.ckdb")
        try tool.write(
            #"{"recordType":"Note","recordName":"a","title":"t","secret":"x"}"#, to: "n.jsonl")
        let place = "--user ann --database private"
        let line =
            #"{"recordType":"Note","recordName":"a","_encrypted":["secret"],"title":"t","#
            + #""secret":"x"}"# + "\n"
        let run = try tool.shell(
            """
            quarry import n.jsonl --schema s.ckdb --store a.db \(place)
            quarry export --store a.db \(place) | tee out.jsonl
            quarry import out.jsonl --store b.db \(place)
            quarry export --store b.db \(place)
            """)
        #expect(run.output == line + line, "\(run.errors)")
        let schema = try tool.run("schema", "export", "--store", "b.db").output
        #expect(schema.contains("ENCRYPTED STRING"), "\(schema)")
        let csv = try tool.shell("quarry export Note --store a.db --format csv \(place)")
        #expect(csv.errors.contains("encrypted: secret"), "\(csv.errors)")
        // The public database keeps nothing encrypted.
        let refused = try tool.run("import", "out.jsonl", "--store", "c.db")
        #expect(refused.status == 3)
        #expect(refused.errors.contains("--database private"), "\(refused.errors)")
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

    @Test func `elements that share a line are not passed over by going on`() throws {
        func write(_ bad: Int?, named: Bool = true, breaks: Set<Int> = []) throws {
            let elements = (0..<600).map { number in
                let name = named ? #""recordName":"r\#(number)","# : ""
                return (breaks.contains(number) ? "\n" : "")
                    + "{\(name)\"n\":\(number == bad ? #""x""# : "\(number)")}"
            }
            try tool.write("[" + elements.joined(separator: ",") + "]", to: "p.json")
        }
        func load(_ store: String, _ options: String = "") throws -> Tool.Outcome {
            try tool.shell(
                "quarry import p.json --type P --field 'n INT64' --store \(store) \(options)")
        }
        // Behind the first request.
        try write(450)
        let one = try load("one.db")
        #expect(one.status == 3 && !one.errors.contains("--from-line"), "\(one.errors)")
        #expect(one.errors.contains("run it again"), "\(one.errors)")
        try write(450, named: false)
        let unnamed = try load("unnamed.db")
        #expect(unnamed.errors.contains("--id-field"), "\(unnamed.errors)")
        // The request ends within the second line.
        try write(450, breaks: [300])
        let two = try load("two.db")
        #expect(
            two.status == 3 && two.errors.contains("go on with --from-line 2."), "\(two.errors)")
        try write(nil, breaks: [300])
        let rest = try load("two.db", "--from-line 2")
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try tool.run("query", "P", "--count", "--store", "two.db").output == "600\n")
    }

    @Test func `records that point at later ones are saved after them`() throws {
        func reference(_ name: String) -> String {
            #"{"recordName":"\#(name)","action":"validate"}"#
        }
        // Each at the one behind it, in more than a request; and pairs of two types.
        let chain = (0..<900).map { number in
            let next = number < 899 ? #","next":\#(reference("c\(number + 1)"))"# : ""
            return #"{"recordType":"C","recordName":"c\#(number)","n":\#(number)\#(next)}"#
        }
        let pairs = [("A", "B"), ("B", "A")].flatMap { type, other -> [String] in
            (0..<500).map { number in
                #"{"recordType":"\#(type)","recordName":"\#(type)\#(number)","n":1,"#
                    + #""other":\#(reference("\(other)\(number)"))}"#
            }
        }
        // Of a record that waits the later line counts too.
        let twice = #"{"recordType":"C","recordName":"c0","n":-1,"next":\#(reference("c1"))}"#
        try tool.write(
            (chain + pairs + [twice]).map { $0 + "\n" }.joined(), to: "p.jsonl")
        let run = try tool.run("import", "p.jsonl", "--store", "p.db")
        #expect(run.status == 0, "\(run.errors)")
        for (type, count) in [("A", 500), ("B", 500), ("C", 900)] {
            let found = try tool.run("query", type, "--count", "--store", "p.db")
            #expect(found.output == "\(count)\n", "\(type) \(found.errors)")
        }
        let last = try tool.run("get", "c0", "--format", "jsonl", "--store", "p.db")
        #expect(last.output.contains(#""n":-1"#), "\(last.output)")
        // What is nowhere is refused at the end, and alone.
        let lost = #"{"recordType":"C","recordName":"lost","next":\#(reference("nowhere"))}"#
        try tool.write(([lost] + chain).map { $0 + "\n" }.joined(), to: "q.jsonl")
        let refused = try tool.run("import", "q.jsonl", "--store", "q.db")
        #expect(
            refused.status == 3 && refused.errors.contains("q.jsonl, line 1:"), "\(refused.errors)")
        #expect(try tool.run("query", "C", "--count", "--store", "q.db").output == "900\n")
        let skipped = try tool.run("import", "q.jsonl", "--skip-invalid", "--store", "q.db")
        #expect(skipped.status == 0, "\(skipped.errors)")
        #expect(skipped.errors.contains("passed over 1 record\n"), "\(skipped.errors)")
        #expect(skipped.errors.contains("saved 900 records"), "\(skipped.errors)")
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

    @Test func `columns whose names become the same keep their values apart`() throws {
        try tool.write("id,名前,年齢,a b,a-b,a_b\n1,Ann,31,2,3,4\n", to: "c.csv")
        let run = try tool.run(
            "import", "c.csv", "--type", "C", "--id-field", "id", "--store", "c.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("column \"年齢\" becomes column_2"), "\(run.errors)")
        let stored = try tool.run("export", "--store", "c.db").output
        for part in [
            #""column":"Ann""#, #""column_2":31"#, #""a_b_2":2"#, #""a_b_3":3"#, #""a_b":4"#,
        ] {
            #expect(stored.contains(part), "\(stored)")
        }
    }

    @Test(arguments: ["n,n\n1,2\n", "n,,\n1,,\n"])
    func `two columns of one name are refused with what to do`(text: String) throws {
        let run = try tool.run("import", "-", "--type", "T", "--store", "d.db", input: text)
        #expect(run.status == 3)
        #expect(run.errors.contains("another name in the first line"), "\(run.errors)")
    }

    @Test func `whole numbers of CSV that are too long stay text, with all their digits`() throws {
        let long = "89014103211118510720"
        try tool.write(
            "id,card,n,d\n1,7,9223372036854775807,\(long)\n2,\(long),-1,1.5\n", to: "l.csv")
        let run = try tool.run(
            "import", "l.csv", "--type", "L", "--id-field", "id", "--field", "d DOUBLE",
            "--store", "l.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try tool.run(
                "query", "L", "--sort", "recordName", "--fields", "card,n,d", "--format", "jsonl",
                "--store", "l.db"
            ).output == """
                {"card":"7","n":9223372036854775807,"d":8.901410321111851e+19}
                {"card":"\(long)","n":-1,"d":1.5}

                """)
    }

    @Test func `whole numbers that are too long stay text behind the sample, and name records`()
        throws
    {
        let long = "89014103211118510720"
        let sample = (0..<1000).map { "\($0),\n" }.joined()
        for (rows, name) in [(sample + "1000,\(long)\n", "1000"), ("\(long),\(long)\n", long)] {
            try tool.write("id,late\n" + rows, to: "l.csv")
            let run = try tool.run(
                "import", "l.csv", "--type", "L", "--id-field", "id", "--store", "\(name).db")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try tool.run(
                    "get", name, "--fields", "late", "--format", "jsonl", "--store", "\(name).db"
                ).output == "{\"late\":\"\(long)\"}\n")
        }
    }

    @Test(arguments: [
        #"{"a":{"b":1}}"#, #"{"a":[1,"x"]}"#,
        #"{"a":{"latitude":1.5,"longitude":2.5,"altitude":"430"}}"#,
    ])
    func `a value that no record can have is refused with what to do`(line: String) throws {
        let run = try tool.run(
            "import", "-", "--type", "T", "--store", "o.db", input: line + "\n")
        #expect(run.status == 3)
        #expect(run.errors.contains("line 1"), "\(run.errors)")
        #expect(run.errors.contains("make fields of an object's members"), "\(run.errors)")
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
}
