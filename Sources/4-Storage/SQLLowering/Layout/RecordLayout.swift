package import RecordCore

/// Where the parts of a record type live: its table, its columns, the tables beside it, its
/// indexes.
///
///     let layout = RecordLayout(type, names: LayoutNames(type))
///     layout.table                   // City
///     layout.indexes.map(\.name)     // ["City.name queryable", …]
package struct RecordLayout: Hashable, Sendable {
    /// The record type that is stored.
    package let type: RecordType
    /// The names that the catalogue gives to the table and the columns.
    package let names: LayoutNames
    /// Where each field lives, in the order in which the type defines them.
    package let fields: [FieldStorage]
    /// Indexes and tables beside the record type's own, by what they serve.
    package let indexes: [IndexDefinition]
    /// The indexes of two columns that a store has made beside them.
    package let compositeIndexes: [CompositeIndex: IndexDefinition]
    private let positions: [String: Int]

    /// The columns that tell its rows apart.
    static let key = [SystemColumn.database.rawValue, SystemColumn.row.rawValue]

    /// The layout of a record type under the names of a catalogue.
    ///
    /// - Parameter composite: Indexes of two columns; those that the type does not allow are left
    ///   out.
    package init(_ type: RecordType, names: LayoutNames, composite: [CompositeIndex] = []) {
        self.type = type
        self.names = names
        fields = type.fields.map {
            FieldStorage($0, column: names.column($0.name), table: names.table)
        }
        positions = Dictionary(
            fields.enumerated().map { ($1.field.name, $0) }, uniquingKeysWith: { $1 })
        let indexes = IndexDefinition.all(of: type, fields: fields, table: names.table)
        self.indexes = indexes
        compositeIndexes = Dictionary(
            first: composite.compactMap { pair in
                pair.definition(among: indexes).map { (pair, $0) }
            })
    }

    /// Whether an index of two columns can be made.
    package func allows(_ composite: CompositeIndex) -> Bool {
        composite.definition(among: indexes) != nil
    }

    /// The name of the record type's table.
    package var table: String { names.table }

    /// Where a field lives; nil when the type has no such field.
    package func storage(of field: String) -> FieldStorage? {
        positions[field].map { fields[$0] }
    }

    /// The position of a field among ``fields``.
    package func position(of field: String) -> Int? { positions[field] }

    /// The table of the words of SEARCHABLE fields; nil when the type has none.
    package var tokensTable: String? {
        searchableFields.isEmpty ? nil : names.tokensTable
    }

    /// The positions of the SEARCHABLE fields among ``fields``.
    package var searchableFields: [Int] {
        fields.indices.filter { fields[$0].field.indexes.contains(.searchable) }
    }

    /// The tables that hold the members of QUERYABLE lists.
    package var sideTables: [SideTable] { fields.compactMap(\.side) }
}

/// The names that a catalogue gives to a record type's table and to its columns.
///
/// SQLite does not tell upper from lower case in names and CloudKit does, so a name may carry a
/// suffix: the catalogue keeps what was given once.
package struct LayoutNames: Hashable, Sendable {
    /// The name of the records' table.
    package var table: String
    /// The column of each field whose column is not named as the field.
    package var columns: [String: String]

    /// Names read from a catalogue.
    package init(table: String, columns: [String: String] = [:]) {
        self.table = table
        self.columns = columns
    }

    /// Names for a type among tables that exist, by lower-cased name.
    package init(_ type: RecordType, takenTables: Set<String> = []) {
        self.init(table: LayoutNames.free(type.name, taken: takenTables))
        for field in type.fields { add(field: field.name, others: type.fields.map(\.name)) }
    }

    /// The column of a field.
    package func column(_ field: String) -> String { columns[field] ?? field }

    /// The table of words.
    package var tokensTable: String { table + "._tokens" }

    /// Gives a column to a field that is new among others; call it in the order of definition.
    ///
    /// Gives back the column's name.
    @discardableResult
    package mutating func add(field: String, others: [String]) -> String {
        var taken: Set<String> = []
        for other in others {
            if other == field { break }
            taken.insert(column(other).lowercased())
        }
        let name = LayoutNames.free(field, taken: taken)
        if name != field { columns[field] = name } else { columns[field] = nil }
        return name
    }

    /// A name that none of the taken ones equals in lower case.
    ///
    ///     LayoutNames.free("city", taken: ["city"])  // city~2
    package static func free(_ name: String, taken: Set<String>) -> String {
        let lowered = name.lowercased()
        // SQLite keeps every name that begins so for itself.
        let base = lowered.hasPrefix("sqlite_") ? "~" + name : name
        if !taken.contains(base.lowercased()) { return base }
        var number = 2
        while taken.contains("\(base)~\(number)".lowercased()) { number += 1 }
        return "\(base)~\(number)"
    }
}
