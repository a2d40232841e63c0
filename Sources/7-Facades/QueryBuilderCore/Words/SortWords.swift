import PredicateCore

/// Which end of an order comes first.
public enum SortDirection: Hashable, Sendable {
    /// The smallest first; nil before everything.
    case ascending
    /// The largest first.
    case descending
}

/// How text is compared when sorting.
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
