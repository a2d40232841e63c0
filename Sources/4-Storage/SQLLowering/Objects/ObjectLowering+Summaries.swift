package import ObjectCore
import RecordCore

extension ObjectLowering {
    /// Calculated results; nil where only the evaluator can calculate them.
    ///
    /// The store then fetches the objects that match and asks
    /// `ObjectEvaluation.summarize(_:_:)`.
    package func summary(_ query: SummaryQuery) throws(ObjectProblem) -> LoweredSummary? {
        let parts = try parts(query.objects)
        guard parts.recheck == nil else { return nil }
        let dates = DateArithmetic(layout.model, entity: query.objects.entity)
        var query = query
        for place in query.columns.indices {
            query.columns[place].expression = dates.rewritten(query.columns[place].expression)
        }
        query.having = query.having.map(dates.rewritten)
        var writer = SummaryWriter(lowering: self, query: query, parts: parts)
        return writer.write()
    }
}

/// Writes the statement of one summary.
private struct SummaryWriter {
    let lowering: ObjectLowering
    let query: SummaryQuery
    let parts: ObjectLowering.Components
    var grouping: [SQLText] = []
    var selection: [SQLText] = []
    var readings: [LoweredSummary.Reading] = []
    var named: [String: ScalarOperand] = [:]

    private var predicates: ObjectPredicates { parts.predicates }

    mutating func write() -> LoweredSummary? {
        for expression in query.groupedBy(lowering.layout.model) {
            guard case .scalar(let scalar)? = predicates.operand(expression),
                !scalar.hidesErrors
            else { return nil }
            // A file may have one decimal number as several of floating point.
            if case .decimal = scalar.kind { return nil }
            grouping.append(scalar.sql)
        }
        let isAggregate = query.columns.contains { $0.expression.hasAggregate }
        let isGrouped = !grouping.isEmpty || isAggregate || query.having?.hasAggregate == true
        for column in query.columns {
            guard add(column, isGrouped: isGrouped) else { return nil }
        }
        var having: SQLText = ""
        if let predicate = query.having {
            guard isGrouped, let sql = self.having(predicate) else { return nil }
            having = sql
        }
        var groups = grouping
        if query.isDistinct {
            // Results of groups may be equal too: the evaluator compares those.
            guard !isGrouped else { return nil }
            groups = selection
        }
        // Each parameter is one of its own: PostgreSQL takes what is grouped by for something else.
        if groups.contains(where: \.hasValues) { return nil }
        guard let order = order(isGrouped: isGrouped || query.isDistinct) else { return nil }
        var sql: SQLText = "SELECT \(selection.joined(", ")) \(parts.source)"
        if !groups.isEmpty { sql += " GROUP BY \(groups.joined(", "))" }
        if !having.isEmpty { sql += " HAVING \(having)" }
        sql += " ORDER BY \(order)\(lowering.page(query.objects))"
        return LoweredSummary(sql: sql, readings: readings, types: query.columns.map(\.type))
    }

    private mutating func add(_ column: SummaryQuery.Column, isGrouped: Bool) -> Bool {
        guard let scalar = scalar(column) else { return false }
        guard !scalar.hidesErrors else { return false }
        if isGrouped, !column.expression.isAggregate, !grouping.contains(scalar.sql) {
            return false
        }
        switch scalar.kind {
        case .int: readings.append(.stored(.integer, .integer64))
        case .double: readings.append(.stored(.real, .double))
        case .text: readings.append(.stored(.text, .string))
        case .seconds: readings.append(.stored(.timestamp, .date))
        case .uuid: readings.append(.stored(.uuid, .uuid))
        case .url: readings.append(.stored(.url, .uri))
        case .bytes: readings.append(.stored(.bytes, .binary))
        case .number: readings.append(.number)
        case .object:
            guard !isGrouped, !query.isDistinct, let (entity, number) = entity(of: column) else {
                return false
            }
            selection += [scalar.sql, number]
            readings.append(.object(entity))
            return true
        case .decimal, .near, .date, .location, .asset, .reference, .memberReference, .entity:
            return false
        }
        selection.append(scalar.sql)
        if named[column.name] == nil { named[column.name] = scalar }
        return true
    }

