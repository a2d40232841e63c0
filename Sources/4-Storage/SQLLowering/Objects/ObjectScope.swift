/// The tables of one SELECT: the rows asked, and those that its rows point at.
///
/// A path across a relationship to one object adds a LEFT JOIN, which all terms share.
final class ObjectScope {
    /// A row of a table of a scope.
    struct Row {
        /// The scope whose tables the row is among.
        let scope: ObjectScope
        /// The alias of its table.
        let alias: String
        /// The entity of which it is, or from which its entity inherits.
        let entity: Int
        /// The number of the row.
        let key: SQLText
        /// Whether there may be none.
        let isNullable: Bool
    }

    /// What stands first behind FROM.
    private let base: SQLText
    /// The table of the base's own rows, joined only where more than their numbers is asked.
    private var pending: (alias: String, sql: SQLText)?
    private var joins: [SQLText] = []
    /// The aliases of what rows point at, by the columns that say so.
    private var known: [SQLText: String] = [:]
    private let names: AliasNames

    init(_ base: SQLText, pending: (alias: String, sql: SQLText)? = nil, names: AliasNames) {
        self.base = base
        self.pending = pending
        self.names = names
    }

    /// What stands behind FROM.
    var tables: SQLText { ([base] + joins).joined(" ") }

    /// A column of a row.
    func column(_ row: Row, _ name: String) -> SQLText {
        use(row.alias)
        return "\(raw: row.alias).\(ident: name)"
    }

    private func use(_ alias: String) {
        guard let pending, pending.alias == alias else { return }
        joins.append(pending.sql)
        self.pending = nil
    }

    /// SQLite joins 64 tables at most, and PostgreSQL plans a cursor over 56 joins for 14 seconds, over
    /// 24 for 0.3; what comes behind is the evaluator's.
    private static let maximumJoins = 24

    /// The row that a row points at; nil where too many tables are joined already.
    func destination(
        of row: Row, _ link: AppleLink, layout: AppleLayout
    ) -> Row? {
        guard joins.count < ObjectScope.maximumJoins else { return nil }
        let column = column(row, link.column)
        let alias: String
        if let found = known[column] {
            alias = found
        } else {
            alias = names.next()
            known[column] = alias
            let table = layout.table(of: link.destination)
            joins.append(
                "LEFT JOIN \(ident: table) \(raw: alias) ON \(raw: alias).\(ident: "Z_PK") = \(column)"
            )
        }
        return Row(
            scope: self, alias: alias, entity: link.destination,
            key: "\(raw: alias).\(ident: "Z_PK")", isNullable: true)
    }

    /// The rows that a row has as members, among the scope's own tables: a row for each pair.
    func join(_ members: AppleMembers, of row: Row) -> Row {
        let alias = names.next()
        switch members.place {
        case .foreignKey(let link):
            joins.append(
                """
                JOIN \(ident: members.table) \(raw: alias) \
                ON \(raw: alias).\(ident: link.column) = \(row.key)
                """)
        case .joinTable(let owner, let member):
            let pairs = names.next()
            joins.append(
                """
                JOIN \(ident: members.table) \(raw: pairs) \
                ON \(raw: pairs).\(ident: owner) = \(row.key)
                """)
            joins.append(
                """
                JOIN \(ident: members.memberTable) \(raw: alias) \
                ON \(raw: alias).\(ident: "Z_PK") = \(raw: pairs).\(ident: member)
                """)
        }
        return Row(
            scope: self, alias: alias, entity: members.destination,
            key: "\(raw: alias).\(ident: "Z_PK")", isNullable: false)
    }
}

/// Names for tables, none twice in a statement.
final class AliasNames {
    private var count = 0

    /// The next name: `t0`, then `t1` and so on.
    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}

/// Objects at the other end of relationships to many, or values of them.
struct ObjectMembers {
    /// The tables.
    let scope: ObjectScope
    /// What ties the first of them to the owner's row.
    let link: SQLText
    /// A member's row.
    var row: ObjectScope.Row
    /// The value of a member that is compared; nil for the member itself.
    var value: ScalarOperand?
    /// What holds of the members.
    var filter: Condition = .holds
    /// Holds where there is an owner: elsewhere the collection is nil rather than empty; nil
    /// where there always is one.
    var presence: SQLText?

    /// `FROM … WHERE …` with one more condition.
    func source(_ condition: Condition = .holds) -> SQLText {
        let parts = [filter, condition].filter {
            $0.constant != true && $0.sql != Condition.unknown.sql
        }
        let conditions = [link] + parts.map { "(\($0.sql))" }
        return "FROM \(scope.tables) WHERE \(conditions.joined(" AND "))"
    }

    /// What SQL gives of the members, NULL where there is no owner.
    func given(_ sql: SQLText) -> SQLText {
        guard let presence else { return sql }
        return "CASE WHEN \(presence) THEN \(sql) END"
    }
}
