import Dispatch
import Foundation
import SQLStorage
import Synchronization

/// Measures how long a connection has waited for another process.
final class BusyClock: Sendable {
    // Several connections may share it; each thread's wait is kept apart.
    private let current = Mutex<[UInt: Wait]>([:])

    /// The seconds that a thread waits at most where they are fewer than usual.
    private let limits = Mutex<[UInt: TimeInterval]>([:])

    private struct Wait: Sendable {
        var last: UInt64
        var nanoseconds: UInt64 = 0
    }

    private let isHurried = Atomic<Bool>(false)

    /// The most that one try counts: a thread that was not scheduled has not tried meanwhile.
    private static let longestTry: UInt64 = 100_000_000

    /// Has connections wait for half a second at most: they close, and no caller waits for what they write.
    func hurry(_ isHurried: Bool) { self.isHurried.store(isHurried, ordering: .relaxed) }

    /// Has this thread's connections wait for `patience` seconds at most while `body` runs.
    func withPatience<T>(_ patience: TimeInterval, _ body: () -> T) -> T {
        let thread = ReaderSlots.thread
        limits.withLock { $0[thread] = patience }
        defer { limits.withLock { _ = $0.removeValue(forKey: thread) } }
        return body()
    }

    /// Waits a moment before another try; false where the connection has waited for `patience` seconds.
    func waits(tries: Int, patience: TimeInterval) -> Bool {
        let thread = ReaderSlots.thread
        let limit = limits.withLock { $0[thread] } ?? patience
        let patience = min(
            limit, isHurried.load(ordering: .relaxed) ? min(patience, 0.5) : patience)
        let now = DispatchTime.now().uptimeNanoseconds
        let goesOn = current.withLock { current in
            var wait = tries == 0 ? Wait(last: now) : current[thread] ?? Wait(last: now)
            wait.nanoseconds += min(now &- wait.last, BusyClock.longestTry)
            wait.last = now
            let goesOn = Double(wait.nanoseconds) / 1e9 < patience
            current[thread] = goesOn ? wait : nil
            return goesOn
        }
        guard goesOn else { return false }
        usleep(UInt32.random(in: 200...(tries < 10 ? 1_000 : 5_000)))
        return true
    }
}
