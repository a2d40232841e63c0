/// Optionals of any kind, found inside `Any`.
package protocol OptionalValue {
    /// The type of what may be inside.
    static var wrappedType: Any.Type { get }
    /// What is inside; nil for none.
    var wrappedAny: Any? { get }
}

extension Optional: OptionalValue {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var wrappedAny: Any? {
        // Of an `Any` that is made an `Any` once more, the type would be `Any`.
        Wrapped.self == Any.self ? unsafeBitCast(self, to: Any?.self) : map { $0 as Any }
    }
}

/// A value without the optionals round it; nil for none.
package func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    guard let optional = value as? any OptionalValue else { return value }
    return unwrapped(optional.wrappedAny)
}
