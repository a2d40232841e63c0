#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
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
    static func withTable(
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

    static func insert(_ number: Int64, _ connection: PostgresConnection) throws {
        try connection.run(insertion) { $0.bind(int: number, at: 0) }
    }

    static func sum(_ database: PostgresDatabase) throws -> Int64? {
        try database.read {
            try $0.first("SELECT CAST(coalesce(sum(a), 0) AS BIGINT) FROM t") { $0.int(0) }
        }
    }

    static func own(_ connection: PostgresConnection) throws -> Int64 {
        try connection.first("SELECT CAST(pg_backend_pid() AS BIGINT)") { $0.int(0) } ?? 0
    }

    /// Ends another connection, and waits until it has ended.
    static func end(_ process: Int64, _ database: PostgresDatabase) throws {
        try database.read {
            _ = try $0.all("SELECT pg_terminate_backend(CAST(\(process) AS INT), 60000)") {
                _ in
            }
        }
    }

    /// Waits on this thread until a trigger holds the other connection's commit back.
    static func waitForCommit(_ process: Int64, _ database: PostgresDatabase) throws {
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

    @Test func `an error of a lost connection has libpq's first line, or no words`() {
        #expect(PostgresErrors.lost("").engineMessage == nil)
        #expect(PostgresErrors.lost("refused\n\tby the server").engineMessage == "refused")
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

    @Test func `a statement that begins after its cancellation is cancelled again`() async throws {
        // Of its own, whose processes this test may stop.
        let server = try PostgresServer()
        let database = try PostgresDatabase(server.url)
        var process: pid_t = 0
        let error = #expect(throws: StoreError.self) {
            try TimeLimit.$current.withValue(TimeLimit(seconds: 0.2)) {
                try database.read { connection in
                    process = pid_t(try Self.own(connection))
                    kill(process, SIGSTOP)
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.6) { [process] in
                        kill(process, SIGCONT)
                    }
                    // Before the process goes on it is asked to end what it has not begun.
                    usleep(250_000)
                    _ = try connection.all("SELECT pg_sleep(600)") { _ in }
                }
            }
        }
        #expect(error?.code == .cancelled && error?.context["limit"] != nil)
        // The connection is as good as before.
        #expect(try database.read { pid_t(try Self.own($0)) } == process)
        try await database.close()
        server.stop()
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
