public import Foundation
import PredicateCore

extension NSSortDescriptor {
    /// The sort that a Swift sort descriptor says.
    ///
    ///     request.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Note.title, order: .reverse))]
    ///
    /// Text that the Swift descriptor compares without a comparator or by `.lexical` is compared as
    /// `compare:` does; by `.localizedStandard` and `.localized`, as the selectors of these names do.
    /// A comparator of another kind becomes ``comparator``, which evaluates in memory and has no
    /// form that a store can sort by.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        #if !canImport(Darwin)
        if let (path, comparator) = sortDescriptor.localizedSort {
            self.init(
                lookup: .property(path), order: .selector(comparator.selector),
                ascending: sortDescriptor.order == .forward)
            return
        }
        #endif
        let lookup = sortDescriptor.keyPath.map { SortLookup.property($0) } ?? .object(key: nil)
        self.init(
            lookup: lookup, order: Self.order(of: sortDescriptor.stringComparator),
            ascending: sortDescriptor.order == .forward)
    }

    private static func order(of comparator: String.StandardComparator?) -> SortOrder {
        guard var comparator, comparator != lexical(comparator.order) else { return .natural }
        // The direction is the descriptor's, and counts once.
        comparator.order = .forward
        return .comparator { a, b in
            let (a, b) = (a as? String, b as? String)
            return switch (a, b) {
            case (let a?, let b?): comparator.compare(a, b)
            case (nil, nil): .orderedSame
            case (nil, _): .orderedAscending
            case (_, nil): .orderedDescending
            }
        }
    }

    private static func lexical(_ order: Foundation.SortOrder) -> String.StandardComparator {
        String.StandardComparator(.lexical, order: order)
    }
}

extension SortDescriptor {
    /// The Swift sort descriptor that says what a sort descriptor says; nil where none does.
    ///
    ///     SortDescriptor(NSSortDescriptor(keyPath: \Note.title, ascending: true), comparing: Note.self)
    ///
    /// There is one for a sort by a Swift key path of `comparedType`, or by a name that
    /// ``KeyPathNames`` has for one, to a value that is `Comparable`, compared by its own order
    /// (`compare:`), or to text, compared by `localizedStandardCompare:` or `localizedCompare:`.
    /// Other selectors and comparators have none.
    public init?(_ descriptor: NSSortDescriptor, comparing comparedType: Compared.Type) {
        guard let path = descriptor.property(of: comparedType) else { return nil }
        let order: Foundation.SortOrder = descriptor.ascending ? .forward : .reverse
        #if !canImport(Darwin)
        for comparator in [LocalizedStringComparator(.localizedStandard), .init(.localized)]
        where descriptor.selector == comparator.selector {
            if let path = path as? KeyPath<Compared, String> {
                self.init(sendable(path), comparator: comparator, order: order)
                return
            }
            if let path = path as? KeyPath<Compared, String?> {
                self.init(sendable(path), comparator: comparator, order: order)
                return
            }
        }
        #endif
        guard descriptor.selector == Selector("compare:") else { return nil }
        func make<Value: Comparable>(_: Value.Type) -> SortDescriptor<Compared>? {
            if let path = path as? KeyPath<Compared, Value> {
                return SortDescriptor(sendable(path), order: order)
            }
            if let path = path as? KeyPath<Compared, Value?> {
                return SortDescriptor(sendable(path), order: order)
            }
            return nil
        }
        let valueType = type(of: path).valueType
        let comparable =
            valueType as? any Comparable.Type
            ?? (valueType as? any OptionalValue.Type)?.wrappedType as? any Comparable.Type
        guard let comparable, let made = make(comparable) else { return nil }
        self = made
    }
}

/// A key path as one that may cross threads.
///
/// `Sendable` of a key path leaves no trace at run time, so that no cast can ask for it. A path to a
/// property captures nothing; a subscript's indexes must not change, as Foundation demands of every
/// sort descriptor.
func sendable<Root, Value>(
    _ path: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
}
