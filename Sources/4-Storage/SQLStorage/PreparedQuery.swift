import RecordCore
import SQLLowering
import Synchronization

/// A query that was checked and lowered, ready to run again.
struct PreparedQuery: Sendable {
    let checked: CheckedQuery
    let reader: RecordReader
    let sql: RenderedSQL
    /// The ways to the rows, where there is a choice.
    private let ways: [Way]
    /// What is left to the evaluator.
    let evaluator: Evaluator<Record>?
    private let lowered: LoweredQuery
    private let dialect: any Dialect

    init(
        _ checked: CheckedQuery, _ lowered: LoweredQuery, limit: Int?, dialect: any Dialect
    ) throws {
        // Where the evaluator has its say, the statement has no limit.
        let isUnbounded =
            lowered.recheck != nil || lowered.isUnsorted
            || limit.map { $0 > PreparedQuery.longestPage } ?? true
        self.checked = checked
        self.lowered = lowered
        reader = lowered.reader
        sql = RenderedSQL(lowered.sql, for: dialect, isUnbounded: isUnbounded)
        ways = lowered.paths.map { Way($0, dialect, isUnbounded: isUnbounded) }
        self.dialect = dialect
        evaluator = try lowered.recheck.map { try checked.evaluator(of: $0) }
    }

    /// Whether the store puts the records in order.
    var isUnsorted: Bool { lowered.isUnsorted }

    /// The record without what was read for the store only.
    func trimmed(_ record: Record) -> Record { lowered.trimmed(record) }

    /// An access path with its rendered statement.
    private struct Way {
        let path: AccessPath
        let sql: RenderedSQL
        let count: RenderedSQL

        init(_ path: AccessPath, _ dialect: any Dialect, isUnbounded: Bool) {
            self.path = path
            sql = RenderedSQL(path.sql, for: dialect, isUnbounded: isUnbounded)
            count = RenderedSQL(path.count(upTo: PreparedQuery.few), for: dialect)
        }
    }

    /// What to do about a query that has several ways to its rows.
    enum Choice {
        /// Run this statement; the path it takes, if there was a choice, and how many rows it
        /// looks at, where that is known.
        case run(RenderedSQL, AccessPath?, rows: Int?)
        /// Nothing: the rows that a trial gave are the answer.
        case answered(AccessPath, rows: Int)
    }

    /// How a query was answered.
    struct Taken {
        /// The index of two columns that was used.
        var joint: CompositeIndex?
        /// The one that would have been better.
        var wish: MissingIndex?
        /// How many rows were looked at, where that is known.
        var looked: Int?
        /// What can be asked of the engine where it is not; nil where the answer may be long.
        var sql: SQLText?
    }

    /// What a choice means for the indexes of two columns.
    ///
    /// - Parameter need: How many rows fill the page; nil for all.
    func taken(_ choice: Choice, need: Int?) -> Taken {
        switch choice {
        case .run(_, nil, _):
            Taken(joint: lowered.joint, wish: lowered.wish, sql: bounded(need))
        case .run(_, let path?, let rows):
            Taken(joint: path.joint, wish: path.wish, looked: rows)
        case .answered(let path, let rows):
            Taken(joint: path.joint, wish: path.wish, looked: rows)
        }
    }

    /// The statement for the rows that fill a page, where the evaluator lets most of them through;
    /// nil where many are wanted.
    private func bounded(_ need: Int?) -> SQLText? {
        guard sql.isUnbounded else { return lowered.sql }
        guard let need, need <= PreparedQuery.longestPage, lowered.recheck != nil
        else { return nil }
        return "\(lowered.sql) LIMIT \(need)"
    }

