import CoreData
import Testing

/// What cannot be read is an error: neither a row that is gone nor an empty relationship.
struct ReadErrorTests {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let shop: NSManagedObject
    let item: NSManagedObject

    init() throws {
        coordinator = try Shop.coordinator()
        let first = Shop.context(coordinator)
        let made = Shop.insert("Shop", ["name": "Here"], into: first)
        let part = Shop.insert("Item", ["name": "Lamp", "shop": made], into: first)
        try first.save()
        context = Shop.context(coordinator)
        shop = try context.existingObject(with: made.objectID)
        item = context.object(with: part.objectID)
    }

    private func close() throws {
        try coordinator.remove(try #require(coordinator.persistentStores.first))
    }

    @Test func `an object of a closed store is not said to be missing`() throws {
        try close()
        let error = try #require(throws: (any Error).self) {
            try context.existingObject(with: item.objectID)
        }
        #expect((error as NSError).domain == NSCocoaErrorDomain)
        #expect((error as NSError).code != NSManagedObjectReferentialIntegrityError)
        #expect(item.isFault && !item.isDeleted)
    }

    @Test func `a cascade that cannot be followed keeps the deletion from being saved`() throws {
        try close()
        context.delete(shop)
        context.processPendingChanges()
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.deletedObjects == [shop])
    }

    @Test(arguments: [true, false])
    func `changes of objects whose store was removed are not saved in silence`(
        isDeletion: Bool
    ) throws {
        item.setValue("Desk", forKey: "name")
        if isDeletion {
            context.delete(item)
            context.processPendingChanges()
        }
        try close()
        try coordinator.addFreshStore()
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSPersistentStoreOperationError)
        #expect(item.hasChanges)
    }

    @Test func `a relationship that could not be read is read the next time`() throws {
        context.shouldDeleteInaccessibleFaults = false
        let other = Shop.context(coordinator)
        let theirs = try other.existingObject(with: shop.objectID)
        let made = Shop.insert("Item", ["name": "Desk", "shop": theirs], into: other)
        try other.obtainPermanentIDs(for: [made])
        // Its row is not there yet, so that the rules of its deletion cannot be followed.
        let desk = context.object(with: made.objectID)
        context.delete(desk)
        context.processPendingChanges()
        try other.save()
        context.rollback()
        #expect(desk.value(forKey: "shop") as? NSManagedObject === shop)
        desk.setValue("Table", forKey: "name")
        try context.save()
        let reader = Shop.context(coordinator)
        let saved = try reader.existingObject(with: made.objectID)
        #expect((saved.value(forKey: "shop") as? NSManagedObject)?.objectID == shop.objectID)
    }

    @Test func `reading a property stops the program, with the reason`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let fixture = try ReadErrorTests()
            try fixture.close()
            _ = fixture.item.value(forKey: "name")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("could not fulfill a fault"))
    }

    @Test(arguments: [true, false])
    func `a fault whose row is gone is what the context decides`(reads: Bool) throws {
        context.shouldDeleteInaccessibleFaults = reads
        let other = Shop.context(coordinator)
        other.delete(try other.existingObject(with: item.objectID))
        try other.save()
        let error = try #require(throws: (any Error).self) {
            try context.existingObject(with: item.objectID)
        }
        #expect((error as NSError).code == NSManagedObjectReferentialIntegrityError)
        if reads {
            let again = context.object(with: item.objectID)
            #expect(again.value(forKey: "name") == nil && again.isDeleted)
        } else {
            // A sort in memory reads it too, within something that throws.
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            let theirs = try #require(throws: (any Error).self) {
                try child.existingObject(with: item.objectID)
            }
            #expect((theirs as NSError).code == NSManagedObjectReferentialIntegrityError)
        }
    }

    @Test func `a fault that must not read as deleted stops the program`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let fixture = try ReadErrorTests()
            fixture.context.shouldDeleteInaccessibleFaults = false
            let other = Shop.context(fixture.coordinator)
            other.delete(try other.existingObject(with: fixture.item.objectID))
            try other.save()
            _ = fixture.item.value(forKey: "name")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("could not fulfill a fault"))
    }
}
