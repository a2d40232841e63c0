public import Foundation

/// Whether the schema follows the records or the records follow the schema.
///
///     let store = try await StoreLocation("notes.db").open(environment: .production)
///     // A save of a type that the schema lacks: cannotCreateType.
public enum StoreEnvironment: Hashable, Sendable {
    /// Saving a record creates its type and fields, with every index that the type allows;
    /// `strict` refuses unknown types and fields instead.
    case development(strict: Bool)
    /// The schema is fixed; only the declared indexes exist. Additive changes are imported.
    case production

    /// The lenient development environment.
    public static let development = StoreEnvironment.development(strict: false)
}

/// Sizes beyond which a request is refused.
///
///     var limits = StoreLimits()
///     limits.itemsPerRequest = 2
///     let store = MemoryStore(limits: limits)
///     try await store.save(SaveRequest(saving: [paris, rome, oslo]), in: .public)
///     // throws StoreError, code .limitExceeded
public struct StoreLimits: Hashable, Sendable {
    /// Records and deletions in one request.
    public var itemsPerRequest = 400
    /// Bytes of a record without its assets.
    public var recordBytes = 1_000_000
    /// Bytes of an asset.
    public var assetBytes = 50_000_000
    /// `deleteSelf` references that may point at one record.
    public var owningReferences = 750
    /// Fields of a record type.
    public var fieldsPerType = 256
    /// Zones of a database, and deleted zones that it remembers; older tokens expire.
    public var zonesPerDatabase = 1000
    /// Characters of a record or zone name.
    public var nameLength = 255
    /// Values on the right of IN, in profiles that limit it.
    public var valuesPerFilter = 250
    /// Records of a page when the query leaves the choice to the store.
    public var defaultPage = 200
    /// Seconds that a tombstone is kept; older tokens expire.
    public var tombstoneLifetime: TimeInterval = 90 * 86_400
    /// Indexes of two fields together that a store may make by itself for a record type, where
    /// queries need them; 0 for none.
    public var automaticIndexes = 4
    /// The earlier name of ``automaticIndexes``.
    @available(*, deprecated, renamed: "automaticIndexes")
    public var learnedIndexes: Int {
        get { automaticIndexes }
        set { automaticIndexes = newValue }
    }

    /// Creates the limits that CloudKit documents.
    public init() {}

    /// The sizes that a container may have of its own, by their names in its settings.
    package static var settings: [(name: String, size: WritableKeyPath<StoreLimits, Int>)] {
        [
            ("pageSize", \.defaultPage), ("itemsPerRequest", \.itemsPerRequest),
            ("recordBytes", \.recordBytes), ("assetBytes", \.assetBytes),
            ("owningReferences", \.owningReferences), ("fieldsPerType", \.fieldsPerType),
            ("zonesPerDatabase", \.zonesPerDatabase), ("nameLength", \.nameLength),
            ("valuesPerFilter", \.valuesPerFilter),
        ]
    }
}

/// Records of one container in one environment: the databases of all its users.
///
///     let store = try await StoreLocation("sqlite:notes.db").open()
///     try await store.save(SaveRequest(saving: [city]), in: .public)
///     let page = try await store.fetch(
///         RecordQuery("City", where: try QueryPredicate(parsing: "population > 1000000")),
///         in: .public)
///     page.records.map(\.id.name)  // ["paris"]
///
/// Every method may be called from many tasks at once. An acknowledged write is durable.
public protocol RecordStore: Sendable {
    /// Whether the schema is fixed.
    var environment: StoreEnvironment { get }
    /// Sizes beyond which requests are refused.
    var limits: StoreLimits { get }

    /// The schema as it stands.
    func schema() async throws -> RecordSchema
    /// Changes the schema in one transaction; returns the steps that were needed.
    ///
    ///     try await store.updateSchema { current in
    ///         var grown = current
    ///         grown["City"]?.fields.append(Field("mayor", .single(.string)))
    ///         return [grown]
    ///     }  // [.addField(type: "City", Field("mayor", .single(.string)))]
    ///
    /// Throws ``StoreError/Code/incompatibleSchema`` where production allows no such step or
    /// stored records would break; nothing is changed then.
    ///
    /// - Parameter change: Gets the schema as it stands, and returns the schemas that it becomes,
    ///   one after the other: a type that one of them lacks loses its records, also where the next
    ///   one has it. It is called again where the transaction is repeated, and must not use the
    ///   store.
    @discardableResult
    func updateSchema(
        _ change: @escaping @Sendable (_ current: RecordSchema) throws -> [RecordSchema]
    ) async throws -> [SchemaChange]

