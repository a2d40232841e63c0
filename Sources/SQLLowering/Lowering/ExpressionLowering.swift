import RecordCore

/// Expressions: what each side of a comparison is.
extension PredicateLowering {
    /// The side as an operand; nil when only the evaluator understands it.
    func operand(_ expression: QueryExpression, depth: Int = 0) -> Operand? {
        guard depth < 100 else { return nil }
        if let operand = form(expression, depth: depth) { return operand }
        // What asks nothing of the record has its value now.
        var collector = KeyCollector()
        collector.visit(expression, depth: depth)
        guard collector.keys.isEmpty, !collector.asksForMore, !collector.isTooDeep,
            collector.problem == nil, let value = try? expression.value(for: .null)
        else { return nil }
        if case .list(let values) = value { return .constants(values) }
        return .constant(value)
    }

    private func form(_ expression: QueryExpression, depth: Int) -> Operand? {
        switch expression {
        case .constant(.list(let values)): return .constants(values)
        case .constant(let value): return .constant(value)
        case .aggregate(let members):
            var values: [Value] = []
            for member in members {
                guard case .constant(let value)? = operand(member, depth: depth + 1) else {
                    return nil
                }
                values.append(value)
            }
            return .constants(values)
        case .keyPath(let path): return operand(path)
        case .variable(let name):
            guard let variable, variable.name == name else { return nil }
            return .scalar(variable.member)
        case .function(let function, let arguments):
            return self.function(function, arguments, depth: depth)
        case .path(.subquery(let collection, let variable, let predicate), let path):
            guard path.steps == [.collection(.count)],
                case .list(let storage)? = operand(collection, depth: depth + 1)
            else { return nil }
            return .subqueryCount(storage, variable: variable, predicate)
        case .conditional(let predicate, let a, let b):
            return conditional(predicate, a, b, depth: depth)
        case .this, .path, .index, .call, .cast, .subquery, .set, .assignment, .anyKey, .fetch,
            .block:
            return nil
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
        var operand = ScalarOperand(sql: column(place.rawValue), kind: kind)
        operand.isNullable = false
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
        var operand = ScalarOperand(sql: .identifier(SideTable.value), kind: kind)
        operand.isNullable = false
        operand.driver = SideTable.value
        if kind == .text {
            operand.folded = .identifier(SideTable.folded)
            operand.foldedDriver = SideTable.folded
        }
        return operand
    }

    private func function(_ function: Function, _ arguments: [QueryExpression], depth: Int)
        -> Operand?
    {
        switch function {
        case .distance: return distance(arguments, depth: depth)
        case .noIndex:
            guard arguments.count == 1 else { return nil }
            var plain = self
            plain.avoidsIndexes = true
            return plain.operand(arguments[0], depth: depth + 1)
        case .count:
            guard arguments.count == 1,
                case .list(let storage)? = operand(arguments[0], depth: depth + 1),
                let sql = dialect.call(.listCount, [column(storage.column)])
            else { return nil }
            return .scalar(ScalarOperand(sql: sql, kind: .int))
        case .uppercase, .lowercase, .canonical, .length:
            guard arguments.count == 1, let registered = SQLFunction(function),
                case .scalar(let text)? = operand(arguments[0], depth: depth + 1),
                text.kind == .text, !text.hidesErrors,
                let sql = dialect.call(registered, [text.sql])
            else { return nil }
            return .scalar(
                ScalarOperand(
                    sql: sql, kind: function == .length ? .int : .text,
                    isNullable: text.isNullable))
        case .add, .subtract, .multiply, .divide, .modulus, .raise, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .leftShift, .rightShift, .sqrt, .log, .ln, .exp, .ceiling, .abs,
            .trunc, .floor, .negate, .onesComplement:
            guard let registered = SQLFunction(function), registered.arity == arguments.count
            else { return nil }
            var parts: [SQLText] = []
            for argument in arguments {
                guard let part = number(argument, depth: depth + 1) else { return nil }
                parts.append(part)
            }
            guard let sql = dialect.call(registered, parts) else { return nil }
            return .scalar(ScalarOperand(sql: sql, kind: .number, hidesErrors: true))
        case .sum, .min, .max, .average, .median, .mode, .stddev, .now, .objectFrom,
            .valueForKeyPath, .tokenize:
            return nil
        }
    }

    /// An argument of arithmetic.
    private func number(_ expression: QueryExpression, depth: Int) -> SQLText? {
        switch operand(expression, depth: depth) {
        case .constant(let value):
            switch value {
            case .int: return .value(value)
            case .double(let number): return number.isNaN ? nil : .value(value)
            case .null, .decimal, .text, .date, .bytes, .uuid, .url, .reference, .location,
                .asset, .list, .dictionary, .object:
                return nil
            }
        case .scalar(let operand): return operand.isNumber ? operand.sql : nil
        case .constants, .list, .subqueryCount, .distance, .tokens, nil: return nil
        }
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

    /// `TERNARY(p, a, b)`, where SQL decides p and both values are of one kind.
    private func conditional(
        _ predicate: QueryPredicate, _ a: QueryExpression, _ b: QueryExpression, depth: Int
    ) -> Operand? {
        guard let condition = try? lower(predicate, depth: depth + 1), condition.isExact,
            let (a, kind) = branch(a, depth), let (b, other) = branch(b, depth)
        else { return nil }
        let common: ScalarOperand.Kind
        switch (kind, other) {
        case (nil, nil): return nil
        case (let kind?, nil), (nil, let kind?): common = kind
        case (let x?, let y?):
            if x == y {
                common = x
            } else if [x, y].allSatisfy({ $0 == .int || $0 == .double || $0 == .number }) {
                common = .number
            } else {
                return nil
            }
        }
        return .scalar(
            ScalarOperand(
                sql: "CASE WHEN \(condition.sql) THEN \(a) ELSE \(b) END", kind: common))
    }

    private func branch(_ expression: QueryExpression, _ depth: Int)
        -> (SQLText, ScalarOperand.Kind?)?
    {
        switch operand(expression, depth: depth + 1) {
        case .constant(.null): return ("NULL", nil)
        case .constant(let value):
            switch value {
            case .int: return (.value(value), .int)
            case .double(let number): return number.isNaN ? nil : (.value(value), .double)
            case .text: return (.value(value), .text)
            case .date(let date): return (.value(.int(date.microseconds)), .date)
            case .null, .decimal, .bytes, .uuid, .url, .reference, .location, .asset, .list,
                .dictionary, .object:
                return nil
            }
        case .scalar(let operand):
            switch operand.kind {
            case .int, .double, .text, .date:
                return operand.hidesErrors ? nil : (operand.sql, operand.kind)
            case .bytes, .location, .asset, .reference, .memberReference, .number:
                return nil
            }
        case .constants, .list, .subqueryCount, .distance, .tokens, nil: return nil
        }
    }
}

extension SQLFunction {
    /// The registered function for a function of the language.
    init?(_ function: Function) {
        switch function {
        case .add: self = .add
        case .subtract: self = .subtract
        case .multiply: self = .multiply
        case .divide: self = .divide
        case .modulus: self = .modulus
        case .raise: self = .power
        case .negate: self = .negate
        case .abs: self = .absolute
        case .sqrt: self = .squareRoot
        case .log: self = .log
        case .ln: self = .naturalLog
        case .exp: self = .exponential
        case .ceiling: self = .ceiling
        case .floor: self = .floor
        case .trunc: self = .truncate
        case .bitwiseAnd: self = .bitwiseAnd
        case .bitwiseOr: self = .bitwiseOr
        case .bitwiseXor: self = .bitwiseXor
        case .leftShift: self = .shiftLeft
        case .rightShift: self = .shiftRight
        case .onesComplement: self = .complement
        case .uppercase: self = .uppercase
        case .lowercase: self = .lowercase
        case .canonical: self = .canonical
        case .length: self = .length
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .now, .noIndex,
            .distance, .objectFrom, .valueForKeyPath, .tokenize:
            return nil
        }
    }
}
