import Foundation
import PredicateCore

/// How a sort descriptor compares two values.
enum SortOrder {
    /// By their own order: `compare:`.
    case natural
    /// By the method of a name.
    case selector(Selector)
    /// By a function of the program.
    case comparator(Comparator)

    /// How text is compared; nil where this is not a matter of text, or the name is unknown.
    var textOrder: Ordering.TextOrder? {
        switch self {
        case .natural: .literal
        case .comparator: nil
        case .selector(let selector):
            Ordering.TextOrder.allCases.first { SortOrder.selector(for: $0) == selector }
        }
    }

    /// The method's name for an order of text.
    static func selector(for textOrder: Ordering.TextOrder) -> Selector {
        switch textOrder {
        case .literal: "compare:"
        case .caseInsensitive: "caseInsensitiveCompare:"
        case .localized: "localizedCompare:"
        case .localizedCaseInsensitive: "localizedCaseInsensitiveCompare:"
        case .localizedStandard: "localizedStandardCompare:"
        }
    }

    /// The order of two values; stops the program when they have none.
    func compare(_ a: Value, _ b: Value) -> ComparisonResult {
        do {
            return try order(a, b)
        } catch {
            fatalError(String(describing: error))  // A comparator cannot throw.
        }
    }

    /// The order of two values: nil first, then numbers by value, text as the order says, dates,
    /// and whatever else has an order.
    func order(_ a: Value, _ b: Value) throws(EvaluationError) -> ComparisonResult {
        guard let textOrder else {
            throw EvaluationError(.unknownSelector, "Nothing sorts by \(self).")
        }
        switch (a, b) {
        case (.null, .null): return .orderedSame
        case (.null, _): return .orderedAscending
        case (_, .null): return .orderedDescending
        case (.text(let x), .text(let y)): return result(TextMatching.order(x, y, textOrder))
        case (.date(let x), .date(let y)): return compare(x.microseconds, y.microseconds)
        case (.uuid(let x), .uuid(let y)): return compare(x.uuidString, y.uuidString)
        case (.url(let x), .url(let y)): return compare(x.absoluteString, y.absoluteString)
        default: break  // Numbers, and pairs without an order.
        }
        if let order = NumberOrder.compare(a, b) { return result(order) }
        if a == b { return .orderedSame }
        switch (a, b) {
        case (.int, .double), (.double, .int), (.double, .double), (.double, .decimal),
            (.decimal, .double):
            // Only a NaN comes here; it goes before every number, so that a sort ends.
            return a.isNaN ? (b.isNaN ? .orderedSame : .orderedAscending) : .orderedDescending
        default:
            throw EvaluationError(.incompatibleValues, "\(a) and \(b) have no order to sort by.")
        }
    }

    private func compare<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
        a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }

    private func result(_ order: Order) -> ComparisonResult {
        switch order {
        case .less: .orderedAscending
        case .equal: .orderedSame
        case .greater: .orderedDescending
        }
    }
}

extension Value {
    fileprivate var isNaN: Bool {
        if case .double(let number) = self { number.isNaN } else { false }
    }
}

/// What a sort descriptor looks at in an object.
enum SortLookup: Equatable {
    /// The object itself.
    case object
    /// What a key path in text leads to.
    case path(String, CachedExpressionEvaluator)
    /// A property.
    case property(AnyKeyPath)

    /// The lookup for a key path in text.
    static func key(_ key: String?) -> SortLookup {
        guard let key, !key.isEmpty, key.lowercased() != "self" else { return .object }
        return .path(key, CachedExpressionEvaluator())
    }

    var key: String? {
        switch self {
        case .object: nil
        case .path(let key, _): key
        case .property(let path): KeyPathNames.name(of: path).flatMap { $0 == "SELF" ? nil : $0 }
        }
    }

    var canBeNamed: Bool {
        if case .property(let path) = self { KeyPathNames.name(of: path) != nil } else { true }
    }

    static func == (a: SortLookup, b: SortLookup) -> Bool {
        if case .property(let x) = a, case .property(let y) = b { return x == y }
        return a.canBeNamed && b.canBeNamed && a.key == b.key
    }

    /// The value that decides.
    func value(of object: Any) throws -> Value {
        switch self {
        case .object: return Value(bridging: object)
        case .path(let key, let evaluator):
            return try evaluator.value(.keyPath(QueryKeyPath(key)), for: object, variables: [:])
        case .property: return Value(bridging: try self.object(of: object))
        }
    }

    /// The object that decides; `NSNull` for nil.
    func object(of object: Any) throws -> Any {
        switch self {
        case .object: return object
        case .path: return try value(of: object).bridged ?? NSNull()
        case .property(let path):
            guard let value = object[keyPath: path] else {
                throw EvaluationError(
                    .undefinedKey, "\(type(of: object)) has no property \(path).")
            }
            return (value as? any OptionalValue).map { $0.wrappedAny ?? NSNull() } ?? value
        }
    }
}
