/// A query that a store may run: its keys are known, its profile's rules are kept.
///
///     let query = RecordQuery("City", where: try QueryPredicate(parsing: "1000000 < population"))
///     let checked = try QueryChecker.check(query, schema: schema)
///     checked.query.predicate.format         // population > 1000000
///     try checked.evaluator().matches(rome)  // true
///
/// Only ``QueryChecker`` makes one. Its predicate is rewritten, so that a store meets few forms:
/// - AND and OR of several parts, NOT, TRUEPREDICATE and FALSEPREDICATE; what can be decided
///   without a record has been (`x IN {}` is FALSEPREDICATE).
/// - `key op constant`, the key on the left, no quantifier. The constant is null or of the kind
///   that the key has: ``ResolvedKey/field(_:)`` by its type (an INT64 may meet a double and the
///   other way round), identifiers and change tags as text, times as dates. The right sides of
///   `IN` and `BETWEEN` are constant lists, the latter of two; only `text IN text` and
///   `text CONTAINS text` have a text there.
/// - `list CONTAINS constant`, no quantifier: membership, however it was written. Any other
///   question about the members keeps its quantifier: `ANY list IN {…}`,
///   `ANY list BEGINSWITH constant`, and under ``QueryProfile/everything`` ANY and ALL with every
///   operator. `list == nil` and `list != nil` stand without a quantifier.
/// - `distanceToLocation:fromLocation:(key, constant) op constant`, the key first.
/// - `allTokens TOKENMATCHES[cd] {words}`: every word of the list (folded, each once, no stop
///   words, at least one) is among the record's words; a search for any of several is an OR of
///   such comparisons. `field TOKENMATCHES[cd] {words}` asks the words of one field.
/// - Under ``QueryProfile/everything`` only: `key op key`, `list CONTAINS key`, and comparisons
///   of expressions, their key paths resolved (`list.@count`), their constant parts computed.
///
/// Text comparisons carry the options that the profile implies, system fields go by the first
/// of ``SystemField/queryNames``, `now` is a constant, and references are named as the database
/// keeps them. There are no blocks, free variables, objects, `SELF` or paths into other records.
public struct CheckedQuery: Hashable, Sendable {
    /// The query with its predicate rewritten.
    public let query: RecordQuery
    /// The record type asked for.
    public let type: RecordType
    /// What each first key of the predicate, the ordering and the desired keys stands for.
    public let keys: [String: ResolvedKey]
}

/// What a key of a query stands for.
///
///     let query = RecordQuery("City", where: try QueryPredicate(parsing: "population > 1000"))
///     let checked = try QueryChecker.check(query, schema: schema)
///     if case .field(let field) = checked.keys["population"] { print(field.name) }  // population
public enum ResolvedKey: Hashable, Sendable {
    /// A field of the record type.
    case field(Field)
    /// A part that every record has.
    case system(SystemField)
    /// The words of all SEARCHABLE fields: `allTokens`.
    case tokens
}
