import Foundation

#if Postgres
import PostgresEngine
#endif

public import RecordCore
import SQLStorage

/// A PostgreSQL database that holds everything of one or more servers: an SQL schema for accounts,
/// and one for each container and environment.
///
///     let database = try ServerDatabase("postgres://app@db1,db2/quarry")
///     let store = try await database.open(.container("iCloud.a", environment: "production"))
///
/// `schema` in the URL is what the names of the schemas begin with; without it, `quarry`. With
/// `search=gin` what is made there stores words in an inverted index, with `spread=citus` its
/// tables are spread over a Citus cluster, and with `buckets=32` the public database is made in so
/// many parts; a schema that is there keeps to its own way.
public struct ServerDatabase: Hashable, Sendable, CustomStringConvertible {
    /// What a schema of the database holds.
    ///
    ///     let database = try ServerDatabase("postgres://app@db1/quarry")
    ///     database.schema(of: .service)  // "quarry"
    ///     database.schema(of: .container("iCloud.a", environment: "production"))
    ///     // "quarry_p_icloud_a_" and 20 hexadecimal digits
    public enum Part: Hashable, Sendable {
        /// Accounts, secrets, and which containers there are.
        case service
        /// A container in an environment.
        case container(String, environment: String)
    }

    /// The URL without what is ours.
    let url: String
    /// How the words of records are stored; nil where nothing is said.
    let search: String?
    /// How tables are spread; nil where nothing is said.
    let spread: String?
    /// In how many parts the public database of a container is made; nil where nothing is said.
    let buckets: Int?
    /// What the names of schemas begin with.
    public let prefix: String
    /// Seconds for which a lost connection is made again before a request fails.
    public var patience: Double = 2
    /// Connections that read one container at the same time, at most.
    public var readers = 8
    /// Connections that write to one container at the same time, at most.
    public var writers = 4

    /// Whether the program can reach such a database.
    package static var isBuilt: Bool {
        #if Postgres
        true
        #else
        false
        #endif
    }

    /// The product behind such a URL, for messages.
    package static let engine = "PostgreSQL"
    /// How a program is built that can reach one.
    package static let buildAdvice =
        "Build it with libpq: swift build -c release --traits Server,Postgres."

    /// Reads a URL.
    ///
    /// - Throws: `StoreError.Code.unsupportedLocation` where the URL is none of PostgreSQL, its
    ///   `schema` cannot begin a name, or the program was built without PostgreSQL.
    public init(_ url: String) throws {
        guard StoreMedium.isServer(url) else {
            throw StoreError.unsupported(
                String(url.prefix { $0 != ":" }.prefix(40)), expected: "postgres://…")
        }
        #if !Postgres
        throw ServerDatabase.notBuilt
        #else
        let location = PostgresLocation(url)
        let prefix = location.schema ?? "quarry"
        guard ServerDatabase.isPrefix(prefix) else {
            throw StoreError.unsupported(
                "schema=\(prefix.prefix(40))",
                expected: "a schema of 1 to 16 letters a to z, digits and _")
        }
        var options = PostgresOptions()
        try location.setLayout(&options)
        self.url = location.url
        search = location.search
        spread = location.spread
        buckets = try location.bucketCount()
        self.prefix = prefix
        #endif
    }

    /// What a program without PostgreSQL says.
    static let notBuilt = StoreError.unsupported(
        "postgres", expected: "a build with --traits Server,Postgres")

    private static func isPrefix(_ text: String) -> Bool {
        1...16 ~= text.utf8.count && !text.hasPrefix("pg_")
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
    }

    /// The URL without passwords, for people.
    public var description: String { StoreLocation.postgres(url: url).description }

