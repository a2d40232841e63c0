#if Postgres
import Foundation

/// Lets the writes of a process go side by side, and one that others keep getting in the way of
/// go alone.
///
/// Long writes would lose to short ones again and again else: PostgreSQL ends one of two that
/// cannot be put in an order, whichever it has looked at longer. Nobody waits here for long:
/// who goes beside another after all may have to begin anew, and no more.
final class PostgresGate: @unchecked Sendable {
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

    /// Waits for its turn; gives whether nobody is beside it.
    private func enter(alone: Bool) -> Bool {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: PostgresGate.patience)
            if alone {
                waitingAlone += 1
                while inside > 0 || isAlone, condition.wait(until: end) {}
                waitingAlone -= 1
                if inside == 0, !isAlone {
                    isAlone = true
                    return true
                }
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
