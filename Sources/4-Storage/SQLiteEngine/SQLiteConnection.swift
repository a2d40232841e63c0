import CSQLite
import GRDB
import GRDBSQLite
import RecordCore
package import SQLLowering
package import SQLStorage

/// A connection to a SQLite database: GRDB opens and prepares it, statements run through the
/// C library.
package final class SQLiteConnection: SQLConnection {
    /// What takes the values of a statement.
    package typealias Binder = SQLiteBinder
    /// The current row of a statement.
    package typealias Row = SQLiteRow

    /// Owns the handle.
    ///
    /// Its queue is idle: a connection is used by one thread at a time.
    private let queue: DatabaseQueue
    let handle: OpaquePointer
    private let statements: SQLiteStatements
    /// What reads begin and end with, which also undoes writes; at hand, since to search for them costs as
    /// much as to run them.
    private var bounds: (begin: SQLiteStatements.Entry, rollback: SQLiteStatements.Entry)?
    private let dialect: any Dialect
    /// Ends what takes too long.
    let watch = ReadWatch()
    private let log = LogSize()
    private(set) var isClosed = false
    /// What was required of this transaction and is not looked at yet.
    private var required: (template: SQLTemplate, check: (Int64, Int64) throws -> Void)?
    /// What the last requirement's row had, and the version of the database with it.
    private var seen: (template: SQLTemplate, row: (Int64, Int64), version: UInt32)?
    private var before: [@Sendable () throws -> Void] = []
    private var after: [@Sendable () -> Void] = []
    /// What the write under way is to have remembered.
    private var remembered: (any AnyObject & Sendable)?
    /// Where it is kept with the commit; nil of a connection that does not write.
    private var commitMemory: SQLiteCommitMemory?
    /// When its commits wait for the disk, as `PRAGMA synchronous` has it; `OFF` of a connection that
    /// does not write, or only to memory.
    private var synchronous = SQLiteOptions.Synchronous.off.rawValue
    /// Whether it has the log at the file's path: with its lock no file is moved over the one that is
    /// open.
    private var ownsLog = false
    /// Whether the transaction has waited for the commits before it.
    private var hasSynced = false

    /// Says to SQLite once what is to be said before it is used; whether it takes URIs.
    static let prepareLibrary = quarry_sqlite_prepare() != 0

    /// SQLite's file system for a connection that writes: the frames of a commit are written together.
    ///
    /// It is chosen by a URI; without them it is the one beneath.
    static func logSystem(beneath vfs: String?) -> String? {
        guard prepareLibrary else { return vfs }
        return quarry_sqlite_log_system(vfs).map { String(cString: $0) } ?? vfs
    }

    /// Opens a connection; `path` is a file's or a URI.
    init(path: String, dialect: any Dialect, configuration: Configuration) throws {
        _ = SQLiteConnection.prepareLibrary
        queue = try DatabaseQueue(path: path, configuration: configuration)
        guard let handle = queue.inDatabase({ $0.sqliteConnection }) else {
            throw StoreError(.cannotOpen, ["path": path])
        }
        // Observers and the authorizer expect every statement to come through GRDB; nothing here
        // observes, and statements come from below.
        _ = sqlite3_commit_hook(handle, nil, nil)
        _ = sqlite3_rollback_hook(handle, nil, nil)
        _ = sqlite3_update_hook(handle, nil, nil)
        sqlite3_set_authorizer(handle, nil, nil)
        self.handle = handle
        self.dialect = dialect
        statements = SQLiteStatements(connection: handle)
        bounds = (
            try statements.take(SQLiteConnection.beginReading),
            try statements.take(SQLiteConnection.rollback)
        )
        watch.install(on: handle)
    }

    deinit { close() }

    /// Pages of the write-ahead log after the last commit; 0 before ``tendsLog()``.
    var logPages: Int { log.pages }

    /// Has no commit do a checkpoint by itself any more, but count the pages of the log.
    func tendsLog() { log.install(on: handle) }

    /// Makes this the connection that writes.
    ///
    /// - Parameters:
    ///   - cache: Kilobytes of pages that it keeps.
    ///   - memory: Where it keeps what holds after its commits.
    func prepareWriting(synchronous: String, cache: Int, _ memory: SQLiteCommitMemory) throws {
        commitMemory = memory
        ownsLog = try hasLog()
        self.synchronous = synchronous
        try execute("PRAGMA synchronous = \(synchronous)")
        try execute("PRAGMA cache_size = -\(cache)")
        tendsLog()
    }

    /// Copies of the log into the file what no reader is in the way of.
    ///
    /// Gives how many of the log's pages are in the file; nil where it could not.
    ///
    /// - Parameter waits: Whether readers that are in the way are waited for, so that the next commit begins
    ///   the log again. See https://sqlite.org/c3ref/wal_checkpoint_v2.html.
    func checkpoint(waits: Bool = false) -> Int? {
        var pages: Int32 = 0
        var copied: Int32 = 0
        let result = sqlite3_wal_checkpoint_v2(
            handle, nil, waits ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE, &pages,
            &copied)
        // What a reader kept from being copied is all that is missing then.
        let isCopied = result == SQLITE_OK || result == SQLITE_BUSY
        return isCopied && copied >= 0 ? Int(copied) : nil
    }

    /// Whether another file stands at the path of the one that is open.
    private var isReplaced: Bool { quarry_sqlite_is_replaced(handle) != 0 }

    /// Whether commits go into a write-ahead log; where they do, no file is moved over this one.
    package func hasLog() throws -> Bool {
        try first("PRAGMA journal_mode") { $0.text(0) } == "wal"
    }

    /// Lets go of the file.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        bounds = nil
        statements.removeAll()
        // The log at the path is another file's then: SQLite would copy it into this one and remove it.
        if !ownsLog, isReplaced { quarry_sqlite_spare_log(handle) }
        // What was acknowledged is durable already; there is nothing that closing could lose.
        try? queue.close()
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    // MARK: Running

    /// Runs a text without results; gives back how many rows it changed.
    @discardableResult
    package func run(_ sql: SQLText) throws -> Int {
        let (text, parameters) = sql.rendered(for: dialect)
        let entry = try statements.take(StatementWords(text))
        defer { statements.give(entry) }
        try bind(parameters, to: entry)
        try finish(entry)
        return Int(sqlite3_changes(handle))
    }

    /// Runs a kept statement once.
    package func run(
        _ template: SQLTemplate, _ bind: (inout SQLiteBinder) throws -> Void
    ) throws {
        let entry = try statements.take(template)
        defer { statements.give(entry) }
        var binder = SQLiteBinder(entry.handle)
        try bind(&binder)
        try check(binder, entry)
        try finish(entry)
    }

    /// Runs words that have no parameters.
    func execute(_ text: String) throws {
        let entry = try statements.take(StatementWords(text))
        defer { statements.give(entry) }
        try finish(entry)
    }

    private static let beginReading = SQLTemplate("BEGIN", for: SQLiteDialect())
    private static let rollback = SQLTemplate("ROLLBACK", for: SQLiteDialect())

    /// Opens a transaction whose first statement decides which state it reads.
    func beginReading() throws {
        guard let bounds else { throw SQLiteDatabase.closedError }
        defer { sqlite3_reset(bounds.begin.handle) }
        try finish(bounds.begin)
    }

    /// Ends a transaction that only reads, for which nothing is done at its end.
    func endReading() {
        required = nil
        endTransaction()
    }

    /// Runs a text and shows its rows until `body` returns false.
    package func query(_ sql: SQLText, _ body: (SQLiteRow) throws -> Bool) throws {
        let (text, parameters) = sql.rendered(for: dialect)
        try query(StatementWords(text), parameters, body)
    }

    /// Runs a text and shows its rows until `body` returns false.
    package func query(_ sql: RenderedSQL, _ body: (SQLiteRow) throws -> Bool) throws {
        try query(sql.statement, sql.parameters, body)
    }

    private func query(
        _ words: StatementWords, _ parameters: [Value], _ body: (SQLiteRow) throws -> Bool
    ) throws {
        let entry = try statements.take(words)
        defer { statements.give(entry) }
        try bind(parameters, to: entry)
        try step(entry, body)
    }

    /// Runs a kept statement and shows its rows until `body` returns false.
    package func query(
        _ template: SQLTemplate, _ bind: (inout SQLiteBinder) throws -> Void,
        _ body: (SQLiteRow) throws -> Bool
    ) throws {
        let entry = try statements.take(template)
        defer { statements.give(entry) }
        var binder = SQLiteBinder(entry.handle)
        try bind(&binder)
        try check(binder, entry)
        try step(entry, body)
    }

    /// Has `check` look at the row when the first statement has begun, whose moment is that of the
    /// transaction.
    ///
    /// Where nothing was committed since the row was read it is not read again.
    package func require(
        _ template: SQLTemplate, _ check: @escaping (Int64, Int64) throws -> Void
    ) throws {
        required = (template, check)
    }

    /// Looks at what was required of a transaction without statements.
    package func confirm() throws {
        if let required { try inspect(required) }
    }

    private func inspect(
        _ requirement: (template: SQLTemplate, check: (Int64, Int64) throws -> Void)
    ) throws {
        required = nil
        // Before its first statement the transaction has no moment yet.
        let hasBegun = sqlite3_txn_state(handle, "main") != SQLITE_TXN_NONE
        if hasBegun, let seen, seen.version == version, seen.template === requirement.template {
            return try requirement.check(seen.row.0, seen.row.1)
        }
        let row = try first(requirement.template, { _ in }) { row in
            (row.int(0), sqlite3_column_count(row.statement) > 1 ? row.int(1) : 0)
        }
        guard let row else { throw StoreError(.corrupt) }
        seen = (requirement.template, row, version)
        try requirement.check(row.0, row.1)
    }

    /// A number that is another one after each commit, this connection's own ones included, as the
    /// transaction sees it.
    ///
    /// `SQLITE_FCNTL_DATA_VERSION` of https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
    private var version: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    /// Runs a kept statement that inserts one row; gives the number that the row got.
    package func insert(
        _ template: SQLTemplate, _ bind: (inout SQLiteBinder) throws -> Void
    ) throws -> Int64 {
        try run(template, bind)
        return sqlite3_last_insert_rowid(handle)
    }

    /// Runs a kept statement once; gives how many rows it changed.
    package func change(
        _ template: SQLTemplate, _ bind: (inout SQLiteBinder) throws -> Void
    ) throws -> Int {
        try run(template, bind)
        return Int(sqlite3_changes(handle))
    }

    // MARK: Transactions

    /// Undoes what `body` did when it throws.
    package func attempt<T>(_ body: () throws -> T) throws -> T {
        let marks = (before.count, after.count)
        try execute("SAVEPOINT attempt")
        do {
            let result = try body()
            try execute("RELEASE attempt")
            return result
        } catch {
            before.removeSubrange(marks.0...)
            after.removeSubrange(marks.1...)
            remembered = nil
            // A full disk or a failing one has undone the whole transaction by itself.
            if isInTransaction {
                try execute("ROLLBACK TO attempt")
                try execute("RELEASE attempt")
            }
            throw error
        }
    }

    /// Has something done right before the transaction commits.
    package func beforeCommit(_ body: @escaping @Sendable () throws -> Void) {
        before.append(body)
    }

    /// Has something done after the transaction has committed.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) { after.append(body) }

    /// Has something done after the transaction has committed and its log is on the disk.
    package func afterDurableCommit(_ body: @escaping @Sendable () -> Void) {
        guard synchronous == SQLiteOptions.Synchronous.normal.rawValue else {
            return afterCommit(body)
        }
        // Used by `commit()`, on the thread that has the connection.
        nonisolated(unsafe) let handle = self.handle
        afterCommit { if quarry_sqlite_sync_log(handle) == SQLITE_OK { body() } }
    }

    /// Waits until the write-ahead log is on the disk.
    package func syncCommits(ofOthers: Bool) throws {
        guard
            synchronous == SQLiteOptions.Synchronous.normal.rawValue
                || ofOthers && synchronous == SQLiteOptions.Synchronous.full.rawValue
        else { return }
        // No commit comes while this transaction may write, and each sync may wait for the disk.
        guard !hasSynced else { return }
        let result = quarry_sqlite_sync_log(handle)
        guard result == SQLITE_OK else {
            throw SQLiteErrors.error(
                result, message: String(cString: sqlite3_errstr(result)),
                path: SQLiteErrors.path(of: handle, for: result))
        }
        hasSynced = true
    }

    /// Keeps what holds when the write has committed.
    package func rememberAtCommit(_ object: any AnyObject & Sendable) { remembered = object }

    /// Forgets it: another write begins in the same transaction, and may change what holds.
    func forgetRemembered() { remembered = nil }

    /// Opens a transaction that may write, waiting for other processes.
    func begin() throws {
        before.removeAll(keepingCapacity: true)
        after.removeAll(keepingCapacity: true)
        remembered = nil
        hasSynced = false
        try execute("BEGIN IMMEDIATE")
        guard !ownsLog, isReplaced else { return }
        // SQLite would write into the log of the other file.
        rollBack()
        throw SQLiteFile.replacedError(
            sqlite3_db_filename(handle, "main").map { String(cString: $0) })
    }

    /// Makes a transaction durable; what throws has undone it.
    func commit() throws {
        do {
            for body in before { try body() }
            // Without a log nothing tells, and the memory of one would be made.
            let first =
                remembered != nil && log.pages > 0 ? SQLiteCommitMemory.header(handle) : nil
            quarry_sqlite_begin_commit()
            defer { quarry_sqlite_end_commit() }
            try execute("COMMIT")
            if let first, let remembered, let last = SQLiteCommitMemory.header(handle) {
                commitMemory?.keep(remembered, from: first, to: last)
            }
        } catch {
            rollBack()
            throw error
        }
        let after = self.after
        before.removeAll(keepingCapacity: true)
        self.after.removeAll(keepingCapacity: true)
        for body in after { body() }
    }

    /// Undoes a transaction, if one is still open.
    func rollBack() {
        required = nil
        before.removeAll(keepingCapacity: true)
        after.removeAll(keepingCapacity: true)
        endTransaction()
    }

    private func endTransaction() {
        guard let bounds, isInTransaction else { return }
        // The statement fails only where the transaction is gone already.
        sqlite3_step(bounds.rollback.handle)
        sqlite3_reset(bounds.rollback.handle)
    }

    // MARK: Steps

    private func step(_ entry: SQLiteStatements.Entry, _ body: (SQLiteRow) throws -> Bool) throws {
        let row = SQLiteRow(statement: entry.handle)
        while true {
            let result = sqlite3_step(entry.handle)
            guard result == SQLITE_ROW || result == SQLITE_DONE else { throw failure(entry) }
            if let required { try inspect(required) }
            guard result == SQLITE_ROW, try body(row) else { return }
        }
    }

    private func finish(_ entry: SQLiteStatements.Entry) throws {
        while true {
            switch sqlite3_step(entry.handle) {
            case SQLITE_ROW: continue
            case SQLITE_DONE: return
            default: throw failure(entry)
            }
        }
    }

    private func failure(_ entry: SQLiteStatements.Entry) -> StoreError {
        let error = SQLiteErrors.error(of: handle, sql: entry.text)
        return error.code == .cancelled ? watch.error : error
    }

    private func bind(_ parameters: [Value], to entry: SQLiteStatements.Entry) throws {
        var binder = SQLiteBinder(entry.handle)
        if let position = binder.bind(parameters) {
            throw StoreError(.unsupportedValue, ["parameter": String(position + 1)])
        }
        try check(binder, entry)
    }

    private func check(_ binder: SQLiteBinder, _ entry: SQLiteStatements.Entry) throws {
        if binder.failure != SQLITE_OK {
            throw SQLiteErrors.error(
                binder.failure, message: String(cString: sqlite3_errstr(binder.failure)),
                sql: entry.text)
        }
    }
}
