import Foundation
import Synchronization

/// Remembers what keys signed within the window, so that a write can be asked for once only.
///
/// Stores the first number (`r`) of each ECDSA signature: the second can be altered without the
/// key, the first cannot. The size is bounded: when a key signs more than the capacity, its
/// earliest signatures are removed, and signatures of that age or older are refused.
final class ReplayGuard: Sendable {
    private struct Memory: Sendable {
        /// By the minute of the signature's date.
        var minutes: [Int: Set<[UInt8]>] = [:]
        var count = 0
        /// Minutes up to this one are forgotten.
        var floor = Int.min
    }

    private let memories = Mutex<[String: Memory]>([:])
    private let window: TimeInterval
    private let capacity = 500_000

    init(window: TimeInterval) { self.window = window }

    /// Notes a signature; false when it was seen before, or may have been.
    func note(_ number: [UInt8], key: String, date: Date, now: Date) -> Bool {
        let minute = Int(date.timeIntervalSince1970 / 60)
        let oldest = Int((now.timeIntervalSince1970 - window) / 60) - 1
        return memories.withLock { memories in
            var memory = memories.removeValue(forKey: key) ?? Memory()
            defer { memories[key] = memory }
            guard minute > memory.floor else { return false }
            guard memory.minutes[minute, default: []].insert(number).inserted else { return false }
            memory.count += 1
            if memory.minutes.count > 1 {
                for (past, numbers) in memory.minutes where past < oldest {
                    memory.count -= numbers.count
                    memory.minutes[past] = nil
                }
            }
            while memory.count > capacity, let first = memory.minutes.keys.min() {
                memory.count -= memory.minutes.removeValue(forKey: first)?.count ?? 0
                memory.floor = max(memory.floor, first)
            }
            return true
        }
    }
}
