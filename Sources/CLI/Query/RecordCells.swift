import PredicateCore
import RecordCore

/// The columns in which records are shown.
struct RecordColumns {
    /// The names of the columns: fields, and the keys of what every record has.
    let names: [String]

    /// Chosen columns, or the record's name and the fields of its type.
    init(_ chosen: [String]?, of type: RecordType?) {
        names = chosen ?? ["recordName"] + (type?.fields.map(\.name) ?? [])
    }

    /// The keys that a query must fetch for these columns.
    var desiredKeys: [String] { names.filter { SystemField.named($0) == nil && $0 != "zone" } }

    /// The values of a record's columns.
    func values(_ record: Record) -> [Value] { names.map { RecordColumns.value($0, record) } }

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
