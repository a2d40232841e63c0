public import Foundation

extension TextMatching {
    /// Which of two texts comes first, as the source's profile has it; under `[l]` the locale
    /// decides.
    ///
    ///     TextMatching.order("b", "A")                             // .greater
    ///     TextMatching.order("a", "A", [.caseInsensitive])         // .equal
    ///     TextMatching.order("é", "f")                             // .less
    ///     TextMatching.order("é", "f", profile: .records)          // .greater
    public static func order(
        _ a: String, _ b: String, _ options: ComparisonOptions = [], locale: Locale? = nil,
        profile: TextProfile = .foundation
    ) -> Order {
        let folding = TextFolding(options)
        if folding == .literal {
            // What is normalised already needs no decomposition.
            return options.contains(.normalized)
                ? orderFolded(a, b, .literal) : orderPlain(a, b, profile)
        }
        if options.contains(.localeSensitive) {
            var rules: String.CompareOptions = []
            if options.contains(.caseInsensitive) { rules.insert(.caseInsensitive) }
            if options.contains(.diacriticInsensitive) { rules.insert(.diacriticInsensitive) }
            return orderLocalized(a, b, rules, folding, locale ?? .current)
        }
        switch profile {
        case .foundation, .objects: return orderFolded(a, b, folding)
        case .records:
            let first = orderFolded(a, b, .base)
            return first != .equal || folding == .base ? first : orderFolded(a, b, folding)
        }
    }

    /// Which of two texts comes first in a sorted list.
    ///
    ///     TextMatching.order("file9", "file10", .localizedStandard)  // .less
    public static func order(
        _ a: String, _ b: String, _ textOrder: Ordering.TextOrder, locale: Locale? = nil,
        profile: TextProfile = .foundation
    ) -> Order {
        switch textOrder {
        case .literal: orderPlain(a, b, profile)
        case .caseInsensitive: order(a, b, [.caseInsensitive], profile: profile)
        case .localized: orderLocalized(a, b, [], .canonical, locale ?? .current)
        case .localizedCaseInsensitive:
            orderLocalized(a, b, [.caseInsensitive], .caseless, locale ?? .current)
        case .localizedStandard:
            orderLocalized(
                a, b, [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
                .canonical, locale ?? .current)
        }
    }

    /// The order without options.
    private static func orderPlain(_ a: String, _ b: String, _ profile: TextProfile) -> Order {
        switch profile {
        case .records, .objects: orderFolded(a, b, .literal)
        case .foundation:
            withBytes(a) { x in withBytes(b) { y in quickCanonicalOrder(x, y) } }
                ?? orderFolded(a, b, .canonical)
        }
    }

    /// The order of the canonical decompositions, where the first bytes that differ say it.
    ///
    /// An ASCII character decomposes to itself, and no mark moves across it. So where two of them
    /// differ, or a text ends before one, the texts before that place decompose alike.
    @inline(__always)
    private static func quickCanonicalOrder(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Order? {
        let shared = Swift.min(a.count, b.count)
        var place = 0
        while place + 8 <= shared, let x = a.baseAddress, let y = b.baseAddress {
            let one = UnsafeRawPointer(x + place).loadUnaligned(as: UInt64.self)
            let other = UnsafeRawPointer(y + place).loadUnaligned(as: UInt64.self)
            if one != other {
                place += (one ^ other).littleEndian.trailingZeroBitCount / 8
                return quickOrder(a[place], b[place])
            }
            place += 8
        }
        while place < shared {
            if a[place] != b[place] { return quickOrder(a[place], b[place]) }
            place += 1
        }
        if a.count == b.count { return .equal }
        let next = a.count < b.count ? b[shared] : a[shared]
        guard next < 0x80 else { return nil }
        return a.count < b.count ? .less : .greater
    }

    @inline(__always)
    private static func quickOrder(_ x: UInt8, _ y: UInt8) -> Order? {
        guard x < 0x80, y < 0x80 else { return nil }
        return x < y ? .less : .greater
    }

    private static func orderFolded(_ a: String, _ b: String, _ folding: TextFolding) -> Order {
        withFolded(a, folding) { a in withFolded(b, folding) { b in order(a, b) } }
    }

    /// The locale's order; texts that the locale holds equal are ordered by their folded form, so
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

extension Order {
    /// The same as Foundation says it.
    @inlinable
    package var comparisonResult: ComparisonResult {
        switch self {
        case .less: .orderedAscending
        case .equal: .orderedSame
        case .greater: .orderedDescending
        }
    }
}
