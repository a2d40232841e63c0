/// A step of changing the tables.
package enum SchemaStep: Hashable, Sendable {
    /// A statement to run.
    case sql(SQLText)
    /// Rows that exist need a part that only Swift can compute.
    case backfill(Backfill)
}

/// A part that is to be computed for every row of a record type.
///
/// The store reads the type's records with a ``RecordReader`` and gives each to
/// ``RowWriter/backfill(_:of:row:database:zone:with:)``.
package struct Backfill: Hashable, Sendable {
    /// The part of the stored rows that is filled in.
    package enum Component: Hashable, Sendable {
        /// The text of a field without case and accents.
        case folded(field: String)
        /// The members of a list.
        case members(field: String)
        /// The words of the SEARCHABLE fields.
        case tokens
    }

    /// The name of the record type.
    package let type: String
    /// The part to fill in.
    package let part: Component
}
