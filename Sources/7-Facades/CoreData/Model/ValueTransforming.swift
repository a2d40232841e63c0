import CoreDataModel
public import Foundation
import Synchronization

/// Turns the values of transformable attributes into bytes and back.
///
/// Foundation on Linux has no `ValueTransformer`; this is it, with Apple's names.
///
///     final class ColourTransformer: ValueTransformer {
///         override func transformedValue(_ value: Any?) -> Any? {
///             (value as? Colour).map { Data($0.hex.utf8) }
///         }
///         override func reverseTransformedValue(_ value: Any?) -> Any? {
///             (value as? Data).flatMap { Colour(hex: String(decoding: $0, as: UTF8.self)) }
///         }
///     }
///     ValueTransformer.setValueTransformer(ColourTransformer(), forName: .init("Colour"))
///     ValueTransformer(forName: .init("Colour"))  // the same transformer
open class ValueTransformer: NSObject, @unchecked Sendable {
    private static let registered = Mutex<[NSValueTransformerName: ValueTransformer]>([:])
    private static let builtIn: [NSValueTransformerName: ValueTransformer] = [
        .negateBooleanTransformerName: TruthTransformer(isReversible: true) { !isTrue($0) },
        .isNilTransformerName: TruthTransformer { $0 == nil },
        .isNotNilTransformerName: TruthTransformer { $0 != nil },
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    ]
    private static func isTrue(_ value: Any?) -> Bool { (value as? NSNumber)?.boolValue ?? false }

    /// A transformer that gives values unchanged; subclasses override its methods.
    public override init() { super.init() }

    /// Makes a transformer known by a name.
    open class func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        registered.withLock { $0[name] = transformer }
    }
    /// The transformer of a name: the program's, else Foundation's.
    public class func valueTransformer(forName name: NSValueTransformerName) -> ValueTransformer? {
        registered(name) ?? builtIn[name]
    }
    /// The names that are known.
    open class func valueTransformerNames() -> [NSValueTransformerName] {
        registered.withLock { Array(Set($0.keys).union(builtIn.keys)) }
    }
    /// The transformer that the program registered.
    static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
        registered.withLock { $0[name] }
    }
    /// The class of what ``transformedValue(_:)`` gives.
    open class func transformedValueClass() -> AnyClass { NSData.self }
    /// Whether there is a way back.
    open class func allowsReverseTransformation() -> Bool { false }
    /// The transformed value; the base class gives `value` unchanged.
    open func transformedValue(_ value: Any?) -> Any? { value }
    /// The value of which this is the transformation.
    open func reverseTransformedValue(_ value: Any?) -> Any? { value }
}

/// Transformers that are found by their names; only ``ValueTransformer`` is one.
///
/// An initializer of a protocol may give an object that there is already, one of a class may not.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer {
    /// The transformer of a name; nil where there is none, or one of another class.
    ///
    ///     ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)?.transformedValue(data)
    public init?(forName name: NSValueTransformerName) {
        guard let known = ValueTransformer.valueTransformer(forName: name) as? Self else {
            return nil
        }
        self = known
    }
}

/// A transformer to a Boolean value.
private final class TruthTransformer: ValueTransformer, @unchecked Sendable {
    private let isReversible: Bool
    private let transform: @Sendable (Any?) -> Bool

    init(isReversible: Bool = false, _ transform: @escaping @Sendable (Any?) -> Bool) {
        self.isReversible = isReversible
        self.transform = transform
    }

    override class func transformedValueClass() -> AnyClass { NSNumber.self }
    override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: transform(value)) }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        isReversible ? transformedValue(value) : nil
    }
}

/// The name of a transformer.
///
///     extension NSValueTransformerName { static let colour = Self("ColourTransformer") }
///     ValueTransformer.setValueTransformer(ColourTransformer(), forName: .colour)
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name under which a transformer is registered.
    public var rawValue: String
    /// A name with the given text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name with the given text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The opposite of a Boolean value.
    public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
    /// Whether a value is nil.
    public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
    /// Whether a value is something.
    public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
    /// Keyed archives of any class; no transformer is registered under it by default.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSKeyedUnarchiveFromData")
    /// Archives by keys, of known classes only.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
        "NSSecureUnarchiveFromData")
}

/// Archives values of property list classes and of others that a subclass allows.
///
///     let transformer = NSSecureUnarchiveFromDataTransformer()
///     let data = transformer.reverseTransformedValue(["milk", "bread"] as NSArray)
///     transformer.transformedValue(data) as? [String]     // ["milk", "bread"]
///     transformer.transformedValue(Data("damaged".utf8))  // nil
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes that may be in an archive.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self,
            NSDate.self, NSData.self, NSURL.self, NSUUID.self, NSNull.self,
        ]
    }
    /// The class of the values.
    open override class func transformedValueClass() -> AnyClass { NSObject.self }
    /// There is a way back.
    open override class func allowsReverseTransformation() -> Bool { true }
    /// The value in an archive.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap {
            ValueTransforming.unarchive($0, type(of: self).allowedTopLevelClasses)
        }
    }
    /// The archive of a value.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap(ValueTransforming.archive)
    }
}

