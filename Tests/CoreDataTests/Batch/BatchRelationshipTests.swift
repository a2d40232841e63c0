import CoreData
import TestModels
import Testing

/// Relationships that batch updates set: each person has a desk, and may have a partner.
struct BatchRelationshipTests {
    private let context: NSManagedObjectContext
    private var objects: [String: NSManagedObject] = [:]

    init() throws {
        let person = entity("Person", [attribute("name")])
        let desk = entity("Desk", [attribute("name")])
        let (sits, sitter) = (relationship("desk", desk), relationship("person", person))
        join(sits, sitter)
        let partner = relationship("partner", person)
        join(partner, partner)
        let boss = entity("Boss")
        person.properties += [sits, partner]
        desk.properties.append(sitter)
        person.subentities = [boss]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: person, desk, boss))
        try coordinator.addFreshStore(NSSQLiteStoreType)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        for (entity, names) in [
            "Person": ["Ann", "Bob"], "Boss": ["Eve"], "Desk": ["A", "B", "E"],
        ] {
            for name in names {
                let made = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                made.setValue(name, forKey: "name")
                objects[name] = made
            }
        }
        for (name, desk) in ["Ann": "A", "Bob": "B", "Eve": "E"] {
            objects[name]?.setValue(objects[desk], forKey: "desk")
        }
        objects["Ann"]?.setValue(objects["Bob"], forKey: "partner")
        try context.save()
    }

    private func update(_ entity: String, _ format: String, _ key: String, _ value: String?) throws
    {
        let request = NSBatchUpdateRequest(entityName: entity)
        request.predicate = NSPredicate(format: format)
        request.propertiesToUpdate = [
            key: NSExpression(forConstantValue: value.flatMap { objects[$0]?.objectID })
        ]
        request.resultType = .updatedObjectsCountResultType
        try context.execute(request)
    }

    /// What the store has, "Ann:A" for her desk or her partner.
    private func pairs(_ entity: String, _ key: String) throws -> [String] {
        let fresh = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
        return try fresh.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map {
            let (name, other) = ($0.value(forKey: "name"), $0.value(forKeyPath: "\(key).name"))
            return "\(name as? String ?? ""):\(other as? String ?? "")"
        }.sorted()
    }

    @Test func `both ends say the same, whichever is set`() throws {
        try update("Person", "name == 'Ann'", "desk", "B")
        #expect(try pairs("Person", "desk") == ["Ann:B", "Bob:", "Eve:E"])
        #expect(try pairs("Desk", "person") == ["A:", "B:Ann", "E:Eve"])
        try update("Desk", "name == 'A'", "person", "Eve")
        #expect(try pairs("Person", "desk") == ["Ann:B", "Bob:", "Eve:A"])
        #expect(try pairs("Desk", "person") == ["A:Eve", "B:Ann", "E:"])
        try update("Desk", "name == 'B'", "person", "Ann")
        #expect(try pairs("Desk", "person") == ["A:Eve", "B:Ann", "E:"])
        try update("Person", "TRUEPREDICATE", "desk", nil)
        #expect(try pairs("Person", "desk") == ["Ann:", "Bob:", "Eve:"])
        #expect(try pairs("Desk", "person") == ["A:", "B:", "E:"])
    }

    @Test func `one of several has what only one may have`() throws {
        try update("Person", "name != 'Bob'", "desk", "B")
        let sitting = try pairs("Person", "desk").filter { $0.hasSuffix(":B") }
        let owners = try pairs("Desk", "person").filter { !$0.hasSuffix(":") }
        #expect(sitting == ["Ann:B"] || sitting == ["Eve:B"])
        #expect(owners.map { String($0.dropFirst(2)) + ":B" } == sitting)
    }

    @Test func `the other end of a relationship may be itself`() throws {
        try update("Person", "name == 'Eve'", "partner", "Ann")
        #expect(try pairs("Person", "partner") == ["Ann:Eve", "Bob:", "Eve:Ann"])
        try update("Person", "name == 'Ann'", "partner", "Ann")
        #expect(try pairs("Person", "partner") == ["Ann:Ann", "Bob:", "Eve:"])
        try update("Person", "name == 'Ann'", "partner", nil)
        #expect(try pairs("Person", "partner") == ["Ann:", "Bob:", "Eve:"])
    }
}