    /// The name of a part's schema.
    ///
    /// That of iCloud.org.example.notes in production:
    ///
    ///     quarry_p_icloud_org_example_not_2b5a9035f90b7494a6a6
    ///
    /// What can be read of it is for people; the digits at its end make it the container's own. 63
    /// bytes at most, which is what PostgreSQL allows.
    public func schema(of part: Part) -> String {
        switch part {
        case .service: return prefix
        case .container(let name, let environment):
            let readable = name.lowercased().utf8.prefix(22).map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    Character(UnicodeScalar(byte))
                default: Character("_")
                }
            }
            let hash = ContentHash.hex(of: Data("\(environment)/\(name)".utf8)).prefix(20)
            return "\(prefix)_\(environment.prefix(1))_\(String(readable))_\(hash)"
        }
    }

    /// The location of a part, as ``StoreLocation`` has it.
    public func location(of part: Part) -> StoreLocation {
        .postgres(
            url: url + (url.contains("?") ? "&" : "?") + "schema=\(schema(of: part))"
                + (search.map { "&search=\($0)" } ?? "")
                + (spread.map { "&spread=\($0)" } ?? "")
                + (part == .service ? "" : buckets.map { "&buckets=\($0)" } ?? ""))
    }

    /// What the connections of stores do at the moment.
    ///
    ///     let figures = database.figures(of: stores)
    ///     figures.readers - figures.idleReaders  // reads under way
    ///     figures.waitingWrites                  // more than 0 for long: too few `writers`
    public struct Figures: Hashable, Sendable {
        /// Connections for readers that are open.
        public var readers = 0
        /// The idle connections among them.
        public var idleReaders = 0
        /// Writes that wait for a connection.
        public var waitingWrites = 0
    }

    /// What the connections of stores of the database do at the moment, in all.
    public func figures(of stores: [any RecordStore]) -> Figures {
        var sum = Figures()
        #if Postgres
        for case let store as SQLStore<PostgresDatabase> in stores {
            let figures = store.engine.figures
            sum.readers += figures.readers
            sum.idleReaders += figures.idleReaders
            sum.waitingWrites += figures.waitingWrites
        }
        #endif
        return sum
    }

    /// The servers of a Citus cluster that do not answer its coordinator, as `host:port`.
    ///
    /// - Parameter store: A store of the database.
    /// - Throws: Where the database does not answer.
    package func lostServers(of store: any RecordStore) throws -> [String] {
        #if Postgres
        try (store as? SQLStore<PostgresDatabase>)?.engine.lostServers() ?? []
        #else
        []
        #endif
    }

    /// Bytes that parts take on the disk with their indexes, by the names of their schemas.
    ///
    /// They are nil where a table is locked. Parts that are not made are left out.
    ///
    /// - Parameter store: A store of the database.
    /// - Returns: Nil where the database does not say it.
    /// - Throws: Where the database does not answer.
    package func sizes(of parts: [Part], by store: any RecordStore) throws -> [String: Int64?]? {
        #if Postgres
        try (store as? SQLStore<PostgresDatabase>)?.engine
            .sizes(ofSchemas: parts.map(schema(of:)))
        #else
        nil
        #endif
    }

    /// Opens the store of a part, making it where there is none.
    ///
    ///     let database = try ServerDatabase("postgres://app@db1/quarry")
    ///     let store = try await database.open(.container("iCloud.a", environment: "development"))
    ///     try await store.schema().types.keys.sorted()  // ["Users"]: the store is new
    ///
    /// - Throws: As ``StoreLocation/open(environment:limits:options:defersIndexes:)``.
    public func open(
        _ part: Part, environment: StoreEnvironment = .development,
        limits: StoreLimits = StoreLimits()
    ) async throws -> any RecordStore {
        #if Postgres
        var options = PostgresOptions()
        options.schema = schema(of: part)
        _ = search.map { options.setSearch($0) }
        _ = spread.map { options.setSpread($0) }
        options.patience = patience
        options.readers = readers
        options.idleReaders = 1
        options.writers = part == .service ? 2 : writers
        options.statementTimeout = 30
        options.connectTimeout = 5
        return try await SQLStore(
            try PostgresDatabase(url, options: options), environment: environment,
            limits: limits, buckets: part == .service ? nil : buckets)
        #else
        throw ServerDatabase.notBuilt
        #endif
    }
}
