#if Postgres
import Foundation
import RecordCore
package import SQLLowering
import SQLStorage

/// A schema of a PostgreSQL database that holds one container in one environment.
///
///     let database = try PostgresDatabase("postgres://localhost/quarry")
///
/// Any number of programs may use it at the same time. Readers wait on the calling thread, with a
/// connection each or several on one; writes go through threads that own one each.
package final class PostgresDatabase: SQLEngine {
    /// PostgreSQL's, as the server speaks it.
    package let dialect: any Dialect
    /// Content is in the database.
    package var assetDirectory: String? { nil }

    /// How it is used.
    package let options: PostgresOptions

    /// Whether the database may only be read.
    package var isReadOnly: Bool { options.isReadOnly }

    let connector: PostgresConnector
    let pool: PostgresPool
    let groups: PostgresReadGroups
    private let writers: PostgresWriters

    /// Opens a database, making its schema when there is none.
    ///
    /// - Parameter url: As libpq takes it: a URL, or `host=… dbname=…`.
    package convenience init(
        _ url: String, options: PostgresOptions = PostgresOptions()
    ) throws {
        try self.init(url, options: options, observer: nil)
    }

    /// Opens a database whose statements an observer sees.
    package init(
        _ url: String, options: PostgresOptions, observer: PostgresObserver?
    ) throws {
        self.options = options
        func makeConnector(_ server: PostgresServerKind) -> PostgresConnector {
            PostgresConnector(
                url: url, options: options,
                dialect: PostgresDialect(
                    server, spread: options.spread, tokens: options.search),
                observer: observer)
        }
        var connector = makeConnector(.postgres)
        var first = try connector.connect()
        if first.server != .postgres {
            connector = makeConnector(first.server)
            first.link.close()
            first = try connector.connect()
        }
        dialect = connector.dialect
        // Before the schema is made: what is there already tells of its spread itself.
        if options.spread == .citus,
            try !PostgresDatabase.hasSchema(first, dialect.kept(options.schema)),
            try !first.hasCitus()
        {
            throw PostgresErrors.withoutCitus
        }
        if !options.isReadOnly {
            try PostgresDatabase.makeSchema(first, options: options, dialect: dialect)
        }
        self.connector = connector
        pool = PostgresPool(connector, first: first)
        groups = PostgresReadGroups(pool, options: options)
        writers = PostgresWriters(connector)
    }

    deinit { writers.stopSoon() }

    /// Whether a database has the schema that options name.
    package static func hasSchema(_ url: String, options: PostgresOptions) throws -> Bool {
        let dialect = PostgresDialect()
        let connection = try PostgresConnector(url: url, options: options, dialect: dialect)
            .connect()
        defer { connection.link.close() }
        return try hasSchema(connection, dialect.kept(options.schema))
    }

    private static func hasSchema(
        _ connection: PostgresConnection, _ name: String
    ) throws -> Bool {
        try connection.hasRow("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = \(name)")
    }

    private static func makeSchema(
        _ connection: PostgresConnection, options: PostgresOptions, dialect: any Dialect
    ) throws {
        let name = dialect.kept(options.schema)
        guard try !hasSchema(connection, name) else { return }
        guard options.makesSchema else {
            throw StoreError(
                .cannotOpen, engineMessage: "There is no schema \(dialect.quoted(name)).")
        }
        // A store that is there keeps what it could take until now.
        if let encoding = connection.otherEncoding { throw PostgresErrors.encoding(encoding) }
        do {
            try connection.link.execute(
                "CREATE SCHEMA IF NOT EXISTS \(dialect.quoted(name))")
        } catch  where connection.link.failedState == "23505" {
            // Another server has made it at this very moment.
        }
    }

    /// Reads on the calling thread, everything of one moment.
    package func read<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        try read(noting: nil, body)
    }

    /// Reads on the calling thread; reads of one quick statement share a transaction.
    package func readTogether<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        // A group might wait for the connection that the thread has.
        guard !pool.isReading else { return try read(body) }
        let read = PostgresGroupedRead(groups)
        do {
            let connection = PostgresConnection(
                read, options: options, dialect: dialect, large: connector.large)
            let result = try body(connection)
            if !read.needsTransaction { return result }
        } catch { guard read.needsTransaction else { throw error } }
        return try self.read(noting: read.statement, body)
    }

    /// Reads, and notes of a statement whether it is quick and the only one.
    private func read<T>(
        noting statement: PostgresGroupedRead.Statement?,
        _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        let end = connector.deadline
        while true {
            let connection = try pool.takeReading(until: end)
            connection.link.watch.limit = TimeLimit.current
            let start = ContinuousClock.now
            let outcome = Result { try body(connection) }
            if let statement, connection.link.waits == 1, case .success = outcome,
                ContinuousClock.now - start < PostgresQuickStatements.limit,
                let types = connection.types(of: statement)
            {
                groups.quick.insert(statement, types: types)
            }
            // Nothing was read yet: another connection does as well.
            let isRepeated =
                connection.isUnread && !connection.link.watch.ends && ContinuousClock.now < end
            // Before the rollback, which must not be ended.
            connection.link.watch.limit = nil
            pool.give(connection)
            if case .failure = outcome, isRepeated { continue }
            return try outcome.get()
        }
    }

    /// Writes in a transaction of its own; comes back when it is durable.
    package func write<T: Sendable>(
        first: Bool,
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await outcome(of: body, otherwise: Self.closedError) { run, finish in
            writers.submit(PostgresWriters.Job(run: run, finish: finish))
        }
    }

    /// Does a write without waiting for it.
    package func enqueue(
        first: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
        guard !isReadOnly else { return }
        writers.submit(PostgresWriters.Job(run: body, finish: { _ in }))
    }

    /// What its connections do at the moment.
    package struct Figures: Hashable, Sendable {
        /// Connections for readers that are open.
        package var readers: Int
        /// The idle connections among them.
        package var idleReaders: Int
        /// Reads that wait to be sent with others.
        package var waitingReads: Int
        /// Writes that wait for a connection.
        package var waitingWrites: Int
    }

    /// What its connections do at the moment.
    package var figures: Figures {
        let pool = pool.figures
        return Figures(
            readers: pool.open, idleReaders: pool.idle, waitingReads: groups.waiting,
            waitingWrites: writers.waiting)
    }

    /// The servers of a Citus cluster that do not answer its coordinator, as `host:port`; none of a
    /// database that is no cluster.
    package func lostServers() throws -> [String] {
        try read { connection in
            guard try connection.hasCitus() else { return [] }
            // Of one that is cut off, the operating system would say so minutes later.
            try connection.link.send("SET LOCAL citus.node_connection_timeout = 2000")
            return try connection.all(
                """
                SELECT nodename || ':' || nodeport FROM pg_catalog.pg_dist_node \
                WHERE isactive AND noderole = 'primary' AND groupid > 0 \
                AND NOT citus_check_connection_to_node(nodename, nodeport) ORDER BY 1
                """
            ) { $0.text(0) }
        }
    }

    /// Bytes that schemas take on the disk with the indexes of their tables, by their names; nil of a
    /// server that has them on other machines, or does not say.
    ///
    /// The bytes of a schema are nil where another transaction has locked a table or an index of it.
    package func sizes(ofSchemas names: [String]) throws -> [String: Int64?]? {
        guard (dialect as? PostgresDialect)?.server == .postgres else { return nil }
        return try read { connection in
            guard try !connection.hasCitus() else { return nil }
            // For a table that is locked meanwhile.
            try connection.link.send("SET LOCAL lock_timeout = 1000")
            // Measuring takes a lock itself, and would wait behind one that is waited for, too.
            let locked = try connection.all(
                """
                SELECT DISTINCT CAST(n.nspname AS text) FROM pg_catalog.pg_locks l \
                JOIN pg_catalog.pg_class c ON c.oid = l.relation \
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' \
                AND l.database = (\
                SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
                """
            ) { $0.text(0) }
            var sizes: [String: Int64?] = [:]
            for name in Set(names).intersection(locked) { sizes.updateValue(nil, forKey: name) }
            let free = names.filter { !locked.contains($0) }
            let list = try String(decoding: JSONEncoder().encode(free), as: UTF8.self)
            try connection.query(
                """
                SELECT CAST(n.nspname AS text), \
                CAST(sum(pg_catalog.pg_total_relation_size(c.oid)) AS bigint) \
                FROM pg_catalog.pg_class c \
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                WHERE c.relkind = 'r' AND n.nspname IN (\
                SELECT jsonb_array_elements_text(CAST(\(list) AS jsonb))) GROUP BY 1
                """
            ) { row in
                sizes[row.text(0)] = row.int(1)
                return true
            }
            return sizes
        }
    }

    /// Waits until every transaction has ended that began before now, on any server.
    ///
    /// Sees those of the same role, or of all with the rights of `pg_read_all_stats`.
    ///
    /// - Throws: `busy` where one goes on for longer than a statement may take.
    package func settle() async throws {
        let end = ContinuousClock.now + .seconds(options.statementTimeout * 2)
        let now: SQLText = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        let limit = try read { try $0.first("SELECT \(now)") { $0.int(0) } } ?? 0
        while true {
            let open = try read { connection in
                try connection.first(
                    """
                    SELECT count(*) FROM pg_catalog.pg_stat_activity \
                    WHERE datname = current_database() AND pid <> pg_backend_pid() \
                    AND backend_type = 'client backend' \
                    AND (extract(epoch FROM xact_start) * 1000000)::bigint <= \(limit)
                    """
                ) { $0.int(0) }
            }
            guard let open, open > 0 else { return }
            guard ContinuousClock.now < end else {
                throw StoreError(
                    .busy, engineMessage: "\(open) transactions do not come to their end.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Lets go of the server without waiting for writes that others have begun.
    package func closeNow() {
        pool.close()
        groups.close()
        writers.stopSoon()
    }

    /// Finishes pending writes and closes the connections.
    ///
    /// Later calls throw.
    package func close() async throws {
        pool.close()
        groups.close()
        await writers.stop()
    }

    /// What calls get after ``close()``.
    static let closedError = StoreError(.cannotOpen, engineMessage: "The store is closed.")
}
#endif
