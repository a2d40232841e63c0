import PredicateCore

/// What a value beside a key asks: equality, an inequality, a range or membership.
struct ValueCondition {
    /// The condition.
    let predicate: QueryPredicate
    /// Whether it says the value of the key, so that a new object can have it.
    let isEquality: Bool

    /// The condition that a value beside a key means.
    init(_ key: String, _ value: Any?) {
        let side = QueryExpression.keyPath(QueryKeyPath(key))
        let plain = unwrapped(value)
        if let inequality = plain as? Inequality {
            predicate = .comparison(
                Comparison(side, inequality.op, .constant(inequality.bound)))
            isEquality = false
        } else if let range = plain as? any RangeCondition {
            predicate = range.condition(on: side)
            isEquality = false
        } else {
            let constant = Value(bridging: plain)
            let isMembership = if case .list = constant { true } else { false }
            predicate = .comparison(
                Comparison(side, isMembership ? .in : .equal, .constant(constant)))
            isEquality = !isMembership
        }
    }
}

/// A range, as what it asks of a value.
protocol RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate
}

private func comparison(
    _ side: QueryExpression, _ op: PredicateCore.Operator, _ bound: Any
) -> QueryPredicate {
    .comparison(Comparison(side, op, .constant(Value(bridging: bound))))
}

extension ClosedRange: RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate {
        let bounds = [lowerBound, upperBound].map { QueryExpression.constant(Value(bridging: $0)) }
        return .comparison(Comparison(side, .between, .aggregate(bounds)))
    }
}

extension Range: RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate {
        .and([comparison(side, .greaterOrEqual, lowerBound), comparison(side, .less, upperBound)])
    }
}

extension PartialRangeFrom: RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate {
        comparison(side, .greaterOrEqual, lowerBound)
    }
}

extension PartialRangeThrough: RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate {
        comparison(side, .lessOrEqual, upperBound)
    }
}

extension PartialRangeUpTo: RangeCondition {
    func condition(on side: QueryExpression) -> QueryPredicate {
        comparison(side, .less, upperBound)
    }
}
