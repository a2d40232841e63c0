#if Postgres
import RecordCore
import Synchronization

/// Cancels the statements of a connection that exceed their request's time limit, or whose task was
/// cancelled.
struct PostgresWatch {
    /// The limit of what is being read; without one, statements take as long as the server
    /// lets them.
    var limit: TimeLimit?
    /// The reads that are answered together; nil where one is answered alone.
    var group: PostgresReadGroup?

    /// Milliseconds between two looks at the clock.
    var pace: Int32 { limit == nil && group == nil ? 1_000 : 20 }

    /// Whether the caller no longer needs the answer.
    var ends: Bool {
        if let group, group.isCut.load(ordering: .relaxed) { return true }
        guard let limit else { return false }
        return limit.isOver || Task.isCancelled
    }

    /// The error of a statement that was ended.
    var error: StoreError {
        if let limit, limit.isOver { limit.error } else { StoreError(.cancelled) }
    }
}
#endif
