package import RecordCore

/// A function that lowering calls in SQL and that an engine registers, where it can.
///
///     for function in SQLFunction.allCases {
///         register(function.name, function.arity) { try function.evaluate($0) }
///     }
///
/// What they compute is the evaluator's own meaning of text and numbers, so that memory and
/// database agree by construction. Conditions give 1 or 0, never NULL. All are deterministic:
/// the same arguments give the same result.
package enum SQLFunction: String, CaseIterable, Hashable, Sendable {
    // The raw value is the name in SQL.
    /// `(text, wanted, options)`: both are the same.
    case equal = "quarry_equal"
    /// `(text, prefix, options)`.
    case beginsWith = "quarry_begins_with"
    /// `(text, suffix, options)`.
    case endsWith = "quarry_ends_with"
    /// `(text, part, options)`.
    case contains = "quarry_contains"
    /// `(text, pattern, options)`: `LIKE`.
    case like = "quarry_like"
    /// `(text, pattern, options)`: `MATCHES`.
    case matches = "quarry_matches"
    /// `(a, b, options)`: -1, 0 or 1 as records are ordered; NULL when either is NULL.
    case order = "quarry_order"
    /// `(a, b, options)`: the same as objects are ordered.
    case objectOrder = "quarry_object_order"
    /// `(text)`: without case and accents.
    case fold = "quarry_fold"
    /// `(latitude, longitude, latitude, longitude)`: metres; NULL when any is NULL.
    case distance = "quarry_distance"
    /// `(a, b)`: the sum; integers stay integers, overflow is an error.
    case add = "quarry_add"
    /// `(a, b)`: the difference.
    case subtract = "quarry_subtract"
    /// `(a, b)`: the product.
    case multiply = "quarry_multiply"
    /// `(a, b)`: the quotient; of integers truncated, division of them by zero is an error.
    case divide = "quarry_divide"
    /// `(a, b)`: the remainder.
    case modulus = "quarry_modulus"
    /// `(a, b)`: the power.
    case power = "quarry_power"
    /// `(a)`: the opposite.
    case negate = "quarry_negate"
    /// `(a)`: the magnitude.
    case absolute = "quarry_abs"
    /// `(a)`: the square root.
    case squareRoot = "quarry_sqrt"
    /// `(a)`: the logarithm to base 10.
    case log = "quarry_log"
    /// `(a)`: the natural logarithm.
    case naturalLog = "quarry_ln"
    /// `(a)`: e to a power.
    case exponential = "quarry_exp"
    /// `(a)`: the smallest whole number not below.
    case ceiling = "quarry_ceiling"
    /// `(a)`: the largest whole number not above.
    case floor = "quarry_floor"
    /// `(a)`: the whole part.
    case truncate = "quarry_trunc"
    /// `(a, b)`: bitwise and.
    case bitwiseAnd = "quarry_bitwise_and"
    /// `(a, b)`: bitwise or.
    case bitwiseOr = "quarry_bitwise_or"
    /// `(a, b)`: bitwise exclusive or.
    case bitwiseXor = "quarry_bitwise_xor"
    /// `(a, b)`: `a << b`.
    case shiftLeft = "quarry_shift_left"
    /// `(a, b)`: `a >> b`.
    case shiftRight = "quarry_shift_right"
    /// `(a)`: every bit the other way.
    case complement = "quarry_complement"
    /// `(text)`: in upper case.
    case uppercase = "quarry_uppercase"
    /// `(text)`: in lower case.
    case lowercase = "quarry_lowercase"
    /// `(text)`: without case and accents, as the language has it.
    case canonical = "quarry_canonical"
    /// `(text)`: UTF-16 units.
    case length = "quarry_length"
    /// `(list)`: the number of members of a list as it is stored; NULL of NULL.
    case listCount = "quarry_list_count"

    /// The name in SQL.
    package var name: String { rawValue }

    /// How many arguments it takes.
    package var arity: Int {
        switch self {
        case .distance: 4
        case .equal, .beginsWith, .endsWith, .contains, .like, .matches, .order, .objectOrder: 3
        case .add, .subtract, .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .shiftLeft, .shiftRight:
            2
        case .fold, .negate, .absolute, .squareRoot, .log, .naturalLog, .exponential, .ceiling,
            .floor, .truncate, .complement, .uppercase, .lowercase, .canonical, .length,
            .listCount:
            1
        }
    }

    /// The collation that an engine registers under a name, for ordering text.
    ///
    ///     for one in SQLFunction.collations {
    ///         … TextMatching.order(a, b, one.order, profile: one.profile) …
    ///     }
    package static let collations:
        [(name: String, order: Ordering.TextOrder, profile: TextProfile)] = [
            ("quarry_ci", .caseInsensitive, .records),
            ("quarry_object_ci", .caseInsensitive, .objects),
            ("quarry_localized", .localized, .records),
            ("quarry_localized_ci", .localizedCaseInsensitive, .records),
            ("quarry_standard", .localizedStandard, .records),
        ]
}
