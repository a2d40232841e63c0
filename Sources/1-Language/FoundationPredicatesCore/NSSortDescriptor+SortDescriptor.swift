public import Foundation

extension NSSortDescriptor {
    /// The sort that a Swift sort descriptor says.
    ///
    ///     request.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Note.title, order: .reverse))]
    ///
    /// Text that the Swift descriptor compares without a comparator or by `.lexical` is compared as
    /// `compare:` does. A comparator of another kind becomes ``comparator``, which evaluates in
    /// memory and has no form that a store can sort by.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        let lookup = sortDescriptor.keyPath.map { SortLookup.property($0) } ?? .object
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
    /// (`compare:`). A localized selector and a comparator have none: Foundation has their
    /// comparators on Apple's platforms alone.
    public init?(_ descriptor: NSSortDescriptor, comparing comparedType: Compared.Type) {
        guard descriptor.selector == Selector("compare:"),
            let path = descriptor.property(of: comparedType)
        else { return nil }
        let order: Foundation.SortOrder = descriptor.ascending ? .forward : .reverse
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
private func sendable<Root, Value>(
    _ path: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
}
