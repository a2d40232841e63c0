/// How a source orders and searches text where the query leaves that open.
///
///     var context = EvaluationContext()
///     context.textProfile = .records
///
/// Equality is the same everywhere: without options, scalar by scalar. What differs is which text
/// comes first, and whether CONTAINS, BEGINSWITH and ENDSWITH without options find canonical
/// equivalents. A store has one profile and evaluates with it whatever it does not leave to its
/// engine, so that one query has one answer. The localized orders ask the locale in every profile.
public enum TextProfile: Hashable, Sendable, CaseIterable {
    /// As `NSString` does: `compare:` for the order, `range(of:)` for the search.
    ///
    /// Texts are compared as their canonical decompositions, scalar by scalar, so that é stands
    /// between e and f however it is written; under `[c]`, `[d]` and `caseInsensitiveCompare:` the
    /// decompositions are folded first. Foundation's own answer is the same wherever it does not
    /// depend on which text is asked first, and no text begins with a combining mark.
    ///
    /// Source: `NSString.compare(_:options:)` and `range(of:options:)`, neither literal; what
    /// Foundation on Linux answers is asked by `TextProfileTests`.
    case foundation
    /// A record database's: by scalars, which is byte by byte in UTF-8 and what its indexes have.
    ///
    /// Under `[c]` and `[d]` the texts without case and accents decide first and the texts folded
    /// as the option says second, so that the one index on folded text serves every option. A
    /// search without options is literal.
    ///
    /// Source: this project's own; CloudKit's documentation does not say how text is ordered.
    case records
    /// A Core Data store's in a database: by bytes where no selector is named, and as `NSString`
    /// does under `[c]`, `[d]` and `caseInsensitiveCompare:`.
    ///
    /// Source: statements that Core Data logs under `-com.apple.CoreData.SQLDebug 1`, as public
    /// reports quote them. A sort by `compare:` is `ORDER BY t0.ZNAME` without a collation, which
    /// SQLite documents as `BINARY`, `memcmp` of the bytes; other selectors name a collation:
    /// `NSCollateNoCase`, `NSCollateLocaleSensitive`, `NSCollateFinderlike`. A search without
    /// options is literal here.
    case objects

    /// What a search without options folds texts to.
    var searchFolding: TextFolding {
        switch self {
        case .foundation: .canonical
        case .records, .objects: .literal
        }
    }
}
