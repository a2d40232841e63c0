import RecordCore

/// Predicates over one record type as conditions of SQL.
///
/// A part that the dialect cannot say exactly becomes a condition that holds of more rows, and
/// the evaluator decides the rest.
struct PredicateLowering: ConditionLowering {
    let layout: RecordLayout
    let dialect: any Dialect
    let keys: [String: ResolvedKey]
    let databases: DatabaseNumbers
    /// The zones by their numbers: parts of a database may have one number for their zones.
    let zones: [StoredZone]
    /// Whether columns are written so that no index is used for them.
    var avoidsIndexes = false
    /// Records are ordered by scalars.
    var textProfile: TextProfile { .records }
    /// The variable of a SUBQUERY, and the member that it stands for.
    var variable: (name: String, member: ScalarOperand)?

    /// Whether all rows are of one zone, in which names differ.
    var isOneZone: Bool { zones.dropFirst().allSatisfy { $0.id == zones[0].id } }

    /// Whether an index has the rows that are looked at in one piece.
    var isOnePlace: Bool { zones.count == 1 && databases.isOne }

    /// What tells rows apart: in several databases, the database too where each numbers its own.
    var rowKey: SQLText {
        hasPairs
            ? "(\(SystemColumn.database.sql), \(SystemColumn.row.sql))" : SystemColumn.row.sql
    }

    /// The same behind SELECT.
    var selectedKey: SQLText {
        hasPairs ? "\(SystemColumn.database.sql), \(SystemColumn.row.sql)" : SystemColumn.row.sql
    }

    private var hasPairs: Bool { !databases.isOne && dialect.numberedKey(["id"]) != nil }

    /// Rows of this database and of the zones that are looked at.
    var place: SQLText { place(isIndexed: true) }

    /// Rows of this database and of the zones that are looked at.
    ///
    /// - Parameter isIndexed: Whether an index may be used to find them.
    func place(isIndexed: Bool) -> SQLText {
        let zone =
            isIndexed ? SystemColumn.zone.sql : dialect.unindexed(SystemColumn.zone.sql)
        let column =
            isIndexed ? SystemColumn.database.sql : dialect.unindexed(SystemColumn.database.sql)
        let database = databases.contain(column)
        if zones.count == 1 { return "\(database) AND \(zone) = \(zones[0].number)" }
        let numbers = zones.map { Value.int($0.number) }
        if numbers.count > 32, let many = dialect.isMember(zone, of: numbers, kind: .integer) {
            return "\(database) AND \(many)"
        }
        return "\(database) AND \(zone) IN (\(numbers.map(SQLText.value).joined(", ")))"
    }

    /// How many statements find the rows of one OR at most; SQLite takes 500 joined by UNION.
    private static let maximumSources = 256
    /// How many numbers of databases they say at most, each those of all parts.
    private static let maximumNumbers = 4_096

    /// Rows of which one of some conditions holds.
    ///
    /// Where an index serves each of them, the rows are those that any of them finds: engines
    /// make up their minds for one index of a table, or walk it.
    func any(_ parts: [Condition]) -> Condition {
        var whole = Condition.any(parts)
        let parts = parts.filter { $0.constant != false }
        guard parts.count > 1, !avoidsIndexes, variable == nil, whole.constant == nil,
            whole.sql != Condition.unknown.sql, parts.allSatisfy({ !$0.drivers.isEmpty })
        else { return whole }
        let sources = parts.flatMap { part -> [SQLText] in
            if !part.sources.isEmpty { return part.sources }
            let filter = filter(part, finding: true)
            return [
                "SELECT \(selectedKey) FROM \(ident: layout.table) WHERE \(filter)"
            ]
        }
        guard sources.count <= PredicateLowering.maximumSources,
            databases.isOne
                || sources.count * databases.count <= PredicateLowering.maximumNumbers
        else { return whole }
        whole.sources = sources
        whole.finding = rows(in: sources.joined(" UNION ALL "))
        whole.drivers = [
            Condition.Driver(column: nil, isEquality: parts.allSatisfy(\.isNarrow))
        ]
        return whole
    }

    /// Rows that another table lists: those whose numbers a statement gives.
    func listed(_ statement: SQLText, isExact: Bool) -> Condition {
        Condition(
            sql: rows(in: statement), isExact: isExact, drivers: [.table], sources: [statement])
    }

    /// Rows whose numbers a statement gives.
    func rows(in statement: SQLText, negated: Bool = false) -> SQLText {
        let row = avoidsIndexes && !hasPairs ? dialect.unindexed(rowKey) : rowKey
        return "\(row)\(raw: negated ? " NOT" : "") IN (\(statement))"
    }
}
