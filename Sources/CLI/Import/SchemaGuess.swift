import RecordCore
import RecordJSON

/// The fields that the first records of a file need, beyond those that the schema has.
struct SchemaGuess {
    private var fields: [String: [String: Guess]] = [:]
    private var order: [String: [String]] = [:]

    private enum Guess {
        case type(FieldType)
        case mixed
    }

    /// Learns from a record; fields come in the order in which their keys first stand.
    mutating func add(_ record: Record, _ item: RecordSource.Item) {
        var known = fields[record.type] ?? [:]
        for name in item.names {
            guard let value = record.fields[name],
                case .type(let type) = FieldType.infer(from: value)
            else { continue }
            switch known[name] {
            case nil:
                known[name] = .type(type)
                order[record.type, default: []].append(name)
            case .type(let before)?:
                known[name] = SchemaGuess.joined(before, type, isRow: !item.texts.isEmpty)
            case .mixed?: break
            }
        }
        fields[record.type] = known
    }

    /// Integers and doubles are doubles; in CSV numbers and texts are texts.
    private static func joined(_ a: FieldType, _ b: FieldType, isRow: Bool) -> Guess {
        if a == b { return .type(a) }
        guard a.isList == b.isList else { return .mixed }
        let pair = [a.scalar, b.scalar]
        let make: (ScalarType) -> FieldType = { a.isList ? .list($0) : .single($0) }
        if pair.allSatisfy({ $0 == .int64 || $0 == .double }) { return .type(make(.double)) }
        if isRow, pair.allSatisfy({ $0 == .int64 || $0 == .double || $0 == .string }) {
            return .type(make(.string))
        }
        return .mixed
    }

    /// The schema with the fields that it lacks, each with every index that its type allows.
    func extending(_ schema: Schema) -> Schema {
        var schema = schema
        for (name, guesses) in fields where NameRule.type.allows(name) {
            var type = schema[name] ?? RecordType(name)
            for field in order[name] ?? [] {
                guard case .type(let found)? = guesses[field], type.field(field) == nil,
                    NameRule.field.allows(field)
                else { continue }
                type.fields.append(Field(field, found, FieldIndexes.allowed(for: found)))
            }
            if !type.fields.isEmpty || schema[name] != nil { schema[name] = type }
        }
        return schema
    }
}
