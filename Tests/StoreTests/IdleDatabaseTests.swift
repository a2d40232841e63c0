import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestTime
import Testing

/// Databases that are closed while nothing uses them.
@Suite struct `An idle database` {
    private static func options(_ seconds: Double) -> SQLiteOptions {
        var options = SQLiteOptions()
        options.idleTimeout = seconds
        options.synchronous = .off
        return options
    }

    private static func withDatabase(
        _ seconds: Double, _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        try await `SQLite engine`.withDatabase(options(seconds)) { database in
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            try await body(database)
        }
    }

    private static func insert(_ number: Int, into database: SQLiteDatabase) async throws {
        _ = try await database.write(first: false) {
            try $0.run("INSERT INTO t (a) VALUES (\(number))")
        }
    }

    private static func count(_ database: SQLiteDatabase) throws -> Int64? {
        try database.read { try $0.first("SELECT count(*) FROM t") { $0.int(0) } }
    }

    /// Files of the database that the process has open.
    private static func openFiles(_ database: SQLiteDatabase) throws -> [String] {
        let path = try #require(database.path)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return descriptors.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.hasPrefix(path) }
    }

    @Test func `is closed, and opened by the next write or read`() async throws {
        try await Self.withDatabase(0.05) { database in
            try await Self.insert(1, into: database)
            #expect(try await eventually { database.isSuspended })
            #expect(try await eventually { try Self.openFiles(database).isEmpty })
            // The log is in the file.
            let log = try #require(database.path) + "-wal"
            #expect(!FileManager.default.fileExists(atPath: log))
            try await Self.insert(2, into: database)
            #expect(try await eventually { database.isSuspended })
            #expect(try Self.count(database) == 2)
            #expect(try await eventually { database.isSuspended })
            #expect(try await eventually { try Self.openFiles(database).isEmpty })
            try database.writeNow { _ = try $0.run("INSERT INTO t (a) VALUES (3)") }
            #expect(try Self.count(database) == 3)
        }
    }

    @Test func `keeps what is read and written while it goes to rest`() async throws {
        try await Self.withDatabase(0.001) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for number in 0..<60 {
                            if number % 3 == 0 { database.suspend() }
                            if number % 7 == 0 { try await Task.sleep(for: .milliseconds(3)) }
                            try await Self.insert(task * 1_000 + number, into: database)
                            #expect(try Self.count(database) ?? 0 > number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try Self.count(database) == 480)
            #expect(try await eventually { database.isSuspended })
            #expect(try Self.count(database) == 480)
        }
    }

    @Test func `does not end a read that is under way`() async throws {
        try await Self.withDatabase(0.02) { database in
            try await Self.insert(1, into: database)
            try database.read { connection in
                let before = try connection.first("SELECT count(*) FROM t") { $0.int(0) }
                database.suspend()
                while !database.isSuspended { usleep(1_000) }
                let after = try connection.first("SELECT count(*) FROM t") { $0.int(0) }
                #expect(before == 1)
                #expect(after == 1)
            }
            #expect(try await eventually { try Self.openFiles(database).isEmpty })
        }
    }

    @Test func `is not taken for another file in its place`() async throws {
        try await Self.withDatabase(0.02) { database in
            let path = try #require(database.path)
            #expect(try await eventually { try Self.openFiles(database).isEmpty })
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            #expect(throws: StoreError.self) { try Self.count(database) }
            await #expect(throws: StoreError.self) { try await Self.insert(1, into: database) }
            #expect(!FileManager.default.fileExists(atPath: path))
            try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
            try await Self.insert(1, into: database)
            #expect(try Self.count(database) == 1)
        }
    }

    @Test func `can be closed for good while it rests`() async throws {
        try await Self.withDatabase(0.02) { database in
            #expect(try await eventually { database.isSuspended })
            try await database.close()
            #expect(!database.isSuspended)
            #expect(throws: StoreError.self) { try Self.count(database) }
            await #expect(throws: StoreError.self) { try await Self.insert(1, into: database) }
        }
    }

    @Test func `in memory ends its thread and keeps what it holds`() async throws {
        let database = try SQLiteDatabase(path: nil, options: Self.options(0.02))
        _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
        try await Self.insert(1, into: database)
        #expect(try await eventually { database.isSuspended })
        #expect(try Self.count(database) == 1)
        try await Self.insert(2, into: database)
        #expect(try Self.count(database) == 2)
        try await database.close()
    }

    @Test func `without a time stays open`() async throws {
        try await `SQLite engine`.withDatabase { database in
            database.suspend()
            _ = try await database.write(first: false) { try $0.run("CREATE TABLE t (a INTEGER)") }
            #expect(!database.isSuspended)
        }
    }
}
