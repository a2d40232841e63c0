#if SwiftData
import PredicateCore
import Synchronization

/// Makes the entities of models, and of those that they refer to.
struct SchemaBuilder {
    private(set) var entities: [Schema.Entity] = []
    private(set) var types: [String: any PersistentModel.Type] = [:]
    /// Models that are left out, as another one has the name of their entity.
    ///
    /// Not those that others refer to in place of a given one: versions of a schema may share models
    /// that refer to the newest.
    private(set) var rivals: [any PersistentModel.Type] = []

    init(_ roots: [any PersistentModel.Type]) {
        let given = Set(roots.map { ObjectIdentifier($0) })
        var waiting = Array(roots.reversed())
        while let type = waiting.popLast() {
            let name = Schema.entityName(type)
            if let known = types[name] {
                let (old, new) = (ObjectIdentifier(known), ObjectIdentifier(type))
                if old != new, given.contains(new) || !given.contains(old) { rivals.append(type) }
                continue
            }
            types[name] = type
            let metadata = type.schemaMetadata
            ModelNames.register(type, metadata)
            let entity = Schema.Entity(name)
            if let parent = ModelNames.superclass(of: type) {
                entity.superentityName = Schema.entityName(parent)
                waiting.append(parent)
            }
            waiting += add(metadata, to: entity)
            entities.append(entity)
        }
        let byName = Dictionary(first: entities.map { ($0.name, $0) })
        for entity in entities {
            guard let name = entity.superentityName, let parent = byName[name] else { continue }
            entity.superentity = parent
            parent.subentities.insert(entity)
        }
        InverseInference(entities: entities, byName: byName).run()
    }

    /// Adds properties; gives the models that they refer to.
    private func add(
        _ metadata: [Schema.PropertyMetadata], to entity: Schema.Entity
    ) -> [any PersistentModel.Type] {
        var related: [any PersistentModel.Type] = []
        for property in metadata {
            if let lists = property.metadata as? any PropertyLists {
                let names = lists.lists.map { $0.map { KeyPathNames.name(of: $0) ?? "\($0)" } }
                if lists.isUnique {
                    entity.uniquenessConstraints += names
                } else {
                    entity.indices += names
                }
                continue
            }
            entity.keyPaths[property.name] = property.keypath
            let type = Swift.type(of: property.keypath).valueType
            if let destination = ModelNames.destination(of: type) {
                let relationship =
                    property.metadata as? Schema.Relationship ?? Schema.Relationship()
                relationship.name = property.name
                if let attribute = property.metadata as? Schema.Attribute {
                    // `@Attribute(originalName:)` before a relationship.
                    relationship.originalName = attribute.originalName
                }
                if relationship.originalName.isEmpty { relationship.originalName = property.name }
                relationship.valueType = type
                relationship.keypath = property.keypath
                relationship.destination = Schema.entityName(destination)
                entity.storedProperties.append(relationship)
                related.append(destination)
            } else {
                entity.storedProperties.append(attribute(property, type))
            }
        }
        entity.adoptConstraints()
        return related
    }

    private func attribute(
        _ property: Schema.PropertyMetadata, _ type: any Any.Type
    ) -> Schema.Attribute {
        let given = property.metadata as? Schema.Attribute
        let originalName = given.flatMap { $0.originalName.isEmpty ? nil : $0.originalName }
        let members = CompositeCoder.members(of: type)
        let made: Schema.Attribute
        if let members, given?.isTransformable != true, given?.isCodable != true {
            let composite = Schema.CompositeAttribute(
                name: property.name, originalName: originalName, options: given?.options ?? [],
                valueType: type, defaultValue: property.defaultValue,
                hashModifier: given?.hashModifier)
            composite.properties = members.map {
                Schema.Attribute(name: $0.name, valueType: $0.type)
            }
            made = composite
        } else {
            made = Schema.Attribute(
                name: property.name, originalName: originalName, options: given?.options ?? [],
                valueType: type, defaultValue: property.defaultValue,
                hashModifier: given?.hashModifier)
        }
        made.isOptional = type is any ExpressibleByNilLiteral.Type
        return made
    }
}

/// Types of models, and the names of their properties.
enum ModelNames {
    private static let known = Mutex<Set<ObjectIdentifier>>([])

