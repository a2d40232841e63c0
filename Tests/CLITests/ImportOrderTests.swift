import RecordCore
import Synchronization
import TestKit
import Testing

@testable import CLI

// Records that wait for others during an import.
extension ImportCommandTests {
    private func reference(_ name: String) -> Value {
        .reference(Reference(RecordID(name), action: .validate))
    }

    @Test func `what waits is saved by few requests, whatever its order is`() async throws {
        let store = FailingStore(MemoryStore())
        let saves = Mutex(0)
        @Sendable func count() {
            saves.withLock { $0 += 1 }
            store.beforeAnswer(to: .save) { count() }
        }
        store.beforeAnswer(to: .save) { count() }
        let saver = BatchSaver(store, in: .public, user: SaveRequest.defaultUser)
        for (line, number) in (0..<2000).shuffled().enumerated() {
            let fields = number < 1999 ? ["next": reference("r\(number + 1)")] : [:]
            try await saver.add(
                Record("T", RecordID("r\(number)"), fields), line: line + 1, bytes: 10)
        }
        try await saver.finish()
        #expect(saver.saved == 2000)
        // Five of the file, and five of those that wait.
        #expect(saves.withLock { $0 } <= 10)
    }

    @Test func `a record that waits stays where a later line of it is refused`() async throws {
        let store = MemoryStore()
        let saver = BatchSaver(store, in: .public, user: SaveRequest.defaultUser)
        var refused: [Int] = []
        saver.onRefusal = { refused.append($0.line) }
        let a = RecordID("a")
        for (line, record) in [
            (1, Record("T", RecordID("n"), ["n": 1])),
            (5, Record("T", a, ["n": 2, "to": reference("b")])),
            (500, Record("T", a, ["n": "text"])), (600, Record("T", RecordID("b"))),
        ] {
            try await saver.add(record, line: line, bytes: 10)
        }
        try await saver.finish()
        #expect(refused == [500])
        let stored = try await store.records([a], in: .public, desiredKeys: nil)
        #expect(stored[a]?["n"] == 2)
    }

    @Test func `an import goes on from the first line of a merged record that waits`()
        async throws
    {
        let store = MemoryStore()
        let a = RecordID("a")
        for isStopped in [true, false] {
            let saver = BatchSaver(
                store, in: .public, user: SaveRequest.defaultUser, policy: .changedKeys)
            for (line, field) in [(5, "to"), (500, "m"), (501, "n")] {
                let value = field == "to" ? reference("b") : 1
                try await saver.add(Record("T", a, [field: value]), line: line, bytes: 10)
            }
            if isStopped {
                await saver.stop()
                #expect(saver.savedBefore == 5)
            } else {
                try await saver.add(Record("T", RecordID("b")), line: 502, bytes: 10)
                try await saver.finish()
                #expect(saver.savedBefore == 503)
            }
        }
        let stored = try await store.records([a], in: .public, desiredKeys: nil)
        #expect(stored[a]?.fields.keys.sorted() == ["m", "n", "to"])
    }

    @Test func `a failure of the temporary file is no record to pass over`() throws {
        let line =
            #"{"recordType":"T","recordName":"a","n":1,"to":{"recordName":"b","action":"validate"}}"#
        try tool.write("\(line)\n\(line)\n", to: "t.jsonl")
        let run = try tool.run(
            "import", "t.jsonl", "--skip-invalid", "--store", "t.db",
            environment: ["TMPDIR": "/nowhere/at/all"])
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("cannot make a temporary file"), "\(run.errors)")
    }

    @Test func `records that lead to each other and are too many are refused with what to do`()
        throws
    {
        let ring = (0..<401).map { number in
            #"{"recordType":"T","recordName":"r\#(number)","to":{"recordName":"#
                + "\"r\((number + 1) % 401)\",\"action\":\"validate\"}}\n"
        }
        try tool.write(ring.joined(), to: "r.jsonl")
        let run = try tool.run("import", "r.jsonl", "--store", "r.db")
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("at most 400 records"), "\(run.errors)")
    }

    @Test func `an element that fails while later lines were read is not passed over`() throws {
        func write(_ bad: String) throws {
            let elements = (0..<600).map { number in
                ([300, 500].contains(number) ? "\n" : "")
                    + "{\"recordName\":\"r\(number)\",\"n\":\(number)\(number == 400 ? bad : "")}"
            }
            try tool.write("[" + elements.joined(separator: ",") + "]", to: "p.json")
        }
        try write(#","_encrypted":1"#)
        let first = try tool.run("import", "p.json", "--type", "P", "--store", "p.db")
        #expect(
            first.status == 3 && first.errors.contains("go on with --from-line 2."),
            "\(first.errors)")
        try write("")
        let rest = try tool.run(
            "import", "p.json", "--type", "P", "--store", "p.db", "--from-line", "2")
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try tool.run("query", "P", "--count", "--store", "p.db").output == "600\n")
    }
}
