#if Postgres
    import Foundation

    /// Lets the writes of a process go side by side, and one that others keep getting in the way of
    /// go alone.
    ///
    /// Long writes would lose to short ones again and again else: PostgreSQL ends one of two that
    /// cannot be put in an order, whichever it has looked at longer.
    final class PostgresGate: @unchecked Sendable {
        // Unchecked: what changes is touched under `condition` only.
        private let condition = NSCondition()
        private var inside = 0
        private var isAlone = false
        private var waitingAlone = 0

        /// Does something once its turn has come.
        ///
        /// - Parameter alone: Whether nobody else is let in meanwhile. Those inside come out first.
        func pass<T>(alone: Bool, _ body: () throws -> T) rethrows -> T {
            enter(alone: alone)
            defer { leave(alone: alone) }
            return try body()
        }

        private func enter(alone: Bool) {
            condition.withLock {
                if alone {
                    waitingAlone += 1
                    while inside > 0 || isAlone { condition.wait() }
                    waitingAlone -= 1
                    isAlone = true
                } else {
                    while isAlone || waitingAlone > 0 { condition.wait() }
                    inside += 1
                }
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
