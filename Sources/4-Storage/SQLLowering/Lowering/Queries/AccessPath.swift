/// One way to the rows of a query: by one index, everything else asked of the rows it gives.
///
/// Where several indexes serve a query, an engine without statistics guesses. So each path is
/// written down, and the store counts and tries a few rows to choose (``LoweredQuery/paths``).
package struct AccessPath: Sendable {
    /// The whole statement by this index.
    package let sql: SQLText
    /// The index of two columns that the path takes.
    package let index: CompositeIndex?
    /// The index of two columns that would spare this path its scan of rows that do not match.
    package let missingIndex: CompositeIndex?
    /// Whether ``missingIndex`` has the order of the query: a page is then found without a look at
    /// the rest.
    package let isMissingIndexSorted: Bool
    /// Whether the index gives the rows in the order of the query.
    package let isSorted: Bool
    /// Whether the index finds nothing: it gives every row of the zone.
    package let isWhole: Bool
    /// Gives the numbers of the rows that the index finds; empty where there is nothing to choose.
    private let rows: SQLText
    /// The order of ``rows`` where the path is sorted, and the filter of the rows.
    private let trial: Trial?

    /// What a trial needs to know.
    struct Trial {
        let order: SQLText
        let selection: SQLText
        let filter: SQLText
        let end: SQLText
    }

    /// A path.
    ///
    /// - Parameter order: The column that orders the rows of the query.
    init(
        sql: SQLText, rows: SQLText = SQLText(), isWhole: Bool = false,
        index: CompositeIndex? = nil, missing: CompositeIndex? = nil, order: String? = nil,
        trial: Trial? = nil
    ) {
        self.sql = sql
        self.index = index
        missingIndex = missing
        isMissingIndexSorted = missing.map { $0.second == order } ?? false
        self.rows = rows
        self.trial = trial
        self.isWhole = isWhole
        isSorted = trial != nil
    }

    /// Counts the rows that the index finds, up to a limit.
    package func count(upTo limit: Int) -> SQLText {
        "SELECT count(*) FROM (SELECT 1 FROM (\(rows)) AS \(ident: "_found") LIMIT \(limit)) AS \(ident: "_some")"
    }

    /// The query among the first rows of a sorted path only; nil where the path is not sorted.
    ///
    /// What it finds stands at the beginning of the whole answer.
    package func trial(rows limit: Int) -> SQLText? {
        guard let trial else { return nil }
        let row = SystemColumn.row.sql
        return """
            \(trial.selection) WHERE \(row) IN (SELECT \(row) FROM (\(rows) \
            ORDER BY \(trial.order) LIMIT \(limit)) AS \(ident: "_first")) \
            AND \(trial.filter)\(trial.end)
            """
    }
}
