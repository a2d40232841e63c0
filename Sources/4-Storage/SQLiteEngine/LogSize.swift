import GRDBSQLite

/// Counts the pages of a connection's write-ahead log.
final class LogSize {
    /// Pages of the log after the connection's last commit.
    private(set) var pages = 0

    /// Has SQLite tell it, for as long as it lives, in place of doing checkpoints by itself.
    func install(on connection: OpaquePointer) {
        _ = sqlite3_wal_hook(
            connection,
            { log, _, _, pages in
                guard let log else { return SQLITE_OK }
                Unmanaged<LogSize>.fromOpaque(log).takeUnretainedValue().pages = Int(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
