#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import TestTime
import Testing

/// Statements without a wait for the result: what becomes of their failures, of the connection and
/// of the transaction.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `PostgreSQL pipeline` {
    private static let insertion = SQLTemplate(
        "INSERT INTO t (a) VALUES (\(SQLText.placeholder))", for: PostgresDialect())
    private static let addition = SQLTemplate(
        "UPDATE t SET a = a + \(SQLText.placeholder)", for: PostgresDialect())

    /// A database with a table of numbers that does not take 13.
    private static func withTable(
        _ change: (inout PostgresOptions) -> Void = { _ in },
        _ body: (PostgresDatabase) async throws -> Void
    ) async throws {
        try await `PostgreSQL engine`.withDatabase(change) { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT CHECK (a <> 13))")
            }
            try await body(database)
        }
    }

    private static func insert(_ number: Int64, _ connection: PostgresConnection) throws {
        try connection.run(insertion) { $0.bind(int: number, at: 0) }
    }

    private static func sum(_ database: PostgresDatabase) throws -> Int64? {
        try database.read {
            try $0.first("SELECT CAST(coalesce(sum(a), 0) AS BIGINT) FROM t") { $0.int(0) }
        }
    }

    private static func own(_ connection: PostgresConnection) throws -> Int64 {
        try connection.first("SELECT CAST(pg_backend_pid() AS BIGINT)") { $0.int(0) } ?? 0
    }

    /// Ends another connection, and waits until it has ended.
    private static func end(_ process: Int64, _ database: PostgresDatabase) throws {
        try database.read {
            _ = try $0.all("SELECT pg_terminate_backend(CAST(\(process) AS INT), 60000)") {
                _ in
            }
        }
    }

    /// Waits on this thread until a trigger holds the other connection's commit back.
    private static func waitForCommit(_ process: Int64, _ database: PostgresDatabase) throws {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            let isAsleep = try database.read {
                try $0.first(
                    """
                    SELECT 1 FROM pg_catalog.pg_stat_activity \
                    WHERE pid = \(process) AND wait_event = 'PgSleep'
                    """
                ) { _ in true }
            }
            if isAsleep == true { return }
            usleep(10_000)
        }
    }

    /// A standby, or a database that only reads while its disk is full.
    @Test func `a server that only reads is left, and asked for longer where one was lost`()
        async throws
    {
        let begin = "BEGIN ISOLATION LEVEL SERIALIZABLE"
        // What a hot standby says.
        #expect(PostgresErrors.state("0A000", of: begin) == PostgresErrors.readOnly)
        #expect(PostgresErrors.state("0A000", of: "SELECT 1") == "0A000")
        try await Self.withTable {
            $0.patience = 2
            $0.writers = 1
        } _: { database async throws in
            let begins = Tries()
            let url = try #require(PostgresServer.shared).url
            let reading = try PostgresDatabase(
                url + "&options=-c%20default_transaction_read_only%3Don",
                options: database.options,
                observer: PostgresObserver { if $0.text == begin { _ = begins.next() } })
            let error = await #expect(throws: StoreError.self) {
                try await reading.write(first: false) { try Self.insert(1, $0) }
            }
            #expect(error?.code == .readOnly)
            #expect(begins.count == 2)
            let tries = Tries()
            let late = await #expect(throws: StoreError.self) {
                try await reading.write(first: false) { connection in
                    if tries.next() == 1 {
                        _ = try connection.all("SELECT pg_terminate_backend(pg_backend_pid())") {
                            _ in
                        }
                    }
                    try Self.insert(1, connection)
                }
            }
            #expect(late?.code == .readOnly)
            #expect(tries.count > 1 && tries.count < 100)
            try await reading.close()
        }
    }

    // MARK: Failures

    @Test(arguments: [20, 700])
    func `a failure in their midst undoes all, and the connection is as good as before`(
        count: Int64
    ) async throws {
        try await Self.withTable {
            $0.writers = 1
        } _: { database async throws in
            let tries = Tries()
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    _ = tries.next()
                    for number in 0..<count { try Self.insert(number, connection) }
                }
            }
            #expect(error?.code == .engine)
            #expect(error?.context["state"] == "23514")
            #expect(error?.context["sql"]?.hasPrefix("INSERT INTO t") == true)
            #expect(tries.count == 1)
            #expect(try Self.sum(database) == 0)
            try await database.write(first: false) { try Self.insert(7, $0) }
            #expect(try Self.sum(database) == 7)
        }
    }

    @Test func `the next statement and the one after it get the failure`()
        async throws
    {
        try await Self.withTable { database async throws in
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    try Self.insert(13, connection)
                    for _ in 0..<2 {
                        let error = #expect(throws: StoreError.self) {
                            try connection.first("SELECT 1") { $0.int(0) }
                        }
                        #expect(error?.context["state"] == "23514")
                    }
                }
            }
            #expect(error?.context["state"] == "23514")
            #expect(try Self.sum(database) == 0)
        }
    }

    @Test func `a part that fails late is undone alone, and not for what failed before it`()
        async throws
    {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                try Self.insert(1, connection)
                let error = #expect(throws: StoreError.self) {
                    try connection.attempt { try Self.insert(13, connection) }
                }
                #expect(error?.context["state"] == "23514")
                try Self.insert(2, connection)
                // A sent statement is undone, also where its failure was never read.
                #expect(throws: CancellationError.self) {
                    try connection.attempt {
                        try Self.insert(13, connection)
                        throw CancellationError()
                    }
                }
                try Self.insert(4, connection)
            }
            #expect(try Self.sum(database) == 7)
            await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    try Self.insert(13, connection)
                    try connection.attempt { _ = Issue.record("It should not come to this.") }
                }
            }
            #expect(try Self.sum(database) == 7)
        }
    }

    @Test func `what is thrown undoes what was sent`() async throws {
        try await Self.withTable {
            $0.writers = 1
        } _: { database async throws in
            for number in [1, 13] as [Int64] {
                await #expect(throws: CancellationError.self) {
                    try await database.write(first: false) { connection in
                        try Self.insert(number, connection)
                        throw CancellationError()
                    }
                }
            }
            try await database.write(first: false) { try Self.insert(2, $0) }
            #expect(try Self.sum(database) == 2)
        }
    }

    @Test func `more may be sent than buffers hold, and come back`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                for number in 20..<2_020 { try Self.insert(Int64(number), connection) }
            }
            #expect(try Self.sum(database) == (20..<2_020).reduce(0, +))
            let echo = SQLTemplate(
                "SELECT CAST(\(SQLText.placeholder) AS text)", for: PostgresDialect())
            let texts = (0..<300).map { "\($0) " + String(repeating: "x", count: 40_000) }
            var found: [String] = []
            try database.read { connection in
                try connection.queryEach(echo, texts) { text, binder in
                    binder.bind(text: text, at: 0)
                } _: { _, row in
                    found.append(row.text(0))
                    return true
                }
            }
            #expect(found == texts)
        }
    }

    // MARK: Others

    @Test func `what others got in the way of is sent again`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { try Self.insert(100, $0) }
            let tries = Tries()
            try await database.write(first: false) { connection in
                _ = try connection.all("SELECT a FROM t") { $0.int(0) }
                if tries.next() == 1 {
                    let done = DispatchSemaphore(value: 0)
                    database.enqueue(first: false) { other in
                        try other.run(Self.addition) { $0.bind(int: 10, at: 0) }
                        other.afterCommit { done.signal() }
                    }
                    done.wait()
                }
                try connection.run(Self.addition) { $0.bind(int: 1, at: 0) }
            }
            // Other tests' transactions may conflict too.
            #expect(tries.count >= 2)
            #expect(try Self.sum(database) == 111)
        }
    }

    @Test func `a read ends with its time, however much was asked at once`() async throws {
        try await Self.withTable { database async throws in
            let sleep = SQLTemplate(
                "SELECT pg_sleep(\(SQLText.placeholder))", for: PostgresDialect())
            let error = #expect(throws: StoreError.self) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 0.3)) {
                    try database.read { connection in
                        try connection.queryEach(sleep, [0.01, 600, 600]) { seconds, binder in
                            binder.bind(double: seconds, at: 0)
                        } _: { _, _ in
                            true
                        }
                    }
                }
            }
            #expect(error?.code == .cancelled && error?.context["limit"] != nil)
            #expect(try Self.sum(database) == 0)
        }
    }

    // MARK: Lost connections

    @Test func `what was sent into the void is sent again, before its commit`() async throws {
        try await Self.withTable { database async throws in
            let tries = Tries()
            try await database.write(first: false) { connection in
                let own = try Self.own(connection)
                try Self.insert(1, connection)
                if tries.next() == 1 { try Self.end(own, database) }
                try Self.insert(2, connection)
                _ = try connection.first("SELECT 1") { $0.int(0) }
            }
            // Other tests' transactions may conflict too.
            #expect(tries.count >= 2)
            #expect(try Self.sum(database) == 3)
        }
    }

    @Test func `the outcome of a commit whose connection was lost is unknown`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                try connection.run(
                    """
                    CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql \
                    AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'
                    """)
                try connection.run(
                    """
                    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t \
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION linger()
                    """)
            }
            let tries = Tries()
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    let own = try Self.own(connection)
                    try Self.insert(1, connection)
                    connection.beforeCommit {
                        _ = tries.next()
                        Thread.detachNewThread {
                            try? Self.waitForCommit(own, database)
                            try? Self.end(own, database)
                        }
                    }
                }
            }
            #expect(error?.code == .outcomeUnknown)
            #expect(tries.count == 1)
            #expect(try Self.sum(database) == 0)
        }
    }

    @Test func `a reader does not notice that its connection was lost meanwhile`()
        async throws
    {
        try await Self.withTable { database async throws in
            let all = try (0..<3).map { _ in try database.read(Self.own) }
            for process in Set(all) {
                let killer = try #require(PostgresServer.shared)
                let link = try PostgresPipeline(killer.url, options: PostgresOptions())
                try link.execute("SELECT pg_terminate_backend(\(process), 60000)")
                link.close()
            }
            #expect(try Self.sum(database) == 0)
        }
    }

    /// To make an index of a large table takes longer than any question.
    @Test func `what gives up on locks may take long, until its transaction ends`()
        async throws
    {
        try await Self.withTable { made async throws in
            var options = made.options
            options.writers = 1
            options.statementTimeout = 3
            let database = try PostgresDatabase(
                try #require(PostgresServer.shared).url, options: options)
            try await database.write(first: false) { connection in
                try connection.giveUpOnLocks(after: 1)
                // Longer than the server lets a statement take, and than its answer is waited for.
                _ = try connection.all("SELECT pg_sleep(9)") { _ in }
                // Longer than a transaction may do nothing.
                Thread.sleep(forTimeInterval: 6.5)
                try Self.insert(1, connection)
            }
            #expect(try Self.sum(database) == 1)
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    _ = try connection.all("SELECT pg_sleep(600)") { _ in }
                }
            }
            #expect(error?.code == .cancelled && error?.context["limit"] == "3 seconds")
            try await database.close()
        }
    }

    @Test func `a read waits for a connection until its time limit`() async throws {
        try await Self.withTable {
            $0.readers = 1
            // Time enough for the table to be made, on a busy machine too.
            $0.statementTimeout = 5
        } _: { database async throws in
            let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread {
                // The read only holds the connection.
                try? database.read { _ in
                    begun.signal()
                    mayEnd.wait()
                }
            }.start()
            begun.wait()
            let error = #expect(throws: StoreError.self) { try Self.sum(database) }
            #expect(error?.code == .busy)
            mayEnd.signal()
            #expect(try Self.sum(database) == 0)
            // A read within a read could only wait for itself.
            #expect(try database.read { _ in try Self.sum(database) } == 0)
        }
    }

    /// The connections that four readers at once use, some times over.
    private static func readers(
        _ rounds: Int, _ database: PostgresDatabase
    ) async throws -> Set<Int64> {
        var processes: Set<Int64> = []
        for _ in 0..<rounds {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try database.read { connection in
                            usleep(2_000)
                            return try own(connection)
                        }
                    }
                }
                for try await process in group { processes.insert(process) }
            }
        }
        return processes
    }

    @Test func `connections of readers are used again`() async throws {
        try await Self.withTable {
            $0.readers = 6
            $0.idleTime = 600
        } _: { database async throws in
            #expect(try await Self.readers(10, database).count <= 6)
        }
    }

    @Test func `connections of readers are closed when there are no reads`() async throws {
        try await Self.withTable {
            $0.readers = 6
            $0.idleReaders = 1
            $0.idleTime = 0.5
        } _: { database async throws in
            let processes = try await Self.readers(1, database)
            #expect(try await eventually { database.figures.readers == 1 })
            #expect(database.figures.idleReaders == 1)
            #expect(processes.contains(try database.read(Self.own)))
        }
    }

    /// A server that answers by TLS too, at a port that was free.
    private static func serverWithTLS() throws -> (PostgresServer, port: Int) {
        for _ in 0..<5 {
            let port = Int.random(in: 20_000..<30_000)
            if let server = try? PostgresServer(port: port) { return (server, port) }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test func `a connection by TLS carries as much as any`() async throws {
        let (server, port) = try Self.serverWithTLS()
        defer { server.stop() }
        let folder = try #require(server.folder)
        let place = "postgres://postgres@127.0.0.1:\(port)/postgres"
        #expect(throws: StoreError.self) {
            try PostgresDatabase(place + "?sslmode=disable")
        }
        let url = place + "?sslmode=verify-ca&sslrootcert=\(folder.path)/root.crt"
        let database = try PostgresDatabase(url)
        let isEncrypted = try database.read {
            try $0.first(
                """
                SELECT CAST(CAST(ssl AS int) AS bigint) FROM pg_catalog.pg_stat_ssl \
                WHERE pid = pg_backend_pid()
                """
            ) { $0.int(0) }
        }
        #expect(isEncrypted == 1)
        let store = try await SQLStore(database)
        let text = String(repeating: "é", count: 100_000)
        let records = (0..<50).map {
            Record("N", RecordID("r\($0)"), ["n": .int(Int64($0)), "t": .text(text)])
        }
        let result = try await store.save(SaveRequest(saving: records), in: .public)
        #expect(result.firstError == nil)
        let found = try await store.records(
            records.map(\.id), in: .public, desiredKeys: nil)
        #expect(found.count == 50 && found.values.allSatisfy { $0["t"] == .text(text) })
        try await store.close()
    }

    // MARK: Numbers

    @Test func `numbers of rows are never the same`() async throws {
        func micros() -> Int64 { Int64(Date().timeIntervalSinceReferenceDate * 1_000_000) }
        let start = micros()
        let numbers = await withTaskGroup(of: [Int64].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<20_000).compactMap { _ in PostgresDialect().newRowNumber() }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(numbers).count == 80_000)
        // Each is of a moment in which the numbers were drawn. A second on both sides is for
        // numbers that ran ahead of the clock, and for a clock that was set.
        let moments = (start - 1_000_000) << 12...(micros() + 1_000_000) << 12
        #expect(numbers.allSatisfy(moments.contains))
    }
}
#endif
