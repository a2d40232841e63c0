import Foundation
import PredicateCore
import Synchronization

/// How a type of the program becomes a value, found out once for each type.
///
/// Asking a value for one type after another costs more than everything else that a predicate
/// does; and a cast of a Swift collection to a class copies the collection into an object first.
enum ValueKind {
    case text, int, double, bool, date
    /// An array, a set or a dictionary, of Swift or of Foundation.
    case collection
    case optional
    /// What says itself which constant it is.
    case convertible
    /// What answers for its own keys.
    case keyed
    /// Any other class; Foundation's among them.
    case object
    /// Types that are met less often.
    case rare
    /// Any other struct or enumeration.
    case opaque

    private static let known = Mutex<[ObjectIdentifier: ValueKind]>([:])
    private static let string = ObjectIdentifier(String.self)
    private static let integer = ObjectIdentifier(Int.self)
    private static let real = ObjectIdentifier(Double.self)

    /// The kind of a value.
    static func of(_ any: Any) -> ValueKind {
        let type = type(of: any)
        let id = ObjectIdentifier(type)
        if id == string { return .text }
        if id == integer { return .int }
        if id == real { return .double }
        return known.withLock { known in
            if let kind = known[id] { return kind }
            let kind = find(type)
            known[id] = kind
            return kind
        }
    }

    private static func find(_ type: Any.Type) -> ValueKind {
        if type == Bool.self { return .bool }
        if type == Date.self { return .date }
        if type is any PredicateValueConvertible.Type { return .convertible }
        if type is any OptionalValue.Type { return .optional }
        if type is any CollectionValue.Type { return .collection }
        if type is any KeyedObject.Type { return .keyed }
        if type is AnyClass { return .object }
        let rare: [Any.Type] = [
            Value.self, UUID.self, URL.self, Data.self, Float.self, CGFloat.self, Decimal.self,
            Character.self, Substring.self, AnyHashable.self,
        ]
        if rare.contains(where: { $0 == type }) { return .rare }
        if type is any BinaryInteger.Type || type is any RawRepresentable.Type { return .rare }
        return .opaque
    }
}
