import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Synchronization
import TestFiles
import TestKit
import Testing

@Suite struct `SQLite engine` {
    /// A database in a directory of its own.
    static func withDatabase(
        _ options: SQLiteOptions = SQLiteOptions(), _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-engine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let database = try SQLiteDatabase(
            path: directory.appendingPathComponent("a.db").path, options: options)
        try await body(database)
        try await database.close()
    }

    private struct Refusal: Error {}

    @Test func `a write that throws is undone alone among those that share its commit`()
        async throws
    {
        try await Self.withDatabase { database in
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            let failures = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        do {
                            try await database.write(first: false) { connection in
                                try connection.run("INSERT INTO t (a) VALUES (\(number))")
                                if number % 3 == 0 { throw Refusal() }
                            }
                            return false
                        } catch { return true }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            let stored = try database.read {
                try $0.all("SELECT a FROM t ORDER BY a") { $0.int(0) }
            }
            #expect(failures == 67)
            #expect(stored == (0..<200).filter { $0 % 3 != 0 }.map(Int64.init))
        }
    }

    /// A database beside another one of its file that is in the middle of a write, and for which it waits
    /// ten minutes.
    private static func besideWriter(
        _ body: (SQLiteDatabase, _ letGo: () async throws -> Void) async throws -> Void
    ) async throws -> [Int64] {
        var written: [Int64] = []
        var options = SQLiteOptions()
        options.busyTimeout = 600
        try await withDatabase(options) { database in
            _ = try await database.write { try $0.run("CREATE TABLE t (a INTEGER)") }
            let path = try #require(database.path)
            let other = try SQLiteDatabase(path: path)
            let mayEnd = DispatchSemaphore(value: 0)
            await withCheckedContinuation { begun in
                other.enqueue(first: false) { connection in
                    begun.resume()
                    mayEnd.wait()
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                }
            }
            try await body(database) {
                mayEnd.signal()
                try await other.close()
            }
            let again = try SQLiteDatabase(path: path)
            written = try again.read { try $0.all("SELECT a FROM t ORDER BY a") { $0.int(0) } }
            try await again.close()
        }
        return written
    }

    @Test func `what no caller waits for does not keep a database open beside another writer`()
        async throws
    {
        let written = try await Self.besideWriter { database, letGo in
            database.enqueue(first: true) { _ = try $0.run("INSERT INTO t (a) VALUES (2)") }
            let duration = try await ContinuousClock().measure { try await database.close() }
            #expect(duration < .seconds(300))
            try await letGo()
        }
        #expect(written == [1])
    }

    @Test func `closing waits for a write that a caller waits for beside another writer`()
        async throws
    {
        let written = try await Self.besideWriter { database, letGo in
            let write = Task {
                try await database.write { _ = try $0.run("INSERT INTO t (a) VALUES (2)") }
            }
            try await Task.sleep(for: .milliseconds(200))
            let closing = Task { try await database.close() }
            try await Task.sleep(for: .seconds(1))
            try await letGo()
            try await write.value
            try await closing.value
        }
        #expect(written == [1, 2])
    }

