import Foundation

/// A thread that owns the writing connection and commits waiting writes together.
///
/// While one commit waits for the disk, the next writes gather; they then share one commit.
/// Each is a savepoint of its own: what throws is undone alone.
///
/// With an ``Idling`` the thread ends, and the connection is closed, when nothing is written or
/// read for a while; the next write starts a thread, which opens the connection.
final class SQLiteWriter: @unchecked Sendable {
    // Unchecked: `queue` and the flags are only touched under `condition`; the connection and
    // `isFinished` only by the holder of `exclusion`.

    /// When the thread ends and what is closed with it.
    struct Idling {
        /// Seconds without a write after which ``close`` is called.
        var seconds: TimeInterval
        /// Closes the readers' connections; false where one was used since the last call.
        ///
        /// The argument says to close them even so.
        var close: (_ always: Bool) -> Bool
        /// Opens the writing connection again; nil where it stays open.
        var open: (() throws -> SQLiteConnection)?
    }

    /// A write that waits for its turn.
    final class Job: @unchecked Sendable {
        // Unchecked: handed from the thread that asks to the writer, never shared.
        let isFirst: Bool
        let run: (SQLiteConnection) throws -> Void
        /// Nil where no caller waits for the end.
        let finish: (((any Error)?) -> Void)?
        var failure: (any Error)?

        init(
            isFirst: Bool, run: @escaping (SQLiteConnection) throws -> Void,
            finish: (((any Error)?) -> Void)?
        ) {
            self.isFirst = isFirst
            self.run = { connection in
                connection.forgetRemembered()
                try run(connection)
            }
            self.finish = finish
        }
    }

    /// Nil while it is closed for idleness, and after the end.
    private var connection: SQLiteConnection?
    private var isFinished = false
    private let idling: Idling?
    private let condition = NSCondition()
    /// Taken while the connection is in use; only contended when readers share it.
    private let exclusion: NSLock
    private let writesPerCommit: Int
    private let clock: BusyClock
    /// Keeps the log short; nil where there is no log.
    private let checkpointer: SQLiteCheckpointer?
    private var queue: [Job] = []
    /// Whether a caller waits for the writes that are done now.
    private var isAwaited = false
    private var isClosing = false {
        didSet { clock.hurry(isClosing && !isAwaited) }
    }
    private var closed: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false
    /// Whether the thread runs; it ends when the database is idle.
    private var hasThread = false
    /// Whether the next idle moment ends the thread.
    private var suspendsSoon = false

    init(
        _ connection: SQLiteConnection, exclusion: NSLock, writesPerCommit: Int,
        _ clock: BusyClock, _ checkpointer: SQLiteCheckpointer? = nil, idling: Idling? = nil
    ) {
        self.connection = connection
        self.clock = clock
        self.checkpointer = checkpointer
        self.exclusion = exclusion
        self.idling = idling
        self.writesPerCommit = max(1, writesPerCommit)
        condition.withLock { startThread() }
    }

