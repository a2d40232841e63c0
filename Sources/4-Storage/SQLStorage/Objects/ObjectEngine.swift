package import SQLLowering

/// A database that a ``SQLObjectStore`` runs on: everything happens on the calling thread.
package protocol ObjectEngine: SQLEngine {
    /// Whether the database may only be read.
    var isReadOnly: Bool { get }

    /// Whether another program may replace the tables while the database is open.
    var mayBeReplaced: Bool { get }

    /// Asks a number that is another one whenever tables of the database were made, changed or dropped;
    /// nil where ``mayBeReplaced`` says what has to be known of that.
    static var schemaVersion: SQLTemplate? { get }

    /// Runs `body` in a transaction of its own on the calling thread and comes back when it is
    /// committed. A body that throws is rolled back. Waits for other writers; after a conflict
    /// with one the transaction is rolled back and `body` runs again.
    ///
    /// - Parameter isDurable: Whether the commit waits for the disk; without, a power failure
    ///   may lose it, but nothing that a later durable commit stands on.
    func writeNow<T>(isDurable: Bool, _ body: (Connection) throws -> T) throws -> T

    /// Closes the database on the calling thread. Later calls throw.
    func closeNow()
}
