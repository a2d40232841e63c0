/// One way to the rows of a query: by one index, everything else asked of the rows it gives.
///
/// Where several indexes serve a query, an engine without statistics guesses. So each way is
/// written down, and the store counts and tries a few rows to choose (``LoweredQuery/paths``).
public struct AccessPath: Sendable {
    /// The whole statement by this index.
    public let sql: SQLText
    /// Whether the index gives the rows in the order asked for.
    public let isSorted: Bool
    /// Whether the index finds nothing: it gives every row of the zone.
    public let isWhole: Bool
    /// The index of two columns that the path takes.
    public let joint: CompositeIndex?
    /// The index that would spare this path its scan of rows that do not match.
    public let wish: MissingIndex?
    /// Gives the numbers of the rows that the index finds.
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

    init(
        sql: SQLText, rows: SQLText, isWhole: Bool = false, joint: CompositeIndex? = nil,
        wish: MissingIndex? = nil, trial: Trial?
    ) {
        self.joint = joint
        self.wish = wish
        self.sql = sql
        self.rows = rows
        self.trial = trial
        self.isWhole = isWhole
        isSorted = trial != nil
    }

    /// Counts the rows that the index finds, up to a limit.
    public func count(upTo limit: Int) -> SQLText {
        "SELECT count(*) FROM (SELECT 1 FROM (\(rows)) AS \(ident: "_found") LIMIT \(limit)) AS \(ident: "_some")"
    }

    /// The query among the first rows of a sorted path only; nil where the path is not sorted.
    ///
    /// What it finds stands at the beginning of the whole answer.
    public func trial(rows limit: Int) -> SQLText? {
        guard let trial else { return nil }
        let row = SystemColumn.row.sql
        return """
            \(trial.selection) WHERE \(row) IN (SELECT \(row) FROM (\(rows) \
            ORDER BY \(trial.order) LIMIT \(limit)) AS \(ident: "_first")) \
            AND \(trial.filter)\(trial.end)
            """
    }
}