    /// Starts the thread where it does not run; call it under `condition`.
    private func startThread() {
        guard !hasThread else { return }
        hasThread = true
        // The thread keeps the writer alive until it ends.
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
            startThread()
            condition.signal()
        }
        condition.unlock()
        if isRefused { job.finish?(SQLiteDatabase.closedError) }
    }

    // MARK: Idleness

    /// Whether the thread has ended for idleness.
    var isSuspended: Bool { condition.withLock { !hasThread && !isClosing } }

    /// Has a thread look for the end of what is read, where none runs.
    func resume() {
        condition.withLock { if !isClosing { startThread() } }
    }

    /// Ends the thread as soon as no write waits, without waiting for that.
    func suspend() {
        guard idling != nil else { return }
        condition.withLock {
            guard hasThread, !isClosing else { return }
            suspendsSoon = true
            condition.signal()
        }
    }

    /// Waits for writes; none where the writer is to close, nil where another thread has its work
    /// or none is needed.
    private func nextJobs() -> [Job]? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            while queue.isEmpty && !isClosing && !suspendsSoon {
                guard let idling else {
                    condition.wait()
                    continue
                }
                if !condition.wait(until: Date(timeIntervalSinceNow: idling.seconds)) { break }
            }
            guard queue.isEmpty, !isClosing, let idling else {
                let jobs = Array(queue.prefix(writesPerCommit))
                queue.removeFirst(jobs.count)
                isAwaited = jobs.contains { $0.finish != nil }
                clock.hurry(isClosing && !isAwaited)
                return jobs
            }
            let always = suspendsSoon
            suspendsSoon = false
            // From here a write or a read starts another thread. Closing takes time, in which
            // nothing that submits should wait.
            hasThread = false
            condition.unlock()
            let isIdle = idling.close(always)
            if isIdle, idling.open != nil { suspendConnection() }
            condition.lock()
            // Another thread runs by now, or none is needed.
            if isIdle || hasThread { return nil }
            hasThread = true
        }
    }

    /// Closes the connection unless another thread has begun to use it.
    private func suspendConnection() {
        exclusion.withLock {
            guard !isFinished, condition.withLock({ !hasThread && !isClosing }) else { return }
            checkpointer?.suspend()
            connection?.close()
            connection = nil
        }
    }

    /// The connection, opened again where it was closed for idleness; call it under `exclusion`.
    private func openConnection() throws -> SQLiteConnection {
        guard !isFinished else { throw SQLiteDatabase.closedError }
        if let connection { return connection }
        guard let open = idling?.open else { throw SQLiteDatabase.closedError }
        let opened = try open()
        connection = opened
        // A write on the calling thread: the writer's closes the connection when it is idle again.
        resume()
        return opened
    }

    /// Runs a write on the calling thread, in a transaction of its own.
    func performNow<T>(
        isDurable: Bool, synchronous: String, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        exclusion.lock()
        defer { exclusion.unlock() }
        let connection = try openConnection()
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
            if !isDone {
                closed.append(continuation)
                startThread()
            }
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
            guard let jobs = nextJobs() else { return }
            if jobs.isEmpty { break }
            exclusion.withLock { perform(jobs) }
            for job in jobs { job.finish?(job.failure) }
            if let checkpointer {
                // No caller waits for this: the commits are durable already.
                exclusion.withLock {
                    if let connection, !isFinished { checkpointer.tend(connection) }
                }
            }
        }
        exclusion.withLock { closeConnection() }
        condition.lock()
        isClosed = true
        hasThread = false
        let waiting = closed
        closed = []
        condition.unlock()
        for continuation in waiting { continuation.resume() }
    }

    /// The writer's connection goes last, so that its closing folds the log into the file.
    private func closeConnection() {
        isFinished = true
        checkpointer?.close()
        connection?.close()
        connection = nil
    }

    /// Runs writes in one transaction; the ones that must come first, first.
    private func perform(_ jobs: [Job]) {
        if jobs.isEmpty { return }
        let connection: SQLiteConnection
        do {
            connection = try openConnection()
        } catch {
            for job in jobs { job.failure = error }
            return
        }
        let jobs = jobs.filter(\.isFirst) + jobs.filter { !$0.isFirst }
        // Seldom does one throw. Savepoints, which copy every page that is touched, are for when
        // one did. Those that come first remove files, which must not be done twice.
        let isPlain = jobs.count > 1 && !jobs.contains(where: \.isFirst)
        if !isPlain || !performPlainly(jobs, connection) { performApart(jobs, connection) }
    }

    /// Runs writes in one transaction as if they were one; false when one threw, and all are
    /// undone.
    private func performPlainly(_ jobs: [Job], _ connection: SQLiteConnection) -> Bool {
        do {
            try connection.begin()
        } catch {
            // None of them waits once more for another process that writes.
            for job in jobs { job.failure = error }
            return true
        }
        do {
            for job in jobs { try job.run(connection) }
        } catch {
            connection.rollBack()
            return false
        }
        commit(jobs, connection)
        return true
    }

    private func commit(_ jobs: [Job], _ connection: SQLiteConnection) {
        do {
            try connection.commit()
        } catch {
            for job in jobs where job.failure == nil { job.failure = error }
        }
    }

    /// Runs writes in one transaction, each so that it can be undone alone.
    private func performApart(_ jobs: [Job], _ connection: SQLiteConnection) {
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
                    performApart(Array(jobs.dropFirst()), connection)
                    return
                }
                if !connection.isInTransaction {
                    // The engine gave up on the whole transaction: the others begin again, each
                    // by itself.
                    connection.rollBack()
                    for (other, job) in jobs.enumerated() where other != index {
                        if other < index && job.failure != nil { continue }
                        performApart([job], connection)
                    }
                    return
                }
            }
        }
        commit(jobs, connection)
    }
}
