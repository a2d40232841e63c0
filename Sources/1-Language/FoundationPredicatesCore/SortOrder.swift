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

    /// The order of two values: nil first, then numbers, text and the rest.
    func order(_ a: Value, _ b: Value) throws(EvaluationError) -> ComparisonResult {
        guard let textOrder else {
            throw EvaluationError(.unknownSelector, "Nothing sorts by \(self).")
        }
        return ValueComparison.sortOrder(a, b, textOrder).comparisonResult
    }
}

/// What a sort descriptor looks at in an object.
enum SortLookup: Equatable {
    /// The object itself, and the key that says so; nil where none does.
    case object(key: String?)
    /// What a key path in text leads to.
    case path(String, CachedExpressionEvaluator)
    /// A property.
    case property(AnyKeyPath)

    /// The lookup for a key path in text.
    static func key(_ key: String?) -> SortLookup {
        guard let key, !key.isEmpty, key.lowercased() != "self" else {
            return .object(key: key)
        }
        return .path(key, CachedExpressionEvaluator())
    }

    var key: String? {
        switch self {
        case .object(let key): key
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
