public import Foundation
import PredicateCore
import Synchronization

#if !canImport(Darwin)
/// An order of text that Foundation on Linux has no `String.StandardComparator` for.
///
///     SortDescriptor(\Note.title, comparator: .localizedStandard)
///     ["file10", "file9"].sorted(using: .localizedStandard)  // ["file9", "file10"]
///
/// Source: [String.StandardComparator](https://developer.apple.com/documentation/swift/string/standardcomparator).
public struct LocalizedStringComparator: SortComparator, Hashable, Sendable {
    /// The order of the language: `localized` or `localizedStandard`.
    let textOrder: Ordering.TextOrder
    /// Whether what comes first in the language comes first.
    public var order: Foundation.SortOrder = .forward

    init(_ textOrder: Ordering.TextOrder) { self.textOrder = textOrder }

    /// Which of two texts comes first.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let (a, b) = order == .forward ? (lhs, rhs) : (rhs, lhs)
        return TextMatching.order(a, b, textOrder).comparisonResult
    }

    /// The name of the method of `NSString` that compares so.
    package var selector: Selector { SortOrder.selector(for: textOrder) }
}

extension SortComparator where Self == LocalizedStringComparator {
    /// As a file browser lists names: numbers by their value, case counts last.
    public static var localizedStandard: LocalizedStringComparator {
        LocalizedStringComparator(.localizedStandard)
    }
    /// By the user's language.
    public static var localized: LocalizedStringComparator { LocalizedStringComparator(.localized) }
}

extension SortDescriptor {
    /// Sorts by text in the order of a comparator.
    ///
    ///     FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)])
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedStringComparator
    ) {
        self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by text in the order of a comparator, whose own direction does not count.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedStringComparator,
        order: Foundation.SortOrder
    ) {
        if comparator.textOrder == .localized {
            self.init(LocalizedSortPaths.add(keyPath, \.localizedText, comparator), order: order)
        } else {
            self.init(LocalizedSortPaths.add(keyPath, \.standardText, comparator), order: order)
        }
    }

    /// Sorts by text in the order of a comparator; nil comes first.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedStringComparator
    ) {
        self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by text in the order of a comparator, whose own direction does not count; nil comes
    /// first where `order` is forward.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable,
        comparator: LocalizedStringComparator, order: Foundation.SortOrder
    ) {
        if comparator.textOrder == .localized {
            self.init(LocalizedSortPaths.add(keyPath, \.localizedText, comparator), order: order)
        } else {
            self.init(LocalizedSortPaths.add(keyPath, \.standardText, comparator), order: order)
        }
    }

    /// The property and the comparator of a descriptor that a ``LocalizedStringComparator`` made.
    package var localizedSort: (keyPath: AnyKeyPath, comparator: LocalizedStringComparator)? {
        keyPath.flatMap(LocalizedSortPaths.find)
    }

    /// The descriptor that compares text as lists show it where this one names no comparator, which
    /// is what Apple's means then.
    package var standardizingText: SortDescriptor {
        guard stringComparator == nil, let keyPath else { return self }
        if let path = keyPath as? KeyPath<Compared, String> {
            return SortDescriptor(sendable(path), comparator: .localizedStandard, order: order)
        }
        if let path = keyPath as? KeyPath<Compared, String?> {
            return SortDescriptor(sendable(path), comparator: .localizedStandard, order: order)
        }
        return self
    }
}

/// The key paths of sort descriptors that compare text by a language.
///
/// `String.StandardComparator` has no public initializer that makes one. So the descriptor's key
/// path goes one step further, to a value that is compared by the language, and this table has the
/// property that the path began with.
private enum LocalizedSortPaths {
    private struct Entry: @unchecked Sendable {
        // Unchecked: a key path does not change.
        let property: AnyKeyPath
        let comparator: LocalizedStringComparator
    }
    private struct Table: @unchecked Sendable {
        // Unchecked: key paths do not change.
        var entries: [AnyKeyPath: Entry] = [:]
    }
    private static let table = Mutex(Table())

    static func add<Root, Text, Value>(
        _ property: KeyPath<Root, Text>, _ step: KeyPath<Text, Value>,
        _ comparator: LocalizedStringComparator
    ) -> any KeyPath<Root, Value> & Sendable {
        let path = property.appending(path: step)
        var comparator = comparator
        comparator.order = .forward
        let entry = Entry(property: property, comparator: comparator)
        // Equal key paths are one entry: there are as many as the program has sorts.
        nonisolated(unsafe) let key: AnyKeyPath = path
        table.withLock { $0.entries[key] = entry }
        return sendable(path)
    }

    static func find(_ path: AnyKeyPath) -> (AnyKeyPath, LocalizedStringComparator)? {
        nonisolated(unsafe) let path = path
        return table.withLock { $0.entries[path] }.map { ($0.property, $0.comparator) }
    }
}

/// Text that is compared in an order of the user's language.
private struct OrderedText: Comparable, Sendable {
    let text: String
    let order: Ordering.TextOrder

    static func == (a: OrderedText, b: OrderedText) -> Bool {
        TextMatching.order(a.text, b.text, a.order) == .equal
    }
    static func < (a: OrderedText, b: OrderedText) -> Bool {
        TextMatching.order(a.text, b.text, a.order) == .less
    }
}

extension String {
    fileprivate var localizedText: OrderedText { OrderedText(text: self, order: .localized) }
    fileprivate var standardText: OrderedText { OrderedText(text: self, order: .localizedStandard) }
}

extension String? {
    fileprivate var localizedText: OrderedText? { self?.localizedText }
    fileprivate var standardText: OrderedText? { self?.standardText }
}
#endif
