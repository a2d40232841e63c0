import Foundation
import Query
import TestModels
import Testing

class Animal: NSManagedObject {
    @NSManaged var name: String?
}

class Stone: NSManagedObject {
    @NSManaged var name: String?
}

/// Classes that several entities have.
struct SharedClassTests {
    private let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init() throws {
        let animal = entity("Animal", [attribute("name")], class: Animal.self)
        animal.subentities = [
            entity("Cat", [attribute("lives", .integer16AttributeType)], class: Animal.self)
        ]
        let model = NSManagedObjectModel(
            of: animal, entity("Granite", [attribute("name")], class: Stone.self),
            entity("Basalt", [attribute("name")], class: Stone.self))
        model.entities += animal.subentities
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        context.persistentStoreCoordinator = coordinator
        for name in ["Animal", "Cat", "Granite", "Basalt"] {
            NSEntityDescription.insertNewObject(forEntityName: name, into: context)
                .setValue("a \(name)", forKey: "name")
        }
        try context.save()
    }

    @Test func `the entity that the others inherit from is asked`() throws {
        let found = try Animal.query(in: context).order(by: "name").all()
        #expect(found.map(\.name) == ["a Animal", "a Cat"])
        #expect(Animal.query(in: context).fetchRequest.entityName == "Animal")
    }

    @Test func `of entities that share nothing else none is taken`() async throws {
        let stones = Stone.query(in: context).where("name != nil")
        let error = QueryError.severalEntities(["Basalt", "Granite"], ofClass: "Stone")
        #expect(throws: error) { try stones.all() }
        #expect(throws: error) { try stones.count() }
        #expect(throws: error) { try stones.distinctValues(of: "name", as: String.self) }
        #expect(throws: error) { try stones.sum("name", as: Int.self) }
        #expect(throws: error) { try Stone.query(in: context).where(["name": "x"]).firstOrInsert() }
        #expect(throws: (any Error).self) { try context.fetch(stones.fetchRequest) }
        await #expect(throws: error) { try await stones.async.delete() }
        #expect(!context.hasChanges)
        #expect(
            error.description == "Stone is the class of several entities, Basalt, Granite; use a "
                + "class that one of them has alone, or NSFetchRequest(entityName:).")
    }
}
