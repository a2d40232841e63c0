import RecordCore
import RecordJSON

/// A schema in parts, for pages that draw it.
enum SchemaJSON {
    /// Types, fields with their three switches, grants, roles, and the text of the whole.
    static func part(_ schema: RecordSchema, counts: [String: Int] = [:]) -> OrderedJSON {
        [
            "types": .list(
                schema.types.values.sorted { $0.name < $1.name }.map {
                    part($0, count: counts[$0.name])
                }),
            "roles": .texts(schema.roles), "text": .text(schema.text),
        ]
    }

    private static func part(_ type: RecordType, count: Int?) -> OrderedJSON {
        [
            "name": .text(type.name), "isSystem": .bool(type.isSystemType),
            "records": count.map { .int(Int64($0)) } ?? .null,
            "fields": .list(type.fields.map(part)),
            "systemFields": .list(
                SystemField.allCases.map { field in
                    .object(
                        [
                            ("name", .text(field.rawValue)),
                            ("queryNames", .texts(field.queryNames)),
                            ("type", .text(field.type.rawValue)),
                        ] + switches(type.systemIndexes[field] ?? []))
                }),
            "grants": .list(
                type.grants.map { grant in
                    [
                        "role": .text(grant.role),
                        "permissions": .texts(grant.permissions.map(\.rawValue)),
                    ]
                }),
        ]
    }

    /// A field; `spelling` is its type as the schema language writes it.
    static func part(_ field: Field) -> OrderedJSON {
        let allowed: FieldIndexes = field.isEncrypted ? [] : .allowed(for: field.type)
        return .object(
            [
                ("name", .text(field.name)),
                ("type", .text(field.type.scalar.rawValue)),
                ("isList", .bool(field.type.isList)),
                ("isEncrypted", .bool(field.isEncrypted)),
                ("numberPreference", .text(field.numberPreference)),
                ("allowed", .object(switches(allowed))),
            ] + switches(field.indexes))
    }

    private static func switches(_ indexes: FieldIndexes) -> [(String, OrderedJSON)] {
        [
            ("queryable", .bool(indexes.contains(.queryable))),
            ("sortable", .bool(indexes.contains(.sortable))),
            ("searchable", .bool(indexes.contains(.searchable))),
        ]
    }
}
