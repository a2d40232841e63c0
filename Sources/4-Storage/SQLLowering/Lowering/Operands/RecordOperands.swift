import RecordCore

/// What the sides of a comparison are in a record: fields, lists and their members, words.
extension PredicateLowering {
    /// A record query whose arithmetic fails says so.
    var reportsArithmetic: Bool { true }

    /// An expression that reads the record.
    func leaf(_ expression: QueryExpression, depth: Int) -> Operand? {
        switch expression {
        case .keyPath(let path): return operand(path)
        case .variable(let name):
            guard let variable, variable.name == name else { return nil }
            return .scalar(variable.member)
        case .function(.distance, let arguments): return distance(arguments, depth: depth)
        case .function(.count, let arguments):
            guard arguments.count == 1,
                case .list(let storage)? = operand(arguments[0], depth: depth + 1),
                let sql = dialect.call(.listCount, [column(storage.column)])
            else { return nil }
            return .scalar(ScalarOperand(sql: sql, kind: .int))
        case .path(.subquery(let collection, let variable, let predicate), let path):
            guard path.steps == [.collection(.count)],
                case .list(let storage)? = operand(collection, depth: depth + 1)
            else { return nil }
            return .subqueryCount(storage, variable: variable, predicate)
        case .constant, .this, .path, .index, .function, .call, .cast, .aggregate, .subquery,
            .conditional, .set, .assignment, .anyKey, .fetch, .block:
            return nil
        }
    }

    /// The same, without the use of indexes.
    func withoutIndexes() -> PredicateLowering {
        var plain = self
        plain.avoidsIndexes = true
        return plain
    }

    /// Lists, distances and words.
    func others(
        _ left: Operand, _ right: Operand, _ comparison: Comparison
    ) throws(QueryProblem) -> Condition {
        let (op, options) = (comparison.op, comparison.options)
        switch (left, right) {
        case (.list(let storage), .constant(let value)):
            return try compare(storage, op, value, options)
        case (.list(let storage), .constants(let values)):
            return compare(storage, op, values, options)
        case (.constants(let values), .list(let storage)):
            guard let flipped = op.flipped else { return .unknown }
            return compare(storage, flipped, values, options)
        case (.constant(let value), .list(let storage)):
            switch op.family {
            case .membership(.in): return try compare(storage, .contains, value, options)
            case .equality: return try compare(storage, op, value, options)
            case .order, .range, .membership(.contains), .substring, .pattern, .token, .custom:
                return .unknown
            }
        case (.distance(let storage, let point), .constant(let metres)):
            return distance(storage, point, op, metres)
        case (.distance(let storage, let point), .constants(let bounds)):
            guard case .between = op, bounds.count == 2 else { return .unknown }
            return .all([
                distance(storage, point, .greaterOrEqual, bounds[0]),
                distance(storage, point, .lessOrEqual, bounds[1]),
            ])
        case (.constant(let metres), .distance(let storage, let point)):
            guard let flipped = op.flipped else { return .unknown }
            return distance(storage, point, flipped, metres)
        case (.subqueryCount(let storage, let variable, let part), .constant(let value)):
            return try subquery(storage, variable, part, op, value)
        case (.constant(let value), .subqueryCount(let storage, let variable, let part)):
            guard let flipped = op.flipped else { return .unknown }
            return try subquery(storage, variable, part, flipped, value)
        case (.tokens, .constants(let words)): return tokens(op, words)
        case (.tokens, .constant(let word)): return tokens(op, [word])
        default: return .unknown  // Pairs that only the evaluator understands.
        }
    }

