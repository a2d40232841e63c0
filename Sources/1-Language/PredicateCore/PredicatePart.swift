/// A condition or a value in a predicate, itself among them: what a walk meets.
package enum PredicatePart: Sendable {
    /// A condition.
    case predicate(QueryPredicate)
    /// A value.
    case expression(QueryExpression)

    /// The parts directly in it, in the order in which they are written.
    package var children: [PredicatePart] {
        switch self {
        case .predicate(let predicate): predicate.children
        case .expression(let expression): expression.children
        }
    }

    /// Whether it, or a part anywhere in it, answers to a description.
    package func contains(where matches: (PredicatePart) -> Bool) -> Bool {
        contains(DeepStack.room, matches)
    }

    private func contains(_ room: Int, _ matches: (PredicatePart) -> Bool) -> Bool {
        if room == 0 { return DeepStack.run { contains(DeepStack.largeRoom, matches) } }
        return matches(self) || children.contains { $0.contains(room - 1, matches) }
    }
}

extension QueryPredicate {
    /// The parts directly in it, in the order in which they are written.
    package var children: [PredicatePart] {
        switch self {
        case .constant, .block: []
        case .comparison(let comparison):
            [.expression(comparison.left), .expression(comparison.right)]
        case .and(let parts), .or(let parts): parts.map(PredicatePart.predicate)
        case .not(let part): [.predicate(part)]
        }
    }

    /// The predicate with others in place of its ``children``, in their order.
    package func mapChildren<Failure: Error>(
        expressions: (QueryExpression) throws(Failure) -> QueryExpression,
        predicates: (QueryPredicate) throws(Failure) -> QueryPredicate
    ) throws(Failure) -> QueryPredicate {
        switch self {
        case .constant, .block: return self
        case .comparison(var comparison):
            comparison.left = try expressions(comparison.left)
            comparison.right = try expressions(comparison.right)
            return .comparison(comparison)
        case .and(let parts): return .and(try parts.map(predicates))
        case .or(let parts): return .or(try parts.map(predicates))
        case .not(let part): return .not(try predicates(part))
        }
    }
}

extension QueryExpression {
    /// The parts directly in it, in the order in which they are written; last the `SELF` that
    /// `valueForKeyPath:` begins at where it names nothing else.
    package var children: [PredicatePart] {
        switch self {
        case .constant, .this, .keyPath, .variable, .anyKey: []
        case .function(.valueForKeyPath, let parts) where parts.count == 1:
            [.expression(parts[0]), .expression(.this)]
        case .path(let base, _), .index(let base, .first), .index(let base, .last),
            .index(let base, .size), .cast(let base, _), .assignment(_, let base):
            [.expression(base)]
        case .index(let base, .value(let place)): [.expression(base), .expression(place)]
        case .function(_, let parts), .aggregate(let parts), .block(_, let parts):
            parts.map(PredicatePart.expression)
        case .call(let receiver, _, let parts):
            ([receiver] + parts).map(PredicatePart.expression)
        case .subquery(let collection, _, let predicate):
            [.expression(collection), .predicate(predicate)]
        case .conditional(let predicate, let a, let b):
            [.predicate(predicate), .expression(a), .expression(b)]
        case .set(_, let a, let b), .fetch(let a, let b, _): [.expression(a), .expression(b)]
        }
    }

    /// The expression with others in place of its ``children``, in their order.
    package func mapChildren<Failure: Error>(
        expressions: (QueryExpression) throws(Failure) -> QueryExpression,
        predicates: (QueryPredicate) throws(Failure) -> QueryPredicate
    ) throws(Failure) -> QueryExpression {
        switch self {
        case .constant, .this, .keyPath, .variable, .anyKey: return self
        case .path(let base, let path): return try expressions(base).following(path)
        case .index(let base, .value(let place)):
            return .index(try expressions(base), .value(try expressions(place)))
        case .index(let base, let place): return .index(try expressions(base), place)
        case .function(let function, let parts):
            return .function(function, try parts.map(expressions))
        case .call(let receiver, let selector, let parts):
            return .call(try expressions(receiver), selector: selector, try parts.map(expressions))
        case .cast(let base, let type): return .cast(try expressions(base), type: type)
        case .aggregate(let parts): return .aggregate(try parts.map(expressions))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                try expressions(collection), variable: variable, try predicates(predicate))
        case .conditional(let predicate, let a, let b):
            return .conditional(try predicates(predicate), try expressions(a), try expressions(b))
        case .set(let op, let a, let b): return .set(op, try expressions(a), try expressions(b))
        case .assignment(let variable, let base):
            return .assignment(variable: variable, try expressions(base))
        case .fetch(let request, let context, let countOnly):
            return .fetch(
                try expressions(request), try expressions(context), countOnly: countOnly)
        case .block(let block, let parts): return .block(block, try parts.map(expressions))
        }
    }
}
