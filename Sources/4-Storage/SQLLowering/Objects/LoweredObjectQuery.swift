package import ObjectCore

/// A question about objects as SQL.
///
///     let lowered = try ObjectLowering(layout, for: dialect)
///         .fetch(query, selecting: ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME"])
///     lowered.sql  // SELECT t0."Z_PK", … FROM "ZEMPLOYEE" t0 WHERE …
///
/// The columns of the result are those that were asked for, in their order.
package struct LoweredObjectQuery: Sendable {
    /// The SELECT statement, with its parameters.
    package let sql: SQLText
    /// What SQL could not decide.
    ///
    /// The store asks the evaluator of each row (``ObjectEvaluation``), in the order in which
    /// rows come, and applies offset and limit itself. Nil when the statement decides all, offset
    /// and limit included.
    package let recheck: QueryPredicate?
    /// Whether the order is left to the evaluator as well, since the engine has no such order;
    /// offset and limit are then the store's too.
    package let resort: Bool
    /// Whether nothing can match, whatever the rows.
    package let findsNothing: Bool

    /// Whether the store applies offset and limit.
    package var leavesPage: Bool { recheck != nil || resort }
}

/// Calculated results as SQL.
package struct LoweredSummary: Sendable {
    /// How a column of the result is read.
    package enum Reading: Hashable, Sendable {
        /// As the values of an attribute are.
        case stored(AppleStorage, AttributeType)
        /// A number of either kind, as it comes.
        case number
        /// An object in two columns: its row and the number of its entity in the file.
        ///
        /// Where the second is NULL, the entity is the one that stands here.
        case object(Int)
    }

    /// The SELECT statement, with its parameters.
    package let sql: SQLText
    /// How each value is read, in the order of the columns; an object takes two columns.
    package let readings: [Reading]
    /// The types that the values are given as; nil for the type that was read.
    package let types: [AttributeType?]
}
