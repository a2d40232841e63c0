#if Postgres
import Foundation
import RecordCore

/// Threads that own a connection each and do the writes that wait, every one in a transaction
/// of its own.
///
/// A write that fails to serialize runs again from its beginning. So does one that was lost with
/// its connection before its commit was sent; later the outcome is unknown, and the error says so.
final class PostgresWriters: @unchecked Sendable {
    // Unchecked: what changes is touched under `condition` only.

    /// A write that waits for its turn.
    final class Job: @unchecked Sendable {
        // Unchecked: handed from the thread that asks to a writer, never shared.
        let run: (PostgresConnection) throws -> Void
        let finish: ((any Error)?) -> Void

        init(
            run: @escaping (PostgresConnection) throws -> Void,
            finish: @escaping ((any Error)?) -> Void
        ) {
            self.run = run
            self.finish = finish
        }
    }

    private let connector: PostgresConnector
    private let condition = NSCondition()
    private var queue: [Job] = []
    private var isClosing = false
    private var threads = 0
    private var closed: [CheckedContinuation<Void, Never>] = []

    init(_ connector: PostgresConnector) {
        self.connector = connector
        threads = max(1, connector.options.writers)
        for _ in 0..<threads {
            // The threads keep the writers alive until ``stop()``.
            let thread = Thread { [self] in work() }
            thread.name = "quarry.writer"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Has a write done; refused after ``stop()``.
    func submit(_ job: Job) {
        let isRefused = condition.withLock {
            guard !isClosing else { return true }
            queue.append(job)
            condition.signal()
            return false
        }
        if isRefused { job.finish(PostgresDatabase.closedError) }
    }

    /// How many writes wait for a connection.
    var waiting: Int { condition.withLock { queue.count } }

    /// Waits until every write is done, then ends the threads and their connections.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isDone = condition.withLock {
                isClosing = true
                condition.broadcast()
                if threads > 0 { closed.append(continuation) }
                return threads == 0
            }
            if isDone { continuation.resume() }
        }
    }

    /// Tells the threads to end when their work is done, without waiting.
    func stopSoon() {
        condition.withLock {
            isClosing = true
            condition.broadcast()
        }
    }

    private func work() {
        var connection: PostgresConnection?
        var isOver = false
        while !isOver {
            switch next(isConnected: connection != nil) {
            case .write(let job):
                job.finish(PostgresWriters.perform(job.run, by: connector, &connection))
            case .rest:
                connection?.link.close()
                connection = nil
            case .end: isOver = true
            }
        }
        connection?.link.close()
        let waiting = condition.withLock {
            threads -= 1
            guard threads == 0 else { return [] as [CheckedContinuation<Void, Never>] }
            defer { closed = [] }
            return closed
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What a thread does next.
    private enum Step {
        case write(Job)
        /// Nothing to write: the connection is closed.
        case rest
        case end
    }

    private func next(isConnected: Bool) -> Step {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: connector.options.idleTime)
            while queue.isEmpty, !isClosing {
                guard isConnected else {
                    condition.wait()
                    continue
                }
                if !condition.wait(until: end), queue.isEmpty, !isClosing { return .rest }
            }
            return queue.isEmpty ? .end : .write(queue.removeFirst())
        }
    }

    // MARK: Transactions

    /// Does a write as often as it takes; gives why it could not be done.
    ///
    /// - Parameters:
    ///   - isDurable: Whether the commit waits for the disk.
    ///   - connection: What does it; another one afterwards where it was lost.
    static func perform(
        _ run: (PostgresConnection) throws -> Void, isDurable: Bool = true,
        by connector: PostgresConnector, _ connection: inout PostgresConnection?
    ) -> (any Error)? {
        // The deadline for reconnecting, from when the first connection was lost.
        var end: ContinuousClock.Instant?
        var (attempt, refusals) = (0, 0)
        while true {
            let current: PostgresConnection
            do {
                current =
                    try connection
                    ?? connector.reconnect(
                        until: end ?? connector.deadline)
                connection = current
            } catch { return error }
            let outcome = connector.limiter.pass(alone: attempt >= mostTogether) {
                self.attempt(run, isDurable: isDurable, on: current) {
                    attempt + 1 < $0.attempts(connector.options)
                }
            }
            switch outcome {
            case .done: return nil
            case .failed(let error): return error
            case .lost(let error, let isFinal):
                connection = nil
                if current.link.failedState == PostgresErrors.readOnly {
                    // Its address may lead to another server by now. Where one was lost, a standby
                    // is about to take its place; else the second that only reads is as it is to be.
                    refusals += 1
                    guard end != nil || refusals == 1 else { return error }
                    pause(refusals)
                } else {
                    end = end ?? connector.deadline
                }
                if isFinal { return error }
                if let end, ContinuousClock.now >= end { return error }
            case .again:
                attempt += 1
                if attempt > 3 { current.forgetStatements() }
                pause(attempt)
            }
        }
    }

    /// What became of an attempt.
    private enum Outcome {
        case done
        case failed(any Error)
        /// The connection is gone; where that is final, the outcome of the write is unknown.
        case lost(any Error, isFinal: Bool)
        /// Nothing: others were in the way.
        case again
    }

    private static func attempt(
        _ run: (PostgresConnection) throws -> Void, isDurable: Bool,
        on connection: PostgresConnection, mayGoOn: (PostgresErrors.Outcome) -> Bool
    ) -> Outcome {
        do {
            try connection.begin(isReading: false, isDurable: isDurable)
            try run(connection)
            try connection.prepareToCommit()
            // A failure that was passed over may have come from others in the way.
            if let outcome = connection.link.outcome, mayGoOn(outcome) {
                connection.rollBack()
                return .again
            }
            try connection.commit()
            return .done
        } catch {
            let outcome = connection.link.outcome ?? .final
            guard connection.link.isBroken || outcome == .lost else {
                connection.rollBack()
                return mayGoOn(outcome) ? .again : .failed(error)
            }
            let isOutcomeOpen = connection.link.isOutcomeOpen
            connection.link.close()
            guard isOutcomeOpen else { return .lost(error, isFinal: false) }
            let message = (error as? StoreError)?.engineMessage
            return .lost(
                StoreError(.outcomeUnknown, engineMessage: message), isFinal: true)
        }
    }

    /// After so many attempts a write runs exclusively.
    private static let mostTogether = 5

    /// Lets others finish; longer each time, and not all for the same time.
    private static func pause(_ attempt: Int) {
        usleep(UInt32.random(in: 0...UInt32(min(200, 1 << min(attempt, 8)) * 1_000)))
    }
}
#endif
