package import CoreDataModel
package import RecordCore

/// The indexes of a schema for mirrored records.
package enum MirrorIndexes: String, CaseIterable, Hashable, Sendable {
    /// Those that a development container gets from `initializeCloudKitSchema`.
    case apple
    /// The same, and those by which the public database is polled.
    case `public`
    /// None, which is enough for private and shared databases.
    case none
}

extension RecordSchema {
    /// The schema into which the objects of a model are mirrored, with the fields for values that
    /// are too large for a record.
    ///
    ///     let schema = RecordSchema(mirroring: MirrorPlan(model), sharing: true)
    ///     schema.text  // DEFINE SCHEMA … RECORD TYPE CD_Note ( …
    ///
    /// - Parameters:
    ///   - indexes: The indexes of fields. Encrypted fields, bytes and assets have none.
    ///   - sharing: Whether objects are shared, which needs the type `cloudkit.share`.
    package init(
        mirroring plan: MirrorPlan, indexes: MirrorIndexes = .apple, sharing: Bool = false
    ) {
        self = .initial
        for type in plan.allTypes {
            self[type.name] = RecordType(
                type.name,
                fields: type.fields.flatMap { $0.schemaFields(indexes) }
                    .sorted { $0.name < $1.name },
                systemIndexes: indexes == .public ? SystemField.pollingIndexes : [:])
        }
        if sharing { self[Share.recordType] = .mirroredShare }
    }

    /// This schema with everything that another one has: types and fields are only added, as
    /// Production allows, and what is here keeps its indexes and rights.
    ///
    /// - Throws: ``SchemaContradiction`` where both have a field of different types.
    package func extended(by other: RecordSchema) throws(SchemaContradiction) -> RecordSchema {
        var result = self
        var fields: [SchemaContradiction.Field] = []
        for (name, type) in other.types.sorted(by: { $0.key < $1.key }) {
            guard var grown = self[name] else {
                result[name] = type
                continue
            }
            for field in type.fields {
                guard let known = grown.field(field.name) else {
                    grown.fields.append(field)
                    continue
                }
                guard known.type != field.type || known.isEncrypted != field.isEncrypted else {
                    continue
                }
                fields.append(
                    SchemaContradiction.Field(
                        recordType: name, name: field.name, existing: known.definition,
                        wanted: field.definition))
            }
            for (field, indexes) in type.systemIndexes {
                grown.systemIndexes[field, default: []].formUnion(indexes)
            }
            result[name] = grown
        }
        for role in other.roles where !result.roles.contains(role) { result.roles.append(role) }
        guard fields.isEmpty else { throw SchemaContradiction(fields: fields) }
        return result
    }
}

/// Fields that two schemas have with different types.
package struct SchemaContradiction: Error, Hashable, Sendable, CustomStringConvertible {
    /// A field that is not the same in both.
    package struct Field: Hashable, Sendable {
        /// The record type of both schemas.
        package let recordType: String
        /// The field's name in both.
        package let name: String
        /// What the schema has that is extended: `ENCRYPTED STRING`.
        package let existing: String
        /// What the other one has.
        package let wanted: String
    }

    /// The fields, by record type.
    package let fields: [Field]

    /// A sentence for each field.
    package var description: String {
        fields.map {
            "Field '\($0.name)' of '\($0.recordType)' is \($0.existing), and the model needs "
                + "\($0.wanted): a field's type never changes, so give the property another name."
        }.joined(separator: "\n")
    }
}

extension MirrorPlan.Field {
    /// The field and the one for its large values, as a schema declares them.
    func schemaFields(_ indexes: MirrorIndexes) -> [Field] {
        let type = scalarType
        let own = Field(
            name, .single(type), isEncrypted || indexes == .none ? [] : type.mirroredIndexes,
            isEncrypted: isEncrypted)
        return [own] + (twinName.map { [Field($0, .single(.asset))] } ?? [])
    }

    var scalarType: ScalarType {
        switch kind {
        case .string: .string
        case .int64: .int64
        case .double: .double
        case .timestamp: .timestamp
        case .bytes: .bytes
        case .asset: .asset
        }
    }
}

extension ScalarType {
    /// The indexes of exported development schemas of 2026; earlier ones had some for bytes too.
    var mirroredIndexes: FieldIndexes {
        switch self {
        case .string: [.queryable, .searchable, .sortable]
        case .int64, .double, .timestamp: [.queryable, .sortable]
        case .bytes, .asset, .location, .reference: []
        }
    }
}

extension Field {
    /// The type as the schema language writes it: `LIST<ENCRYPTED STRING>`.
    var definition: String {
        let whole = (isEncrypted ? "ENCRYPTED " : "") + type.scalar.rawValue
        return type.isList ? "LIST<\(whole)>" : whole
    }
}

extension SystemField {
    /// What the public database is polled by: the records that changed since the last time.
    static let pollingIndexes: [SystemField: FieldIndexes] = [
        .recordID: [.queryable], .modTime: [.queryable, .sortable],
    ]
}

extension RecordType {
    /// The type of shares as development containers export it.
    static let mirroredShare = RecordType(
        Share.recordType,
        fields: [
            Field("cloudkit.thumbnailImageData", .single(.bytes)),
            Field("cloudkit.title", .single(.string)), Field("cloudkit.type", .single(.string)),
        ], systemIndexes: [:])
}
