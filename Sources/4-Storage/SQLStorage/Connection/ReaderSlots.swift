import Dispatch
package import Foundation
package import RecordCore
import Synchronization

/// The reads of a database that are under way, at most so many at a time, and those that wait.
///
/// Waiting reads begin in the order in which they came. A read inside a read of the same thread
/// never waits, since the outer one could not end before it.
package final class ReaderSlots: Sendable {
    /// A read that waits on its thread.
    private final class Waiter: Sendable {
        let thread: UInt
        /// Signalled when the read may begin, and when the database is closed.
        let turn = DispatchSemaphore(value: 0)

        init(thread: UInt) { self.thread = thread }
    }

    private struct State {
        /// The thread of each read under way.
        var threads: [UInt] = []
        var waiting: [Waiter] = []
        var isClosed = false

        /// Begins a read of a thread where there is a slot for it; false where there is none.
        mutating func begin(_ thread: UInt, limit: Int) -> Bool {
            guard threads.count < limit || threads.contains(thread) else { return false }
            threads.append(thread)
            return true
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let patience: TimeInterval
    private let closedError: StoreError

    /// Slots for the reads of a database.
    ///
    /// - Parameters:
    ///   - limit: Reads at the same time; at least one.
    ///   - patience: Seconds that a read waits; a day at most.
    ///   - closedError: What reads get after ``close()``.
    package init(limit: Int, patience: TimeInterval, closedError: StoreError) {
        self.limit = max(1, limit)
        // So that no number of seconds overflows.
        self.patience = patience.isNaN ? 0 : min(max(0, patience), 86_400)
        self.closedError = closedError
    }

    /// The thread that asks.
    package static var thread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Begins a read on the calling thread; waits until there is a slot.
    ///
    /// - Throws: `busy` where there is none for as long as a read waits, `cancelled` where the
    ///   request is over before.
    package func enter() throws {
        let thread = ReaderSlots.thread
        let waiter: Waiter? = try state.withLock { state in
            guard !state.isClosed else { throw closedError }
            if state.begin(thread, limit: limit) { return nil }
            let waiter = Waiter(thread: thread)
            state.waiting.append(waiter)
            return waiter
        }
        guard let waiter else { return }
        do {
            try wait(waiter)
        } catch {
            if !cancel(waiter) { leave() }
            throw error
        }
    }

    /// Begins a read on the calling thread without waiting; false where there is no slot.
    package func enterAtOnce() -> Bool {
        let thread = ReaderSlots.thread
        return state.withLock { !$0.isClosed && $0.begin(thread, limit: limit) }
    }

    private func wait(_ waiter: Waiter) throws {
        let end = ContinuousClock.now + .seconds(patience)
        // In short waits, between which the request may be cancelled.
        while waiter.turn.wait(timeout: .now() + 0.1) == .timedOut {
            if let limit = TimeLimit.current {
                if limit.isOver { throw limit.error }
                if Task.isCancelled { throw StoreError(.cancelled) }
            }
            guard ContinuousClock.now < end else {
                throw StoreError(
                    .busy,
                    engineMessage: "All readers of the database were in use for "
                        + "\(patience) seconds.")
            }
        }
        if state.withLock({ $0.isClosed }) { throw closedError }
    }

    /// Takes a read that gives up out of the queue; false where it may begin by now.
    private func cancel(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === waiter }) else {
                return false
            }
            state.waiting.remove(at: index)
            return true
        }
    }

    /// Ends a read of the calling thread, and lets the next one begin.
    package func leave() {
        let thread = ReaderSlots.thread
        state.withLock { state in
            if let index = state.threads.lastIndex(of: thread) { state.threads.remove(at: index) }
            guard state.threads.count < limit, !state.waiting.isEmpty else { return }
            let next = state.waiting.removeFirst()
            state.threads.append(next.thread)
            next.turn.signal()
        }
    }

    /// Ends the reads that wait, and those that would begin, with the error of a closed database.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            for waiter in state.waiting { waiter.turn.signal() }
        }
    }
}
