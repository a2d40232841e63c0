#if Postgres
import CPostgres
import Foundation
import RecordCore

/// Waiting for what the server answers.
extension PostgresPipeline {
    /// Waits until everything that was sent is answered, and throws the first failure.
    func settle() throws {
        for result in try answers() { PQclear(result) }
    }

    /// Waits for the answers if there are many.
    func settleIfFull() throws {
        if waiting.isFull { try settle() }
    }

    /// The result of the statement whose rows are wanted; the caller clears it.
    func answer() throws -> OpaquePointer {
        let results = try answers()
        for result in results.dropLast() { PQclear(result) }
        guard let last = results.last else { throw loss() }
        return last
    }

    /// Waits until everything that was sent is answered; gives the results that are wanted,
    /// which the caller clears, or throws the first failure.
    func answers() throws -> [OpaquePointer] {
        var results = early
        early = []
        guard !isBroken else {
            for result in results { PQclear(result) }
            throw loss()
        }
        var failure: (any Error)?
        var wait = Wait(patience + 5)
        do {
            try mark()
            guard !waiting.isEmpty else { return results }
            waits += 1
            observer?.wait()
            while let part = waiting.first {
                guard let result = try next(&wait) else { throw loss() }
                waiting.removeFirst()
                guard part.kind != .mark else {
                    defer { PQclear(result) }
                    try passMark(result)
                    continue
                }
                var isKept = false
                if let error = note(result, of: part) {
                    failure = failure ?? error
                } else if let check = part.check {
                    do {
                        try check(
                            PQntuples(result) > 0 ? PostgresRow(result: result, row: 0) : nil)
                    } catch {
                        // What comes after it rests on it.
                        failure = failure ?? error
                    }
                } else if part.interest == .rows {
                    results.append(result)
                    isKept = true
                }
                if !isKept { PQclear(result) }
                // Every statement's results end with none.
                while let more = try next(&wait) { PQclear(more) }
            }
            hasAnswered = true
        } catch {
            for result in results { PQclear(result) }
            // What the server said first says why.
            throw failure ?? error
        }
        guard let failure else { return results }
        for result in results { PQclear(result) }
        throw failure
    }

    /// Notes that everything before a mark has been answered.
    private func passMark(_ result: OpaquePointer) throws {
        guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else {
            let error = failure(result, "")
            isBroken = true
            throw error
        }
        // A commit that failed with what stood before it was undone.
        if !waiting.hasCommit { isOutcomeOpen = false }
    }

