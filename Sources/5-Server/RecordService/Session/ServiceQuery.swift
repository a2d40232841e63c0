public import Foundation

/// A question of an app, before the service adds what its own options say.
public struct ServiceQuery: Hashable, Sendable {
    /// The record type asked for.
    public var type: String
    /// The condition that records of the type must match.
    public var predicate: QueryPredicate
    /// The order of the records; ties are ordered by record name.
    public var ordering: [Ordering]
    /// Where to look; nil is the default zone, or every zone where ``isZoneWide`` or the service's
    /// options say so.
    public var zone: ZoneID?
    /// The fields wanted: nil all, empty only what the store keeps about each record.
    public var desiredKeys: [String]?
    /// How many records at most; nil lets the store choose.
    public var limit: Int?
    /// What the question may say; nil is what the service's options say.
    public var profile: QueryProfile?
    /// Whether every zone of the database is searched, where no zone is named.
    public var isZoneWide: Bool
    /// Bytes of records, without their assets, after which a page ends early; nil is no limit.
    public var pageBytes: Int?

    /// Creates a query; by default it matches every record of the type in the default zone.
    public init(
        _ type: String, where predicate: QueryPredicate = .constant(true),
        orderedBy ordering: [Ordering] = [], in zone: ZoneID? = nil,
        desiredKeys: [String]? = nil, limit: Int? = nil, profile: QueryProfile? = nil,
        isZoneWide: Bool = false, pageBytes: Int? = nil
    ) {
        self.profile = profile
        self.isZoneWide = isZoneWide
        self.pageBytes = pageBytes
        self.type = type
        self.predicate = predicate
        self.ordering = ordering
        self.zone = zone
        self.desiredKeys = desiredKeys
        self.limit = limit
    }
}

/// Some of the records that a question asks for.
public struct ServicePage: Hashable, Sendable {
    /// The records, in order.
    public var records: [Record]
    /// Where to go on; nil when nothing remains.
    public var cursor: QueryCursor?

    /// Creates a page; without a cursor it is the last one.
    public init(records: [Record], cursor: QueryCursor?) {
        self.records = records
        self.cursor = cursor
    }
}

/// Where a query goes on: opaque bytes that mean the same after a restart.
///
/// A relative offset, not a snapshot: going on runs the query again.
public struct QueryCursor: Hashable, Sendable, Codable {
    /// The cursor's bytes, opaque to clients.
    public let data: Data

    /// A cursor from bytes; whether they are one shows when it is used.
    public init(data: Data) { self.data = data }
}
