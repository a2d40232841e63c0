package import Foundation
package import RecordCore
import SQLLowering

/// The record store over a SQL engine: one database holds one container in one environment.
///
///     let store = try await SQLStore(try SQLiteDatabase(path: "notes.db"))
///
/// Reads run on the calling thread, writes share their commits. Several processes may use one
/// database.
package final class SQLStore<Engine: SQLEngine>: RecordStore {
    /// Whether the schema is fixed.
    package let environment: StoreEnvironment
    /// Sizes beyond which requests are refused.
    package let limits: StoreLimits

    /// The database that it is in.
    package let engine: Engine
    let dialect: any Dialect
    let statements: StoreStatements
    let memory = StoreCache()
    let queries = QueryCache()
    let advisor = IndexAdvisor()
    let rowLists = QueryRows()
    let sharedFeeds = SharedFeeds()
    let assets: AssetPlace
    /// Whether new indexes are made when the store is closed.
    let defersIndexes: Bool
    /// Whether it is opened for many records, and closed when they are there.
    private let isLoad: Bool
    /// The parts of the public database; nil where it is in one piece.
    let buckets: PublicBuckets?

    typealias Connection = Engine.Connection
    typealias Session = StoreSession<Engine.Connection>

    /// Opens the store in a database, making its tables when the database is empty.
    ///
    /// - Throws: ``StoreError/Code/newerVersion`` when a newer version of this library made
    ///   the database, which is left as it was.
    package convenience init(
        _ engine: Engine, environment: StoreEnvironment = .development,
        limits: StoreLimits = StoreLimits(), buckets: Int? = nil
    ) async throws {
        try await self.init(
            engine, environment: environment, limits: limits, files: SystemFiles(),
            buckets: buckets)
    }

    /// Opens the store for a purpose, with a file layer of the caller's for assets.
    ///
    /// - Parameters:
    ///   - environment: Whether the schema is fixed; nil where it is if it ever was.
    ///   - buckets: In how many parts the public database is made, for servers over which they are
    ///     spread; one that is there keeps to its own number.
    package init(
        _ engine: Engine, environment: StoreEnvironment?, limits: StoreLimits,
        files: any FileLayer = SystemFiles(), for purpose: StorePurpose = .use,
        buckets: Int? = nil
    ) async throws {
        self.engine = engine
        self.limits = limits
        defersIndexes = purpose == .load
        isLoad = purpose == .load || purpose == .moveInto
        statements = StoreStatements(engine.dialect)
        if engine.dialect.keepsContent {
            assets = .tables(AssetTables(statements: statements))
        } else if let directory = engine.assetDirectory {
            assets = .files(AssetDirectory(directory, files: files))
        } else {
            assets = .nowhere
        }
        do {
            let own = try await SQLStore.prepare(engine, for: purpose, buckets: buckets ?? 1)
            self.environment = environment ?? (own.isOfProduction ? .production : .development)
            memory.hasOldNotes = own.hasOldNotes
            dialect = engine.dialect.keeping(own.tokens, own.spread)
            self.buckets = own.buckets
        } catch {
            // What opening failed with matters more than how closing went.
            try? await engine.close()
            throw error
        }
        switch purpose {
        case .use:
            noteEnvironment()
            forgetOldDeletions()
            sweepContent()
            dropUnused()
            tendIndexes(isMaking: true)
        case .ask: tendIndexes(isMaking: false)
        case .load:
            noteEnvironment()
            forgetOldDeletions()
            sweepContent()
        case .moveFrom, .moveInto: break
        }
    }

    /// What a database says of itself.
    private struct Properties: Sendable {
        var tokens: TokenStorage?
        var spread: TableSpread?
        var hasOldNotes = false
        var isOfProduction: Bool
        var buckets: PublicBuckets?
    }

    /// Brings the tables up to date and gives what the database says of itself.
    private static func prepare(
        _ engine: Engine, for purpose: StorePurpose, buckets: Int
    ) async throws -> Properties {
        let dialect = engine.dialect
        let found = try engine.read { connection -> (Int64, Properties?, isMended: Bool) in
            let version = try StorageTables.layoutVersion(connection)
            if version > 0, purpose != .moveInto, try MoveMark.read("move", connection) != nil {
                throw StoreError(
                    .moved,
                    engineMessage:
                        "The move into this database is not finished: run `quarry move` again, "
                        + "or open the source.")
            }
            guard version == StorageTables.version else { return (version, nil, false) }
            let own = try own(connection, dialect)
            let plain = try StorageTables.misplaced(connection, dialect, own: own?.spread)
            return (version, own, plain == nil)
        }
        guard found.0 <= StorageTables.version else { throw StorageTables.newer(found.0) }
        if found.0 == 0, purpose == .moveFrom || purpose == .ask {
            throw StoreError(.cannotOpen, engineMessage: "There is no database of Quarry.")
        }
        // A move only reads, and can read tables that are spread by halves.
        if let own = found.1, found.isMended || purpose == .moveFrom { return own }
        return try await explainingLayout(found.0) {
            try await engine.write(first: false) { connection in
                try connection.giveUpOnLocks(after: TablePatience.seconds)
                let isNew = try StorageTables.layoutVersion(connection) == 0
                try StorageTables.migrate(connection, dialect: dialect)
                if isNew, buckets != 1 { try PublicBuckets.make(buckets, connection, dialect) }
                let spread = try StorageTables.spread(connection, asked: dialect.spread)
                if let plain = try StorageTables.misplaced(connection, dialect, own: spread) {
                    try StorageTables.distribute(plain, connection)
                }
                let fresh = UUID().uuidString
                try connection.run(
                    """
                    INSERT INTO _meta (key, value) VALUES ('store', \(fresh)) \
                    ON CONFLICT (key) DO NOTHING
                    """)
                guard let own = try own(connection, dialect) else { throw StoreError(.corrupt) }
                return own
            }
        }
    }

    /// Changes tables; where the database may only be read, the error says why it has to be written.
    private static func explainingLayout<T>(
        _ found: Int64, _ body: () async throws -> T
    ) async throws -> T {
        do { return try await changingTables(body) } catch let error as StoreError
            where error.code == .readOnly && (1..<StorageTables.version).contains(found)
        {
            throw StoreError(
                .readOnly, error.context,
                engineMessage:
                    "It has layout \(found) of an earlier version, which opening brings to "
                    + "layout \(StorageTables.version): copy it, with its assets, and open the copy."
            )
        }
    }

    /// What a database says of itself; nil while it is being made.
    private static func own(_ connection: Connection, _ dialect: any Dialect) throws -> Properties?
    {
        guard try connection.setting("store") != nil else { return nil }
        return Properties(
            tokens: try StorageTables.tokenStorage(connection),
            spread: try StorageTables.spread(connection, asked: dialect.spread),
            hasOldNotes: try connection.hasRow(
                "SELECT 1 FROM _service WHERE key >= 'once/' AND key < 'once0' LIMIT 1"),
            isOfProduction: try isOfProduction(connection),
            buckets: try PublicBuckets.load(connection, dialect))
    }

    /// Finishes acknowledged writes and closes the files.
    ///
    /// Later calls throw.
    package func close() async throws {
        var failure: (any Error)?
        if isLoad {
            do { try await finishLoad() } catch { failure = error }
        }
        try await engine.close()
        if let failure { throw failure }
    }

    // MARK: Transactions

    /// Reads at one moment, on the calling thread.
    ///
    /// The marks of the last time are trusted until the first answer, so that they cost no question
    /// of their own.
    ///
    /// - Parameter repeats: Whether `body` may run again after it was shown rows.
    func read<T>(repeats: Bool = true, _ body: (Session) throws -> T) throws -> T {
        do {
            guard repeats else {
                return try engine.read { try read(on: $0, isTrusting: true, body) }
            }
            return try engine.readTogether { try read(on: $0, isTrusting: true, body) }
        } catch
            where error is StaleMarks
            || repeats && (error as? StoreError)?.isOfChangedTables == true
        {
            return try readAgain(repeats: repeats, body)
        }
    }

    /// Reads without trusting the marks of the last time; some times over where a connection still has
    /// statements of tables as they were, which it forgets when one fails.
    private func readAgain<T>(repeats: Bool, _ body: (Session) throws -> T) throws -> T {
        var attempts = repeats ? 8 : 1
        while true {
            do {
                return try engine.read { try read(on: $0, isTrusting: false, body) }
            } catch let error as StoreError where attempts > 1 && error.isOfChangedTables {
                attempts -= 1
            }
        }
    }

    /// Reads on a connection that is at one moment already.
    func read<T>(
        on connection: Connection, isTrusting: Bool, _ body: (Session) throws -> T
    ) throws -> T {
        let session = try Session(
            connection, statements: statements, dialect: dialect, memory: memory,
            buckets: buckets, isReading: true, isTrusting: isTrusting)
        // Whatever was decided, without or against the database, rests on the marks.
        let result: T
        do {
            result = try body(session)
        } catch {
            try connection.confirm()
            throw error
        }
        try connection.confirm()
        return result
    }

    /// Writes, and comes back when what was written is durable.
    func write<T: Sendable>(
        _ body: @escaping @Sendable (Session) throws -> T
    ) async throws -> T {
        try await engine.write(first: false) { [statements, dialect, memory, buckets] connection in
            let session = try Session(
                connection, statements: statements, dialect: dialect, memory: memory,
                buckets: buckets, isReading: false)
            let result = try body(session)
            connection.rememberAtCommit(session.catalogue)
            return result
        }
    }

    // MARK: Tidying

    /// Removes, without keeping anything waiting, tombstones past their time, and deleted zones
    /// beyond as many as a database may have.
    package func forgetOldDeletions() {
        let limit = Date(timeIntervalSinceNow: -limits.tombstoneLifetime).microseconds
        let zones = limits.zonesPerDatabase
        forSomeDatabases { database, connection in
            try SQLStore.lastDeletion(database, limit, connection) != nil
                || SQLStore.lastZone(database, beyond: zones, connection) != nil
        } do: { [statements] database, connection in
            guard try SQLStore.isWritable(statements, connection) else { return }
            try SQLStore.forget(database, before: limit, keeping: zones, connection)
        }
    }

    /// Does something to those of some databases that are due, one after the other, each in a
    /// transaction of its own.
    ///
    /// Where databases are spread over servers, whether one is due is asked in its transaction too. One
    /// that is out of reach ends it: the next time begins with another database.
    func forSomeDatabases(
        where isDue: @escaping @Sendable (Int64, Connection) throws -> Bool,
        do body: @escaping @Sendable (Int64, Connection) throws -> Void
    ) {
        let isSpread = dialect.spread != .none
        engine.enqueue(first: true) { [weak engine] connection in
            let some = try SQLStore.someDatabases(connection)
            let due = try isSpread ? some : some.filter { try isDue($0, connection) }
            SQLStore.each(due[...], engine) { database, connection in
                if try isDue(database, connection) { try body(database, connection) }
            }
        }
    }

    private static func each(
        _ databases: ArraySlice<Int64>, _ engine: Engine?,
        _ body: @escaping @Sendable (Int64, Connection) throws -> Void
    ) {
        guard let first = databases.first else { return }
        engine?.enqueue(first: false) { [weak engine] connection in
            try body(first, connection)
            // At most one waits beside the writes of requests.
            connection.afterCommit { [weak engine] in
                each(databases.dropFirst(), engine, body)
            }
        }
    }

    /// Whether the store is open to writers: a negative mark closes it.
    private static func isWritable(
        _ statements: StoreStatements, _ connection: Connection
    ) throws -> Bool {
        try connection.first(statements.versions, { _ in }) { $0.int(0) } ?? 0 >= 0
    }

    /// The numbers of as many databases as are looked at each time a store is opened: from
    /// anywhere on, so that in time each has its turn.
    static func someDatabases(_ connection: Connection) throws -> [Int64] {
        let bounds = try connection.first("SELECT min(id), max(id) FROM _databases") {
            $0.isNull(0) ? nil : ($0.int(0), $0.int(1))
        }
        guard let bounds, let (least, greatest) = bounds else { return [] }
        let start = Int64.random(in: least...greatest)
        let most = 1_000
        let some = try connection.all(
            "SELECT id FROM _databases WHERE id >= \(start) ORDER BY id LIMIT \(most)"
        ) { $0.int(0) }
        return try some
            + connection.all(
                """
                SELECT id FROM _databases WHERE id < \(start) ORDER BY id \
                LIMIT \(most - some.count)
                """
            ) { $0.int(0) }
    }

    /// Forgets what was deleted before a moment, as is done by itself when the store is opened.
    package func forgetDeletions(before date: Date) async throws {
        let limit = date.microseconds
        let zones = limits.zonesPerDatabase
        for database in try read({ try SQLStore.databases($0.connection) }) {
            try await write { session in
                try SQLStore.forget(database, before: limit, keeping: zones, session.connection)
            }
        }
    }

    /// Forgets what was deleted before a time, and all but the last of the deleted zones.
    private static func forget(
        _ database: Int64, before limit: Int64, keeping zones: Int, _ connection: Connection
    ) throws {
        if let token = try lastDeletion(database, limit, connection) {
            try purge(database, until: token, limit, connection)
        }
        if let token = try lastZone(database, beyond: zones, connection) {
            try purgeZones(database, until: token, connection)
        }
    }

    /// The token of the last deleted zone but some; nil where there are no more than these.
    private static func lastZone(
        _ database: Int64, beyond count: Int, _ connection: Connection
    ) throws -> Int64? {
        try connection.first(
            """
            SELECT token FROM _zones WHERE \(of: database) AND deleted IS NOT NULL \
            ORDER BY token DESC LIMIT 1 OFFSET \(max(0, count))
            """
        ) { $0.int(0) }
    }

    /// Forgets deleted zones up to a token, with the users that saw them; older tokens of the
    /// database expire.
    private static func purgeZones(
        _ database: Int64, until token: Int64, _ connection: Connection
    ) throws {
        let gone: SQLText = "\(of: database) AND deleted IS NOT NULL AND token <= \(token)"
        try connection.run(
            """
            UPDATE _zones SET born = \(token) \
            WHERE \(of: database) AND name = \(ZoneID.defaultName) AND born < \(token)
            """)
        try connection.run(
            """
            DELETE FROM _participants \
            WHERE \(of: database) AND zone IN (SELECT id FROM _zones WHERE \(gone))
            """)
        try connection.run(
            """
            DELETE FROM _participants \
            WHERE \(of: database) AND permission = 'none' AND token <= \(token)
            """)
        try connection.run("DELETE FROM _zones WHERE \(gone)")
    }

    /// The token of the last of what was deleted before a time; nil where there is nothing.
    private static func lastDeletion(
        _ database: Int64, _ limit: Int64, _ connection: Connection
    ) throws -> Int64? {
        try connection.first(
            "SELECT max(token) FROM _records WHERE \(of: database) AND deleted < \(limit)"
        ) { $0.isNull(0) ? nil : $0.int(0) } ?? nil
    }

    /// Forgets what was deleted before a time; the last of it has a token.
    private static func purge(
        _ database: Int64, until token: Int64, _ limit: Int64, _ connection: Connection
    ) throws {
        try connection.run(
            "UPDATE _counters SET purged = \(token) WHERE \(of: database) AND purged < \(token)")
        // No valid token is that old: users that left shares before it are no longer notified.
        try connection.run(
            "DELETE FROM _shares WHERE \(of: database) AND present = 0 AND token <= \(token)")
        try connection.run("DELETE FROM _records WHERE \(of: database) AND deleted < \(limit)")
    }
}
