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
        var joint: CompositeIndex?
        /// The index that would find them better.
        var wish: MissingIndex?
    }

    /// How the rows of a query may be reached.
    enum Ways {
        /// By an index that has what is asked, and in order: nothing is to be weighed.
        case best(AccessPath)
        /// By one of several; empty where there is no choice.
        case choice([AccessPath])
    }

    /// The ways to the rows of a query.
    ///
    /// - Parameter alone: The statement for the case that one index alone finds the rows.
    func ways(
        _ checked: CheckedQuery, _ parts: Parts, alone single: SQLText, reader: RecordReader,
        limit: Int?, page: SQLText
    ) throws(QueryProblem) -> Ways {
        let query = checked.query
        let predicates = parts.predicates
        guard parts.condition.constant == nil, !parts.isUnknown else { return .choice([]) }
        let terms = terms(of: query)
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
        var groups = groups(found, terms)
        if groups.contains(where: { $0.column == SystemColumn.name.rawValue && $0.isEquality }) {
            return .choice([])
        }

        let orders = OrderLowering(predicates: predicates)
        let plain = try orders.terms(query.ordering)
        let order = query.ordering.isEmpty ? nil : plain.leadingColumn
        if predicates.zones.count == 1 { join(&groups, order: order) }
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
                    ? (group.joint?.second ?? group.column) == plain.leadingColumn
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
                sql: groups.count == 1 ? single : whole, rows: rows, joint: group.joint,
                wish: group.wish,
                trial: isSorted
                    ? AccessPath.Trial(
                        order: isOfTable ? order.sql.joined(", ") : SystemColumn.name.sql,
                        selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")
                    : nil)
        }

        if let best = groups.first(where: { $0.joint != nil && $0.members.count == terms.count }),
            best.joint?.second == plain.leadingColumn, parts.recheck == nil
        {
            return .best(try path(best))
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
                    wish: wish(groups, leading, order: order),
                    trial: AccessPath.Trial(
                        order: plain.sql.joined(", "), selection: selection, filter: rest,
                        end: " ORDER BY \(hidden.sql.joined(", "))\(page)")))
        }
        return .choice(paths.count > 1 ? paths : [])
    }

    /// How many ways are weighed at most.
    private static let mostPaths = 4

    private func terms(of query: RecordQuery) -> [QueryPredicate] {
        if case .and(let terms) = query.predicate { terms } else { [query.predicate] }
    }

    // MARK: Two columns together

    /// The index of two columns that serves a query, or the one that would, for engines that find
    /// their own ways: one that has the order, of which they take a page without the rest.
    ///
    /// - Parameter order: The column that orders the rows.
    func together(
        _ checked: CheckedQuery, _ parts: Parts, order: String?
    ) throws(QueryProblem) -> (joint: CompositeIndex?, wish: MissingIndex?) {
        let query = checked.query
        guard parts.condition.constant == nil, !parts.isUnknown, parts.predicates.zones.count == 1,
            !query.ordering.isEmpty, let order
        else { return (nil, nil) }
        // They do not take what is absent for one value, in whose rows another order holds.
        let terms = terms(of: query).filter { !$0.isAbsence }
        var found: [Condition] = []
        for term in terms { found.append(try parts.predicates.lower(term)) }
        var groups = groups(found, terms)
        if groups.contains(where: { $0.column == SystemColumn.name.rawValue && $0.isEquality }) {
            return (nil, nil)
        }
        join(&groups, order: order)
        if let joint = groups.lazy.compactMap(\.joint).first(where: { $0.second == order }) {
            return (joint, nil)
        }
        return (nil, groups.lazy.compactMap(\.wish).first(where: \.isSorted))
    }

    /// Adds what indexes of two columns find, first, and wishes for those that there are not.
    private func join(_ groups: inout [Group], order: String?) {
        let singles = groups
        var joined: [Group] = []
        for (place, group) in singles.enumerated() {
            guard let column = group.column else { continue }
            guard group.isOneValue else {
                groups[place].wish = wish(singles, column, order: order)
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
                let joint = CompositeIndex(column, second)
                let other = singles.first { $0.column == second }?.members ?? []
                if layout.jointIndexes[joint] != nil {
                    var both = group
                    both.joint = joint
                    both.isEquality = false
                    both.members = (group.members + other).sorted()
                    joined.append(both)
                }
            }
            guard !joined.contains(where: { $0.column == column }), let second = seconds.first
            else { continue }
            groups[place].wish = wish([group], second, order: order)
        }
        groups = joined + groups
    }

    /// The index of the first column that is asked for one value, and another.
    private func wish(
        _ groups: [Group], _ second: String, order: String?
    ) -> MissingIndex? {
        guard let group = groups.first(where: { $0.isOneValue && $0.column != second }),
            let index = group.column.map({ CompositeIndex($0, second) }),
            layout.allows(index), layout.jointIndexes[index] == nil
        else { return nil }
        return MissingIndex(index: index, isSorted: second == order)
    }

    private func groups(_ found: [Condition], _ terms: [QueryPredicate]) -> [Group] {
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
                    groups[known].isOneValue =
                        groups[known].isOneValue || terms[position].isOneValue
                } else {
                    groups.append(
                        Group(
                            column: column, members: [position], isEquality: isEquality,
                            isOneValue: isEquality && terms[position].isOneValue))
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
