import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Synchronization
import TestTime
import Testing

/// `SQLiteOptions.readers`: how many reads of a file are under way at the same time.
@Suite struct `Reader limit` {
    /// Reads in a thread of its own, until told to end; its result is the error, if any.
    private final class HeldRead: Sendable {
        let begun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        private let done = DispatchSemaphore(value: 0)
        private let error = Mutex<StoreError?>(nil)

        init(_ database: SQLiteDatabase) {
            Thread { [self] in
                do {
                    try database.read { connection in
                        _ = try connection.all("SELECT 1") { $0.int(0) }
                        begun.signal()
                        mayEnd.wait()
                    }
                } catch {
                    self.error.withLock { $0 = error as? StoreError }
                }
                done.signal()
            }.start()
        }

        /// The error of the read, once it has ended.
        func outcome() -> StoreError? {
            guard done.wait(timeout: .now() + 300) == .success else {
                return StoreError(.engine, engineMessage: "The read did not end.")
            }
            return error.withLock { $0 }
        }
    }

    private func options(_ readers: Int, wait: TimeInterval) -> SQLiteOptions {
        var options = SQLiteOptions()
        options.readers = readers
        options.busyTimeout = wait
        return options
    }

    @Test func `a read that finds all readers in use throws busy after the time limit`()
        async throws
    {
        try await `SQLite engine`.withDatabase(options(2, wait: 0.4)) { database in
            let held = [HeldRead(database), HeldRead(database)]
            for read in held { read.begun.wait() }
            let start = ContinuousClock.now
            let late = HeldRead(database)
            let error = late.outcome()
            #expect(ContinuousClock.now - start >= .seconds(0.4))
            #expect(error?.code == .busy)
            #expect(error?.engineMessage?.contains("0.4 seconds") == true)
            for read in held { read.mayEnd.signal() }
            #expect(held.allSatisfy { $0.outcome() == nil })
            // The slots of both are free again, and the one that gave up has none.
            let again = [HeldRead(database), HeldRead(database)]
            for read in again { #expect(read.begun.wait(timeout: .now() + 120) == .success) }
            for read in again { read.mayEnd.signal() }
            #expect(again.allSatisfy { $0.outcome() == nil })
        }
    }

    @Test func `a read that waits begins when another one ends`() async throws {
        try await `SQLite engine`.withDatabase(options(1, wait: 120)) { database in
            let first = HeldRead(database)
            first.begun.wait()
            let second = HeldRead(database)
            #expect(second.begun.wait(timeout: .now() + 0.3) == .timedOut)
            first.mayEnd.signal()
            #expect(second.begun.wait(timeout: .now() + 120) == .success)
            second.mayEnd.signal()
            #expect(first.outcome() == nil && second.outcome() == nil)
        }
    }

    /// A read that comes later takes a free slot, at most so often.
    @Test func `reads that come later begin before one that waits sixteen times at most`()
        async throws
    {
        let slots = ReaderSlots(limit: 1, patience: 120, closedError: StoreError(.cannotOpen))
        // Numbers of readers, as addresses of threads are.
        let (early, late) = (UInt(1), UInt(3))
        let laterReads = Atomic<Int>(0)
        let before = Atomic<Int>(-1)
        try slots.enter(early)
        Thread {
            try? slots.enter(late)
            before.store(laterReads.load(ordering: .relaxed), ordering: .relaxed)
            slots.leave(late)
        }.start()
        #expect(try await eventually { slots.isWaitedFor })
        for number in 1...1_000 {
            slots.leave(early)
            try slots.enter(early)
            laterReads.store(number, ordering: .relaxed)
        }
        slots.leave(early)
        #expect(try await eventually { before.load(ordering: .relaxed) >= 0 })
        #expect(before.load(ordering: .relaxed) <= 16)
    }

    @Test func `a read inside a read of the same thread does not wait`() async throws {
        try await `SQLite engine`.withDatabase(options(1, wait: 0.2)) { database in
            let rows = try database.read { outer in
                try database.read { inner in
                    try outer.all("SELECT 1") { $0.int(0) } + inner.all("SELECT 2") { $0.int(0) }
                }
            }
            #expect(rows == [1, 2])
            // Both slots are free, also for another thread.
            let after = HeldRead(database)
            after.mayEnd.signal()
            #expect(after.outcome() == nil)
        }
    }

    @Test func `a read at once is not begun where it would wait`() async throws {
        try await `SQLite engine`.withDatabase(options(1, wait: 120)) { database in
            func one() throws -> [Int64]? {
                try database.readAtOnce { try $0.all("SELECT 1") { $0.int(0) } }
            }
            #expect(try one() == [1])
            let first = HeldRead(database)
            first.begun.wait()
            let start = ContinuousClock.now
            #expect(try one() == nil)
            #expect(ContinuousClock.now - start < .seconds(60))
            first.mayEnd.signal()
            #expect(first.outcome() == nil)
            #expect(throws: StoreError.self) {
                try database.readAtOnce { _ in throw StoreError(.corrupt) }
            }
            // The slot is free again each time.
            #expect(try one() == [1])
            try await database.close()
            #expect(try one() == nil)
        }
    }

    @Test func `closing ends a read that waits`() async throws {
        try await `SQLite engine`.withDatabase(options(1, wait: 120)) { database in
            let first = HeldRead(database)
            first.begun.wait()
            let second = HeldRead(database)
            #expect(second.begun.wait(timeout: .now() + 0.3) == .timedOut)
            try await database.close()
            #expect(second.outcome()?.code == .cannotOpen)
            // One that begins after the close does not wait.
            let start = ContinuousClock.now
            #expect(HeldRead(database).outcome()?.code == .cannotOpen)
            #expect(ContinuousClock.now - start < .seconds(60))
            first.mayEnd.signal()
            #expect(first.outcome() == nil)
        }
    }

    @Test func `a request whose time is over stops waiting`() async throws {
        try await `SQLite engine`.withDatabase(options(1, wait: 120)) { database in
            let first = HeldRead(database)
            first.begun.wait()
            let error = #expect(throws: StoreError.self) {
                try TimeLimit.$current.withValue(TimeLimit(seconds: 0.2)) {
                    try database.read { _ in }
                }
            }
            #expect(error?.code == .cancelled)
            first.mayEnd.signal()
            #expect(first.outcome() == nil)
        }
    }
}
