/// How the objects of a model become records of CloudKit, as `NSPersistentCloudKitContainer` writes
/// them.
///
///     let plan = MirrorPlan(model)
///     plan["CD_Note"]?.field("CD_title")?.kind      // .string
///     plan["CD_Note"]?.field("CD_title")?.twinName  // "CD_title_ckAsset"
///
/// Entities that inherit from each other share the record type of their root, with the fields of
/// all of them. See Apple's "Reading CloudKit Records for Core Data".
public struct MirrorPlan: Hashable, Sendable {
    /// What a field holds, by the names of CloudKit's schema language.
    ///
    ///     MirrorPlan.kind(of: .boolean)        // .int64
    ///     MirrorPlan.FieldKind.int64.rawValue  // "INT64", as a CloudKit schema has it
    public enum FieldKind: String, CaseIterable, Hashable, Sendable {
        /// Text.
        case string = "STRING"
        /// A whole number.
        case int64 = "INT64"
        /// A binary floating-point number.
        case double = "DOUBLE"
        /// A date, in milliseconds.
        case timestamp = "TIMESTAMP"
        /// Bytes.
        case bytes = "BYTES"
        /// A file.
        case asset = "ASSET"
    }

    /// A field of a record, and the property that it comes from.
    ///
    ///     let title = plan["CD_Note"]?.field("CD_title")
    ///     title?.property  // "title"
    ///     title?.twinName  // "CD_title_ckAsset": a text that is too large for a record goes there
    public struct Field: Hashable, Sendable {
        /// The name in the record: `CD_title`.
        public let name: String
        /// What the field holds in CloudKit.
        public let kind: FieldKind
        /// Whether values that are too large for a record go into an asset field beside it.
        public let hasTwin: Bool
        /// Whether values are encrypted in the cloud.
        public let isEncrypted: Bool
        /// The entity that declares the property; nil for what every record has.
        public let entity: String?
        /// The attribute or the relationship; nil for what every record has.
        public let property: String?

        /// The name of the asset field for large values: `CD_title_ckAsset`.
        public var twinName: String? { hasTwin ? name + MirrorPlan.twinSuffix : nil }
    }

    /// A record type, and the entities whose objects are records of it.
    ///
    ///     let note = plan["CD_Note"]
    ///     note?.entities                 // ["Note"]
    ///     note?.field("CD_title")?.kind  // .string
    public struct RecordType: Hashable, Sendable {
        /// The name: `CD_` and the root entity.
        public let name: String
        /// The entities that objects have, abstract ones not among them.
        public let entities: [String]
        /// The fields, by name; twins are not among them.
        public let fields: [Field]
        /// Derived attributes, which are computed on each device and have no field in a record.
        public let derived: [Field]

        /// The field of a name; twins are not looked up.
        public func field(_ name: String) -> Field? { fields.first { $0.name == name } }

        /// How many fields records have with the asset fields; CloudKit allows 256.
        public var fieldCount: Int { fields.reduce(0) { $0 + ($1.hasTwin ? 2 : 1) } }
    }

    /// A relationship to many whose inverse is to many: a record of its own joins each pair.
    ///
    ///     plan.links.map { "\($0.first.entity).\($0.first.relationship)" }  // ["Note.tags"]
    ///     plan.linkType?.name                                               // "CDMR"
    public struct Link: Hashable, Sendable {
        /// One end of a link.
        ///
        ///     plan.links[0].second.relationship  // "notes"
        public struct End: Hashable, Sendable {
            /// The entity that declares the relationship.
            public let entity: String
            /// The relationship to the other end.
            public let relationship: String
        }

        /// The end whose entity, or else whose relationship, comes first in the alphabet.
        public let first: End
        /// The other end; the same one where a relationship is its own inverse.
        public let second: End
    }

    /// The record types of entities, by name.
    public let types: [RecordType]
    /// The relationships that need records of their own.
    public let links: [Link]
    /// What the records would not survive: names that collide, too many fields.
    public let problems: [MirrorProblem]

    /// The record type of links, where there are any.
    public var linkType: RecordType? {
        links.isEmpty
            ? nil
            : RecordType(
                name: Self.linkTypeName, entities: [],
                fields: (["CD_entityNames", "CD_recordNames", "CD_relationships"].map {
                    Self.ownField($0, .string)
                } + [Self.moveReceipt]).sorted { $0.name < $1.name }, derived: [])
    }

    /// The record types of entities and the one of links.
    public var allTypes: [RecordType] { types + (linkType.map { [$0] } ?? []) }

    /// The record type of a name.
    public subscript(name: String) -> RecordType? { allTypes.first { $0.name == name } }
}

extension MirrorPlan {
    /// What the names of types and fields begin with.
    public static let prefix = "CD_"
    /// What the names of asset fields end with.
    public static let twinSuffix = "_ckAsset"
    /// The record type of pairs that a relationship from many to many joins.
    public static let linkTypeName = "CDMR"
    /// How many fields CloudKit allows in a record type.
    public static let fieldLimit = 256

    /// The field that names an object's entity.
    public static let entityName = ownField("CD_entityName", .string)
    /// The field that keeps the zones from which a record was moved into a share.
    public static let moveReceipt = ownField("CD_moveReceipt", .bytes, hasTwin: true)

    private static func ownField(
        _ name: String, _ kind: FieldKind, hasTwin: Bool = false
    ) -> Field {
        Field(
            name: name, kind: kind, hasTwin: hasTwin, isEncrypted: false, entity: nil,
            property: nil)
    }

    /// What a field for an attribute holds; nil for types that are not mirrored.
    public static func kind(of type: AttributeType) -> FieldKind? {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: .int64
        case .float, .double, .decimal: .double
        case .date: .timestamp
        case .string, .uuid, .uri: .string
        case .binary, .transformable, .composite: .bytes
        case .undefined, .objectID: nil
        }
    }

    /// Whether values of a type may be too large for a record.
    static func hasTwin(_ type: AttributeType) -> Bool {
        switch type {
        case .string, .binary, .transformable, .composite: true
        case .integer16, .integer32, .integer64, .boolean, .float, .double, .decimal, .date,
            .uuid, .uri, .undefined, .objectID:
            false
        }
    }
}
