public import Foundation

/// The type of an attribute.
///
///     AttributeType(rawValue: "Integer 32")  // .integer32, as a model file spells it
public enum AttributeType: String, CaseIterable, Hashable, Sendable {
    /// None was chosen: anything, kept in memory only.
    case undefined = "Undefined"
    /// A whole number of 16 bits.
    case integer16 = "Integer 16"
    /// A whole number of 32 bits.
    case integer32 = "Integer 32"
    /// A whole number of 64 bits.
    case integer64 = "Integer 64"
    /// A decimal number of up to 38 digits.
    case decimal = "Decimal"
    /// A binary floating-point number of 64 bits.
    case double = "Double"
    /// A binary floating-point number of 32 bits.
    case float = "Float"
    /// Text.
    case string = "String"
    /// Yes or no.
    case boolean = "Boolean"
    /// An instant.
    case date = "Date"
    /// Bytes.
    case binary = "Binary"
    /// A universally unique identifier.
    case uuid = "UUID"
    /// A resource locator.
    case uri = "URI"
    /// Any object, archived by a transformer.
    case transformable = "Transformable"
    /// The identifier of an object.
    case objectID = "Object ID"
    /// Several attributes as one.
    case composite = "Composite"
}

/// A constant in a model: a default or a bound.
///
///     ObjectAttribute("isDone", .boolean, defaultValue: .int(0))
///     ObjectAttribute("colour", .string, defaultValue: .text("red"))
public enum ModelValue: Hashable, Sendable {
    /// A whole number; 1 and 0 for yes and no.
    case int(Int64)
    /// A binary floating-point number.
    case double(Double)
    /// A decimal number.
    case decimal(Decimal)
    /// Text.
    case text(String)
    /// An instant.
    case date(Date)
    /// Bytes.
    case bytes(Data)
    /// A universally unique identifier.
    case uuid(UUID)
    /// A resource locator.
    case url(URL)
}

/// A value that an entity's objects have.
///
///     var rank = ObjectAttribute("rank", .integer16, isOptional: false, defaultValue: .int(0))
///     rank.minimum = .int(0)
///     rank.maximum = .int(10)
public struct ObjectAttribute: Hashable, Sendable {
    /// The name, by which key paths refer to the attribute.
    public var name: String
    /// The type of its values, as the model file declares it.
    public var type: AttributeType
    /// Whether an object may be saved without it.
    public var isOptional: Bool
    /// Whether it lives in memory only.
    public var isTransient = false
    /// The value of new objects.
    public var defaultValue: ModelValue?
    /// The least value, or the least length of text.
    public var minimum: ModelValue?
    /// The greatest value, or the greatest length of text.
    public var maximum: ModelValue?
    /// A regular expression that text matches whole.
    public var pattern: String?
    /// Further conditions on the value, as formats (from compiled models and from code).
    public var validations: [String] = []
    /// What is said when the condition of the same place does not hold: a sentence or an error's code.
    ///
    /// The last conditions may be without one.
    public var validationWarnings: [ModelValue] = []
    /// What computes it: `canonical:(name)`, `items.@count`, `now()`.
    public var derivation: String?
    /// The name of the composite that a composite attribute is made of.
    public var compositeName: String?
    /// The parts of a composite attribute, looked up.
    public var elements: [ObjectAttribute] = []
    /// The transformer of a transformable attribute.
    public var valueTransformerName: String?
    /// The class of a transformable attribute's values.
    public var customClassName: String?
    /// Whether large values may be kept beside the store.
    public var allowsExternalStorage = false
    /// Whether Xcode generates a scalar property for it.
    public var usesScalarValueType = false
    /// Whether its changes keep their old values in the history of deleted objects.
    public var preservesValueInHistoryOnDeletion = false
    /// Whether it is encrypted in the cloud.
    public var allowsCloudEncryption = false
    /// The name under which an earlier version of the model knew it (`elementID`).
    public var renamingIdentifier: String?
    /// Changes the version hash without changing the attribute.
    public var versionHashModifier: String?
    /// The hash by which Apple's files know this version of the attribute.
    public var versionHash: Data?
    /// Whether an old model asked for an index on it alone.
    public var isIndexed = false
    /// Whether Spotlight indexes it.
    public var isIndexedBySpotlight = false
    /// Notes of the author.
    public var userInfo: [String: String] = [:]
    /// The names of the cases where a composite holds an enumeration of SwiftData's, none of one
    /// with raw values; nil for every other attribute.
    public var enumerationCases: [String]?
    /// What migrations put where a composite lacks this element; nil for nothing.
    package var elementFallback: ElementFallback?

