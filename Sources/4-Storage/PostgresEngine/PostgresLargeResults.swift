#if Postgres
import SQLStorage
import Synchronization

/// The statements whose results were large, and how many of their rows are fetched at a time.
///
/// How large a page is, is known once it is there. The next time it comes in portions, and those
/// for which the reader has no room are not fetched.
final class PostgresLargeResults: Sendable {
    private let portions = Mutex<[StatementWords: Int]>([:])
    /// From this number of statements on, noting starts again.
    private static let capacity = 1_000

    /// How many rows to fetch at a time; nil where all come at once.
    func portion(of statement: StatementWords) -> Int? {
        portions.withLock { $0.isEmpty ? nil : $0[statement] }
    }

    /// Notes how many rows to fetch at a time; nil for all.
    func note(_ portion: Int?, for statement: StatementWords) {
        portions.withLock { portions in
            if portions.count >= Self.capacity { portions = [:] }
            portions[statement] = portion
        }
    }
}
#endif
