/// A function of the language, with its spelling and the number of its arguments.
///
///     length:(name) > 3
///     now()
public enum Function: String, CaseIterable, Hashable, Sendable {
    // The raw value is the selector spelling, which is also how the function is printed.
    /// The sum of a collection; 0 of nothing.
    case sum = "sum:"
    /// The number of members.
    case count = "count:"
    /// The smallest member; nil of nothing.
    case min = "min:"
    /// The largest member; nil of nothing.
    case max = "max:"
    /// The mean; nil of nothing.
    case average = "average:"
    /// The middle member of the sorted collection.
    case median = "median:"
    /// The most frequent members, as a list.
    case mode = "mode:"
    /// The standard deviation of the population.
    case stddev = "stddev:"
    /// `a + b`; integers wrap round at 64 bits, and so do differences and products.
    case add = "add:to:"
    /// `a - b`.
    case subtract = "from:subtract:"
    /// `a * b`.
    case multiply = "multiply:by:"
    /// `a / b`; integers truncate, and by zero give nil.
    case divide = "divide:by:"
    /// The remainder; it has the sign of the dividend.
    case modulus = "modulus:by:"
    /// The square root.
    case sqrt = "sqrt:"
    /// The logarithm to base 10.
    case log = "log:"
    /// The natural logarithm.
    case ln = "ln:"
    /// `a ** b`, always a floating-point number.
    case raise = "raise:toPower:"
    /// e to a power.
    case exp = "exp:"
    /// The smallest whole number not below.
    case ceiling = "ceiling:"
    /// The magnitude.
    case abs = "abs:"
    /// The whole part.
    case trunc = "trunc:"
    /// The largest whole number not above.
    case floor = "floor:"
    /// The opposite number: `-a`.
    case negate = "negate:"
    /// The present instant.
    case now = "now"
    /// Text in upper case.
    case uppercase = "uppercase:"
    /// Text in lower case.
    case lowercase = "lowercase:"
    /// Text without case and accents.
    case canonical = "canonical:"
    /// UTF-16 units of a text, members of a collection.
    case length = "length:"
    /// `a & b`.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// `a | b`.
    case bitwiseOr = "bitwiseOr:with:"
    /// `a ^ b`.
    case bitwiseXor = "bitwiseXor:with:"
    /// `a << b`.
    case leftShift = "leftshift:by:"
    /// `a >> b`.
    case rightShift = "rightshift:by:"
    /// `~a`.
    case onesComplement = "onesComplement:"
    /// The argument itself; a hint that no index need be used.
    case noIndex = "noindex:"
    /// Great-circle metres between two locations.
    case distance = "distanceToLocation:fromLocation:"
    /// The member at an index, or under a key.
    case objectFrom = "objectFrom:withIndex:"
    /// What a key path leads to, from an object.
    case valueForKeyPath = "valueForKeyPath:"
    /// The tokens of a text; the second argument names options, such as `"cdl"`.
    case tokenize = "tokenize:using:"

    /// Every selector spelling beyond the first.
    public var aliases: [String] {
        switch self {
        case .raise: ["pow:", "raise:to:"]
        case .uppercase: ["toUpper:"]
        case .lowercase: ["toLower:"]
        default: []
        }
    }

    /// The spelling without colons that may also be written, `sum(x)` or `SUM(x)`; nil where there
    /// is none.
    public var shortName: String? {
        switch self {
        case .add, .subtract, .multiply, .divide, .modulus, .raise, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .leftShift, .rightShift, .distance, .objectFrom, .valueForKeyPath,
            .tokenize, .negate:
            nil
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .sqrt, .log, .ln,
            .exp, .ceiling, .abs, .trunc, .floor, .now, .uppercase, .lowercase, .canonical,
            .length, .onesComplement, .noIndex:
            rawValue.hasSuffix(":") ? String(rawValue.dropLast()) : rawValue
        }
    }

    /// How many arguments the function takes.
    public var arity: ClosedRange<Int> {
        switch self {
        case .now: 0...0
        case .add, .subtract, .multiply, .divide, .modulus, .raise, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .leftShift, .rightShift, .distance, .objectFrom, .tokenize:
            2...2
        case .valueForKeyPath: 1...2
        // `sum:({1, 2})` and `sum:(1, 2)` both occur: a run of arguments is the collection.
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev: 1...Int.max
        case .sqrt, .log, .ln, .exp, .ceiling, .abs, .trunc, .floor, .negate, .uppercase,
            .lowercase, .canonical, .length, .onesComplement, .noIndex:
            1...1
        }
    }
}
