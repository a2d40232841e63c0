#if Postgres
    import Foundation
    import SQLLowering
    public import SQLStorage

    extension PostgresConnection {
        /// How many rows PostgreSQL looks at to answer a query, which it runs to tell; nil where
        /// another server speaks its dialect.
        public func rowsLookedAt(by sql: RenderedSQL) throws -> Int? {
            guard server == .postgres else { return nil }
            var text = ""
            let told = RenderedSQL(
                "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, FORMAT JSON) ", before: sql)
            try query(told) { row in
                text += row.text(0)
                return true
            }
            let plans = try JSONDecoder().decode([PostgresPlan].self, from: Data(text.utf8))
            return plans.first?.root.rowsLookedAt
        }
    }

    /// What `EXPLAIN (ANALYZE, FORMAT JSON)` tells of a query.
    private struct PostgresPlan: Decodable {
        let root: Node

        enum CodingKeys: String, CodingKey { case root = "Plan" }

        /// A step.
        struct Node: Decodable {
            let kind: String
            /// Rows that it gave each time.
            let rows: Double
            let loops: Double
            /// Rows that it gave nobody, each time.
            let filtered: Double?
            let rechecked: Double?
            let children: [Node]?

            enum CodingKeys: String, CodingKey {
                case kind = "Node Type"
                case rows = "Actual Rows"
                case loops = "Actual Loops"
                case filtered = "Rows Removed by Filter"
                case rechecked = "Rows Removed by Index Recheck"
                case children = "Plans"
            }

            /// The rows that this step and those below it read from tables and indexes.
            var rowsLookedAt: Int {
                let below = (children ?? []).reduce(0) { $0 + $1.rowsLookedAt }
                // What a bitmap has is read by the step above it.
                guard kind.hasSuffix("Scan"), kind != "Bitmap Index Scan" else { return below }
                return below + Int((rows + (filtered ?? 0) + (rechecked ?? 0)) * loops)
            }
        }
    }
#endif
