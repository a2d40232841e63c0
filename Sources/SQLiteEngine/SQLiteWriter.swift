import Foundation
import RecordCore

/// A thread that owns the writing connection and commits waiting writes together.
///
/// While one commit waits for the disk, the next writes gather; they then share one commit.
/// Each is a savepoint of its own: what throws is undone alone.
final class SQLiteWriter: @unchecked Sendable {
    // Unchecked: `queue` and `state` are only touched under `condition`; the connection belongs
    // to the thread, or to whoever holds `exclusion`.

    /// A write that waits for its turn.
    final class Job: @unchecked Sendable {
        // Unchecked: handed from the thread that asks to the writer, never shared.
        let isFirst: Bool
        let run: (SQLiteConnection) throws -> Void
        let finish: ((any Error)?) -> Void
        var failure: (any Error)?

        init(
            isFirst: Bool, run: @escaping (SQLiteConnection) throws -> Void,
            finish: @escaping ((any Error)?) -> Void
        ) {
            self.isFirst = isFirst
            self.run = run
            self.finish = finish
        }
    }

    private let connection: SQLiteConnection
    private let condition = NSCondition()
    /// Taken while the connection is in use; only contended when readers share it.
    private let exclusion: NSLock
    private let writesPerCommit: Int
    /// Who keeps the log short; nil where there is none.
    private let checkpointer: SQLiteCheckpointer?
    private var queue: [Job] = []
    private var isClosing = false
    private var closed: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    init(
        _ connection: SQLiteConnection, exclusion: NSLock, writesPerCommit: Int,
        _ checkpointer: SQLiteCheckpointer? = nil
    ) {
        self.connection = connection
        self.checkpointer = checkpointer
        self.exclusion = exclusion
        self.writesPerCommit = max(1, writesPerCommit)
        // The thread keeps the writer alive until it is told to stop.
        let thread = Thread { [self] in work() }
        thread.name = "quarry.writer"
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Has a write done; refused after ``stop()``.
    func submit(_ job: Job) {
        condition.lock()
        let isRefused = isClosing
        if !isRefused {
            queue.append(job)
            condition.signal()
        }
        condition.unlock()
        if isRefused { job.finish(SQLiteDatabase.closedError) }
    }

    /// Runs a write on the calling thread, in a transaction of its own.
    func performNow<T>(
        isDurable: Bool, synchronous: String, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        exclusion.lock()
        defer { exclusion.unlock() }
        guard !connection.isClosed else { throw SQLiteDatabase.closedError }
        if !isDurable { try connection.execute("PRAGMA synchronous = NORMAL") }
        defer {
            // It fails only where the connection is of no use any more.
            if !isDurable { try? connection.execute("PRAGMA synchronous = \(synchronous)") }
        }
        try connection.begin()
        let result: T
        do {
            result = try body(connection)
        } catch {
            connection.rollBack()
            throw error
        }
        try connection.commit()
        checkpointer?.tend(connection)
        return result
    }

    /// Closes the connection on the calling thread and tells the writer's to end.
    func closeNow() {
        exclusion.withLock { closeConnection() }
        stopSoon()
    }

    /// Waits until every write is done, then ends the thread and closes the connection.
    func stop() async {
        await withCheckedContinuation { continuation in
            condition.lock()
            isClosing = true
            let isDone = isClosed
            if !isDone { closed.append(continuation) }
            condition.signal()
            condition.unlock()
            if isDone { continuation.resume() }
        }
    }

    /// Tells the thread to end when its work is done, without waiting.
    func stopSoon() {
        condition.lock()
        isClosing = true
        condition.signal()
        condition.unlock()
    }

    private func work() {
        while true {
            condition.lock()
            while queue.isEmpty && !isClosing { condition.wait() }
            if queue.isEmpty {
                condition.unlock()
                break
            }
            let jobs = Array(queue.prefix(writesPerCommit))
            queue.removeFirst(jobs.count)
            condition.unlock()
            exclusion.withLock { perform(jobs) }
            for job in jobs { job.finish(job.failure) }
            if let checkpointer {
                // Nobody waits for what is durable already.
                exclusion.withLock { if !connection.isClosed { checkpointer.tend(connection) } }
            }
        }
        exclusion.withLock { closeConnection() }
        condition.lock()
        isClosed = true
        let waiting = closed
        closed = []
        condition.unlock()
        for continuation in waiting { continuation.resume() }
    }

    /// The writer's connection goes last, so that its closing folds the log into the file.
    private func closeConnection() {
        checkpointer?.close()
        connection.close()
    }

    /// Runs writes in one transaction; the ones that must come first, first.
    private func perform(_ jobs: [Job]) {
        if jobs.isEmpty { return }
        let jobs = jobs.filter(\.isFirst) + jobs.filter { !$0.isFirst }
        // Seldom does one throw. Savepoints, which copy every page that is touched, are for when
        // one did. Those that come first remove files, which must not be done twice.
        let isPlain = jobs.count > 1 && !jobs.contains(where: \.isFirst)
        if !isPlain || !performPlainly(jobs) { performApart(jobs) }
    }

    /// Runs writes in one transaction as if they were one; false when one threw, and all are
    /// undone.
    private func performPlainly(_ jobs: [Job]) -> Bool {
        do {
            try connection.begin()
            for job in jobs { try job.run(connection) }
        } catch {
            connection.rollBack()
            return false
        }
        commit(jobs)
        return true
    }

    private func commit(_ jobs: [Job]) {
        do {
            try connection.commit()
        } catch {
            for job in jobs where job.failure == nil { job.failure = error }
        }
    }

    /// Runs writes in one transaction, each so that it can be undone alone.
    private func performApart(_ jobs: [Job]) {
        if jobs.isEmpty { return }
        do {
            try connection.begin()
        } catch {
            for job in jobs { job.failure = error }
            return
        }
        for (index, job) in jobs.enumerated() {
            do {
                if index == 0 {
                    // Nothing stands before it that a savepoint would keep.
                    try job.run(connection)
                } else {
                    try connection.attempt { try job.run(connection) }
                }
            } catch {
                job.failure = error
                if index == 0 {
                    connection.rollBack()
                    performApart(Array(jobs.dropFirst()))
                    return
                }
                if !connection.isInTransaction {
                    // The engine gave up on the whole transaction: the others begin again, each
                    // by itself.
                    connection.rollBack()
                    for (other, job) in jobs.enumerated() where other != index {
                        if other < index && job.failure != nil { continue }
                        performApart([job])
                    }
                    return
                }
            }
        }
        commit(jobs)
    }
}
