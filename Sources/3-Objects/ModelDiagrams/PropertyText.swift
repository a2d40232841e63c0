package import CoreDataModel

/// Properties of a model in words.
package enum PropertyText {
    /// The type of an attribute: `Integer 64`, `Transformable Color`, `Composite Address`.
    package static func type(_ attribute: ObjectAttribute) -> String {
        switch attribute.type {
        case .composite:
            return attribute.compositeName ?? attribute.type.rawValue
        case .transformable:
            guard let name = attribute.customClassName, !name.isEmpty else {
                return attribute.type.rawValue
            }
            return name
        case .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string,
            .boolean, .date, .binary, .uuid, .uri, .objectID:
            return attribute.type.rawValue
        }
    }

    /// The class of an entity's objects without its module; the entity's name where none is said.
    package static func className(_ entity: ObjectEntity) -> String {
        guard let name = entity.className?.split(separator: ".").last, name != "NSManagedObject"
        else { return entity.name }
        return String(name)
    }

    /// How a relationship counts: `1`, `0…1`, `0…∗`, `1…5`.
    package static func cardinality(_ relationship: ObjectRelationship) -> String {
        let least = max(relationship.minimumCount, relationship.isOptional ? 0 : 1)
        guard relationship.isToMany else { return relationship.isOptional ? "0…1" : "1" }
        return "\(least)…"
            + (relationship.maximumCount > 0 ? String(relationship.maximumCount) : "∗")
    }
}
