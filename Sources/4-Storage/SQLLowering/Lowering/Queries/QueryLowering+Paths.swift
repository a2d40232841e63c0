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
        /// Whether the column is asked for one value, not for one of several.
        var isOneValue = false
        /// The index of two columns that finds them.
        var index: CompositeIndex?
        /// The index that would find them better.
        var missing: CompositeIndex?
    }

    /// The ways to the rows of a query: one by an index that has what is asked, and in order; or
    /// several to choose from; or none where there is no choice.
    ///
    /// - Parameter alone: The statement for the case that one index alone finds the rows.
    func paths(
        _ checked: CheckedQuery, _ parts: Components, alone single: SQLText, reader: RecordReader,
        limit: Int?, page: SQLText
    ) throws(QueryProblem) -> [AccessPath] {
        let query = checked.query
        let predicates = parts.predicates
        guard parts.condition.constant == nil, !parts.isUnknown else { return [] }
        let terms = parts.terms
        var unindexed: [Condition] = []
        for term in terms {
            var condition: Condition
            if let known = term.unindexed {
                condition = known
            } else {
                condition = try predicates.withoutIndexes().lower(term.predicate)
            }
            // Rows that another table lists are asked for by their numbers, not found by them.
            condition.drivers = []
            unindexed.append(condition)
        }
        var groups = groups(terms)
        if groups.contains(where: { $0.column == SystemColumn.name.rawValue && $0.isEquality }) {
            return []
        }

        let orders = OrderLowering(predicates: predicates)
        let plain = try orders.terms(query.ordering)
        let order = query.ordering.isEmpty ? nil : plain.leadingColumn
        if predicates.isOnePlace { join(&groups, order: order) }
        let hidden = try orders.terms(query.ordering, hiding: 0)
        let canBeSorted = predicates.isOnePlace
        let table = SQLText.identifier(layout.table)
        let selection: SQLText = "SELECT \(reader.selection) FROM \(table)"
        let rowsOfTable: SQLText = "SELECT \(SystemColumn.row.sql) FROM \(table) WHERE "
        let all = Condition.all(unindexed)
        let rest: SQLText = all.constant == true ? "1 = 1" : all.sql

        func path(_ group: Group) throws(QueryProblem) -> AccessPath {
            let isOfTable = group.column != nil
            var mixed = unindexed
            for member in group.members { mixed[member] = terms[member].condition }
            let filter = predicates.filter(.all(mixed), finding: true)
            let isSorted =
                canBeSorted
                && (isOfTable
                    ? (group.index?.second ?? group.column) == plain.leadingColumn
                        || (group.isEquality && query.ordering.isEmpty)
                    : group.byName != nil && query.ordering.isEmpty)
            var sorting = isSorted && isOfTable ? plain : hidden
            if isSorted, group.isEquality, group.column == plain.leadingColumn {
                sorting = try orders.terms(query.ordering, hiding: 1)
            }
            let alone = Condition.all(group.members.map { terms[$0].condition })
            let rows: SQLText =
                isOfTable
                ? "\(rowsOfTable)\(predicates.place) AND \(alone.sql)"
                : group.byName ?? alone.sources.joined(" UNION ALL ")
            let whole: SQLText =
                "\(selection) WHERE \(filter) ORDER BY \(sorting.sql.joined(", "))\(page)"
            return AccessPath(
                sql: groups.count == 1 ? single : whole, rows: rows, index: group.index,
                missing: group.missing, order: order,
                trial: isSorted
                    ? AccessPath.Trial(
                        order: isOfTable ? sorting.sql.joined(", ") : SystemColumn.name.sql,
                        selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")
                    : nil)
        }

        if let best = groups.first(where: { $0.index != nil && $0.members.count == terms.count }),
            best.index?.second == plain.leadingColumn, parts.recheck == nil
        {
            return [try path(best)]
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
                    missing: missing(groups, leading), order: order,
                    trial: AccessPath.Trial(
                        order: plain.sql.joined(", "), selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")))
        }
        return paths.count > 1 ? paths : []
    }

    /// How many ways are weighed at most.
    private static let mostPaths = 4

    // MARK: Two columns together

    /// The path of engines that find their own way, with the index of two columns that serves it
    /// or the one that would: one that has the order, of which they take a page without the rest.
    ///
    /// - Parameter order: The column that orders the rows.
    func together(
        _ query: RecordQuery, _ parts: Components, _ sql: SQLText, order: String?
    ) -> AccessPath {
        let plain = AccessPath(sql: sql)
        guard parts.condition.constant == nil, !parts.isUnknown, parts.predicates.isOnePlace,
            !query.ordering.isEmpty, let order
        else { return plain }
        // They do not take what is absent for one value, in whose rows another order holds.
        var groups = groups(parts.terms.filter { !$0.predicate.isAbsence })
        if groups.contains(where: { $0.column == SystemColumn.name.rawValue && $0.isEquality }) {
            return plain
        }
        join(&groups, order: order)
        if let index = groups.lazy.compactMap(\.index).first(where: { $0.second == order }) {
            return AccessPath(sql: sql, index: index)
        }
        let missing = groups.lazy.compactMap(\.missing).first { $0.second == order }
        return AccessPath(sql: sql, missing: missing, order: order)
    }

    /// Adds what indexes of two columns find, first, and notes those that are missing.
    private func join(_ groups: inout [Group], order: String?) {
        let singles = groups
        var joined: [Group] = []
        for (place, group) in singles.enumerated() {
            guard let column = group.column else { continue }
            guard group.isOneValue else {
                groups[place].missing = missing(singles, column)
                continue
            }
            // The order first: an index that has it spares looking at what is not given.
            var seconds = order.map { $0 == column ? [] : [$0] } ?? []
            for (other, group) in singles.enumerated() where other != place {
                guard let second = group.column, second != order,
                    !group.isOneValue || place < other
                else { continue }
                seconds.append(second)
            }
            for second in seconds {
                let index = CompositeIndex(column, second)
                let other = singles.first { $0.column == second }?.members ?? []
                if layout.compositeIndexes[index] != nil {
                    var both = group
                    both.index = index
                    both.isEquality = false
                    both.members = (group.members + other).sorted()
                    joined.append(both)
                }
            }
            guard !joined.contains(where: { $0.column == column }), let second = seconds.first
            else { continue }
            groups[place].missing = missing([group], second)
        }
        groups = joined + groups
    }

    /// The index of the first column that is asked for one value, and another.
    private func missing(_ groups: [Group], _ second: String) -> CompositeIndex? {
        guard let group = groups.first(where: { $0.isOneValue && $0.column != second }),
            let index = group.column.map({ CompositeIndex($0, second) }),
            layout.allows(index), layout.compositeIndexes[index] == nil
        else { return nil }
        return index
    }

    private func groups(_ terms: [Term]) -> [Group] {
        var groups: [Group] = []
        for (position, term) in terms.enumerated() {
            let condition = term.condition
            guard let driver = condition.drivers.first, condition.constant == nil else {
                continue
            }
            if let column = driver.column {
                let isEquality = condition.drivers.contains(where: \.isEquality)
                if let known = groups.firstIndex(where: { $0.column == column }) {
                    groups[known].members.append(position)
                    groups[known].isEquality = groups[known].isEquality || isEquality
                    groups[known].isOneValue =
                        groups[known].isOneValue || term.predicate.isOneValue
                } else {
                    groups.append(
                        Group(
                            column: column, members: [position], isEquality: isEquality,
                            isOneValue: isEquality && term.predicate.isOneValue))
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

extension QueryPredicate {
    /// Whether it asks for what is not there.
    fileprivate var isAbsence: Bool {
        guard case .comparison(let comparison) = self else { return false }
        return comparison.left == .constant(.null) || comparison.right == .constant(.null)
    }

    /// Whether it says which one value something has.
    fileprivate var isOneValue: Bool {
        guard case .comparison(let comparison) = self else { return false }
        return comparison.op == .equal && comparison.quantifier == .direct
    }
}
