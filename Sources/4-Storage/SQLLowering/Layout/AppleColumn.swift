package import ObjectCore

/// How Apple's stores keep the values of an attribute in a column.
package enum AppleStorage: Hashable, Sendable {
    /// Whole numbers, and 1 and 0 for yes and no.
    case integer
    /// Floating-point numbers.
    case real
    /// Seconds since 2001; whole ones become integers in the file.
    case timestamp
    /// Decimal numbers: integers or floating-point numbers in the file.
    case decimal
    /// Text.
    case text
    /// The text of a resource locator.
    case url
    /// Bytes.
    case bytes
    /// The sixteen bytes of a UUID.
    case uuid

    /// The storage of an attribute's type; nil for composites, which have several columns.
    package init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: self = .integer
        case .double, .float: self = .real
        case .date: self = .timestamp
        case .decimal: self = .decimal
        case .string: self = .text
        case .uri, .objectID: self = .url
        case .binary, .transformable, .undefined: self = .bytes
        case .uuid: self = .uuid
        case .composite: return nil
        }
    }

    /// What the column holds, where values may be too long for an index of some engines.
    package var longKind: ColumnKind? {
        switch self {
        case .text, .url: .text
        case .bytes: .bytes
        case .integer, .real, .timestamp, .decimal, .uuid: nil
        }
    }

    /// The type that stands in `CREATE TABLE`.
    package var declaredType: String {
        switch self {
        case .integer: "INTEGER"
        case .real: "FLOAT"
        case .timestamp: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .text, .url: "VARCHAR"
        case .bytes, .uuid: "BLOB"
        }
    }

    /// What SQL compares the column as.
    package var kind: ColumnKind {
        switch self {
        case .integer: .integer
        case .real, .timestamp, .decimal: .real
        case .text, .url: .text
        case .bytes, .uuid: .bytes
        }
    }
}

/// One column of an attribute.
package struct AppleColumn: Hashable, Sendable {
    /// Its name in the table.
    package let name: String
    /// How values are kept.
    package let storage: AppleStorage
    /// The attribute's type, or that of the composite's part.
    package let type: AttributeType
    /// The names of the parts that lead to it in a composite; empty for other attributes.
    package let path: [String]

    /// Gives a statement what the column keeps of an attribute's value.
    package func bind(_ value: Value, to binder: inout some SQLBinder, at position: Int) {
        storage.bind(path.isEmpty ? value : value.part(at: path), to: &binder, at: position)
    }
}

/// Where a relationship to one object is kept.
package struct AppleLink: Hashable, Sendable {
    /// The column with the destination's row.
    package let column: String
    /// The column with the number of the destination's entity; nil where the destination has no
    /// subentities, or the file does without.
    package let entityColumn: String?
    /// The column with the object's place among those that point at the same destination; nil
    /// where the inverse has no order.
    package let orderColumn: String?
    /// The entity of the destination in the model.
    package let destination: Int

    /// The names of all columns of the relationship.
    package var columns: [String] { [column, entityColumn, orderColumn].compactMap(\.self) }
}

/// Where a relationship to many objects is kept.
package struct AppleMembers: Hashable, Sendable {
    /// A table of pairs, or the members' own table.
    package enum Representation: Hashable, Sendable {
        /// The members point back: their rows have the owner in `link`.
        case foreignKey(AppleLink)
        /// A row for each pair.
        case joinTable(owner: String, member: String)
    }

    /// The table that holds the pairs.
    package let table: String
    /// How the pairs stand in it.
    package let place: Representation
    /// The column with the member's place; nil where there is no order.
    package let orderColumn: String?
    /// The column with the owner's place among the member's own, where the inverse is ordered.
    package let inverseOrderColumn: String?
    /// The entity of the members in the model.
    package let destination: Int
    /// The table with the members' own rows.
    package let memberTable: String
    /// Whether the relationship has an inverse, which says the same from the other side.
    package var hasInverse = true

    /// The column of a relationship without an inverse in the members' own table; nil for
    /// others.
    package var ownerLink: AppleLink? {
        guard !hasInverse, case .foreignKey(let link) = place else { return nil }
        return link
    }

    /// Whether the pairs have a table of their own.
    package var usesJoinTable: Bool {
        if case .joinTable = place { true } else { false }
    }
}
