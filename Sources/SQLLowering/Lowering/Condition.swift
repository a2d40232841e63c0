import RecordCore

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
    /// Conditions of which one must hold, each of which an index serves; empty where there is
    /// no such choice.
    var alternatives: [SQLText] = []

    /// A way to find rows.
    struct Driver: Hashable {
        /// The column; nil where the rows come from another table.
        var column: String?
        /// One value of the column.
        var isEquality: Bool
    }

    static let holds = Condition(sql: "1 = 1", constant: true)
    static let fails = Condition(sql: "1 = 0", constant: false)
    /// Nothing is known: every row may do.
    static let unknown = Condition(sql: "1 = 1", isExact: false)

    /// Every row may do, if this condition holds of it.
    func asSuperset() -> Condition {
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
        let driven = parts.allSatisfy { !$0.drivers.isEmpty }
        return Condition(
            sql: "(\(balanced(parts.map(\.sql), " OR ")))", isExact: exact,
            isNullable: parts.contains(where: \.isNullable),
            drivers: driven && parts.count <= 64 ? [Driver(column: nil, isEquality: false)] : [],
            alternatives: driven && parts.count <= 64 ? parts.map(\.sql) : [])
    }

    /// Whether rows come from a list of numbers, rather than from an index of the type's own
    /// table that finds one value.
    var comesFromRows: Bool {
        drivers.contains { $0.column == nil }
            && !drivers.contains { $0.column != nil && $0.isEquality }
    }

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
        return Condition(
            sql: balanced(known.map { $0.sql }, " AND "), isExact: exact,
            isNullable: known.contains(where: \.isNullable),
            // A choice inside a conjunction is left to the engine.
            drivers: known.flatMap { $0.alternatives.isEmpty ? $0.drivers : [] })
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
