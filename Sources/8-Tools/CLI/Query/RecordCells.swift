import PredicateCore
import RecordCore
import RecordJSON

/// The columns in which records are shown: fields, the keys of what every record has, and key paths
/// into either, such as `tags.@count`.
struct RecordColumns {
    /// What a column shows of a record.
    private enum Source {
        case system(SystemField)
        case zone, owner, parent
        case field(String)

        /// What a key means: keys of predicates first, then the fields of the type, or with
        /// `prefersField` the other way round.
        ///
        /// Nil for one that records of the type do not have.
        init?(_ key: String, of type: RecordType?, prefersField: Bool = false) {
            if prefersField, type?.field(key) != nil {
                self = .field(key)
            } else if let system = SystemField.named(key) {
                self = .system(system)
            } else if type?.field(key) != nil {
                self = .field(key)
            } else if key == "zone" {
                self = .zone
            } else if key == "owner" {
                self = .owner
            } else if type == nil {
                self = .field(key)
            } else {
                return nil
            }
        }
    }

    /// The names of the columns.
    private(set) var names: [String]
    /// The names as import reads them back: where a field has one of those that say what a record
    /// is, these begin with `_`, as in JSON lines.
    private(set) var csvHeader: [String]
    private var columns: [(source: Source, rest: ExpressionEvaluator<Value>?)]

    private static func unknown(_ name: String, of type: RecordType?) -> QueryProblem {
        let near = Suggestions.nearest(to: name, among: type?.fields.map(\.name) ?? [])
        return QueryProblem(
            .unknownField, "Did not find field: '\(name)' in type: '\(type?.name ?? "")'",
            advice: near.map { "Did you mean \($0)?" })
    }

    /// The fields of these columns in their order, each once: what a query must fetch for them.
    var desiredKeys: [String] {
        var known: Set<String> = []
        return columns.compactMap { column in
            guard case .field(let name) = column.source, known.insert(name).inserted else {
                return nil
            }
            return name
        }
    }

    /// The values of a record's columns.
    func values(_ record: Record) throws -> [Value] {
        try columns.map { column in
            let value = RecordColumns.value(column.source, record)
            return try column.rest.map { try $0.value(for: value) } ?? value
        }
    }

    private static func value(_ source: Source, _ record: Record) -> Value {
        switch source {
        case .zone: .text(record.id.zone.name)
        case .owner: .text(record.id.zone.owner)
        case .parent: record.parent.map { .reference(Reference($0)) } ?? .null
        case .field(let name): record[name]
        case .system(.recordID): .text(record.id.name)
        case .system(.createTime): record.system.map { .date($0.created) } ?? .null
        case .system(.createdBy): record.system.map { .text($0.createdBy) } ?? .null
        case .system(.modTime): record.system.map { .date($0.modified) } ?? .null
        case .system(.modifiedBy): record.system.map { .text($0.modifiedBy) } ?? .null
        case .system(.etag): record.system.map { .text($0.changeTag) } ?? .null
        }
    }
}

extension RecordColumns {
    /// Chosen columns, each once, or the record's name, its `zoneKeys` and the fields of its type.
    ///
    /// A key may be written as in predicates, `#size`; `#recordName` is a field of that name where the
    /// type has one.
    ///
    /// - Throws: `QueryProblem` for a field that the type does not have, with the nearest one.
    init(_ chosen: [String]?, of type: RecordType?, zoneKeys: [String] = []) throws {
        guard let chosen else {
            self.init(of: type.map { [$0] } ?? [], zoneKeys: zoneKeys)
            return
        }
        var names: [String] = []
        var columns: [(source: Source, rest: ExpressionEvaluator<Value>?)] = []
        var known: Set<String> = []
        for text in chosen {
            let name = SelectionOptions.unescaped(text)
            let isMarked = text.hasPrefix("#") && !name.hasPrefix("#")
            var found = Source(name, of: type, prefersField: isMarked)
            var rest: ExpressionEvaluator<Value>?
            if found == nil, case let steps = QueryKeyPath(name).steps,
                case .key(let first)? = steps.first
            {
                found = Source(first, of: type, prefersField: isMarked)
                rest = try ExpressionEvaluator<Value>(
                    .keyPath(QueryKeyPath(steps: Array(steps.dropFirst()))))
            }
            guard let source = found else { throw RecordColumns.unknown(name, of: type) }
            let isField = if case .field = source { true } else { false }
            guard known.insert((isField ? "#" : "") + name).inserted else { continue }
            names.append(name)
            columns.append((source, rest))
        }
        let isField = columns.map { if case .field = $0.source { true } else { false } }
        let isPlain = !zip(names, isField).contains { $1 && RecordJSON.names.contains($0) }
        let header = zip(names, isField).map { name, isField in
            isPlain || isField || !RecordJSON.names.contains(name) ? name : "_" + name
        }
        self.init(names: names, csvHeader: header, columns: columns)
    }

    /// The record's name, its `zoneKeys` (of `zone` and `owner`) and the fields of some types, each
    /// once.
    init(of types: [RecordType], zoneKeys: [String] = []) {
        var known: Set<String> = []
        let fields = types.flatMap(\.fields).map(\.name).filter { known.insert($0).inserted }
        let keys = ["recordName"] + zoneKeys
        let isPlain = known.isDisjoint(with: RecordJSON.names)
        let sources = keys.compactMap { Source($0, of: nil) } + fields.map { Source.field($0) }
        self.init(
            names: keys + fields,
            csvHeader: (isPlain ? keys : keys.map { "_" + $0 }) + fields,
            columns: sources.map { (source: $0, rest: nil) })
    }

    /// Adds the record's name, where import would take a chosen field for the record's type, zone or
    /// owner.
    mutating func addNameForImport() {
        let isAmbiguous = zip(csvHeader, columns).contains { name, column in
            if case .field = column.source { RecordJSON.names.contains(name) } else { false }
        }
        guard isAmbiguous, !csvHeader.contains("_recordName") else { return }
        names.insert("recordName", at: 0)
        csvHeader.insert("_recordName", at: 0)
        columns.insert((source: .system(.recordID), rest: nil), at: 0)
    }

    /// Adds what the store keeps of a record, by the names that it has in JSON lines.
    mutating func addStoreColumns() {
        let sources: [Source] =
            [.parent]
            + [SystemField.createTime, .createdBy, .modTime, .modifiedBy, .etag].map(Source.system)
        names += RecordJSON.storeNames
        csvHeader += RecordJSON.storeNames
        columns += sources.map { (source: $0, rest: nil) }
    }
}
