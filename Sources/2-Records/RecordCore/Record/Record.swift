public import Foundation

/// A record: a type, a name in a zone, and fields.
///
///     var city = Record("City", RecordID("city-2988507"))
///     city["name"] = "Paris"
///     city["population"] = 2_138_551
public struct Record: Hashable, Sendable {
    /// The name of the record type.
    public var type: String
    /// The record's name and zone.
    public var id: RecordID
    /// The fields that have a value; one set to `Value.null` is removed when saved.
    public var fields: [String: Value]
    /// What the store keeps about the record; nil until it was saved.
    public var system: SystemFields?
    /// The record under which this one is shared, if any.
    public var parent: RecordID?
    /// The share that this record belongs to as root, if any.
    public var share: RecordID?
    /// Those of the fields that are kept encrypted.
    ///
    /// A store says so of what it gives out; of what is saved it decides about new fields.
    public var encrypted: Set<String> = []

    /// A new record that no store has seen.
    public init(_ type: String, _ id: RecordID, _ fields: [String: Value] = [:]) {
        self.type = type
        self.id = id
        self.fields = fields
    }

    /// The value of a field; `Value.null` where it has none.
    public subscript(field: String) -> Value {
        get { fields[field] ?? .null }
        set { fields[field] = newValue }
    }
}

/// What a store keeps about each record.
///
///     let saved = try await store.save(SaveRequest(saving: [city]), in: .public).saves[0].get()
///     city.system              // nil
///     saved.system?.createdBy  // "_localUser"
public struct SystemFields: Hashable, Sendable {
    /// When the record was created.
    public var created: Date
    /// The record name of the user who created it.
    public var createdBy: String
    /// When the record was last saved.
    public var modified: Date
    /// The record name of the user who saved it last.
    public var modifiedBy: String
    /// Changes with every save; short base-36 text.
    public var changeTag: String

    /// What a store keeps.
    public init(
        created: Date, createdBy: String, modified: Date, modifiedBy: String, changeTag: String
    ) {
        self.created = created
        self.createdBy = createdBy
        self.modified = modified
        self.modifiedBy = modifiedBy
        self.changeTag = changeTag
    }
}

/// A place for records within a database.
///
///     let zones = try await store.zones(in: .private(user: "_ann"))
///     zones.map(\.id.name)     // ["_defaultZone", "Notes"]
///     zones[1].tracksChanges  // true
public struct Zone: Hashable, Sendable {
    /// The zone's name and owner.
    public var id: ZoneID
    /// Whether batches may be atomic and changes are tracked: true for every zone except the
    /// default zone, and for none of the public database.
    public var tracksChanges: Bool
    /// The value of the database's change counter when the zone last changed.
    public var token: Int64
    /// The share of the whole zone, where there is one; a service says it, stores leave it nil.
    public var share: RecordID?

    /// Creates a zone's description; a token of 0 is a zone that never changed.
    public init(_ id: ZoneID, tracksChanges: Bool = true, token: Int64 = 0) {
        self.id = id
        self.tracksChanges = tracksChanges
        self.token = token
    }
}

/// A database of a container, and the user that sees it.
///
///     let anns = DatabaseScope.private(user: "_ann")
///     try await store.createZones([ZoneID("Notes")], in: anns)
///     try await store.zones(in: anns).map(\.id.name)  // ["_defaultZone", "Notes"]
public enum DatabaseScope: Hashable, Sendable {
    /// The one database that every user reads.
    case `public`
    /// The database that belongs to a user alone, named by the user's record name.
    case `private`(user: String)
    /// The zones of other users' private databases that are shared with a user.
    case shared(user: String)

    /// The database that stores the records of a zone: for a zone shared by another owner, that
    /// owner's private database.
    public func home(of zone: ZoneID) -> DatabaseScope {
        switch self {
        case .public: .public
        case .private(let user): .private(user: user)
        case .shared(let user):
            .private(user: zone.owner == ZoneID.currentOwner ? user : zone.owner)
        }
    }

    /// Equal when the kind and the user's name are, the name compared byte by byte.
    public static func == (a: DatabaseScope, b: DatabaseScope) -> Bool {
        switch (a, b) {
        case (.public, .public): true
        case (.private(let x), .private(let y)), (.shared(let x), .shared(let y)):
            x.hasSameBytes(as: y)
        case (.public, _), (.private, _), (.shared, _): false
        }
    }
}
