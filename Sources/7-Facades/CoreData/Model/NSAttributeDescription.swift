import Foundation
public import FoundationPredicates
package import CoreDataModel
import PredicateCore

/// The type of an attribute.
///
///     let title = NSAttributeDescription()
///     title.attributeType = .stringAttributeType
public enum NSAttributeType: UInt, Sendable {
    /// None was chosen.
    case undefinedAttributeType = 0
    /// A whole number of 16 bits.
    case integer16AttributeType = 100
    /// A whole number of 32 bits.
    case integer32AttributeType = 200
    /// A whole number of 64 bits.
    case integer64AttributeType = 300
    /// A decimal number.
    case decimalAttributeType = 400
    /// A floating-point number of 64 bits.
    case doubleAttributeType = 500
    /// A floating-point number of 32 bits.
    case floatAttributeType = 600
    /// Text.
    case stringAttributeType = 700
    /// Yes or no.
    case booleanAttributeType = 800
    /// An instant.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// A universally unique identifier.
    case UUIDAttributeType = 1100
    /// A resource locator.
    case URIAttributeType = 1200
    /// Any object, by a transformer.
    case transformableAttributeType = 1800
    /// The identifier of an object.
    case objectIDAttributeType = 2000
    /// Several attributes as one.
    case compositeAttributeType = 2100
}

/// A value that an entity's objects have.
///
///     let name = NSAttributeDescription()
///     name.name = "name"
///     name.attributeType = .stringAttributeType
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of an attribute, as newer code writes it: `attribute.type = .string`.
    ///
    ///     let title = NSAttributeDescription()
    ///     title.type = .string
    ///     title.attributeType  // .stringAttributeType
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The type as older code writes it; `rawValue.rawValue` is Apple's number.
        public var rawValue: NSAttributeType
        /// A type as older code writes it.
        public init(rawValue: NSAttributeType) { self.rawValue = rawValue }
        /// No type, as a new attribute has until one is set.
        public static let undefined = AttributeType(rawValue: .undefinedAttributeType)
        /// A whole number of 16 bits.
        public static let integer16 = AttributeType(rawValue: .integer16AttributeType)
        /// A whole number of 32 bits.
        public static let integer32 = AttributeType(rawValue: .integer32AttributeType)
        /// A whole number of 64 bits.
        public static let integer64 = AttributeType(rawValue: .integer64AttributeType)
        /// A decimal number, read as `NSDecimalNumber`.
        public static let decimal = AttributeType(rawValue: .decimalAttributeType)
        /// A floating-point number of 64 bits.
        public static let double = AttributeType(rawValue: .doubleAttributeType)
        /// A floating-point number of 32 bits.
        public static let float = AttributeType(rawValue: .floatAttributeType)
        /// Text, read as `String`.
        public static let string = AttributeType(rawValue: .stringAttributeType)
        /// A truth value, read as `Bool`.
        public static let boolean = AttributeType(rawValue: .booleanAttributeType)
        /// An instant in time, read as `Date`.
        public static let date = AttributeType(rawValue: .dateAttributeType)
        /// Bytes, read as `Data`.
        public static let binaryData = AttributeType(rawValue: .binaryDataAttributeType)
        /// A universally unique identifier.
        public static let uuid = AttributeType(rawValue: .UUIDAttributeType)
        /// A resource locator, read as `URL`.
        public static let uri = AttributeType(rawValue: .URIAttributeType)
        /// Any object, by a transformer.
        public static let transformable = AttributeType(rawValue: .transformableAttributeType)
        /// The identifier of an object.
        public static let objectID = AttributeType(rawValue: .objectIDAttributeType)
        /// Several attributes as one.
        public static let composite = AttributeType(rawValue: .compositeAttributeType)
    }

    var className: String? { willSet { willChange() } }
    var minimum: ModelValue?
    var maximum: ModelValue?
    var pattern: String?
    /// What migrations put where a composite lacks this element; nil for nothing.
    package final var elementFallback: ElementFallback?

    /// The type of the attribute's values; undefined until it is set.
    open var attributeType = NSAttributeType.undefinedAttributeType { willSet { willChange() } }
    /// Its type, as newer code writes it.
    open var type: AttributeType {
        get { AttributeType(rawValue: attributeType) }
        set { attributeType = newValue.rawValue }
    }
    /// The class of its values.
    open var attributeValueClassName: String? {
        get { className ?? attributeType.valueClassName }
        set { className = newValue }
    }
    /// The value of new objects.
    open var defaultValue: Any? { willSet { willChange() } }
    /// The transformer of a transformable attribute.
    open var valueTransformerName: String? { willSet { willChange() } }
    /// Whether large values may be kept beside the store.
    open var allowsExternalBinaryDataStorage = false { willSet { willChange() } }
    /// Whether a deleted object's value stays in the history.
    open var preservesValueInHistoryOnDeletion = false { willSet { willChange() } }
    /// Whether it is encrypted in the cloud.
    open var allowsCloudEncryption = false { willSet { willChange() } }

    /// Sets conditions and what to say when they do not hold, in the place of all that it had.
    open override func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        super.setValidationPredicates(
            validationPredicates, withValidationWarnings: validationWarnings)
        (minimum, maximum, pattern) = (nil, nil, nil)
    }

    override class func blank() -> NSPropertyDescription { NSAttributeDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSAttributeDescription else { return }
        copy.attributeType = attributeType
        copy.defaultValue = defaultValue
        copy.className = className
        copy.valueTransformerName = valueTransformerName
        copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        copy.allowsCloudEncryption = allowsCloudEncryption
        copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        copy.minimum = minimum
        copy.maximum = maximum
        copy.pattern = pattern
        copy.elementFallback = elementFallback
    }

    override var versionText: String { super.versionText + "|\(attributeType.rawValue)" }
}

