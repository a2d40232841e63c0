/// Two columns of a record type's table that one index serves together.
///
/// Not part of the schema: a store makes such an index where queries ask for one value of the
/// first column and for an order or bounds of the second, and would otherwise scan many rows
/// that do not match.
package struct CompositeIndex: Hashable, Sendable {
    /// The column of which one value is asked.
    package let first: String
    /// The column that orders or bounds the rows of that value.
    package let second: String

    /// An index of two columns.
    package init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
    }

    /// The name in the database: `City.country+score`.
    package func name(in table: String) -> String { "\(table).\(first)+\(second)" }

    /// The index among those of a layout; nil where the type does not allow it.
    ///
    /// Each column must have an index of its own: this one goes when one of these goes.
    package func definition(among indexes: [IndexDefinition]) -> IndexDefinition? {
        func own(_ column: String) -> IndexDefinition? {
            // Those of locations have more columns; the name's is there anyhow.
            indexes.first { $0.columns.count == 4 && $0.columns[2] == column }
        }
        guard first != second, let one = own(first), let other = own(second) else { return nil }
        return IndexDefinition(
            name: name(in: one.table), type: one.type, table: one.table,
            columns: one.columns.prefix(3) + other.columns.suffix(2),
            beginnings: one.beginnings.merging(other.beginnings) { first, _ in first },
            subject: .pair(one.subject, other.subject), purposes: [], isUnique: false)
    }
}
