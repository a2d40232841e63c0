/// How deep trees are that did not come from the parser.
enum Depth {
    /// Raises `depth` to the levels of an expression; false beyond the limit.
    ///
    /// Goes no deeper than the limit itself.
    static func measure(
        _ expression: QueryExpression, _ depth: inout Int, atMost limit: Int
    ) -> Bool {
        guard let levels = levels(of: expression, atMost: limit) else { return false }
        depth = max(depth, levels)
        return true
    }

    /// The levels of an expression; nil when there are more than a limit.
    static func levels(of expression: QueryExpression, atMost limit: Int) -> Int? {
        if let levels = levels(expression, min(limit, DeepStack.room)) { return levels }
        if limit <= DeepStack.room { return nil }
        return DeepStack.run { levels(expression, limit) }
    }

    /// The levels of a predicate; nil when there are more than a limit.
    static func levels(of predicate: QueryPredicate, atMost limit: Int) -> Int? {
        if let levels = levels(predicate, min(limit, DeepStack.room)) { return levels }
        if limit <= DeepStack.room { return nil }
        return DeepStack.run { levels(predicate, limit) }
    }

    private static func levels(_ expression: QueryExpression, _ room: Int) -> Int? {
        guard room > 0 else { return nil }
        var most = 0
        for child in children(expression) {
            guard let inner = levels(child, room - 1) else { return nil }
            most = max(most, inner)
        }
        if let predicate = predicate(of: expression) {
            guard let inner = levels(predicate, room - 1) else { return nil }
            most = max(most, inner)
        }
        if case .constant(let value) = expression {
            guard let inner = levels(value, room) else { return nil }
            return inner
        }
        return most + 1
    }

    private static func levels(_ predicate: QueryPredicate, _ room: Int) -> Int? {
        guard room > 0 else { return nil }
        var most = 0
        switch predicate {
        case .constant, .block: break
        case .comparison(let comparison):
            for side in [comparison.left, comparison.right] {
                guard let inner = levels(side, room - 1) else { return nil }
                most = max(most, inner)
            }
        case .and(let parts), .or(let parts):
            for part in parts {
                guard let inner = levels(part, room - 1) else { return nil }
                most = max(most, inner)
            }
        case .not(let part):
            guard let inner = levels(part, room - 1) else { return nil }
            most = inner
        }
        return most + 1
    }

    private static func levels(_ value: Value, _ room: Int) -> Int? {
        guard room > 0 else { return nil }
        var most = 0
        // Not by `kind`, which copies the content: each argument of a format comes here.
        if case .list(let members) = value {
            for member in members {
                guard let inner = levels(member, room - 1) else { return nil }
                most = max(most, inner)
            }
        } else if case .dictionary(let members) = value {
            for member in members.values {
                guard let inner = levels(member, room - 1) else { return nil }
                most = max(most, inner)
            }
        }
        return most + 1
    }

    private static func children(_ expression: QueryExpression) -> [QueryExpression] {
        switch expression {
        case .constant, .this, .keyPath, .variable, .anyKey: []
        case .path(let base, _): [base]
        case .index(let base, .value(let index)): [base, index]
        case .index(let base, .first), .index(let base, .last), .index(let base, .size): [base]
        case .function(_, let arguments), .aggregate(let arguments), .block(_, let arguments):
            arguments
        case .call(let receiver, _, let arguments): [receiver] + arguments
        case .cast(let operand, _), .assignment(_, let operand): [operand]
        case .subquery(let collection, _, _): [collection]
        case .conditional(_, let a, let b), .set(_, let a, let b), .fetch(let a, let b, _): [a, b]
        }
    }

    private static func predicate(of expression: QueryExpression) -> QueryPredicate? {
        switch expression {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): predicate
        default: nil  // No other expression holds a condition.
        }
    }
}

extension QueryPredicate {
    /// The levels of the predicate, itself among them; nil when there are more than a limit.
    ///
    ///     try QueryPredicate(parsing: "NOT a == 1").levels(atMost: Limits.depth)  // 3
    ///
    /// The limit is ``Limits/depth`` at most.
    public func levels(atMost limit: Int) -> Int? {
        Depth.levels(of: self, atMost: min(limit, Limits.depth))
    }
}

extension QueryExpression {
    /// The levels of the expression, itself among them; nil when there are more than a limit.
    ///
    /// The limit is ``Limits/depth`` at most.
    public func levels(atMost limit: Int) -> Int? {
        Depth.levels(of: self, atMost: min(limit, Limits.depth))
    }
}
