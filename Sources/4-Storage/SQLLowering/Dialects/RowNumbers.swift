import Foundation
import Synchronization

/// The numbers that a program gives to new rows: microseconds since 2001 and twelve bits of chance.
///
/// Within the program none comes twice and each is greater than the one before; other programs are
/// told apart by time and chance.
final class RowNumbers: Sendable {
    /// The program's.
    static let shared = RowNumbers()

    private let last = Mutex<Int64>(0)

    /// The next number.
    func next() -> Int64 {
        let time = Int64(Date.timeIntervalSinceReferenceDate * 1_000_000)
        let fresh = time << 12 | Int64.random(in: 0..<4_096)
        return last.withLock { last in
            // Chance here too: of two that go on from the same moment, each has numbers of its own.
            last = max(fresh, last + Int64.random(in: 1...16))
            return last
        }
    }
}
