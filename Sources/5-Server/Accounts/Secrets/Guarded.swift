import Foundation

/// A value that one at a time reads and changes.
final class Guarded<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Only reached under the lock.
    nonisolated(unsafe) private var value: Value

    init(_ value: Value) { self.value = value }

    func with<T, E: Error>(_ body: (inout Value) throws(E) -> T) throws(E) -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// Lets tasks through one after the other, in the order in which they came.
final class AsyncMutex: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    func run<T: Sendable, E: Error>(
        _ body: () async throws(E) -> sending T
    ) async throws(E) -> T {
        await withCheckedContinuation { continuation in
            let isFree = state.with { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer {
            let next = state.with { state -> CheckedContinuation<Void, Never>? in
                guard !state.waiting.isEmpty else {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
        return try await body()
    }
}
