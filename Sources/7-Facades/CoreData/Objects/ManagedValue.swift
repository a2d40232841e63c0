import Foundation
import ObjectCore
package import PredicateCore

/// Swift's types of properties and the values that objects hold.
package enum ManagedValue {
    /// A stored value as a common Swift type; nil where the type is another.
    package static func read<T>(_ value: Value, as type: T.Type) -> T? {
        switch value {
        case .text(let text):
            if T.self == String.self { return unsafeBitCast(text, to: T.self) }
            if T.self == String?.self { return unsafeBitCast(Optional(text), to: T.self) }
        case .int(let x):
            if T.self == Int64.self { return unsafeBitCast(x, to: T.self) }
            if T.self == Int32.self {
                return unsafeBitCast(Int32(truncatingIfNeeded: x), to: T.self)
            }
            if T.self == Int16.self {
                return unsafeBitCast(Int16(truncatingIfNeeded: x), to: T.self)
            }
            if T.self == Bool.self { return unsafeBitCast(x != 0, to: T.self) }
            if T.self == Int.self { return unsafeBitCast(Int(x), to: T.self) }
            if T.self == Double.self { return unsafeBitCast(Double(x), to: T.self) }
        case .double(let x):
            if T.self == Double.self { return unsafeBitCast(x, to: T.self) }
            if T.self == Float.self { return unsafeBitCast(Float(x), to: T.self) }
        case .date(let date):
            if T.self == Date?.self { return unsafeBitCast(Optional(date), to: T.self) }
            if T.self == Date.self { return unsafeBitCast(date, to: T.self) }
            // A date as the scalar that Xcode makes of it.
            if T.self == TimeInterval.self {
                return unsafeBitCast(date.timeIntervalSinceReferenceDate, to: T.self)
            }
        case .uuid(let uuid):
            if T.self == UUID?.self { return unsafeBitCast(Optional(uuid), to: T.self) }
            if T.self == UUID.self { return unsafeBitCast(uuid, to: T.self) }
        case .bytes(let bytes):
            if T.self == Data?.self { return unsafeBitCast(Optional(bytes), to: T.self) }
            if T.self == Data.self { return unsafeBitCast(bytes, to: T.self) }
        case .null: return nothing(T.self)
        case .url, .decimal, .reference, .location, .asset, .list, .dictionary, .object: break
        }
        return nil
    }

    /// No value as a common Swift type: nil of optionals, zero of scalars.
    private static func nothing<T>(_ type: T.Type) -> T? {
        if T.self == String?.self { return unsafeBitCast(String?.none, to: T.self) }
        if T.self == Date?.self { return unsafeBitCast(Date?.none, to: T.self) }
        if T.self == Int64.self { return unsafeBitCast(Int64(0), to: T.self) }
        if T.self == Int32.self { return unsafeBitCast(Int32(0), to: T.self) }
        if T.self == Int16.self { return unsafeBitCast(Int16(0), to: T.self) }
        if T.self == Bool.self { return unsafeBitCast(false, to: T.self) }
        if T.self == Double.self { return unsafeBitCast(0.0, to: T.self) }
        if T.self == Float.self { return unsafeBitCast(Float(0), to: T.self) }
        if T.self == Int.self { return unsafeBitCast(0, to: T.self) }
        if T.self == String.self { return unsafeBitCast("", to: T.self) }
        if T.self == Data.self { return unsafeBitCast(Data(), to: T.self) }
        return nil
    }

    /// A common Swift type as a value of the attribute's type; nil where it needs more care.
    static func write<T>(_ value: T, _ type: AttributeType) -> Value? {
        switch type {
        case .string:
            if T.self == String.self { return .text(unsafeBitCast(value, to: String.self)) }
            if T.self == String?.self {
                return unsafeBitCast(value, to: String?.self).map { .text($0) } ?? .null
            }
        case .integer16, .integer32, .integer64:
            if T.self == Int64.self { return .int(unsafeBitCast(value, to: Int64.self)) }
            if T.self == Int32.self { return .int(Int64(unsafeBitCast(value, to: Int32.self))) }
            if T.self == Int16.self { return .int(Int64(unsafeBitCast(value, to: Int16.self))) }
            if T.self == Int.self { return .int(Int64(unsafeBitCast(value, to: Int.self))) }
        case .boolean:
            if T.self == Bool.self { return .bool(unsafeBitCast(value, to: Bool.self)) }
        case .double:
            if T.self == Double.self { return .double(unsafeBitCast(value, to: Double.self)) }
        case .float:
            if T.self == Float.self {
                return .double(Double(unsafeBitCast(value, to: Float.self)))
            }
        case .date:
            if T.self == Date.self { return .date(unsafeBitCast(value, to: Date.self)) }
            if T.self == Date?.self {
                return unsafeBitCast(value, to: Date?.self).map { .date($0) } ?? .null
            }
            if T.self == TimeInterval.self {
                let seconds = unsafeBitCast(value, to: TimeInterval.self)
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
        case .uuid:
            if T.self == UUID.self { return .uuid(unsafeBitCast(value, to: UUID.self)) }
            if T.self == UUID?.self {
                return unsafeBitCast(value, to: UUID?.self).map { .uuid($0) } ?? .null
            }
        case .binary:
            if T.self == Data.self { return .bytes(unsafeBitCast(value, to: Data.self)) }
            if T.self == Data?.self {
                return unsafeBitCast(value, to: Data?.self).map { .bytes($0) } ?? .null
            }
        case .undefined, .decimal, .uri, .transformable, .objectID, .composite: break
        }
        return nil
    }

    /// Anything as a Swift type.
    static func convert<T>(
        _ any: Any?, to type: T.Type, _ key: String, _ object: NSManagedObject
    ) -> T {
        if let any = NSManagedObject.unwrap(any) {
            if let value = any as? T { return value }
            if let number = any as? NSNumber, let value = scalar(number, T.self) { return value }
            if let shape = T.self as? any OptionalShape.Type {
                if let raw = enumeration(any, shape.wrappedType), let full = shape.full(raw) as? T {
                    return full
                }
                if let empty = shape.empty as? T, shape.wrappedType is any RawRepresentable.Type {
                    return empty
                }
            }
            if let raw = enumeration(any, T.self) as? T { return raw }
            raise(
                "\(Swift.type(of: object)).\(key): a value of \(Swift.type(of: any)) is not "
                    + "a \(T.self).")
        }
        if let shape = T.self as? any OptionalShape.Type, let empty = shape.empty as? T {
            return empty
        }
        if let value = nothing(T.self) { return value }
        if let value = enumeration(NSNumber(value: 0), T.self) as? T { return value }
        if let value = [Any]() as? T { return value }
        raise("\(Swift.type(of: object)).\(key) is nil, and \(T.self) cannot be.")
    }

    private static func scalar<T>(_ number: NSNumber, _ type: T.Type) -> T? {
        switch T.self {
        case is Int.Type: number.intValue as? T
        case is Int64.Type: number.int64Value as? T
        case is Int32.Type: number.int32Value as? T
        case is Int16.Type: number.int16Value as? T
        case is Int8.Type: number.int8Value as? T
        case is UInt.Type: number.uintValue as? T
        case is UInt64.Type: number.uint64Value as? T
        case is UInt32.Type: number.uint32Value as? T
        case is UInt16.Type: number.uint16Value as? T
        case is Double.Type: number.doubleValue as? T
        case is Float.Type: number.floatValue as? T
        case is Bool.Type: number.boolValue as? T
        case is Decimal.Type, is Decimal?.Type: number.decimalValue as? T
        case is NSDecimalNumber.Type, is NSDecimalNumber?.Type:
            NSDecimalNumber(decimal: number.decimalValue) as? T
        default: nil
        }
    }

    private static func enumeration(_ any: Any, _ type: Any.Type) -> Any? {
        guard let type = type as? any RawRepresentable.Type else { return nil }
        return made(any, type)
    }

    private static func made<R: RawRepresentable>(_ any: Any, _ type: R.Type) -> Any? {
        let raw: R.RawValue? =
            any as? R.RawValue ?? (any as? NSNumber).flatMap { scalar($0, R.RawValue.self) }
        return raw.flatMap { R(rawValue: $0) }
    }

    /// A relationship's objects as a Swift type.
    static func collection<T>(
        _ list: [NSManagedObject], to type: T.Type, _ key: String, _ object: NSManagedObject
    ) -> T {
        if T.self == NSSet.self || T.self == NSSet?.self, let set = NSSet(array: list) as? T {
            return set
        }
        if T.self == NSOrderedSet.self || T.self == NSOrderedSet?.self,
            let set = NSOrderedSet(array: list) as? T
        {
            return set
        }
        if T.self is any OptionalShape.Type || T.self is any Collection.Type {
            if let set = Set(list) as? T { return set }
            if let array = list as? T { return array }
            if let array = list as [AnyHashable] as? T { return array }
        }
        if T.self == NSMutableSet.self || T.self == NSMutableSet?.self,
            let set = RelationshipSet(object, key) as? T
        {
            return set
        }
        if T.self == NSMutableOrderedSet.self || T.self == NSMutableOrderedSet?.self,
            let set = RelationshipOrderedSet(object, key) as? T
        {
            return set
        }
        if let set = NSSet(array: list) as? T { return set }
        if let set = NSOrderedSet(array: list) as? T { return set }
        if let array = NSArray(array: list) as? T { return array }
        raise(
            "\(Swift.type(of: object)).\(key): the objects of a relationship are not a \(T.self).")
    }
}
