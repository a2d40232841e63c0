import PredicateCore

// Walks a predicate and puts other expressions in the places of constants and variables.
//
// The walks count down the levels that the stack at hand has room for, and go on on a larger one.

extension QueryPredicate: PredicateParts {
    /// The predicate with some constants and variables replaced; those for which the function
    /// answers nil stay.
    func mapLeaves(
        room: Int = DeepStack.room, _ replace: (QueryExpression) -> QueryExpression?
    ) -> QueryPredicate {
        if room == 0 {
            return DeepStack.run { mapLeaves(room: DeepStack.largeRoom, replace) }
        }
        let room = room - 1
        switch self {
        case .constant, .block: return self
        case .comparison(var comparison):
            comparison.left = comparison.left.mapLeaves(room: room, replace)
            comparison.right = comparison.right.mapLeaves(room: room, replace)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map { $0.mapLeaves(room: room, replace) })
        case .or(let parts): return .or(parts.map { $0.mapLeaves(room: room, replace) })
        case .not(let part): return .not(part.mapLeaves(room: room, replace))
        }
    }

    /// Whether it, or a part anywhere in it, answers to a description.
    func contains(
        room: Int = DeepStack.room, where matches: (PredicatePart) -> Bool
    ) -> Bool {
        if room == 0 {
            return DeepStack.run { contains(room: DeepStack.largeRoom, where: matches) }
        }
        if matches(.predicate(self)) { return true }
        let room = room - 1
        switch self {
        case .constant, .block: return false
        case .comparison(let comparison):
            return comparison.left.contains(room: room, where: matches)
                || comparison.right.contains(room: room, where: matches)
        case .and(let parts), .or(let parts):
            return parts.contains { $0.contains(room: room, where: matches) }
        case .not(let part): return part.contains(room: room, where: matches)
        }
    }
}

/// What a walk goes through.
protocol PredicateParts {
    /// Whether it, or a part anywhere in it, answers to a description.
    func contains(room: Int, where matches: (PredicatePart) -> Bool) -> Bool
}

extension PredicateParts {
    /// A function of the program that is somewhere in it.
    var block: PredicatePart? {
        var found: PredicatePart?
        _ = contains(room: DeepStack.room) { part in
            guard part.isBlock else { return false }
            found = part
            return true
        }
        return found
    }

    /// Whether it asks for the present instant.
    var usesNow: Bool { contains(room: DeepStack.room, where: \.isNow) }
}

/// A part of a predicate that a walk meets.
enum PredicatePart {
    /// A condition.
    case predicate(QueryPredicate)
    /// A value.
    case expression(QueryExpression)

    /// Whether it is a function of the program.
    var isBlock: Bool {
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

    /// Whether it is the present instant.
    var isNow: Bool {
        if case .expression(.function(.now, _)) = self { true } else { false }
    }
}

extension QueryExpression: PredicateParts {
    /// The expression with some constants and variables replaced; those for which the function
    /// answers nil stay.
    func mapLeaves(
        room: Int = DeepStack.room, _ replace: (QueryExpression) -> QueryExpression?
    ) -> QueryExpression {
        if room == 0 {
            return DeepStack.run { mapLeaves(room: DeepStack.largeRoom, replace) }
        }
        let room = room - 1
        func map(_ part: QueryExpression) -> QueryExpression { part.mapLeaves(room: room, replace) }
        switch self {
        case .constant, .variable: return replace(self) ?? self
        case .this, .keyPath, .anyKey: return self
        case .path(let base, let path): return .path(map(base), path)
        case .index(let base, .value(let place)): return .index(map(base), .value(map(place)))
        case .index(let base, let place): return .index(map(base), place)
        case .function(let function, let arguments): return .function(function, arguments.map(map))
        case .call(let target, let selector, let arguments):
            return .call(map(target), selector: selector, arguments.map(map))
        case .cast(let operand, let type): return .cast(map(operand), type: type)
        case .aggregate(let members): return .aggregate(members.map(map))
        case .subquery(let collection, let variable, let condition):
            return .subquery(
                map(collection), variable: variable, condition.mapLeaves(room: room, replace))
        case .conditional(let condition, let a, let b):
            return .conditional(condition.mapLeaves(room: room, replace), map(a), map(b))
        case .set(let op, let a, let b): return .set(op, map(a), map(b))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, map(value))
        case .fetch(let request, let context, let countOnly):
            return .fetch(map(request), map(context), countOnly: countOnly)
        case .block(let block, let arguments): return .block(block, arguments.map(map))
        }
    }

    /// Whether this, or a part anywhere in it, answers to a description.
    func contains(
        room: Int = DeepStack.room, where matches: (PredicatePart) -> Bool
    ) -> Bool {
        if room == 0 {
            return DeepStack.run { contains(room: DeepStack.largeRoom, where: matches) }
        }
        if matches(.expression(self)) { return true }
        let room = room - 1
        func any(_ parts: QueryExpression...) -> Bool { any(parts) }
        func any(_ parts: [QueryExpression]) -> Bool {
            parts.contains { $0.contains(room: room, where: matches) }
        }
        switch self {
        case .constant, .this, .keyPath, .variable, .anyKey: return false
        case .path(let base, _), .cast(let base, _), .assignment(_, let base): return any(base)
        case .index(let base, .value(let place)): return any(base, place)
        case .index(let base, _): return any(base)
        case .function(_, let arguments), .aggregate(let arguments), .block(_, let arguments):
            return any(arguments)
        case .call(let target, _, let arguments): return any(target) || any(arguments)
        case .subquery(let collection, _, let condition):
            return any(collection) || condition.contains(room: room, where: matches)
        case .conditional(let condition, let a, let b):
            return condition.contains(room: room, where: matches) || any(a, b)
        case .set(_, let a, let b), .fetch(let a, let b, _): return any(a, b)
        }
    }
}
