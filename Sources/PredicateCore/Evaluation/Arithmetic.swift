import Foundation

/// Calculation with values: integers stay integers, decimals stay decimals, and what has no
/// answer is an error.
enum Arithmetic {
    enum Operation: String, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case remainder = "modulus:by:"
        case power = "**"
    }

    static func apply(
        _ operation: Operation, _ a: Value, _ b: Value
    ) throws(EvaluationError) -> Value {
        switch (a, b) {
        case (.int(let x), .int(let y)): try integers(operation, x, y)
        case (.decimal(let x), .decimal(let y)): try decimals(operation, x, y)
        case (.decimal(let x), .int(let y)): try decimals(operation, x, Decimal(y))
        case (.int(let x), .decimal(let y)): try decimals(operation, Decimal(x), y)
        default:
            .double(
                doubles(
                    operation, try double(a, operation.rawValue), try double(b, operation.rawValue))
            )
        }
    }

    private static func integers(
        _ operation: Operation, _ x: Int64, _ y: Int64
    ) throws(EvaluationError) -> Value {
        let (result, overflow): (Int64, Bool)
        switch operation {
        case .add: (result, overflow) = x.addingReportingOverflow(y)
        case .subtract: (result, overflow) = x.subtractingReportingOverflow(y)
        case .multiply: (result, overflow) = x.multipliedReportingOverflow(by: y)
        case .divide:
            guard y != 0 else { throw divisionByZero }
            (result, overflow) = x.dividedReportingOverflow(by: y)
        case .remainder:
            guard y != 0 else { throw divisionByZero }
            // By -1 nothing remains, even where the quotient overflows.
            (result, overflow) = (y == -1 ? 0 : x % y, false)
        case .power:
            guard y >= 0 else { return .double(pow(Double(x), Double(y))) }
            (result, overflow) = power(x, y)
        }
        guard !overflow else { throw Self.overflow(operation.rawValue) }
        return .int(result)
    }

    private static func power(_ base: Int64, _ exponent: Int64) -> (Int64, Bool) {
        var result: Int64 = 1
        var factor = base
        var rest = exponent
        while true {
            if rest & 1 == 1 {
                let (product, overflow) = result.multipliedReportingOverflow(by: factor)
                if overflow { return (0, true) }
                result = product
            }
            rest >>= 1
            if rest == 0 { return (result, false) }
            let (square, overflow) = factor.multipliedReportingOverflow(by: factor)
            if overflow { return (0, true) }
            factor = square
        }
    }

    private static func doubles(_ operation: Operation, _ x: Double, _ y: Double) -> Double {
        switch operation {
        case .add: x + y
        case .subtract: x - y
        case .multiply: x * y
        case .divide: x / y
        case .remainder: fmod(x, y)
        case .power: pow(x, y)
        }
    }

    private static func decimals(
        _ operation: Operation, _ x: Decimal, _ y: Decimal
    ) throws(EvaluationError) -> Value {
        guard !x.isNaN, !y.isNaN else { return .decimal(.nan) }
        var (x, y, result) = (x, y, Decimal())
        let status: NSDecimalNumber.CalculationError
        switch operation {
        case .add: status = NSDecimalAdd(&result, &x, &y, .plain)
        case .subtract: status = NSDecimalSubtract(&result, &x, &y, .plain)
        case .multiply: status = NSDecimalMultiply(&result, &x, &y, .plain)
        case .divide:
            guard !y.isZero else { throw divisionByZero }
            status = NSDecimalDivide(&result, &x, &y, .plain)
        case .remainder:
            guard !y.isZero else { throw divisionByZero }
            var quotient = Decimal()
            guard NSDecimalDivide(&quotient, &x, &y, .plain) != .overflow else {
                throw overflow(operation.rawValue)
            }
            var whole = round(quotient, quotient.isSignMinus ? .up : .down)
            var product = Decimal()
            _ = NSDecimalMultiply(&product, &whole, &y, .plain)
            status = NSDecimalSubtract(&result, &x, &product, .plain)
        case .power:
            return .double(
                pow(
                    NSDecimalNumber(decimal: x).doubleValue, NSDecimalNumber(decimal: y).doubleValue
                )
            )
        }
        guard status != .overflow, !result.isNaN else { throw overflow(operation.rawValue) }
        return .decimal(result)
    }

    static func round(_ x: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (x, result) = (x, Decimal())
        NSDecimalRound(&result, &x, 0, mode)
        return result
    }

    /// The number as a double.
    static func double(_ value: Value, _ part: String) throws(EvaluationError) -> Double {
        switch value {
        case .int(let x): return Double(x)
        case .double(let x): return x
        case .decimal(let x): return NSDecimalNumber(decimal: x).doubleValue
        case .null, .text, .date, .bytes, .uuid, .url, .reference, .location, .asset, .list,
            .dictionary, .object:
            throw EvaluationError(
                .incompatibleValues, "\(part) calculates with numbers and met \(value.kindPhrase).")
        }
    }

    /// The number as a whole one; an error when it is not whole.
    static func integer(_ value: Value, _ part: String) throws(EvaluationError) -> Int64 {
        let whole: Int64?
        switch value {
        case .int(let x): return x
        case .double(let x): whole = Int64(exactly: x)
        case .decimal(let x): whole = x.isNaN ? nil : NumberOrder.exactInteger(x)
        case .null, .text, .date, .bytes, .uuid, .url, .reference, .location, .asset, .list,
            .dictionary, .object:
            whole = nil
        }
        guard let whole else {
            throw EvaluationError(
                .incompatibleValues,
                "\(part) needs a whole number and met "
                    + "\(value.isNumber ? "a fraction" : value.kindPhrase).")
        }
        return whole
    }

    static var divisionByZero: EvaluationError {
        EvaluationError(.arithmetic, "A whole number cannot be divided by zero.")
    }

    static func overflow(_ part: String) -> EvaluationError {
        EvaluationError(.arithmetic, "The result of \(part) is too large for its kind of number.")
    }
}

extension Value {
    /// Whether this is a number of any kind.
    var isNumber: Bool {
        switch self {
        case .int, .double, .decimal: true
        case .null, .text, .date, .bytes, .uuid, .url, .reference, .location, .asset, .list,
            .dictionary, .object:
            false
        }
    }
}
