#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// Makes the managed object model of a schema, as Apple's files of it have it.
struct ModelBuilder {
    let model = NSManagedObjectModel()
    private(set) var plans: [String: EntityPlan] = [:]
    private let schema: Schema
    private var descriptions: [String: NSEntityDescription] = [:]
    private var own: [String: [PropertyPlan]] = [:]

    /// - Throws: `loadIssueModelContainer` for a schema that cannot be stored.
    init(_ schema: Schema) throws {
        self.schema = schema
        try checkNames()
        try checkSuperclasses()
        for entity in schema.entities {
            let description = NSEntityDescription()
            description.name = entity.name
            descriptions[entity.name] = description
        }
        for entity in schema.entities { try addProperties(of: entity) }
        for entity in schema.entities {
            guard let name = entity.superentityName else { continue }
            guard let parent = descriptions[name], let child = descriptions[entity.name] else {
                throw ModelBuilder.problem(
                    "'\(entity.name)' inherits from '\(name)', which is not in the schema.")
            }
            parent.subentities += [child]
        }
        for entity in schema.entities { try connect(entity) }
        for entity in schema.entities { try addLists(of: entity) }
        model.entities = schema.entities.compactMap { descriptions[$0.name] }
        model.versionIdentifiers = [schema.version.description]
        for entity in schema.entities {
            guard let type = schema.types[entity.name], let description = descriptions[entity.name]
            else { continue }
            var properties: [String: PropertyPlan] = [:]
            var next: Schema.Entity? = entity
            var depth = 0
            while let current = next, depth < 64 {
                for property in own[current.name] ?? [] { properties[property.name] = property }
                next = current.superentity
                depth += 1
            }
            plans[entity.name] = EntityPlan(entity.name, type, description, properties)
        }
    }

    static func problem(_ sentence: String) -> SwiftDataError {
        .loadIssueModelContainer.because(sentence)
    }

    /// Refuses models of which an entity of the same name would leave out one.
    private func checkNames() throws {
        for type in schema.rivals {
            let name = Schema.entityName(type)
            guard let other = schema.types[name] else { continue }
            throw ModelBuilder.problem(
                "The models \(String(reflecting: other)) and \(String(reflecting: type)) are both "
                    + "the entity '\(name)'; a schema has one of them.")
        }
    }

    /// Refuses models whose superclass is none: its properties would be in no store.
    private func checkSuperclasses() throws {
        for (name, type) in schema.types.sorted(by: { $0.key < $1.key }) {
            guard let superclass = _getSuperclass(type), !(superclass is any PersistentModel.Type)
            else { continue }
            throw ModelBuilder.problem(
                "'\(name)' inherits from the class \(superclass), which is no model; put @Model "
                    + "before it, or make it a property.")
        }
    }

    // MARK: Attributes

    private mutating func addProperties(of entity: Schema.Entity) throws {
        var properties: [NSPropertyDescription] = []
        var plans: [PropertyPlan] = []
        for property in entity.storedProperties {
            switch property {
            case let attribute as Schema.Attribute:
                let (description, plan) = try describe(attribute, of: entity)
                properties.append(description)
                plans.append(plan)
            case let relationship as Schema.Relationship:
                let (description, plan) = describe(relationship, of: entity)
                properties.append(description)
                plans.append(plan)
            default: break  // Lists of constraints and indexes are the entity's.
            }
        }
        descriptions[entity.name]?.properties = properties
        own[entity.name] = plans
    }

