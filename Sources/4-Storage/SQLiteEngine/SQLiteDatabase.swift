package import Foundation
import GRDB
import RecordCore
package import SQLLowering
import SQLStorage
import Synchronization

/// A SQLite database: a file, or memory that is gone when it is closed.
///
///     let database = try SQLiteDatabase(path: "notes.db")
///
/// Readers each have a connection and read on the calling thread; writes go through one thread
/// that commits those that wait together. Other processes may use the file at the same time.
package final class SQLiteDatabase: ObjectEngine, @unchecked Sendable {
    // Unchecked: `identity` and `writer` are set once, before the database is shared; a connection
    // is only touched by the thread that took it.

    /// SQLite's dialect, for the lowering of queries.
    package let dialect: any Dialect = SQLiteDialect()
    /// The directory beside the file; one that goes at closing for a database in memory.
    package let assetDirectory: String?
    /// The file; nil for a database in memory.
    package let path: String?
    /// Whether the file may only be read.
    package let isReadOnly: Bool
    /// A file that takes the place of an open one is another file.
    package var mayBeReplaced: Bool { false }

    /// SQLite's schema cookie.
    package static var schemaVersion: SQLTemplate? { schemaCookie }
    private static let schemaCookie = SQLTemplate("PRAGMA schema_version", for: SQLiteDialect())

    private let location: String
    /// What the connection that writes opens.
    private let writingLocation: String
    private let configuration: Configuration
    private let idleReaders: Int
    private let slots: ReaderSlots
    private let synchronous: String
    /// Kilobytes.
    private let writerCache: Int
    /// The file that was opened, where its connections are closed for idleness.
    private var identity: SQLiteFile.Identity?
    private let state = Mutex(Readers())
    /// Set once, when the database is opened.
    private var writer: SQLiteWriter?
    /// The one connection of a database in memory, which readers and the writer take turns at.
    private let shared: SQLiteConnection?
    // An object, which a `Mutex` is not: the writer holds the same one.
    private let exclusion = NSLock()
    /// Taken before ``state``, never after it.
    private let watch = Mutex(Watch())
    private let commitMemory = SQLiteCommitMemory()

    /// Opens a database, making the file when there is none.
    ///
    /// Throws ``StoreError/Code/notADatabase`` where the file is something else; it is left as
    /// it was. A nil path keeps everything in memory.
    ///
    /// - Parameter journalPatience: For how many seconds it waits until nothing else has a foreign file
    ///   open, where ``SQLiteOptions/journalMode`` needs that.
    package init(
        path: String?, options: SQLiteOptions = SQLiteOptions(), journalPatience: TimeInterval = 3
    ) throws {
        idleReaders = max(0, options.idleReaders)
        // A read waits as long as for another process that writes.
        slots = ReaderSlots(
            limit: options.readers, patience: options.busyTimeout,
            closedError: SQLiteDatabase.closedError)
        synchronous = options.synchronous.rawValue
        writerCache = max(1, options.writerCacheBytes / 1024)
        let clock = BusyClock()
        guard let path else {
            self.path = nil
            isReadOnly = false
            location = ":memory:"
            writingLocation = location
            assetDirectory =
                FileManager.default.temporaryDirectory
                .appendingPathComponent("quarry-assets-\(UUID().uuidString)").path
            configuration = SQLiteDatabase.configuration(options, isReadOnly: false, clock)
            do {
                let connection = try SQLiteConnection(
                    path: location, dialect: dialect, configuration: configuration)
                shared = connection
                // Closing the connection would lose everything: only the thread ends.
                let idling = options.idleTimeout.map {
                    SQLiteWriter.Idling(seconds: $0, close: { _ in true }, open: nil)
                }
                writer = SQLiteWriter(
                    connection, exclusion: exclusion, writesPerCommit: options.writesPerCommit,
                    clock, idling: idling)
            } catch { throw SQLiteErrors.error(error, path: ":memory:") }
            return
        }
        let file = try SQLiteFile(
            path, isReadOnly: options.isReadOnly, isForeign: options.isForeign,
            isPrivate: options.isPrivate)
        self.path = file.path
        shared = nil
        isReadOnly = file.isReadOnly
        location = file.location(vfs: options.vfs)
        writingLocation = file.location(vfs: SQLiteConnection.logSystem(beneath: options.vfs))
        assetDirectory = file.path + ".assets"
        configuration = SQLiteDatabase.configuration(
            options, isReadOnly: !file.opensForWriting, clock)
        do {
            if file.isReadOnly {
                let connection = try openReader()
                state.withLock { $0.idle = [connection] }
                return
            }
            let connection = try openWriter(
                options, patience: min(options.busyTimeout, journalPatience))
            try connection.prepareWriting(
                synchronous: synchronous, cache: writerCache, commitMemory)
            if options.idleTimeout != nil { identity = try SQLiteFile.Identity(file.path) }
            let checkpointer = SQLiteCheckpointer(pages: options.checkpointPages, clock) {
                [location, dialect, configuration, synchronous] in
                let connection = try SQLiteConnection(
                    path: location, dialect: dialect, configuration: configuration)
                try connection.execute("PRAGMA synchronous = \(synchronous)")
                return connection
            }
            writer = SQLiteWriter(
                connection, exclusion: NSLock(), writesPerCommit: options.writesPerCommit,
                clock, checkpointer, idling: options.idleTimeout.map { idling($0, file.path) })
        } catch { throw SQLiteErrors.error(error, path: file.path) }
    }

    deinit { writer?.stopSoon() }

    // MARK: Reading and writing

    /// Reads on the calling thread, everything of one moment.
    package func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        if let shared {
            exclusion.lock()
            defer { exclusion.unlock() }
            guard !state.withLock({ $0.isClosed }) else { throw Self.closedError }
            return try SQLiteDatabase.snapshot(shared, body)
        }
        let connection = try takeReader()
        defer { giveReader(connection) }
        return try SQLiteDatabase.snapshot(connection, body)
    }

    /// Reads a file as ``read(_:)`` does, without waiting for a reader; nil where none is free.
    package func readAtOnce<T>(_ body: (SQLiteConnection) throws -> T) throws -> T? {
        guard shared == nil, slots.enterAtOnce() else { return nil }
        let connection = try readerOfSlot()
        defer { giveReader(connection) }
        return try SQLiteDatabase.snapshot(connection, body)
    }

    /// Writes in a transaction that may share its commit; comes back when it is durable.
    package func write<T: Sendable>(
        first: Bool = false, _ body: @escaping @Sendable (SQLiteConnection) throws -> T
    ) async throws -> T {
        guard let writer else { throw notWritable }
        return try await outcome(of: body, otherwise: Self.closedError) { run, finish in
            writer.submit(SQLiteWriter.Job(isFirst: first, run: run, finish: finish))
        }
    }

    /// Does a write without waiting for it.
    package func enqueue(
        first: Bool, _ body: @escaping @Sendable (SQLiteConnection) throws -> Void
    ) {
        writer?.submit(SQLiteWriter.Job(isFirst: first, run: body, finish: nil))
    }

    /// No-op: SQLite serializes writers, so that a new transaction sees every commit.
    package func settle() async throws {}

    /// A number that changes with every commit to the file, by whatever connection and process.
    ///
    /// Not for a database in memory, whose one connection does not see its own commits. One
    /// connection is kept that only watches.
    package func commitCount() throws -> UInt64 {
        guard shared == nil else {
            throw StoreError(
                .engine, engineMessage: "A database in memory has no count of commits.")
        }
        return try watching { $0.commits }
    }

    /// As ``commitCount()``; nil for a database in memory.
    package func commitMark() -> UInt64? { shared == nil ? try? commitCount() : nil }

    /// What the last write remembered, where that is the last commit; nil without a write-ahead log.
    package func rememberedAtLastCommit() -> (any AnyObject & Sendable)? {
        guard shared == nil, !commitMemory.isEmpty else { return nil }
        return try? watching { SQLiteConnection.remembered(by: commitMemory, at: $0.mark) }
    }

    /// Reads from the watch for commits when it has seen the last one.
    private func watching<T>(_ body: (Watch) -> T) throws -> T {
        if try state.withLock({ try $0.noteRead() }) { writer?.resume() }
        return try watch.withLock { watch in
            if watch.connection == nil { watch.mark = SQLiteConnection.CommitMark() }
            let connection = try watch.connection ?? openReader()
            if try connection.sawCommit(since: &watch.mark) { watch.commits += 1 }
            guard watch.connection == nil else { return body(watch) }
            // What closes the file, or for idleness, also closes the connection that is kept here.
            if state.withLock({ $0.isClosed || $0.isIdle }) {
                connection.close()
            } else {
                watch.connection = connection
            }
            return body(watch)
        }
    }

    private func closeWatcher() {
        watch.withLock { watch in
            watch.connection?.close()
            watch.connection = nil
        }
    }

    /// Finishes what was begun and closes the file.
    ///
    /// Later calls throw.
    package func close() async throws {
        closeReaders()
        // The writer goes last, so that its closing folds the log into the file.
        await writer?.stop()
        removeAssets()
    }

    /// Writes on the calling thread; comes back when it is committed.
    package func writeNow<T>(
        isDurable: Bool = true, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        guard let writer, !state.withLock({ $0.isClosed }) else { throw notWritable }
        return try writer.performNow(isDurable: isDurable, synchronous: synchronous, body)
    }

    /// Closes the file on the calling thread.
    package func closeNow() {
        closeReaders()
        writer?.closeNow()
        removeAssets()
    }

    private func closeReaders() {
        let connections = state.withLock { state in
            state.isClosed = true
            return state.takeAll()
        }
        // After the flag, so that a read which gets a slot sees it.
        slots.close()
        for connection in connections { connection.close() }
        closeWatcher()
    }

    /// Memory's assets are not kept; a directory that cannot be removed does no harm.
    private func removeAssets() {
        guard path == nil, let assetDirectory else { return }
        try? FileManager.default.removeItem(atPath: assetDirectory)
    }

    /// What calls get after ``close()``.
    static let closedError = StoreError(.cannotOpen, engineMessage: "The store is closed.")

    private var notWritable: StoreError {
        state.withLock { $0.isClosed }
            ? Self.closedError : StoreError(.readOnly, path.map { ["path": $0] } ?? [:])
    }

    /// Writes a copy of the whole database into a new file, everything of one moment.
    package func copy(to path: String) throws {
        do {
            try vacuum(into: path)
        } catch let error as StoreError where error.code == .full {
            // The path of the connection is that of the file which is copied.
            throw StoreError(.full, ["path": path], engineMessage: error.engineMessage)
        }
    }

    private func vacuum(into path: String) throws {
        if let shared {
            try exclusion.withLock { _ = try shared.run("VACUUM INTO \(path)") }
        } else {
            let connection = try takeReader()
            defer { giveReader(connection) }
            // SQLite takes it for a write. Nothing else that a reader does is one.
            try connection.execute("PRAGMA query_only = 0")
            defer { try? connection.execute("PRAGMA query_only = 1") }
            try connection.run("VACUUM INTO \(path)")
        }
    }

    /// The connection that writes, its journal set.
    private func openWriter(
        _ options: SQLiteOptions, patience: TimeInterval
    ) throws -> SQLiteConnection {
        func open() throws -> SQLiteConnection {
            try SQLiteConnection(
                path: writingLocation, dialect: dialect, configuration: configuration)
        }
        guard options.isForeign, let path else {
            let connection = try open()
            try SQLiteFile.claim(connection, path: path ?? location)
            return connection
        }
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            do {
                return try SQLiteFile.whileNoneMoves(path) {
                    let connection = try open()
                    try SQLiteFile.adopt(connection, journal: options.journalMode)
                    return connection
                }
            } catch let error as StoreError where error.code == .busy {
                // SQLite asks no busy handler here. A store that a program let go of a moment ago is
                // still being closed by its writer's thread; one that is being migrated, another file.
                guard ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }

    // MARK: Idleness

    /// Whether everything is closed for idleness until it is needed.
    package var isSuspended: Bool { writer?.isSuspended ?? false }

    /// Closes the connections and ends the writer's thread as soon as nothing writes, without
    /// waiting for that; only with ``SQLiteOptions/idleTimeout``.
    ///
    /// A read that is under way keeps its connection. The next read or write opens the file again.
    package func suspend() { writer?.suspend() }

    /// When the writer's thread ends.
    private func idling(_ seconds: TimeInterval, _ path: String) -> SQLiteWriter.Idling {
        // Pending writes are finished even though the database has no other reference.
        SQLiteWriter.Idling(seconds: seconds) { [weak self] always in
            self?.closeReaders(always: always) ?? true
        } open: {
            [
                writingLocation, dialect, configuration, identity, synchronous, writerCache,
                commitMemory
            ] in
            do {
                try identity?.check(path)
                let connection = try SQLiteConnection(
                    path: writingLocation, dialect: dialect, configuration: configuration)
                try connection.prepareWriting(
                    synchronous: synchronous, cache: writerCache, commitMemory)
                return connection
            } catch { throw SQLiteErrors.error(error, path: path) }
        }
    }

    /// Closes the connections of readers that are not in use; false where there were reads since
    /// it was asked last.
    private func closeReaders(always: Bool) -> Bool {
        let connections: [SQLiteConnection]? = state.withLock { state in
            guard always || state.reads == state.readsBefore else {
                state.readsBefore = state.reads
                return nil
            }
            state.isIdle = true
            return state.takeAll()
        }
        guard let connections else { return false }
        for connection in connections { connection.close() }
        closeWatcher()
        return true
    }

    // MARK: Readers

    private func takeReader() throws -> SQLiteConnection {
        try slots.enter()
        return try readerOfSlot()
    }

    /// The connection of a read that has a slot, which is free again after an error.
    private func readerOfSlot() throws -> SQLiteConnection {
        do {
            let (kept, wasIdle) = try state.withLock { try $0.takeReader() }
            // The thread closes the connections again when there are no more reads.
            if wasIdle { writer?.resume() }
            return try kept ?? openReader()
        } catch {
            slots.leave()
            throw error
        }
    }

    private func openReader() throws -> SQLiteConnection {
        do {
            if let path { try identity?.check(path) }
            let connection = try SQLiteConnection(
                path: location, dialect: dialect, configuration: configuration)
            if !configuration.readonly { try connection.execute("PRAGMA query_only = 1") }
            return connection
        } catch { throw SQLiteErrors.error(error, path: path ?? location) }
    }

    private func giveReader(_ connection: SQLiteConnection) {
        let isKept = state.withLock { $0.giveReader(connection, idleReaders: idleReaders) }
        slots.leave()
        if !isKept { connection.close() }
    }

    private static func snapshot<T>(
        _ connection: SQLiteConnection, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        try connection.beginReading()
        // Nothing can be lost where ending a read fails.
        defer { connection.endReading() }
        connection.watch.limit = TimeLimit.current
        // Before the rollback, which must not be ended.
        defer { connection.watch.limit = nil }
        return try body(connection)
    }

    private static func configuration(
        _ options: SQLiteOptions, isReadOnly: Bool, _ clock: BusyClock
    ) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.foreignKeysEnabled = false
        configuration.observesSuspensionNotifications = false
        configuration.label = "quarry"
        let patience = options.busyTimeout
        // Short waits with some chance in them: a long fixed wait lets a process that writes
        // all the time starve the others.
        configuration.busyMode = .callback { tries in
            clock.waits(tries: tries, patience: patience)
        }
        let cache = max(1, options.cacheBytes / 1024)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(cache)")
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            if !isReadOnly {
                try database.execute(sql: "PRAGMA secure_delete = OFF")
                // A log that grew behind a long read gives its room back when it begins again.
                try database.execute(
                    sql: "PRAGMA journal_size_limit = \(options.checkpointPages << 14)")
            }
            SQLiteFunctions.register(in: database)
        }
        return configuration
    }
}
