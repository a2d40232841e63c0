import PredicateCore

/// A value of the language as the type that a program asks for; nil for nil.
func typed<Result>(_ value: Value, _ key: String, as type: Result.Type) throws -> Result? {
    guard let object = value.bridged else { return nil }
    if let result = object as? Result { return result }
    if let raw = Result.self as? any RawRepresentable.Type, let made = raw.making(object) {
        if let result = made as? Result { return result }
    }
    throw QueryError.unexpectedValue(
        key: key, expected: "\(Result.self)", found: "\(Swift.type(of: object))")
}

extension RawRepresentable {
    fileprivate static func making(_ object: Any) -> Any? {
        (object as? RawValue).flatMap { Self(rawValue: $0) }
    }
}
