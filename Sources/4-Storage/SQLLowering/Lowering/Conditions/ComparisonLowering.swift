import Foundation
import RecordCore

/// Comparisons.
extension ConditionLowering {
    func lower(_ comparison: Comparison) throws(QueryProblem) -> Condition {
        guard let left = operand(comparison.left), let right = operand(comparison.right) else {
            return .unknown
        }
        switch comparison.quantifier {
        case .any: return try quantified(comparison, left, right, all: false)
        case .all: return try quantified(comparison, left, right, all: true)
        case .direct: return try pair(left, right, comparison)
        }
    }

    /// Two sides, compared as they are.
    func pair(
        _ left: Operand, _ right: Operand, _ comparison: Comparison
    ) throws(QueryProblem) -> Condition {
        let (op, options) = (comparison.op, comparison.options)
        switch (left, right) {
        case (.constant, .constant), (.constant, .constants), (.constants, .constant),
            (.constants, .constants):
            return constant(comparison)
        case (.scalar(let scalar), .constant(let value)):
            return try compare(scalar, op, value, options)
        case (.scalar(let scalar), .constants(let values)):
            return try compare(scalar, op, values, options)
        case (.constant(let value), .scalar(let scalar)):
            return try reversed(value, op, scalar, options)
        case (.scalar(let a), .scalar(let b)): return compare(a, op, b, options)
        default: return try others(left, right, comparison)
        }
    }

    /// A comparison that asks nothing of the record.
    private func constant(_ comparison: Comparison) -> Condition {
        switch try? QueryPredicate.comparison(comparison).matches(.null, context: constantContext) {
        case true?: .holds
        case false?: .fails
        case nil: .unknown  // The evaluator will say why.
        }
    }

    // MARK: A value of the row and a constant

    func compare(
        _ scalar: ScalarOperand, _ op: Operator, _ constant: Value,
        _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        if constant.isNull {
            switch op.family {
            case .equality(.equal), .order(.lessOrEqual), .order(.greaterOrEqual):
                return scalar.isNull
            case .equality(.notEqual): return scalar.isPresent
            case .order(.less), .order(.greater), .membership, .substring, .pattern:
                return scalar.hidesErrors ? .unknown : .fails
            case .range, .token, .custom: return .unknown
            }
        }
        switch (scalar.kind, constant) {
        case (.int, .int), (.int, .double), (.int, .decimal), (.double, .int),
            (.double, .double), (.double, .decimal), (.number, .int), (.number, .double):
            return number(scalar, op, constant)
        case (.date, .date(let date)):
            return plain(scalar, op, .value(.int(date.microseconds))) ?? .unknown
        case (.text, .text(let text)): return try self.text(scalar, op, text, options)
        case (.bytes, .bytes): return equality(scalar, op, constant, kind: .bytes)
        case (.reference, .reference), (.memberReference, .reference), (.object, .object),
            (.entity, .object):
            return pointers(scalar, op, [constant])
        case (.seconds, .date(let date)): return seconds(scalar, op, date)
        case (.uuid, .uuid(let uuid)): return plain(scalar, op, .uuid(uuid)) ?? .unknown
        case (.url, .url(let url)):
            return equality(scalar, op, .text(url.absoluteString), kind: .text)
        case (.url, .text(let text)) where URL(string: text) == nil:
            // What is no locator is read as text.
            return equality(scalar, op, constant, kind: .text)
        case (.decimal, .int), (.decimal, .double), (.decimal, .decimal):
            return decimal(scalar, op, constant)
        case (.number, .decimal): return .unknown
        case (.near(let slack), .int), (.near(let slack), .double), (.near(let slack), .decimal):
            return near(scalar, slack, op, constant)
        case (.location, .location(let point)):
            guard case .equal = op, let storage = scalar.storage else { return .unknown }
            return Condition(
                sql: """
                    \(scalar.sql) = \(point.latitude) \
                    AND \(column(storage.longitudeColumn)) = \(point.longitude)
                    """, isExact: false)
        default:
            return mismatch(scalar, op)
        }
    }

