/// A column of a table.
package struct Column: Hashable, Sendable {
    /// The column's name, not quoted.
    package let name: String
    /// The kind of values that it holds.
    package let kind: ColumnKind
    /// Whether it may hold NULL.
    package let isNullable: Bool

    /// Creates a column, which may hold NULL unless said otherwise.
    package init(_ name: String, _ kind: ColumnKind, isNullable: Bool = true) {
        self.name = name
        self.kind = kind
        self.isNullable = isNullable
    }
}

/// The columns that every record type's table has.
package enum SystemColumn: String, CaseIterable, Hashable, Sendable {
    // In the order in which they are created, read and written.
    /// The number of the row, which is its number in the registry of records.
    case row = "_row"
    /// The number of the database.
    case database = "_database"
    /// The number of the zone.
    case zone = "_zone"
    /// The record's name.
    case name = "_name"
    /// When it was created: microseconds since 2001.
    case created = "_created"
    /// The record name of the user that created it.
    case createdBy = "_createdBy"
    /// When it was last saved: microseconds since 2001.
    case modified = "_modified"
    /// The record name of the user that saved it last.
    case modifiedBy = "_modifiedBy"
    /// The change tag.
    case tag = "_tag"
    /// The name of the parent.
    case parentName = "_parentName"
    /// The zone of the parent, NULL for the record's own.
    case parentZone = "_parentZone"
    /// The name of the share.
    case shareName = "_shareName"
    /// The zone of the share, NULL for the record's own.
    case shareZone = "_shareZone"

    /// The column with its kind; only the parent's and the share's columns may be NULL.
    package var column: Column {
        switch self {
        case .row, .database, .zone, .created, .modified:
            Column(rawValue, .integer, isNullable: false)
        case .name, .createdBy, .modifiedBy, .tag: Column(rawValue, .text, isNullable: false)
        case .parentName, .parentZone, .shareName, .shareZone: Column(rawValue, .text)
        }
    }

    /// The column's name, quoted by the dialect.
    package var sql: SQLText { .identifier(rawValue) }
}
