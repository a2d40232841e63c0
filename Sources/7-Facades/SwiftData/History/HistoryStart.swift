#if SwiftData
import FoundationPredicates

/// The tokens after which a predicate asks for saves: `$0.token > seen`, alone or among others.
struct HistoryStart {
    private(set) var tokens: [DefaultHistoryToken] = []
    /// The places, by store, up to which the predicate holds of no save.
    private(set) var floor: [String: Int64] = [:]
    /// Whether the predicate says nothing else.
    let isWhole: Bool

    init(_ predicate: Predicate<DefaultHistoryTransaction>) {
        isWhole = (predicate.expression as? any HistoryBound)?.floor != nil
        look(at: predicate.expression, isCondition: true)
    }

    private mutating func look(at node: Any, isCondition: Bool) {
        let comparison = node as? any HistoryBound
        if let bound = comparison?.bound { tokens.append(bound) }
        if isCondition, let token = comparison?.floor {
            floor.merge(token.tokenValue ?? [:], uniquingKeysWith: max)
        }
        // The operands of an expression are its stored properties.
        for child in Mirror(reflecting: node).children
        where child.value is any PredicateExpression {
            look(at: child.value, isCondition: isCondition && node is any HistoryConjunction)
        }
    }
}

/// A comparison whose lower side may be a token.
private protocol HistoryBound {
    /// The lower side; nil where it is no token, or depends on the save.
    var bound: DefaultHistoryToken? { get }
    /// The lower side where the other one is the token of the save, and later.
    var floor: DefaultHistoryToken? { get }
}

/// Conditions that hold together.
private protocol HistoryConjunction {}

extension PredicateExpressions.Conjunction: HistoryConjunction {}

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

    fileprivate var floor: DefaultHistoryToken? {
        func isToken(_ side: some PredicateExpression) -> Bool {
            typealias Save = PredicateExpressions.Variable<DefaultHistoryTransaction>
            let path = side as? PredicateExpressions.KeyPath<Save, DefaultHistoryToken>
            return path?.keyPath == \DefaultHistoryTransaction.token
        }
        return switch op {
        case .greaterThan: isToken(lhs) ? bound : nil
        case .lessThan: isToken(rhs) ? bound : nil
        case .greaterThanOrEqual, .lessThanOrEqual: nil
        @unknown default: nil
        }
    }
}
#endif
