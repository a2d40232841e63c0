package import RecordCore

/// An index of a record type's table: its name, its columns, and what it is there for.
package struct IndexDefinition: Hashable, Sendable {
    /// What an index serves.
    package indirect enum Subject: Hashable, Sendable {
        /// A field of the type, by name.
        case field(String)
        /// A part that every record has.
        case system(SystemField)
        /// Two of them together.
        case pair(Subject, Subject)

        var name: String {
            switch self {
            case .field(let name): name
            case .system(let field): field.queryNames[0]
            case .pair(let first, let second): "\(first.name) + \(second.name)"
            }
        }
    }

    /// The name in the database: `City.population queryable`.
    package let name: String
    /// The name of the record type.
    package let type: String
    /// The table that is indexed.
    package let table: String
    /// The columns in order.
    package let columns: [String]
    /// Those of them that hold texts or bytes of any length, of which some engines' indexes keep the
    /// beginning only.
    package let beginnings: [String: ColumnKind]
    /// What is found or ordered through it.
    package let subject: Subject
    /// The purposes of the field that the index serves.
    package let purposes: FieldIndexes
    /// Whether no two rows may have the same columns.
    package let isUnique: Bool
    /// Whether it is left to the first query that asks for it.
    ///
    /// CloudKit compares texts without case and sorts them with it: a field that may be searched and
    /// not sorted needs the index of its folded texts alone.
    package var isOnDemand = false

    /// The index in words: `City.population (queryable)`, `City.country + score (automatic)`.
    package var title: String {
        let words = purposes.isEmpty ? "automatic" : IndexDefinition.words(purposes)
        return "\(type).\(subject.name) (\(words))"
    }

    /// Purposes as words.
    static func words(_ purposes: FieldIndexes) -> String {
        var words: [String] = []
        if purposes.contains(.queryable) { words.append("queryable") }
        if purposes.contains(.sortable) { words.append("sortable") }
        if purposes.contains(.searchable) { words.append("searchable") }
        return words.joined(separator: ", ")
    }

    static func all(of type: RecordType, fields: [FieldStorage], table: String)
        -> [IndexDefinition]
    {
        var all = [
            IndexDefinition(
                name: table + "._name", type: type.name, table: table,
                columns: leading + [SystemColumn.name.rawValue], beginnings: [:],
                subject: .system(.recordID), purposes: [.queryable], isUnique: true)
        ]
        for field in SystemField.allCases {
            let indexes = type.systemIndexes[field] ?? []
            guard let column = field.column, field != .recordID else { continue }
            all += definitions(
                indexes, .system(field), type, table, label: column.rawValue,
                keys: [("", [column.rawValue])])
        }
        for storage in fields {
            let field = storage.field
            guard !field.isEncrypted, !field.type.isList else { continue }
            let indexes = field.indexes.intersection([.queryable, .sortable])
            var keys: [(String, [String])] = []
            var long: ColumnKind?
            switch field.type.scalar {
            case .string:
                keys.append(("", [storage.column]))
                if let folded = storage.foldedColumn { keys.append((" folded", [folded])) }
                long = .text
            case .bytes:
                keys.append(("", [storage.column]))
                long = .bytes
            case .int64, .double, .timestamp, .reference:
                keys.append(("", [storage.column]))
            case .location:
                keys.append(
                    ("", [storage.cellColumn, storage.latitudeColumn, storage.longitudeColumn]))
            case .asset: break
            }
            all += definitions(
                indexes, .field(field.name), type, table, label: storage.column, keys: keys,
                long: long)
        }
        return all
    }

    private static let leading = [SystemColumn.database.rawValue, SystemColumn.zone.rawValue]

    private static func definitions(
        _ purposes: FieldIndexes, _ subject: Subject, _ type: RecordType, _ table: String,
        label: String, keys: [(String, [String])], long: ColumnKind? = nil
    ) -> [IndexDefinition] {
        guard !purposes.isEmpty else { return [] }
        let word = purposes.contains(.queryable) ? "queryable" : "sortable"
        return keys.map { suffix, columns in
            IndexDefinition(
                name: "\(table).\(label) \(word)\(suffix)", type: type.name, table: table,
                columns: leading + columns + [SystemColumn.name.rawValue],
                beginnings: long.map { kind in
                    Dictionary(uniqueKeysWithValues: columns.map { ($0, kind) })
                } ?? [:], subject: subject, purposes: purposes, isUnique: false,
                isOnDemand: keys.count > 1 && suffix.isEmpty && !purposes.contains(.sortable))
        }
    }
}

extension SystemField {
    /// The column in which the field lives.
    package var column: SystemColumn? {
        switch self {
        case .createTime: .created
        case .createdBy: .createdBy
        case .etag: .tag
        case .modTime: .modified
        case .modifiedBy: .modifiedBy
        case .recordID: .name
        }
    }
}
