import Foundation

#if Postgres
import PostgresEngine
#endif

public import RecordCore
import SQLStorage
public import SQLiteEngine

/// Where a store is kept, as people write it.
///
///     try await StoreLocation("notes.db").open()        // a SQLite file
///     try await StoreLocation("sqlite:notes.db").open() // the same
///     try await StoreLocation("memory:").open()         // nothing is kept
///     try await StoreLocation("postgres://host/notes").open()
///     try await StoreLocation("postgres://host/quarry?container=iCloud.a").open()   // a server's
public enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// A SQLite database in a file, by its path.
    case sqlite(path: String)
    /// A SQLite database that is gone when it is closed.
    case sqliteMemory
    /// Records in the program's memory, without SQL.
    case memory
    /// A PostgreSQL database, by its URL.
    case postgres(url: String)

    /// Reads a location: a path, `sqlite:path`, `sqlite::memory:`, `memory:` or `postgres://…`.
    ///
    /// - Throws: `StoreError.Code.unsupportedLocation` for an empty path and for schemes
    ///   that are none of these.
    public init(_ text: String) throws {
        switch text {
        case "memory:": self = .memory
        case "sqlite::memory:", ":memory:": self = .sqliteMemory
        default:
            if let path = StoreLocation.rest(of: text, after: "sqlite:") {
                // `sqlite:///tmp/a.db` is how URLs say `sqlite:/tmp/a.db`.
                let file = path.hasPrefix("///") ? String(path.dropFirst(2)) : path
                guard !file.isEmpty else { throw StoreLocation.unknown(text) }
                self = .sqlite(path: file)
            } else if StoreMedium.isServer(text) {
                self = .postgres(url: text)
            } else if let path = StoreLocation.rest(of: text, after: "file://") {
                guard let path = path.removingPercentEncoding, path.hasPrefix("/") else {
                    throw StoreLocation.unknown(text)
                }
                self = .sqlite(path: path)
            } else {
                guard !text.isEmpty, !text.contains("://") else {
                    throw StoreLocation.unknown(text)
                }
                self = .sqlite(path: text)
            }
        }
    }

    private static func rest(of text: String, after prefix: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }

    private static func unknown(_ text: String) -> StoreError {
        StoreError.unsupported(
            String(text.prefix { $0 != ":" }.prefix(40)),
            expected: "a path, sqlite:path, sqlite::memory:, memory: or postgres://…")
    }

    /// The location as ``init(_:)`` reads it; passwords are left out.
    public var description: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .sqliteMemory: "sqlite::memory:"
        case .memory: "memory:"
        case .postgres(let url):
            // Either part may have a password in it, and a password a question mark or a slash.
            "postgres://"
                + (url.replacing(/^postgres(ql)?:\/\//, with: "").split(separator: "@").last ?? "")
                .prefix { $0 != "?" }
        }
    }

    #if Postgres
    /// Opens a store in a schema of a PostgreSQL database.
    private static func postgresStore(
        _ url: String, environment: StoreEnvironment?, limits: StoreLimits,
        for purpose: StorePurpose
    ) async throws -> any RecordStore {
        let location = PostgresLocation(url)
        var options = try location.options(url)
        options.makesSchema = purpose != .ask
        return try await SQLStore(
            try PostgresDatabase(location.url, options: options),
            environment: location.environment == "production" ? .production : environment,
            limits: limits, for: purpose,
            buckets: location.bucketCount())
    }
    #endif

    /// The store in a database; assets may be read by those who may read the database, and those of
    /// a database in memory, which are in the directory for temporary files, by the owner alone.
    static func store(
        _ database: SQLiteDatabase, environment: StoreEnvironment?, limits: StoreLimits,
        for purpose: StorePurpose = .use
    ) async throws -> SQLStore<SQLiteDatabase> {
        try await SQLStore(
            database, environment: environment, limits: limits,
            files: SystemFiles(like: database.path), for: purpose)
    }

    /// Opens the store, making it when it is not there.
    ///
    ///     let store = try await StoreLocation("sqlite::memory:").open()
    ///     var paris = Record("City", RecordID("paris"))
    ///     paris["population"] = 2_138_551
    ///     _ = try await store.save(SaveRequest(saving: [paris]), in: .public)
    ///     let query = RecordQuery(
    ///         "City", where: try QueryPredicate(parsing: "population > 1000000"))
    ///     try await store.fetch(query, in: .public).records.map(\.id.name)  // ["paris"]
    ///     try await store.close()
    ///
    /// Keep one store for a place and share it among tasks; <doc:PoolsAndDurability> says which
    /// connections it has. An older layout is brought up to date when it is opened for writing.
    ///
    /// - Parameters:
    ///   - environment: Whether the schema is fixed.
    ///   - limits: Sizes beyond which requests are refused.
    ///   - options: How a SQLite database is opened.
    ///   - defersIndexes: Whether the indexes of new fields are made when the store is closed, which
    ///     takes less than to keep them while many records are saved. Where the process ends before,
    ///     they are made when the store is opened next.
    /// - Throws: `StoreError`: `notADatabase`, `newerVersion`, `corrupt` or `cannotOpen` for a file,
    ///   which is left as it was, `busy` when another process writes for ten seconds,
    ///   `unsupportedLocation` for PostgreSQL in a build without its trait.
    public func open(
        environment: StoreEnvironment = .development, limits: StoreLimits = StoreLimits(),
        options: SQLiteOptions = SQLiteOptions(), defersIndexes: Bool = false
    ) async throws -> any RecordStore {
        try await open(
            in: environment, limits: limits, options: options, for: defersIndexes ? .load : .use)
    }

    /// Opens the store in production where it was ever opened so, and else in development.
    ///
    ///     try await StoreLocation("notes.db").open(environment: .production).close()
    ///     let store = try await StoreLocation("notes.db").openAsKept()
    ///     store.environment  // .production
    ///
    /// - Parameters:
    ///   - environment: An environment to open it in all the same.
    ///   - isNoted: Whether the store keeps that it was opened in production; a question leaves it as
    ///     it was, and makes none where there is none.
    ///   - defersIndexes: As ``open(environment:limits:options:defersIndexes:)``.
    /// - Throws: As ``open(environment:limits:options:defersIndexes:)``.
    package func openAsKept(
        unless environment: StoreEnvironment? = nil, isNoted: Bool = true,
        defersIndexes: Bool = false
    ) async throws -> any RecordStore {
        try await open(
            in: environment, limits: StoreLimits(), options: SQLiteOptions(),
            for: defersIndexes ? .load : isNoted ? .use : .ask)
    }

    /// Has a store that stays open make what it plans queries by, after many records were saved.
    package static func finishLoad(of store: any RecordStore) async throws {
        #if Postgres
        try await (store as? SQLStore<PostgresDatabase>)?.finishLoad()
        #endif
    }

    private func open(
        in environment: StoreEnvironment?, limits: StoreLimits, options: SQLiteOptions,
        for purpose: StorePurpose
    ) async throws -> any RecordStore {
        switch self {
        case .sqlite(let path):
            return try await StoreLocation.store(
                try SQLiteDatabase(path: path, options: options), environment: environment,
                limits: limits, for: purpose)
        case .sqliteMemory:
            // Never there before, for questions either.
            return try await StoreLocation.store(
                try SQLiteDatabase(path: nil, options: options), environment: environment,
                limits: limits, for: purpose == .ask ? .use : purpose)
        case .memory: return MemoryStore(environment: environment ?? .development, limits: limits)
        case .postgres(let url):
            #if Postgres
            return try await StoreLocation.postgresStore(
                url, environment: environment, limits: limits, for: purpose)
            #else
            throw ServerDatabase.notBuilt
            #endif
        }
    }
}
