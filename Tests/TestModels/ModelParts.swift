package import CoreData

// Parts of models that tests make in code:
//
//     let (note, tag) = (entity("Note"), entity("Tag"))
//     let (tags, notes) = (relationship("tags", tag, isToMany: true), relationship("notes", note))
//     join(tags, notes)
//     note.properties = [attribute("text"), attribute("count", .integer64AttributeType, 0), tags]
//     tag.properties = [attribute("name"), notes]
//     let model = NSManagedObjectModel(of: note, tag)

/// An attribute; `value` is its default.
package func attribute(
    _ name: String, _ type: NSAttributeType = .stringAttributeType, _ value: Any? = nil,
    from old: String? = nil, isOptional: Bool = true
) -> NSAttributeDescription {
    let made = NSAttributeDescription()
    (made.name, made.attributeType, made.defaultValue) = (name, type, value)
    (made.renamingIdentifier, made.isOptional) = (old, isOptional)
    return made
}

/// A relationship, whose inverse ``join(_:_:)`` sets.
package func relationship(
    _ name: String, _ destination: NSEntityDescription, isToMany: Bool = false,
    rule: NSDeleteRule = .nullifyDeleteRule, isOptional: Bool = true, isOrdered: Bool = false
) -> NSRelationshipDescription {
    let made = NSRelationshipDescription()
    (made.name, made.destinationEntity, made.maxCount) = (name, destination, isToMany ? 0 : 1)
    (made.deleteRule, made.isOptional, made.isOrdered) = (rule, isOptional, isOrdered)
    return made
}

/// Makes two relationships each other's inverse.
package func join(_ a: NSRelationshipDescription, _ b: NSRelationshipDescription) {
    (a.inverseRelationship, b.inverseRelationship) = (b, a)
}

/// An entity, by default of no class of its own.
package func entity(
    _ name: String, _ properties: [NSPropertyDescription] = [], class type: AnyClass? = nil
) -> NSEntityDescription {
    let made = NSEntityDescription()
    made.name = name
    if let type { made.managedObjectClassName = NSStringFromClass(type) }
    made.properties = properties
    return made
}

extension NSManagedObjectModel {
    /// A model of entities.
    package convenience init(of entities: NSEntityDescription...) {
        self.init()
        self.entities = entities
    }
}

extension NSPersistentContainer {
    /// Loads its stores.
    ///
    /// - Throws: The first error of one.
    package func loadStores() throws {
        var failure: (any Error)?
        loadPersistentStores { failure = failure ?? $1 }
        if let failure { throw failure }
    }
}
