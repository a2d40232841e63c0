import PredicateCore
import RecordCore

/// The columns in which records are shown: fields, the keys of what every record has, and key paths
/// into either, such as `tags.@count`.
struct RecordColumns {
    /// The names of the columns.
    let names: [String]
    private let columns: [(key: String, rest: ExpressionEvaluator<Value>?)]

    /// Chosen columns, or the record's name and the fields of its type.
    ///
    /// - Throws: `QueryProblem` for a field that the type does not have, with the nearest one.
    init(_ chosen: [String]?, of type: RecordType?) throws {
        names = chosen ?? ["recordName"] + (type?.fields.map(\.name) ?? [])
        columns = try names.map { name in
            if RecordColumns.isKey(name, of: type) || chosen == nil { return (name, nil) }
            let steps = QueryKeyPath(name).steps
            guard case .key(let first)? = steps.first, RecordColumns.isKey(first, of: type) else {
                throw RecordColumns.unknown(name, of: type)
            }
            let rest = QueryKeyPath(steps: Array(steps.dropFirst()))
            return (first, try ExpressionEvaluator<Value>(.keyPath(rest)))
        }
    }

    private static func isKey(_ name: String, of type: RecordType?) -> Bool {
        name == "zone" || SystemField.named(name) != nil || type == nil
            || type?.fields.contains { $0.name == name } == true
    }

    private static func unknown(_ name: String, of type: RecordType?) -> QueryProblem {
        let near = Suggestions.nearest(to: name, among: type?.fields.map(\.name) ?? [])
        return QueryProblem(
            .unknownField, "Did not find field: '\(name)' in type: '\(type?.name ?? "")'",
            advice: near.map { "Did you mean \($0)?" })
    }

    /// The keys that a query must fetch for these columns.
    var desiredKeys: [String] {
        columns.map(\.key).filter { SystemField.named($0) == nil && $0 != "zone" }
    }

    /// The values of a record's columns.
    func values(_ record: Record) throws -> [Value] {
        try columns.map { column in
            let value = RecordColumns.value(column.key, record)
            return try column.rest.map { try $0.value(for: value) } ?? value
        }
    }

    private static func value(_ name: String, _ record: Record) -> Value {
        if name == "zone" { return .text(record.id.zone.name) }
        guard let system = SystemField.named(name) else { return record[name] }
        return switch system {
        case .recordID: .text(record.id.name)
        case .createTime: record.system.map { .date($0.created) } ?? .null
        case .createdBy: record.system.map { .text($0.createdBy) } ?? .null
        case .modTime: record.system.map { .date($0.modified) } ?? .null
        case .modifiedBy: record.system.map { .text($0.modifiedBy) } ?? .null
        case .etag: record.system.map { .text($0.changeTag) } ?? .null
        }
    }
}
