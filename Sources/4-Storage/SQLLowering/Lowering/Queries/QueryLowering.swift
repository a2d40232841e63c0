package import RecordCore

/// Checked queries as SQL.
///
///     let lowering = QueryLowering(layout, for: SQLiteDialect())
///     let lowered = try lowering.lower(checked, database: 1, zones: [zone], limit: 10)
///     lowered.sql  // SELECT … FROM "City" WHERE … AND "population" > ? ORDER BY "_name" LIMIT ?
///
/// Where the dialect cannot decide exactly, the statement returns more rows than match, and
/// ``LoweredQuery/recheck`` is the rest for the evaluator. No part of the query is dropped.
package struct QueryLowering: Sendable {
    let layout: RecordLayout
    let dialect: any Dialect
    /// What reads the rows, of some fields or of all.
    private let reader: @Sendable (Set<String>?) -> RecordReader

    /// A lowering for the records of one type.
    ///
    /// - Parameter reader: Gives the readers that are at hand: to make one costs as much as to lower
    ///   a short predicate.
    package init(
        _ layout: RecordLayout, for dialect: any Dialect,
        reader: (@Sendable (Set<String>?) -> RecordReader)? = nil
    ) {
        self.layout = layout
        self.dialect = dialect
        self.reader = reader ?? { RecordReader(layout, fields: $0, for: dialect) }
    }

    /// A query as a statement that gives its records in order.
    ///
    /// - Parameters:
    ///   - checked: The query; its own limit and offset are the store's to pass on.
    ///   - databases: The number of the database, or of its parts.
    ///   - zones: The zones that are looked at: one, or all of the database.
    ///   - limit: How many records at most; nil for all.
    ///   - offset: How many to pass over first.
    /// - Throws: ``QueryProblem`` for what no store can answer.
    package func lower(
        _ checked: CheckedQuery, database databases: DatabaseNumbers, zones: [StoredZone],
        limit: Int?,
        offset: Int = 0
    ) throws(QueryProblem) -> LoweredQuery {
        let query = checked.query
        let parts = try analyse(checked, databases: databases, zones: zones)
        let condition = parts.condition
        let wanted = query.desiredKeys.map { Set($0) }
        let orders = OrderLowering(predicates: parts.predicates)
        let plain = try orders.terms(query.ordering)
        let isUnsorted = try !orders.isPossible(query.ordering)
        var own = parts.recheckFields
        if isUnsorted { own.formUnion(fields(Set(query.ordering.compactMap(\.field)), checked)) }
        let reader = reader(wanted.map { $0.union(own) })
        let page: SQLText = parts.recheck == nil ? Self.page(limit, offset) : ""
        let table = SQLText.identifier(layout.table)
        let rows: SQLText = "SELECT \(reader.selection) FROM \(table) WHERE "
        func lowered(_ path: AccessPath, _ paths: [AccessPath] = []) -> LoweredQuery {
            LoweredQuery(
                path: path, paths: paths, reader: reader, recheck: parts.recheck,
                isUnsorted: isUnsorted, extraFields: wanted.map { own.subtracting($0) } ?? [],
                findsNothing: condition.constant == false,
                indexes: indexes(condition, plain, alone: !paths.contains(where: \.isSorted)),
                suggestions: suggestions(checked, parts.keys))
        }

        if let limit, let order = plain.leadingColumn, !isUnsorted,
            let merged = try merged(
                checked, parts, databases, order: order,
                rowTarget: limit.addingReportingOverflow(offset), page: page)
        {
            return lowered(
                AccessPath(sql: "SELECT \(reader.selection) FROM \(merged)"))
        }
        if isUnsorted { return lowered(AccessPath(sql: "\(rows)\(parts.filter)")) }
        let sql = try single(checked, parts, plain, rows: rows, limit: limit, page: page)
        guard hasHints else {
            return lowered(together(query, parts, sql, order: plain.leadingColumn))
        }
        let paths = try paths(
            checked, parts, alone: sql, reader: reader, limit: limit, page: page)
        // The only one has what is asked, and in order: nothing is to be weighed.
        if paths.count == 1 { return lowered(AccessPath(sql: paths[0].sql, index: paths[0].index)) }
        return lowered(AccessPath(sql: sql), paths)
    }

    /// The statement that the engine finds its own way for, with what is known to help it.
    private func single(
        _ checked: CheckedQuery, _ parts: Components, _ plain: OrderLowering.Terms, rows: SQLText,
        limit: Int?, page: SQLText
    ) throws(QueryProblem) -> SQLText {
        let query = checked.query
        let condition = parts.condition
        let orders = OrderLowering(predicates: parts.predicates)
        // The index that finds the rows may have them in order already.
        let isServed =
            !condition.comesFromRows
            && condition.drivers.contains { driver in
                driver.column == plain.leadingColumn
                    || (driver.isEquality && query.ordering.isEmpty)
            }
        guard !condition.drivers.isEmpty, !isServed else {
            let isOneValue = condition.drivers.contains {
                $0.column == plain.leadingColumn && $0.isEquality
            }
            // Where all rows have one value of the first term, the next has no say either.
            let order = isOneValue ? try orders.terms(query.ordering, hiding: 1) : plain
            return "\(rows)\(parts.filter) ORDER BY \(order.sql.joined(", "))\(page)"
        }
        let hidden = try orders.terms(query.ordering, hiding: 0)
        if let listed = condition.byName, query.ordering.isEmpty, limit != nil,
            parts.recheck == nil
        {
            // The table beside it has them in order: no more are listed than are returned.
            let place = parts.predicates.place(isIndexed: false)
            return """
                \(rows)\(place) AND \(parts.predicates.rowKey) IN (\(listed) \
                ORDER BY \(SystemColumn.name.sql)\(page)) \
                ORDER BY \(hidden.sql.joined(", "))
                """
        }
        if query.ordering.isEmpty, limit != nil, parts.recheck == nil,
            parts.predicates.isOnePlace, isCovered(condition, keys: parts.keys)
        {
            // The index has the names too: rows that are not returned are never loaded.
            let table = SQLText.identifier(layout.table)
            let place = parts.predicates.place(isIndexed: false)
            return """
                \(rows)\(place) AND \(SystemColumn.row.sql) IN (SELECT \(SystemColumn.row.sql) \
                FROM \(table) WHERE \(parts.filter) \
                ORDER BY \(hidden.sql.joined(", "))\(page)) \
                ORDER BY \(plain.sql.joined(", "))
                """
        }
        return "\(rows)\(parts.filter) ORDER BY \(hidden.sql.joined(", "))\(page)"
    }

    /// The first rows of each part of a database, by the index that has their order, put together; nil
    /// where a condition finds the rows, or where the database is in one piece.
    ///
    /// Of several values for the first column an index gives no order: all that match would be sorted.
    private func merged(
        _ checked: CheckedQuery, _ parts: Components, _ databases: DatabaseNumbers, order: String,
        rowTarget: (partialValue: Int, overflow: Bool), page: SQLText
    ) throws(QueryProblem) -> SQLText? {
        let zones = parts.predicates.zones
        guard !databases.isOne, !rowTarget.overflow, dialect.joinsLaterally, zones.count == 1,
            parts.recheck == nil,
            parts.condition.constant != false,
            parts.condition.drivers.allSatisfy({ $0.column == order && !$0.isEquality })
        else { return nil }
        let number: SQLText = "\(ident: "_parts").\(ident: "database")"
        let inner = try analyse(checked, databases: .said(by: number), zones: zones)
        let terms = try OrderLowering(predicates: inner.predicates).terms(checked.query.ordering)
        let sorted = terms.sql.joined(", ")
        let table = SQLText.identifier(layout.table)
        return """
            (SELECT \(ident: "_page").* FROM _counters AS \(ident: "_parts") CROSS JOIN LATERAL \
            (SELECT * FROM \(table) WHERE \(inner.filter) \
            ORDER BY \(sorted) LIMIT \(rowTarget.partialValue)) \
            AS \(ident: "_page") WHERE \(databases.contain(number))) AS \(table) \
            ORDER BY \(sorted)\(page)
            """
    }

    /// How many records match a query, whatever its order, limit and offset.
    ///
    /// Where the evaluator has to decide, ``LoweredQuery/recheck`` is not nil, and the statement
    /// gives the records that it decides about.
    package func lowerCount(
        _ checked: CheckedQuery, database databases: DatabaseNumbers, zones: [StoredZone]
    ) throws(QueryProblem) -> LoweredQuery {
        let parts = try analyse(checked, databases: databases, zones: zones)
        let reader = reader(parts.recheckFields)
        let what: SQLText = parts.recheck == nil ? "count(*)" : reader.selection
        return LoweredQuery(
            path: AccessPath(
                sql: "SELECT \(what) FROM \(ident: layout.table) WHERE \(parts.filter)"),
            reader: reader, recheck: parts.recheck,
            findsNothing: parts.condition.constant == false)
    }

    // MARK: Parts

    /// One of the conditions of a conjunction.
    struct Term {
        let predicate: QueryPredicate
        let condition: Condition
        /// The condition without the use of indexes, where it was needed before.
        var unindexed: Condition?
    }

    struct Components {
        var predicates: PredicateLowering
        /// The conditions of the predicate, each lowered once.
        var terms: [Term]
        var condition: Condition
        var filter: SQLText
        var recheck: QueryPredicate?
        var recheckFields: Set<String>
        var keys: Set<String>
        /// Whether the evaluator alone decides about rows.
        var isUnknown: Bool
    }

    func analyse(
        _ checked: CheckedQuery, databases: DatabaseNumbers, zones: [StoredZone]
    ) throws(QueryProblem) -> Components {
        let predicate = checked.query.predicate
        let collector = KeyCollector(.predicate(predicate))
        if let problem = collector.problem { throw problem }
        if collector.isTooDeep {
            throw QueryProblem(
                .unsupported, "The predicate is nested too deeply.",
                advice: "Write long chains of AND or OR without parentheses.")
        }
        let predicates = PredicateLowering(
            layout: layout, dialect: dialect, keys: checked.keys, databases: databases,
            zones: zones)
        var terms: [Term] = []
        if case .and(let parts) = predicate {
            for part in try predicates.listed(parts, areAll: true) {
                terms.append(
                    Term(predicate: part, condition: try predicates.lower(part, depth: 1)))
            }
        } else {
            terms = [Term(predicate: predicate, condition: try predicates.lower(predicate))]
        }
        var condition: Condition =
            if case .and = predicate { .all(terms.map(\.condition)) } else { terms[0].condition }
        // The evaluator says what is wrong with a pattern, whatever else is asked.
        if collector.hasWrongPattern { condition = .unknown }
        if zones.isEmpty { condition = .fails }
        var recheck: QueryPredicate?
        var fields: Set<String> = []
        if !condition.isExact {
            let left = collector.hasWrongPattern ? predicate : undecided(predicate, terms)
            recheck = left
            fields = self.fields(KeyCollector(.predicate(left)).keys, checked)
        }
        var found = condition
        if condition.findsOneValue {
            // One value is looked up rather than a range: engines without statistics guess.
            for index in terms.indices where !terms[index].condition.findsOneValue {
                terms[index].unindexed = try predicates.withoutIndexes().lower(
                    terms[index].predicate)
            }
            found = .all(terms.map { $0.unindexed ?? $0.condition })
        }
        return Components(
            predicates: predicates, terms: terms, condition: condition,
            filter: predicates.filter(found, finding: true),
            recheck: recheck, recheckFields: fields, keys: collector.keys,
            isUnknown: collector.hasWrongPattern || condition.sql == Condition.unknown.sql)
    }

    /// The parts of a conjunction that SQL does not decide.
    private func undecided(_ predicate: QueryPredicate, _ terms: [Term]) -> QueryPredicate {
        guard case .and = predicate else { return predicate }
        // The other parts hold of every row that comes: what they guard stays guarded.
        let left = terms.filter { !$0.condition.isExact }.map(\.predicate)
        return left.count == 1 ? left[0] : .and(left)
    }

    private func fields(_ keys: Set<String>, _ checked: CheckedQuery) -> Set<String> {
        var fields: Set<String> = []
        for key in keys {
            switch checked.keys[key] {
            case .field(let field)?: fields.insert(field.name)
            case .tokens?:
                for position in layout.searchableFields {
                    fields.insert(layout.fields[position].field.name)
                }
            case .system?, nil: break
            }
        }
        return fields
    }

    static func page(_ limit: Int?, _ offset: Int) -> SQLText {
        switch (limit, offset) {
        case (nil, 0): ""
        case (let limit?, 0): " LIMIT \(limit)"
        case (let limit, let offset): " LIMIT \(limit ?? Int.max) OFFSET \(offset)"
        }
    }

    /// Whether a statement can name the index to use.
    var hasHints: Bool { dialect.unindexed("x") != "x" }

    /// Whether one index has everything that is asked.
    private func isCovered(_ condition: Condition, keys: Set<String>) -> Bool {
        let columns = Set(condition.drivers.map(\.column))
        guard keys.count == 1, columns.count == 1, let column = columns.first ?? nil,
            condition.isExact
        else { return false }
        // A condition on the text and on its folded form needs two indexes.
        guard let storage = keys.first.flatMap({ layout.storage(of: $0) }),
            let folded = storage.foldedColumn
        else { return true }
        let other = column == folded ? storage.column : folded
        return !condition.sql.segments.contains(.identifier(other))
    }

    private func indexes(
        _ condition: Condition, _ order: OrderLowering.Terms, alone: Bool
    ) -> [IndexDefinition] {
        var columns = condition.drivers.compactMap(\.column)
        if alone || columns.isEmpty, let leading = order.leadingColumn { columns.append(leading) }
        return layout.indexes.filter { index in
            index.columns.count > 2 && columns.contains(index.columns[2])
        }
    }

    /// The indexes of every field that the predicate or the order of a query names, whichever of
    /// them the engine takes; those on demand where text is asked for with case and accents.
    ///
    /// - Parameter others: What else an index may serve: what is grouped by or calculated over.
    package func indexes(
        of checked: CheckedQuery, others: [ResolvedKey] = []
    ) -> [IndexDefinition] {
        let asked = KeyCollector(.predicate(checked.query.predicate))
        let ordering = checked.query.ordering
        // They are few: to look through them costs less than to hash the subject of each index.
        func subjects(_ keys: Set<String>, _ ordering: [Ordering]) -> [IndexDefinition.Subject] {
            let keys = keys.union(ordering.compactMap(\.field)).compactMap { checked.keys[$0] }
            return (keys + others).compactMap { key in
                switch key {
                case .field(let field): .field(field.name)
                case .system(let field): .system(field)
                case .tokens: nil
                }
            }
        }
        let all = subjects(asked.keys, ordering)
        let exact = subjects(asked.exactKeys, ordering.filter { $0.textOrder == .literal })
        return layout.indexes.filter { ($0.isOnDemand ? exact : all).contains($0.subject) }
    }

    private func suggestions(_ checked: CheckedQuery, _ keys: Set<String>) -> [String] {
        var suggestions: [String] = []
        func add(_ key: String, _ index: FieldIndexes, _ word: String) {
            let text: String
            switch checked.keys[key] {
            case .field(let field)?:
                guard !field.isEncrypted, !field.indexes.contains(index),
                    FieldIndexes.allowed(for: field.type).contains(index)
                else { return }
                text = "\(layout.type.name).\(field.name) \(word)"
            case .system(let field)?:
                guard field != .recordID,
                    layout.type.systemIndexes[field]?.contains(index) != true
                else { return }
                text = "\(layout.type.name).\(field.rawValue) \(word)"
            case .tokens?, nil: return
            }
            if !suggestions.contains(text) { suggestions.append(text) }
        }
        for key in keys.sorted() { add(key, .queryable, "QUERYABLE") }
        for term in checked.query.ordering {
            switch term.key {
            case .keyPath(let path): if let key = path.singleKey { add(key, .sortable, "SORTABLE") }
            case .distance: break
            }
        }
        return suggestions
    }
}

extension Ordering {
    /// The key of the record that the order looks at.
    fileprivate var field: String? {
        switch key {
        case .keyPath(let path): path.singleKey
        case .distance(let path, _):
            if case .key(let name)? = path.steps.first { name } else { nil }
        }
    }
}

extension PredicateLowering {
    /// What stands behind WHERE.
    ///
    /// - Parameter finding: Whether the condition is to find the rows, rather than filter those
    ///   that
    ///   a scan along an index meets.
    func filter(_ condition: Condition, finding: Bool = false) -> SQLText {
        if zones.isEmpty { return "\(databases.contain(SystemColumn.database.sql)) AND 1 = 0" }
        if condition.constant == true || condition.sql == Condition.unknown.sql { return place }
        guard finding, condition.comesFromRows else { return "\(place) AND \(condition.sql)" }
        return "\(place(isIndexed: false)) AND \(condition.finding ?? condition.sql)"
    }
}
