import Synchronization

/// Lets tasks through one after the other, in the order in which they came.
///
///     let mutex = AsyncMutex()
///     try await mutex.run { try await readAll() }
///
/// It is held across suspension points, which a `Mutex` is not. A task that is cancelled while it
/// waits still gets its turn; a body that asks for the same mutex never returns.
package final class AsyncMutex: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A mutex that is free.
    package init() {}

    /// Runs a function when all that came before have ended.
    package nonisolated(nonsending) func run<T: Sendable, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> sending T
    ) async throws(E) -> T {
        await lock()
        defer { unlock() }
        return try await body()
    }

    /// Waits until all that came before have ended; ``unlock()`` lets the next one begin.
    ///
    /// For actors, whose isolation the function of ``run(_:)`` does not have.
    package nonisolated(nonsending) func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Ends what began with ``lock()``.
    package func unlock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
