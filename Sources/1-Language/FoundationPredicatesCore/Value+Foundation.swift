public import Foundation
public import PredicateCore
import Synchronization

/// An object of a program that knows its form as a constant of a predicate.
///
///     extension Money: PredicateValueConvertible {
///         var predicateValue: Value { .decimal(amount) }
///     }
///     NSPredicate(format: "price < %@", Money(3))
///
/// Asked before anything else is tried; a framework's own classes (a record's reference, a
/// location) conform to enter predicates as what they mean.
public protocol PredicateValueConvertible {
    /// The constant that stands for this object.
    var predicateValue: Value { get }
}

extension Value {
    /// The constant that stands for any value of a program.
    ///
    ///     Value(bridging: NSNumber(value: true))         // .int(1)
    ///     Value(bridging: ["a": NSNull()])               // .dictionary(["a": .null])
    ///     Value(bridging: Optional<Int>.none as Any)     // .null
    ///
    /// Numbers, text, dates, bytes, identifiers, locators and collections become what they mean,
    /// in their Swift form and in their `NS…` form. Sets go from their smallest member to the largest.
    /// An enumeration with raw values is its raw value. Anything else becomes an object that is
    /// compared by its own equality, or by identity where it has none, and whose stored properties
    /// are its keys. A collection inside a hundred others is null.
    public init(bridging any: Any?) {
        self.init(bridging: any, depth: 0)
    }

    init(bridging any: Any?, depth: Int) {
        guard let any else {
            self = .null
            return
        }
        switch ValueKind.of(any) {
        case .text: self = .text(any as? String ?? "")
        case .int: self = (any as? Int).map { .int(Int64($0)) } ?? .null
        case .double: self = (any as? Double).map { .double($0) } ?? .null
        case .bool: self = (any as? Bool).map { .bool($0) } ?? .null
        case .date: self = (any as? Date).map { .date($0) } ?? .null
        case .collection:
            let collection = depth < 100 ? any as? any CollectionValue : nil
            self = collection?.asValue(depth: depth + 1) ?? .null
        case .optional:
            self = Value(bridging: (any as? any OptionalValue)?.wrappedAny, depth: depth)
        case .convertible: self = (any as? any PredicateValueConvertible)?.predicateValue ?? .null
        case .keyed: self = (any as? any KeyedObject).map { .object(ObjectValue($0)) } ?? .null
        case .object: self = Value(bridgingObject: any)
        case .rare: self = Value(bridgingRare: any, depth: depth)
        case .opaque: self = .object(ObjectValue(ProgramObject(any)))
        }
    }

    /// Foundation's classes of single values.
    private init(bridgingObject any: Any) {
        switch any {
        case let text as NSString: self = .text(text as String)
        case let number as NSNumber: self = Value(number)
        case let date as NSDate: self = .date(date as Date)
        case is NSNull: self = .null
        case let uuid as NSUUID: self = .uuid(uuid as UUID)
        case let url as NSURL: self = .url(url as URL)
        case let bytes as NSData: self = .bytes(bytes as Data)
        default: self = .object(ObjectValue(ProgramObject(any)))
        }
    }

    /// Swift's types of single values that are met less often.
    private init(bridgingRare any: Any, depth: Int) {
        switch any {
        case let value as Value: self = value
        case let uuid as UUID: self = .uuid(uuid)
        case let url as URL: self = .url(url)
        case let bytes as Data: self = .bytes(bytes)
        case let number as any BinaryInteger: self = Value(integer: number)
        case let number as Float: self = .double(Double(number))
        case let number as CGFloat: self = .double(Double(number))
        case let number as Decimal: self = .decimal(number)
        case let character as Character: self = .text(String(character))
        case let text as Substring: self = .text(String(text))
        case let hashable as AnyHashable where type(of: any) == AnyHashable.self:
            self = Value(bridging: hashable.base, depth: depth)
        default: self = Value(reflecting: any)  // Enumerations and structs with a raw value.
        }
    }