    /// A field, a system field, the words, or the number of members of a list.
    private func operand(_ path: QueryKeyPath) -> Operand? {
        guard case .key(let name)? = path.steps.first, let key = keys[name] else { return nil }
        if path.steps.count == 2, case .field(let field) = key, field.type.isList,
            path.steps[1] == .collection(.count), let storage = layout.storage(of: field.name)
        {
            guard let sql = dialect.call(.listCount, [column(storage.column)]) else { return nil }
            return .scalar(ScalarOperand(sql: sql, kind: .int))
        }
        guard path.steps.count == 1 else { return nil }
        switch key {
        case .tokens: return .tokens
        case .system(let field): return system(field).map(Operand.scalar)
        case .field(let field):
            guard let storage = layout.storage(of: field.name) else { return nil }
            return field.type.isList ? .list(storage) : .scalar(scalar(storage))
        }
    }

    /// A column by name.
    func column(_ name: String) -> SQLText {
        let column = SQLText.identifier(name)
        return avoidsIndexes ? dialect.unindexed(column) : column
    }

    /// A field that holds one value.
    func scalar(_ storage: FieldStorage) -> ScalarOperand {
        let field = storage.field
        let kind: ScalarOperand.Kind =
            switch field.type.scalar {
            case .string: .text
            case .int64: .int
            case .double: .double
            case .timestamp: .date
            case .bytes: .bytes
            case .location: .location
            case .asset: .asset
            case .reference: .reference(zone: .identifier(storage.zoneColumn))
            }
        var operand = ScalarOperand(sql: column(storage.presenceColumn), kind: kind)
        operand.storage = storage
        operand.folded = storage.foldedColumn.map(column)
        if !avoidsIndexes, !field.isEncrypted, kind != .location,
            !field.indexes.isDisjoint(with: [.queryable, .sortable])
        {
            operand.driver = storage.column
            operand.foldedDriver = storage.foldedColumn
            switch kind {
            case .text: operand.beginning = dialect.indexed(operand.sql, kind: .text)
            case .bytes: operand.beginning = dialect.indexed(operand.sql, kind: .bytes)
            case .int, .double, .date, .location, .asset, .reference, .memberReference, .number,
                .seconds, .uuid, .url, .decimal, .near, .object, .entity:
                break
            }
            operand.foldedBeginning = operand.folded.flatMap { dialect.indexed($0, kind: .text) }
        }
        return operand
    }

    /// A part that every record has.
    private func system(_ field: SystemField) -> ScalarOperand? {
        guard let place = field.column else { return nil }
        let kind: ScalarOperand.Kind =
            switch field {
            case .createTime, .modTime: .date
            // Identifiers are asked for by their names.
            case .recordID, .createdBy, .modifiedBy, .etag: .text
            }
        var operand = ScalarOperand(sql: column(place.rawValue), kind: kind, isNullable: false)
        let indexes = layout.type.systemIndexes[field] ?? []
        if !avoidsIndexes, field == .recordID || !indexes.isEmpty {
            operand.driver = place.rawValue
        }
        return operand
    }

    /// The members of a list, as the table beside it has them.
    func member(of side: SideTable) -> ScalarOperand? {
        let kind: ScalarOperand.Kind? =
            switch side.scalar {
            case .string: .text
            case .int64: .int
            case .double: .double
            case .timestamp: .date
            case .bytes: .bytes
            case .reference: .memberReference(zone: .identifier(SideTable.zone))
            case .location, .asset: nil
            }
        guard let kind else { return nil }
        var operand = ScalarOperand(
            sql: .identifier(SideTable.value), kind: kind, isNullable: false)
        operand.driver = SideTable.value
        if kind == .text {
            operand.folded = .identifier(SideTable.folded)
            operand.foldedDriver = SideTable.folded
        }
        return operand
    }

    private func distance(_ arguments: [QueryExpression], depth: Int) -> Operand? {
        guard arguments.count == 2, let a = operand(arguments[0], depth: depth + 1),
            let b = operand(arguments[1], depth: depth + 1)
        else { return nil }
        switch (a, b) {
        case (.scalar(let place), .constant(.location(let point))),
            (.constant(.location(let point)), .scalar(let place)):
            guard place.kind == .location, let storage = place.storage else { return nil }
            return .distance(storage, point)
        default: return nil  // Two fields, or two constants.
        }
    }
}
