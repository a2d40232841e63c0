import ArgumentParser
import Foundation
import LocalServer
import RecordCore
import RecordJSON
import Stores
import TestKit
import Testing

@testable import CLI

/// What an import makes of texts, which indexes it makes, and what it leaves alone.
@Suite struct ImportCommandTests {
    let tool = Tool()

    func kinds(_ type: String, _ store: String) throws -> [String: String] {
        let csv = try tool.run("schema", "show", type, "--format", "csv", "--store", store).output
        var kinds: [String: String] = [:]
        for line in csv.split(whereSeparator: \.isNewline).dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            kinds[String(cells[1])] = String(cells[2])
        }
        // What every record has.
        for name in [
            "creationDate", "creatorUserRecordID", "recordChangeTag", "modificationDate",
            "lastModifiedUserRecordID", "recordID",
        ] { kinds[name] = nil }
        return kinds
    }

    @Test func `of a record that is given twice the later line counts`() throws {
        let lines = (0..<2_000).map { "r\($0 % 1_500),\($0)" }
        try tool.write(
            (["id,n", "a,1", "b,2", "a,3"] + lines).joined(separator: "\n"), to: "t.csv")
        let run = try tool.run(
            "import", "t.csv", "--type", "T", "--id-field", "id", "--store", "t.db")
        #expect(run.status == 0, "\(run.errors)")
        let query = try tool.run(
            "query", "T", "recordName IN {'a', 'b', 'r499', 'r500'}", "--fields", "n", "--format",
            "csv", "--sort", "n", "--store", "t.db")
        #expect(query.output.split(separator: "\n").dropFirst() == ["2", "3", "500", "1999"])
    }

    @Test func `an import that saves nothing leaves no store that was not there`() throws {
        try tool.write(#"{"a": 1"#, to: "broken.jsonl")
        try tool.write(#"{"a": [1, [2]]}"#, to: "refused.jsonl")
        try tool.write("{\"a\": [1]}\n{\"a\": [[1]]}", to: "half.jsonl")
        let before = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
        for file in ["broken.jsonl", "refused.jsonl", "missing.jsonl"] {
            let run = try tool.run("import", file, "--type", "P", "--store", "new.db")
            #expect(run.status == 3, "\(run.errors)")
            let after = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
            #expect(Set(after) == Set(before))
        }
        // One that was there stays, as does one with what was before the line that failed.
        try tool.write("", to: "old.db")
        for store in ["old.db", "half.db"] {
            let file = store == "old.db" ? "broken.jsonl" : "half.jsonl"
            let run = try tool.run("import", file, "--type", "P", "--store", store)
            #expect(run.status == 3, "\(run.errors)")
            let path = tool.directory.appendingPathComponent(store).path
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a dry run saves nothing and says what it would do`() throws {
        try tool.write(
            """
            {"recordName": "a", "zone": "Notes", "n": 1, "day": "2020-01-01"}
            {"recordName": "b", "n": 2, "up": {"recordName": "z", "action": "validate"}}
            """, to: "p.jsonl")
        let command = "quarry import p.jsonl --type P --dry-run --store p.db"
        let run = try tool.shell(command + " --user ann --database private")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("TIMESTAMP"))
        #expect(
            run.errors.contains("would create 3 fields and save 2 records; nothing was saved"),
            "\(run.errors)")
        let path = tool.directory.appendingPathComponent("p.db").path
        #expect(!FileManager.default.fileExists(atPath: path))
        // As the import would: the public database has the default zone alone.
        let refused = try tool.shell(command)
        #expect(refused.status == 3)
        #expect(
            refused.errors.contains("p.jsonl, line 1: Zone does not exist"), "\(refused.errors)")
        try tool.write("{\"n\": 1}\n{\"n\": {\"x\": 1}}\n", to: "bad.jsonl")
        let bad = try tool.run("import", "bad.jsonl", "--type", "P", "--dry-run", "--store", "p.db")
        #expect(bad.status == 3)
        #expect(bad.errors.contains("bad.jsonl, line 2:"), "\(bad.errors)")
    }

    @Test func `a dry run checks against the fields that the store has`() throws {
        try tool.write(#"{"n": 1}"#, to: "p.jsonl")
        #expect(try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db").status == 0)
        try tool.write(#"{"n": "x", "m": 1}"#, to: "q.jsonl")
        let run = try tool.run("import", "q.jsonl", "--type", "P", "--dry-run", "--store", "p.db")
        #expect(run.status == 3)
        #expect(run.errors.contains("q.jsonl, line 1:"), "\(run.errors)")
        #expect(try tool.run("query", "P", "--count", "--store", "p.db").output == "1\n")
        #expect(try kinds("P", "p.db") == ["n": "INT64"])
    }

    @Test func `records without names are there once where an import goes on`() throws {
        try tool.write("x", to: "there.txt")
        let lines = (1...6).map { n in
            "{\"n\":\(n),\"file\":{\"asset\":{\"file\":\"\(n == 3 ? "later" : "there").txt\"}}}\n"
        }
        try tool.write(lines.joined(), to: "p.jsonl")
        let run = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        #expect(run.status == 3)
        #expect(run.errors.contains("go on with --from-line 3."), "\(run.errors)")
        #expect(try tool.run("query", "P", "--count", "--store", "p.db").output == "2\n")
        try tool.write("y", to: "later.txt")
        let rest = try tool.run(
            "import", "p.jsonl", "--type", "P", "--store", "p.db", "--from-line", "3")
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try tool.run("query", "P", "--count", "--store", "p.db").output == "6\n")
    }

    @Test func `where one of several files fails, it goes on alone`() throws {
        for name in ["a", "c"] { try tool.write("{\"n\":1}\n", to: name + ".jsonl") }
        try tool.write("{\"n\":1}\n{\"n\":\"x\"}\n", to: "b.jsonl")
        let run = try tool.run(
            "import", "a.jsonl", "b.jsonl", "c.jsonl", "--type", "P", "--store", "p.db")
        #expect(run.status == 3)
        let advice = "go on with b.jsonl alone and --from-line 2, then with the files after it."
        #expect(run.errors.contains(advice), "\(run.errors)")
    }

    @Test func `lines before the first one asked for may be malformed`() throws {
        try tool.write("{\"n\":1}\nnot json\n{\"n\":3}\n", to: "p.jsonl")
        try tool.write("n,m\n1,2\n3,4,5\n6,7\n", to: "p.csv")
        for (file, line) in [("p.jsonl", "3"), ("p.csv", "4")] {
            let run = try tool.run(
                "import", file, "--type", "P", "--from-line", line, "--store", file + ".db")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("saved 1 record "), "\(run.errors)")
        }
        let wrong = try tool.run(
            "import", "p.jsonl", "--type", "P", "--from-line", "2", "--store", "w.db")
        #expect(wrong.status == 3 && wrong.errors.contains("line 2"), "\(wrong.errors)")
        let zero = try tool.run("import", "p.jsonl", "--type", "P", "--from-line", "0")
        #expect(zero.status == 2, "\(zero.errors)")
    }

    @Test func `a row with too many fields is passed over where that is asked for`() throws {
        try tool.write("n,m\n1,2\n3,4,5\n6,7\n", to: "p.csv")
        let run = try tool.run(
            "import", "p.csv", "--type", "P", "--skip-invalid", "--store", "p.db")
        #expect(run.status == 0)
        #expect(run.errors.contains("passed over 1 record\nsaved 2 records"), "\(run.errors)")
        let some = try tool.run("filter", "n > 0", "p.csv", "--skip-invalid")
        #expect(some.status == 0 && some.output == "n,m\n1,2\n6,7\n", "\(some.errors)")
        let all = try tool.run("filter", "n > 0", "p.csv")
        #expect(all.status == 3 && all.errors.contains("line 3: 3 fields"), "\(all.errors)")
    }

    @Test func `no import drops a field of the store`() throws {
        try tool.write(#"{"recordName":"a","x":1,"y":"k"}"# + "\n", to: "p.jsonl")
        try tool.write("DEFINE SCHEMA RECORD TYPE P (y STRING QUERYABLE);", to: "less.ckdb")
        try tool.write("DEFINE SCHEMA RECORD TYPE P (x STRING, y STRING);", to: "other.ckdb")
        func load(_ options: String...) throws -> Tool.Outcome {
            try tool.shell(
                "quarry import p.jsonl --type P --store p.db " + options.joined(separator: " "))
        }
        #expect(try load().status == 0)
        let before = try tool.run("export", "--store", "p.db").output
        try tool.write(#"{"recordName":"b","y":"m"}"# + "\n", to: "p.jsonl")
        for option in ["--field 'x STRING'", "--schema other.ckdb"] {
            let run = try load(option)
            #expect(run.status == 2)
            #expect(
                run.errors.contains("Field 'x' of type 'P' is INT64, not STRING"), "\(run.errors)")
            #expect(try tool.run("export", "--store", "p.db").output == before)
        }
        let run = try load("--schema less.ckdb")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try tool.run("export", "--store", "p.db").output
                == before + #"{"recordType":"P","recordName":"b","y":"m"}"# + "\n")
    }

    @Test func `merging keeps what the file does not give`() throws {
        try tool.write(#"{"recordName": "a", "x": 1, "y": 2, "z": 3}"#, to: "p.jsonl")
        try tool.write(#"{"recordName": "a", "x": 10, "z": null}"#, to: "q.jsonl")
        for file in ["p.jsonl", "q.jsonl"] {
            let run = try tool.run("import", file, "--type", "P", "--merge", "--store", "p.db")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(
            try tool.run("export", "--store", "p.db").output
                == "{\"recordType\":\"P\",\"recordName\":\"a\",\"x\":10,\"y\":2}\n")
        #expect(try tool.run("import", "q.jsonl", "--type", "P", "--store", "p.db").status == 0)
        #expect(
            try tool.run("export", "--store", "p.db").output
                == "{\"recordType\":\"P\",\"recordName\":\"a\",\"x\":10}\n")
    }

    @Test(arguments: [
        ("all", "3 fields with 6 indexes"), ("queryable", "3 fields with 3 indexes"),
        ("none", "3 fields with 0 indexes"),
    ])
    func `makes the indexes that are asked for`(indexes: String, answer: String) throws {
        try tool.write(#"{"n": 1, "name": "A", "tags": [1]}"#, to: "p.jsonl")
        let run = try tool.run(
            "import", "p.jsonl", "--type", "P", "--indexes", indexes, "--store", "p.db")
        #expect(run.errors.contains("made " + answer), "\(run.errors)")
        #expect(run.errors.contains("p.db has "))
        let again = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        #expect(!again.errors.contains("made "), "\(again.errors)")
    }

    @Test func `makes indexes also where it stops in between`() throws {
        let good = (0..<1200).map { #"{"n": \#($0), "name": "A"}"# }
        try tool.write((good + ["{"]).joined(separator: "\n"), to: "p.jsonl")
        let run = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        #expect(run.status != 0)
        #expect(run.errors.contains("--from-line"), "\(run.errors)")
        let plan = try tool.run(
            "explain", "P", "n == 7", "--format", "jsonl", "--store", "p.db"
        ).output
        #expect(plan.contains(#""indexes":["P.n (queryable, sortable)"]"#), "\(plan)")
        #expect(plan.contains(#""unused":[]"#), "\(plan)")
    }

    @Test func `names the lines of a request that a server refuses as a whole`() async throws {
        try await Tool.withServer { server in
            try tool.write("{\"n\": 1}\n\n{\"n\": 2}\n{\"n\": 3}\n", to: "p.jsonl")
            // The default zone is never shared.
            let run = try tool.run(
                "import", "p.jsonl", "--type", "P", "--database", "shared", "--user", "_ann",
                "--store", server.url.absoluteString + "/iCloud.org.example.lines",
                environment: ["QUARRY_MANAGEMENT_TOKEN": server.managementToken])
            #expect(run.status == 3)
            #expect(run.errors.contains("p.jsonl, lines 1 to 4: "), "\(run.errors)")
        }
    }

    @Test func `a field with empty lists alone is said to be left out`() throws {
        try tool.write(
            #"{"recordName":"a","tags":[],"more":[]}"# + "\n" + #"{"recordName":"b","more":["x"]}"#
                + "\n", to: "p.jsonl")
        for option in ["--dry-run", ""] {
            let run = try tool.shell("quarry import p.jsonl --type P --store p.db \(option)")
            #expect(run.status == 0)
            #expect(run.errors.contains("left out P.tags: empty lists"), "\(run.errors)")
            #expect(!run.errors.contains("P.more"), "\(run.errors)")
        }
        let typed = try tool.run(
            "import", "p.jsonl", "--type", "P", "--field", "tags LIST<STRING>", "--store", "p.db")
        #expect(typed.status == 0 && !typed.errors.contains("left out"), "\(typed.errors)")
        #expect(try tool.run("export", "--store", "p.db").output.contains(#""tags":[]"#))
    }

    @Test func `Ctrl-C ends an import that waits for a pipe`() async throws {
        let pipe = Pipe()
        let run = try RunningTool(
            tool, ["-", "--type", "P", "--store", "p.db"], command: ["import"],
            in: tool.directory, input: pipe)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"n\":1}\n".utf8))
        // The signal is listened to before the store is made.
        let store = tool.directory.appendingPathComponent("p.db").path
        #expect(try await run.waits { _ in FileManager.default.fileExists(atPath: store) })
        #expect(try await run.stop(SIGINT) == 130)
        #expect(run.process.terminationReason == .exit)
        #expect(run.log.contains("stopped by Ctrl-C"), "\(run.log)")
        try pipe.fileHandleForWriting.close()
    }

    @Test func `that all is saved is said where the indexes cannot be made`() throws {
        let command = try ImportCommand.parse(["p.jsonl", "--store", "p.db"])
        let failure = command.notClosed(StoreError(.full, ["path": "p.db"]), 20_000)
        #expect(
            failure.message == "saved all 20,000 records, but not their indexes: the disk is full")
        #expect(
            failure.advice?.hasPrefix(
                "Make room; then quarry import /dev/null --store p.db makes the indexes") == true)
        // What is advised is taken: a later import of nothing.
        let run = try tool.shell(
            """
            echo '{"n":1}' | quarry import - --type P --store p.db
            quarry import /dev/null --store p.db
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("saved 0 records"), "\(run.errors)")
    }

    @Test func `the size of a store counts its log while others have it open`() async throws {
        let path = tool.directory.appendingPathComponent("p.db").path
        let store = try await StoreLocation(path).open()
        let lines = (0..<400).map { "{\"n\":\($0)}\n" }.joined()
        let run = try tool.run("import", "-", "--type", "P", "--store", "p.db", input: lines)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errors.contains("of these in its log p.db-wal, which belongs to it"),
            "\(run.errors)")
        try await store.close()
        let alone = try tool.run("import", "-", "--type", "P", "--store", "p.db", input: lines)
        #expect(!alone.errors.contains("-wal"), "\(alone.errors)")
    }

    @Test(arguments: [(SIGINT, "Ctrl-C"), (SIGTERM, "SIGTERM")])
    func `an import that a signal stops says where to go on`(
        signal: (number: Int32, name: String)
    ) async throws {
        let pipe = Pipe()
        let run = try RunningTool(
            tool, ["-", "--type", "P", "--store", "p.db"], command: ["import"],
            in: tool.directory, input: pipe)
        let lines = (0..<3_000).map { "{\"recordName\":\"r\($0)\",\"n\":\($0)}\n" }.joined()
        try pipe.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
        #expect(
            try await run.waits { _ in
                (try? tool.run("query", "P", "--store", "p.db", "--limit", "1"))?.status == 0
            })
        #expect(try await run.stop(signal.number) == 130)
        #expect(run.log.contains("stopped by \(signal.name)"), "\(run.log)")
        #expect(run.log.contains("--from-line"), "\(run.log)")
        try pipe.fileHandleForWriting.close()
    }

    @Test func `the actions of references are said where one is not known`() throws {
        let line = #"{"up":{"recordName":"b","action":"DELETE_SELF"}}"# + "\n"
        let run = try tool.run("import", "-", "--type", "P", "--store", "p.db", input: line)
        #expect(run.status == 3)
        #expect(
            run.errors.contains("The action of a reference is deleteSelf, validate or none."),
            "\(run.errors)")
    }

    @Test func `Ctrl-C ends an export into a pipe that is not read`() async throws {
        let text = String(repeating: "x", count: 1_000)
        let lines = (0..<400).map { "{\"n\": \($0), \"text\": \"\(text)\"}\n" }
        try tool.write(lines.joined(), to: "p.jsonl")
        _ = try tool.run("import", "p.jsonl", "--type", "P", "--store", "p.db")
        let pipe = Pipe()
        let run = try RunningTool(
            tool, ["--store", "p.db"], command: ["export"], in: tool.directory, output: pipe)
        // Once the pipe is full, nothing more is written.
        let reader = pipe.fileHandleForReading.fileDescriptor
        #expect(
            try await run.waits { _ in
                var waiting: CInt = 0
                return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting > 60_000
            })
        #expect(try await run.stop(SIGINT) == 130)
        #expect(run.process.terminationReason == .exit)
        #expect(run.log.contains("stopped by Ctrl-C"), "\(run.log)")
        let rest = try tool.shell("quarry export --store p.db | (sleep 0.3; cat) | wc -l")
        #expect(rest.output == "400\n")
    }

    @Test func `an export with assets has the records behind those that are deleted meanwhile`()
        throws
    {
        // A page is more than the pipe and the tool hold, so that the next waits for the reader.
        let text = String(repeating: "x", count: 10_000)
        let lines = (0..<400).map { number in
            let name = String(String(1_000 + number).dropFirst())
            return #"{"recordName":"r\#(name)","n":\#(number),"text":"\#(text)"}"# + "\n"
        }
        try tool.write(lines.joined(), to: "p.jsonl")
        let run = try tool.run(
            "import", "p.jsonl", "--type", "P", "--indexes", "queryable", "--store", "p.db")
        #expect(run.status == 0, "\(run.errors)")
        let rest = try tool.shell(
            """
            quarry export P --assets files --store p.db | {
                read -r first; quarry delete P 'n < 100' --store p.db >/dev/null; cat
            } | wc -l
            """)
        #expect(rest.output == "399\n", "\(rest.output)\(rest.errors)")
    }

    @Test func `an import of no records leaves no store, but for a schema`() throws {
        try tool.write("", to: "none.jsonl")
        let files = FileManager.default
        let store = tool.directory.appendingPathComponent("none.db").path
        let empty = try tool.run("import", "none.jsonl", "--type", "P", "--store", "none.db")
        #expect(empty.status == 0 && empty.errors.contains("saved 0 records"), "\(empty.errors)")
        #expect(!files.fileExists(atPath: store))
        _ = try tool.run(
            "import", "none.jsonl", "--type", "P", "--field", "n INT64", "--store", "none.db")
        #expect(files.fileExists(atPath: store))
        // One that was there stays.
        _ = try tool.run("import", "none.jsonl", "--type", "P", "--store", "none.db")
        #expect(files.fileExists(atPath: store))
    }

    @Test func `types that others create while the sample is read stay`() async throws {
        let file = try tool.write(#"{"n":1}"# + "\n", to: "a.jsonl")
        let source = try RecordSource(path: file, format: nil, quotedNumbers: false)
        let item = try #require(try source.next())
        let store = MemoryStore()
        var builder = RecordBuilder(
            schema: try await store.schema(), defaults: RecordDefaults(type: "A"),
            json: RecordJSON())
        _ = try await store.setSchema(
            try RecordSchema(parsing: "DEFINE SCHEMA RECORD TYPE B (x INT64);"))
        try await builder.learn([item], in: file, indexes: [], store)
        let schema = try await store.schema()
        #expect(schema["B"]?.field("x") != nil)
        #expect(schema["A"]?.field("n") != nil)
    }

    @Test func `what an import lacks is said with what to give`() throws {
        try tool.write("{\"n\":1}\n", to: "bare.jsonl")
        try tool.write("n\n1\n", to: "bare.csv")
        for file in ["bare.jsonl", "bare.csv"] {
            let bare = try tool.run("import", file, "--store", "p.db")
            #expect(bare.status == 3 && bare.errors.contains("--type NAME"), "\(bare.errors)")
        }
        try tool.write("photo", to: "photo.jpg")
        try tool.write("{\"photo\":{\"asset\":{\"file\":\"photo.jpg\"}}}\n", to: "photo.jsonl")
        let line =
            "quarry import photo.jsonl --type Photo --store a.db && "
            + "quarry export --store a.db | quarry import - --store b.db"
        let copied = try tool.shell(line)
        #expect(copied.status == 3 && copied.errors.contains("--assets"), "\(copied.errors)")
    }

    @Test func `a request that fails says which lines were in it`() async throws {
        let store = FailingStore(MemoryStore())
        let saver = BatchSaver(store, in: .public, user: SaveRequest.defaultUser)
        for line in [1, 2] {
            try await saver.add(Record("T", RecordID("r\(line)")), line: line, bytes: 10)
        }
        try await saver.finish()
        #expect(saver.failedLines == nil)
        store.beforeAnswer(to: .save) { throw StoreError(.busy) }
        for line in [4, 7] {
            try await saver.add(Record("T", RecordID("r\(line)")), line: line, bytes: 10)
        }
        do {
            try await saver.finish()
            Issue.record("The request did not fail")
        } catch let error as StoreError {
            #expect(error.code == .busy)
        }
        #expect(saver.failedLines == 4...7)
        #expect(saver.savedBefore == 3)
    }
}
