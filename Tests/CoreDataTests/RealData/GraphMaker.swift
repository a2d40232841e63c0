import CoreData

/// Makes a graph of objects for a model: one of each entity, with a value for each attribute and
/// objects in each relationship, all as the model's own rules want them.
final class GraphMaker {
    let context: NSManagedObjectContext
    private let entities: [NSEntityDescription]
    /// The objects that the graph is about: one of each entity that has objects.
    private(set) var primary: [NSManagedObject] = []
    /// All objects, also those made because others must point at something.
    private(set) var all: [NSManagedObject] = []
    /// What could not be made, and why.
    private(set) var leftOut: [String] = []
    private var number = 0

    init(_ model: NSManagedObjectModel, in context: NSManagedObjectContext) {
        self.context = context
        entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    /// Makes the graph; it is not saved.
    func make() {
        for entity in entities where !entity.isAbstract {
            if let object = insert(entity) { primary.append(object) }
        }
        // What must be there first: it may take the only place of what may be there.
        // One after the other, so that new objects find each other before they ask for more.
        var place = 0
        while place < all.count {
            relate(all[place], mandatoryOnly: true)
            place += 1
        }
        for object in primary { relate(object, mandatoryOnly: false) }
        while place < all.count {
            relate(all[place], mandatoryOnly: true)
            place += 1
        }
    }

    private func insert(_ entity: NSEntityDescription) -> NSManagedObject? {
        guard let name = entity.name, all.count < 300 else { return nil }
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        all.append(object)
        for (key, attribute) in entity.attributesByName.sorted(by: { $0.key < $1.key })
        where !(attribute is NSDerivedAttributeDescription) {
            guard let value = value(for: attribute) else {
                leftOut.append("\(name).\(key): no value of type \(attribute.attributeType)")
                continue
            }
            object.setValue(value, forKey: key)
        }
        return object
    }

    // MARK: Values

    /// A value that meets the rules of an attribute; another one each time, where that can be.
    private func value(for attribute: NSAttributeDescription) -> Any? {
        number += 1
        let candidates = candidates(for: attribute)
        return candidates.first { value in
            attribute.validationPredicates.allSatisfy { $0.evaluate(with: value) }
        }
    }

    private func candidates(for attribute: NSAttributeDescription) -> [Any] {
        let numbers = [number % 30_000, 1, 0, -1]
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return numbers.map { NSNumber(value: $0) }
        case .decimalAttributeType:
            return [NSDecimalNumber(string: "\(number).25")]
                + numbers.map { NSDecimalNumber(value: $0) }
        case .doubleAttributeType, .floatAttributeType:
            return [NSNumber(value: Double(number) / 4)]
                + numbers.map { NSNumber(value: Double($0)) }
        case .stringAttributeType:
            let text = "\(attribute.name) \(number) \u{e9}\u{1F600}"
            return [text, "\(number)", "a", "x@example.com", ""]
        case .booleanAttributeType: return [NSNumber(value: number % 2 == 0)]
        case .dateAttributeType:
            return [Double(number) + 0.5, 300_000_000 + Double(number), 600_000_000].map {
                Date(timeIntervalSinceReferenceDate: $0)
            }
        case .binaryDataAttributeType: return [Data("bytes \(number)".utf8)]
        case .UUIDAttributeType: return [UUID()]
        case .URIAttributeType:
            return URL(string: "https://example.com/\(number)").map { [$0] } ?? []
        case .transformableAttributeType: return [NSArray(array: ["list", "\(number)"])]
        case .compositeAttributeType:
            guard let composite = attribute as? NSCompositeAttributeDescription,
                !composite.elements.isEmpty
            else { return [] }
            var values: [String: Any] = [:]
            for element in composite.elements { values[element.name] = value(for: element) }
            return [values]
        case .undefinedAttributeType:
            // What an undefined attribute holds is the program's own affair, and never stored.
            return attribute.isTransient ? ["anything"] : []
        case .objectIDAttributeType: return []
        }
    }

    // MARK: Relationships

    private func relate(_ object: NSManagedObject, mandatoryOnly: Bool) {
        let relationships = object.entity.relationshipsByName.sorted { $0.key < $1.key }
        for (name, relationship) in relationships
        where !relationship.isTransient
            && (!mandatoryOnly || !relationship.isOptional || relationship.minCount > 0)
        {
            // Where every object needs a referrer of its own, two would have no end.
            let usual = mandatoryOnly || !relationship.isOptional ? 1 : 2
            let wanted = relationship.isToMany ? max(relationship.minCount, usual) : 1
            var missing = wanted - count(object, name, relationship)
            while missing > 0 {
                guard let target = target(for: relationship, of: object, name) else {
                    leftOut.append("\(object.entity.name ?? "").\(name): nobody to point at")
                    break
                }
                add(target, to: object, name, relationship)
                missing -= 1
            }
        }
    }

    private func count(
        _ object: NSManagedObject, _ name: String, _ relationship: NSRelationshipDescription
    ) -> Int {
        if !relationship.isToMany { return object.value(forKey: name) == nil ? 0 : 1 }
        return relationship.isOrdered
            ? object.mutableOrderedSetValue(forKey: name).count
            : object.mutableSetValue(forKey: name).count
    }

    /// An existing object that has room for the object, or a new one.
    private func target(
        for relationship: NSRelationshipDescription, of object: NSManagedObject, _ name: String
    ) -> NSManagedObject? {
        guard let destination = relationship.destinationEntity else { return nil }
        let inverse = relationship.inverseRelationship
        let free = all.last { candidate in
            guard candidate.entity.isKindOf(entity: destination) else { return false }
            if relationship.isToMany, holds(object, name, relationship, candidate) { return false }
            guard let inverse else { return true }
            let room = inverse.isToMany ? (inverse.maxCount > 1 ? inverse.maxCount : .max) : 1
            return count(candidate, inverse.name, inverse) < room
        }
        if let free { return free }
        guard let concrete = concrete(destination) else { return nil }
        return insert(concrete)
    }

    private func holds(
        _ object: NSManagedObject, _ name: String, _ relationship: NSRelationshipDescription,
        _ candidate: NSManagedObject
    ) -> Bool {
        relationship.isOrdered
            ? object.mutableOrderedSetValue(forKey: name).contains(candidate)
            : object.mutableSetValue(forKey: name).contains(candidate)
    }

    private func add(
        _ target: NSManagedObject, to object: NSManagedObject, _ name: String,
        _ relationship: NSRelationshipDescription
    ) {
        if !relationship.isToMany {
            object.setValue(target, forKey: name)
        } else if relationship.isOrdered {
            object.mutableOrderedSetValue(forKey: name).add(target)
        } else {
            object.mutableSetValue(forKey: name).add(target)
        }
    }

    private func concrete(_ entity: NSEntityDescription) -> NSEntityDescription? {
        if !entity.isAbstract { return entity }
        for sub in entity.subentities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            if let found = concrete(sub) { return found }
        }
        return nil
    }
}
