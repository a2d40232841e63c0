/// How deep trees are that did not come from the parser.
enum Depth {
    /// Raises `depth` to the levels of an expression; false beyond the limit.
    ///
    /// Goes no deeper than the limit itself.
    static func measure(
        _ expression: QueryExpression, _ depth: inout Int, atMost limit: Int
    ) -> Bool {
        guard let levels = levels(of: .expression(expression), atMost: limit) else { return false }
        depth = max(depth, levels)
        return true
    }

    /// The levels of a part; nil when there are more than a limit.
    static func levels(of part: PredicatePart, atMost limit: Int) -> Int? {
        if let levels = levels(part, min(limit, DeepStack.room)) { return levels }
        if limit <= DeepStack.room { return nil }
        return DeepStack.run { levels(part, limit) }
    }

    private static func levels(_ part: PredicatePart, _ room: Int) -> Int? {
        guard room > 0 else { return nil }
        if case .expression(.constant(let value)) = part { return levels(value, room) }
        var most = 0
        for child in part.children {
            guard let inner = levels(child, room - 1) else { return nil }
            most = max(most, inner)
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
}

extension QueryPredicate {
    /// The levels of the predicate, itself among them; nil when there are more than a limit.
    ///
    ///     try QueryPredicate(parsing: "NOT a == 1").levels(atMost: Limits.depth)  // 3
    ///
    /// The limit is ``Limits/depth`` at most.
    public func levels(atMost limit: Int) -> Int? {
        Depth.levels(of: .predicate(self), atMost: min(limit, Limits.depth))
    }
}

extension QueryExpression {
    /// The levels of the expression, itself among them; nil when there are more than a limit.
    ///
    /// The limit is ``Limits/depth`` at most.
    public func levels(atMost limit: Int) -> Int? {
        Depth.levels(of: .expression(self), atMost: min(limit, Limits.depth))
    }
}
