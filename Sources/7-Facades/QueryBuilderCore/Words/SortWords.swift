import PredicateCore

/// Which end of an order comes first.
///
///     try people.query().where("age > 35").order(by: "age", .descending).all().map(\.name)
///     // ["file9", "Ann"]: of 65 and 41
public enum SortDirection: Hashable, Sendable {
    /// The smallest first; nil before everything.
    case ascending
    /// The largest first.
    case descending
}

/// How text is compared when sorting.
///
///     people.query().order(by: "name")                                  // "file10" before "file9"
///     people.query().order(by: "name", .ascending, .localizedStandard)  // "file9" before "file10"
public enum TextComparison: Hashable, Sendable, CaseIterable {
    /// By Unicode scalars.
    case literal
    /// Without case.
    case caseInsensitive
    /// By the user's language.
    case localized
    /// By the user's language, without case.
    case localizedCaseInsensitive
    /// As a file browser lists names, numbers by value.
    case localizedStandard

    var textOrder: Ordering.TextOrder {
        switch self {
        case .literal: .literal
        case .caseInsensitive: .caseInsensitive
        case .localized: .localized
        case .localizedCaseInsensitive: .localizedCaseInsensitive
        case .localizedStandard: .localizedStandard
        }
    }
}
