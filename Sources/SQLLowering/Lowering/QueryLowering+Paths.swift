import RecordCore

extension QueryLowering {
    /// Parts of a conjunction that one index finds together.
    private struct Group {
        /// The column that the index begins with; nil where another table lists the rows.
        var column: String?
        var members: [Int]
        var isEquality: Bool
        /// The rows that the other table lists, in the order of the records' names.
        var byName: SQLText?
    }

    /// The ways to the rows of a query; empty where there is no choice.
    ///
    /// - Parameter alone: The statement for the case that one index alone finds the rows.
    func paths(
        _ checked: CheckedQuery, _ parts: Parts, alone single: SQLText, reader: RecordReader,
        limit: Int?, page: SQLText
    ) throws(QueryProblem) -> [AccessPath] {
        let query = checked.query
        let predicates = parts.predicates
        guard hasHints, parts.condition.constant == nil, !parts.isUnknown else { return [] }
        var terms: [QueryPredicate] = [query.predicate]
        if case .and(let all) = query.predicate { terms = all }
        var plainly = predicates
        plainly.avoidsIndexes = true
        var found: [Condition] = []
        var unindexed: [Condition] = []
        for term in terms {
            found.append(try predicates.lower(term))
            var condition = try plainly.lower(term)
            // Rows that another table lists are asked for by their numbers, not found by them.
            condition.drivers = []
            unindexed.append(condition)
        }
        let groups = groups(found)
        if groups.contains(where: { $0.column == SystemColumn.name.rawValue && $0.isEquality }) {
            return []
        }

        let orders = OrderLowering(predicates: predicates)
        let plain = try orders.terms(query.ordering)
        let hidden = try orders.terms(query.ordering, hiding: 0)
        let canBeSorted = predicates.zones.count == 1
        let table = SQLText.identifier(layout.table)
        let selection: SQLText = "SELECT \(reader.selection) FROM \(table)"
        let rowsOfTable: SQLText = "SELECT \(SystemColumn.row.sql) FROM \(table) WHERE "
        let all = Condition.all(unindexed)
        let rest: SQLText = all.constant == true ? "1 = 1" : all.sql

        func path(_ group: Group) throws(QueryProblem) -> AccessPath {
            let isOfTable = group.column != nil
            var mixed = unindexed
            for member in group.members { mixed[member] = found[member] }
            let filter = predicates.filter(.all(mixed), finding: true)
            let isSorted =
                canBeSorted
                && (isOfTable
                    ? group.column == plain.leadingColumn
                        || (group.isEquality && query.ordering.isEmpty)
                    : group.byName != nil && query.ordering.isEmpty)
            var order = isSorted && isOfTable ? plain : hidden
            if isSorted, group.isEquality, group.column == plain.leadingColumn {
                order = try orders.terms(query.ordering, hiding: 1)
            }
            let alone = Condition.all(group.members.map { found[$0] })
            let rows: SQLText =
                isOfTable
                ? "\(rowsOfTable)\(predicates.place) AND \(alone.sql)"
                : group.byName ?? alone.sources.joined(" UNION ALL ")
            let whole: SQLText =
                "\(selection) WHERE \(filter) ORDER BY \(order.sql.joined(", "))\(page)"
            return AccessPath(
                sql: groups.count == 1 ? single : whole, rows: rows,
                trial: isSorted
                    ? AccessPath.Trial(
                        order: isOfTable ? order.sql.joined(", ") : SystemColumn.name.sql,
                        selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")
                    : nil)
        }

        var paths: [AccessPath] = []
        for group in groups { paths.append(try path(group)) }
        // The folded form of a text says much about where the text stands in the order: what
        // begins with "a" without its accent may all stand at the end. Walking would be a guess.
        if canBeSorted, limit != nil, let leading = plain.leadingColumn, !paths.isEmpty,
            !paths.contains(where: \.isSorted),
            !groups.contains(where: { $0.column?.hasPrefix(leading + ".") == true })
        {
            paths.append(
                AccessPath(
                    sql: """
                        \(selection) WHERE \(predicates.place) AND \(rest) \
                        ORDER BY \(plain.sql.joined(", "))\(page)
                        """,
                    rows: "\(rowsOfTable)\(predicates.place)", isWhole: true,
                    trial: AccessPath.Trial(
                        order: plain.sql.joined(", "), selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")))
        }
        return paths.count > 1 ? paths : []
    }

    /// How many ways are weighed at most.
    private static let mostPaths = 4

    private func groups(_ found: [Condition]) -> [Group] {
        var groups: [Group] = []
        for (position, condition) in found.enumerated() {
            guard let driver = condition.drivers.first, condition.constant == nil else {
                continue
            }
            if let column = driver.column {
                let isEquality = condition.drivers.contains(where: \.isEquality)
                if let known = groups.firstIndex(where: { $0.column == column }) {
                    groups[known].members.append(position)
                    groups[known].isEquality = groups[known].isEquality || isEquality
                } else {
                    groups.append(
                        Group(column: column, members: [position], isEquality: isEquality))
                }
            } else if !condition.sources.isEmpty {
                groups.append(
                    Group(
                        column: nil, members: [position], isEquality: driver.isEquality,
                        byName: condition.byName))
            }
        }
        guard groups.count > QueryLowering.mostPaths else { return groups }
        let narrow = groups.filter(\.isEquality) + groups.filter { !$0.isEquality }
        return Array(narrow.prefix(QueryLowering.mostPaths))
    }
}