    /// The value of a column; nil where it is more than a value.
    private func scalar(_ column: SummaryQuery.Column) -> ScalarOperand? {
        if let counted = column.distinctlyCounted { return distinctCount(counted) }
        var asking = predicates
        asking.aggregates = true
        return switch asking.operand(column.expression) {
        case .scalar(let value)?: value
        case .memberCount(_, let value?)?: value
        default: nil
        }
    }

    /// How many different values there are; nil for kinds that SQL does not tell apart as the
    /// evaluator does.
    private func distinctCount(_ expression: QueryExpression) -> ScalarOperand? {
        guard case .scalar(let value)? = predicates.operand(expression), !value.hidesErrors else {
            return nil
        }
        switch value.kind {
        case .int, .double, .text, .seconds, .uuid, .url, .bytes, .object:
            return ScalarOperand(sql: "count(DISTINCT \(value.sql))", kind: .int, isNullable: false)
        case .number, .decimal, .near, .date, .location, .asset, .reference, .memberReference,
            .entity:
            return nil
        }
    }

    /// The entity of an object in a result, and the column with its number in the file.
    private func entity(of column: SummaryQuery.Column) -> (Int, SQLText)? {
        let row = predicates.row
        if column.expression.isSelf {
            return (row.entity, row.scope.column(row, "Z_ENT"))
        }
        guard case .keyPath(let path) = column.expression, let name = path.singleKey,
            case .toOne(let place)? = lowering.layout.model.entities[row.entity].properties[name]
        else { return nil }
        let link = lowering.layout.link(ofToOne: place, in: row.entity)
        return (
            link.destination, link.entityColumn.map { row.scope.column(row, $0) } ?? "NULL"
        )
    }

    private func having(_ predicate: QueryPredicate) -> SQLText? {
        var asking = predicates
        asking.aggregates = true
        asking.columns = named.filter { name, _ in !isProperty(name) }
        // What SQL cannot express is evaluated row by row.
        guard onlyGrouped(.predicate(predicate)), let condition = try? asking.lower(predicate),
            condition.isExact
        else { return nil }
        return condition.sql
    }

    /// Whether all that is asked outside of aggregates is common to a group.
    private func onlyGrouped(_ part: PredicatePart) -> Bool {
        switch part {
        case .expression(let expression) where expression.isAggregate: true
        case .expression(.keyPath(let path)):
            query.grouping.contains(path)
                || path.singleKey.map { named[$0] != nil && !isProperty($0) } ?? false
        case .predicate(.block): false
        case .predicate, .expression(.constant), .expression(.variable), .expression(.aggregate),
            .expression(.function):
            part.children.allSatisfy(onlyGrouped)
        case .expression: false
        }
    }

    /// Whether a name asks for a property, not for a column of the result that has its name.
    private func isProperty(_ name: String) -> Bool {
        lowering.layout.model.entities[predicates.row.entity].properties[name] != nil
    }

    private func order(isGrouped: Bool) -> SQLText? {
        var terms: [SQLText] = []
        for term in query.objects.ordering {
            guard case .keyPath(let path) = term.key else { return nil }
            let operand: Operand?
            if let name = path.singleKey, query.columns.contains(where: { $0.name == name }) {
                operand = named[name].map(Operand.scalar)
            } else {
                operand = predicates.operand(.keyPath(path))
                if isGrouped, case .scalar(let scalar)? = operand,
                    !grouping.contains(scalar.sql)
                {
                    return nil
                }
            }
            guard let sql = lowering.term(term, operand) else { return nil }
            if !sql.isEmpty { terms.append(sql) }
        }
        terms.append(isGrouped ? "min(\(predicates.row.key))" : predicates.row.key)
        return terms.joined(", ")
    }
}