    private func describe(
        _ attribute: Schema.Attribute, of entity: Schema.Entity
    ) throws -> (NSAttributeDescription, PropertyPlan) {
        let description: NSAttributeDescription
        let form: PropertyPlan.Form
        if let transformer = attribute.transformerName {
            if attribute.isCodable {
                throw ModelBuilder.problem(
                    "'\(entity.name).\(attribute.name)' is both .codable and .transformable(by:); "
                        + "keep one of them.")
            }
            description = NSAttributeDescription(.transformableAttributeType)
            description.valueTransformerName = transformer
            form = .transformable
        } else if attribute.isTransient {
            description = NSAttributeDescription()
            description.isTransient = true
            form = .ephemeral
        } else {
            guard
                let coder = AttributeCoder.find(
                    attribute.valueType, name: attribute.name, isOpaque: attribute.isCodable)
            else {
                throw ModelBuilder.problem(
                    "'\(entity.name).\(attribute.name)' has the type \(attribute.valueType), which "
                        + "is neither codable nor a model; make it codable, transformable or "
                        + "@Transient.")
            }
            description = coder.description()
            try (coder as? CompositeCoder)?.addFallbacks(
                to: description, else: unwrapped(attribute.defaultValue))
            form = (coder as? ArrayCoder).map { .array($0) } ?? .value(coder)
        }
        description.name = attribute.name
        description.isOptional = attribute.isOptional || attribute.isTransient
        description.renamingIdentifier = attribute.originalName
        description.versionHashModifier = attribute.hashModifier
        description.allowsExternalBinaryDataStorage = attribute.options.contains(.externalStorage)
        description.allowsCloudEncryption = attribute.options.contains(.allowsCloudEncryption)
        description.preservesValueInHistoryOnDeletion = attribute.options.contains(
            .preserveValueOnDeletion)
        description.isIndexedBySpotlight = attribute.options.contains(.spotlight)
        if let value = unwrapped(attribute.defaultValue) {
            switch form {
            case .value(let coder): description.defaultValue = try coder.encode(value).bridged
            case .array(let coder): description.defaultValue = coder.objects(value)
            case .transformable, .ephemeral: description.defaultValue = value
            case .toOne, .toMany: break
            }
        }
        return (
            description,
            PropertyPlan(
                attribute.name, form, attribute.valueType, entity.keyPaths[attribute.name],
                defaultValue: attribute.defaultValue)
        )
    }

    // MARK: Relationships

    private func describe(
        _ relationship: Schema.Relationship, of entity: Schema.Entity
    ) -> (NSRelationshipDescription, PropertyPlan) {
        let description = NSRelationshipDescription()
        let isToOne = relationship.isToOneRelationship
        description.name = relationship.name
        description.renamingIdentifier = relationship.originalName
        description.versionHashModifier = relationship.hashModifier
        description.minCount = relationship.minimumModelCount ?? 0
        description.maxCount = isToOne ? 1 : relationship.maximumModelCount ?? 0
        // A bound of one model would make it a relationship to one.
        if !isToOne, description.maxCount == 1 { description.maxCount = 0 }
        description.isOptional =
            isToOne ? relationship.isOptional : (relationship.minimumModelCount ?? 0) == 0
        description.deleteRule =
            switch relationship.deleteRule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
        return (
            description,
            PropertyPlan(
                relationship.name,
                isToOne ? .toOne(relationship.destination) : .toMany(relationship.destination),
                relationship.valueType, entity.keyPaths[relationship.name])
        )
    }

    private func relationship(_ name: String, of entity: String) -> NSRelationshipDescription? {
        var next = descriptions[entity]
        while let current = next {
            if let found = current.relationshipsByName[name] { return found }
            next = current.superentity
        }
        return nil
    }

    private func connect(_ entity: Schema.Entity) throws {
        for case let property as Schema.Relationship in entity.storedProperties {
            guard let description = relationship(property.name, of: entity.name) else { continue }
            guard let destination = descriptions[property.destination] else {
                throw ModelBuilder.problem(
                    "'\(entity.name).\(property.name)' refers to '\(property.destination)', which "
                        + "is not in the schema.")
            }
            description.destinationEntity = destination
            guard let name = property.inverseName else { continue }
            guard let inverse = relationship(name, of: property.destination) else {
                throw ModelBuilder.problem(
                    "The inverse of '\(entity.name).\(property.name)' is "
                        + "'\(property.destination).\(name)', which is no relationship.")
            }
            let back = schema.entitiesByName[property.destination]?.relationshipsByName[name]
            guard back?.inverseName == nil || back?.inverseName == property.name else {
                throw ModelBuilder.problem(
                    "The inverse of '\(entity.name).\(property.name)' is "
                        + "'\(property.destination).\(name)', whose own inverse is "
                        + "'\(back?.inverseName ?? "")'.")
            }
            description.inverseRelationship = inverse
        }
    }

    // MARK: Constraints and indexes

    private func addLists(of entity: Schema.Entity) throws {
        guard let description = descriptions[entity.name] else { return }
        let known = description.propertiesByName
        func check(_ names: [String], _ macro: String) throws {
            for name in names where known[name] == nil {
                throw ModelBuilder.problem(
                    "\(macro) of '\(entity.name)' names '\(name)', which is no stored property.")
            }
        }
        for names in entity.uniquenessConstraints { try check(names, "#Unique") }
        description.uniquenessConstraints = entity.uniquenessConstraints
        description.indexes = try entity.indices.map { names in
            try check(names, "#Index")
            return NSFetchIndexDescription(
                name: "SwiftDataIndexOnBinary" + names.joined(),
                elements: names.compactMap { name in
                    known[name].map {
                        NSFetchIndexElementDescription(property: $0, collationType: .binary)
                    }
                })
        }
    }
}
#endif
