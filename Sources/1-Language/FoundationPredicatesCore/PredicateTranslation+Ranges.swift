import Foundation
import PredicateCore

private typealias Failure = PredicateTranslationError

extension PredicateExpressions.RangeExpressionContains: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        let element = try scope.expression(element)
        guard let bounds = try (range as? any RangeNode)?.bounds(in: scope) else {
            throw PredicateTranslationError(description: "A range of this kind: \(range)")
        }
        let low = bounds.low.map { Comparison(element, .greaterOrEqual, $0) }
        let high = bounds.high.map {
            Comparison(element, bounds.includesHigh ? .lessOrEqual : .less, $0)
        }
        if let low, let high, bounds.includesHigh {
            return .predicate(
                .comparison(Comparison(element, .between, .aggregate([low.right, high.right]))))
        }
        let parts = [low, high].compactMap { $0.map(QueryPredicate.comparison) }
        return .predicate(parts.count == 1 ? parts[0] : .and(parts))
    }
}

private struct RangeBounds {
    var low: QueryExpression?
    var high: QueryExpression?
    var includesHigh: Bool
}

/// A node that is a range.
private protocol RangeNode {
    func bounds(in scope: TranslationScope) throws(Failure) -> RangeBounds?
}

extension PredicateExpressions.Range: RangeNode {
    fileprivate func bounds(in scope: TranslationScope) throws(Failure) -> RangeBounds? {
        RangeBounds(
            low: try scope.expression(lower), high: try scope.expression(upper),
            includesHigh: false)
    }
}

extension PredicateExpressions.ClosedRange: RangeNode {
    fileprivate func bounds(in scope: TranslationScope) throws(Failure) -> RangeBounds? {
        RangeBounds(
            low: try scope.expression(lower), high: try scope.expression(upper),
            includesHigh: true)
    }
}

extension PredicateExpressions.Value: RangeNode {
    fileprivate func bounds(in scope: TranslationScope) throws(Failure) -> RangeBounds? {
        guard let range = value as? any ConstantRange else { return nil }
        let (low, high, includesHigh) = range.constantBounds
        return RangeBounds(
            low: low.map { .constant(PredicateCore.Value(bridging: $0)) },
            high: high.map { .constant(PredicateCore.Value(bridging: $0)) },
            includesHigh: includesHigh)
    }
}

/// A range captured from outside the predicate.
private protocol ConstantRange {
    typealias Bounds = (low: Any?, high: Any?, includesHigh: Bool)
    var constantBounds: Bounds { get }
}

extension Range: ConstantRange {
    fileprivate var constantBounds: Bounds { (lowerBound, upperBound, false) }
}

extension ClosedRange: ConstantRange {
    fileprivate var constantBounds: Bounds { (lowerBound, upperBound, true) }
}

extension PartialRangeFrom: ConstantRange {
    fileprivate var constantBounds: Bounds { (lowerBound, nil, false) }
}

extension PartialRangeThrough: ConstantRange {
    fileprivate var constantBounds: Bounds { (nil, upperBound, true) }
}

extension PartialRangeUpTo: ConstantRange {
    fileprivate var constantBounds: Bounds { (nil, upperBound, false) }
}
