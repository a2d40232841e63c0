#if SwiftData
import Foundation

/// The tokens and the moment after which a predicate asks for saves: `$0.token > seen`,
/// `$0.timestamp > noon`, alone or among others.
struct HistoryStart {
    private(set) var tokens: [DefaultHistoryToken] = []
    /// The places, by store, up to which the predicate holds of no save.
    private(set) var floor: [String: Int64] = [:]
    /// A moment up to which it holds of no save.
    private(set) var moment: Date?
    /// Whether the predicate says nothing but that a token is greater.
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
        if isCondition, let other = comparison?.moment {
            moment = max(moment ?? other, other)
        }
        let evaluation = node as? any HistoryEvaluation
        for condition in evaluation?.conditions ?? [] {
            look(at: condition, isCondition: isCondition && node is any HistoryConjunction)
        }
        // The operands of an expression are its stored properties.
        for child in Mirror(reflecting: node).children
        where child.value is any PredicateExpression {
            look(at: child.value, isCondition: isCondition && node is any HistoryConjunction)
        }
    }
}

/// A comparison whose lower side may be a token or a moment.
private protocol HistoryBound {
    /// The lower side; nil where it is no token, or depends on the save.
    var bound: DefaultHistoryToken? { get }
    /// The lower side where the other one is the token of the save, and later.
    var floor: DefaultHistoryToken? { get }
    /// A moment before the save, where the upper side is when it was saved.
    var moment: Date? { get }
}

/// Conditions that hold together.
private protocol HistoryConjunction {}

extension PredicateExpressions.Conjunction: HistoryConjunction {}
extension PredicateExpressions.PredicateEvaluate: HistoryConjunction {}

/// A node that evaluates captured predicates.
private protocol HistoryEvaluation {
    /// The conditions of those that are asked of the save.
    var conditions: [Any] { get }
}

extension PredicateExpressions.PredicateEvaluate: HistoryEvaluation {
    fileprivate var conditions: [Any] {
        for operand in repeat each input {
            guard operand is PredicateExpressions.Variable<DefaultHistoryTransaction> else {
                return []
            }
        }
        let condition: Any? = try? predicate.evaluate(PredicateBindings())
        return (condition as? Predicate<DefaultHistoryTransaction>).map { [$0.expression] } ?? []
    }
}

// The closure over a list may negate its members, so that their bounds are those of no condition.
extension PredicateExpressions.SequenceAllSatisfy: HistoryEvaluation {
    fileprivate var conditions: [Any] { historyConditions(sequence) }
}

extension PredicateExpressions.SequenceContainsWhere: HistoryEvaluation {
    fileprivate var conditions: [Any] { historyConditions(sequence) }
}

private func historyConditions(_ sequence: some PredicateExpression) -> [Any] {
    let list = try? sequence.evaluate(PredicateBindings())
    return (list as? [Predicate<DefaultHistoryTransaction>])?.map(\.expression) ?? []
}

extension PredicateExpressions.Comparison: HistoryBound {
    fileprivate var bound: DefaultHistoryToken? { lower(DefaultHistoryToken.self) }

    fileprivate var floor: DefaultHistoryToken? {
        switch op {
        case .greaterThan, .lessThan: isUpper(\.token) ? bound : nil
        case .greaterThanOrEqual, .lessThanOrEqual: nil
        @unknown default: nil
        }
    }

    fileprivate var moment: Date? {
        guard isUpper(\.timestamp), let date = lower(Date.self) else { return nil }
        // A save of the moment itself may be asked for.
        return Date(
            timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextDown)
    }

    /// The lower side; nil where it is of another type, or depends on the save.
    private func lower<Bound>(_: Bound.Type) -> Bound? {
        func constant(_ side: some PredicateExpression) -> Bound? {
            // Without a save to bind, what depends on one cannot be evaluated.
            try? side.evaluate(PredicateBindings()) as? Bound
        }
        return switch op {
        case .greaterThan, .greaterThanOrEqual: constant(rhs)
        case .lessThan, .lessThanOrEqual: constant(lhs)
        @unknown default: nil
        }
    }

    /// Whether the upper side is a property of the save.
    private func isUpper<Property>(
        _ path: Swift.KeyPath<DefaultHistoryTransaction, Property>
    ) -> Bool {
        func isProperty(_ side: some PredicateExpression) -> Bool {
            typealias Save = PredicateExpressions.Variable<DefaultHistoryTransaction>
            guard let known = side as? PredicateExpressions.KeyPath<Save, Property> else {
                return false
            }
            return known.keyPath == path
        }
        return switch op {
        case .greaterThan, .greaterThanOrEqual: isProperty(lhs)
        case .lessThan, .lessThanOrEqual: isProperty(rhs)
        @unknown default: false
        }
    }
}
#endif