    /// Which of the ways to the rows to take.
    ///
    /// An index that finds few rows is best: they are looked up and sorted. Where none does,
    /// the index that has the order is walked a little; if that does not fill the page, what
    /// the walk met says how far it would have to go.
    ///
    /// - Parameters:
    ///   - need: How many rows fill the page, those passed over included; nil for all.
    ///   - trial: Runs a statement and says how many rows it gave, or nil when they filled the
    ///     page.
    func choose(
        _ connection: some SQLConnection, need: Int?,
        trial: (RenderedSQL) throws -> Int?
    ) throws -> Choice {
        guard !ways.isEmpty else { return .run(sql, nil, rows: nil) }
        func count(_ way: Way, upTo limit: Int) throws -> Int {
            let sql =
                limit == PreparedQuery.few
                ? way.count : RenderedSQL(way.path.count(upTo: limit), for: dialect)
            return try connection.first(sql) { Int($0.int(0)) } ?? 0
        }
        func fewest(upTo limit: Int) throws -> (way: Way, count: Int)? {
            var best: (way: Way, count: Int)?
            for way in ways where !way.path.isWhole {
                // Beyond the best so far it does not matter how many there are.
                let bound = limit > PreparedQuery.few ? best?.count ?? limit : limit
                let rows = try count(way, upTo: bound)
                if rows < best?.count ?? Int.max { best = (way, rows) }
            }
            return best
        }
        func run(_ way: Way, rows: Int?) -> Choice { .run(way.sql, way.path, rows: rows) }

        let few = PreparedQuery.few
        guard let first = try fewest(upTo: few) else { return .run(sql, nil, rows: nil) }
        if first.count < few { return run(first.way, rows: first.count) }
        guard let need, need <= PreparedQuery.longestPage,
            let way = ways.first(where: \.path.isSorted)
        else {
            let best = try fewest(upTo: PreparedQuery.many) ?? first
            return run(best.way, rows: best.count)
        }
        let sorted = way.path

        var met = 0
        var walked = max(few, need * 10)
        // A walk that costs as much as looking up what an index finds is not tried.
        if let near = try fewest(upTo: walked * 2), near.count < walked * 2 {
            return run(near.way, rows: near.count)
        }
        for _ in 0..<2 {
            guard let sql = sorted.trial(rows: walked) else { break }
            guard let found = try trial(RenderedSQL(sql, for: dialect)) else {
                return .answered(sorted, rows: walked)
            }
            met = found
            if met > 0 { break }
            walked *= 16
        }
        // Rows to walk for a page, if the rest is as what was met.
        let distance = met > 0 ? need * walked / met : need * walked * 2
        let rest = try fewest(upTo: min(distance, PreparedQuery.most))
        if let rest, rest.count < distance { return run(rest.way, rows: rest.count) }
        return run(way, rows: distance)
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

/// Queries that were asked before, under one schema.
///
/// Asking one again costs neither checking nor lowering.
final class QueryCache: Sendable {
    /// What the statement of a query depends on, beside the schema.
    struct Key: Hashable, Sendable {
        let query: RecordQuery
        let limit: Int?
        let offset: Int
        let names: OwnerNames
        let database: Int64
        let zones: [StoredZone]
    }

    private struct State {
        var schema: Int64 = 0
        var queries: [Key: PreparedQuery] = [:]
    }

    /// Past this number the memory starts again.
    private static let capacity = 256

    private let state = Mutex(State())

    /// The query as it was prepared before, or as `make` prepares it now.
    func prepared(
        _ key: Key, schema: Int64, _ make: () throws -> PreparedQuery
    ) throws -> PreparedQuery {
        let known = state.withLock { $0.schema == schema ? $0.queries[key] : nil }
        if let known { return known }
        let made = try make()
        guard QueryCache.isPlain(key.query.predicate, depth: 0) else { return made }
        state.withLock { state in
            if state.schema != schema || state.queries.count >= QueryCache.capacity {
                state = State(schema: schema)
            }
            state.queries[key] = made
        }
        return made
    }

    /// Whether equal predicates are sure to mean the same at any time.
    ///
    /// Numbers are equal by value, and `n / 2` is not `n / 2.0`; `now()` is another moment each
    /// time. So only keys, constants and distances may stand on the sides of comparisons.
    private static func isPlain(_ predicate: QueryPredicate, depth: Int) -> Bool {
        guard depth < 100 else { return false }
        switch predicate {
        case .constant: return true
        case .comparison(let comparison):
            return isPlain(comparison.left) && isPlain(comparison.right)
        case .and(let parts), .or(let parts):
            return parts.allSatisfy { isPlain($0, depth: depth + 1) }
        case .not(let part): return isPlain(part, depth: depth + 1)
        case .block: return false
        }
    }

    private static func isPlain(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .keyPath, .constant: true
        case .aggregate(let members): members.allSatisfy(isConstant)
        case .function(.distance, let arguments):
            arguments.allSatisfy { argument in
                if case .keyPath = argument { true } else { isConstant(argument) }
            }
        case .this, .variable, .path, .index, .function, .call, .cast, .subquery, .conditional,
            .set, .assignment, .anyKey, .fetch, .block:
            false
        }
    }

    private static func isConstant(_ expression: QueryExpression) -> Bool {
        if case .constant = expression { true } else { false }
    }
}
