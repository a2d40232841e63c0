#if Postgres
import Foundation
import PostgresEngine
import RecordCore
import SQLLowering
@testable import SQLStorage
import Stores
import TestKit
import Testing
import Synchronization

@Suite(.enabled(if: PostgresServer.shared != nil))
struct `PostgreSQL engine` {
    /// A database with a schema of its own.
    static func withDatabase(
        _ change: (inout PostgresOptions) -> Void = { _ in },
        _ body: (PostgresDatabase) async throws -> Void
    ) async throws {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "engine \(UUID().uuidString)"
        change(&options)
        let database = try PostgresDatabase(server.url, options: options)
        try await body(database)
        try await database.close()
    }

    static func count(_ database: PostgresDatabase, _ table: String = "t") throws -> Int64? {
        try database.read { try $0.first("SELECT count(*) FROM \(ident: table)") { $0.int(0) } }
    }

    private struct Refusal: Error {}

    @Test func `values come back as they were given`() async throws {
        try await Self.withDatabase { database async throws in
            let dialect = database.dialect
            let columns = ColumnKind.allCases.map { "\"\($0)\" \(dialect.columnType($0))" }
            let texts = ["", "é", "a\0b", "\u{1}", "\u{1}\u{1}", "\0", "\u{2}", "🇩🇪"]
            let numbers = [0, Int64.min, Int64.max, -1]
            let reals = [0, -0.0, .infinity, .leastNonzeroMagnitude, 0.1]
            let insertion = SQLTemplate(
                """
                INSERT INTO t (integer, real, text, bytes) VALUES (\(SQLText.placeholder), \
                \(SQLText.placeholder), \(SQLText.placeholder), \(SQLText.placeholder))
                """, for: PostgresDialect())
            try await database.write(first: false) { connection in
                try connection.run(
                    "CREATE TABLE t (\(raw: columns.joined(separator: ", ")))")
                for (place, text) in texts.enumerated() {
                    try connection.run(insertion) { binder in
                        binder.bind(int: numbers[place % numbers.count], at: 0)
                        binder.bind(double: reals[place % reals.count], at: 1)
                        binder.bind(text: text, at: 2)
                        binder.bind(bytes: Data(text.utf8), at: 3)
                    }
                }
            }
            for (place, text) in texts.enumerated() {
                let row = try database.read { connection in
                    try connection.first(
                        "SELECT integer, real, text, bytes FROM t WHERE text = \(text)"
                    ) { ($0.int(0), $0.double(1), $0.text(2), $0.bytes(3)) }
                }
                #expect(row?.0 == numbers[place % numbers.count])
                #expect(row?.1.bitPattern == reals[place % reals.count].bitPattern)
                #expect(row?.2 == text)
                #expect(row?.3 == Data(text.utf8))
            }
            let sorted = try database.read {
                try $0.all("SELECT text FROM t ORDER BY text") { $0.text(0) }
            }
            #expect(
                sorted == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
    }

    @Test func `what throws is undone, and a part that throws is undone alone`() async throws {
        try await Self.withDatabase { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
            }
            await #expect(throws: Refusal.self) {
                try await database.write(first: false) { connection in
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                    throw Refusal()
                }
            }
            await #expect(throws: Refusal.self) {
                try await database.write(first: false) { connection in
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                    connection.beforeCommit { throw Refusal() }
                }
            }
            try await database.write(first: false) { connection in
                try connection.run("INSERT INTO t (a) VALUES (2)")
                try? connection.attempt {
                    try connection.run("INSERT INTO t (a) VALUES (3)")
                    connection.beforeCommit { throw Refusal() }
                    throw Refusal()
                }
                // A statement that fails is undone with its part too.
                try? connection.attempt {
                    _ = try connection.run("INSERT INTO t (a) VALUES (1 / 0)")
                }
                try connection.run("INSERT INTO t (a) VALUES (4)")
            }
            let stored = try database.read {
                try $0.all("SELECT a FROM t ORDER BY a") { $0.int(0) }
            }
            #expect(stored == [2, 4])
        }
    }

    @Test func `a reader sees one moment and cannot write`() async throws {
        try await Self.withDatabase { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
            }
            let other = try #require(PostgresServer.shared)
            var options = PostgresOptions()
            options.schema =
                try database.read {
                    try $0.first("SELECT current_schema()::text") { $0.text(0) }
                } ?? ""
            let writer = try PostgresDatabase(other.url, options: options)
            try database.read { (connection: PostgresConnection) throws -> Void in
                #expect(try connection.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
                let written = DispatchSemaphore(value: 0)
                writer.enqueue(first: false) { connection in
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                    connection.afterCommit { written.signal() }
                }
                written.wait()
                #expect(try connection.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
                let error = #expect(throws: StoreError.self) {
                    try connection.run("INSERT INTO t (a) VALUES (2)")
                }
                #expect(error?.code == .readOnly)
            }
            #expect(try Self.count(database) == 1)
            try await writer.close()
        }
    }

    @Test func `writes that cross each other are done one after the other`() async throws {
        try await Self.withDatabase { database async throws in
            try await database.write(first: false) { connection in
                try connection.run("CREATE TABLE t (a BIGINT, n BIGINT)")
                try connection.run("INSERT INTO t (a, n) VALUES (0, 0), (1, 0)")
            }
            // Each raises one of the two beyond their sum: one after the other, no two alike.
            let written = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        try await database.write(first: false) { connection in
                            let sum =
                                try connection.first("SELECT CAST(sum(n) AS BIGINT) FROM t") {
                                    $0.int(0)
                                } ?? 0
                            try connection.run(
                                "UPDATE t SET n = \(sum + 1) WHERE a = \(number % 2)")
                            return sum + 1
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(written).count == 24)
        }
    }

    @Test func `a read ends with its time, its task and the server's patience`() async throws {
        try await Self.withDatabase { database async throws in
            let long: SQLText = "SELECT pg_sleep(600)"
            let late = #expect(throws: StoreError.self) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 0.2)) {
                    try database.read { _ = try $0.all(long) { _ in } }
                }
            }
            #expect(late?.code == .cancelled && late?.context["limit"] != nil)
            let task = Task {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 3_600)) {
                    try database.read { _ = try $0.all(long) { _ in } }
                }
            }
            task.cancel()
            let cancelled = await #expect(throws: StoreError.self) { try await task.value }
            #expect(cancelled?.code == .cancelled && cancelled?.context["limit"] == nil)
            // The connections are as good as before.
            #expect(try database.read { try $0.first("SELECT 7") { $0.int(0) } } == 7)
        }
        try await Self.withDatabase {
            // Time enough for the schema to be made, on a busy machine too.
            $0.statementTimeout = 5
        } _: { database async throws in
            let error = #expect(throws: StoreError.self) {
                try database.read { _ = try $0.all("SELECT pg_sleep(600)") { _ in } }
            }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `lost connections are made again, and what was not committed is done again`()
        async throws
    {
        try await Self.withDatabase { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
            }
            let end: SQLText = "SELECT pg_terminate_backend(pg_backend_pid())"
            #expect(throws: StoreError.self) {
                try database.read { _ = try $0.all(end) { _ in } }
            }
            #expect(try Self.count(database) == 0)
            let tries = Tries()
            try await database.write(first: false) { connection in
                try connection.run("INSERT INTO t (a) VALUES (1)")
                if tries.next() == 1 { _ = try connection.all(end) { _ in } }
            }
            // Other tests' transactions may conflict too.
            #expect(tries.count >= 2)
            #expect(try Self.count(database) == 1)
        }
    }

    @Test func `a commit without an answer has an unknown outcome`() async throws {
        try await Self.withDatabase { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
            }
            let tries = Tries()
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    try connection.run("INSERT INTO t (a) VALUES (1)")
                    let own = try connection.first("SELECT pg_backend_pid()") { $0.int(0) }
                    connection.beforeCommit {
                        _ = tries.next()
                        try database.read { other in
                            _ = try other.all(
                                "SELECT pg_terminate_backend(CAST(\(own ?? 0) AS INT), 60000)"
                            ) { _ in }
                        }
                    }
                }
            }
            #expect(error?.code == .outcomeUnknown)
            #expect(tries.count == 1)
        }
    }

    @Test func `a write that others always get in the way of goes alone in the end`()
        async throws
    {
        try await Self.withDatabase {
            $0.writers = 3
            $0.attempts = 8
        } _: { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
            }
            // Each reads what the others write: of two at once only one can be.
            @Sendable func add(_ connection: PostgresConnection) throws {
                _ = try connection.first("SELECT count(*) FROM t") { $0.int(0) }
                try connection.run("INSERT INTO t (a) VALUES (1)")
            }
            let short = Tries()
            let done = Tries()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        while done.count == 0 {
                            try await database.write(first: false) { try add($0) }
                            _ = short.next()
                        }
                    }
                }
                group.addTask {
                    defer { _ = done.next() }
                    try await database.write(first: false) { connection in
                        _ = try connection.first("SELECT count(*) FROM t") { $0.int(0) }
                        let before = short.count
                        // A write that runs exclusively does not wait.
                        for _ in 0..<100 where short.count < before + 3 { usleep(10_000) }
                        try connection.run("INSERT INTO t (a) VALUES (2)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try Self.count(database) == Int64(short.count + 1))
        }
    }

    @Test func `a long result comes in portions and may be left`() async throws {
        try await Self.withDatabase { database async throws in
            let store = try await SQLStore(database)
            try await store.setSchema(
                RecordSchema(types: [RecordType("N", fields: [Field("n", .single(.int64))])]))
            for start in stride(from: 0, to: 1_000, by: 250) {
                let records = (start..<start + 250).map {
                    Record("N", RecordID("r\($0)"), ["n": .int(Int64($0))])
                }
                let result = try await store.save(SaveRequest(saving: records), in: .public)
                #expect(result.firstError == nil)
            }
            let tries = Tries()
            try await store.forEach(RecordQuery("N"), in: .public) { _ in tries.next() < 600 }
            #expect(tries.count == 600)
            #expect(try await store.count(RecordQuery("N"), in: .public) == 1_000)
        }
    }

    @Test func `a walk over several owners reads few records of each at first`() async throws {
        var options = PostgresOptions()
        options.schema = "engine \(UUID().uuidString)"
        let limits = Mutex<Set<Int64>>([])
        let database = try PostgresDatabase(
            try #require(PostgresServer.shared).url, options: options,
            observer: PostgresObserver { statement in
                guard statement.text.contains("LIMIT") else { return }
                limits.withLock { $0.formUnion(statement.integers.values) }
            })
        let store = try await SQLStore(database)
        let zone = ZoneID("Notes")
        for owner in ["_ann", "_ben"] {
            let scope = DatabaseScope.private(user: owner)
            try await store.createZones([zone], in: scope)
            let records = (100..<300).map { Record("N", RecordID("r\($0)", zone: zone)) }
            let result = try await store.save(SaveRequest(saving: records), in: scope)
            #expect(result.firstError == nil)
            try await store.setParticipants(["_bob": .readOnly], of: zone, in: scope)
        }
        limits.withLock { $0 = [] }
        let query = RecordQuery("N", in: .all)
        let seen = Tries()
        try await store.forEach(query, in: .shared(user: "_bob")) { _ in seen.next() < 20 }
        #expect(seen.count == 20)
        #expect(limits.withLock { $0.contains(64) && !$0.contains(1_000) })
        try await store.close()
    }

    @Test func `portions of large rows are small`() async throws {
        #expect(PostgresConnection.portion(after: 128, bytes: 20_000) == 512)
        #expect(PostgresConnection.portion(after: 128, bytes: 128 << 20) == 8)
        #expect(PostgresConnection.portion(after: 2, bytes: 100 << 20) == 1)
        try await Self.withDatabase { database async throws in
            let store = try await SQLStore(database)
            let data = Value.bytes(Data(count: 200_000))
            let names = (0..<180).map { "r\(100 + $0)" }
            for name in names {
                try await store.put(Record("N", RecordID(name), ["data": data]))
            }
            let found = Mutex<[String]>([])
            try await store.forEach(RecordQuery("N"), in: .public) { record in
                found.withLock { $0.append(record.id.name) }
                return true
            }
            #expect(found.withLock { $0 } == names)
        }
    }

    @Test func `a page of large rows comes in portions after the first`() async throws {
        let cursors = Tries()
        let closed = Tries()
        var options = PostgresOptions()
        options.schema = "engine \(UUID().uuidString)"
        let database = try PostgresDatabase(
            try #require(PostgresServer.shared).url, options: options,
            observer: PostgresObserver { statement in
                if statement.text.hasPrefix("DECLARE") { _ = cursors.next() }
                if statement.text.hasPrefix("CLOSE") { _ = closed.next() }
            })
        let store = try await SQLStore(database)
        let data = Value.bytes(Data(count: 200_000))
        for number in 100..<160 {
            try await store.put(Record("N", RecordID("r\(number)"), ["data": data]))
        }
        var query = RecordQuery("N")
        query.pageBytes = 900_000
        let whole = try await store.fetch(query, in: .public)
        #expect(whole.records.map(\.id.name) == (100..<104).map { "r\($0)" })
        #expect(cursors.count == 0)
        for _ in 0..<2 { #expect(try await store.fetch(query, in: .public) == whole) }
        #expect(cursors.count == 2 && closed.count == 2)
        query.pageBytes = nil
        query.limit = 60
        #expect(try await store.fetch(query, in: .public).records.count == 60)
        try await database.close()
    }

    @Test func `many servers may open an empty database at once`() async throws {
        let server = try #require(PostgresServer.shared)
        let location = try StoreLocation(server.url + "&schema=servers-\(UUID().uuidString)")
        let stores = try await withThrowingTaskGroup(of: (any RecordStore).self) { group in
            for _ in 0..<6 { group.addTask { try await location.open() } }
            return try await group.reduce(into: [any RecordStore]()) { $0.append($1) }
        }
        let mine = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        try await stores[0].createZones([zone], in: mine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    try await store.put(
                        Record("N", RecordID("r\(number)", zone: zone), ["f\(number)": 1]),
                        in: mine)
                }
            }
            try await group.waitForAll()
        }
        // A token of one is good at another.
        let token = try await stores[1].changes(
            in: zone, of: mine, since: nil, limit: nil, desiredKeys: nil
        ).token
        let rest = try await stores[2].changes(
            in: zone, of: mine, since: token, limit: nil, desiredKeys: nil)
        #expect(rest.changed.isEmpty)
        #expect(try await stores[3].count(RecordQuery("N", in: .zone(zone)), in: mine) == 6)
        for store in stores { try await store.close() }
    }

    @Test func `long names that begin alike stay two`() async throws {
        try await Self.withDatabase { database async throws in
            let store = try await SQLStore(database)
            let start = String(repeating: "a", count: 80)
            let type = RecordType(
                start,
                fields: ["x", "y"].map { Field(start + $0, .single(.string), .queryable) })
            try await store.setSchema(RecordSchema(types: [type]))
            try await store.put(
                Record(start, RecordID("r"), [start + "x": "1", start + "y": "2"]))
            let found = try await store.fetch(
                RecordQuery(start, where: try QueryPredicate(parsing: "\(start)y == '2'")),
                in: .public)
            #expect(found.records.map { $0[start + "x"] } == ["1"])
        }
    }

    @Test func `a change of the schema lets others read while a long read has its table`()
        async throws
    {
        try await Self.withDatabase { database async throws in
            @Sendable func schema(_ names: [String]) -> RecordSchema {
                let fields = names.map { Field($0, .single(.int64)) }
                return RecordSchema(types: [RecordType("N", fields: fields)])
            }
            let store = try await SQLStore(database)
            try await store.setSchema(schema(["a"]))
            try await store.put(Record("N", RecordID("r"), ["a": 1]))
            let read = try await LongRead(of: "N", in: database)
            defer { read.end() }
            let error = await #expect(throws: StoreError.self) {
                try await TablePatience.$attempts.withValue(1) {
                    try await store.setSchema(schema(["a", "b"]))
                }
            }
            #expect(error?.code == .busy)
            #expect(error?.engineMessage?.contains("pg_stat_activity") == true)
            // A request whose time is over meanwhile gets the same.
            let late = await #expect(throws: StoreError.self) {
                try await TimeLimit.$current.withValue(TimeLimit(seconds: 1)) {
                    try await store.setSchema(schema(["a", "b"]))
                }
            }
            #expect(late?.code == .busy)

            let change = Task { try await store.setSchema(schema(["a", "b"])) }
            #expect(try await read.isWaitedFor())
            for _ in 0..<3 {
                let page = try await TimeLimit.$current.withValue(TimeLimit(seconds: 20)) {
                    try await store.fetch(RecordQuery("N"), in: .public)
                }
                #expect(page.records.count == 1)
            }
            read.end()
            _ = try await change.value
            #expect(try await store.schema()["N"]?.fields.map(\.name) == ["a", "b"])
        }
    }

    @Test func `says so where no server answers`() async throws {
        let error = #expect(throws: StoreError.self) {
            try PostgresDatabase("postgres://127.0.0.1:1/none?connect_timeout=2")
        }
        #expect(error?.code == .cannotOpen)
    }
}

/// Counts how often something was done.
final class Tries: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func next() -> Int {
        number.withLock {
            $0 += 1
            return $0
        }
    }
}
#endif
