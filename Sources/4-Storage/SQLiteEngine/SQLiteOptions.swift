public import Foundation

/// How a SQLite database is opened.
///
///     var options = SQLiteOptions()
///     options.synchronous = .normal  // a power failure may lose the last writes
///     options.readers = 2
///     let store = try await StoreLocation(path).open(options: options)  // "notes.db"
public struct SQLiteOptions: Hashable, Sendable {
    /// When SQLite waits for the disk.
    ///
    ///     SQLiteOptions.Synchronous.full.rawValue  // "FULL", as PRAGMA synchronous has it
    ///     SQLiteOptions().synchronous              // .full
    public enum Synchronous: String, Hashable, Sendable, CaseIterable {
        /// Never: a power failure may lose or damage anything. For tests and throw-away data.
        case off = "OFF"
        /// At checkpoints: a power failure may lose the last acknowledged writes, never more.
        case normal = "NORMAL"
        /// At every commit: what is acknowledged stays.
        case full = "FULL"
    }

    /// When SQLite waits for the disk.
    public var synchronous = Synchronous.full
    /// Seconds to wait for another process that writes, and for a reader to become free.
    public var busyTimeout: TimeInterval = 10
    /// Bytes of pages that each connection keeps in memory.
    public var cacheBytes = 16 << 20
    /// Bytes of pages that the writing connection keeps in memory.
    ///
    /// A transaction that changes more writes pages of which it changes some again; big batches
    /// touch a page of every index with every record.
    public var writerCacheBytes = 64 << 20
    /// Reads at the same time, at most: eight, or as many as the machine has processors.
    ///
    /// Another read waits for one of them to end, for ``busyTimeout`` seconds, and then throws
    /// ``StoreError/Code/busy``. A read inside a read of the same thread does not wait.
    public var readers = max(8, ProcessInfo.processInfo.activeProcessorCount)
    /// Connections for readers that stay open while idle.
    public var idleReaders = 8
    /// Seconds without a read or a write after which the connections are closed and the writer's
    /// thread ends; nil keeps both.
    ///
    /// The next read or write opens the file again, which takes some milliseconds. For a server of
    /// many databases: each costs a thread, seven open files and about a megabyte while it is
    /// open.
    public var idleTimeout: TimeInterval?
    /// Whether only the owner of the process may read and write a database that is created.
    ///
    /// Its log and its assets have the rights of the database. Otherwise the process's umask decides.
    public var isPrivate = false
    /// How many waiting writes share one commit at most.
    public var writesPerCommit = 512
    /// Whether the file is only read, even where it could be written.
    public var isReadOnly = false
    /// Whether the file is laid out by others: its identifier is left alone, any SQLite file is
    /// taken, and the journal is ``journalMode``.
    public var isForeign = false
    /// How commits are made safe in a foreign file (`WAL`, `DELETE`, …); nil leaves the file's.
    public var journalMode: String? = "WAL"
    /// Pages of the write-ahead log that are worth copying into the file: 16 MB, so that pages of
    /// indexes that every write touches go into it less often.
    ///
    /// Where copying cannot keep up, writes wait at four times as many, and for readers that keep the log from
    /// beginning again half a second at most. To that size a log that grew is cut when it begins again.
    public var checkpointPages = 4_000
    /// The SQLite file system to use; nil for the operating system's.
    ///
    /// Tests cut its power.
    package var vfs: String?

    /// Durable, with a wait of ten seconds.
    public init() {}
}
