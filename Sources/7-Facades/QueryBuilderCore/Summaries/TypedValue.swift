import Foundation
import FoundationPredicates
import PredicateCore

/// A value of the language as the type that a program asks for; nil for nil.
func typed<Result>(_ value: Value, _ key: String, as type: Result.Type) throws -> Result? {
    // Of an optional property, the type of what is in it.
    let inner = wrapped(type)
    guard let object = number(value, as: inner) ?? value.bridged else { return nil }
    if let result = object as? Result { return result }
    if let raw = inner as? any RawRepresentable.Type, let made = raw.making(object) {
        if let result = made as? Result { return result }
    }
    throw QueryError.unexpectedValue(
        key: key, expected: "\(inner)", found: "\(Swift.type(of: object))")
}

/// A type out of the optionals around it.
private func wrapped(_ type: Any.Type) -> Any.Type {
    guard let optional = type as? any OptionalValue.Type else { return type }
    return wrapped(optional.wrappedType)
}

/// A number as one of another kind, the nearest there is: Foundation casts only those that are the
/// same in both, and calculates with the digits of decimals.
private func number(_ value: Value, as type: Any.Type) -> Any? {
    switch value {
    case _ where type == Double.self: value.nearestDouble
    case _ where type == Float.self: value.nearestDouble.map { Float($0) }
    case .int(let whole) where type == Decimal.self: Decimal(whole)
    case .double(let number) where type == Decimal.self: Decimal(shortest: number)
    default: nil  // Values that are no number, and other types.
    }
}

extension RawRepresentable {
    fileprivate static func making(_ object: Any) -> Any? {
        (object as? RawValue).flatMap { Self(rawValue: $0) }
    }
}
