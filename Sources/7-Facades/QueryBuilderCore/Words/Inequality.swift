import PredicateCore

/// A bound for a value, as ``lt(_:)`` and its sisters make it.
///
///     query.where([.quantity: lt(1)])  // quantity < 1
public struct Inequality: Hashable, Sendable {
    let op: PredicateCore.Operator
    let bound: Value

    init(_ op: PredicateCore.Operator, _ bound: Any?) {
        self.op = op
        self.bound = Value(bridging: bound)
    }
}

/// Less than a bound: `where([.quantity: lt(1)])` is `where("quantity < 1")`.
public func lt<Bound>(_ bound: Bound) -> Inequality { Inequality(.less, bound) }
/// A bound or less: `where([.quantity: lte(1)])` is `where("quantity <= 1")`.
public func lte<Bound>(_ bound: Bound) -> Inequality { Inequality(.lessOrEqual, bound) }
/// More than a bound: `where([.quantity: gt(1)])` is `where("quantity > 1")`.
public func gt<Bound>(_ bound: Bound) -> Inequality { Inequality(.greater, bound) }
/// A bound or more: `where([.quantity: gte(1)])` is `where("quantity >= 1")`.
public func gte<Bound>(_ bound: Bound) -> Inequality { Inequality(.greaterOrEqual, bound) }
