public import Foundation
public import PredicateCore

/// One part of a sort: what is looked at, and in which direction.
///
///     let byName = NSSortDescriptor(
///         key: "name", ascending: true, selector: Selector("localizedStandardCompare:"))
///     (people as NSArray).sortedArray(using: [byName, NSSortDescriptor(keyPath: \Person.age, ascending: false)])
///
/// It takes the place of Foundation's class of the same name and is a subclass of it. Nil comes
/// first when ascending.
///
/// Source: [NSSortDescriptor](https://developer.apple.com/documentation/foundation/nssortdescriptor).
open class NSSortDescriptor: Foundation.NSSortDescriptor, NSSecureCoding {
    private let lookup: SortLookup
    private let order: SortOrder
    private let smallestFirst: Bool

    init(lookup: SortLookup, order: SortOrder, ascending: Bool) {
        self.lookup = lookup
        self.order = order
        smallestFirst = ascending
        // Foundation's own parts are never asked: everything that reads them is overridden.
        super.init(keyPath: \NSObject.self, ascending: ascending) { _, _ in .orderedSame }
    }

    /// Sorts by what a key path leads to; nil and `"self"` mean the object itself.
    ///
    ///     NSSortDescriptor(key: "address.city", ascending: true)
    ///
    /// The initialiser that subclasses of other modules call.
    public init(key: String?, ascending: Bool) {
        lookup = .key(key)
        order = .natural
        smallestFirst = ascending
        super.init(keyPath: \NSObject.self, ascending: ascending) { _, _ in .orderedSame }
    }

    /// Sorts by what a key path leads to, text compared as a method's name says.
    ///
    /// Known names: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
    /// `localizedCaseInsensitiveCompare:` and `localizedStandardCompare:`. Comparing by another
    /// one stops the program.
    public convenience init(key: String?, ascending: Bool, selector: Selector?) {
        self.init(
            lookup: .key(key), order: selector.map(SortOrder.selector) ?? .natural,
            ascending: ascending)
    }

    /// Sorts by what a key path leads to, compared by a function; nil arrives as `NSNull`.
    public convenience init(
        key: String?, ascending: Bool, comparator cmptr: @escaping Comparator
    ) {
        self.init(lookup: .key(key), order: .comparator(cmptr), ascending: ascending)
    }

