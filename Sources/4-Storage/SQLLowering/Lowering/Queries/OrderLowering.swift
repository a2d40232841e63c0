import RecordCore

/// Orders of records as terms of ORDER BY.
struct OrderLowering {
    let predicates: PredicateLowering

    /// The terms, and the column by which they begin when an index may walk it.
    struct Terms {
        var sql: [SQLText]
        var leadingColumn: String?
    }

    /// - Parameter hidden: The place of the term that no index is to be used for.
    func terms(_ ordering: [Ordering], hiding hidden: Int? = nil) throws(QueryProblem) -> Terms {
        var terms: [SQLText] = []
        var leading: String?
        var endsWithName = false
        for (position, term) in ordering.enumerated() {
            let (texts, column, isNullable) = try keys(of: term, isFirst: position == 0)
            if position == 0 { leading = column }
            for (part, text) in texts.enumerated() {
                let sql =
                    position == hidden && part == 0
                        && (position == 0 || column != SystemColumn.name.rawValue)
                    ? predicates.dialect.unindexed(text) : text
                terms.append(
                    predicates.dialect.orderTerm(
                        sql, ascending: term.ascending, isNullable: isNullable))
            }
            if column == SystemColumn.name.rawValue, term.textOrder == .literal {
                endsWithName = true
                // Within a zone names differ: nothing comes after them.
                if predicates.isOneZone { break }
            }
        }
        let ascending = ordering.last?.ascending ?? true
        if !endsWithName {
            if ordering.isEmpty { leading = SystemColumn.name.rawValue }
            let name = SystemColumn.name.sql
            let sql =
                hidden == 0 && terms.isEmpty ? predicates.dialect.unindexed(name) : name
            terms.append(
                predicates.dialect.orderTerm(sql, ascending: ascending, isNullable: false))
        }
        if !predicates.isOneZone {
            // Zones in the order of their names; the numbers tell only which was first.
            let name: SQLText = """
                (SELECT \(ident: "name") FROM \(ident: "_zones") \
                WHERE \(ident: "_zones").\(ident: "id") \
                = \(ident: predicates.layout.table).\(SystemColumn.zone.sql) \
                AND \(ident: "_zones").\(ident: "database") = \(predicates.databases.first))
                """
            terms.append(
                predicates.dialect.orderTerm(name, ascending: ascending, isNullable: false))
        }
        return Terms(sql: terms, leadingColumn: leading)
    }

    /// Whether the dialect can put rows in an order; where it cannot, the store does.
    func isPossible(_ ordering: [Ordering]) throws(QueryProblem) -> Bool {
        for term in ordering where try keys(of: term).sql.isEmpty { return false }
        return true
    }

    /// The texts to order by; none where the dialect has no such order.
    private func keys(
        of term: Ordering, isFirst: Bool = true
    ) throws(QueryProblem) -> (sql: [SQLText], column: String?, isNullable: Bool) {
        let dialect = predicates.dialect
        switch term.key {
        case .distance(let path, let point):
            guard case .key(let name)? = path.steps.first,
                case .field(let field)? = predicates.keys[name],
                field.type == .single(.location),
                let storage = predicates.layout.storage(of: field.name)
            else { throw cannotSort(path.text) }
            // All distances are NaN, which the evaluator puts behind nil.
            guard point.latitude.isFinite, point.longitude.isFinite else { return ([], nil, true) }
            let metres = dialect.call(
                .distance,
                [
                    .identifier(storage.latitudeColumn), .identifier(storage.longitudeColumn),
                    .value(.double(point.latitude)), .value(.double(point.longitude)),
                ])
            return (metres.map { [$0] } ?? [], nil, true)
        case .keyPath(let path):
            guard case .scalar(let scalar)? = predicates.operand(.keyPath(path)) else {
                throw cannotSort(path.text)
            }
            // An index gives rows by their beginnings; the few that share one are then sorted.
            let start = isFirst ? [scalar.beginning].compactMap(\.self) : []
            switch scalar.kind {
            case .int, .double, .date, .bytes, .number:
                return (start + [scalar.sql], scalar.driver, scalar.isNullable)
            case .text:
                guard
                    let text = dialect.ordered(
                        scalar.sql, by: term.textOrder, profile: predicates.textProfile)
                else {
                    return ([], nil, true)
                }
                switch term.textOrder {
                case .literal:
                    return (start + [text], scalar.driver, scalar.isNullable)
                case .caseInsensitive:
                    // The folded text decides first, and it has an index.
                    guard let folded = scalar.folded else { break }
                    return ([folded, text], scalar.foldedDriver, scalar.isNullable)
                case .localized, .localizedCaseInsensitive, .localizedStandard: break
                }
                return ([text], nil, scalar.isNullable)
            case .reference, .memberReference, .location, .asset, .seconds, .uuid, .url,
                .decimal, .near, .object, .entity:
                throw cannotSort(path.text)
            }
        }
    }

    private func cannotSort(_ key: String) -> QueryProblem {
        QueryProblem(
            .notSortable, "\(predicates.dialect.name) cannot sort by '\(key)' in this way.",
            part: key, advice: "Sort by a number, a date or text, or sort the answer.")
    }
}