enum ValueTransforming {
    private static let maximumDepth = 200
    private static let maximumArchivedDepth = 16
    /// How many objects an archive may have, each as often as it is referred to.
    private static let maximumParts = 1_000_000

    /// The bytes of a value; nil where it cannot be archived.
    static func encode(_ any: Any, _ description: NSAttributeDescription?) -> Data? {
        if let name = description?.valueTransformerName, !name.isEmpty,
            let transformer = ValueTransformer.registered(.init(name))
        {
            // A transformer to bytes goes forward; one from bytes (Apple's own) goes back.
            if transformer is NSSecureUnarchiveFromDataTransformer {
                return transformer.reverseTransformedValue(any) as? Data
            }
            return transformer.transformedValue(any) as? Data
        }
        // What could not be read again is not taken at all.
        let classes = classes(with: description?.className)
        return archive(any).flatMap { unarchive($0, classes) == nil ? nil : $0 }
    }

    /// The value of bytes; nil where they cannot be read.
    static func decode(_ bytes: Data, _ description: NSAttributeDescription?) -> Any? {
        decode(bytes, transformer: description?.valueTransformerName, class: description?.className)
    }

    /// The value of bytes, by what the model says of their attribute.
    static func decode(_ bytes: Data, transformer: String?, class className: String?) -> Any? {
        if let name = transformer, !name.isEmpty,
            let transformer = ValueTransformer.registered(.init(name))
        {
            if transformer is NSSecureUnarchiveFromDataTransformer {
                return transformer.transformedValue(bytes)
            }
            return transformer.reverseTransformedValue(bytes)
        }
        return unarchive(bytes, classes(with: className))
    }

    /// The classes that an attribute without a transformer of its own may hold: those of property
    /// lists, and the one that the model names.
    private static func classes(with className: String?) -> [AnyClass] {
        let standard = NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses
        guard let name = className, name.split(separator: ".").count <= 2,
            let own = NSClassFromString(name), own is any NSSecureCoding.Type
        else { return standard }
        return standard + [own]
    }

    static func archive(_ any: Any) -> Data? {
        let any = archivable(any, besideTruths: contains(any, where: isTruth))
        let object: Any =
            switch any {
            case let list as [Any]: NSArray(array: list)
            case let table as [AnyHashable: Any]: NSDictionary(dictionary: table)
            case let set as Set<AnyHashable>: NSSet(set: set)
            case let text as String: text as NSString
            case let date as Date: date as NSDate
            case let bytes as Data: bytes as NSData
            case let url as URL: url as NSURL
            case let uuid as UUID: uuid as NSUUID
            case let number as Int: NSNumber(value: number)
            case let number as Double: NSNumber(value: number)
            case let truth as Bool: NSNumber(value: truth)
            default: any
            }
        guard object is any NSSecureCoding else { return nil }
        // An object that cannot be archived has no value.
        return try? NSKeyedArchiver.archivedData(
            withRootObject: object, requiringSecureCoding: true)
    }

    /// The value with some numbers in the form in which they can be archived.
    private static func archivable(_ any: Any, besideTruths: Bool, _ depth: Int = 0) -> Any {
        if let form = form(of: any, besideTruths: besideTruths) { return form }
        let holds = contains(any, depth) {
            form(of: $0, besideTruths: besideTruths) != nil || hashesOwnDecimals($0)
        }
        guard holds else { return any }
        switch any {
        case let list as [Any]:
            return list.map { archivable($0, besideTruths: besideTruths, depth + 1) }
        case let table as [AnyHashable: Any]:
            var forms: [AnyHashable: Any] = [:]
            for (key, value) in table {
                let form = (key.base as? Decimal).map { AnyHashable(ArchivedDecimal($0)) }
                forms[form ?? key] = archivable(value, besideTruths: besideTruths, depth + 1)
            }
            return forms
        case let set as Set<AnyHashable>:
            return NSSet(
                array: set.map { archivable($0.base, besideTruths: besideTruths, depth + 1) })
        default: return any  // What holds nothing.
        }
    }

    /// Whether a value cannot be made an object, since Foundation on Linux cannot hash decimal
    /// numbers: those of a set, and the keys of a dictionary.
    static func hashesDecimals(_ any: Any) -> Bool { contains(any, where: hashesOwnDecimals) }

    private static func hashesOwnDecimals(_ any: Any) -> Bool {
        switch NSManagedObject.bare(any) {
        case let set as Set<AnyHashable>: set.contains { $0.base is Decimal }
        case let table as [AnyHashable: Any]: table.keys.contains { $0.base is Decimal }
        default: false  // Nothing else hashes its parts.
        }
    }

