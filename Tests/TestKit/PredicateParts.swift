package import PredicateCore

/// A predicate taken apart: every comparison, compound and expression in it, in no order.
package struct PredicateParts: Sendable {
    /// The predicates, the whole one first.
    package private(set) var predicates: [QueryPredicate] = []
    /// The comparisons.
    package private(set) var comparisons: [Comparison] = []
    /// The expressions, with their own parts.
    package private(set) var expressions: [QueryExpression] = []

    /// Takes a predicate apart.
    package init(_ predicate: QueryPredicate) { visit(predicate) }

    /// The key paths, those that start at a variable among them.
    package var paths: [QueryKeyPath] {
        expressions.compactMap { expression in
            switch expression {
            case .keyPath(let path), .path(_, let path): path
            case .constant, .this, .variable, .index, .function, .call, .cast, .aggregate,
                .subquery, .conditional, .set, .assignment, .anyKey, .fetch, .block:
                nil
            }
        }
    }

    /// The first keys of the paths that start at the object asked.
    package var rootKeys: Set<String> {
        Set(
            expressions.compactMap { expression in
                if case .keyPath(let path) = expression, case .key(let key)? = path.steps.first {
                    key
                } else {
                    nil
                }
            })
    }

    /// The constants, members of lists among them.
    package var constants: [Value] {
        expressions.flatMap { expression -> [Value] in
            guard case .constant(let value) = expression else { return [] }
            if case .list(let members) = value { return [value] + members }
            return [value]
        }
    }

    private mutating func visit(_ predicate: QueryPredicate) {
        predicates.append(predicate)
        switch predicate {
        case .constant, .block: break
        case .comparison(let comparison):
            comparisons.append(comparison)
            visit(comparison.left)
            visit(comparison.right)
        case .and(let parts), .or(let parts): for part in parts { visit(part) }
        case .not(let part): visit(part)
        }
    }

    private mutating func visit(_ expression: QueryExpression) {
        expressions.append(expression)
        switch expression {
        case .constant, .this, .keyPath, .variable, .anyKey, .block: break
        case .path(let base, _): visit(base)
        case .index(let base, let index):
            visit(base)
            if case .value(let place) = index { visit(place) }
        case .function(_, let arguments): for argument in arguments { visit(argument) }
        case .call(let receiver, _, let arguments):
            visit(receiver)
            for argument in arguments { visit(argument) }
        case .cast(let inner, _), .assignment(_, let inner): visit(inner)
        case .aggregate(let members): for member in members { visit(member) }
        case .subquery(let collection, _, let predicate):
            visit(collection)
            visit(predicate)
        case .conditional(let test, let one, let other):
            visit(test)
            visit(one)
            visit(other)
        case .set(_, let one, let other):
            visit(one)
            visit(other)
        case .fetch(let request, let context, _):
            visit(request)
            visit(context)
        }
    }
}