    /// Makes the key paths of a model's properties known by their names, once.
    static func register(
        _ type: any PersistentModel.Type, _ metadata: @autoclosure () -> [Schema.PropertyMetadata]
    ) {
        guard known.withLock({ !$0.contains(ObjectIdentifier(type)) }) else { return }
        func identifiers<M: PersistentModel>(_: M.Type) -> [AnyKeyPath] {
            // The protocol's own `id`, also of classes that have another one.
            let id: KeyPath<M, PersistentIdentifier> = \M.id
            return [\M.persistentModelID, id]
        }
        for path in identifiers(type) { register(path, "SELF") }
        for property in metadata() where !(property.metadata is any PropertyLists) {
            register(property.keypath, property.name)
            registerCases(of: Swift.type(of: property.keypath).valueType)
        }
        for (name, path) in type._$inheritedKeyPaths { register(path, name) }
        known.withLock { _ = $0.insert(ObjectIdentifier(type)) }
    }

    private static func register(_ path: AnyKeyPath, _ name: String) {
        // A key path to a property does not change.
        nonisolated(unsafe) let names = [path: name]
        KeyPathNames.register(names)
    }

    /// Lets predicates ask for the `rawValue` of enumerations, also of those in structs.
    private static func registerCases(of type: any Any.Type, depth: Int = 0) {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        guard depth < 16, plain is any Codable.Type, !(plain is any PrimitiveAttribute.Type),
            !(plain is any Collection.Type)
        else { return }
        for field in TypeLayout.fields(of: plain) ?? [] {
            registerCases(of: field.type, depth: depth + 1)
        }
        func register<E: RawRepresentable>(_ type: E.Type, _ count: Int) {
            KeyPathNames.register(cases: (0..<count).map { TypeLayout.value(type, tag: $0) })
        }
        guard let type = plain as? any RawRepresentable.Type, !(plain is any CaseIterable.Type),
            let cases = TypeLayout.plainCases(of: plain)
        else { return }
        register(type, cases.count)
    }

    /// The model that a model inherits from.
    static func superclass(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
        _getSuperclass(type) as? any PersistentModel.Type
    }

    /// The model that a property of a type refers to; nil for the types of attributes.
    static func destination(of type: any Any.Type) -> (any PersistentModel.Type)? {
        func element<C: RelationshipCollection>(_: C.Type) -> any PersistentModel.Type {
            C.PersistentElement.self
        }
        if let model = type as? any PersistentModel.Type { return model }
        if let collection = type as? any RelationshipCollection.Type { return element(collection) }
        guard let optional = type as? any OptionalValue.Type else { return nil }
        return optional.wrappedType as? any PersistentModel.Type
    }
}

/// Finds the relationships that point back at each other.
struct InverseInference {
    let entities: [Schema.Entity]
    let byName: [String: Schema.Entity]

    func run() {
        for entity in entities {
            for relationship in own(entity) {
                guard let path = relationship.inverseKeyPath,
                    let name = KeyPathNames.name(of: path)
                else { continue }
                let back = find(name, in: relationship.destination)
                // Several may name one inverse, which says nothing itself: it is the first one's.
                if let back, back.inverseKeyPath == nil, let other = back.inverseName,
                    other != relationship.name
                {
                    continue
                }
                relationship.inverseName = name
                if let back, back.inverseName == nil { back.inverseName = relationship.name }
            }
        }
        for entity in entities {
            for relationship in own(entity) where relationship.inverseName == nil {
                guard let back = candidate(for: relationship, of: entity) else { continue }
                relationship.inverseName = back.name
                back.inverseName = relationship.name
            }
        }
    }

    private func own(_ entity: Schema.Entity) -> [Schema.Relationship] {
        entity.storedProperties.compactMap { $0 as? Schema.Relationship }
    }

    private func find(_ name: String, in entity: String) -> Schema.Relationship? {
        var next = byName[entity]
        while let current = next {
            if let found = own(current).first(where: { $0.name == name }) { return found }
            next = current.superentity
        }
        return nil
    }

    /// The one relationship that can point back; nil where there are several, or none.
    private func candidate(
        for relationship: Schema.Relationship, of entity: Schema.Entity
    ) -> Schema.Relationship? {
        guard let destination = byName[relationship.destination] else { return nil }
        let forward = own(entity).filter {
            $0.destination == destination.name && $0.inverseName == nil
        }
        let backward = own(destination).filter {
            $0.destination == entity.name && $0.inverseName == nil
        }
        if entity === destination {
            // Two lists, or two single ones, say two things: friends and blocked, mother and father.
            guard forward.count == 2,
                forward[0].isToOneRelationship != forward[1].isToOneRelationship
            else { return nil }
            return forward.first { $0 !== relationship }
        }
        return forward.count == 1 && backward.count == 1 ? backward.first : nil
    }
}
#endif