    /// The form in which a number can be archived; nil where it can be as it is.
    private static func form(of any: Any, besideTruths: Bool) -> ArchivedDecimal? {
        guard let number = number(any) else { return nil }
        if let decimal = number as? NSDecimalNumber { return ArchivedDecimal(decimal.decimalValue) }
        guard besideTruths, !isTruth(number), number == 0 || number == 1 else { return nil }
        return ArchivedDecimal(number == 0 ? 0 : 1, isPlain: true)
    }

    /// A value as a number; nil for what is none.
    ///
    /// To cast a set of decimal numbers to a class makes an `NSSet` of it, which Foundation on Linux
    /// cannot hash.
    private static func number(_ any: Any) -> NSNumber? {
        any is any Sequence ? nil : any as? NSNumber
    }

    /// Whether it is one of the two objects of truth values.
    private static func isTruth(_ any: Any) -> Bool {
        guard let number = number(any) else { return false }
        return number === NSNumber(value: true) || number === NSNumber(value: false)
    }

    /// Whether a value, or one in it, is of a kind.
    private static func contains(
        _ any: Any, _ depth: Int = 0, where test: (Any) -> Bool
    ) -> Bool {
        if test(any) { return true }
        // A collection may hold itself.
        guard depth < maximumArchivedDepth else { return false }
        switch any {
        case let list as [Any]: return list.contains { contains($0, depth + 1, where: test) }
        case let table as [AnyHashable: Any]:
            return table.values.contains { contains($0, depth + 1, where: test) }
        case let set as Set<AnyHashable>:
            return set.contains { contains($0.base, depth + 1, where: test) }
        default: return false  // What holds nothing.
        }
    }

    /// The value with the decimal numbers that an archive of it has.
    private static func restored(_ any: Any) -> Any {
        switch any {
        case let decimal as ArchivedDecimal:
            decimal.isPlain
                ? NSNumber(value: decimal.number == 0 ? 0 : 1)
                : NSDecimalNumber(decimal: decimal.number)
        case let list as [Any]: object(of: list.map(restored))
        case let table as [AnyHashable: Any]: restoredTable(table)
        case let set as Set<AnyHashable>: restoredSet(set)
        default: any
        }
    }

    private static func restoredTable(_ table: [AnyHashable: Any]) -> Any {
        var restored: [AnyHashable: Any] = [:]
        for (key, value) in table {
            let decimal = (key.base as? ArchivedDecimal).map { AnyHashable($0.number) }
            restored[decimal ?? key] = self.restored(value)
        }
        return object(of: restored)
    }

    /// A set of Swift's, as an `NSSet` cannot have decimal numbers on Linux.
    private static func restoredSet(_ set: Set<AnyHashable>) -> Any {
        let members = set.map { member -> AnyHashable in
            guard let decimal = member.base as? ArchivedDecimal, !decimal.isPlain else {
                return restored(member.base) as? AnyHashable ?? member
            }
            return AnyHashable(decimal.number)
        }
        let numbers = members.compactMap { $0.base as? Decimal }
        return numbers.count == members.count ? Set(numbers) : Set(members)
    }

    /// The object of an array; the array where no object can be made of it.
    private static func object(of list: [Any]) -> Any {
        hashesDecimals(list) ? list : NSArray(array: list)
    }

    private static func object(of table: [AnyHashable: Any]) -> Any {
        hashesDecimals(table) ? table : NSDictionary(dictionary: table)
    }

    /// Reads an archive, which may come from anywhere: only objects of the classes are made.
    ///
    /// The names of classes are looked at before: Foundation on Linux stops the program where a
    /// secure archive holds another class.
    static func unarchive(_ bytes: Data, _ classes: [AnyClass]) -> Any? {
        guard let names = ArchiveCheck.classNames(bytes) else { return nil }
        var allowed = Set(classes.map { NSStringFromClass($0) })
        for name in allowed where name.hasPrefix("NS") {
            allowed.insert("NSMutable" + name.dropFirst(2))
        }
        if allowed.contains("NSNumber") { allowed.formUnion(ArchivedDecimal.classNames) }
        guard names.isSubset(of: allowed) else { return nil }
        let hasDecimals = !names.isDisjoint(with: ArchivedDecimal.classNames)
        if names.isSubset(of: ArchiveCheck.plainClasses) {
            let value = ArchiveCheck.plainValue(bytes, levels: maximumDepth, parts: maximumParts)
            return hasDecimals ? value.map(restored) : value
        }
        // An object that holds itself would be followed until the stack ends.
        guard ArchiveCheck.isWithin(levels: maximumDepth, bytes),
            !hasDecimals
                || ArchiveCheck.isPlain(
                    bytes, of: allowed, levels: maximumDepth, parts: maximumParts)
        else { return nil }
        // Bytes that are no archive have no value.
        guard let reader = try? NSKeyedUnarchiver(forReadingFrom: bytes) else { return nil }
        reader.requiresSecureCoding = false
        reader.decodingFailurePolicy = .setErrorAndReturn
        reader.readArchivedDecimals()
        let value = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        guard reader.error == nil, let value else { return nil }
        return hasDecimals ? restored(value) : value
    }
}
