package import RecordCore

/// The table of the members of a QUERYABLE list: one row for each different member.
///
/// Its primary key begins with database, zone and value, so that "which records have this
/// member" is one range of it, in the order of their names. Lists of locations have no such
/// table.
package struct SideTable: Hashable, Sendable {
    /// The name of the table.
    package let name: String
    /// The kind of the members.
    package let scalar: ScalarType

    /// The members themselves; of references, the record names.
    package static let value = "value"
    /// Members of text without case and accents.
    package static let folded = "value.folded"
    /// Zones of references, empty for the record's own.
    package static let zone = "value.zone"

    init?(of field: Field, name: String) {
        guard field.type.isList, field.indexes.contains(.queryable) else { return nil }
        switch field.type.scalar {
        case .location, .asset: return nil
        case .string, .int64, .double, .timestamp, .bytes, .reference: break
        }
        self.name = name
        scalar = field.type.scalar
    }

    /// The columns in the order in which a row is written.
    package var columns: [Column] {
        let keys = [SystemColumn.database.column, SystemColumn.zone.column]
        let holder = [SystemColumn.name.column, SystemColumn.row.column]
        let value = Column(SideTable.value, scalar.columnKind, isNullable: false)
        return switch scalar {
        case .string: keys + [value, Column(SideTable.folded, .text, isNullable: false)] + holder
        case .reference: keys + [value, Column(SideTable.zone, .text, isNullable: false)] + holder
        case .int64, .double, .timestamp, .bytes, .location, .asset: keys + [value] + holder
        }
    }

    /// The names of the columns of the primary key.
    package var key: [String] {
        columns.map(\.name).filter {
            $0 != SideTable.folded && $0 != SystemColumn.row.rawValue
        }
    }

    /// The index on folded members; nil where members are not text.
    package var foldedIndex: (name: String, columns: [String])? {
        guard case .string = scalar else { return nil }
        return (
            name + " folded",
            [
                SystemColumn.database.rawValue, SystemColumn.zone.rawValue, SideTable.folded,
                SystemColumn.name.rawValue, SideTable.value, SystemColumn.row.rawValue,
            ]
        )
    }
}

extension ScalarType {
    /// What the main column of a value of this type holds.
    package var columnKind: ColumnKind {
        switch self {
        case .string, .reference, .asset: .text
        case .int64, .timestamp: .integer
        case .double, .location: .real
        case .bytes: .bytes
        }
    }
}
