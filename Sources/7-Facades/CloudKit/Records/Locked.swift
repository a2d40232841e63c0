import Foundation

/// A value that several threads share.
///
///     let count = Locked(0)
///     count.withLock { $0 += 1 }
final class Locked<Value>: @unchecked Sendable {
    // Unchecked: the value is only touched under the lock.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a function with the value to itself; it must not ask for the same lock again.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
