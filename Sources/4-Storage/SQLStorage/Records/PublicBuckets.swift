import RecordCore
import SQLLowering

/// The parts of a public database that is spread over servers.
///
/// To everything below, each is a database of its own, with a number and a default zone. A record is
/// in the one that its name says: their number is chosen when the store is made, and stays. A save or
/// a lookup of one record looks into one of them, a query into all.
final class PublicBuckets: Sendable {
    /// One of them.
    struct Bucket: Sendable {
        /// Its number as a database.
        let database: Int64
        /// The number of its default zone.
        let zone: Int64
    }

    private let buckets: [Bucket]
    private let numbers: Set<Int64>
    /// The numbers of all.
    let databases: DatabaseNumbers
    /// The default zone, once for each number that it has.
    let zones: [StoredZone]
    /// `zone name`, `name` of the records that point at one: zone, name, action.
    let referrers: SQLTemplate
    /// How many point at one.
    let holderCount: SQLTemplate

    private init(_ buckets: [Bucket], _ dialect: any Dialect) {
        self.buckets = buckets
        numbers = Set(buckets.map(\.database))
        let databases = DatabaseNumbers(
            buckets[0].database, buckets.dropFirst().map(\.database))
        self.databases = databases
        zones = Set(buckets.map(\.zone)).sorted().map { StoredZone(number: $0, id: .default) }
        (referrers, holderCount) = StoreStatements.pointing(dialect) { databases.contain($0) }
    }

    /// How many a store may have.
    static let limits = 2...1_024

    /// The one that stands for all: its zone is the zone of the public database.
    var first: Bucket { buckets[0] }

    /// The one that has what has a name.
    func bucket(of name: String) -> Bucket {
        buckets[StableHash.part(of: name, among: buckets.count)]
    }

    /// Whether a database is one of them.
    func contain(_ database: Int64) -> Bool { numbers.contains(database) }

    /// The one that has what has a name, where the database is a part of the public one.
    func bucket(of name: String, in database: Int64) -> Bucket? {
        contain(database) ? bucket(of: name) : nil
    }

    // MARK: In the database

    /// The key of one of them.
    ///
    /// The first is the public database of stores that have no others.
    private static func key(_ place: Int) -> DatabaseKey {
        DatabaseKey(scope: DatabaseKey.public.scope, owner: place == 0 ? "" : String(place))
    }

    /// Makes them, in a store that has nothing yet.
    static func make(
        _ count: Int, _ connection: some SQLConnection, _ dialect: any Dialect
    ) throws {
        guard limits.contains(count) else {
            throw StoreError.unsupported(
                "buckets=\(count)", expected: "buckets=1 to buckets=\(limits.upperBound)")
        }
        // One number for the zones of all, where each database numbers its own: a query then says
        // one, and an index is entered once for each part.
        let isShared = dialect.numberedKey(["id"]) != nil
        var places: [String] = []
        var zone: Int64?
        for place in 0..<count {
            let database = try connection.makeDatabase(key(place), zone: isShared ? zone : nil)
            if zone == nil || !isShared {
                zone = try connection.first("SELECT id FROM _zones WHERE \(of: database)") {
                    $0.int(0)
                }
            }
            places.append("\(database)/\(zone ?? 0)")
        }
        // All in one row: a store is opened, and knows them, while a server that has one is down.
        try connection.set("buckets", to: places.joined(separator: " "))
    }

    /// Reads them; nil where the public database is in one piece.
    static func load(
        _ connection: some SQLConnection, _ dialect: any Dialect
    ) throws -> PublicBuckets? {
        guard let text = try connection.setting("buckets") else { return nil }
        let buckets = try text.split(separator: " ").map { part -> Bucket in
            let numbers = part.split(separator: "/").compactMap { Int64($0) }
            guard numbers.count == 2 else { throw StoreError(.corrupt, ["database": "public"]) }
            return Bucket(database: numbers[0], zone: numbers[1])
        }
        guard limits.contains(buckets.count) else {
            throw StoreError(.corrupt, ["database": "public"])
        }
        return PublicBuckets(buckets, dialect)
    }
}
