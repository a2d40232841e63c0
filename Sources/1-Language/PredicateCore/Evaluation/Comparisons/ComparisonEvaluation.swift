/// Comparisons both of whose sides are known only when an element is asked.
enum ComparisonEvaluation {
    static func holds(
        _ left: Value, _ op: Operator, _ right: Value, _ options: ComparisonOptions,
        _ context: EvaluationContext
    ) throws(EvaluationError) -> Bool {
        switch op.family {
        case .equality(.equal): return ValueComparison.areEqual(left, right, options)
        case .equality(.notEqual): return !ValueComparison.areEqual(left, right, options)
        case .order:
            if left.isNull, right.isNull { return op == .lessOrEqual || op == .greaterOrEqual }
            let order = try ValueComparison.order(
                left, right, options, locale: context.locale, profile: context.textProfile)
            return order.map(op.accepts) ?? false
        case .range:
            if right.isNull { return false }
            guard case .list(let bounds) = right, bounds.count == 2 else {
                throw wrongBounds(right)
            }
            guard try holds(left, .greaterOrEqual, bounds[0], options, context) else {
                return false
            }
            return try holds(left, .lessOrEqual, bounds[1], options, context)
        case .membership(.in): return try contains(right, left, .in, options, context)
        case .membership(.contains): return try contains(left, right, .contains, options, context)
        case .substring, .pattern, .token, .custom:
            return try ConstantTest.make(op, right, options, context)(left)
        }
    }

    private static func contains(
        _ whole: Value, _ part: Value, _ op: Operator, _ options: ComparisonOptions,
        _ context: EvaluationContext
    ) throws(EvaluationError) -> Bool {
        switch whole {
        case .null: return false
        case .list(let members):
            return members.contains { ValueComparison.areEqual($0, part, options) }
        case .dictionary(let entries):
            return entries.values.contains { ValueComparison.areEqual($0, part, options) }
        case .text(let text):
            switch part {
            case .text(let part):
                return TextMatching.contains(text, part, options, profile: context.textProfile)
            case .null: return false
            default: throw notText(op, part)
            }
        default: throw notACollection(op, whole)
        }
    }

    /// Asks the members of a collection that stands on either side.
    ///
    /// Nil is a collection without members. `x IN y` and `x BETWEEN y` have a collection on the
    /// right anyway, so only the left one is taken apart.
    ///
    /// - Parameter mayBeOne: Whether a single value on the left is a collection of one: inside a
    ///   SUBQUERY, `ANY $x.owner.name == "Ann"` also compares the end of a to-one path.
    static func quantify(
        _ quantifier: Quantifier, _ left: Value, _ op: Operator, _ right: Value,
        mayBeOne: Bool = false,
        _ pair: (Value, Value) throws(EvaluationError) -> Bool
    ) throws(EvaluationError) -> Bool {
        let wantsAll = quantifier == .all
        if let members = left.members {
            for member in members where try pair(member, right) != wantsAll { return !wantsAll }
            return wantsAll
        }
        if !op.takesCollection, let members = right.members {
            for member in members where try pair(left, member) != wantsAll { return !wantsAll }
            return wantsAll
        }
        if left.isNull || right.isNull { return wantsAll }
        // `ANY 'red' IN colors`: what CloudKit's documentation writes for membership.
        if op == .in || mayBeOne { return try pair(left, right) }
        throw EvaluationError(
            .notACollection,
            "\(wantsAll ? "ALL" : "ANY") needs a collection on one side of \(op.spellings[0]) "
                + "and met \(left.kindPhrase) and \(right.kindPhrase).")
    }

    static func wrongBounds(_ right: Value) -> EvaluationError {
        let found =
            if case .list(let bounds) = right {
                bounds.count == 1 ? "one value" : "\(bounds.count) values"
            } else { right.kindPhrase }
        return EvaluationError(
            .wrongBounds, "BETWEEN needs a list of two bounds, {low, high}, and met \(found).")
    }

    static func notText(_ op: Operator, _ value: Value) -> EvaluationError {
        EvaluationError(
            .incompatibleValues, "\(op.spellings[0]) compares text and met \(value.kindPhrase).")
    }

    static func notACollection(_ op: Operator, _ value: Value) -> EvaluationError {
        EvaluationError(
            .notACollection,
            "\(op.spellings[0]) looks into a collection or text and met \(value.kindPhrase).")
    }
}

extension Operator {
    /// Whether an order satisfies `==`, `!=`, `<`, `<=`, `>` or `>=`.
    @inline(__always)
    package func accepts(_ order: Order) -> Bool {
        switch family {
        case .order(.less): order == .less
        case .order(.lessOrEqual): order != .greater
        case .order(.greater): order == .greater
        case .order(.greaterOrEqual): order != .less
        case .equality(.equal): order == .equal
        case .equality(.notEqual): order != .equal
        case .range, .membership, .substring, .pattern, .token, .custom:
            false
        }
    }

    /// The operator that says the same with the sides exchanged; nil when there is none.
    ///
    ///     Operator.less.mirrored  // .greater: 3 < x is x > 3
    public var mirrored: Operator? {
        switch family {
        case .equality: self
        case .order(.less): .greater
        case .order(.lessOrEqual): .greaterOrEqual
        case .order(.greater): .less
        case .order(.greaterOrEqual): .lessOrEqual
        case .membership(.in): .contains
        case .membership(.contains): .in
        case .range, .substring, .pattern, .token, .custom:
            nil
        }
    }

    /// Whether the right side is a collection by nature.
    package var takesCollection: Bool {
        switch family {
        case .membership(.in), .range, .token: true
        case .equality, .order, .membership(.contains), .substring, .pattern, .custom:
            false
        }
    }
}
