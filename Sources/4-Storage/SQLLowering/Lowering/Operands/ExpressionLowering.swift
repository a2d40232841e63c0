import RecordCore

/// Expressions: what each side of a comparison is.
extension ConditionLowering {
    /// The side as an operand; nil when only the evaluator understands it.
    func operand(_ expression: QueryExpression, depth: Int = 0) -> Operand? {
        guard depth < 100 else { return nil }
        if let operand = form(expression, depth: depth) { return operand }
        // What asks nothing of the record has its value now.
        let collector = KeyCollector(.expression(expression), depth: depth)
        guard collector.keys.isEmpty, !collector.asksForMore, !collector.isTooDeep,
            collector.problem == nil,
            // What cannot be computed here is computed, or refused, row by row.
            let value = try? expression.value(for: .null, context: constantContext)
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
        case .function(let function, let arguments):
            return leaf(expression, depth: depth)
                ?? self.function(function, arguments, depth: depth)
        case .conditional(let predicate, let a, let b):
            return conditional(predicate, a, b, depth: depth)
        case .this, .keyPath, .variable, .path, .subquery:
            return leaf(expression, depth: depth)
        case .cast(let inner, "NSNumber"):
            guard case .scalar(let scalar)? = operand(inner, depth: depth + 1),
                scalar.kind == .seconds, !scalar.hidesErrors
            else { return nil }
            // Whole seconds may be kept as integers, which divide otherwise.
            return .scalar(
                ScalarOperand(
                    sql: "(\(scalar.sql) * 1.0)", kind: .double, isNullable: scalar.isNullable))
        case .index, .call, .cast, .set, .assignment, .anyKey, .fetch, .block: return nil
        }
    }

    private func function(_ function: Function, _ arguments: [QueryExpression], depth: Int)
        -> Operand?
    {
        switch function {
        case .noIndex:
            guard arguments.count == 1 else { return nil }
            return withoutIndexes().operand(arguments[0], depth: depth + 1)
        case .uppercase, .lowercase, .canonical, .length:
            guard arguments.count == 1,
                case .scalar(let text)? = operand(arguments[0], depth: depth + 1),
                text.kind == .text, !text.hidesErrors,
                let sql = dialect.call(.language(function), [text.sql])
            else { return nil }
            return .scalar(
                ScalarOperand(
                    sql: sql, kind: function == .length ? .int : .text,
                    isNullable: text.isNullable))
        case .add, .subtract, .multiply, .divide, .modulus, .raise, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .leftShift, .rightShift, .sqrt, .log, .ln, .exp, .ceiling, .abs,
            .trunc, .floor, .negate, .onesComplement:
            guard function.arity.contains(arguments.count) else { return nil }
            var parts: [SQLText] = []
            for argument in arguments {
                guard let part = number(argument, depth: depth + 1) else { return nil }
                parts.append(part)
            }
            guard let sql = dialect.call(.language(function), parts) else { return nil }
            return .scalar(
                ScalarOperand(sql: sql, kind: .number, hidesErrors: reportsArithmetic))
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .now, .distance,
            .objectFrom, .valueForKeyPath, .tokenize:
            return nil
        }
    }

    /// An argument of arithmetic.
    private func number(_ expression: QueryExpression, depth: Int) -> SQLText? {
        switch operand(expression, depth: depth) {
        case .constant(let value):
            switch value.kind {
            case .number(.int): return .value(value)
            case .number(.double(let number)): return number.isNaN ? nil : .value(value)
            case .null, .number(.decimal), .text, .date, .bytes, .scalar, .reference, .location,
                .asset, .list, .dictionary, .object:
                return nil
            }
        case .scalar(let operand), .memberCount(_, let operand?):
            return operand.isNumber ? operand.sql : nil
        case .constants, .list, .subqueryCount, .distance, .tokens, .members, .memberCount, nil:
            return nil
        }
    }

    /// `TERNARY(p, a, b)`, where SQL decides p and both values are of one kind.
    private func conditional(
        _ predicate: QueryPredicate, _ a: QueryExpression, _ b: QueryExpression, depth: Int
    ) -> Operand? {
        guard let condition = try? lower(predicate, depth: depth + 1), condition.isExact,
            let (a, kind) = branch(a, depth), let (b, other) = branch(b, depth)
        else { return nil }
        // With its type: as one expression the test took the type checker seconds.
        let numbers: Set<ScalarOperand.Kind> = [.int, .double, .number]
        let common: ScalarOperand.Kind
        switch (kind, other) {
        case (nil, nil): return nil
        case (let kind?, nil), (nil, let kind?): common = kind
        case (let x?, let y?):
            if x == y {
                common = x
            } else if numbers.contains(x), numbers.contains(y), dialect.comparesNumbersExactly {
                // Elsewhere the engine makes floating-point numbers of both.
                common = .number
            } else {
                return nil
            }
        }
        // Columns are compared by bytes. PostgreSQL, which has no functions of the evaluator, compares
        // constants in the order of its database.
        if common == .text, a.isConstant, b.isConstant, dialect.call(.order, []) == nil {
            return nil
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
            switch value.kind {
            case .number(.int): return (.value(value), .int)
            case .number(.double(let number)): return number.isNaN ? nil : (.value(value), .double)
            case .text: return (.value(value), .text)
            case .date(let date): return (.value(.int(date.microseconds)), .date)
            case .null, .number(.decimal), .bytes, .scalar, .reference, .location, .asset, .list,
                .dictionary, .object:
                return nil
            }
        case .scalar(let operand):
            switch operand.kind {
            case .int, .double, .text, .date:
                return operand.hidesErrors ? nil : (operand.sql, operand.kind)
            case .bytes, .location, .asset, .reference, .memberReference, .number, .seconds,
                .uuid, .url, .decimal, .near, .object, .entity:
                return nil
            }
        case .constants, .list, .subqueryCount, .distance, .tokens, .members, .memberCount, nil:
            return nil
        }
    }
}
