#if Postgres
import Foundation
package import SQLLowering
import SQLStorage

extension PostgresConnection {
    /// How many rows PostgreSQL looks at to answer a query, which it runs to tell; nil where
    /// another server speaks its dialect.
    package func rowsLookedAt(by sql: SQLText) throws -> Int? {
        try sendRows()
        guard server == .postgres else { return nil }
        // The caller's answer is complete already and waits for this.
        try link.send("SET LOCAL statement_timeout = 2000")
        // A Citus cluster tells of one part alone otherwise, the one that took the longest; elsewhere the
        // setting means nothing.
        try link.send("SET LOCAL citus.explain_all_tasks = on")
        var text = ""
        try query("EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, FORMAT JSON) \(sql)") { row in
            text += row.text(0)
            return true
        }
        try link.send("SET LOCAL statement_timeout = \(statementTimeout)")
        let plans = try JSONDecoder().decode([PostgresPlan].self, from: Data(text.utf8))
        return plans.first?.root.rowsLookedAt
    }
}

/// What `EXPLAIN (ANALYZE, FORMAT JSON)` tells of a query.
private struct PostgresPlan: Decodable {
    let root: Node

    enum CodingKeys: String, CodingKey { case root = "Plan" }

    /// The steps that read rows; those of a bitmap are read by the step above it.
    private static let reading: Set = [
        "Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan",
    ]

    /// What servers do, each a task.
    struct Distributed: Decodable {
        struct Job: Decodable {
            let tasks: [Task]?
            enum CodingKeys: String, CodingKey { case tasks = "Tasks" }
        }
        struct Task: Decodable {
            let plans: [[PostgresPlan]]
            enum CodingKeys: String, CodingKey { case plans = "Remote Plan" }
        }
        let job: Job
        enum CodingKeys: String, CodingKey { case job = "Job" }
    }

    /// A step.
    struct Node: Decodable {
        let kind: String
        /// Rows that it gave each time.
        let rows: Double
        let loops: Double
        /// Rows that the node read and filtered out, each time.
        let filtered: Double?
        let rechecked: Double?
        let children: [Node]?
        /// What the servers of a Citus cluster do for this step.
        let distributed: Distributed?

        enum CodingKeys: String, CodingKey {
            case kind = "Node Type"
            case rows = "Actual Rows"
            case loops = "Actual Loops"
            case filtered = "Rows Removed by Filter"
            case rechecked = "Rows Removed by Index Recheck"
            case children = "Plans"
            case distributed = "Distributed Query"
        }

        /// The rows that this step and those below it read from tables and indexes.
        var rowsLookedAt: Int {
            let remote = distributed?.job.tasks?.flatMap { $0.plans.flatMap { $0 } } ?? []
            let below =
                (children ?? []).reduce(0) { $0 + $1.rowsLookedAt }
                + remote.reduce(0) { $0 + $1.root.rowsLookedAt }
            guard PostgresPlan.reading.contains(kind) else { return below }
            return below + Int((rows + (filtered ?? 0) + (rechecked ?? 0)) * loops)
        }
    }
}
#endif