    /// An attribute; everything but name and type has the default of a model file.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = true,
        defaultValue: ModelValue? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }
}

/// What stands for an element that a composite of SwiftData's lacks.
///
/// The elements of a struct are optional, as in Apple's models, though members of the struct may not be.
package enum ElementFallback: Hashable, Sendable {
    /// A value.
    case value(ModelValue)
    /// Of a composite within another: what stands for each of its own elements.
    case elements
}

/// What becomes of the other side when an object is deleted.
///
///     ObjectRelationship("notes", to: "Note", isToMany: true, deleteRule: .cascade)
///     // deleting a folder deletes its notes
public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case noAction = "No Action"
    /// It stays and no longer points back.
    case nullify = "Nullify"
    /// It is deleted too.
    case cascade = "Cascade"
    /// While it is there, the object cannot be deleted.
    case deny = "Deny"
}

/// Objects that an entity's objects point at.
///
///     ObjectRelationship(
///         "pages", to: "Page", inverse: "book", isToMany: true, isOrdered: true,
///         deleteRule: .cascade)
public struct ObjectRelationship: Hashable, Sendable {
    /// The name, by which key paths refer to the relationship.
    public var name: String
    /// The entity of the objects pointed at; missing in unfinished models.
    public var destination: String?
    /// The relationship of the destination that points back.
    public var inverse: String?
    /// The entity that declares the inverse, where the file says it.
    public var inverseEntity: String?
    /// Whether an object may be saved without it.
    public var isOptional: Bool
    /// Whether it lives in memory only.
    public var isTransient = false
    /// Whether it points at several objects.
    public var isToMany: Bool
    /// Whether the several have an order of their own.
    public var isOrdered: Bool
    /// The fewest objects; 0 for no bound.
    public var minimumCount = 0
    /// The most objects; 0 for no bound.
    public var maximumCount: Int
    /// What becomes of the destination when an object is deleted.
    public var deleteRule: DeleteRule
    /// Conditions on its value, as formats.
    public var validations: [String] = []
    /// What is said when the condition of the same place does not hold, as for an attribute.
    public var validationWarnings: [ModelValue] = []
    /// The name under which an earlier version of the model knew it (`elementID`).
    public var renamingIdentifier: String?
    /// Changes the version hash without changing the relationship.
    public var versionHashModifier: String?
    /// The hash by which Apple's files know this version of the relationship.
    public var versionHash: Data?
    /// Notes of the author.
    public var userInfo: [String: String] = [:]

    /// A relationship; everything not given has the default of a model file.
    public init(
        _ name: String, to destination: String?, inverse: String? = nil, isToMany: Bool = false,
        isOrdered: Bool = false, isOptional: Bool = true, deleteRule: DeleteRule = .nullify
    ) {
        self.name = name
        self.destination = destination
        self.inverse = inverse
        self.isToMany = isToMany
        self.isOrdered = isOrdered
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        maximumCount = isToMany ? 0 : 1
    }
}

/// Objects that a fetch request finds, kept under a name of the entity.
///
///     let drafts = ObjectFetchedProperty(
///         "drafts",
///         request: FetchTemplate("drafts", entity: "Note", predicate: "author == $FETCH_SOURCE"))
///     ObjectEntity("Author", fetchedProperties: [drafts])
public struct ObjectFetchedProperty: Hashable, Sendable {
    /// The name, by which key paths refer to the property.
    public var name: String
    /// The request that finds the objects when the property is read.
    public var request: FetchTemplate
    /// Whether an object may be without it.
    public var isOptional: Bool
    /// Notes of the author.
    public var userInfo: [String: String]

    /// A fetched property; it is optional by default.
    public init(
        _ name: String, request: FetchTemplate, isOptional: Bool = true,
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.request = request
        self.isOptional = isOptional
        self.userInfo = userInfo
    }
}
