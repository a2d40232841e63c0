/// A query for the records of one type, from an interface down to SQL.
///
/// Facades, endpoints and the tool make one; ``QueryChecker`` rewrites it. What is nil is decided
/// where the query is answered: a session goes by its options, a store by what is said below.
///
///     RecordQuery("City", where: try QueryPredicate(parsing: "population > 1000000"),
///                 orderedBy: [Ordering("population", ascending: false)], limit: 10)
public struct RecordQuery: Hashable, Sendable {
    /// The record type asked for.
    public var type: String
    /// The condition that records of the type must match.
    public var predicate: QueryPredicate
    /// In which order; ties, and an empty list, are ordered by record name.
    public var ordering: [Ordering]
    /// The zones that are searched; nil is the default zone, or every zone where a session's
    /// options say so.
    public var zones: ZoneScope?
    /// How many records at most; nil lets the store choose a page.
    public var limit: Int?
    /// How many matching records to pass over first: the cursor of an earlier page.
    public var offset: Int
    /// Behind which record the answer begins; the offset counts from there.
    public var after: QueryPlace?
    /// After how many bytes of records, without their assets, a page of ``RecordStore/fetch(_:in:)``
    /// ends early; nil is no limit.
    ///
    /// A store reads no more records than that, and has the next page begin with the one that did not
    /// fit. A remote store leaves it to its server.
    package var pageBytes: Int?
    /// The fields wanted: nil all, empty only what the store keeps about each record.
    public var desiredKeys: [String]?
    /// What the interface that asks accepts; nil is everything, or what a session's options say.
    public var profile: QueryProfile?
    /// The record name of the requesting user, which a session sets.
    ///
    /// `ZoneID.currentOwner` stands for this user where a user is compared. Nil is the owner of the
    /// database; the public database has none.
    public var user: String?

    /// Creates a query; by default it matches every record of the type in the default zone.
    public init(
        _ type: String, where predicate: QueryPredicate = .constant(true),
        orderedBy ordering: [Ordering] = [], in zones: ZoneScope? = nil,
        limit: Int? = nil, offset: Int = 0, desiredKeys: [String]? = nil,
        profile: QueryProfile? = nil, user: String? = nil
    ) {
        self.type = type
        self.predicate = predicate
        self.ordering = ordering
        self.zones = zones
        self.limit = limit
        self.offset = offset
        self.desiredKeys = desiredKeys
        self.profile = profile
        self.user = user
    }

    /// Where a store looks: ``zones``, or the default zone where none is named.
    public var zoneScope: ZoneScope { zones ?? .zone(.default) }

    /// A page in the order of names, behind the record of a name; the query is of one zone.
    ///
    /// Unlike an offset, the name is not shifted by what is saved and deleted between two pages.
    package func page(behind name: String?, limit: Int) -> RecordQuery {
        var page = self
        page.ordering = [Ordering("recordName")]
        page.limit = limit
        if let name {
            let isBehind = QueryPredicate.comparison(
                Comparison(.keyPath(QueryKeyPath("recordName")), .greater, .constant(.text(name))))
            page.predicate = predicate == .constant(true) ? isBehind : .and([predicate, isBehind])
        }
        return page
    }
}

/// Where a query looks.
///
///     // With one note, in the zone Notes:
///     try await store.count(RecordQuery("Note"), in: anns)                    // 0: default zone
///     try await store.count(RecordQuery("Note", in: .zone(notes)), in: anns)  // 1
///     try await store.count(RecordQuery("Note", in: .all), in: anns)          // 1
public enum ZoneScope: Hashable, Sendable {
    /// In one zone.
    case zone(ZoneID)
    /// In every zone of the database.
    case all
}

/// What an interface lets a query say.
///
///     var query = RecordQuery("City", where: try QueryPredicate(parsing: "a == 1 OR b == 2"))
///     query.profile = .cloudKit
///     try await store.fetch(query, in: .public)  // throws QueryProblem: CloudKit has no OR.
///
/// Requests to a server name the profile by its raw value.
public enum QueryProfile: String, Hashable, Sendable, CaseIterable {
    /// The whole language over stored fields.
    case everything
    /// What CloudKit documents for `CKQuery`; text folds case except in BEGINSWITH.
    case cloudKit
    /// The first published reading: BEGINSWITH folds case, a token search needs every token.
    case cloudKitOriginal
    /// What the web services' filters say.
    case webServices
}

/// Some of the records that a query asks for.
///
///     var query = RecordQuery("City", limit: 100)
///     while true {
///         let page = try await store.fetch(query, in: .public)
///         show(page.records)
///         guard let next = page.next else { break }
///         query.offset = next
///     }
public struct QueryPage: Hashable, Sendable {
    /// The records, in order.
    public var records: [Record]
    /// The offset at which the next page starts; nil when nothing remains.
    public var next: Int?

    /// Creates a page from its records and the offset of the next one.
    public init(records: [Record], next: Int?) {
        self.records = records
        self.next = next
    }
}

/// How a store will answer a query.
///
///     let doubled = RecordQuery("Person", where: try QueryPredicate(parsing: "age * 2 > 60"))
///     try await store.explain(doubled, in: .public).recheck  // "age * 2 > 60": not in SQL
public struct QueryExplanation: Hashable, Sendable {
    /// The statement, with `?` for bound values; nil for stores without SQL.
    public var sql: String?
    /// The bound values, in order.
    public var parameters: [Value]
    /// The engine's own plan, a line each.
    public var plan: [String]
    /// The indexes that the plan uses, as `Type.field (queryable)`.
    public var indexes: [String]
    /// Whether every row of the zone is looked at.
    public var scans: Bool
    /// What the evaluator decides while rows stream, printed; nil when SQL decides all.
    public var recheck: String?
    /// Indexes to add, as `Type.field QUERYABLE`, where one is missing.
    public var suggestions: [String]
    /// Indexes of the type that no query has asked for in 30 days, as `Type.field (queryable)`; of
    /// one that the store has dropped, `Type.field (queryable), dropped`.
    public var unused: [String]

    /// Creates an explanation; engines without SQL pass nil and empty lists.
    public init(
        sql: String? = nil, parameters: [Value] = [], plan: [String] = [],
        indexes: [String] = [], scans: Bool = false, recheck: String? = nil,
        suggestions: [String] = [], unused: [String] = []
    ) {
        self.sql = sql
        self.parameters = parameters
        self.plan = plan
        self.indexes = indexes
        self.scans = scans
        self.recheck = recheck
        self.suggestions = suggestions
        self.unused = unused
    }
}
