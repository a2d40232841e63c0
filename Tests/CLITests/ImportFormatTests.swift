import Foundation
import Testing

@testable import CLI

// What an import makes of JSON and CSV.
extension ImportCommandTests {
    @Test func `texts of JSON that are all dates or locations become that`() throws {
        try tool.write(
            """
            {"born": "1990-02-03", "at": "48.85,2.35", "note": "2020-01-01", "seen": \
            ["2020-01-01", "2021-01-01"], "odd": "91.5,2.5", "pair": "3,4"}
            {"born": "1991-02-03T10:00:00+01:00", "at": "-1.5,179.25", "note": "later"}
            """, to: "p.jsonl")
        let run = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try kinds("P", "p.db") == [
                "born": "TIMESTAMP", "at": "LOCATION", "note": "STRING",
                "seen": "LIST<TIMESTAMP>", "odd": "STRING", "pair": "STRING",
            ])
        let found = try tool.run(
            "query", "P", "born < %@", "--arg", "date:1991-01-01", "--fields", "born,at",
            "--format", "csv", "--store", "p.db")
        #expect(found.output.contains("1990-02-03T00:00:00Z"), "\(found.output)\(found.errors)")
        #expect(found.output.contains("48.85"))
    }

    @Test(arguments: 1...10)
    func `a number goes on behind the end of what was read`(capacity: Int) throws {
        let path = try tool.write("[1.5, -2e+3,\n10.25]", to: "n.json")
        let reader = try ChunkReader(path: path, capacity: capacity)
        var elements = JSONElements(reader, byLines: false)
        var texts: [String] = []
        while let bytes = try elements.next() {
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        #expect(texts == ["1.5", "-2e+3", "10.25"])
    }

    @Test func `no field is called what queries take for a system field`() throws {
        try tool.write(
            "recordID,creationDate,modificationDate_2,modificationDate,___etag,recordChangeTag\n"
                + "a,2001-02-03,x,2002-02-03,e,t\n", to: "t.csv")
        let run = try tool.run(
            "import", "t.csv", "--type", "T", "--id-field", "recordID", "--store", "t.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errors.contains("column \"creationDate\" becomes creationDate_2"), "\(run.errors)")
        #expect(
            Set(try kinds("T", "t.db").keys) == [
                "recordID_2", "creationDate_2", "modificationDate_2", "modificationDate_3", "etag",
                "recordChangeTag_2",
            ])
        let found = try tool.run(
            "query", "T", "creationDate_2 < %@ AND recordName == 'a'", "--arg", "date:2001-03-01",
            "--count", "--store", "t.db")
        #expect(found.output == "1\n", "\(found.errors)")
        let refused = try tool.run(
            "import", "-", "--type", "J", "--store", "j.db",
            input: "{\"n\":1}\n{\"n\":2,\"modificationDate\":\"2001-02-03\"}\n")
        #expect(refused.status == 3)
        #expect(refused.errors.contains("line 2: \"modificationDate\""), "\(refused.errors)")
        #expect(refused.errors.contains("such as modificationDate_2"), "\(refused.errors)")
        // A field that the schema has keeps its name, and so does one called recordName.
        let exported = try tool.shell(
            """
            echo '{"_recordName":"a","recordName":"b","creationDate":"x","n":1}' \
              | quarry import - --type S --field 'creationDate STRING' --store s.db &&
            quarry export S --format csv --store s.db > s.csv && cat s.csv &&
            quarry import s.csv --type S --store s.db
            """)
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(exported.output.hasPrefix("_recordName,creationDate,"), "\(exported.output)")
        #expect(!exported.errors.contains("becomes"), "\(exported.errors)")
        // Another store takes what a store has that was made with them.
        let moved = try tool.shell(
            """
            quarry export S --format csv --store s.db | quarry import - --type S --store u.db &&
            quarry export --store s.db | quarry import - --store v.db &&
            quarry export --store v.db && quarry export --store s.db
            """)
        #expect(moved.status == 0 && !moved.errors.contains("becomes"), "\(moved.errors)")
        let lines = moved.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last, "\(moved.output)")
        #expect(try Set(kinds("S", "u.db").keys) == Set(kinds("S", "s.db").keys))
    }

    @Test func `a field that is to name records and is not there is said to be missing`() throws {
        try tool.write("email,n\na@example.org,1\n", to: "t.csv")
        let column = try tool.run(
            "import", "t.csv", "--type", "T", "--id-field", "emial", "--store", "t.db")
        #expect(column.status == 2)
        #expect(
            column.errors.contains("t.csv: there is no column 'emial'"), "\(column.errors)")
        #expect(column.errors.contains("Did you mean email?"), "\(column.errors)")
        for (input, format) in [("{\"n\":1}\n", "jsonl"), ("nope,n\n,1\n", "csv")] {
            let run = try tool.run(
                "import", "-", "--type", "T", "--id-field", "nope", "--input", format, "--store",
                "t.db", input: input)
            #expect(run.status == 3)
            #expect(run.errors.contains("The record has no field \"nope\""), "\(run.errors)")
        }
        let named = try tool.run(
            "import", "-", "--type", "T", "--id-field", "nope", "--store", "t.db",
            input: "recordName,n\na,1\n")
        #expect(named.status == 0, "\(named.errors)")
    }

    @Test func `a field that is named STRING keeps its texts`() throws {
        try tool.write(#"{"born": "1990-02-03"}"#, to: "p.jsonl")
        let run = try tool.run(
            "import", "p.jsonl", "--type", "P", "--field", "born STRING QUERYABLE", "--store",
            "p.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try tool.run("export", "--store", "p.db").output.contains(#""born":"1990-02-03""#))
    }

    @Test func `types are widened over the sample`() throws {
        try tool.write(
            """
            {"recordName": "a", "zip": 8001, "tags": "tea", "n": 1}
            {"recordName": "b", "zip": "SW1A", "tags": ["tea", "ink"], "n": 2.5}
            """, to: "p.jsonl")
        let run = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try kinds("P", "p.db") == [
                "zip": "STRING", "tags": "LIST<STRING>", "n": "DOUBLE",
            ])
        #expect(
            try tool.run(
                "query", "P", "zip == '8001' AND tags CONTAINS 'tea'", "--count",
                "--store", "p.db"
            ).output == "1\n")
    }

    @Test func `no whole number loses digits beside one with a point`() throws {
        let wide = "9007199254740993"
        let long = "89014103211118510720"
        try tool.write("id,n,m\na,\(wide),1\nb,1.50,2.5\nc,7,9007199254740992\n", to: "t.csv")
        let rows = try tool.run(
            "import", "t.csv", "--type", "T", "--id-field", "id", "--store", "t.db")
        #expect(rows.status == 0, "\(rows.errors)")
        let kinds = try kinds("T", "t.db")
        #expect(kinds["n"] == "STRING" && kinds["m"] == "DOUBLE", "\(kinds)")
        let found = try tool.run(
            "query", "T", "--sort", "recordName", "--fields", "n", "--format", "jsonl", "--store",
            "t.db")
        #expect(found.output == "{\"n\":\"\(wide)\"}\n{\"n\":\"1.50\"}\n{\"n\":\"7\"}\n")
        // In JSON, and behind the rows that decide.
        let sample = (0..<1000).map { "\($0),1.5\n" }.joined()
        let files: [(name: String, text: String)] = [
            ("a.jsonl", "{\"n\":1.5}\n{\"n\":\(wide)}\n"),
            ("b.jsonl", "{\"_id\":\(long)}\n{\"n\":\(long)}\n"),
            ("c.jsonl", "{\"n\":[1.5]}\n{\"n\":[\(wide)]}\n"),
            ("d.csv", "id,n\n\(sample)1000,\(wide)\n"),
            ("e.csv", "id,n\n\(sample)1000,\(long)\n"),
        ]
        for (name, text) in files {
            try tool.write(text, to: name)
            let run = try tool.run("import", name, "--type", "T", "--store", "\(name).db")
            #expect(run.status == 3, "\(name)")
            let line = name.hasSuffix("csv") ? 1002 : 2
            #expect(run.errors.contains("\(name), line \(line): \"n\" has more"), "\(run.errors)")
            #expect(run.errors.contains("--field 'n STRING'"), "\(run.errors)")
        }
        let kept = try tool.shell(
            """
            quarry import b.jsonl --type T --field 'n STRING' --store kept.db &&
            echo '{"n":100000000000000000000}' | quarry import - --type D --store kept.db &&
            quarry export T D --store kept.db
            """)
        #expect(kept.output.contains(#""n":"\#(long)""#), "\(kept.errors)")
        #expect(kept.output.contains("e+20"), "\(kept.output)")
    }

    @Test(arguments: [
        ("a,b\r1,2\r", "carriage return alone"), ("sep=;\na;b\n1;2\n", "names a separator"),
    ])
    func `a CSV that cannot be read as one says why`(text: String, problem: String) throws {
        try tool.write(text, to: "t.csv")
        let run = try tool.run("import", "t.csv", "--type", "T", "--store", "t.db")
        #expect(run.status == 3 && run.errors.contains(problem), "\(run.errors)")
    }

    @Test(arguments: [
        ("t.json", Data("\"x\"\n".utf8), "Expected an object"),
        ("t.json", Data("name,n\n".utf8), "Expected a value"),
        ("t.jsonl.gz", Data([0x1F, 0x8B, 8, 0]), "t.jsonl.gz is compressed\nWrite gunzip -c"),
        ("t.zst", Data([0x28, 0xB5, 0x2F, 0xFD]), "t.zst is compressed\nWrite unzstd -c"),
        ("t.jsonl", Data([0xFE, 0xFF, 0, 0x7B]), "t.jsonl is UTF-16\nWrite iconv -f UTF-16"),
        ("t.jsonl", Data("SQLite format 3\0".utf8), "is a database of SQLite"),
    ])
    func `a file of another kind is read as no CSV`(
        name: String, content: Data, problem: String
    ) throws {
        try content.write(to: tool.directory.appendingPathComponent(name))
        let run = try tool.run("import", name, "--type", "T", "--store", "t.db")
        #expect(run.status == 3 && run.errors.contains(problem), "\(run.errors)")
    }

    @Test func `a CSV in another encoding is named with its line`() throws {
        let url = tool.directory.appendingPathComponent("t.csv")
        for (encoding, error) in [
            (String.Encoding.utf16, "t.csv is UTF-16\nWrite iconv -f UTF-16 -t UTF-8"),
            (.isoLatin1, "t.csv, line 1: A field is not UTF-8: if it is Latin 1, iconv"),
        ] {
            try #require("a,é\n1,2\n".data(using: encoding)).write(to: url)
            for command in ["import t.csv --type T --store t.db", "filter TRUEPREDICATE t.csv"] {
                let run = try tool.shell("quarry \(command)")
                #expect(run.status == 3)
                #expect(run.errors.contains(error), "\(run.errors)")
            }
        }
    }

    @Test func `a CSV without a schema says its lists, locations and references`() throws {
        try tool.write(
            """
            {"recordName": "a", "tags": ["x", "y"], "n": [1, 2], "place": {"latitude": 47.5, \
            "longitude": 8.5}, "next": {"recordName": "b"}, "day": {"date": \
            "2020-01-01T00:00:00Z"}, "name": "A", "big": 9007199254740993, "half": 0.5, "whole": 2.0}
            {"recordName": "b", "tags": [], "place": {"latitude": 1, "longitude": 2}, "name": "[B]"}
            """, to: "p.jsonl")
        #expect(
            try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db").status == 0)
        let csv = try tool.run("export", "P", "--format", "csv", "--store", "p.db").output
        try tool.write(csv, to: "p.csv")
        let run = try tool.run("import", "p.csv", "--type", "P", "--store", "q.db")
        #expect(run.status == 0, "\(run.errors)\(csv)")
        #expect(try kinds("P", "q.db") == kinds("P", "p.db"), "\(csv)")
        #expect(
            try tool.run("export", "--store", "q.db").output
                == tool.run("export", "--store", "p.db").output)
    }

    @Test func `an export of several zones is imported again`() throws {
        try tool.write(
            """
            {"recordType": "Note", "recordName": "a", "zone": "Home", "title": "Milk"}
            {"recordType": "Note", "recordName": "a", "zone": "Work", "title": "Ink"}
            {"recordType": "Note", "recordName": "b", "zone": "Home", "title": "Tea"}
            """, to: "notes.jsonl")
        let place = "--user ann --database private --store"
        let run = try tool.shell("quarry import notes.jsonl \(place) n.db")
        #expect(run.status == 0, "\(run.errors)")
        let all = try tool.shell("quarry export --all-zones \(place) n.db").output
        let lines = Set(all.split(separator: "\n"))
        #expect(lines.count == 3, "\(all)")
        try tool.write(all, to: "all.jsonl")
        let again = try tool.shell("quarry import all.jsonl \(place) again.db")
        #expect(again.status == 0, "\(again.errors)")
        let copied = try tool.shell("quarry export --all-zones \(place) again.db").output
        #expect(Set(copied.split(separator: "\n")) == lines, "\(copied)")
        // As CSV too, which has a column for the zone.
        let csv = try tool.shell("quarry export Note --format csv --all-zones \(place) n.db").output
        #expect(csv.hasPrefix("recordName,zone,title\n"), "\(csv)")
        try tool.write(csv, to: "all.csv")
        let rows = try tool.shell("quarry import all.csv --type Note \(place) rows.db")
        #expect(rows.status == 0, "\(rows.errors)")
        let read = try tool.shell("quarry export --all-zones \(place) rows.db").output
        #expect(Set(read.split(separator: "\n")) == lines, "\(read)")
        for command in ["export", "query Note", "explain Note"] {
            let both = try tool.shell("quarry \(command) --all-zones --zone Home \(place) n.db")
            #expect(both.status == 2, "\(command)")
        }
        // The public database has the default zone alone.
        let refused = try tool.shell("quarry import notes.jsonl --store p.db")
        #expect(refused.status == 3)
        #expect(
            refused.errors.contains("notes.jsonl, line 1: Zone does not exist"),
            "\(refused.errors)")
        #expect(
            refused.errors.contains("Zones are of a private database: --database private."),
            "\(refused.errors)")
    }

    @Test func `references of CSV into other zones come back`() throws {
        let there = #"{"recordName":"c","zone":"_defaultZone"}"#
        let lines: Set<Substring> = [
            #"{"recordType":"Note","recordName":"a","zone":"Home","next":\#(there),"#
                + #""all":[\#(there),{"recordName":"b"},{"recordName":"d","zone":"Work"}]}"#,
            #"{"recordType":"Note","recordName":"b","zone":"Home","next":{"recordName":"a"}}"#,
            #"{"recordType":"Note","recordName":"c","next":{"recordName":"a","zone":"Home"}}"#,
        ]
        try tool.write(lines.joined(separator: "\n"), to: "notes.jsonl")
        let place = "--user ann --database private --store"
        let run = try tool.shell("quarry import notes.jsonl \(place) n.db")
        #expect(run.status == 0, "\(run.errors)")
        let again = try tool.shell(
            """
            quarry schema export --store n.db > s.ckdb &&
            quarry export Note --format csv --all-zones \(place) n.db > n.csv &&
            quarry import n.csv --type Note --schema s.ckdb \(place) rows.db
            """)
        #expect(again.status == 0, "\(again.errors)")
        let read = try tool.shell("quarry export --all-zones \(place) rows.db").output
        #expect(Set(read.split(separator: "\n")) == lines, "\(read)")
        let some = try tool.shell(
            "quarry query Note 'recordName == \"a\"' --fields next --format jsonl "
                + "--zone Home \(place) n.db")
        #expect(some.output == #"{"next":\#(there)}"# + "\n", "\(some.errors)")
    }

    @Test func `a CSV has what the store keeps of records where it is asked for`() throws {
        let lines = """
            {"recordType":"Note","recordName":"a","zone":"Home","title":"Milk"}
            {"recordType":"Note","recordName":"b","zone":"Home","_parent":{"recordName":"a"}}

            """
        try tool.write(lines, to: "notes.jsonl")
        let place = "--user _ann --zone Home --store"
        let run = try tool.shell("quarry import notes.jsonl \(place) n.db")
        #expect(run.status == 0, "\(run.errors)")
        let csv = try tool.shell("quarry export Note --format csv --system \(place) n.db").output
        let rows = csv.split(separator: "\n")
        #expect(
            rows.first
                == "recordName,title,_parent,_created,_createdBy,_modified,_modifiedBy,_changeTag")
        #expect(csv.contains(#"b,,"{""recordName"":""a""}",2"#), "\(csv)")
        try tool.write(csv, to: "n.csv")
        for schema in ["", "--field 'title STRING'"] {
            let again = try tool.shell(
                "rm -f q.db; quarry import n.csv --type Note \(schema) \(place) q.db")
            #expect(again.status == 0, "\(again.errors)")
            #expect(try tool.shell("quarry export \(place) q.db").output == lines)
        }
        let some = try tool.shell(
            "quarry export Note --fields title --format csv --system \(place) n.db")
        #expect(some.output.hasPrefix("title,_parent,_created,"), "\(some.errors)")
    }

    @Test func `rows without a column for parents leave them, and nothing else`() throws {
        try tool.write(
            """
            {"recordType":"Note","recordName":"a","zone":"Home","title":"one","n":1}
            {"recordType":"Note","recordName":"b","zone":"Home","title":"two","n":2,\
            "_parent":{"recordName":"a"}}

            """, to: "notes.jsonl")
        func run(_ text: String) throws -> String {
            let run = try tool.shell("quarry \(text) --store n.db --zone Home")
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        _ = try run("import notes.jsonl")
        try tool.write(try run("export Note --format csv"), to: "notes.csv")
        _ = try run("import notes.csv --type Note")
        #expect(try run("export Note").contains(#""_parent":{"recordName":"a"}"#))
        try tool.write("recordName,title\nb,new\n", to: "less.csv")
        _ = try run("import less.csv --type Note")
        func note() throws -> String {
            try run("export Note").split(separator: "\n").filter { $0.contains(#"Name":"b""#) }
                .joined()
        }
        let less = try note()
        #expect(less.contains(#""title":"new""#) && less.contains("_parent"), "\(less)")
        #expect(!less.contains(#""n":"#), "\(less)")
        // A column that is there says it.
        try tool.write("recordName,title,_parent\nb,new,\n", to: "none.csv")
        _ = try run("import none.csv --type Note")
        #expect(try note().contains(#""title":"new""#))
        #expect(try !note().contains("_parent"))
    }
}
