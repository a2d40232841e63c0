import Foundation
import RecordCore
import SQLLowering
import SQLiteEngine
import Stores
import TestFiles
import TestKit
import TestTime
import Testing

/// The number that tells whether anything was committed.
@Suite struct `The count of commits` {
    private let folder = TemporaryFolder()

    @Test func `changes with every write and with nothing else`() async throws {
        try await StoreUnderTest.sqlite.withStore { store async throws in
            let commitCount = try #require(store.commitCounter)
            var last = try commitCount()
            func changes(
                _ what: String, _ body: () async throws -> Void
            ) async throws {
                try await body()
                let count = try commitCount()
                #expect(count > last, "\(what)")
                last = count
            }
            let ann = DatabaseScope.private(user: "_ann")
            try await changes("save") { try await store.put(Record("N", RecordID("a"), ["n": 1])) }
            try await changes("private") {
                try await store.put(Record("N", RecordID("a"), ["n": 1]), in: ann)
            }
            try await changes("zone") { try await store.createZones([ZoneID("Z")], in: ann) }
            try await changes("share") {
                try await store.setParticipants(["_bob": .readOnly], of: ZoneID("Z"), in: ann)
            }
            try await changes("no share") {
                try await store.setParticipants([:], of: ZoneID("Z"), in: ann)
            }
            try await changes("schema") {
                let text = try await store.schema().text
                let schema = try RecordSchema(parsing: text + "\nRECORD TYPE More (n INT64);")
                try await store.setSchema(schema)
            }
            try await changes("deletion") {
                _ = try await store.save(
                    SaveRequest(deleting: [RecordID("a")], isAdministrator: true), in: .public)
            }
            _ = try await store.records([RecordID("a")], in: .public, desiredKeys: nil)
            _ = try await store.schema()
            #expect(try commitCount() == last)
        }
    }

    @Test func `changes with every commit where each checkpoint restarts the log`() async throws {
        let path = folder.file("t.db").path
        var options = SQLiteOptions()
        options.checkpointPages = 1
        let database = try SQLiteDatabase(path: path, options: options)
        _ = try await database.write { try $0.run("CREATE TABLE t (n INTEGER)") }
        var last = try database.commitCount()
        for number in 0..<300 {
            _ = try await database.write { try $0.run("INSERT INTO t VALUES (\(number))") }
            let count = try database.commitCount()
            #expect(count > last)
            #expect(try database.commitCount() == count)
            last = count
            // The checkpoint has a thread of its own, which waits for a core where tests are many.
            if number % 50 == 49 { try await Task.sleep(for: .milliseconds(100)) }
        }
        // A page for each commit would be 300 of 4,096 bytes.
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect(try #require(log) < 600_000)
        try await database.close()
    }

    @Test func `sees what another process commits`() async throws {
        let path = folder.file("store.db").path
        let store = try await StoreLocation.sqlite(path: path).open()
        let commitCount = try #require(store.commitCounter)
        let before = try commitCount()
        #expect(try commitCount() == before)
        let writer = Process()
        writer.executableURL = Program.besideTests("CrashWriter")
        writer.arguments = [path, "w"]
        let output = Pipe()
        writer.standardOutput = output
        try writer.run()
        // The writer says so when a batch is saved.
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let between = try commitCount()
        #expect(between > before)
        writer.terminate()
        writer.waitUntilExit()
        let last = try commitCount()
        #expect(last >= between)
        #expect(try commitCount() == last)
        try await store.close()
        #expect(throws: StoreError.self) { try commitCount() }
    }

    private final class Memory: Sendable {}
    private struct Stop: Error {}

    @Test func `what a write remembers holds until another commits`() async throws {
        let path = folder.file("t.db").path
        let database = try SQLiteDatabase(path: path)
        let other = try SQLiteDatabase(path: path)
        _ = try await database.write { try $0.run("CREATE TABLE t (n INTEGER)") }
        #expect(database.rememberedAtLastCommit() == nil)
        let memory = Memory()
        func write() async throws {
            try await database.write { connection in
                try connection.run("INSERT INTO t VALUES (1)")
                connection.rememberAtCommit(memory)
            }
        }
        try await write()
        #expect(database.rememberedAtLastCommit() === memory)
        #expect(other.rememberedAtLastCommit() == nil)
        await #expect(throws: Stop.self) {
            try await database.write { connection in
                try connection.run("INSERT INTO t VALUES (2)")
                connection.rememberAtCommit(Memory())
                throw Stop()
            }
        }
        #expect(database.rememberedAtLastCommit() === memory)
        _ = try await database.write { try $0.run("INSERT INTO t VALUES (3)") }
        #expect(database.rememberedAtLastCommit() == nil)
        try await write()
        #expect(database.rememberedAtLastCommit() === memory)
        _ = try await other.write { try $0.run("INSERT INTO t VALUES (4)") }
        #expect(database.rememberedAtLastCommit() == nil)
        try await write()
        #expect(database.rememberedAtLastCommit() === memory)
        try await other.close()
        try await database.close()
        #expect(database.rememberedAtLastCommit() == nil)
    }

    @Test func `a schema is never an older one than another store has made`() async throws {
        let path = folder.file("store.db").path
        let first = try await StoreLocation.sqlite(path: path).open()
        let second = try await StoreLocation.sqlite(path: path).open()
        for number in 0..<90 {
            let (one, two) = number % 4 < 2 ? (first, second) : (second, first)
            try await one.put(
                Record("N", RecordID("r\(number)"), ["f\(number / 3)": .int(Int64(number))]))
            for store in [one, two, one] {
                #expect(try await store.schema()["N"]?.field("f\(number / 3)") != nil)
            }
        }
        try await first.close()
        try await second.close()
    }

    @Test(arguments: StoreUnderTest.available)
    func `is given where all commits are seen`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            #expect((store.commitCounter == nil) == (kind != .sqlite))
        }
        let memory = try await StoreLocation.sqliteMemory.open()
        #expect(memory.commitCounter == nil)
        try await memory.close()
    }

    @Test func `keeps no idle file open`() async throws {
        var options = SQLiteOptions()
        options.idleTimeout = 0.05
        let path = folder.file("t.db").path
        let database = try SQLiteDatabase(path: path, options: options)
        func openFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }.filter { $0.hasPrefix(path) }
        }
        var counts: Set<UInt64> = []
        for _ in 1...3 {
            counts.insert(try database.commitCount())
            #expect(try await eventually { database.isSuspended })
            #expect(try await eventually { try openFiles().isEmpty })
        }
        // A connection that was closed saw nothing: the number is another, and so the file was open.
        #expect(counts.count == 3)
        try await database.close()
        #expect(throws: StoreError.self) { try database.commitCount() }
        #expect(try openFiles().isEmpty)
    }
}
