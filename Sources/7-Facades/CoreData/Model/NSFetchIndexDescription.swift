public import Foundation
public import FoundationPredicates

/// How an index is kept.
///
///     let title = NSFetchIndexElementDescription(
///         property: entity.propertiesByName["title"]!, collationType: .binary)
///     entity.indexes = [NSFetchIndexDescription(name: "byTitle", elements: [title])]
public enum NSFetchIndexElementType: UInt, Sendable {
    /// In order.
    case binary
    /// By area.
    case rTree
}

/// An index over properties of an entity.
///
///     let byName = NSFetchIndexElementDescription(property: name, collationType: .binary)
///     entity.indexes = [NSFetchIndexDescription(name: "byName", elements: [byName])]
///
/// Source: [NSFetchIndexDescription](https://developer.apple.com/documentation/coredata/nsfetchindexdescription).
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the index among those of its entity.
    open var name: String { willSet { owner?.requireMutable() } }
    /// Its parts, in order.
    open var elements: [NSFetchIndexElementDescription] {
        willSet { owner?.requireMutable() }
        didSet {
            for element in oldValue where element.index === self { element.index = nil }
            for element in elements { element.index = self }
        }
    }
    /// What holds of the indexed objects.
    open var partialIndexPredicate: NSPredicate? { willSet { owner?.requireMutable() } }
    weak var owner: NSEntityDescription?
    /// The entity that has the index; nil until the entity's `indexes` contain it.
    open var entity: NSEntityDescription? { owner }

    /// An index of elements in the given order; nil stands for none.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        for element in self.elements { element.index = self }
    }

    /// A copy with copies of the elements, which belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexDescription(
            name: name,
            elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }
}

/// One part of an index.
///
///     let element = NSFetchIndexElementDescription(
///         property: entity.propertiesByName["title"]!, collationType: .binary)
///     element.isAscending = false
///     entity.indexes = [NSFetchIndexDescription(name: "byTitle", elements: [element])]
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    private var storedProperty: NSPropertyDescription?
    private let storedName: String?
    /// How it is kept.
    open var collationType: NSFetchIndexElementType { willSet { index?.owner?.requireMutable() } }
    /// Whether the smallest value comes first; true by default.
    open var isAscending = true { willSet { index?.owner?.requireMutable() } }
    weak var index: NSFetchIndexDescription?

    /// A part of an index.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        storedProperty = property
        storedName = nil
        self.collationType = collationType
        super.init()
    }

    /// A part that knows its property by name; nil stands for one that was never named.
    init(name: String?, collationType: NSFetchIndexElementType) {
        storedName = name
        self.collationType = collationType
        super.init()
    }

    /// The property that is indexed; nil where the element knows only its name.
    open var property: NSPropertyDescription? { storedProperty }
    /// The name of the indexed property.
    open var propertyName: String? { storedProperty?.name ?? storedName }
    /// The index that contains the element; nil until one does.
    open var indexDescription: NSFetchIndexDescription? { index }

    /// A copy that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexElementDescription(
            name: propertyName, collationType: collationType)
        copy.storedProperty = storedProperty
        copy.isAscending = isAscending
        return copy
    }

    func connect(to entity: NSEntityDescription) {
        // A part of a composite belongs to no entity.
        if let storedProperty, storedProperty.owner == nil { return }
        storedProperty = entity.properties.first { $0.name == propertyName } ?? storedProperty
    }
}
