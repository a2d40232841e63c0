#if SwiftData
import FoundationPredicates

/// The tokens after which a predicate asks for saves: `$0.token > seen`, alone or among others.
struct HistoryStart {
    private(set) var tokens: [DefaultHistoryToken] = []

    init(_ predicate: Predicate<DefaultHistoryTransaction>) { look(at: predicate.expression) }

    private mutating func look(at node: Any) {
        if let bound = (node as? any HistoryBound)?.bound { tokens.append(bound) }
        // The operands of an expression are its stored properties.
        for child in Mirror(reflecting: node).children
        where child.value is any PredicateExpression { look(at: child.value) }
    }
}

/// A comparison whose lower side may be a token.
private protocol HistoryBound {
    /// The lower side; nil where it is no token, or depends on the save.
    var bound: DefaultHistoryToken? { get }
}

extension PredicateExpressions.Comparison: HistoryBound {
    fileprivate var bound: DefaultHistoryToken? {
        func constant(_ side: some PredicateExpression) -> DefaultHistoryToken? {
            // Without a save to bind, what depends on one cannot be evaluated.
            try? side.evaluate(PredicateBindings()) as? DefaultHistoryToken
        }
        return switch op {
        case .greaterThan, .greaterThanOrEqual: constant(rhs)
        case .lessThan, .lessThanOrEqual: constant(lhs)
        @unknown default: nil
        }
    }
}
#endif
