import CSQLite
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
        var header = quarry_log_header()
        return quarry_sqlite_log_changed(connection, &header) < 0 ? nil : header
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
