/// A database that a ``SQLObjectStore`` runs on: everything happens on the calling thread.
package protocol ObjectEngine: SQLEngine {
    /// Whether the database may only be read.
    var isReadOnly: Bool { get }

    /// Whether others may put other tables in the place of these while the database is open.
    var mayBeReplaced: Bool { get }

    /// Runs `body` in a transaction of its own on the calling thread and comes back when it is
    /// committed. What throws is undone. Waits for other writers; where they got in the way, what
    /// was done is undone and `body` runs again.
    ///
    /// - Parameter isDurable: Whether the commit waits for the disk; without, a power failure
    ///   may lose it, but nothing that a later durable commit stands on.
    func writeNow<T>(isDurable: Bool, _ body: (Connection) throws -> T) throws -> T

    /// Lets go of the database on the calling thread. Later calls throw.
    func closeNow()
}
