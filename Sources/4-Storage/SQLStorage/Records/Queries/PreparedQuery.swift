import RecordCore
import SQLLowering
import Synchronization

/// A query that was checked and lowered, ready to run again.
///
/// A class, since a value of so many parts costs more to copy than its row to look up.
final class PreparedQuery: Sendable {
    let checked: CheckedQuery
    let lowered: LoweredQuery
    let reader: RecordReader
    /// The rendered statement of ``LoweredQuery/path``.
    let sql: RenderedSQL
    /// The rendered statements of ``LoweredQuery/paths``, and those that count their first rows.
    private let statements: [RenderedSQL]
    private let counts: [RenderedSQL]
    /// What is left to the evaluator.
    let evaluator: Evaluator<Record>?
    /// The indexes of every field that it names, and when their use was noted.
    let indexes: [IndexDefinition]
    let use = IndexUse()
    /// Whether it looks into no zone, or the type has no table yet.
    let isOfNoZone: Bool
    let dialect: any Dialect

    init(
        _ checked: CheckedQuery, _ lowered: LoweredQuery, indexes: [IndexDefinition], limit: Int?,
        isOfNoZone: Bool, dialect: any Dialect
    ) throws {
        self.indexes = indexes
        self.isOfNoZone = isOfNoZone
        // Where the evaluator has its say, the statement has no limit.
        let isUnbounded =
            lowered.recheck != nil || lowered.isUnsorted
            || limit.map { $0 > PreparedQuery.longestPage } ?? true
        self.checked = checked
        self.lowered = lowered
        reader = lowered.reader
        sql = RenderedSQL(lowered.sql, for: dialect, isUnbounded: isUnbounded)
        statements = lowered.paths.map {
            RenderedSQL($0.sql, for: dialect, isUnbounded: isUnbounded)
        }
        counts = lowered.paths.map {
            RenderedSQL($0.count(upTo: PreparedQuery.few), for: dialect)
        }
        self.dialect = dialect
        evaluator = try lowered.recheck.map { try checked.evaluator(of: $0) }
    }

    /// Whether the store puts the records in order.
    var isUnsorted: Bool { lowered.isUnsorted }

    /// The record without what was read for the store only.
    func trimmed(_ record: Record) -> Record { lowered.trimmed(record) }

    /// How the query is answered: by which path, and what is known of its cost.
    struct Execution {
        /// The path to the rows.
        let path: AccessPath
        /// The statement to run; nil where the rows that a trial gave are the answer.
        var statement: RenderedSQL?
        /// How many rows are looked at, where that is known.
        var rows: Int?
        /// What can be asked of the engine where it is not; nil where the answer may be long.
        var sample: SQLText?
    }

    /// The execution where there is no choice.
    private func plain(rowTarget: Int?) -> Execution {
        Execution(path: lowered.path, statement: sql, sample: bounded(rowTarget))
    }

    /// The statement for the rows that fill a page, where the evaluator lets most of them through;
    /// nil where many are wanted.
    private func bounded(_ rowTarget: Int?) -> SQLText? {
        guard sql.isUnbounded else { return lowered.sql }
        guard let rowTarget, rowTarget <= PreparedQuery.longestPage, lowered.recheck != nil
        else { return nil }
        return "\(lowered.sql) LIMIT \(rowTarget)"
    }

