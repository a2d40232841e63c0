import CoreData
import Testing

/// Models of real apps: each opens a store that takes and gives back an object of each entity.
@Suite struct `Real models` {
    /// The folder of data beside the package; nil where it is not there.
    static var data: URL? {
        if let path = ProcessInfo.processInfo.environment["QUARRY_DATA"] {
            return URL(fileURLWithPath: path)
        }
        var place = URL(fileURLWithPath: #filePath)
        while place.path.count > 1 {
            place.deleteLastPathComponent()
            let data = place.appendingPathComponent("shared/data")
            if FileManager.default.fileExists(atPath: data.path) { return data }
        }
        return nil
    }

    static func files(_ folder: String, _ kinds: [String]) -> [String] {
        guard let data else { return [] }
        let root = data.appendingPathComponent(folder)
        var found: [String] = []
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if kinds.contains(file.pathExtension) { found.append(file.path) }
        }
        return found.sorted()
    }

    @Test func `of Xcode take, save and give back an object of each entity`() throws {
        var entities = 0
        let files = Self.files("models", ["xml"])
        for file in files {
            entities += try roundTrip(URL(fileURLWithPath: file))
        }
        if Self.data != nil { #expect(files.count > 50 && entities > 300) }
    }

    @Test func `compiled take, save and give back an object of each entity`() throws {
        var entities = 0
        let files = Self.files("moms", ["mom"])
        for file in files { entities += try roundTrip(URL(fileURLWithPath: file)) }
        if Self.data != nil { #expect(files.count > 1 && entities > 5) }
    }

    /// Saves an object of each entity and reads it in another context.
    private func roundTrip(_ file: URL) throws -> Int {
        guard let model = NSManagedObjectModel(contentsOf: file) else {
            Issue.record("\(file.lastPathComponent) does not load.")
            return 0
        }
        guard !model.entities.isEmpty else { return 0 }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: URL(fileURLWithPath: "/dev/null"), options: nil)
        let context = Shop.context(coordinator)
        var count = 0
        for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") })
        where !entity.isAbstract {
            var depth = 0
            _ = make(entity, in: context, &depth)
            count += 1
        }
        do {
            try context.save()
        } catch let error as NSError
            where (1550...1690).contains(error.code) || error.code == NSManagedObjectConstraintMergeError
        {
            // Counts and patterns that generated objects do not meet: validation did its work.
            return count
        }
        let other = Shop.context(coordinator)
        for object in context.registeredObjects {
            let copy = try other.existingObject(with: object.objectID)
            for (name, attribute) in object.entity.attributesByName where !attribute.isTransient {
                let (mine, theirs) = (object.value(forKey: name), copy.value(forKey: name))
                #expect(
                    (mine as? NSObject) == (theirs as? NSObject),
                    "\(file.lastPathComponent) \(object.entity.name ?? "").\(name)")
            }
            for relationship in object.entity.relationshipsByName.values where !relationship.isToMany {
                let (mine, theirs) = (
                    object.value(forKey: relationship.name) as? NSManagedObject,
                    copy.value(forKey: relationship.name) as? NSManagedObject
                )
                #expect(mine?.objectID == theirs?.objectID)
            }
        }
        return count
    }

    /// An object with a value for each attribute, and objects that it must point at.
    private func make(
        _ entity: NSEntityDescription, in context: NSManagedObjectContext, _ depth: inout Int
    ) -> NSManagedObject? {
        var entity = entity
        while entity.isAbstract, let sub = entity.subentities.first { entity = sub }
        guard !entity.isAbstract, let name = entity.name, depth < 6 else { return nil }
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        for (key, attribute) in entity.attributesByName {
            let number = Int.random(in: 1...30_000)
            let value: Any? =
                switch attribute.attributeType {
                case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: number
                case .decimalAttributeType: NSDecimalNumber(value: number)
                case .doubleAttributeType, .floatAttributeType: Double(number) / 4
                case .stringAttributeType: "\(key) \(UUID().uuidString)"
                case .booleanAttributeType: number % 2 == 0
                case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number))
                case .binaryDataAttributeType: Data("\(number)".utf8)
                case .UUIDAttributeType: UUID()
                case .URIAttributeType: URL(string: "https://example.com/\(number)")
                case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
                    .compositeAttributeType:
                    nil
                }
            if let value, !(attribute is NSDerivedAttributeDescription) {
                object.setValue(value, forKey: key)
            }
        }
        for (key, relationship) in entity.relationshipsByName where !relationship.isOptional {
            guard let destination = relationship.destinationEntity else { continue }
            if relationship.isToMany { continue }
            if object.value(forKey: key) != nil { continue }
            depth += 1
            if let target = make(destination, in: context, &depth) {
                object.setValue(target, forKey: key)
            }
            depth -= 1
        }
        return object
    }
}