    /// A number object, keeping whole numbers whole.
    init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch number.objCType.pointee {
        case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): self = .double(number.doubleValue)
        case CChar(UInt8(ascii: "Q")): self = Value(integer: number.uint64Value)
        default: self = .int(number.int64Value)
        }
    }

    private init(integer: any BinaryInteger) {
        if let small = Int64(exactly: integer) {
            self = .int(small)
        } else if let large = UInt64(exactly: integer) {
            self = .decimal(Decimal(large))
        } else {
            self = .double(Double(integer))
        }
    }

    /// The object that stands for the constant in a program.
    ///
    ///     Value.int(3).bridged              // NSNumber, so that `as? Int` and `as? Double` work
    ///     Value.list([.text("a")]).bridged  // ["a"]
    ///
    /// Null is nil here and `NSNull` inside a collection, as in Foundation's collections.
    public var bridged: Any? {
        switch self {
        case .null: nil
        case .int(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .decimal(let number): NSDecimalNumber(decimal: number)
        case .text(let text): text
        case .date(let date): date
        case .bytes(let bytes): bytes
        case .uuid(let uuid): uuid
        case .url(let url): url
        case .reference, .location, .asset: ValueObjects.object(for: self)
        case .list(let members): members.map { $0.bridged ?? NSNull() }
        case .dictionary(let members): members.mapValues { $0.bridged ?? NSNull() }
        case .object(let object):
            (object.base as? ProgramObject)?.base ?? (object.base as? MirrorObject)?.base
                ?? object.base
        }
    }
}

/// Gives the kinds of value that Foundation has no class for the class of a framework above.
///
///     ValueObjects.register { value in
///         if case .location(let place) = value { CLLocation(place) } else { nil }
///     }
public enum ValueObjects {
    private static let makers = Mutex<[@Sendable (Value) -> Any?]>([])

    /// Adds a function that knows the object for some references, locations or assets.
    ///
    /// It answers nil for the others. The last one added is asked first.
    public static func register(_ maker: @escaping @Sendable (Value) -> Any?) {
        makers.withLock { $0.append(maker) }
    }

    /// The object for a value; the value's own content where no framework knows better.
    static func object(for value: Value) -> Any? {
        for maker in makers.withLock({ $0 }).reversed() {
            if let object = maker(value) { return object }
        }
        return switch value {
        case .reference(let reference): reference
        case .location(let location): location
        case .asset(let asset): asset
        default: nil  // Only the three kinds above come here.
        }
    }
}

/// Collections of any kind, found inside `Any`.
protocol CollectionValue {
    func asValue(depth: Int) -> Value
}

extension CollectionValue where Self: Sequence {
    func asValue(depth: Int) -> Value {
        .list(map { Value(bridging: $0, depth: depth) })
    }
}

extension Array: CollectionValue {}
extension ContiguousArray: CollectionValue {}
extension ArraySlice: CollectionValue {}
extension NSArray: CollectionValue {}
extension NSOrderedSet: CollectionValue {}

extension Set: CollectionValue {
    func asValue(depth: Int) -> Value {
        .list(ofSet: map { Value(bridging: $0, depth: depth) })
    }
}

extension NSSet: CollectionValue {
    func asValue(depth: Int) -> Value {
        .list(ofSet: map { Value(bridging: $0, depth: depth) })
    }
}

extension Dictionary: CollectionValue {
    func asValue(depth: Int) -> PredicateCore.Value {
        PredicateCore.Value(pairs: lazy.map { ($0.key, $0.value) }, depth: depth)
    }
}

extension NSDictionary: CollectionValue {
    func asValue(depth: Int) -> PredicateCore.Value {
        PredicateCore.Value(pairs: lazy.map { ($0.key, $0.value) }, depth: depth)
    }
}

extension Value {
    /// Keys that are not text are named by what they print as: `[1: "a"]` answers to `1`.
    private static func name(ofKey key: Any) -> String {
        if let text = key as? String { return text }
        if let wrapped = key as? AnyHashable { return String(describing: wrapped.base) }
        return String(describing: key)
    }

    /// Whether a key that is no Swift text, which is looked up as it is, answers to a name.
    static func isNamed(_ key: Any, _ name: String) -> Bool {
        type(of: key) != String.self && Value.name(ofKey: key) == name
    }

    fileprivate init(pairs: some Sequence<(Any, Any)>, depth: Int) {
        var members: [String: Value] = [:]
        for (key, value) in pairs {
            members[Value.name(ofKey: key)] = Value(bridging: value, depth: depth)
        }
        self = .dictionary(members)
    }
}
