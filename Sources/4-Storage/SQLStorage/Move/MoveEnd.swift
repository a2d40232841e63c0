package import RecordCore

/// What a database has to do with moves.
package struct MoveStatus: Sendable {
    /// Its identity, which tokens carry.
    package var identity: String
    /// The identity of the database from which it is being filled; nil where it is not.
    package var from: String?
    /// Where the pass that fills it had come to.
    package var after: MoveKey?
    /// Where it is moved to, or was; nil where it is not.
    package var to: String?
    /// Whether it may be open there already, although that is not over.
    package var isOpening: Bool
    /// Whether that is over.
    package var isFinished: Bool
    /// Whether nothing was ever written to it.
    package var isEmpty: Bool
    /// Where the change counters of its new databases begin.
    package var firstCounter: Int64
}

/// One of the two databases of a move; `StoreMove` is the move itself.
package protocol MoveEnd: RecordStore {
    /// What it has to do with moves.
    func moveStanding() async throws -> MoveStatus
    /// About how many records it holds.
    func moveCount() async throws -> Int
    /// Some things behind a key.
    ///
    /// - Parameters:
    ///   - end: The last key that is wanted; nil for all.
    ///   - portion: How many rows a statement gives.
    func movePage(
        after start: MoveKey?, through end: MoveKey?, limit: Int, portion: Int
    ) async throws -> MovePage
    /// The schema, and the record types that have tables.
    func moveSchema() async throws -> (schema: RecordSchema, types: Set<String>)

    /// Begins or continues to be filled: closed to other processes until
    /// ``finishMove(of:by:in:counting:)``.
    func beginMove(of identity: String, by mover: String) async throws
    /// Makes the schema what it is where the records come from.
    func moveSchema(_ schema: RecordSchema, types: Set<String>, by mover: String) async throws
    /// Writes what is different, all or nothing.
    func move(
        _ changes: [MoveChange], by mover: String, after position: MoveKey?
    ) async throws
    /// Becomes the database that was moved: takes its identity and environment, and where its counters
    /// begin, and opens to all processes.
    func finishMove(
        of identity: String, by mover: String, in environment: StoreEnvironment,
        counting firstCounter: Int64
    ) async throws

    /// Refuses writes from now on, and waits until those that had begun have ended.
    func closeForMove(to target: String) async throws
    /// Says that the target is about to open; false where the move was given up here meanwhile.
    func beginOpening(of target: String) async throws -> Bool
    /// Takes writes again; false, and nothing is done, where it is to only while the target cannot be open.
    func reopen(evenOpening: Bool) async throws -> Bool
    /// Says that it was moved for good.
    func noteMoved(to target: String) async throws

    /// Gives the database a new identity and counters that it never had, those of databases that
    /// are made later too, so that old tokens are refused and old change tags conflict. One that was
    /// moved away takes writes again.
    ///
    /// - Throws: `moved` in the middle of a move, unless its target may be open already.
    func renew() async throws
}