    /// Which of the paths to the rows to take.
    ///
    /// An index that finds few rows is best: they are looked up and sorted. Where none does,
    /// the index that has the order is walked a little; if that does not fill the page, what
    /// the walk met says how far it would have to go.
    ///
    /// - Parameters:
    ///   - rowTarget: How many rows fill the page, those passed over included; nil for all.
    ///   - trial: Runs a statement and says how many rows it gave, or nil when they filled the
    ///     page.
    func choose(
        _ connection: some SQLConnection, rowTarget: Int?,
        trial: (RenderedSQL) throws -> Int?
    ) throws -> Execution {
        let paths = lowered.paths
        guard !paths.isEmpty else { return plain(rowTarget: rowTarget) }
        func count(_ index: Int, upTo limit: Int) throws -> Int {
            let sql =
                limit == PreparedQuery.few
                ? counts[index] : RenderedSQL(paths[index].count(upTo: limit), for: dialect)
            return try connection.first(sql) { Int($0.int(0)) } ?? 0
        }
        func fewest(upTo limit: Int) throws -> (index: Int, count: Int)? {
            var best: (index: Int, count: Int)?
            for index in paths.indices where !paths[index].isWhole {
                // Beyond the best so far it does not matter how many there are.
                let bound = limit > PreparedQuery.few ? best?.count ?? limit : limit
                let rows = try count(index, upTo: bound)
                if rows < best?.count ?? Int.max { best = (index, rows) }
            }
            return best
        }
        func run(_ index: Int, rows: Int?) -> Execution {
            Execution(path: paths[index], statement: statements[index], rows: rows)
        }

        let few = PreparedQuery.few
        guard let first = try fewest(upTo: few) else { return plain(rowTarget: rowTarget) }
        if first.count < few { return run(first.index, rows: first.count) }
        guard let rowTarget, rowTarget <= PreparedQuery.longestPage,
            let sorted = paths.firstIndex(where: \.isSorted)
        else {
            let best = try fewest(upTo: PreparedQuery.many) ?? first
            return run(best.index, rows: best.count)
        }

        var met = 0
        var walked = max(few, rowTarget * 10)
        // A walk that costs as much as looking up what an index finds is not tried.
        if let near = try fewest(upTo: walked * 2), near.count < walked * 2 {
            return run(near.index, rows: near.count)
        }
        for _ in 0..<2 {
            guard let sql = paths[sorted].trial(rows: walked) else { break }
            guard let found = try trial(RenderedSQL(sql, for: dialect)) else {
                return Execution(path: paths[sorted], rows: walked)
            }
            met = found
            if met > 0 { break }
            walked *= 16
        }
        // Rows to walk for a page, if the rest is as what was met.
        let distance = met > 0 ? rowTarget * walked / met : rowTarget * walked * 2
        let rest = try fewest(upTo: min(distance, PreparedQuery.most))
        if let rest, rest.count < distance { return run(rest.index, rows: rest.count) }
        return run(sorted, rows: distance)
    }

    /// So few rows are looked up without further thought.
    private static let few = 256
    /// How far rows are counted where there is no page to fill.
    private static let many = 4096
    /// How far rows are counted to weigh them against a walk.
    private static let most = 200_000
    /// Pages beyond this length are not tried.
    private static let longestPage = 10_000
}

/// The day on which the use of a prepared query's indexes was noted, which once a day is enough for.
final class IndexUse: Sendable {
    private let day = Atomic<Int>(0)

    /// Whether it was noted on a day.
    func isNoted(on day: Int) -> Bool { self.day.load(ordering: .relaxed) == day }

    func note(on day: Int) { self.day.store(day, ordering: .relaxed) }
}

/// Queries that were asked before, under one schema.
///
/// Asking one again costs neither checking nor lowering.
final class QueryCache: Sendable {
    private struct State {
        var schema: Int64 = 0
        var queries: [DatabaseQuery: PreparedQuery] = [:]
    }

    /// Past this number the memory starts again.
    private static let capacity = 256

    private let state = Mutex(State())

    /// The query as it was prepared before, or as `make` prepares it now.
    func prepared(
        _ query: DatabaseQuery, schema: Int64, _ make: () throws -> PreparedQuery
    ) throws -> PreparedQuery {
        let known = state.withLock { $0.schema == schema ? $0.queries[query] : nil }
        if let known { return known }
        let made = try make()
        guard QueryCache.isPlain(query.query.predicate) else { return made }
        state.withLock { state in
            if state.schema != schema || state.queries.count >= QueryCache.capacity {
                state = State(schema: schema)
            }
            state.queries[query] = made
        }
        return made
    }

    /// Whether equal predicates are sure to mean the same at any time.
    ///
    /// Numbers are equal by value, and `n / 2` is not `n / 2.0`; `now()` is another moment each
    /// time. So only keys, constants, SELF and distances may stand on the sides of comparisons.
    static func isPlain(_ predicate: QueryPredicate) -> Bool {
        !PredicatePart.predicate(predicate).contains { part in
            switch part {
            case .predicate(.block): true
            case .predicate, .expression(.keyPath), .expression(.constant), .expression(.this),
                .expression(.aggregate), .expression(.function(.distance, _)):
                false
            case .expression: true
            }
        }
    }
}
