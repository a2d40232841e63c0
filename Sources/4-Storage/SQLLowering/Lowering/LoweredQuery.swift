public import RecordCore

/// A query as SQL, with the way to read its rows.
public struct LoweredQuery: Sendable {
    /// The statement.
    ///
    /// Its first columns are those of ``reader``.
    public let sql: SQLText
    /// The ways to the rows where there is a choice, all with the same rows in the same order
    /// as ``sql``; empty where there is none.
    public let paths: [AccessPath]
    /// The index of two columns that gives ``sql`` its rows and nothing else, in order.
    public let joint: CompositeIndex?
    /// The index of two columns that would have served ``sql`` better, where there are no
    /// ``paths`` that say so.
    public let wish: MissingIndex?
    /// Decodes the columns of a row into a record.
    public let reader: RecordReader
    /// What SQL could not decide.
    ///
    /// The store asks the evaluator of each row while rows stream,
    /// and applies offset and limit itself. Nil when the statement decides all, limit and
    /// offset included.
    public let recheck: QueryPredicate?
    /// Whether the store puts the records in order: the dialect has no such order, and the
    /// statement gives every row that matches.
    public let isUnsorted: Bool
    /// Fields that were read for ``recheck`` or the order only, to be left out of what is
    /// handed on.
    public let extraFields: Set<String>
    /// Whether nothing can match, whatever the rows: the engine looks at none.
    public let findsNothing: Bool
    /// The indexes by which rows are expected to be found or ordered.
    public let indexes: [IndexDefinition]
    /// Indexes to add, as `Type.field QUERYABLE`, where one is missing.
    public let suggestions: [String]

    /// The record without the fields that were read for the store only.
    public func trimmed(_ record: Record) -> Record {
        if extraFields.isEmpty { return record }
        var record = record
        for field in extraFields { record.fields[field] = nil }
        return record
    }
}

/// How many records a query asks for, as SQL.
public struct LoweredCount: Sendable {
    /// The statement.
    ///
    /// When ``recheck`` is nil, a statement whose one row and column is the count. Otherwise a
    /// statement for ``reader``, of whose records the evaluator's are counted.
    public let sql: SQLText
    /// Reads the rows when ``recheck`` is not nil.
    public let reader: RecordReader
    /// What the evaluator decides.
    public let recheck: QueryPredicate?
}

/// A zone with the number that it has in the database.
public struct StoredZone: Hashable, Sendable {
    /// The number of the zone in the database.
    public let number: Int64
    /// The zone, under the owner's name that the asking user knows.
    public let id: ZoneID

    /// A zone with its number.
    public init(number: Int64, id: ZoneID) {
        self.number = number
        self.id = id
    }
}
