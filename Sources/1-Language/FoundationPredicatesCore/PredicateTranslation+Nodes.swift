import Foundation
import PredicateCore

private typealias Failure = PredicateTranslationError

// MARK: Captured values

extension PredicateExpression {
    /// The value of a node that is computed from captured values alone, as a constant.
    fileprivate func captured(in scope: TranslationScope) -> Translated? {
        scope.capturedValue(of: self).map {
            .expression(.constant(PredicateCore.Value(bridging: $0)))
        }
    }
}

// MARK: Leaves

extension PredicateExpressions.Value: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(.constant(PredicateCore.Value(bridging: value)))
    }
}

extension PredicateExpressions.NilLiteral: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(.constant(.null))
    }
}

extension PredicateExpressions.Variable: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        guard let expression = scope.binding(key) else {
            throw Failure(description: "A variable of another predicate is used.")
        }
        return .expression(expression)
    }
}

extension PredicateExpressions.KeyPath: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let captured = captured(in: scope) { return captured }
        let base = try scope.expression(root)
        let isText = Root.Output.self is any StringProtocol.Type
        switch kind {
        case .collectionCount:
            return .expression(isText ? .function(.length, [base]) : base.memberCount)
        case .collectionIsEmpty:
            let count = isText ? .function(.length, [base]) : base.memberCount
            return .predicate(.comparison(Comparison(count, .equal, .constant(.int(0)))))
        case .collectionFirst where !isText: return .expression(.index(base, .first))
        case .bidirectionalCollectionLast where !isText: return .expression(.index(base, .last))
        default: break  // No kind of its own, and kinds that a later system may add.
        }
        guard let name = KeyPathNames.name(of: keyPath) else {
            throw Failure(
                description: "\(keyPath) keeps no name on this system: a computed property has no "
                    + "place in a store, and one of a class of your own is registered with KeyPathNames."
            )
        }
        if name == "SELF" { return .expression(base) }
        return .expression(base.following(QueryKeyPath(name)))
    }
}

extension QueryExpression {
    /// How many members it has.
    fileprivate var memberCount: QueryExpression {
        following(QueryKeyPath(steps: [.collection(.count)]))
    }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .predicate(.and(try scope.predicate(lhs).andParts + scope.predicate(rhs).andParts))
    }
}

extension PredicateExpressions.Disjunction: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .predicate(.or(try scope.predicate(lhs).orParts + scope.predicate(rhs).orParts))
    }
}

extension PredicateExpressions.Negation: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .predicate(.not(try scope.predicate(wrapped)))
    }
}

extension PredicateExpressions.Conditional: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(
            .conditional(
                try scope.predicate(test), try scope.expression(trueBranch),
                try scope.expression(falseBranch)))
    }
}

extension QueryPredicate {
    fileprivate var andParts: [QueryPredicate] {
        if case .and(let parts) = self { parts } else { [self] }
    }

    fileprivate var orParts: [QueryPredicate] {
        if case .or(let parts) = self { parts } else { [self] }
    }
}

// MARK: Comparison

extension PredicateExpressions.Equal: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.equality(lhs, rhs)
    }
}

extension PredicateExpressions.NotEqual: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.comparison(lhs, .notEqual, rhs)
    }
}

extension PredicateExpressions.Comparison: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        switch op {
        case .lessThan: return try scope.comparison(lhs, .less, rhs)
        case .lessThanOrEqual: return try scope.comparison(lhs, .lessOrEqual, rhs)
        case .greaterThan: return try scope.comparison(lhs, .greater, rhs)
        case .greaterThanOrEqual: return try scope.comparison(lhs, .greaterOrEqual, rhs)
        @unknown default: throw Failure(description: "An unknown comparison: \(self)")
        }
    }
}

// MARK: Numbers

extension PredicateExpressions.Arithmetic: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        switch op {
        case .add: return try scope.call(.add, lhs, rhs)
        case .subtract: return try scope.call(.subtract, lhs, rhs)
        case .multiply: return try scope.call(.multiply, lhs, rhs)
        @unknown default: throw Failure(description: "An unknown operation: \(self)")
        }
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        switch try scope.expression(wrapped) {
        case .constant(.int(let number)) where number != .min:
            return .expression(.constant(.int(-number)))
        case .constant(.double(let number)): return .expression(.constant(.double(-number)))
        case let operand: return .expression(.function(.negate, [operand]))
        }
    }
}

extension PredicateExpressions.IntDivision: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.call(.modulus, lhs, rhs)
    }
}

