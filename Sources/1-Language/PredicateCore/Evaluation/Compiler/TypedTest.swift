import Foundation

/// Comparisons of a typed field that need no ``Value`` in between: the hot paths.
///
/// Each says the same as ``ConstantTest`` does; where nothing is gained the answer is nil and
/// that is used.
enum TypedTest {
    /// A field against a constant.
    static func make<Element>(
        _ field: FieldAccessor<Element>, _ op: Operator, _ right: Value,
        _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> CompiledTest<Element>? {
        switch field {
        case .int(let read): try integer(read, op, right, options)
        case .double(let read): number(read, op, right)
        case .text(let read): try text(read, op, right, options, context)
        case .date(let read): date(read, op, right)
        case .uuid(let read): identifier(read, op, right)
        case .list, .value: nil
        }
    }

    /// A field against a field.
    static func make<Element>(
        _ left: FieldAccessor<Element>, _ op: Operator, _ right: FieldAccessor<Element>
    ) -> CompiledTest<Element>? {
        switch (left, right) {
        case (.int(let a), .int(let b)):
            guard op.isComparison else { return nil }
            return CompiledTest { element, _ in
                switch (a(element), b(element)) {
                case (let x?, let y?): op.accepts(x < y ? .less : x > y ? .greater : .equal)
                case (nil, nil): op.holdsForBothNil
                case (nil, _), (_, nil): op == .notEqual
                }
            }
        case (.double(let a), .double(let b)):
            guard op.isComparison, op != .equal, op != .notEqual else { return nil }
            return CompiledTest { element, _ in
                switch (a(element), b(element)) {
                case (let x?, let y?):
                    NumberOrder.compare(.double(x), .double(y)).map(op.accepts) ?? false
                case (nil, nil): op.holdsForBothNil
                case (nil, _), (_, nil): false
                }
            }
        default: return nil  // Other pairs gain nothing over values.
        }
    }

    private static func integer<Element>(
        _ read: @escaping @Sendable (Element) -> Int64?, _ op: Operator, _ right: Value,
        _ options: ComparisonOptions
    ) throws(EvaluationError) -> CompiledTest<Element>? {
        switch (op, right) {
        case (_, .null):
            guard op.isComparison else { return nil }
            return CompiledTest { e, _ in read(e) == nil ? op.holdsForBothNil : op == .notEqual }
        case (.equal, .int(let c)): return CompiledTest { e, _ in read(e) == c }
        case (.notEqual, .int(let c)): return CompiledTest { e, _ in read(e) != c }
        case (.less, .int(let c)):
            return CompiledTest { e, _ in if let x = read(e) { x < c } else { false } }
        case (.lessOrEqual, .int(let c)):
            return CompiledTest { e, _ in if let x = read(e) { x <= c } else { false } }
        case (.greater, .int(let c)):
            return CompiledTest { e, _ in if let x = read(e) { x > c } else { false } }
        case (.greaterOrEqual, .int(let c)):
            return CompiledTest { e, _ in if let x = read(e) { x >= c } else { false } }
        case (.less, .double(let c)), (.lessOrEqual, .double(let c)), (.greater, .double(let c)),
            (.greaterOrEqual, .double(let c)):
            return CompiledTest { e, _ in
                guard let x = read(e), let order = NumberOrder.compare(x, c) else { return false }
                return op.accepts(order)
            }
        case (.between, .list(let bounds)):
            guard bounds.count == 2, case .int(let low) = bounds[0],
                case .int(let high) = bounds[1]
            else { return nil }
            return CompiledTest { e, _ in
                if let x = read(e) { low <= x && x <= high } else { false }
            }
        case (.in, .list(let members)):
            let set = ValueSet(members, options)
            return CompiledTest { e, _ in set.contains(read(e)) }
        default: return nil
        }
    }

    private static func number<Element>(
        _ read: @escaping @Sendable (Element) -> Double?, _ op: Operator, _ right: Value
    ) -> CompiledTest<Element>? {
        if op == .between, case .list(let bounds) = right, bounds.count == 2,
            let low = exactDouble(bounds[0]), let high = exactDouble(bounds[1])
        {
            return CompiledTest { e, _ in
                if let x = read(e) { low <= x && x <= high } else { false }
            }
        }
        guard let c = exactDouble(right) else { return nil }
        switch op.family {
        case .equality(.equal): return CompiledTest { e, _ in read(e) == c }
        case .equality(.notEqual): return CompiledTest { e, _ in read(e) != c }
        case .order(.less):
            return CompiledTest { e, _ in if let x = read(e) { x < c } else { false } }
        case .order(.lessOrEqual):
            return CompiledTest { e, _ in if let x = read(e) { x <= c } else { false } }
        case .order(.greater):
            return CompiledTest { e, _ in if let x = read(e) { x > c } else { false } }
        case .order(.greaterOrEqual):
            return CompiledTest { e, _ in if let x = read(e) { x >= c } else { false } }
        case .range, .membership, .substring, .pattern, .token, .custom:
            return nil
        }
    }

    /// The constant as a double, when nothing of it is lost and it is a number.
    private static func exactDouble(_ value: Value) -> Double? {
        switch value.kind {
        case .number(.double(let x)): x.isNaN ? nil : x
        case .number(.int(let x)): Double(exactly: x)
        case .null, .number(.decimal), .text, .date, .bytes, .scalar, .reference, .location, .asset,
            .list, .dictionary, .object:
            nil
        }
    }

    private static func text<Element>(
        _ read: @escaping @Sendable (Element) -> String?, _ op: Operator, _ right: Value,
        _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> CompiledTest<Element>? {
        if op == .in, case .list(let members) = right {
            let set = ValueSet(members, options)
            return CompiledTest { e, _ in set.contains(read(e)) }
        }
        guard case .text(let wanted) = right else { return nil }
        switch op.family {
        case .equality(.equal): return pattern(read, .equal, wanted, options, context)
        case .equality(.notEqual):
            let pattern = TextPattern(.equal, wanted, options)
            return CompiledTest { e, _ in if let x = read(e) { !pattern.matches(x) } else { true } }
        case .substring(.beginsWith): return pattern(read, .beginsWith, wanted, options, context)
        case .substring(.endsWith): return pattern(read, .endsWith, wanted, options, context)
        case .membership(.contains): return pattern(read, .contains, wanted, options, context)
        case .pattern(.like):
            let pattern = PatternCache.shared.like(wanted, options)
            return CompiledTest { e, _ in if let x = read(e) { pattern.matches(x) } else { false } }
        case .pattern(.matches):
            let pattern = try PatternCache.shared.regular(wanted, options)
            let limit = context.matchTimeLimit
            return CompiledTest { e, _ throws(EvaluationError) in
                guard let x = read(e) else { return false }
                return try pattern.matches(x, timeLimit: limit)
            }
        case .order:
            let (locale, profile) = (context.locale, context.textProfile)
            return CompiledTest { e, _ in
                guard let x = read(e) else { return false }
                return op.accepts(
                    TextMatching.order(x, wanted, options, locale: locale, profile: profile))
            }
        case .range, .membership(.in), .token, .custom: return nil
        }
    }

    private static func pattern<Element>(
        _ read: @escaping @Sendable (Element) -> String?, _ kind: TextPattern.Kind,
        _ wanted: String, _ options: ComparisonOptions, _ context: EvaluationContext
    ) -> CompiledTest<Element> {
        let pattern = TextPattern(kind, wanted, options, context.textProfile)
        return CompiledTest { e, _ in if let x = read(e) { pattern.matches(x) } else { false } }
    }

    private static func date<Element>(
        _ read: @escaping @Sendable (Element) -> Date?, _ op: Operator, _ right: Value
    ) -> CompiledTest<Element>? {
        if op == .between, case .list(let bounds) = right, bounds.count == 2,
            case .date(let low) = bounds[0], case .date(let high) = bounds[1]
        {
            let (low, high) = (low.microseconds, high.microseconds)
            return CompiledTest { e, _ in
                guard let x = read(e)?.microseconds else { return false }
                return low <= x && x <= high
            }
        }
        guard op.isComparison, case .date(let wanted) = right else { return nil }
        let c = wanted.microseconds
        return CompiledTest { e, _ in
            guard let x = read(e)?.microseconds else { return op == .notEqual }
            return op.accepts(x < c ? .less : x > c ? .greater : .equal)
        }
    }

    private static func identifier<Element>(
        _ read: @escaping @Sendable (Element) -> UUID?, _ op: Operator, _ right: Value
    ) -> CompiledTest<Element>? {
        guard case .uuid(let wanted) = right else { return nil }
        if op == .equal { return CompiledTest { e, _ in read(e) == wanted } }
        guard op == .notEqual else { return nil }
        return CompiledTest { e, _ in read(e) != wanted }
    }
}

extension Operator {
    /// Whether this is one of `== != < <= > >=`.
    package var isComparison: Bool {
        switch family {
        case .equality, .order: true
        case .range, .membership, .substring, .pattern, .token, .custom:
            false
        }
    }

    /// Whether two nils satisfy the operator.
    var holdsForBothNil: Bool {
        switch family {
        case .equality(.equal), .order(.lessOrEqual), .order(.greaterOrEqual): true
        case .equality(.notEqual), .order(.less), .order(.greater), .range, .membership, .substring,
            .pattern, .token, .custom:
            false
        }
    }
}
