public import Foundation

extension TextMatching {
    /// Which of two texts comes first.
    ///
    /// Literally by scalars. Under `[c]`, `[d]` and `[cd]` the `[cd]`-folded texts decide first
    /// and the texts folded with the options themselves second, so that an index on
    /// `[cd]`-folded text serves the order too. Under `[l]` the locale decides.
    ///
    ///     TextMatching.order("b", "A")                       // .greater
    ///     TextMatching.order("a", "A", [.caseInsensitive])   // .equal
    public static func order(
        _ a: String, _ b: String, _ options: ComparisonOptions = [], locale: Locale? = nil
    ) -> Order {
        let folding = TextFolding(options)
        switch folding {
        case .literal: return orderFolded(a, b, .literal)
        case .canonical, .caseless, .accentless, .base: break
        }
        if options.contains(.localeSensitive) {
            var rules: String.CompareOptions = []
            if options.contains(.caseInsensitive) { rules.insert(.caseInsensitive) }
            if options.contains(.diacriticInsensitive) { rules.insert(.diacriticInsensitive) }
            return orderLocalized(a, b, rules, folding, locale ?? .current)
        }
        let first = orderFolded(a, b, .base)
        return first != .equal || folding == .base ? first : orderFolded(a, b, folding)
    }

    /// Which of two texts comes first in a sorted list.
    ///
    ///     TextMatching.order("file9", "file10", .localizedStandard)  // .less
    public static func order(
        _ a: String, _ b: String, _ textOrder: Ordering.TextOrder, locale: Locale? = nil
    ) -> Order {
        switch textOrder {
        case .literal: orderFolded(a, b, .literal)
        case .caseInsensitive: order(a, b, [.caseInsensitive])
        case .localized: orderLocalized(a, b, [], .canonical, locale ?? .current)
        case .localizedCaseInsensitive:
            orderLocalized(a, b, [.caseInsensitive], .caseless, locale ?? .current)
        case .localizedStandard:
            orderLocalized(
                a, b, [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
                .canonical, locale ?? .current)
        }
    }

    private static func orderFolded(_ a: String, _ b: String, _ folding: TextFolding) -> Order {
        withFolded(a, folding) { a in withFolded(b, folding) { b in order(a, b) } }
    }

    /// The locale's order; texts that it holds equal are told apart by their folded form, so
    /// that order and equality agree.
    private static func orderLocalized(
        _ a: String, _ b: String, _ rules: String.CompareOptions, _ folding: TextFolding,
        _ locale: Locale
    ) -> Order {
        let folded = orderFolded(a, b, folding)
        if folded == .equal { return .equal }
        switch a.compare(b, options: rules, range: nil, locale: locale) {
        case .orderedAscending: return .less
        case .orderedDescending: return .greater
        case .orderedSame: return folded
        }
    }
}
