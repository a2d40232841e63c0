/// An engine's plan for a statement, in terms that every engine has.
///
/// Each engine reads its own words: SQLite's `EXPLAIN QUERY PLAN` in SQLitePlan, PostgreSQL's `EXPLAIN`
/// in PostgresPlan.
package struct EnginePlan: Sendable {
    /// The plan as the engine writes it, a line each, children indented.
    package let lines: [String]
    /// The steps that read rows.
    package let steps: [Step]
    /// Whether all rows are sorted before the first is given.
    package let sortsAll: Bool
    /// Whether rows are read in order until a page is full.
    package let stopsEarly: Bool

    /// A step that reads rows of a table.
    package struct Step: Sendable {
        /// Whether it reads every row.
        package var isScan = false
        /// The table, as the engine keeps its name.
        package var table: String?
        /// The index that finds the rows.
        package var index: String?
        /// The columns by which they are found; of terms that are not read, what the engine writes.
        package var bounds: [String] = []

        /// A step of which nothing is known.
        package init() {}
    }

    /// A plan as an engine read it.
    package init(lines: [String], steps: [Step], sortsAll: Bool, stopsEarly: Bool = false) {
        self.lines = lines
        self.steps = steps
        self.sortsAll = sortsAll
        self.stopsEarly = stopsEarly
    }
}