// MARK: Optionals

extension PredicateExpressions.ForcedUnwrap: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.translated(inner)
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(try scope.expression(lhs).orElse(scope.expression(rhs)))
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let captured = captured(in: scope) { return captured }
        var inner = scope
        if let captured = scope.capturedValue(of: wrapped) {
            guard let captured else { return .expression(.constant(.null)) }
            inner.bind(variable, to: captured)
            return try inner.translated(transform)
        }
        let value = try scope.expression(wrapped)
        var isAlwaysAsked = true
        var present = value.isPresent
        if case .conditional(let test, let object, .constant(.null)) = value {
            // What is behind a cast is asked only where the cast gives something.
            inner.bind(variable.key, to: object)
            isAlwaysAsked = false
            present = test
            if case .cast = object {
            } else {
                present = .and([test, object.isPresent])
            }
        } else {
            inner.bind(variable.key, to: value)
        }
        let result = try inner.expression(transform)
        if result.isPath, isAlwaysAsked { return .expression(result) }
        return .expression(.conditional(present, result, .constant(.null)))
    }
}

extension QueryExpression {
    /// Whether nil at its start makes it nil: the number of nothing's members is 0.
    fileprivate var isPath: Bool {
        switch self {
        case .keyPath(let path), .path(_, let path):
            !path.steps.contains { if case .collection = $0 { true } else { false } }
        case .this, .variable: true
        default: false
        }
    }
}

// MARK: Casts

extension PredicateExpressions.TypeCheck: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let captured = captured(in: scope) { return captured }
        return .predicate(try scope.cast(input, to: Desired.self).test)
    }
}

extension PredicateExpressions.ConditionalCast: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let captured = captured(in: scope) { return captured }
        let (test, object) = try scope.cast(input, to: Desired.self)
        return .expression(.conditional(test, object, .constant(.null)))
    }
}

extension PredicateExpressions.ForceCast: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let captured = captured(in: scope) { return captured }
        return .expression(try scope.cast(input, to: Desired.self).object)
    }
}

extension TranslationScope {
    /// The condition under which a node gives an object of a type, and the object as one.
    fileprivate func cast(
        _ node: Any, to type: any Any.Type
    ) throws(PredicateTranslationError) -> (test: QueryPredicate, object: QueryExpression) {
        let object = try expression(node)
        guard let casts, let test = casts.test(object, type) else {
            throw Failure(
                description: "A cast to \(type) has no form in the language of predicates.")
        }
        return (test, casts.cast(object, type))
    }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.comparison(element, .in, sequence)
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        guard Base.Output.self is any StringProtocol.Type else {
            throw Failure(description: "A run of members inside a collection: \(self)")
        }
        return try scope.search(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        guard Base.Output.self is any StringProtocol.Type else {
            throw Failure(description: "A run of members at the start of a collection: \(self)")
        }
        return try scope.search(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let parts = try scope.conditions(sequence, variable, test) {
            return .predicate(.or(parts.flatMap(\.orParts)))
        }
        let (inner, name) = scope.nested(variable.key)
        let found = QueryExpression.subquery(
            try scope.expression(sequence), variable: name, try inner.predicate(test))
        return .predicate(found.countComparison(.greater))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        if let parts = try scope.conditions(sequence, variable, test) {
            return .predicate(.and(parts.flatMap(\.andParts)))
        }
        let (inner, name) = scope.nested(variable.key)
        let failing = QueryExpression.subquery(
            try scope.expression(sequence), variable: name, .not(try inner.predicate(test)))
        return .predicate(failing.countComparison(.equal))
    }
}

extension QueryExpression {
    fileprivate func countComparison(_ op: PredicateCore.Operator) -> QueryPredicate {
        .comparison(Comparison(memberCount, op, .constant(.int(0))))
    }
}

extension PredicateExpressions.Filter: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        let (inner, name) = scope.nested(variable.key)
        return .expression(
            .subquery(
                try scope.expression(sequence), variable: name, try inner.predicate(filter)))
    }
}

extension PredicateExpressions.SequenceMinimum: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.call(.min, elements)
    }
}

extension PredicateExpressions.SequenceMaximum: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.call(.max, elements)
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(
            .index(try scope.expression(wrapped), .value(try scope.expression(index))))
    }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .expression(.index(try scope.expression(wrapped), .value(try scope.expression(key))))
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        let member = QueryExpression.index(
            try scope.expression(wrapped), .value(try scope.expression(key)))
        return .expression(try member.orElse(scope.expression(`default`)))
    }
}
