import RecordCore
import SQLLowering
import Synchronization

/// A query that was checked and lowered, ready to run again.
struct PreparedQuery: Sendable {
    let checked: CheckedQuery
    let reader: RecordReader
    let sql: RenderedSQL
    let walking: RenderedSQL?
    let estimate: RenderedSQL?
    /// What is left to the evaluator.
    let evaluator: Evaluator<Record>?
    private let lowered: LoweredQuery

    init(_ checked: CheckedQuery, _ lowered: LoweredQuery, dialect: any Dialect) throws {
        self.checked = checked
        self.lowered = lowered
        reader = lowered.reader
        sql = RenderedSQL(lowered.sql, for: dialect)
        walking = lowered.walking.map { RenderedSQL($0, for: dialect) }
        estimate = lowered.estimate.map { RenderedSQL($0, for: dialect) }
        evaluator = try lowered.recheck.map { try checked.evaluator(of: $0) }
    }

    /// The record without what was read for the evaluator only.
    func trimmed(_ record: Record) -> Record { lowered.trimmed(record) }

    /// Which statement to run where one index finds the rows and another has their order.
    ///
    /// Few matches are found and sorted; when many match, walking the order meets a page of
    /// them soon. SQLite has no statistics to decide by, so some rows are counted.
    func choose(_ connection: some SQLConnection) throws -> RenderedSQL {
        guard let walking, let estimate else { return sql }
        let count = try connection.first(estimate) { Int($0.int(0)) } ?? 0
        return count < QueryLowering.estimateLimit ? sql : walking
    }
}

/// Queries that were asked before, under one schema.
///
/// Asking one again costs neither checking nor lowering.
final class QueryMemory: Sendable {
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
        guard QueryMemory.isPlain(key.query.predicate, depth: 0) else { return made }
        state.withLock { state in
            if state.schema != schema || state.queries.count >= QueryMemory.capacity {
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
