public import RecordCore
import SQLStorage
import SQLiteEngine

#if Postgres
import PostgresEngine
#endif

/// When a store says that a write is done.
///
///     let store = try await StoreLocation("notes.db").open(durability: .normal)
///
/// SQLite's [`synchronous`](https://www.sqlite.org/pragma.html#pragma_synchronous) with a write-ahead
/// log; the article <doc:PoolsAndDurability> says what each costs.
public enum StoreDurability: String, Hashable, Sendable, CaseIterable {
    /// When it is on the disk: what is acknowledged stays, whatever happens.
    case full
    /// When the operating system has it: a power failure may lose the last writes, never more.
    case normal
    /// At once: a power failure may lose or damage anything. For tests.
    case off
}

extension StoreLocation {
    /// Opens the store, making it when it is not there.
    ///
    ///     let store = try await StoreLocation("notes.db").open(durability: .full, idleTimeout: 30)
    ///     store.isSuspended  // false; true after 30 seconds without a read or a write
    ///
    /// - Parameters:
    ///   - environment: Whether the schema follows the records that are saved.
    ///   - limits: How much is allowed.
    ///   - durability: When a write is acknowledged.
    ///   - idleTimeout: Seconds without a read or a write after which a SQLite database is closed
    ///     until it is needed; nil keeps it open.
    ///   - isPrivate: Whether only the owner of the process may read the files that are created.
    /// - Throws: As ``open(environment:limits:options:defersIndexes:)``.
    public func open(
        environment: StoreEnvironment = .development, limits: StoreLimits = StoreLimits(),
        durability: StoreDurability, idleTimeout: Double? = nil, isPrivate: Bool = false
    ) async throws -> any RecordStore {
        var options = SQLiteOptions()
        options.idleTimeout = idleTimeout
        options.isPrivate = isPrivate
        switch durability {
        case .full: options.synchronous = .full
        case .normal: options.synchronous = .normal
        case .off: options.synchronous = .off
        }
        return try await open(environment: environment, limits: limits, options: options)
    }
}

extension RecordStore {
    /// Whether the store's SQLite database is closed until it is needed; see
    /// ``StoreLocation/open(environment:limits:durability:idleTimeout:isPrivate:)``.
    public var isSuspended: Bool {
        (self as? SQLStore<SQLiteDatabase>)?.engine.isSuspended ?? false
    }

    /// Gives a number that changes with every commit to the store's SQLite file, by whatever process;
    /// nil for stores that cannot tell at little cost.
    ///
    /// What was read after the number was taken holds as long as the number stands:
    ///
    ///     let count = store.commitCounter
    ///     let before = try count?()                // 7
    ///     let record = try await store.records([id], in: .public, desiredKeys: nil)[id]
    ///     try count?() == before                   // true: the record is still what the store has
    public var commitCounter: (@Sendable () throws -> UInt64)? {
        guard let engine = (self as? SQLStore<SQLiteDatabase>)?.engine, engine.path != nil else {
            return nil
        }
        return { try engine.commitCount() }
    }

    /// Reads a record of the store's SQLite file on the calling thread, as
    /// ``RecordStore/recordAndSchema(_:in:desiredKeys:)`` does, and gives nil where no reader is free;
    /// nil for other stores.
    package var recordReader:
        (@Sendable (RecordID, DatabaseScope) throws -> (record: Record?, schema: RecordSchema)?)?
    {
        guard let store = self as? SQLStore<SQLiteDatabase>, store.engine.path != nil else {
            return nil
        }
        return { id, scope in
            try store.engine.readAtOnce { try store.readRecord(id, in: scope, on: $0) }
        }
    }

    /// Removes, without keeping anything waiting, what is left of records that were deleted longer
    /// ago than the store keeps it; other stores do so by themselves.
    package func forgetOldDeletions() {
        (self as? SQLStore<SQLiteDatabase>)?.forgetOldDeletions()
        #if Postgres
        (self as? SQLStore<PostgresDatabase>)?.forgetOldDeletions()
        #endif
    }

    /// Has the store's SQLite database closed as soon as nothing uses it, before its time.
    ///
    /// Without an idle timeout, and for other stores, it does nothing.
    public func suspend() { (self as? SQLStore<SQLiteDatabase>)?.engine.suspend() }
}