    @Test func `a full disk is named by the path of the database`() async throws {
        try await Self.withDatabase { database in
            let path = try #require(database.path)
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    try connection.run("CREATE TABLE t (a TEXT)")
                    try connection.run("PRAGMA max_page_count = 2")
                    try connection.run("INSERT INTO t (a) VALUES (zeroblob(100000))")
                }
            }
            #expect(error?.code == .full)
            #expect(error?.context == ["path": path])
        }
    }

    /// A process loses the locks that it has on a file when it closes any descriptor of it.
    @Test func `a file that is opened again keeps the locks of those that have it open`()
        async throws
    {
        try await Self.withDatabase { database in
            let path = try #require(database.path)
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            try await SQLiteDatabase(path: path).close()
            // The last connection to close a database removes its log; this one is not.
            _ = try sqlite(path, "INSERT INTO t VALUES (1)")
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            _ = try await database.write(first: false) { try $0.run("INSERT INTO t VALUES (2)") }
            #expect(try sqlite(path, "SELECT group_concat(a) FROM t") == "1,2")
        }
    }

    @Test func `what is done before a commit can still undo it`() async throws {
        try await Self.withDatabase { database in
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            await #expect(throws: Refusal.self) {
                try await database.write(first: false) { connection in
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                    connection.beforeCommit { throw Refusal() }
                }
            }
            let count = try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } }
            #expect(count == 0)
        }
    }

    @Test func `an attempt that throws is undone and the rest of the write stays`() async throws {
        try await Self.withDatabase { database in
            try await database.write(first: false) { connection in
                try connection.run("CREATE TABLE t (a INTEGER)")
                try connection.run("INSERT INTO t (a) VALUES (1)")
                try? connection.attempt {
                    try connection.run("INSERT INTO t (a) VALUES (2)")
                    throw Refusal()
                }
            }
            let stored = try database.read { try $0.all("SELECT a FROM t") { $0.int(0) } }
            #expect(stored == [1])
        }
    }

    @Test func `a reader sees one moment while others write`() async throws {
        try await Self.withDatabase { database in
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            let count: SQLText = "SELECT count(*) FROM t"
            let (before, after) = try database.read { connection in
                let before = try connection.first(count) { $0.int(0) }
                let done = DispatchSemaphore(value: 0)
                Task.detached {
                    _ = try await database.write(first: false) {
                        try $0.run("INSERT INTO t (a) VALUES (1)")
                    }
                    done.signal()
                }
                done.wait()
                return (before, try connection.first(count) { $0.int(0) })
            }
            #expect(before == 0)
            #expect(after == 0)
            #expect(try database.read { try $0.first(count) { $0.int(0) } } == 1)
        }
    }

    @Test func `a statement may run inside a loop over itself`() async throws {
        try await Self.withDatabase { database in
            let pairs = try database.read { connection in
                let numbers: SQLText = "SELECT 1 UNION SELECT 2 UNION SELECT 3"
                var pairs: [[Int64]] = []
                try connection.query(numbers) { outer in
                    let a = outer.int(0)
                    try connection.query(numbers) { inner in
                        pairs.append([a, inner.int(0)])
                        return true
                    }
                    return true
                }
                return pairs
            }
            #expect(pairs.count == 9)
        }
    }

    @Test func `text comes back as it went in`() async throws {
        try await Self.withDatabase { database in
            for text in ["", "a", "a\0b", "é🇫🇷", String(repeating: "x", count: 100_000)] {
                let back = try database.read { try $0.first("SELECT \(text)") { $0.text(0) } }
                #expect(back.map { Array($0.utf8) } == Array(text.utf8))
            }
        }
    }

    @Test func `bytes and numbers come back as they went in`() async throws {
        try await Self.withDatabase { database in
            for bytes in [Data(), Data([0]), Data((0...255).map { UInt8($0) })] {
                let back = try database.read {
                    try $0.first("SELECT \(.bytes(bytes))") { row in
                        row.isNull(0) ? nil : row.bytes(0)
                    }
                }
                #expect(back == bytes)
            }
            for number in [0, -1, Int64.max, Int64.min] {
                #expect(
                    try database.read { try $0.first("SELECT \(number)") { $0.int(0) } } == number)
            }
            for number in [0.1, -0.0, .infinity, Double.leastNonzeroMagnitude] {
                #expect(
                    try database.read { try $0.first("SELECT \(number)") { $0.double(0) } }
                        == number)
            }
        }
    }

    @Test func `a database in memory reads what was written to it`() async throws {
        let database = try SQLiteDatabase(path: nil)
        _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    _ = try await database.write(first: false) {
                        try $0.run("INSERT INTO t (a) VALUES (\(number))")
                    }
                    _ = try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 50)
        try await database.close()
    }

    @Test func `a closed database says so`() async throws {
        try await Self.withDatabase { database in
            try await database.close()
            #expect(throws: StoreError.self) { try database.read { _ in } }
            await #expect(throws: StoreError.self) {
                try await database.write(first: false) { _ in }
            }
        }
    }

    @Test func `the disk is waited for unless told otherwise`() async throws {
        let modes: [(SQLiteOptions.Synchronous, Int64)] = [(.full, 2), (.normal, 1), (.off, 0)]
        for (mode, number) in modes {
            var options = SQLiteOptions()
            options.synchronous = mode
            try await Self.withDatabase(options) { database in
                let found = try await database.write(first: false) { connection in
                    try connection.first("PRAGMA synchronous") { $0.int(0) }
                }
                #expect(found == number)
            }
        }
        #expect(SQLiteOptions().synchronous == .full)
    }

    // MARK: The log

    /// Adds a row of some 25 pages.
    private static func insert(_ number: Int, _ connection: SQLiteConnection) throws {
        try connection.run("INSERT INTO t (a, b) VALUES (\(number), zeroblob(100000))")
    }

    private static func withLog(
        _ body: (SQLiteDatabase, _ write: (Int) async throws -> Void, _ pages: () throws -> Int)
            async throws -> Void
    ) async throws {
        var options = SQLiteOptions()
        options.checkpointPages = 200
        options.synchronous = .normal
        try await withDatabase(options) { database in
            let path = try #require(database.path)
            _ = try await database.write { try $0.run("CREATE TABLE t (a INTEGER, b BLOB)") }
            let write = { (number: Int) in
                try await database.write { try Self.insert(number, $0) }
            }
            try await body(database, write) {
                let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]
                return try #require(size as? Int) / 4_120
            }
            try await database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let again = try SQLiteDatabase(path: path)
            let damage = try again.read { try $0.all("PRAGMA integrity_check") { $0.text(0) } }
            #expect(damage == ["ok"])
            try await again.close()
        }
    }

    @Test func `the log alone gives back a commit that changed its pages again`() async throws {
        var options = SQLiteOptions()
        options.synchronous = .normal
        // So few that pages go into the log before the commit.
        options.writerCacheBytes = 40 << 10
        try await Self.withDatabase(options) { database in
            let path = try #require(database.path)
            _ = try await database.write { try $0.run("CREATE TABLE t (a INTEGER, b BLOB)") }
            try await database.write { connection in
                for number in 0..<2_000 {
                    try connection.run("INSERT INTO t (a, b) VALUES (\(number), zeroblob(500))")
                }
                try connection.run("UPDATE t SET a = a + 10000")
            }
            _ = try await database.write { try $0.run("INSERT INTO t (a) VALUES (10000)") }
            // As a process that is killed leaves it; the test's own would lose its locks by reading.
            let folder = path + ".killed"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            let copied = try Program.run("cp", [path, path + "-wal", folder])
            #expect(copied.status == 0)
            let killed = try SQLiteDatabase(path: folder + "/a.db")
            let count = try killed.read {
                try $0.first("SELECT count(*) FROM t WHERE a >= 10000") { $0.int(0) }
            }
            #expect(count == 2_001)
            try await killed.close()
        }
    }

    @Test func `the log begins again while writes go on, and is gone when all is closed`()
        async throws
    {
        try await Self.withLog { database, write, pages in
            for number in 0..<400 { try await write(number) }
            // The log never shrinks, so its size is the most that it had, of 10,000 in all.
            #expect((200..<1_100).contains(try pages()))
            #expect(
                try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 400)
        }
    }

    @Test
    func `a reader that needs the old file is not waited for, and the log begins again after it`()
        async throws
    {
        try await Self.withLog { database, write, pages in
            try await write(0)
            let counts = try database.read { connection in
                let count = { try connection.first("SELECT count(*) FROM t") { $0.int(0) } }
                let before = try count()
                for number in 1...100 {
                    try database.writeNow { try Self.insert(number, $0) }
                }
                return [before, try count()]
            }
            #expect(counts == [1, 1])
            let held = try pages()
            #expect(held > 2_000)
            for number in 101...300 { try await write(number) }
            #expect(try pages() < held + 1_000)
            #expect(
                try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } } == 301)
        }
    }

    @Test func `the log begins again although there is always a reader`() async throws {
        try await Self.withLog { database, write, pages in
            try await write(0)
            let readers = OverlappingReaders()
            defer { readers.stop() }
            async let ended: Void = readers.read(database)
            for number in 1...400 { try await write(number) }
            #expect(try pages() < 3_000, "of 10,000 in all")
            readers.stop()
            try await ended
            #expect(readers.count > 2)
        }
    }
}

/// Reads on two threads in turns, each until the other has begun the next: there is never none.
private final class OverlappingReaders: Sendable {
    private let state = Mutex((begun: 0, isStopped: false))

    var count: Int { state.withLock(\.begun) }

    func stop() { state.withLock { $0.isStopped = true } }

    func read(_ database: SQLiteDatabase) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask { try await Self.onThread { try self.read(database) } }
            }
            try await group.waitForAll()
        }
    }

    private func read(_ database: SQLiteDatabase) throws {
        while !state.withLock(\.isStopped) {
            try database.read { connection in
                _ = try connection.first("SELECT count(*) FROM t") { $0.int(0) }
                let number = state.withLock { state in
                    state.begun += 1
                    return state.begun
                }
                repeat {
                    usleep(1_000)
                } while state.withLock { $0.begun == number && !$0.isStopped }
            }
        }
    }

    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
