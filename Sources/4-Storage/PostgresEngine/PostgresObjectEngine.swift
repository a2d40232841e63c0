#if Postgres
import RecordCore
public import SQLLowering
public import SQLStorage

extension PostgresDatabase: ObjectEngine {
    /// Tables can be dropped and created again while others have the database open.
    public var mayBeReplaced: Bool { true }

    /// Writes on the calling thread, in a transaction of its own.
    public func writeNow<T>(
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
public final class PostgresTransaction: ObjectEngine, @unchecked Sendable {
    // Unchecked: lives within one call, on the thread that has the connection.
    private let connection: PostgresConnection

    /// PostgreSQL's dialect, for the lowering of queries.
    public let dialect: any Dialect = PostgresDialect()
    /// Objects have no assets.
    public var assetDirectory: String? { nil }
    /// No other writer comes between the statements of one transaction.
    public var mayBeReplaced: Bool { false }
    /// False: the transaction is one that writes.
    public var isReadOnly: Bool { false }

    /// The transaction of a connection.
    public init(_ connection: PostgresConnection) { self.connection = connection }

    /// Reads what stands there now.
    public func read<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        try body(connection)
    }

    /// Writes; what throws is undone by itself.
    public func writeNow<T>(
        isDurable: Bool, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        try connection.attempt { try body(connection) }
    }

    /// Writes, as ``writeNow(isDurable:_:)`` does.
    public func write<T: Sendable>(
        first: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try body(connection)
    }

    /// Writes without saying whether it could.
    public func enqueue(
        first: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
        // Failures are passed over, as the protocol says.
        try? writeNow(isDurable: true, body)
    }

    /// Nothing else writes here.
    public func settle() async throws {}

    /// The transaction goes on.
    public func close() async throws {}

    /// The transaction goes on.
    public func closeNow() {}
}
#endif
