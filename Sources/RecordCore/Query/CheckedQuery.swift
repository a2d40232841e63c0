/// A query that a store may run: its keys are known, its profile's rules are kept.
///
/// Only ``QueryChecker`` makes one. The predicate is rewritten into what the store must decide:
/// - text comparisons carry the options that the profile implies;
/// - system fields go by the first of ``SystemField/queryNames``;
/// - a token search is `allTokens TOKENMATCHES[cd] {tokens}` (every token of the list is among
///   the record's tokens); a search for any of several is an OR of such comparisons;
/// - `now` is a constant, BETWEEN lists and references are of the field's type.
public struct CheckedQuery: Hashable, Sendable {
    /// The query with its predicate rewritten.
    public let query: RecordQuery
    /// The record type asked for.
    public let type: RecordType
    /// What each first key of the predicate, the ordering and the desired keys stands for.
    public let keys: [String: ResolvedKey]

    init(query: RecordQuery, type: RecordType, keys: [String: ResolvedKey]) {
        self.query = query
        self.type = type
        self.keys = keys
    }
}

/// What a key of a query stands for.
public enum ResolvedKey: Hashable, Sendable {
    /// A field of the record type.
    case field(Field)
    /// A part that every record has.
    case system(SystemField)
    /// The words of all SEARCHABLE fields: `allTokens`.
    case tokens
}
