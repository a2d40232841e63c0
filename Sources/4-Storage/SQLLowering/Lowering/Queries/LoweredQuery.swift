package import RecordCore

/// A query as SQL, with the way to read its rows.
package struct LoweredQuery: Sendable {
    /// The path with the statement whose first columns are those of ``reader``.
    ///
    /// Of a count that SQL decides, it gives one row of one column.
    package let path: AccessPath
    /// The paths where there is a choice, all with the same rows in the same order as ``path``;
    /// empty where there is none.
    package internal(set) var paths: [AccessPath] = []
    /// Decodes the columns of a row into a record.
    package let reader: RecordReader
    /// What SQL could not decide.
    ///
    /// The store asks the evaluator of each row while rows stream,
    /// and applies offset and limit itself. Nil when the statement decides all, limit and
    /// offset included.
    package let recheck: QueryPredicate?
    /// Whether the store puts the records in order: the dialect has no such order, and the
    /// statement gives every row that matches.
    package internal(set) var isUnsorted = false
    /// Fields that were read for ``recheck`` or the order only, to be left out of what is
    /// handed on.
    package internal(set) var extraFields: Set<String> = []
    /// Whether nothing can match, whatever the rows: the engine looks at none.
    package let findsNothing: Bool
    /// The indexes by which rows are expected to be found or ordered.
    package internal(set) var indexes: [IndexDefinition] = []
    /// Indexes to add, as `Type.field QUERYABLE`, where one is missing.
    package internal(set) var suggestions: [String] = []

    /// The statement of ``path``.
    package var sql: SQLText { path.sql }

    /// The record without the fields that were read for the store only.
    package func trimmed(_ record: Record) -> Record {
        if extraFields.isEmpty { return record }
        var record = record
        for field in extraFields { record.fields[field] = nil }
        return record
    }
}

/// A zone with the number that it has in the database.
package struct StoredZone: Hashable, Sendable {
    /// The number of the zone in the database.
    package let number: Int64
    /// The zone, under the owner's name that the asking user knows.
    package let id: ZoneID

    /// A zone with its number.
    package init(number: Int64, id: ZoneID) {
        self.number = number
        self.id = id
    }
}
