import PredicateCore
import RecordCore
import Yams

/// Reads the fields and the records of a case file.
enum CaseSchema {
    /// `age: INT64`, or `age: {type: INT64, indexes: [queryable]}`; `name` is always there.
    static func fields(_ node: Node?, asksStores: Bool) throws -> [Field] {
        guard asksStores else { return [] }
        guard let mapping = node?.mapping else { throw CaseError("a file has fields", node) }
        var fields: [Field] = []
        for (key, value) in mapping {
            let name = try CaseNode.text(key)
            if let scalar = value.scalar {
                let type = try fieldType(scalar.string, value)
                fields.append(Field(name, type, FieldIndexes.allowed(for: type)))
                continue
            }
            try CaseNode.check(value, keys: ["type", "indexes", "encrypted"])
            let type = try fieldType(try value["type"].map(CaseNode.text) ?? "", value)
            var indexes: FieldIndexes = []
            for word in try value["indexes"].map(CaseNode.names) ?? [] {
                switch word {
                case "queryable": indexes.insert(.queryable)
                case "sortable": indexes.insert(.sortable)
                case "searchable": indexes.insert(.searchable)
                default: throw CaseError("no such index: \(word)", value)
                }
            }
            fields.append(
                Field(name, type, indexes, isEncrypted: value["encrypted"]?.bool ?? false))
        }
        if !fields.contains(where: { $0.name == "name" }) {
            fields.append(Field("name", .single(.string), [.queryable, .sortable]))
        }
        return fields
    }

    private static func fieldType(_ text: String, _ node: Node) throws -> FieldType {
        let isList = text.hasPrefix("LIST<") && text.hasSuffix(">")
        let inner = isList ? String(text.dropFirst("LIST<".count).dropLast()) : text
        guard let scalar = ScalarType(rawValue: inner) else {
            throw CaseError("no such type: \(text)", node)
        }
        return isList ? .list(scalar) : .single(scalar)
    }

    /// A list of records with fields of the schema; without a schema, anything by name.
    static func rows(
        _ node: Node?, fields: [Field], asksStores: Bool
    ) throws -> [CaseContext.Row] {
        if !asksStores {
            guard let mapping = node?.mapping else {
                throw CaseError("records without a schema are a mapping", node)
            }
            return try mapping.map { key, value in
                CaseContext.Row(
                    name: try CaseNode.text(key), value: try CaseValue.read(value))
            }
        }
        guard let sequence = node?.sequence else { throw CaseError("a file has records", node) }
        let types = Dictionary(fields.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        return try sequence.map { record in
            var values: [String: Value] = [:]
            for (key, value) in record.mapping ?? [:] {
                let field = try CaseNode.text(key)
                guard let type = types[field] else {
                    throw CaseError("no such field: \(field)", key)
                }
                values[field] = try read(value, as: type)
            }
            guard case .text(let name)? = values["name"] else {
                throw CaseError("a record has a name", record)
            }
            return CaseContext.Row(name: name, value: .dictionary(values))
        }
    }

    private static func read(_ node: Node, as type: FieldType) throws -> Value {
        if let scalar = node.scalar, scalar.style == .plain, ["null", "~"].contains(scalar.string) {
            return .null
        }
        guard type.isList else { return try CaseValue.read(node, as: type.scalar) }
        guard let sequence = node.sequence else { throw CaseError("expected a list", node) }
        return .list(try sequence.map { try CaseValue.read($0, as: type.scalar) })
    }
}