/// An attribute that the store computes.
///
///     let count = NSDerivedAttributeDescription()
///     count.name = "pageCount"
///     count.attributeType = .integer64AttributeType
///     count.derivationExpression = NSExpression(format: "pages.@count")
///
/// The value is computed when its object is saved.
///
/// Source: [NSDerivedAttributeDescription](https://developer.apple.com/documentation/coredata/nsderivedattributedescription).
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The expression that computes the value; nil until it is set.
    open var derivationExpression: NSExpression? { willSet { willChange() } }

    override class func blank() -> NSPropertyDescription { NSDerivedAttributeDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        (copy as? NSDerivedAttributeDescription)?.derivationExpression = derivationExpression
    }
}

/// Several attributes as one.
///
///     let address = NSCompositeAttributeDescription()
///     address.name = "address"
///     address.elements = [street, city]
///     // A predicate asks its parts by key path: "address.city == 'Porto'".
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// A composite without parts.
    public override init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The attributes that the composite consists of.
    open var elements: [NSAttributeDescription] = [] { willSet { willChange() } }

    override class func blank() -> NSPropertyDescription { NSCompositeAttributeDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        (copy as? NSCompositeAttributeDescription)?.elements = elements.compactMap {
            $0.copy() as? NSAttributeDescription
        }
    }

    /// A value whose parts are of the types of their elements, as far as they can be.
    final func fitted(_ value: Value) -> Value {
        guard case .dictionary(var parts) = value else { return value }
        for element in elements {
            guard let part = parts[element.name] else { continue }
            if let inner = element as? NSCompositeAttributeDescription {
                parts[element.name] = inner.fitted(part)
            } else if let fit = AttributeValue.coerced(part, element.attributeType.attributeType) {
                parts[element.name] = fit
            }
        }
        return .dictionary(parts)
    }

    /// What of a value no element keeps, as the end of a sentence; nil where there is nothing.
    final func misfit(in value: Value) -> (sentence: String, info: [String: Any])? {
        // The value of an enumeration of SwiftData's names one of its cases.
        guard case .dictionary(let parts) = value,
            userInfo?[EnumerationKeys.isEnumeration] as? Bool != true
        else { return nil }
        for (key, part) in parts.sorted(by: { $0.key < $1.key }) {
            guard let element = elements.first(where: { $0.name == key }) else {
                return (
                    "'\(name)' has no element '\(key)'.",
                    .suggestion(for: key, among: elements.map(\.name))
                )
            }
            if let inner = element as? NSCompositeAttributeDescription,
                let misfit = inner.misfit(in: part)
            {
                return misfit
            }
            let type = element.attributeType.attributeType
            if type != .transformable, AttributeValue.coerced(part, type) == nil {
                return (
                    "the element '\(name).\(key)' is of the type \(type.rawValue), and its value is "
                        + "\(part.kindPhrase).", [:]
                )
            }
        }
        return nil
    }
}

extension NSAttributeType {
    /// The class of the type's values on Apple's systems.
    var valueClassName: String? {
        switch self {
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType: nil
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
            .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .compositeAttributeType: "NSDictionary"
        }
    }

    /// The type in the words of the model.
    var attributeType: CoreDataModel.AttributeType {
        CoreDataModel.AttributeType(archived: Int(rawValue))
    }

    /// A type of the model under Apple's name.
    init(_ type: CoreDataModel.AttributeType) {
        self = NSAttributeType(rawValue: UInt(type.archived)) ?? .undefinedAttributeType
    }
}