    /// Sorts by a property.
    ///
    ///     NSSortDescriptor(keyPath: \Person.name, ascending: true)
    public override convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(lookup: .property(keyPath), order: .natural, ascending: ascending)
    }

    /// Sorts by a property, compared by a function.
    public override convenience init<Root, Value>(
        keyPath: KeyPath<Root, Value>, ascending: Bool, comparator cmptr: @escaping Comparator
    ) {
        self.init(lookup: .property(keyPath), order: .comparator(cmptr), ascending: ascending)
    }

    // MARK: Parts

    /// The key path as text; nil where none was given, and for a property that keeps no name.
    open var key: String? { lookup.key }

    /// The property; the object itself where the descriptor was made from text.
    open override var keyPath: AnyKeyPath {
        if case .property(let path) = lookup { path } else { super.keyPath }
    }

    /// Whether smaller values come first.
    open override var ascending: Bool { smallestFirst }

    /// The name of the method that compares; nil where a function does.
    open var selector: Selector? {
        switch order {
        case .natural: Selector("compare:")
        case .selector(let selector): selector
        case .comparator: nil
        }
    }

    /// The function that compares two values, smallest first.
    open override var comparator: Comparator {
        if case .comparator(let function) = order { return function }
        let order = order
        return { order.compare(Value(bridging: $0), Value(bridging: $1)) }
    }

    /// Whether it sorts by the object itself, as with the key `"self"`, and by no function.
    package var sortsByObject: Bool {
        if case .object = lookup { order.textOrder != nil } else { false }
    }

    /// The property of a type that decides; nil where no key path is known for it.
    func property(of root: Any.Type) -> AnyKeyPath? {
        switch lookup {
        case .object: nil
        case .property(let path): path
        case .path(let name, _): KeyPathNames.keyPath(name, of: root)
        }
    }

    // MARK: Comparing

    /// The order of two objects.
    ///
    /// Stops the program when there is none: an object without such a key, an unknown selector.
    open override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        do {
            let result: ComparisonResult
            if case .comparator(let function) = order {
                result = function(try lookup.object(of: object1), try lookup.object(of: object2))
            } else {
                result = try order.order(lookup.value(of: object1), lookup.value(of: object2))
            }
            return smallestFirst ? result : result.opposite
        } catch {
            fatalError(String(describing: error))  // As Apple's raises.
        }
    }

    /// How the objects at two places compare, with everything read beforehand that can be.
    func comparison(of objects: [Any]) -> (Int, Int) -> ComparisonResult {
        guard type(of: self) == NSSortDescriptor.self else {
            // A subclass may compare in a way of its own.
            return { self.compare(objects[$0], to: objects[$1]) }
        }
        do {
            let ascending = smallestFirst
            if case .comparator(let function) = order {
                let keys = try objects.map { try lookup.object(of: $0) }
                return { a, b in
                    let result = function(keys[a], keys[b])
                    return ascending ? result : result.opposite
                }
            }
            let keys = try objects.map { try lookup.value(of: $0) }
            let order = order
            return { a, b in
                let result = order.compare(keys[a], keys[b])
                return ascending ? result : result.opposite
            }
        } catch {
            fatalError(String(describing: error))  // As Apple's raises.
        }
    }

    /// The same sort in the other direction.
    open override var reversedSortDescriptor: Any {
        NSSortDescriptor(lookup: lookup, order: order, ascending: !smallestFirst)
    }

    /// Does nothing: a decoded descriptor may be used at once.
    open func allowEvaluation() {}

    // MARK: Equality, copying, printing

    /// Whether both sort by the same in the same direction; functions are never the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSSortDescriptor else { return false }
        if self === other { return true }
        if case .comparator = order { return false }
        if case .comparator = other.order { return false }
        return smallestFirst == other.smallestFirst && selector == other.selector
            && lookup == other.lookup
    }

    /// A hash in accord with equality.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(smallestFirst)
        return hasher.finalize()
    }

    /// The descriptor itself, which never changes.
    open override func copy(with zone: NSZone? = nil) -> Any { self }

    /// The parts of the sort: `(name, ascending, localizedCompare:)`.
    open override var description: String {
        let by = selector.map(NSStringFromSelector) ?? "comparator"
        return "(\(key ?? "self"), \(smallestFirst ? "ascending" : "descending"), \(by))"
    }

    // MARK: Archives

    /// Descriptors take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// Reads a descriptor from an archive that this package wrote.
    public required convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "NSAscending") else { return nil }
        self.init(
            key: PredicateArchive.text("NSKey", from: coder),
            ascending: coder.decodeBool(forKey: "NSAscending"),
            selector: PredicateArchive.text("NSSelector", from: coder).map { Selector($0) })
    }

    /// Writes the descriptor by its key and its method's name; one that compares by a function, or
    /// by a property without a name, makes the coder fail with an error.
    open func encode(with coder: NSCoder) {
        guard let selector, lookup.canBeNamed else {
            coder.failWithError(
                CocoaError(
                    .coderInvalidValue,
                    userInfo: [NSDebugDescriptionErrorKey: "Cannot be archived: \(self)"]))
            return
        }
        if let key { coder.encode(key as NSString, forKey: "NSKey") }
        coder.encode(smallestFirst, forKey: "NSAscending")
        coder.encode(NSStringFromSelector(selector) as NSString, forKey: "NSSelector")
    }
}

extension NSSortDescriptor {
    /// The descriptor as a value that may cross threads and that stores understand.
    ///
    /// Nil where a function compares, where the method's name is unknown, and for the object
    /// itself or a property without a name.
    public var ordering: Ordering? {
        guard !sortsByObject, let key, let textOrder = order.textOrder else { return nil }
        return Ordering(key, ascending: smallestFirst, textOrder: textOrder)
    }

    /// The descriptor that says an ordering; nil for a distance, which has no key.
    public convenience init?(_ ordering: Ordering) {
        guard case .keyPath(let path) = ordering.key else { return nil }
        self.init(
            key: path.text, ascending: ordering.ascending,
            selector: SortOrder.selector(for: ordering.textOrder))
    }
}

extension ComparisonResult {
    fileprivate var opposite: ComparisonResult {
        ComparisonResult(rawValue: -rawValue) ?? .orderedSame
    }
}
