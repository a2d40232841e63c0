#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import Synchronization
import TestKit
import TestTime
import Testing

/// Reads that are answered together: each as if it had been alone.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Groups of reads` {
    private static let quotient = SQLTemplate(
        "SELECT 100 / CAST(\(SQLText.placeholder) AS BIGINT)", for: PostgresDialect())
    private static let nap = SQLTemplate(
        "SELECT pg_sleep(CAST(\(SQLText.placeholder) AS FLOAT8))", for: PostgresDialect())

    private static func divide(_ number: Int64, _ connection: PostgresConnection) throws -> Int64? {
        try connection.first(quotient, { $0.bind(int: number, at: 0) }) { $0.int(0) }
    }

    private static func sleep(_ seconds: Double, _ connection: PostgresConnection) throws {
        _ = try connection.first(nap, { $0.bind(double: seconds, at: 0) }) { _ in }
    }

    /// Holds the thread that sends a statement, and counts transactions.
    private final class Gate: Sendable {
        private let held = Mutex<SQLTemplate?>(nil)
        private let begins = Mutex(0)
        let reached = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)

        var transactions: Int { begins.withLock { $0 } }

        /// Holds the next one that sends a statement.
        func hold(_ template: SQLTemplate) { held.withLock { $0 = template } }

        func see(_ text: String) {
            if text.hasPrefix("BEGIN") { begins.withLock { $0 += 1 } }
            let isHeld = held.withLock { held in
                defer { if held?.text == text { held = nil } }
                return held?.text == text
            }
            guard isHeld else { return }
            reached.signal()
            mayGoOn.wait()
        }
    }

    /// A database with one group at a time, whose statements are known to be quick.
    private static func withDatabase(
        _ body: (PostgresDatabase, Gate) async throws -> Void
    ) async throws {
        var options = PostgresOptions()
        options.schema = "groups \(UUID().uuidString)"
        options.readers = 1
        // The reads wait for steps of the test, which take minutes while hundreds of tests begin.
        options.statementTimeout = 600
        let gate = Gate()
        let database = try PostgresDatabase(
            try #require(PostgresServer.shared).url, options: options,
            observer: PostgresObserver { gate.see($0.text) })
        for template in [quotient, nap] {
            let type = template === nap ? PostgresType.float8 : PostgresType.int8
            database.groups.quick.insert(.template(template), types: [type])
        }
        try await body(database, gate)
        try await database.close()
    }

    /// Reads on threads of their own; gives what becomes of each.
    private final class Reads: Sendable {
        private let outcomes = Mutex<[Int64: Result<Int64?, any Error>]>([:])
        private let count = Atomic<Int>(0)

        func begin(_ number: Int64, _ body: @escaping @Sendable () throws -> Int64?) {
            count.add(1, ordering: .relaxed)
            Thread { [self] in
                let outcome = Result { try body() }
                outcomes.withLock { $0[number] = outcome }
            }.start()
        }

        func hasEnded(_ number: Int64) -> Bool { outcomes.withLock { $0[number] != nil } }

        /// What became of them, once all have ended.
        func all() async throws -> [Int64: Result<Int64?, any Error>] {
            let count = count.load(ordering: .relaxed)
            #expect(try await eventually { outcomes.withLock { $0.count } == count })
            return outcomes.withLock { $0 }
        }

        func error(_ number: Int64) async throws -> StoreError? {
            guard case .failure(let error) = try await all()[number] else { return nil }
            return error as? StoreError
        }
    }

    /// Begins a read that is held while it is sent, and others that wait for it.
    private static func gather(
        _ numbers: ClosedRange<Int64>, _ database: PostgresDatabase, _ gate: Gate
    ) async throws -> Reads {
        let reads = Reads()
        gate.hold(quotient)
        for number in numbers {
            reads.begin(number) { try database.readTogether { try divide(number, $0) } }
            if number == numbers.lowerBound { gate.reached.wait() }
        }
        #expect(
            try await eventually { database.figures.waitingReads == numbers.count - 1 })
        return reads
    }

    /// Waits on this thread: a task that is suspended may come back after the end of a read's time, while
    /// hundreds of tests begin.
    private static func waitHere(for isSo: () -> Bool) -> Bool {
        for _ in 0..<10_000 where !isSo() { usleep(1000) }
        return isSo()
    }

    @Test func `what waits is asked in one transaction`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let before = gate.transactions
            let reads = try await Self.gather(1...9, database, gate)
            gate.mayGoOn.signal()
            for (number, outcome) in try await reads.all() {
                #expect(try outcome.get() == 100 / number)
            }
            #expect(gate.transactions - before == 2)
            #expect(database.figures.readers == 1 && database.figures.waitingReads == 0)
        }
    }

    @Test func `a read that fails fails alone`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let reads = try await Self.gather(-1...4, database, gate)
            gate.mayGoOn.signal()
            for (number, outcome) in try await reads.all() where number != 0 {
                #expect(try outcome.get() == 100 / number)
            }
            #expect(try await reads.error(0)?.context["state"] == "22012")
            #expect(try database.readTogether { try Self.divide(20, $0) } == 5)
        }
    }

    /// What was to be prepared behind a failure was not.
    @Test func `a read whose statement comes behind one that fails is answered alone`()
        async throws
    {
        try await Self.withDatabase { database, gate async throws in
            let successor = SQLTemplate(
                "SELECT CAST(\(SQLText.placeholder) AS BIGINT) + 1", for: PostgresDialect())
            database.groups.quick.insert(.template(successor), types: [PostgresType.int8])
            let reads = try await Self.gather(1...1, database, gate)
            reads.begin(0) { try database.readTogether { try Self.divide(0, $0) } }
            #expect(try await eventually { database.figures.waitingReads == 1 })
            reads.begin(2) {
                try database.readTogether { connection in
                    try connection.first(successor, { $0.bind(int: 2, at: 0) }) { $0.int(0) }
                }
            }
            #expect(try await eventually { database.figures.waitingReads == 2 })
            gate.mayGoOn.signal()
            #expect(try await reads.error(0)?.context["state"] == "22012")
            #expect(try await reads.all()[2]?.get() == 3)
        }
    }

    @Test func `reads begin again whose connection was lost`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let process = try database.read {
                try $0.first("SELECT CAST(pg_backend_pid() AS BIGINT)") { $0.int(0) } ?? 0
            }
            let reads = try await Self.gather(1...5, database, gate)
            let link = try PostgresPipeline(
                try #require(PostgresServer.shared).url, options: PostgresOptions())
            try link.execute("SELECT pg_terminate_backend(\(process), 60000)")
            link.close()
            gate.mayGoOn.signal()
            for (number, outcome) in try await reads.all() {
                #expect(try outcome.get() == 100 / number)
            }
        }
    }

    @Test func `a read whose time is over leaves, and those after it are answered`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let reads = try await Self.gather(1...3, database, gate)
            // One that waits behind the group.
            reads.begin(4) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 0.2)) {
                    try database.readTogether { try Self.divide(4, $0) }
                }
            }
            #expect(try await eventually { reads.hasEnded(4) })
            #expect(database.figures.waitingReads == 2)
            // One that would take long, in the midst of the next group.
            reads.begin(5) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 15)) {
                    try database.readTogether { connection in
                        try Self.sleep(600, connection)
                        return nil
                    }
                }
            }
            #expect(Self.waitHere { database.figures.waitingReads == 3 })
            reads.begin(6) { try database.readTogether { try Self.divide(6, $0) } }
            #expect(Self.waitHere { database.figures.waitingReads == 4 })
            gate.mayGoOn.signal()
            for (number, outcome) in try await reads.all() where ![4, 5].contains(number) {
                #expect(try outcome.get() == 100 / number)
            }
            for number in [4, 5] as [Int64] {
                #expect(try await reads.error(number)?.code == .cancelled)
            }
            #expect(try database.readTogether { try Self.divide(20, $0) } == 5)
        }
    }

    @Test func `a read whose time is over as its turn comes still leads`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let reads = try await Self.gather(1...1, database, gate)
            let limit = TimeLimit(seconds: 5)
            reads.begin(2) {
                try TimeLimit.$current.withValue(limit) {
                    try database.readTogether { try Self.divide(2, $0) }
                }
            }
            #expect(Self.waitHere { database.figures.waitingReads == 1 })
            // What it is to lead is sent by the thread of the first, which is held there.
            gate.hold(Self.quotient)
            gate.mayGoOn.signal()
            gate.reached.wait()
            #expect(Self.waitHere { limit.isOver })
            // Those that wait look at the clock ten times a second.
            usleep(500_000)
            gate.mayGoOn.signal()
            #expect(try await reads.all()[1]?.get() == 100)
            reads.begin(3) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 60)) {
                    try database.readTogether { try Self.divide(20, $0) }
                }
            }
            #expect(try await reads.all()[3]?.get() == 5)
        }
    }

    @Test func `closing ends reads that wait`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let reads = try await Self.gather(1...4, database, gate)
            database.closeNow()
            for number in 2...4 as ClosedRange<Int64> {
                #expect(
                    try await eventually { database.figures.waitingReads == 0 }, "\(number)")
            }
            gate.mayGoOn.signal()
            for number in 2...4 as ClosedRange<Int64> {
                #expect(try await reads.error(number)?.code == .cannotOpen)
            }
        }
    }

    @Test func `a read that asks again has one moment all the same`() async throws {
        try await Self.withDatabase { database, _ async throws in
            let statement = PostgresGroupedRead.Statement.template(Self.quotient)
            let tries = Tries()
            let found = try database.readTogether { connection in
                _ = tries.next()
                let first = try Self.divide(50, connection)
                let moment: SQLText = "SELECT CAST(extract(epoch FROM now()) * 1000000 AS BIGINT)"
                let moments = try [0, 1].map { _ in
                    try connection.first(moment) { $0.int(0) }
                }
                return (first, moments)
            }
            #expect(found.0 == 2 && found.1[0] == found.1[1])
            // First with others, then alone; the statement no longer counts as the only one of its read.
            #expect(tries.count == 2 && database.groups.quick.types(of: statement) == nil)
            // A read that takes long, where the cores are busy, is not noted; the next one is.
            #expect(
                try await eventually {
                    let result = try database.readTogether { try Self.divide(50, $0) }
                    return result == 2 && database.groups.quick.types(of: statement) != nil
                })
        }
    }

    @Test func `a read inside of another one does not wait for its connection`() async throws {
        try await Self.withDatabase { database, _ async throws in
            let inner = try database.read { _ in
                try database.readTogether { try Self.divide(4, $0) }
            }
            #expect(inner == 25)
            let outer = try database.readTogether { connection in
                let first = try Self.divide(10, connection) ?? 0
                return try first + database.read { try Self.divide(20, $0) ?? 0 }
            }
            #expect(outer == 15)
        }
    }

    /// Groups follow each other without an end; the readers of one connection take turns all the same.
    @Test func `a read of its own gets the connection that groups use`() async throws {
        try await Self.withDatabase { database, gate async throws in
            let isOver = Atomic<Bool>(false)
            let reads = try await Self.gather(1...6, database, gate)
            for number in 11...16 as ClosedRange<Int64> {
                reads.begin(number) {
                    while !isOver.load(ordering: .relaxed) {
                        _ = try database.readTogether { try Self.divide(number, $0) }
                    }
                    return number
                }
            }
            reads.begin(0) {
                defer { isOver.store(true, ordering: .relaxed) }
                for _ in 0..<5 { _ = try database.read { try Self.divide(1, $0) } }
                return 0
            }
            #expect(try await eventually { database.figures.waitingReads == 11 })
            gate.mayGoOn.signal()
            for outcome in try await reads.all().values { _ = try outcome.get() }
        }
    }

    @Test func `a read sees what was committed before it began`() async throws {
        try await Self.withDatabase { database, _ async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT)")
                try $0.run("INSERT INTO t VALUES (0)")
            }
            let sum = SQLTemplate("SELECT a FROM t", for: PostgresDialect())
            database.groups.quick.insert(.template(sum), types: [])
            @Sendable func read() throws -> Int64? {
                try database.readTogether { try $0.first(sum, { _ in }) { $0.int(0) } }
            }
            let isOver = Atomic<Bool>(false)
            let written = Atomic<Int>(0)
            let reads = Reads()
            for reader in 0..<6 as Range<Int64> {
                reads.begin(reader) {
                    var last: Int64 = 0
                    var count = 0
                    while !isOver.load(ordering: .relaxed) {
                        // Some during each write; where the writer waits for a core, no thousands.
                        if count >= 20 * (written.load(ordering: .relaxed) + 1) {
                            usleep(500)
                            continue
                        }
                        count += 1
                        let found = try read() ?? -1
                        #expect(found >= last)
                        last = found
                    }
                    return last
                }
            }
            for number in 1...200 as ClosedRange<Int64> {
                try await database.write(first: false) {
                    _ = try $0.run("UPDATE t SET a = \(number)")
                }
                #expect(try read() == number)
                written.store(Int(number), ordering: .relaxed)
            }
            isOver.store(true, ordering: .relaxed)
            _ = try await reads.all()
        }
    }
}
#endif
