/// The record types and roles of a container in one environment.
///
///     let schema = try RecordSchema(parsing: ckdbText)
///     schema["City"]?.field("population")?.indexes  // [.queryable, .sortable]
public struct RecordSchema: Hashable, Sendable {
    /// The record types, by name.
    public var types: [String: RecordType]
    /// Custom roles, beside the built-in `_world`, `_icloud` and `_creator`.
    public var roles: [String]

    /// A schema of given types.
    public init(types: [RecordType] = [], roles: [String] = []) {
        self.types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.roles = roles
    }

    /// The record type of a name.
    public subscript(name: String) -> RecordType? {
        get { types[name] }
        set { types[name] = newValue }
    }
}

/// The earlier name of ``RecordSchema``.
///
/// Where the old name stands, the compiler says the new one. It is unavailable rather than deprecated: two
/// names that can be used would be ambiguous in a file that imports SwiftData, which has a `Schema` too.
@available(*, unavailable, renamed: "RecordSchema")
public typealias Schema = RecordSchema

/// A kind of record: its fields, the indexes of its system fields, and its grants.
///
///     let note = try await store.schema()["Note"]
///     note?.field("title")?.type                          // .single(.string)
///     note?.field("title")?.indexes.contains(.sortable)   // true
public struct RecordType: Hashable, Sendable {
    /// The type's name, unique in the schema.
    public var name: String
    /// The fields in the order they were defined; system fields are not among them.
    public var fields: [Field]
    /// The indexes of the system fields; a field that has none is absent.
    public var systemIndexes: [SystemField: FieldIndexes] {
        didSet { systemIndexes = systemIndexes.filter { !$0.value.isEmpty } }
    }
    /// What roles may do.
    public var grants: [Grant]

    /// Creates a record type with the default system indexes and grants.
    public init(
        _ name: String, fields: [Field] = [],
        systemIndexes: [SystemField: FieldIndexes] = SystemField.defaultIndexes,
        grants: [Grant] = Grant.defaults
    ) {
        self.name = name
        self.fields = fields
        self.systemIndexes = systemIndexes.filter { !$0.value.isEmpty }
        self.grants = grants
    }

    /// The field of a name.
    public func field(_ name: String) -> Field? {
        // By place: to look at a field's name the whole field need not be copied.
        fields.indices.first { fields[$0].name == name }.map { fields[$0] }
    }
}

/// A named part of a record type.
///
///     let title = Field("title", .single(.string), [.queryable, .sortable])
///     RecordSchema(types: [RecordType("Note", fields: [title])]).text
///     // … title STRING QUERYABLE SORTABLE, …
public struct Field: Hashable, Sendable {
    /// The field's name, unique in its type.
    public var name: String
    /// What it may hold.
    public var type: FieldType
    /// What it is indexed for.
    public var indexes: FieldIndexes
    /// Whether values are kept encrypted; such a field has no index.
    public var isEncrypted: Bool
    /// The spelling `NUMBER [PREFERRED AS …]`, kept for export; nil for ordinary types.
    public var numberPreference: String?

    /// Creates a field; without indexes it can be stored but not queried.
    public init(
        _ name: String, _ type: FieldType, _ indexes: FieldIndexes = [],
        isEncrypted: Bool = false, numberPreference: String? = nil
    ) {
        self.name = name
        self.type = type
        self.indexes = indexes
        self.isEncrypted = isEncrypted
        self.numberPreference = numberPreference
    }
}

/// A part that every record has, by the name of the schema language.
///
///     SystemField.named("creationDate")  // .createTime
///     SystemField.recordID.queryNames    // ["recordID", "recordName", "___recordID"]
public enum SystemField: String, CaseIterable, Hashable, Sendable {
    /// When the record was created.
    case createTime = "___createTime"
    /// The record name of the user that created it.
    case createdBy = "___createdBy"
    /// The change tag.
    case etag = "___etag"
    /// When the record was last saved.
    case modTime = "___modTime"
    /// The record name of the user that saved it last.
    case modifiedBy = "___modifiedBy"
    /// The record's identifier.
    case recordID = "___recordID"

    /// The indexes that a type created on save has: all that a query can use.
    public static let defaultIndexes: [SystemField: FieldIndexes] = [
        .recordID: [.queryable],
        .createTime: [.queryable, .sortable], .modTime: [.queryable, .sortable],
        .createdBy: [.queryable], .modifiedBy: [.queryable], .etag: [.queryable],
    ]

    /// The type in which the schema language declares the field.
    public var type: ScalarType {
        switch self {
        case .createTime, .modTime: .timestamp
        case .createdBy, .modifiedBy, .recordID: .reference
        case .etag: .string
        }
    }

    /// The keys by which predicates and sorts name the field; the first is how it is shown.
    public var queryNames: [String] {
        switch self {
        case .createTime: ["creationDate", "createdTimestamp", "___createTime"]
        case .createdBy: ["creatorUserRecordID", "createdUserRecordName", "___createdBy"]
        case .etag: ["recordChangeTag", "___etag"]
        case .modTime: ["modificationDate", "modifiedTimestamp", "___modTime"]
        case .modifiedBy:
            ["lastModifiedUserRecordID", "modifiedUserRecordName", "___modifiedBy"]
        case .recordID: ["recordID", "recordName", "___recordID"]
        }
    }

    /// The system field that a key of a predicate names, or nil.
    public static func named(_ key: String) -> SystemField? { byQueryName[key] }

    private static let byQueryName = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.queryNames.map { ($0, field) } })
}

/// What a role may do with records of a type: `GRANT READ, WRITE TO "_creator"`.
///
///     let note = RecordType("Note", grants: [Grant([.read, .write], to: "editor")])
///     note.allows(.write, to: GrantRoles(user: "_ann", ["editor"]), of: nil)  // true
///     note.allows(.write, to: GrantRoles(user: "_bob"), of: nil)              // false
public struct Grant: Hashable, Sendable {
    /// A thing that may be allowed.
    ///
    ///     Grant.Permission.write.rawValue  // "WRITE"
    public enum Permission: String, CaseIterable, Hashable, Sendable {
        /// Reading records.
        case read = "READ"
        /// Creating records.
        case create = "CREATE"
        /// Changing and deleting records.
        case write = "WRITE"
    }

    /// What is allowed, in the order written.
    public var permissions: [Permission]
    /// The role: `_world`, `_icloud`, `_creator` or a custom role.
    public var role: String

    /// Grants permissions to a role, such as `_world`, `_icloud` or `_creator`.
    public init(_ permissions: [Permission], to role: String) {
        self.permissions = permissions
        self.role = role
    }

    /// What a new record type has.
    public static let defaults: [Grant] = [
        Grant([.write], to: "_creator"), Grant([.create], to: "_icloud"),
        Grant([.read], to: "_world"),
    ]
}
