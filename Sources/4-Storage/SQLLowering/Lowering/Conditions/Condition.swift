/// A predicate, or a part of one, as SQL.
///
/// The SQL holds of every row of which the predicate holds; when ``isExact``, of no other.
struct Condition {
    /// A condition of SQL.
    var sql: SQLText
    /// Whether SQL decides it fully.
    var isExact = true
    /// Whether it may be NULL where it does not hold.
    var isNullable = false
    /// The columns by which rows can be found quickly.
    var drivers: [Driver] = []
    /// What it always is, if it always is the same.
    var constant: Bool?
    /// Statements that give, together, the numbers of all rows of which the condition may
    /// hold, each by an index; empty where nothing but an index of the type's own table helps.
    var sources: [SQLText] = []
    /// A statement that gives the numbers of all rows of which the condition may hold, each
    /// once, and whose table has the records' names right behind what is asked.
    var byName: SQLText?
    /// The condition as used to find rows, where it differs from the one that filters them.
    var finding: SQLText?

    /// A way to find rows.
    struct Driver: Hashable {
        /// The column; nil where the rows come from a list of numbers.
        var column: String?
        /// One value of the column, or a list that is expected to be short.
        var isEquality: Bool

        /// The rows that another table lists.
        static let table = Driver(column: nil, isEquality: true)
    }

    static let holds = Condition(sql: "1 = 1", constant: true)
    static let fails = Condition(sql: "1 = 0", constant: false)
    /// Nothing is known: every row may do.
    static let unknown = Condition(sql: "1 = 1", isExact: false)

    /// Every row may do, if this condition holds of it.
    func asSuperset() -> Condition {
        // Of no rows, nothing is left to decide; of all rows, everything.
        if let constant { return constant ? .unknown : self }
        var copy = self
        copy.isExact = false
        return copy
    }

    /// The opposite.
    ///
    /// Of what SQL does not decide fully, nothing is known.
    func negated() -> Condition {
        guard isExact else { return .unknown }
        if let constant { return constant ? .fails : .holds }
        return isNullable
            ? Condition(sql: "(\(sql)) IS NOT TRUE") : Condition(sql: "NOT (\(sql))")
    }

    /// Both sorts of row.
    static func any(_ parts: [Condition]) -> Condition {
        let parts = parts.filter { $0.constant != false }
        if parts.isEmpty { return .fails }
        if parts.contains(where: { $0.constant == true }) { return .holds }
        if parts.count == 1 { return parts[0] }
        let exact = parts.allSatisfy(\.isExact)
        // One part about which nothing is known makes the whole unknown.
        if parts.contains(where: { !$0.isExact && $0.sql == Condition.unknown.sql }) {
            return .unknown
        }
        return Condition(
            sql: "(\(balanced(parts.map(\.sql), " OR ")))", isExact: exact,
            isNullable: parts.contains(where: \.isNullable))
    }

    /// Whether rows come from a list of numbers, rather than from an index of the type's own
    /// table that finds one value.
    var comesFromRows: Bool {
        drivers.contains { $0.column == nil } && !findsOneValue
    }

    /// Whether an index of the type's own table finds the rows that have one value.
    var findsOneValue: Bool { drivers.contains { $0.column != nil && $0.isEquality } }

    /// Whether few rows are expected: those of one value, or those that another table lists.
    var isNarrow: Bool { drivers.contains(where: \.isEquality) }

    /// Rows of both.
    static func all(_ parts: [Condition]) -> Condition {
        let exact = parts.allSatisfy(\.isExact)
        if parts.contains(where: { $0.constant == false && $0.isExact }) { return .fails }
        let known = parts.filter {
            $0.constant != true && ($0.isExact || $0.sql != Condition.unknown.sql)
        }
        if known.isEmpty { return exact ? .holds : .unknown }
        if known.count == 1 {
            var only = known[0]
            only.isExact = exact
            return only
        }
        var whole = Condition(
            sql: balanced(known.map(\.sql), " AND "), isExact: exact,
            isNullable: known.contains(where: \.isNullable))
        // A choice finds the rows where no other part finds fewer.
        let choices = known.indices.filter { known[$0].finding != nil }
        let others = known.filter { $0.finding == nil }
        let best = choices.first { known[$0].isNarrow } ?? choices.first
        if let best, !others.contains(where: \.isNarrow),
            known[best].isNarrow || others.allSatisfy(\.drivers.isEmpty)
        {
            var texts = known.map(\.sql)
            texts[best] = known[best].finding ?? texts[best]
            whole.finding = balanced(texts, " AND ")
            whole.drivers = known[best].drivers
        } else {
            whole.drivers = others.flatMap(\.drivers)
        }
        return whole
    }

    /// Joined so that engines, whose trees lean, do not run out of depth.
    private static func balanced(_ parts: [SQLText], _ separator: String) -> SQLText {
        guard parts.count > 64 else { return parts.joined(separator) }
        let half = parts.count / 2
        let left = balanced(Array(parts[..<half]), separator)
        let right = balanced(Array(parts[half...]), separator)
        return "(\(left))\(raw: separator)(\(right))"
    }
}
