public import Foundation

/// How one field of an element is read, in the field's own type where it has one.
///
///     let words = try Evaluator<String>(
///         QueryPredicate(parsing: "letters > 3"), self: .text { $0 },
///         field: { $0 == "letters" ? .integer { $0.count } : nil })
///     try words.matches("seven")  // true
///
/// A typed case lets a comparison run without boxing: `.int(\.age)` against `18` is one
/// closure over two integers.
public enum FieldAccessor<Element>: Sendable {
    /// A whole number or a truth value (1 and 0).
    case int(@Sendable (Element) -> Int64?)
    /// A floating-point number.
    case double(@Sendable (Element) -> Double?)
    /// Text.
    case text(@Sendable (Element) -> String?)
    /// An instant.
    case date(@Sendable (Element) -> Date?)
    /// A universally unique identifier.
    case uuid(@Sendable (Element) -> UUID?)
    /// A collection.
    case list(@Sendable (Element) -> [Value]?)
    /// Anything.
    case value(@Sendable (Element) throws(EvaluationError) -> Value)

    /// A truth value.
    ///
    ///     FieldAccessor<City>.bool { $0.isCapital }
    @inlinable
    public static func bool(_ read: @escaping @Sendable (Element) -> Bool?) -> FieldAccessor {
        .int { element in read(element).map { $0 ? 1 : 0 } }
    }

    /// A whole number.
    ///
    ///     FieldAccessor<City>.integer { $0.population }
    @inlinable
    public static func integer(_ read: @escaping @Sendable (Element) -> Int?) -> FieldAccessor {
        .int { element in read(element).map { Int64($0) } }
    }
}

/// A Swift type that says which fields predicates may ask.
///
///     struct City: PredicateQueryable {
///         var name: String
///         var population: Int
///
///         static func predicateField(_ key: String) -> FieldAccessor<City>? {
///             switch key {
///             case "name": .text { $0.name }
///             case "population": .integer { $0.population }
///             default: nil
///             }
///         }
///     }
///
///     let large = try Evaluator<City>(QueryPredicate(parsing: "population > 1000000"))
///     try cities.filter(large.matches)
public protocol PredicateQueryable {
    /// How the field of a name is read; nil when there is no such field.
    static func predicateField(_ key: String) -> FieldAccessor<Self>?
}

/// An object of the running program that can be asked for the values of its keys.
///
///     struct Person: KeyedObject {
///         let name: String
///
///         func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
///             guard key == "name" else { throw EvaluationError(.undefinedKey, "Person: \(key)") }
///             return .text(name)
///         }
///     }
///
///     let ann = Value.object(ObjectValue(Person(name: "Ann")))
///     try QueryPredicate(parsing: "author.name == 'Ann'").matches(.dictionary(["author": ann]))
///     // true
///
/// Wrapped as `Value.object(ObjectValue(object))` it may stand anywhere in a value, and key
/// paths go on through it.
public protocol KeyedObject: Hashable {
    /// The value of a key.
    ///
    /// - Throws: `undefinedKey`, naming class and key.
    func predicateValue(forKey key: String) throws(EvaluationError) -> Value
}
