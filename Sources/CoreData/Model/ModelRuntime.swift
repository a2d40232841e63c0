import Foundation
import ObjectCore

/// A model in use: names looked up, classes found, and a fixed shape for the objects.
final class ModelRuntime: @unchecked Sendable {
    // Unchecked: made once and not changed after that.
    let resolved: ResolvedModel
    let entities: [EntityRuntime]

    init(_ model: NSManagedObjectModel) throws(ModelProblem) {
        resolved = try ResolvedModel(model.objectModel)
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
    /// The class of the objects, when it is known from the start.
    private let knownClass: NSManagedObject.Type?
    private let foundClass = Guarded<(type: NSManagedObject.Type, count: Int)?>(nil)

    /// The class of the objects; `NSManagedObject` itself until the program names its own.
    var objectClass: NSManagedObject.Type {
        if let knownClass { return knownClass }
        let count = SeenClasses.count
        return foundClass.with { found in
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
        let properties = Dictionary(
            description.properties.map { ($0.storedName, $0) }, uniquingKeysWith: { a, _ in a })
        propertiesByName = properties
        attributesByName = properties.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = properties.compactMapValues { $0 as? NSRelationshipDescription }
        attributeDescriptions = entity.attributes.map {
            properties[$0.name] as? NSAttributeDescription
        }
        defaults = entity.attributes.map { attribute in
            guard let description = properties[attribute.name] as? NSAttributeDescription,
                let value = description.storedDefault
            else { return .null }
            return AttributeValue.coerced(value, attribute.type, description) ?? .null
        }
        noToOnes = [ObjectKey?](repeating: nil, count: entity.toOnes.count)
        toOneCount = entity.toOnes.count
        hasTransformables = entity.attributes.contains { $0.type == .transformable }
        var transients: [String: Any] = [:]
        for case let (name, attribute as NSAttributeDescription) in properties {
            if case .transient = entity.properties[name], let value = attribute.storedDefault {
                transients[name] = value
            }
        }
        transientDefaults = transients
    }

    var name: String { entity.name }

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
        _ = try? model?.inUse()
        return runtime
    }

    /// The class of its objects.
    var objectClass: NSManagedObject.Type {
        inUse?.objectClass ?? ManagedRegistry.objectClass(for: self)
    }
}