    /// Values of different kinds are never equal; whether they have an order, the evaluator says.
    private func mismatch(_ scalar: ScalarOperand, _ op: Operator) -> Condition {
        if scalar.hidesErrors { return .unknown }
        switch scalar.kind {
        case .asset, .location: return .unknown
        case .int, .double, .number, .text, .date, .bytes, .reference, .memberReference,
            .seconds, .uuid, .url, .decimal, .near, .object, .entity:
            break
        }
        switch op.family {
        case .equality(.equal): return .fails
        case .equality(.notEqual): return .holds
        case .order, .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    private func number(_ scalar: ScalarOperand, _ op: Operator, _ constant: Value) -> Condition {
        if case .number = scalar.kind {
            if case .double(let number) = constant, number.isNaN { return .unknown }
            return plain(scalar, op, .value(constant)) ?? .unknown
        }
        let isInteger = scalar.kind == .int
        switch NumberBound.comparison(op, constant, isInteger: isInteger) {
        case .compare(let op, let value): return plain(scalar, op, .value(value)) ?? .unknown
        case .always:
            if op == .notEqual { return .holds }
            // Said as a range, an index finds what is not nil.
            let least: Value = isInteger ? .int(.min) : .double(-.infinity)
            return plain(scalar, .greaterOrEqual, .value(least)) ?? .unknown
        case .never: return .fails
        case nil: return .unknown
        }
    }

    /// A value that is only the same as a constant or another: neither comes first.
    private func equality(
        _ scalar: ScalarOperand, _ op: Operator, _ constant: Value, kind: ColumnKind
    ) -> Condition {
        switch op.family {
        case .equality(.equal): isEqual(scalar, constant, kind: kind)
        case .equality(.notEqual): plain(scalar, op, .value(constant)) ?? .unknown
        case .order, .range, .membership, .substring, .pattern, .token, .custom: .unknown
        }
    }

    /// The value is a constant text, or constant bytes.
    func isEqual(_ scalar: ScalarOperand, _ constant: Value, kind: ColumnKind) -> Condition {
        let value = SQLText.value(constant)
        if let beginning = scalar.beginning, !IndexedBeginning.decides(constant),
            let start = dialect.indexed(value, kind: kind)
        {
            return scalar.condition(
                "\(beginning) = \(start) AND \(scalar.sql) = \(value)", equality: true)
        }
        return plain(scalar.compared(with: [constant]), .equal, value) ?? .unknown
    }

    /// One of the six comparisons with something that is not NULL.
    func plain(_ scalar: ScalarOperand, _ op: Operator, _ value: SQLText) -> Condition? {
        let a = scalar.sql
        return switch op.family {
        case .equality(.equal): scalar.condition("\(a) = \(value)", equality: true)
        case .equality(.notEqual):
            scalar.condition(
                scalar.isNullable ? dialect.different(a, value) : "\(a) <> \(value)",
                nullable: false)
        case .order(.less): scalar.condition("\(a) < \(value)", equality: false)
        case .order(.lessOrEqual): scalar.condition("\(a) <= \(value)", equality: false)
        case .order(.greater): scalar.condition("\(a) > \(value)", equality: false)
        case .order(.greaterOrEqual): scalar.condition("\(a) >= \(value)", equality: false)
        case .range, .membership, .substring, .pattern, .token, .custom:
            nil
        }
    }

    // MARK: A value of the row and a list of constants

    func compare(
        _ scalar: ScalarOperand, _ op: Operator, _ values: [Value],
        _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        switch op.family {
        case .range:
            guard values.count == 2 else { return .unknown }
            let low = try compare(scalar, .greaterOrEqual, values[0], options)
            let high = try compare(scalar, .lessOrEqual, values[1], options)
            return .all([low, high])
        case .membership(.in): return try isIn(scalar, values, options)
        // What SQL sees of some values does not say that they are no lists.
        case .equality(.equal):
            return scalar.hidesErrors || scalar.kind == .asset ? .unknown : .fails
        case .equality(.notEqual):
            return scalar.hidesErrors || scalar.kind == .asset ? .unknown : .holds
        case .token:
            return scalar.storage.map { tokens(of: $0, values) } ?? .unknown
        case .order, .membership(.contains), .substring, .pattern, .custom:
            return .unknown
        }
    }

    private func isIn(
        _ scalar: ScalarOperand, _ values: [Value], _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        if scalar.hidesErrors { return .unknown }
        var parts: [Condition] = []
        if values.contains(where: \.isNull) { parts.append(scalar.isNull) }
        switch scalar.kind {
        case .int, .double:
            let isInteger = scalar.kind == .int
            let wanted = values.compactMap { NumberBound.exact($0, isInteger: isInteger) }
            parts.append(isMember(scalar, wanted, kind: isInteger ? .integer : .real))
        case .date:
            let wanted = values.compactMap { value in
                if case .date(let date) = value { Value.int(date.microseconds) } else { nil }
            }
            parts.append(isMember(scalar, wanted, kind: .integer))
        case .bytes:
            let wanted = values.filter { if case .bytes = $0 { true } else { false } }
            parts.append(isMember(scalar, wanted, kind: .bytes))
        case .text:
            let wanted = values.compactMap { value in
                if case .text(let text) = value { text } else { nil }
            }
            parts.append(try isText(scalar, among: wanted, options))
        case .reference, .memberReference, .object, .entity:
            parts.append(pointers(scalar, .equal, values))
        case .seconds: parts.append(isSeconds(scalar, among: values))
        case .uuid:
            let wanted = values.compactMap { value in
                if case .uuid(let uuid) = value { Value.bytes(uuid.bytes) } else { nil }
            }
            parts.append(isMember(scalar, wanted, kind: .bytes))
        case .url:
            let wanted = values.compactMap { value -> Value? in
                switch value {
                case .url(let url): .text(url.absoluteString)
                case .text(let text): URL(string: text) == nil ? value : nil
                default: nil  // Nothing else is read from a column of locators.
                }
            }
            parts.append(isMember(scalar, wanted, kind: .text))
        case .decimal:
            guard values.count <= 64 else {
                parts.append(scalar.isPresent.asSuperset())
                break
            }
            for value in values where !value.isNull {
                parts.append(try compare(scalar, .equal, value, options))
            }
        case .number, .near, .location, .asset: return .unknown
        }
        return any(parts)
    }

    /// The value is one of some constants of its own kind.
    func isMember(
        _ scalar: ScalarOperand, _ values: [Value], kind: ColumnKind, folded: Bool = false
    ) -> Condition {
        let compared =
            folded
            ? scalar.comparedFolded(with: values) : scalar.compared(with: values)
        guard let sql = folded ? compared.folded : compared.sql else { return .unknown }
        var values = values
        if values.count <= 32 {
            // Each once, in order; of many, the engine makes a set.
            var seen: Set<Value> = []
            values = values.filter { seen.insert($0).inserted }
        }
        if values.isEmpty { return .fails }
        if values.count == 1 {
            return scalar.condition(
                "\(sql) = \(values[0])", equality: true, folded: folded)
        }
        if values.count > 32, let many = dialect.isMember(sql, of: values, kind: kind) {
            return scalar.condition(many, equality: false, folded: folded)
        }
        guard values.count <= dialect.maximumParameters / 2 else {
            return scalar.isPresent.asSuperset()
        }
        let list = values.map(SQLText.value).joined(", ")
        return scalar.condition("\(sql) IN (\(list))", equality: false, folded: folded)
    }

    // MARK: Two values of the row

    private func compare(
        _ a: ScalarOperand, _ op: Operator, _ b: ScalarOperand, _ options: ComparisonOptions
    ) -> Condition {
        if a.hidesErrors || b.hidesErrors {
            guard a.isNumber, b.isNumber, let sign = op.sign else { return .unknown }
            return Condition(
                sql: "(\(a.sql) \(raw: sign) \(b.sql)) IS NOT FALSE", isExact: false)
        }
        switch (a.kind, b.kind) {
        case (.int, .int), (.double, .double), (.date, .date): return pair(a, op, b)
        case (.int, .double), (.double, .int), (.number, .number), (.number, .int),
            (.number, .double), (.int, .number), (.double, .number):
            return dialect.comparesNumbersExactly ? pair(a, op, b) : .unknown
        case (.bytes, .bytes), (.entity, .entity),
            (.object, .object) where a.kind == b.kind:
            switch op.family {
            case .equality: return pair(a, op, b)
            case .order, .range, .membership, .substring, .pattern, .token, .custom:
                return .unknown
            }
        case (.uuid, .uuid): return pair(a, op, b)
        case (.seconds, .seconds):
            // By whole microseconds, as the evaluator compares them.
            var (x, y) = (a, b)
            x.sql = dialect.rounded("(\(a.sql) * 1000000.0)")
            y.sql = dialect.rounded("(\(b.sql) * 1000000.0)")
            return pair(x, op, y)
        case (.text, .text): return texts(a, op, b, options)
        case (.reference(let x), .reference(let y)):
            switch op.family {
            case .equality(.equal):
                return Condition(sql: "\(dialect.same(a.sql, b.sql)) AND \(dialect.same(x, y))")
            case .equality(.notEqual):
                return Condition(
                    sql: "(\(dialect.different(a.sql, b.sql)) OR \(dialect.different(x, y)))")
            case .order, .range, .membership, .substring, .pattern, .token, .custom:
                return .unknown
            }
        default: return .unknown  // Kinds that only the evaluator compares.
        }
    }

    /// The six comparisons, both nil being equal.
    func pair(_ a: ScalarOperand, _ op: Operator, _ b: ScalarOperand) -> Condition {
        guard let sign = op.sign else { return .unknown }
        let nullable = a.isNullable || b.isNullable
        switch op.family {
        case .equality(.equal): return Condition(sql: dialect.same(a.sql, b.sql))
        case .equality(.notEqual): return Condition(sql: dialect.different(a.sql, b.sql))
        case .order(.lessOrEqual), .order(.greaterOrEqual):
            guard a.isNullable, b.isNullable else { break }
            return Condition(
                sql: """
                    (\(a.sql) \(raw: sign) \(b.sql) \
                    OR (\(a.sql) IS NULL AND \(b.sql) IS NULL))
                    """, isNullable: true)
        case .order(.less), .order(.greater), .range, .membership, .substring, .pattern, .token,
            .custom:
            break
        }
        return Condition(sql: "\(a.sql) \(raw: sign) \(b.sql)", isNullable: nullable)
    }

    /// A constant on the left.
    private func reversed(
        _ value: Value, _ op: Operator, _ scalar: ScalarOperand, _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        if let flipped = op.flipped { return try compare(scalar, flipped, value, options) }
        guard case .text = value, scalar.kind == .text else { return .unknown }
        let constant = ScalarOperand(sql: .value(value), kind: .text, isNullable: false)
        switch op.family {
        case .membership(.in): return try compare(scalar, .contains, value, options)
        case .membership(.contains), .substring, .pattern:
            return texts(constant, op, scalar, options)
        case .equality, .order, .range, .token, .custom:
            return .unknown
        }
    }
}

extension Operator {
    /// The comparison that says the same with the sides exchanged; nil for other operators.
    var flipped: Operator? { isComparison ? mirrored : nil }

    /// The sign in SQL of the six comparisons.
    var sign: String? {
        switch family {
        case .equality(.equal): "="
        case .equality(.notEqual): "<>"
        case .order(.less): "<"
        case .order(.lessOrEqual): "<="
        case .order(.greater): ">"
        case .order(.greaterOrEqual): ">="
        case .range, .membership, .substring, .pattern, .token, .custom:
            nil
        }
    }
}
