import PredicateCore

// Walks a predicate and puts other expressions in the places of constants and
// variables.
//
// The walk goes as deep as the predicate; parsed predicates are bounded by the parser.

extension QueryPredicate {
    /// The predicate with some constants and variables replaced; those for which the function answers nil stay.
    func mapLeaves(_ replace: (QueryExpression) -> QueryExpression?) -> QueryPredicate {
        switch self {
        case .constant, .block: self
        case .comparison(let comparison):
            .comparison(
                Comparison(
                    comparison.left.mapLeaves(replace), comparison.op,
                    comparison.right.mapLeaves(replace), quantifier: comparison.quantifier,
                    options: comparison.options))
        case .and(let parts): .and(parts.map { $0.mapLeaves(replace) })
        case .or(let parts): .or(parts.map { $0.mapLeaves(replace) })
        case .not(let part): .not(part.mapLeaves(replace))
        }
    }

    /// Whether a function of the program is somewhere in it.
    var hasBlock: Bool {
        if case .block = self { return true }
        return contains { if case .block = $0 { true } else { false } }
            || parts.contains(where: \.hasBlock)
    }

    /// Whether it asks for the present instant.
    var usesNow: Bool { contains(where: \.isNow) }

    /// Whether an expression anywhere in it answers to a description.
    func contains(where matches: (QueryExpression) -> Bool) -> Bool {
        switch self {
        case .constant, .block: false
        case .comparison(let comparison):
            comparison.left.contains(where: matches) || comparison.right.contains(where: matches)
        case .and, .or, .not: parts.contains { $0.contains(where: matches) }
        }
    }

    private var parts: [QueryPredicate] {
        switch self {
        case .constant, .block, .comparison: []
        case .and(let parts), .or(let parts): parts
        case .not(let part): [part]
        }
    }
}

extension QueryExpression {
    /// The expression with some constants and variables replaced; those for which the function answers nil stay.
    func mapLeaves(_ replace: (QueryExpression) -> QueryExpression?) -> QueryExpression {
        func map(_ part: QueryExpression) -> QueryExpression { part.mapLeaves(replace) }
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
                map(collection), variable: variable, condition.mapLeaves(replace))
        case .conditional(let condition, let a, let b):
            return .conditional(condition.mapLeaves(replace), map(a), map(b))
        case .set(let op, let a, let b): return .set(op, map(a), map(b))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, map(value))
        case .fetch(let request, let context, let countOnly):
            return .fetch(map(request), map(context), countOnly: countOnly)
        case .block(let block, let arguments): return .block(block, arguments.map(map))
        }
    }

    /// Whether a function of the program is somewhere in it.
    var hasBlock: Bool {
        contains { part in
            switch part {
            case .block: true
            case .subquery(_, _, let condition), .conditional(let condition, _, _):
                condition.hasBlock
            default: false  // Its parts are asked in turn.
            }
        }
    }

    /// Whether it asks for the present instant.
    var usesNow: Bool { contains(where: \.isNow) }

    var isNow: Bool {
        if case .function(.now, _) = self { true } else { false }
    }

    /// Whether this or an expression anywhere in it answers to a description.
    func contains(where matches: (QueryExpression) -> Bool) -> Bool {
        if matches(self) { return true }
        func any(_ parts: QueryExpression...) -> Bool {
            parts.contains { $0.contains(where: matches) }
        }
        func any(_ parts: [QueryExpression]) -> Bool {
            parts.contains { $0.contains(where: matches) }
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
            return any(collection) || condition.contains(where: matches)
        case .conditional(let condition, let a, let b):
            return condition.contains(where: matches) || any(a, b)
        case .set(_, let a, let b), .fetch(let a, let b, _): return any(a, b)
        }
    }
}
