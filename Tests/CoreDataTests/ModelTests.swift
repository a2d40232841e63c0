import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

@Suite struct `A model` {
    private let folder = TemporaryFolder()

    @Test func `is merged, copied and no longer changed when it is used`() throws {
        let model = try Shop.model()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.entitiesByName["Item"] !== model.entitiesByName["Item"])
        let shop = copy.entitiesByName["Item"]?.relationshipsByName["shop"]
        #expect(shop?.destinationEntity === copy.entitiesByName["Shop"])
        #expect(shop?.inverseRelationship?.name == "items")
        let other = NSManagedObjectModel(of: entity("Extra"))
        let merged = try #require(NSManagedObjectModel(byMerging: [model, other]))
        #expect(Set(merged.entitiesByName.keys) == ["Item", "Shop", "Tag", "Extra"])
        #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    }

    @Test func `inherits properties`() throws {
        let breed = NSAttributeDescription()
        breed.name = "breed"
        breed.type = .string
        let (animal, dog) = (entity("Animal", [attribute("name")]), entity("Dog", [breed]))
        animal.isAbstract = true
        animal.subentities = [dog]
        let model = NSManagedObjectModel(of: animal, dog)
        #expect(Set(dog.attributesByName.keys) == ["name", "breed"])
        #expect(dog.isKindOf(entity: animal) && dog.superentity === animal)
        let context = try Shop.context(model)
        _ = Shop.insert("Dog", ["name": "Rex", "breed": "Collie"], into: context)
        try context.save()
        #expect(try Shop.fetch("Animal", "name == 'Rex'", in: context).first?.entity.name == "Dog")
    }

    @Test func `survives in the file of its store`() throws {
        let url = TestStores.url(folder.file("shop.sqlite"))
        func container(_ model: NSManagedObjectModel, migrate: Bool) throws -> NSPersistentContainer
        {
            let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: url)
            description.shouldMigrateStoreAutomatically = migrate
            container.persistentStoreDescriptions = [description]
            try container.loadStores()
            return container
        }
        let first = try container(try Shop.model(), migrate: true)
        let item = Item(context: first.viewContext)
        item.name = "Lamp"
        try first.viewContext.save()
        let uri = item.objectID.uriRepresentation()
        #expect(uri.absoluteString.hasSuffix("/Item/p1"))
        for store in first.persistentStoreCoordinator.persistentStores {
            try first.persistentStoreCoordinator.remove(store)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url, options: nil)
        #expect(
            try Shop.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let changed = try Shop.model()
        changed.entitiesByName["Item"]?.properties.append(
            attribute("colour", .stringAttributeType, "red"))
        let refused = #expect(throws: NSError.self) { try container(changed, migrate: false) }
        #expect(refused?.code == NSPersistentStoreIncompatibleVersionHashError)
        let second = try container(
            try #require(changed.copy() as? NSManagedObjectModel), migrate: true)
        let id = try #require(
            second.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        let found = try second.viewContext.existingObject(with: id)
        #expect(found.value(forKey: "name") as? String == "Lamp")
    }
}
