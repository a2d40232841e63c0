import Dispatch
package import Foundation
package import RecordCore
import Synchronization

/// The reads of a database that are under way, at most so many at a time, and those that wait.
///
/// Waiting reads begin in the order in which they came. A read that finds a free slot begins before
/// them, some times in a row at most: otherwise the slot would be idle until the thread runs that
/// waits. A read inside a read of the same thread never waits, since the outer one could not end
/// before it.
package final class ReaderSlots: Sendable {
    /// A read that waits on its thread.
    private final class Waiter: Sendable {
        let thread: UInt
        /// Signalled when there may be a slot, and when the database is closed.
        let turn = DispatchSemaphore(value: 0)

        init(thread: UInt) { self.thread = thread }
    }

    private struct State {
        /// The thread of each read under way.
        var threads: [UInt] = []
        var waiting: [Waiter] = []
        /// Reads that began, one after the other, before the first that waits.
        var overtaking = 0
        var isClosed = false

        /// Begins a read of a thread where there is a slot for it; false where there is none.
        mutating func begin(_ thread: UInt, limit: Int) -> Bool {
            if !threads.contains(thread) {
                guard threads.count < limit else { return false }
                guard waiting.isEmpty || overtaking < ReaderSlots.mostOvertaking else {
                    return false
                }
                if !waiting.isEmpty { overtaking += 1 }
            }
            threads.append(thread)
            return true
        }

        /// Begins a read that waits where there is a slot and it is the first; false otherwise.
        mutating func begin(_ waiter: Waiter, limit: Int) -> Bool {
            guard threads.count < limit, waiting.first === waiter else { return false }
            waiting.removeFirst()
            overtaking = 0
            threads.append(waiter.thread)
            wakeFirst(limit: limit)
            return true
        }

        /// Wakes the first read that waits where there is a slot.
        func wakeFirst(limit: Int) {
            if threads.count < limit { waiting.first?.turn.signal() }
        }
    }

    /// Reads that may begin, one after the other, before one that waits.
    private static let mostOvertaking = 16

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

    /// Whether reads wait.
    package var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Whether the calling thread reads.
    package var isReading: Bool {
        let thread = ReaderSlots.thread
        return state.withLock { $0.threads.contains(thread) }
    }

    /// Begins a read on the calling thread, or under another number; waits until there is a slot.
    ///
    /// - Throws: `busy` where there is none for as long as a read waits, `cancelled` where the
    ///   request is over before.
    package func enter(_ thread: UInt = ReaderSlots.thread) throws {
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
            giveUp(waiter)
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
        while true {
            // In short waits, between which the request may be cancelled.
            _ = waiter.turn.wait(timeout: .now() + 0.1)
            let isBegun = try state.withLock { state in
                guard !state.isClosed else { throw closedError }
                return state.begin(waiter, limit: limit)
            }
            if isBegun { return }
            if let error = TimeLimit.ending { throw error }
            guard ContinuousClock.now < end else {
                throw StoreError(
                    .busy,
                    engineMessage: "All readers of the database were in use for "
                        + "\(patience) seconds.")
            }
        }
    }

    /// Takes a read out of the queue, and lets the next one have the slot that it may be woken for.
    private func giveUp(_ waiter: Waiter) {
        state.withLock { state in
            state.waiting.removeAll { $0 === waiter }
            state.wakeFirst(limit: limit)
        }
    }

    /// Ends a read of the calling thread, or of another number, and lets the next one begin.
    package func leave(_ thread: UInt = ReaderSlots.thread) {
        state.withLock { state in
            if let index = state.threads.lastIndex(of: thread) { state.threads.remove(at: index) }
            state.wakeFirst(limit: limit)
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
