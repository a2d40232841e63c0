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
package enum SQLFunction: CaseIterable, Hashable, Sendable {
    /// `(text, wanted, options)`: both are the same.
    case equal
    /// `(text, prefix, options)`.
    case beginsWith
    /// `(text, suffix, options)`.
    case endsWith
    /// `(text, part, options)`.
    case contains
    /// `(text, pattern, options)`: `LIKE`.
    case like
    /// `(text, pattern, options)`: `MATCHES`.
    case matches
    /// `(a, b, options)`: -1, 0 or 1 as records are ordered; NULL when either is NULL.
    case order
    /// `(a, b, options)`: the same as objects are ordered.
    case objectOrder
    /// `(text)`: without case and accents.
    case fold
    /// `(latitude, longitude, latitude, longitude)`: metres; NULL when any is NULL.
    case distance
    /// `(list)`: the number of members of a list as it is stored; NULL of NULL.
    case listCount
    /// A function of the language, one of ``calculations``, with its own arguments.
    case language(Function)

    /// All that an engine registers.
    package static var allCases: [SQLFunction] {
        let own: [SQLFunction] = [
            .equal, .beginsWith, .endsWith, .contains, .like, .matches, .order, .objectOrder,
            .fold, .distance, .listCount,
        ]
        return own + calculations.map(SQLFunction.language)
    }

    /// The functions of the language that calculate with numbers or text.
    static let calculations: [Function] = [
        .add, .subtract, .multiply, .divide, .modulus, .raise, .negate, .abs, .sqrt, .log, .ln,
        .exp, .ceiling, .floor, .trunc, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift,
        .rightShift, .onesComplement, .uppercase, .lowercase, .canonical, .length,
    ]

    /// The name in SQL.
    package var name: String {
        switch self {
        case .equal: "quarry_equal"
        case .beginsWith: "quarry_begins_with"
        case .endsWith: "quarry_ends_with"
        case .contains: "quarry_contains"
        case .like: "quarry_like"
        case .matches: "quarry_matches"
        case .order: "quarry_order"
        case .objectOrder: "quarry_object_order"
        case .fold: "quarry_fold"
        case .distance: "quarry_distance"
        case .listCount: "quarry_list_count"
        // The first word of the selector says what is done, but for this one.
        case .language(.subtract): "quarry_subtract"
        case .language(let function):
            "quarry_" + function.rawValue.prefix(while: { $0 != ":" })
        }
    }

    /// How many arguments it takes.
    package var arity: Int {
        switch self {
        case .distance: 4
        case .equal, .beginsWith, .endsWith, .contains, .like, .matches, .order, .objectOrder: 3
        case .fold, .listCount: 1
        case .language(let function): function.arity.lowerBound
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