    /// Notes what a result means; gives the failure that is to be thrown.
    private func note(_ result: OpaquePointer, of part: PostgresQueue.Entry) -> (any Error)? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            if part.kind == .commit {
                isOutcomeOpen = false
                committed = PQcmdStatus(result).map { String(cString: $0) } == "COMMIT"
            }
            return nil
        case PGRES_PIPELINE_ABORTED:
            // What failed before it has been noted.
            part.entry?.isVoid = true
            return nil
        default:
            part.entry?.isVoid = true
            if part.kind == .commit { commitState = state(of: result, part.text) }
            let error = part.interest == .none ? nil : failure(result, part.text)
            return part.interest >= .failure ? error : nil
        }
    }

    /// How long an answer is waited for.
    private struct Wait {
        /// Seconds for which a server may be silent that was replaced.
        private static let silence = 5.0
        private let patience: Double
        /// When the server is believed to be gone, and when if another has taken its place.
        private var deadlines: (end: ContinuousClock.Instant, doubt: ContinuousClock.Instant)?
        private var cancelledAt: ContinuousClock.Instant?
        /// Whether the server was asked to end the statement.
        var isCancelled: Bool { cancelledAt != nil }
        /// Whether it is to be asked, for the first time or again: a cancellation that comes before
        /// the statement begins ends nothing.
        var isCancellationDue: Bool {
            cancelledAt.map { ContinuousClock.now > $0 + .milliseconds(500) } ?? true
        }

        init(_ patience: Double) { self.patience = patience }

        /// Whether the server is believed to be gone; the first time after an answer begins to wait.
        mutating func isOver(_ isReplaced: @autoclosure () -> Bool) -> Bool {
            let now = ContinuousClock.now
            guard let (end, doubt) = deadlines else {
                deadlines = (now + .seconds(patience), now + .seconds(Wait.silence))
                return false
            }
            return now > end || (now > doubt && isReplaced())
        }

        /// Waits again as long for the next answer; for the end of what was cancelled, as long in all.
        mutating func restart() {
            if !isCancelled { deadlines = nil }
        }

        /// A cancelled caller does not wait long for the end of its statement either.
        mutating func cancel() {
            let now = ContinuousClock.now
            let end = now + .seconds(Wait.silence)
            if !isCancelled { deadlines = (end, end) }
            cancelledAt = now
        }
    }

    /// The next result, once it is there.
    private func next(_ wait: inout Wait) throws -> OpaquePointer? {
        while true {
            let unsent = PQflush(handle)
            if unsent == 0, PQisBusy(handle) == 0 { break }
            var isOver = false
            var ready: Int32 = 0
            if PQstatus(handle) != CONNECTION_BAD {
                var poll = pollfd(
                    fd: socket, events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0)
                ready = Foundation.poll(&poll, 1, watch.pace)
                isOver = ready == 0 && wait.isOver(isReplaced)
            }
            let isLost = PQstatus(handle) == CONNECTION_BAD || unsent < 0
            if isLost || isOver || (ready > 0 && PQconsumeInput(handle) == 0) {
                // libpq keeps what the server said last; the result has it.
                if !isOver, PQisBusy(handle) == 0 { break }
                let error = loss()
                throw wait.isCancelled ? watch.error : error
            }
            if watch.ends, wait.isCancellationDue {
                // A cancellation that is still under way would end the next statement of the connection.
                guard cancel() else {
                    _ = loss()
                    throw watch.error
                }
                wait.cancel()
            }
        }
        wait.restart()
        return PQgetResult(handle)
    }

    /// Asks the server to end the statement; its result then says so.
    ///
    /// False where the server cannot be reached for the cancellation.
    private func cancel() -> Bool {
        guard let request = PQgetCancel(handle) else { return false }
        let isSent = DispatchSemaphore(value: 0)
        // Only the new thread touches it from here on. libpq waits there without a limit.
        nonisolated(unsafe) let handed = request
        Thread.detachNewThread {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(handed, &message, Int32(message.count))
            PQfreeCancel(handed)
            isSent.signal()
        }
        return isSent.wait(timeout: .now() + 2) == .success
    }

    // MARK: Failures

    /// Notes that the server is gone.
    func loss() -> any Error {
        guard handle != nil else { return NeedsTransaction() }
        isBroken = true
        if failedState == nil { failedState = "08006" }
        return PostgresErrors.lost(isClosed ? nil : lastMessage)
    }

    /// The SQLSTATE of a result that is a failure.
    static func state(of result: OpaquePointer) -> String? {
        // PG_DIAG_SQLSTATE
        PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    }

    private func state(of result: OpaquePointer, _ sql: String) -> String? {
        Self.state(of: result).map { PostgresErrors.state($0, of: sql) }
    }

    private func failure(_ result: OpaquePointer, _ sql: String) -> any Error {
        if PQstatus(handle) == CONNECTION_BAD { isBroken = true }
        guard let state = state(of: result, sql) else { return loss() }
        // What follows a failure in its transaction fails too, and says nothing.
        if state == "25P02", let reason { return reason }
        // One that a savepoint undid does not decide what becomes of a conflict after it.
        if outcome ?? .final == .final { failedState = state }
        let error = error(state, of: result, sql)
        reason = error
        return error
    }

    private func error(
        _ state: String, of result: OpaquePointer, _ sql: String
    ) -> StoreError {
        let message = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map {
            String(cString: $0)
        }
        guard state == PostgresErrors.cancelled else {
            return PostgresErrors.error(state, message: message, sql: sql)
        }
        if watch.ends { return watch.error }
        // The state of the time limit is that of pg_cancel_backend, too. Only the message tells them
        // apart; in another language than English it says itself which of them it was.
        guard let message, !message.contains("timeout") else {
            return StoreError(
                .cancelled, ["limit": "\(Int(patience.rounded(.up))) seconds"])
        }
        return PostgresErrors.error(state, message: message)
    }

    var lastMessage: String? {
        PQerrorMessage(handle).map { String(cString: $0) }
    }
}
#endif
