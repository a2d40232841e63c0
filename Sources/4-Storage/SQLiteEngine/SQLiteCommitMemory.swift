import CSQLite
import SQLLowering
import SQLStorage
import Synchronization

/// What the last write of this process remembered, with the header that its commit gave the log's index.
///
/// No commit of another connection has come since as long as the header is that one. A commit counts
/// the change counter in it up by one; where it stands higher after one, another came in between, and
/// nothing is kept.
final class SQLiteCommitMemory: Sendable {
    private struct State {
        var object: (any AnyObject & Sendable)?
        var header = quarry_log_header()
    }

    private let state = Mutex(State())

    /// Whether nothing was ever remembered.
    var isEmpty: Bool { state.withLock { $0.object == nil } }

    /// The header of the log's index now; nil where there is none.
    static func header(_ connection: OpaquePointer) -> quarry_log_header? {
        guard let memory = quarry_sqlite_log_memory(connection) else { return nil }
        var header = quarry_log_header()
        _ = quarry_sqlite_log_changed(memory, &header)
        return header
    }

    /// Keeps what holds after a commit, given the header before it, under the lock of writers, and
    /// that after it.
    func keep(
        _ object: any AnyObject & Sendable, from first: quarry_log_header,
        to last: quarry_log_header
    ) {
        guard last.changes == first.changes &+ 1 else { return }
        state.withLock { $0 = State(object: object, header: last) }
    }

    /// What holds while the log's index has a header.
    func object(at header: quarry_log_header) -> (any AnyObject & Sendable)? {
        state.withLock { $0.header.words == header.words ? $0.object : nil }
    }
}

extension quarry_log_header {
    /// The change counter, the third number of 32 bits.
    fileprivate var changes: UInt32 {
        withUnsafeBytes(of: words) { $0.load(fromByteOffset: 8, as: UInt32.self) }
    }
}

extension SQLiteConnection {
    private static let dataVersion = SQLTemplate("PRAGMA data_version", for: SQLiteDialect())

    /// What a connection saw last of others' commits.
    struct CommitMark {
        /// Nil until it was asked.
        fileprivate var dataVersion: Int64?
        /// The header of the write-ahead log's index, where that tells.
        fileprivate var log: UnsafePointer<UInt64>?
        /// As it was seen last.
        fileprivate var header = quarry_log_header()
    }

    /// What was remembered with the commit that a mark has seen last; nil where others came after it.
    static func remembered(
        by memory: SQLiteCommitMemory, at mark: CommitMark
    ) -> (any AnyObject & Sendable)? {
        mark.log == nil ? nil : memory.object(at: mark.header)
    }

    /// Whether another connection has committed since the last time, of a connection that never writes;
    /// true the first time.
    ///
    /// With a write-ahead log the memory that connections share tells, else `data_version`, see
    /// https://sqlite.org/pragma.html#pragma_data_version.
    func sawCommit(since mark: inout CommitMark) throws -> Bool {
        if let log = mark.log { return quarry_sqlite_log_changed(log, &mark.header) != 0 }
        var version: Int64?
        // The read transaction of the first time also opens the shared memory.
        try query(SQLiteConnection.dataVersion, { _ in }) { row in
            version = row.int(0)
            return false
        }
        if mark.dataVersion == nil, try first("PRAGMA journal_mode", { $0.text(0) }) == "wal" {
            mark.log = quarry_sqlite_log_memory(handle)
            if let log = mark.log { _ = quarry_sqlite_log_changed(log, &mark.header) }
        }
        defer { mark.dataVersion = version }
        return version != mark.dataVersion
    }
}
