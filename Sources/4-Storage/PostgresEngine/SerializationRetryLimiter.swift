#if Postgres
import Foundation

/// Lets the writes of a process run side by side, and a write that keeps failing run exclusively.
///
/// Long writes would otherwise lose to short ones again and again: PostgreSQL aborts one of two
/// transactions that it cannot serialize, without regard to their length. The wait is bounded: a
/// write that runs beside another after all may have to be repeated, and no more.
final class SerializationRetryLimiter: @unchecked Sendable {
    // Unchecked: what changes is touched under `condition` only.
    private let condition = NSCondition()
    private var inside = 0
    private var isAlone = false
    private var waitingAlone = 0
    /// Seconds to wait for one's turn.
    private static let patience: TimeInterval = 5

    /// Does something once its turn has come.
    ///
    /// - Parameter alone: Whether others wait meanwhile. Those inside come out first.
    func pass<T>(alone: Bool, _ body: () throws -> T) rethrows -> T {
        let isAlone = enter(alone: alone)
        defer { leave(alone: isAlone) }
        return try body()
    }

    /// Waits for the write's turn; gives whether it runs exclusively.
    private func enter(alone: Bool) -> Bool {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: SerializationRetryLimiter.patience)
            if alone {
                waitingAlone += 1
                while inside > 0 || isAlone, condition.wait(until: end) {}
                waitingAlone -= 1
                if inside == 0, !isAlone {
                    isAlone = true
                    return true
                }
                // Those that waited for this one's turn need not wait for one that goes beside them.
                condition.broadcast()
            } else {
                while isAlone || waitingAlone > 0, condition.wait(until: end) {}
            }
            inside += 1
            return false
        }
    }

    private func leave(alone: Bool) {
        condition.withLock {
            if alone { isAlone = false } else { inside -= 1 }
            condition.broadcast()
        }
    }
}
#endif
