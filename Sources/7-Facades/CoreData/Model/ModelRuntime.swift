import Foundation
import ObjectCore
import Synchronization

/// A model in use: names looked up, classes found, and a fixed shape for the objects.
final class ModelRuntime: @unchecked Sendable {
    // Unchecked: made once and not changed after that.
    let resolved: ResolvedModel
    let entities: [EntityRuntime]

    init(_ model: NSManagedObjectModel) throws(ModelProblem) {
        resolved = try ResolvedModel(model.objectModel) { bytes, attribute in
            ValueTransforming.decode(
                bytes, transformer: attribute.valueTransformerName,
                class: attribute.customClassName
            ).map { Value(bridging: $0) }
        }
        let byName = model.entitiesByName
        entities = resolved.entities.map {
            EntityRuntime($0, byName[$0.name] ?? NSEntityDescription.none)
        }
        for entity in entities { entity.description.runtime = entity }
    }
}

/// What the objects of one entity have in common: where values are, what new ones hold.
final class EntityRuntime: @unchecked Sendable {
    // Unchecked: only the class is found later, always the same one.
    let entity: ModelEntity
    let description: NSEntityDescription
    let number: Int
    let root: Int
    /// The places of properties by name.
    let slots: [String: ModelProperty]
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    /// What new objects hold.
    let defaults: [Value]
    let noToOnes: [ObjectKey?]
    let toOneCount: Int
    let attributeDescriptions: [NSAttributeDescription?]
    /// The names of attributes that live in memory and have a value from the start.
    let transientDefaults: [String: Any]
    /// Whether there are transformable attributes.
    let hasTransformables: Bool
    /// The places of attributes by name, without hashing.
    let names: AttributeNames
    /// What a value of each attribute can be, by place.
    let types: [AttributeType]
    /// The properties that something is demanded of, in the order of their names.
    let checks: [PropertyCheck]
    /// All that a class of the program's own is asked about, in the order of their names.
    let allChecks: [PropertyCheck]
    /// The class of the objects, when it is known from the start.
    private let knownClass: NSManagedObject.Type?
    private let foundClass = Mutex<(type: NSManagedObject.Type, count: Int)?>(nil)

    /// The class of the objects; `NSManagedObject` itself until the program names its own.
    var objectClass: NSManagedObject.Type {
        if let knownClass { return knownClass }
        let count = SeenClasses.count
        return foundClass.withLock { found in
            if let found, found.count == count { return found.type }
            let type = ManagedRegistry.objectClass(for: description)
            found = (type, count)
            return type
        }
    }

    init(_ entity: ModelEntity, _ description: NSEntityDescription) {
        self.entity = entity
        self.description = description
        let found = ManagedRegistry.objectClass(for: description)
        let isPlain = (description.className ?? "NSManagedObject") == "NSManagedObject"
        knownClass = found != NSManagedObject.self || isPlain ? found : nil
        number = entity.number
        root = entity.root
        slots = entity.properties
        let properties = Dictionary(first: description.properties.map { ($0.name, $0) })
        propertiesByName = properties
        attributesByName = properties.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = properties.compactMapValues { $0 as? NSRelationshipDescription }
        attributeDescriptions = entity.attributes.map {
            properties[$0.name] as? NSAttributeDescription
        }
        defaults = entity.attributes.map { attribute in
            guard let description = properties[attribute.name] as? NSAttributeDescription,
                let value = description.defaultValue
            else { return .null }
            return AttributeValue.coerced(value, attribute.type, description) ?? .null
        }
        noToOnes = [ObjectKey?](repeating: nil, count: entity.toOnes.count)
        toOneCount = entity.toOnes.count
        hasTransformables = entity.attributes.contains { $0.type == .transformable }
        var transients: [String: Any] = [:]
        for case let (name, attribute as NSAttributeDescription) in properties {
            if case .transient = entity.properties[name], let value = attribute.defaultValue {
                transients[name] = value
            }
        }
        transientDefaults = transients
        names = AttributeNames(entity.attributes.map(\.name))
        types = entity.attributes.map(\.type)
        allChecks = entity.properties.sorted { $0.key < $1.key }.compactMap { name, place in
            properties[name].flatMap { PropertyCheck(name, place, $0) }
        }
        checks = allChecks.filter { !$0.isFree }
    }

    var name: String { entity.name }

