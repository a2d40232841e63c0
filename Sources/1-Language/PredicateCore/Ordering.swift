/// A key path and a direction: one part of a sort.
///
///     Ordering("population", ascending: false)
public struct Ordering: Hashable, Sendable {
    /// How text is compared when sorting.
    ///
    ///     TextMatching.order("file9", "file10", .literal)            // .greater
    ///     TextMatching.order("file9", "file10", .localizedStandard)  // .less
    public enum TextOrder: String, Hashable, Sendable, CaseIterable {
        /// By Unicode scalars: `compare:`.
        case literal
        /// Without case: `caseInsensitiveCompare:`.
        case caseInsensitive
        /// By the user's language: `localizedCompare:`.
        case localized
        /// By the user's language, without case: `localizedCaseInsensitiveCompare:`.
        case localizedCaseInsensitive
        /// As a file browser lists names, numbers by value: `localizedStandardCompare:`.
        case localizedStandard
    }

    /// What is sorted by.
    ///
    ///     let paris = Location(latitude: 48.8566, longitude: 2.3522)
    ///     Ordering(key: .distance(QueryKeyPath("place"), from: paris))  // the nearest place first
    public enum Key: Hashable, Sendable {
        /// The value that a key path leads to; nil comes first when ascending.
        case keyPath(QueryKeyPath)
        /// The distance in metres of a location field from a point.
        case distance(QueryKeyPath, from: Location)
    }

    /// What is sorted by.
    public var key: Key
    /// Whether smaller values come first.
    public var ascending: Bool
    /// How text is compared.
    public var textOrder: TextOrder

    /// Sorts by a key path, written with dots.
    public init(_ keyPath: String, ascending: Bool = true, textOrder: TextOrder = .literal) {
        self.init(key: .keyPath(QueryKeyPath(keyPath)), ascending: ascending, textOrder: textOrder)
    }

    /// Sorts by any key.
    public init(key: Key, ascending: Bool = true, textOrder: TextOrder = .literal) {
        self.key = key
        self.ascending = ascending
        self.textOrder = textOrder
    }
}

extension Int {
    /// How many rows end a page of this many after those that are passed over; nil, which is all of
    /// them, where no `Int` is that large.
    package func rows(after offset: Int) -> Int? {
        let (sum, overflow) = addingReportingOverflow(offset)
        return overflow ? nil : sum
    }
}
