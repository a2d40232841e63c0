import Dispatch

/// The reads of a database that are under way, at most so many at a time, and those that wait.
///
/// Waiting reads begin in the order in which they came. A read inside a read of the same thread
/// never waits, since the outer one could not end before it.
struct ReaderSlots: Sendable {
    /// A read that waits on its thread.
    final class Waiter: Sendable {
        let thread: UInt
        /// Signalled when the read may begin, and when the database is closed.
        let turn = DispatchSemaphore(value: 0)

        init(thread: UInt) { self.thread = thread }
    }

    private let limit: Int
    /// The thread of each read under way.
    private var threads: [UInt] = []
    private var waiting: [Waiter] = []

    init(limit: Int) { self.limit = max(1, limit) }

    /// Begins a read; gives what to wait for where it cannot begin yet.
    mutating func enter(_ thread: UInt) -> Waiter? {
        if threads.count < limit || threads.contains(thread) {
            threads.append(thread)
            return nil
        }
        let waiter = Waiter(thread: thread)
        waiting.append(waiter)
        return waiter
    }

    /// Ends a read of a thread, and lets the next one begin.
    mutating func leave(_ thread: UInt) {
        if let index = threads.lastIndex(of: thread) { threads.remove(at: index) }
        guard threads.count < limit, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        threads.append(next.thread)
        next.turn.signal()
    }

    /// Takes a read that gives up out of the queue; false where it may begin by now.
    mutating func cancel(_ waiter: Waiter) -> Bool {
        guard let index = waiting.firstIndex(where: { $0 === waiter }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Wakes the reads that wait, for a database that is closed.
    func wakeAll() {
        for waiter in waiting { waiter.turn.signal() }
    }
}