    /// One page of the records that match, in order.
    ///
    ///     let page = try await store.fetch(query, in: .public)
    ///     page.records  // at most query.limit, or limits.defaultPage
    ///     page.next     // the offset of the next page; nil on the last
    ///
    /// - Throws: A ``QueryProblem`` for what the query cannot ask of the schema, an `EvaluationError`
    ///   for a value without an answer, a ``StoreError``.
    func fetch(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryPage
    /// How many records match, whatever the query's limit and offset.
    ///
    ///     let large = RecordQuery(
    ///         "City", where: try QueryPredicate(parsing: "population > 200000"))
    ///     try await store.count(large, in: .public)  // 1
    func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int
    /// Every record that matches, one after the other in bounded memory, until `body` returns
    /// false. Limit and offset are respected; a nil limit means all.
    ///
    ///     try await store.forEach(RecordQuery("City"), in: .public) { city in
    ///         print(city.id.name)  // bern
    ///         return false         // enough
    ///     }
    func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws
    /// Values calculated from the records that match: groups, counts, sums, extremes.
    ///
    ///     let people = RecordSummaryQuery(
    ///         RecordQuery("City"),
    ///         columns: [.field("country"), .init("people", .sum, of: "population")],
    ///         grouping: ["country"])
    ///     try await store.summarize(people, in: .public)  // [["CH", 568599]]
    func summarize(
        _ query: RecordSummaryQuery, in scope: DatabaseScope
    ) async throws -> [[Value]]
    /// How the query would be answered: the statement, its index, and what is checked afterwards.
    ///
    ///     let explanation = try await store.explain(query, in: .public)
    ///     explanation.indexes  // ["City.population (queryable, sortable)"]
    ///     explanation.scans    // false: not every record of the zone is looked at
    ///
    /// Rows are counted to choose the index, as for the query itself. A store in memory has no
    /// statement and looks at every record.
    func explain(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryExplanation

    /// The records of the given names; those that do not exist are absent.
    ///
    ///     let cities = try await store.records(
    ///         [RecordID("bern"), RecordID("atlantis")], in: .public, desiredKeys: ["name"])
    ///     cities[RecordID("bern")]?.fields  // ["name": "Bern"]
    ///     cities[RecordID("atlantis")]      // nil
    func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record]
    /// The records of the given names, and the schema of the moment at which they were read.
    ///
    /// A remote store reads the schema before the records, which may be of a later schema.
    func recordsAndSchema(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (records: [RecordID: Record], schema: RecordSchema)
    /// As ``recordsAndSchema(_:in:desiredKeys:)``, of one name; nil for a record that does not exist.
    func recordAndSchema(
        _ id: RecordID, in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (record: Record?, schema: RecordSchema)
    /// Saves and deletes in one transaction; of a shared database, in one for each owner.
    ///
    ///     let result = try await store.save(SaveRequest(saving: [paris, rome]), in: .public)
    ///     if let error = result.firstError { throw error }
    ///
    /// When it returns, what was saved is on the disk, as the store's durability has it.
    ///
    /// - Throws: Only when the whole request is refused; otherwise each part's outcome is in the
    ///   result, in the order of the request.
    func save(_ request: SaveRequest, in scope: DatabaseScope) async throws -> SaveResult

    /// The zones of a database, the default zone first.
    func zones(in scope: DatabaseScope) async throws -> [Zone]
    /// Creates zones; one that exists is left as it is.
    ///
    ///     let notes = ZoneID("Notes")
    ///     try await store.createZones([notes], in: scope)  // .private(user: "_ann")
    ///     try await store.zones(in: scope).map(\.id.name)  // ["_defaultZone", "Notes"]
    @discardableResult
    func createZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws -> [Zone]
    /// Deletes zones with everything in them. The default zone cannot be deleted.
    func deleteZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws
    /// Lets users see (and write, when so said) a zone of a private database.
    ///
    ///     try await store.setParticipants(["_ben": .readOnly], of: notes, in: scope)
    ///     try await store.participants(of: notes, in: scope)  // ["_ben": .readOnly]
    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID,
        in scope: DatabaseScope) async throws
    /// The users that see a zone of a private database beside its owner, with their permissions.
    func participants(
        of zone: ZoneID, in scope: DatabaseScope
    ) async throws -> [String: ParticipantPermission]

    /// The names of the records that shares let a user see in another owner's zone, for
    /// ``ParticipantPermission/byShares``; nil when the user sees the whole zone.
    ///
    /// Queries and fetches of a shared database look at whole zones: a service above narrows
    /// them to these. Changes and saves know of it themselves. Where `names` are given, only
    /// those among them are looked for.
    func sharedNames(
        among names: Set<String>?, in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>?

    /// What happened in a zone after a token; everything there is when the token is nil.
    ///
    ///     let page = try await store.changes(
    ///         in: notes, of: anns, since: nil, limit: nil, pageBytes: 4_000_000, desiredKeys: nil)
    ///     page.moreComing  // true where the notes have more than 4 MB
    ///
    /// The page ends early after so many bytes of records, without their assets, as it does after
    /// `limit` changes, and no more are read; one change comes at least. A remote store leaves it to
    /// its server.
    func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws -> ZoneChanges
    /// Which zones changed after a token.
    ///
    ///     let changes = try await store.databaseChanges(in: scope, since: nil, limit: nil)
    ///     changes.changed.map(\.name)  // ["Notes"]
    func databaseChanges(
        in scope: DatabaseScope, since token: ChangeToken?, limit: Int?
    ) async throws -> DatabaseChanges

    /// What a service above keeps in a place, by keys that begin alike and come after one, the first
    /// of them up to a limit; durable, and no record.
    func serviceData(
        prefix: String, after key: String?, limit: Int?, in place: ServicePlace
    ) async throws -> [String: Data]
    /// What a service above keeps under a key of a place, or nil.
    func serviceData(for key: String, in place: ServicePlace) async throws -> Data?
    /// Makes changes to what a service above keeps; says of each whether what it knew stood, and
    /// changes nothing where it did not.
    ///
    /// All in one transaction, where the places are not spread over servers; otherwise each in one of
    /// its own, and one that fails does not keep the others from being made.
    func changeServiceData(_ changes: [ServiceChange]) async throws -> [Result<Bool, any Error>]
    /// Removes what a service above keeps in any place, under keys that begin alike, where `isOld`
    /// says so of it.
    ///
    /// Of very many databases a part is looked at each time.
    func removeServiceData(
        prefix: String, where isOld: @escaping @Sendable (Data) -> Bool
    ) async throws

    /// A file with the content of an asset that a record of a database holds.
    ///
    ///     let photo = Record(
    ///         "Photo", RecordID("p"), ["image": .asset(Asset(content: Data("…".utf8)))])
    ///     let result = try await store.save(SaveRequest(saving: [photo]), in: .public)
    ///     let saved = try result.saves[0].get()
    ///     if case .asset(let image) = saved["image"] {
    ///         try Data(contentsOf: try await store.assetFile(image, in: .public))  // 3 bytes
    ///     }
    func assetFile(_ asset: Asset, in scope: DatabaseScope) async throws -> URL
    /// Takes content in ahead of the record that is to hold it, and keeps it for some seconds
    /// where no record does.
    ///
    /// Nil where the store takes content only with its record.
    func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, in scope: DatabaseScope
    ) async throws -> Asset?

    /// Finishes acknowledged writes and closes the files. Later calls throw.
    func close() async throws
}

extension RecordStore {
    /// Makes the schema what is given, as ``updateSchema(_:)`` does.
    ///
    /// What others added to the schema since it was read is dropped.
    @discardableResult
    public func setSchema(_ schema: RecordSchema) async throws -> [SchemaChange] {
        try await updateSchema { _ in [schema] }
    }

    /// Closes the store once `body` has run; the error of `body` is the one to report.
    package func closing<T>(_ body: () async throws -> T) async throws -> T {
        let result: T
        do { result = try await body() } catch {
            try? await close()
            throw error
        }
        try await close()
        return result
    }

    /// What happened in a zone after a token, in pages of `limit` changes whatever their size.
    public func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        desiredKeys: [String]?
    ) async throws -> ZoneChanges {
        try await changes(
            in: zone, of: scope, since: token, limit: limit, pageBytes: nil,
            desiredKeys: desiredKeys)
    }

    /// What a service above keeps in a place, by keys that begin alike.
    public func serviceData(
        prefix: String, in place: ServicePlace = .container
    ) async throws -> [String: Data] {
        try await serviceData(prefix: prefix, after: nil, limit: nil, in: place)
    }

    /// What a service above keeps of the container under a key, or nil.
    public func serviceData(for key: String) async throws -> Data? {
        try await serviceData(for: key, in: .container)
    }

    /// Keeps what a service above gives, all or nothing; a nil removes what there was.
    public func setServiceData(
        _ entries: [String: Data?], in place: ServicePlace = .container
    ) async throws {
        _ = try await setServiceData(entries, where: [:], in: place)
    }

    /// Keeps what a service above gives, where what it says it knows still stands, all in one
    /// step; false, and nothing is changed, where it does not.
    ///
    /// A nil in `known` stands for nothing under the key.
    public func setServiceData(
        _ entries: [String: Data?], where known: [String: Data?],
        in place: ServicePlace = .container
    ) async throws -> Bool {
        let change = ServiceChange(entries, where: known, in: place)
        guard let outcome = try await changeServiceData([change]).first else {
            throw StoreError(.engine)
        }
        return try outcome.get()
    }

    /// The record of one name, or nil, and the schema: by ``recordsAndSchema(_:in:desiredKeys:)``.
    public func recordAndSchema(
        _ id: RecordID, in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (record: Record?, schema: RecordSchema) {
        let found = try await recordsAndSchema([id], in: scope, desiredKeys: desiredKeys)
        return (found.records[id], found.schema)
    }

    /// The names of all records that shares let a user see in another owner's zone; nil when the
    /// user sees the whole zone.
    public func sharedNames(
        in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? {
        try await sharedNames(among: nil, in: zone, of: scope)
    }
}

/// What a participant of a shared zone may do.
///
///     try await store.setParticipants(["_bob": .readOnly], of: notes, in: .private(user: "_ann"))
///     // A save of _bob's to ZoneID("Notes", owner: "_ann"): .permissionDenied
public enum ParticipantPermission: String, Hashable, Sendable, CaseIterable {
    /// See records.
    case readOnly
    /// See, save and delete records.
    case readWrite
    /// What the shares in the zone say, record by record; see ``Share``.
    case byShares
}
