public import PredicateCore

extension QueryExpression {
    /// Whether it calculates over the objects of a group: `max:(age)`.
    public var isAggregate: Bool {
        guard case .function(let function, let arguments) = self, arguments.count == 1 else {
            return false
        }
        switch function {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev: break
        case .add, .subtract, .multiply, .divide, .modulus, .sqrt, .log, .ln, .raise, .exp,
            .ceiling, .abs, .trunc, .floor, .negate, .now, .uppercase, .lowercase, .canonical,
            .length, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift,
            .onesComplement, .noIndex, .distance, .objectFrom, .valueForKeyPath, .tokenize:
            return false
        }
        switch arguments[0] {
        case .constant, .aggregate, .subquery: return false  // A collection of its own.
        case .this, .keyPath, .variable, .path, .index, .function, .call, .cast, .conditional,
            .set, .assignment, .anyKey, .fetch, .block:
            return true
        }
    }

    /// Whether an aggregate stands in it.
    public var hasAggregate: Bool {
        if isAggregate { return true }
        return switch self {
        case .constant, .this, .keyPath, .variable, .anyKey: false
        case .path(let base, _), .cast(let base, _), .assignment(_, let base): base.hasAggregate
        case .index(let base, _): base.hasAggregate
        case .function(_, let parts), .aggregate(let parts), .block(_, let parts):
            parts.contains(where: \.hasAggregate)
        case .call(let receiver, _, let parts):
            receiver.hasAggregate || parts.contains(where: \.hasAggregate)
        case .subquery, .fetch: false
        case .conditional(let predicate, let a, let b):
            predicate.hasAggregate || a.hasAggregate || b.hasAggregate
        case .set(_, let a, let b): a.hasAggregate || b.hasAggregate
        }
    }

    /// The expression with some of its parts replaced, outermost first.
    func replacing(
        _ replace: (QueryExpression) throws(EvaluationError) -> QueryExpression?
    ) throws(EvaluationError) -> QueryExpression {
        if let other = try replace(self) { return other }
        func all(_ parts: [QueryExpression]) throws(EvaluationError) -> [QueryExpression] {
            var done: [QueryExpression] = []
            for part in parts { done.append(try part.replacing(replace)) }
            return done
        }
        switch self {
        case .constant, .this, .keyPath, .variable, .anyKey, .subquery, .fetch: return self
        case .path(let base, let path): return .path(try base.replacing(replace), path)
        case .index(let base, let index): return .index(try base.replacing(replace), index)
        case .function(let function, let parts): return .function(function, try all(parts))
        case .call(let receiver, let selector, let parts):
            return .call(try receiver.replacing(replace), selector: selector, try all(parts))
        case .cast(let base, let type): return .cast(try base.replacing(replace), type: type)
        case .aggregate(let parts): return .aggregate(try all(parts))
        case .conditional(let predicate, let a, let b):
            return .conditional(
                try predicate.replacing(replace), try a.replacing(replace),
                try b.replacing(replace))
        case .set(let operation, let a, let b):
            return .set(operation, try a.replacing(replace), try b.replacing(replace))
        case .assignment(let variable, let base):
            return .assignment(variable: variable, try base.replacing(replace))
        case .block(let block, let parts): return .block(block, try all(parts))
        }
    }
}

extension QueryPredicate {
    /// Whether an aggregate over a group stands in it.
    public var hasAggregate: Bool {
        switch self {
        case .constant, .block: false
        case .comparison(let comparison):
            comparison.left.hasAggregate || comparison.right.hasAggregate
        case .and(let parts), .or(let parts): parts.contains(where: \.hasAggregate)
        case .not(let part): part.hasAggregate
        }
    }

    /// The predicate with some of the expressions in it replaced.
    func replacing(
        _ replace: (QueryExpression) throws(EvaluationError) -> QueryExpression?
    ) throws(EvaluationError) -> QueryPredicate {
        switch self {
        case .constant, .block: return self
        case .comparison(var comparison):
            comparison.left = try comparison.left.replacing(replace)
            comparison.right = try comparison.right.replacing(replace)
            return .comparison(comparison)
        case .and(let parts):
            var done: [QueryPredicate] = []
            for part in parts { done.append(try part.replacing(replace)) }
            return .and(done)
        case .or(let parts):
            var done: [QueryPredicate] = []
            for part in parts { done.append(try part.replacing(replace)) }
            return .or(done)
        case .not(let part): return .not(try part.replacing(replace))
        }
    }
}
