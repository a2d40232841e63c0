/// A comparison whose right side is known: everything that can be prepared is, once.
///
/// What an operator means, with nil and with values of every kind, is decided here and in
/// ``ComparisonEvaluation``.
enum ConstantTest {
    /// Asks a left side.
    typealias Match = @Sendable (Value) throws(EvaluationError) -> Bool

    static func make(
        _ op: Operator, _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> Match {
        switch op {
        case .equal: equality(right, options)
        case .notEqual: negation(equality(right, options))
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            ordering(op, right, options, context)
        case .between: try between(right, options, context)
        case .in: try membership(right, options, context)
        case .contains: containment(right, options, context)
        case .beginsWith: text(op, right, TextPattern.Kind.beginsWith, options, context)
        case .endsWith: text(op, right, TextPattern.Kind.endsWith, options, context)
        case .like: try like(right, options)
        case .matches: try matches(right, options, context)
        case .tokenMatches: tokens(right)
        case .utiConformsTo, .utiEquals:
            throw EvaluationError(
                .unsupported,
                "\(op.spellings[0]) asks Apple's database of types, which is not here.")
        case .selector(let name): try selector(name, right, context)
        }
    }

    private static func negation(_ match: @escaping Match) -> Match {
        { value throws(EvaluationError) in !(try match(value)) }
    }

    private static func equality(_ right: Value, _ options: ComparisonOptions) -> Match {
        switch right.kind {
        case .null: return { $0.isNull }
        case .number(.int(let wanted)):
            return { value in
                if case .int(let x) = value { x == wanted } else { value == right }
            }
        case .text(let text):
            let pattern = TextPattern(.equal, text, options)
            return { value in
                if case .text(let x) = value { pattern.matches(x) } else { false }
            }
        case .number(.double), .number(.decimal), .date, .bytes, .scalar, .reference, .location,
            .asset, .list, .dictionary, .object:
            return { ValueComparison.areEqual($0, right, options) }
        }
    }

    private static func ordering(
        _ op: Operator, _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) -> Match {
        if right.isNull {
            let holdsForBothNil = op == .lessOrEqual || op == .greaterOrEqual
            return { holdsForBothNil && $0.isNull }
        }
        let (locale, profile) = (context.locale, context.textProfile)
        if case .int(let bound) = right {
            return { value throws(EvaluationError) in
                if case .int(let x) = value {
                    return op.accepts(x < bound ? .less : x > bound ? .greater : .equal)
                }
                guard let order = try ValueComparison.order(value, right) else { return false }
                return op.accepts(order)
            }
        }
        return { value throws(EvaluationError) in
            let order = try ValueComparison.order(
                value, right, options, locale: locale, profile: profile)
            return order.map(op.accepts) ?? false
        }
    }

    private static func between(
        _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> Match {
        if right.isNull { return { _ in false } }
        guard case .list(let bounds) = right, bounds.count == 2 else {
            throw ComparisonEvaluation.wrongBounds(right)
        }
        let low = ordering(.greaterOrEqual, bounds[0], options, context)
        let high = ordering(.lessOrEqual, bounds[1], options, context)
        return { value throws(EvaluationError) in
            guard try low(value) else { return false }
            return try high(value)
        }
    }

    private static func membership(
        _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> Match {
        switch right {
        case .null: return { _ in false }
        case .text(let whole):
            let profile = context.textProfile
            return { value throws(EvaluationError) in
                switch value {
                case .text(let part):
                    return TextMatching.contains(whole, part, options, profile: profile)
                case .null: return false
                default: throw ComparisonEvaluation.notText(.in, value)
                }
            }
        default:
            guard let members = right.members else {
                throw ComparisonEvaluation.notACollection(.in, right)
            }
            let set = ValueSet(members, options)
            return { set.contains($0) }
        }
    }

    private static func containment(
        _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) -> Match {
        let isMember = equality(right, options)
        let pattern: TextPattern? =
            if case .text(let part) = right {
                TextPattern(.contains, part, options, context.textProfile)
            } else { nil }
        return { value throws(EvaluationError) in
            switch value {
            case .null: return false
            case .list(let members):
                for member in members where try isMember(member) { return true }
                return false
            case .dictionary(let entries):
                for member in entries.values where try isMember(member) { return true }
                return false
            case .text(let whole):
                if let pattern { return pattern.matches(whole) }
                if right.isNull { return false }
                throw ComparisonEvaluation.notText(.contains, right)
            default: throw ComparisonEvaluation.notACollection(.contains, value)
            }
        }
    }

    /// A test of text; false for nil on either side.
    private static func onText(
        _ op: Operator, _ matches: @escaping @Sendable (String) throws(EvaluationError) -> Bool
    ) -> Match {
        { value throws(EvaluationError) in
            switch value {
            case .text(let text): return try matches(text)
            case .null: return false
            default: throw ComparisonEvaluation.notText(op, value)
            }
        }
    }

    /// The answer when the right side is not text: false for nil, otherwise an error, but not
    /// for a nil on the left.
    private static func withoutText(_ op: Operator, _ right: Value) -> Match {
        if right.isNull { return onText(op) { _ in false } }
        return { value throws(EvaluationError) in
            if value.isNull { return false }
            throw ComparisonEvaluation.notText(op, right)
        }
    }

    private static func text(
        _ op: Operator, _ right: Value, _ kind: TextPattern.Kind, _ options: ComparisonOptions,
        _ context: EvaluationContext
    ) -> Match {
        guard case .text(let wanted) = right else { return withoutText(op, right) }
        let pattern = TextPattern(kind, wanted, options, context.textProfile)
        return onText(op) { pattern.matches($0) }
    }

    private static func like(
        _ right: Value, _ options: ComparisonOptions
    ) throws(EvaluationError) -> Match {
        guard case .text(let source) = right else { return withoutText(.like, right) }
        let pattern = PatternCache.shared.like(source, options)
        return onText(.like) { pattern.matches($0) }
    }

    private static func matches(
        _ right: Value, _ options: ComparisonOptions, _ context: EvaluationContext
    ) throws(EvaluationError) -> Match {
        guard case .text(let source) = right else { return withoutText(.matches, right) }
        let pattern = try PatternCache.shared.regular(source, options)
        let limit = context.matchTimeLimit
        return onText(.matches) { text throws(EvaluationError) in
            try pattern.matches(text, timeLimit: limit)
        }
    }

    private static func tokens(_ right: Value) -> Match {
        let wanted: [String]
        switch right {
        case .null: return { _ in false }
        case .text(let text): wanted = Tokenizer.queryTokens(of: text)
        case .list(let members):
            var all: [String] = []
            for member in members {
                guard case .text(let text) = member else {
                    return withoutText(.tokenMatches, member)
                }
                all += Tokenizer.queryTokens(of: text)
            }
            wanted = all
        default: return withoutText(.tokenMatches, right)
        }
        return { value throws(EvaluationError) in
            var present: Set<String> = []
            switch value {
            case .null: return false
            case .text(let text): present.formUnion(Tokenizer.tokens(of: text))
            case .list(let members):
                for member in members {
                    switch member {
                    case .null: continue
                    case .text(let text): present.formUnion(Tokenizer.tokens(of: text))
                    default: throw ComparisonEvaluation.notText(.tokenMatches, member)
                    }
                }
            default: throw ComparisonEvaluation.notText(.tokenMatches, value)
            }
            return !wanted.isEmpty && wanted.allSatisfy(present.contains)
        }
    }

    private static func selector(
        _ name: String, _ right: Value, _ context: EvaluationContext
    ) throws(EvaluationError) -> Match {
        guard context.functions[name] != nil else { throw FunctionRegistry.unknown(name) }
        let functions = context.functions
        return { value throws(EvaluationError) in
            let result = try functions.call(name, on: value, [right])
            switch result {
            case .null: return false
            case .int, .double, .decimal: return result != .int(0)
            default:
                throw EvaluationError(
                    .incompatibleValues,
                    "The selector \"\(name)\" gives \(result.kindPhrase), not a truth value.")
            }
        }
    }
}
