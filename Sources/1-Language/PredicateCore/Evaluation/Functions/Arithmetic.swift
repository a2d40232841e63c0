package import Foundation

/// Calculation with values: integers stay integers, decimals stay decimals.
///
/// Sums, differences and products of integers wrap round at 64 bits, as those of Apple's
/// `_NSPredicateUtilities` do; a power is a floating-point number. What has no answer is nil: a
/// calculation with nil, an integer divided by zero, a decimal beyond its digits. Text in a
/// calculation is an error.
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
        case (.int(let x), .int(let y)): return integers(operation, x, y)
        case (.decimal(let x), .decimal(let y)): return decimals(operation, x, y)
        case (.decimal(let x), .int(let y)): return decimals(operation, x, Decimal(y))
        case (.int(let x), .decimal(let y)): return decimals(operation, Decimal(x), y)
        default:
            // Beside nil, text is an error all the same.
            let x = a.isNull ? nil : try double(a, operation.rawValue)
            let y = b.isNull ? nil : try double(b, operation.rawValue)
            guard let x, let y else { return .null }
            return .double(doubles(operation, x, y))
        }
    }

    private static func integers(_ operation: Operation, _ x: Int64, _ y: Int64) -> Value {
        switch operation {
        case .add: return .int(x &+ y)
        case .subtract: return .int(x &- y)
        case .multiply: return .int(x &* y)
        case .divide:
            // The one quotient that 64 bits do not hold is the least number by -1.
            let (result, overflow) = x.dividedReportingOverflow(by: y)
            return overflow ? .null : .int(result)
        case .remainder:
            guard y != 0 else { return .null }
            // By -1 nothing remains, even where the quotient overflows.
            return .int(y == -1 ? 0 : x % y)
        case .power: return .double(pow(Double(x), Double(y)))
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
    ) -> Value {
        guard !x.isNaN, !y.isNaN else { return .decimal(.nan) }
        var (x, y, result) = (x, y, Decimal())
        let status: NSDecimalNumber.CalculationError
        switch operation {
        case .add: status = NSDecimalAdd(&result, &x, &y, .plain)
        case .subtract: status = NSDecimalSubtract(&result, &x, &y, .plain)
        case .multiply:
            let exponent = x.exponent + y.exponent
            // Foundation stops the program where the exponent of a product is too small.
            let isSmall = exponent < -128
            if isSmall { (x, y) = (x.digits, y.digits) }
            status = NSDecimalMultiply(&result, &x, &y, .plain)
            if isSmall { result = underflowing(result, exponent) }
        case .divide:
            guard !y.isZero else { return .null }
            status = divide(&result, x, y)
        case .remainder:
            guard !y.isZero else { return .null }
            var quotient = Decimal()
            guard divide(&quotient, x, y) != .overflow else { return .null }
            var whole = round(quotient, quotient.isSignMinus ? .up : .down)
            var product = Decimal()
            _ = NSDecimalMultiply(&product, &whole, &y, .plain)
            status = NSDecimalSubtract(&result, &x, &product, .plain)
        case .power:
            return .double(pow(x.nearestDouble, y.nearestDouble))
        }
        guard status != .overflow, !result.isNaN else { return .null }
        return .decimal(result)
    }

    private static func divide(
        _ result: inout Decimal, _ x: Decimal, _ y: Decimal
    ) -> NSDecimalNumber.CalculationError {
        var (a, b) = (x, y)
        let status = NSDecimalDivide(&result, &a, &b, .plain)
        guard status == .underflow else { return status }
        // Foundation finds no number also where fewer digits would do.
        (a, b) = (x.digits, y.digits)
        let exact = NSDecimalDivide(&result, &a, &b, .plain)
        result = underflowing(result, x.exponent - y.exponent)
        return exact
    }

    /// A number with its exponent lowered, rounded to the 128 places that a decimal number has;
    /// 0 where nothing is left, as Apple's header says of `NSCalculationUnderflow`.
    private static func underflowing(_ number: Decimal, _ exponent: Int) -> Decimal {
        var (number, rounded, result) = (number, Decimal(), Decimal())
        NSDecimalRound(&rounded, &number, 128 + exponent, .plain)
        guard !rounded.isZero else { return 0 }
        _ = NSDecimalMultiplyByPowerOf10(&result, &rounded, Int16(exponent), .plain)
        return result
    }

    static func round(_ x: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (x, result) = (x, Decimal())
        NSDecimalRound(&result, &x, 0, mode)
        return result
    }

    /// The number as a double.
    static func double(_ value: Value, _ part: String) throws(EvaluationError) -> Double {
        guard let number = value.nearestDouble else {
            var message = "\(part) calculates with numbers and met \(value.kindPhrase)"
            if case .date = value {
                message += "; CAST(x, \"NSNumber\") gives its seconds since 2001"
            }
            throw EvaluationError(.incompatibleValues, message + ".")
        }
        return number
    }

    /// The number as a whole one, nil of nil and of a fraction; an error of what is no number.
    static func bits(_ value: Value, _ part: String) throws(EvaluationError) -> Int64? {
        if let whole = value.wholeNumber { return whole }
        if value.isNull || value.isNumber { return nil }
        return try integer(value, part)  // Says what is wrong.
    }

    /// The number as a whole one; an error when it is not whole.
    static func integer(_ value: Value, _ part: String) throws(EvaluationError) -> Int64 {
        guard let whole = value.wholeNumber else {
            throw EvaluationError(
                .incompatibleValues,
                "\(part) needs a whole number and met "
                    + "\(value.isNumber ? "a fraction" : value.kindPhrase).")
        }
        return whole
    }

    static func overflow(_ part: String) -> EvaluationError {
        EvaluationError(.arithmetic, "The result of \(part) is too large for its kind of number.")
    }
}

extension Value {
    /// Whether this is a number of any kind.
    package var isNumber: Bool {
        switch kind {
        case .number: true
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            false
        }
    }

    /// A number without a fraction as an integer; nil of other numbers and values.
    var wholeNumber: Int64? {
        switch kind {
        case .number(.int(let x)): x
        case .number(.double(let x)): Int64(exactly: x)
        case .number(.decimal(let x)): x.isNaN ? nil : NumberOrder.exactInteger(x)
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            nil
        }
    }

    /// A number as a floating-point number, the nearest there is; nil of other values.
    package var nearestDouble: Double? {
        switch kind {
        case .number(.int(let x)): Double(x)
        case .number(.double(let x)): x
        case .number(.decimal(let x)): x.nearestDouble
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            nil
        }
    }
}

extension Decimal {
    /// The nearest floating-point number there is.
    package var nearestDouble: Double {
        // Foundation's own conversion calculates, and is off in the last places.
        Double(description) ?? NSDecimalNumber(decimal: self).doubleValue
    }

    /// The decimal number that the shortest text of a floating-point number says: the one that was
    /// meant; nil where no decimal number is that large or small.
    package init?(shortest number: Double) {
        // Foundation reads 0 of "-inf".
        guard number.isFinite else { return nil }
        // Its own conversion makes 19.98999999999999488 of 19.99.
        let text = number.description
        if let decimal = Decimal(string: text) {
            self = decimal
            return
        }
        // It reads no exponent above 127, but the zeros in full: there may be 38 digits before it.
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]), exponent > 127 else { return nil }
        let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let places = digits.count == 2 ? digits[1].count : 0
        self.init(string: digits.joined() + String(repeating: "0", count: exponent - places))
    }

    /// The digits as a whole number, with the sign.
    fileprivate var digits: Decimal { Decimal(sign: sign, exponent: 0, significand: significand) }
}
