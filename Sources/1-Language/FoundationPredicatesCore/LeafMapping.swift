import PredicateCore

// Walks a predicate and puts other expressions in the places of constants and variables.
//
// The walks count down the levels that the stack at hand has room for, and go on on a larger one.

extension QueryPredicate {
    /// The predicate with some constants and variables replaced; those for which the function
    /// answers nil stay.
    func mapLeaves(
        room: Int = DeepStack.room, _ replace: (QueryExpression) -> QueryExpression?
    ) -> QueryPredicate {
        if room == 0 {
            return DeepStack.run { mapLeaves(room: DeepStack.largeRoom, replace) }
        }
        return mapChildren(
            expressions: { $0.mapLeaves(room: room - 1, replace) },
            predicates: { $0.mapLeaves(room: room - 1, replace) })
    }
}

extension QueryExpression {
    /// The expression with some constants and variables replaced; those for which the function
    /// answers nil stay.
    func mapLeaves(
        room: Int = DeepStack.room, _ replace: (QueryExpression) -> QueryExpression?
    ) -> QueryExpression {
        if room == 0 {
            return DeepStack.run { mapLeaves(room: DeepStack.largeRoom, replace) }
        }
        switch self {
        case .constant, .variable: return replace(self) ?? self
        case .this, .keyPath, .path, .index, .function, .call, .cast, .aggregate, .subquery,
            .conditional, .set, .assignment, .anyKey, .fetch, .block:
            return mapChildren(
                expressions: { $0.mapLeaves(room: room - 1, replace) },
                predicates: { $0.mapLeaves(room: room - 1, replace) })
        }
    }
}

extension PredicatePart {
    /// A function of the program that is somewhere in it.
    var block: PredicatePart? {
        var found: PredicatePart?
        _ = contains { part in
            guard part.isBlock else { return false }
            found = part
            return true
        }
        return found
    }

    /// Whether its constants may come to something else the next time: it asks for the present
    /// instant, or an object of the program for something.
    var mayChange: Bool { contains { $0.isNow || $0.asksConstant } }

    /// Whether it is a function of the program.
    private var isBlock: Bool {
        switch self {
        case .predicate(.block), .expression(.block): true
        case .predicate, .expression: false
        }
    }

    /// Whether it stands for what was nested too deep.
    var isTooDeep: Bool {
        switch self {
        case .predicate(.block(let block)): block == .tooDeep
        case .expression(.block(let block, _)): block == .tooDeep
        case .predicate, .expression: false
        }
    }

    /// Whether it asks a constant object, or constants that may be objects, for something.
    private var asksConstant: Bool {
        guard case .expression(let expression) = self else { return false }
        switch expression {
        case .path(let base, _), .index(let base, _), .call(let base, _, _):
            return PredicatePart.expression(base).contains { $0.isCollectionOrObject }
        case .function(_, let parts):
            return parts.contains { if case .constant(.object) = $0 { true } else { false } }
        case .constant, .this, .keyPath, .variable, .cast, .aggregate, .subquery, .conditional,
            .set, .assignment, .anyKey, .fetch, .block:
            return false
        }
    }

    /// Whether it is a constant that may hold an object of the program.
    private var isCollectionOrObject: Bool {
        guard case .expression(.constant(let value)) = self else { return false }
        return switch value.kind {
        case .object, .list, .dictionary: true
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset: false
        }
    }

    /// Whether it is the present instant.
    private var isNow: Bool {
        if case .expression(.function(.now, _)) = self { true } else { false }
    }
}
