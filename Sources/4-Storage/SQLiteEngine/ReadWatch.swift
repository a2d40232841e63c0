import GRDBSQLite
import RecordCore

/// Interrupts the statements of a connection that exceed their request's time limit, or whose
/// task was cancelled.
final class ReadWatch {
    /// The limit of what is being read; without one, statements take as long as they take.
    var limit: TimeLimit?

    /// Instructions of SQLite between two looks at the clock: a fraction of a millisecond.
    private static let pace: Int32 = 20_000

    /// Has SQLite ask, for as long as the watch lives.
    func install(on connection: OpaquePointer) {
        sqlite3_progress_handler(
            connection, ReadWatch.pace,
            { watch in
                guard let watch else { return 0 }
                return Unmanaged<ReadWatch>.fromOpaque(watch).takeUnretainedValue().ends ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private var ends: Bool {
        guard let limit else { return false }
        return limit.isOver || Task.isCancelled
    }

    /// The error of a statement that was ended.
    var error: StoreError {
        if let limit, limit.isOver { limit.error } else { StoreError(.cancelled) }
    }
}