    /// The place of an attribute; nil for names of others.
    func attributePlace(_ name: String) -> Int? {
        if let place = names.place(name) { return place }
        guard case .attribute(let place) = slots[name] else { return nil }
        return place
    }

    /// What a program sees of the stored value of an attribute, decoded where that is transformable.
    func bridged(_ value: Value, at place: Int) -> Any? {
        guard types[place] == .transformable, case .bytes(let bytes) = value else {
            return AttributeValue.bridged(value, types[place])
        }
        return ValueTransforming.decode(bytes, attributeDescriptions[place])
    }

    /// The relationship of a slot among `related` of an object: first to one, then to many.
    func relationship(_ slot: Int) -> ModelRelationship {
        slot < toOneCount ? entity.toOnes[slot] : entity.toManys[slot - toOneCount]
    }

    /// The slot of a relationship by name.
    func relationshipSlot(_ name: String) -> Int? {
        switch slots[name] {
        case .toOne(let place): place
        case .toMany(let place): toOneCount + place
        case .attribute, .transient, .fetched, nil: nil
        }
    }

    var relationshipCount: Int { toOneCount + entity.toManys.count }
}

extension NSEntityDescription {
    /// What its objects need; the model is in use from now on.
    var inUse: EntityRuntime? {
        if let runtime { return runtime }
        // A model that is none has no form; adding a store to it throws why.
        _ = try? model?.inUse()
        return runtime
    }

    /// The class of its objects.
    var objectClass: NSManagedObject.Type {
        inUse?.objectClass ?? ManagedRegistry.objectClass(for: self)
    }
}

/// A property that is looked at before its object is saved.
struct PropertyCheck {
    let name: String
    let place: ModelProperty
    /// Whether nothing is demanded but a value.
    let isPresence: Bool
    /// Whether the model takes every value; a composite takes those of its elements.
    let isFree: Bool

    /// Nil for a property that has no value of its own.
    init?(_ name: String, _ place: ModelProperty, _ property: NSPropertyDescription) {
        if property is NSFetchedPropertyDescription { return nil }
        self.name = name
        self.place = place
        isPresence =
            property.validationPredicates.isEmpty && !(property is NSCompositeAttributeDescription)
        var takesNil = property.isOptional || property is NSDerivedAttributeDescription
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany,
            relationship.minCount > 1 || relationship.maxCount > 1
        {
            takesNil = false
        }
        isFree = takesNil && isPresence
    }
}

/// The places of attributes by name.
///
/// Short strings are the same 16 bytes wherever they come from, so that the names that accessors
/// pass are found by two comparisons of integers; long names are left to the dictionary.
struct AttributeNames {
    private struct Entry {
        var low: UInt64 = 0
        var high: UInt64 = 0
        var place = -1
    }
    private let entries: [Entry]

    init(_ names: [String]) {
        var size = 4
        while size < names.count * 2 { size *= 2 }
        var entries = [Entry](repeating: Entry(), count: size)
        for (place, name) in names.enumerated() where name.utf8.count <= 15 {
            // Decoding again gives the inline form of a string, of up to 15 UTF-8 bytes.
            let (low, high) = AttributeNames.bits(String(decoding: Array(name.utf8), as: UTF8.self))
            var position = AttributeNames.hash(low, high) & (size - 1)
            while entries[position].place >= 0 { position = (position + 1) & (size - 1) }
            entries[position] = Entry(low: low, high: high, place: place)
        }
        self.entries = entries
    }

    /// The place of a name; nil for those that are unknown or long.
    func place(_ name: String) -> Int? {
        guard name.utf8.count <= 15 else { return nil }
        let (low, high) = AttributeNames.bits(name)
        let mask = entries.count - 1
        var position = AttributeNames.hash(low, high) & mask
        while entries[position].place >= 0 {
            if entries[position].low == low, entries[position].high == high {
                return entries[position].place
            }
            position = (position + 1) & mask
        }
        return nil
    }

    private static func bits(_ name: String) -> (UInt64, UInt64) {
        // A string is 16 bytes; a short one has its text in them, a long one is not looked at.
        unsafeBitCast(name, to: (UInt64, UInt64).self)
    }

    private static func hash(_ low: UInt64, _ high: UInt64) -> Int {
        let mixed = (low ^ high).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: mixed.high ^ mixed.low)
    }
}
