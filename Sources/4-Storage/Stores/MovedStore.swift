package import RecordCore
import SQLStorage

extension RecordStore {
    /// Where a move has taken the database, or takes it now: it refuses every change; nil where no move
    /// does.
    package func movedTo() async throws -> String? {
        try await (self as? any MoveEnd)?.moveStanding().to
    }
}
