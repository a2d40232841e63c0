import Foundation
import RecordCore

/// A comparison of a number column with a constant, rewritten into the column's own kind.
///
/// An index seeks in the column's kind, so `population < 10.5` becomes `population <= 10`, and an
/// integer that no double can hold is never rounded into a wrong answer.
enum NumberBound {
    /// The comparison that remains.
    enum Comparison {
        case compare(Operator, Value)
        /// Holds of every value that is not NULL.
        case always
        /// Holds of none.
        case never
    }

    /// - Parameter op: One of the six comparisons.
    static func comparison(_ op: Operator, _ constant: Value, isInteger: Bool) -> Comparison? {
        if isNaN(constant) { return op == .notEqual ? .always : .never }
        guard let below = floor(constant, isInteger: isInteger) else { return nil }
        switch below {
        case .beyondLow: return outside(op, constantIsLow: true)
        case .beyondHigh: return outside(op, constantIsLow: false)
        case .value(let value):
            guard let order = NumberOrder.compare(value, constant) else { return nil }
            if order == .equal { return .compare(op, value) }
            // `value` is the largest of its kind below the constant, and the constant is none.
            switch op.family {
            case .equality(.equal): return .never
            case .equality(.notEqual): return .always
            case .order(.less), .order(.lessOrEqual): return .compare(.lessOrEqual, value)
            case .order(.greater), .order(.greaterOrEqual): return .compare(.greater, value)
            case .range, .membership, .substring, .pattern, .token, .custom:
                return nil
            }
        }
    }

    /// The constant in the column's kind, or nil when no value of the column equals it.
    static func exact(_ constant: Value, isInteger: Bool) -> Value? {
        if case .compare(.equal, let value)? = comparison(.equal, constant, isInteger: isInteger) {
            return value
        }
        return nil
    }

    private enum Floor {
        case value(Value), beyondLow, beyondHigh
    }

    private static func isNaN(_ value: Value) -> Bool {
        switch value {
        case .double(let number): number.isNaN
        case .decimal(let number): number.isNaN
        default: false  // Only these two have such a value.
        }
    }

    private static func outside(_ op: Operator, constantIsLow: Bool) -> Comparison? {
        switch op.family {
        case .equality(.equal): .never
        case .equality(.notEqual): .always
        case .order(.less), .order(.lessOrEqual): constantIsLow ? .never : .always
        case .order(.greater), .order(.greaterOrEqual): constantIsLow ? .always : .never
        case .range, .membership, .substring, .pattern, .token, .custom:
            nil
        }
    }

    /// The largest value of the column's kind that is not above the constant.
    private static func floor(_ constant: Value, isInteger: Bool) -> Floor? {
        if isInteger {
            switch constant {
            case .int: return .value(constant)
            case .double(let number):
                if number >= 0x1p63 { return .beyondHigh }
                if number < -0x1p63 { return .beyondLow }
                return .value(.int(Int64(number.rounded(.down))))
            case .decimal(let number):
                if number > Decimal(Int64.max) { return .beyondHigh }
                if number < Decimal(Int64.min) { return .beyondLow }
                var (number, whole) = (number, Decimal())
                NSDecimalRound(&whole, &number, 0, .down)
                return .value(.int(NSDecimalNumber(decimal: whole).int64Value))
            default: return nil  // No number.
            }
        }
        guard let near = constant.nearestDouble else { return nil }
        let value = Value.double(near)
        switch NumberOrder.compare(value, constant) {
        case .greater?: return .value(.double(near.nextDown))
        case .less?, .equal?: return .value(value)
        case nil: return nil
        }
    }
}
