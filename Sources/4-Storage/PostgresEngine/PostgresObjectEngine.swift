#if Postgres
import RecordCore
package import SQLLowering
import SQLStorage

extension PostgresDatabase: ObjectEngine {
    /// Tables can be dropped and created again while others have the database open.
    package var mayBeReplaced: Bool { true }

    /// None: tables that were replaced have another number of their own.
    package static var schemaVersion: SQLTemplate? { nil }

    /// Writes on the calling thread, in a transaction of its own.
    package func writeNow<T>(
        isDurable: Bool, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        guard !isReadOnly else { throw StoreError(.readOnly) }
        return try pool.lending { connection in
            var result: T?
            let failure = PostgresWriters.perform(
                {
                    result = nil
                    result = try body($0)
                }, isDurable: isDurable, by: connector, &connection)
            guard let result, failure == nil else { throw failure ?? Self.closedError }
            return result
        }
    }
}

/// An open transaction as an engine: what runs on it is committed or undone with it.
package final class PostgresTransaction: ObjectEngine, @unchecked Sendable {
    // Unchecked: lives within one call, on the thread that has the connection.
    private let connection: PostgresConnection

    /// PostgreSQL's dialect, for the lowering of queries.
    package let dialect: any Dialect = PostgresDialect()
    /// Objects have no assets.
    package var assetDirectory: String? { nil }
    /// No other writer comes between the statements of one transaction.
    package var mayBeReplaced: Bool { false }
    /// None: nothing is replaced meanwhile.
    package static var schemaVersion: SQLTemplate? { nil }
    /// False: the transaction is one that writes.
    package var isReadOnly: Bool { false }

    /// The transaction of a connection.
    package init(_ connection: PostgresConnection) { self.connection = connection }

    /// Reads what stands there now.
    package func read<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        try body(connection)
    }

    /// Writes; what throws is undone by itself.
    package func writeNow<T>(
        isDurable: Bool, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        try connection.attempt { try body(connection) }
    }

    /// Writes, as ``writeNow(isDurable:_:)`` does.
    package func write<T: Sendable>(
        first: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try body(connection)
    }

    /// Writes without saying whether it could.
    package func enqueue(
        first: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
        // Failures are passed over, as the protocol says.
        try? writeNow(isDurable: true, body)
    }

    /// Nothing else writes here.
    package func settle() async throws {}

    /// The transaction goes on.
    package func close() async throws {}

    /// The transaction goes on.
    package func closeNow() {}
}
#endif
