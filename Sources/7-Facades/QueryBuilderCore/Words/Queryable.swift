/// A type whose properties have names that the compiler checks.
///
///     extension Entity: Queryable {
///         enum Attribute { case quantity, date }
///     }
///     try Entity.query(in: context).where([.quantity: 1]).order(by: .date).all()
///
/// The name of a case is the name of the property; where the enumeration has text as its raw
/// type, the raw value is.
public protocol Queryable {
    /// The properties that queries name.
    associatedtype Attribute: Hashable
}

/// The property's name that an attribute stands for.
package func keyName<Attribute: Hashable>(of attribute: Attribute) -> String {
    if let raw = attribute as? any RawRepresentable, let text = raw.rawValue as? String {
        return text
    }
    return attribute as? String ?? String(describing: attribute)
}
