import Foundation

/// A value that several threads may ask for.
final class Locked<State>: @unchecked Sendable {
    // Unchecked: the state is reached only while the lock is held.
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
