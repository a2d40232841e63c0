import Foundation
import Synchronization

/// Any Swift struct or class, its stored properties read by reflection: the fallback for types
/// that do not say their fields.
///
///     struct Person { var name = "Ada"; var age = 36 }
///     let ada = Value(reflecting: Person())
///     try QueryPredicate(parsing: "age > 30").matches(ada)  // true
///
/// Costs some microseconds a property; ``PredicateQueryable`` costs nanoseconds.
public final class MirrorObject: KeyedObject, @unchecked Sendable {
    // Unchecked: as sendable as the object inside, which is only read.
    /// The wrapped object, as passed to the initializer.
    public let base: Any

    /// Wraps an object whose stored properties are read by `Mirror`.
    public init(_ base: Any) { self.base = base }

    /// Whether both hold the same object, or equal values where these can say so.
    public static func == (a: MirrorObject, b: MirrorObject) -> Bool {
        if a === b { return true }
        if let x = a.base as? AnyHashable, let y = b.base as? AnyHashable { return x == y }
        return type(of: a.base) is AnyClass && type(of: b.base) is AnyClass
            && (a.base as AnyObject) === (b.base as AnyObject)
    }

    /// Hashes the object, or its identity.
    public func hash(into hasher: inout Hasher) {
        if let hashable = base as? AnyHashable {
            hasher.combine(hashable)
        } else if type(of: base) is AnyClass {
            hasher.combine(ObjectIdentifier(base as AnyObject))
        } else {
            hasher.combine(ObjectIdentifier(self))
        }
    }

    /// The value of a stored property.
    public func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        Value(reflecting: try property(key))
    }

    /// A stored property as it is.
    package func property(_ key: String) throws(EvaluationError) -> Any {
        var mirror: Mirror? = Mirror(reflecting: base)
        var levels = PropertyNames.levels(of: base)[...]
        while let current = mirror, let names = levels.popFirst() {
            if let offset = names[key] ?? names["_" + key] {
                let children = current.children
                let place = children.index(children.startIndex, offsetBy: offset)
                return children[place].value
            }
            mirror = current.superclassMirror
        }
        throw EvaluationError(
            .undefinedKey, "The class \(type(of: base)) has no property \"\(key)\".")
    }
}

/// Where each type keeps its properties, found once for each type.
private enum PropertyNames {
    private static let known = Mutex<[ObjectIdentifier: [[String: Int]]]>([:])

    /// For the type and each class above it, the offset of each property.
    static func levels(of object: Any) -> [[String: Int]] {
        let id = ObjectIdentifier(type(of: object))
        if let levels = known.withLock({ $0[id] }) { return levels }
        var levels: [[String: Int]] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        // A mirror of a collection or an optional names what it holds at the moment, and one that the
        // type makes itself may: of `DateComponents` it names those that are set.
        let isFixed =
            (mirror?.displayStyle == .struct || mirror?.displayStyle == .class)
            && !(object is any CustomReflectable)
        while let current = mirror {
            var names: [String: Int] = [:]
            for (offset, child) in current.children.enumerated() {
                if let label = child.label { names[label] = offset }
            }
            levels.append(names)
            mirror = current.superclassMirror
        }
        if isFixed { known.withLock { $0[id] = levels } }
        return levels
    }
}

extension Value {
    /// A value of the program as a value of the language; structs and classes that have no
    /// other form become objects whose properties are found by reflection.
    ///
    ///     Value(reflecting: [1, 2])          // .list([.int(1), .int(2)])
    ///     Value(reflecting: Optional<Int>.none as Any)  // .null
    public init(reflecting any: Any) {
        switch any {
        case let value as Value: self = value
        case let x as String: self = .text(x)
        case let x as Bool: self = .bool(x)
        case let x as any BinaryInteger:
            self = Int64(exactly: x).map { .int($0) } ?? .decimal(Decimal(string: "\(x)") ?? .nan)
        case let x as Double: self = .double(x)
        case let x as Float: self = .double(Double(x))
        case let x as Decimal: self = .decimal(x)
        case let x as Date: self = .date(x)
        case let x as UUID: self = .uuid(x)
        case let x as URL: self = .url(x)
        case let x as Data: self = .bytes(x)
        case let x as Location: self = .location(x)
        case let x as Reference: self = .reference(x)
        case let x as RecordID: self = .reference(Reference(x))
        case let x as Asset: self = .asset(x)
        case let x as ObjectValue: self = .object(x)
        case let x as any KeyedObject: self = .object(ObjectValue(x))
        // A cast to a class would make an `NSSet` of a set, which Foundation on Linux cannot hash
        // where it has decimal numbers.
        case let x as AnyHashable where type(of: x.base) == NSNull.self: self = .null
        default: self = Value(mirroring: any)
        }
    }

    private init(mirroring any: Any) {
        let mirror = Mirror(reflecting: any)
        switch mirror.displayStyle {
        case .optional: self = mirror.children.first.map { Value(reflecting: $0.value) } ?? .null
        case .collection: self = .list(mirror.children.map { Value(reflecting: $0.value) })
        case .set: self = .list(ofSet: mirror.children.map { Value(reflecting: $0.value) })
        case .dictionary:
            var entries: [String: Value] = [:]
            for child in mirror.children {
                let pair = Array(Mirror(reflecting: child.value).children)
                guard pair.count == 2 else { continue }
                entries["\(pair[0].value)"] = Value(reflecting: pair[1].value)
            }
            self = .dictionary(entries)
        case .enum:
            if let raw = (any as? any RawRepresentable)?.rawValue {
                self = Value(reflecting: raw)
            } else {
                self = .text("\(any)")
            }
        case .struct where any is any RawRepresentable:
            self = Value(reflecting: (any as? any RawRepresentable)?.rawValue as Any)
        default: self = .object(ObjectValue(MirrorObject(any)))
        }
    }
}
