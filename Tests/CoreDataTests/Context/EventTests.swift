import CoreData
import Synchronization
import TestModels
import Testing

/// Deletes its partner before it goes.
final class Twin: NSManagedObject {
    /// What `isDeleted` was in each call.
    private(set) var states: [Bool] = []

    override func prepareForDeletion() {
        super.prepareForDeletion()
        states.append(isDeleted)
        if let partner = value(forKey: "partner") as? Twin {
            managedObjectContext?.delete(partner)
        }
    }
}

struct EventTests {
    private let recorder = Recorder()

    @Test func `what is inserted and deleted before a save is forgotten`() throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["name": "Lamp"], into: context)
        context.processPendingChanges()
        context.delete(item)
        context.processPendingChanges()
        #expect(!context.hasChanges)
        #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
        #expect(!item.isInserted && !item.isDeleted && item.managedObjectContext == nil)
        #expect(context.registeredObjects.isEmpty)
        try context.save()
        #expect(try Shop.fetch("Item", in: context).isEmpty)
    }

    @Test func `a block that throws has its changes told of when it ends`() async throws {
        let context = try Shop.context()
        let told = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in told.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        let fail: () throws -> Void = {
            _ = Shop.insert("Item", ["name": "Lamp"], into: context)
            throw CocoaError(.featureUnsupported)
        }
        #expect(throws: CocoaError.self) { try context.performAndWait(fail) }
        #expect(told.withLock { $0 } == 1)
    }

    @Test func `a context without a queue merges nothing by itself`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
            context.automaticallyMergesChangesFromParent = false
            context.automaticallyMergesChangesFromParent = true
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Automatic merging is not supported"))
    }

    @Test func `objects that delete each other before they go are deleted once`() throws {
        let twin = entity("Twin", class: Twin.self)
        let partner = relationship("partner", twin)
        join(partner, partner)
        twin.properties = [partner]
        let context = try Shop.context(NSManagedObjectModel(of: twin))
        let (first, second) = (Twin(context: context), Twin(context: context))
        first.setValue(second, forKey: "partner")
        try context.save()
        context.delete(first)
        #expect(first.states == [false] && second.states == [false])
        #expect(context.deletedObjects == [first, second])
        try context.save()
        #expect(try Shop.fetch("Twin", in: context).isEmpty)
        #expect(first.states.count == 1 && second.states.count == 1)
    }

    @Test func `an observer of changes is told what an object was before`() throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        let told = Mutex<[String?]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { note in
            let updated = note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
            for object in updated {
                let old = object.changedValuesForCurrentEvent()["name"] as? String
                told.withLock { $0.append(old) }
                // What an observer sets is of the next event.
                if old == "Lamp" { object.setValue("Table", forKey: "name") }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        item.setValue("Desk", forKey: "name")
        context.processPendingChanges()
        #expect(item.changedValuesForCurrentEvent()["name"] as? String == "Desk")
        context.processPendingChanges()
        #expect(told.withLock { $0 } == ["Lamp", "Desk"])
        #expect(item.changedValuesForCurrentEvent().isEmpty)
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a fault has what others saved before it is read`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let (a, b) = (Shop.context(coordinator), Shop.context(coordinator))
            let lamp = Shop.insert("Item", ["name": "Lamp"], into: a)
            let gone = Shop.insert("Item", ["name": "Gone"], into: a)
            try a.save()
            let theirs = try Shop.fetch("Item", sort: "name", in: b)
            #expect(theirs.map(\.isFault) == [true, true])
            lamp.setValue("Lantern", forKey: "name")
            a.delete(gone)
            try a.save()
            #expect(theirs[1].value(forKey: "name") as? String == "Lantern")
            #expect(theirs[0].value(forKey: "name") == nil && theirs[0].isDeleted)
            theirs[1].setValue("Candle", forKey: "name")
            b.refresh(theirs[0], mergeChanges: false)
            try b.save()
            #expect(try Shop.fetch("Item", in: Shop.context(coordinator)).count == 1)
        }
    }

    @Test func `a merge is posted after the changes that it makes`() throws {
        let first = try Shop.context()
        let second = Shop.context(try #require(first.persistentStoreCoordinator))
        let item = Shop.insert("Item", ["name": "Lamp"], into: first)
        try first.save()
        let other = try second.existingObject(with: item.objectID)
        let calls = Mutex<[String]>([])
        let observers = [
            NSManagedObjectContext.didChangeObjectsNotification,
            NSManagedObjectContext.didMergeChangesObjectIDsNotification,
        ].map { name in
            NotificationCenter.default.addObserver(forName: name, object: second, queue: nil) {
                let merged = $0.userInfo?["NSObjectsChangedByMergeChangesKey"]
                let count = (merged as? Set<NSManagedObject>)?.count
                calls.withLock { $0.append("\(name.rawValue) \(count ?? 0)") }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        item.setValue("Desk", forKey: "name")
        try first.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectIDsKey: [item.objectID]], into: [second])
        #expect(other.value(forKey: "name") as? String == "Desk")
        other.setValue("Chair", forKey: "name")
        second.processPendingChanges()
        #expect(
            calls.withLock { $0 } == [
                "NSObjectsChangedInManagingContextNotification 1",
                "NSManagedObjectContextDidMergeChangesObjectIDsNotification 0",
                "NSObjectsChangedInManagingContextNotification 0",
            ])
    }

    @Test func `values before an event and in conflicts are those that the program set`() throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["name": "a", "note": "old"], into: context)
        let other = Shop.insert("Item", ["name": "b"], into: context)
        let shop = Shop.insert(
            "Shop", ["name": "Here", "shelf": NSOrderedSet(array: [item, other])], into: context)
        try context.save()
        item.setValue("new", forKey: "note")
        shop.setValue(NSOrderedSet(array: [other, item]), forKey: "shelf")
        #expect(item.changedValuesForCurrentEvent()["note"] as? String == "old")
        #expect(item.committedValues(forKeys: ["note"])["note"] as? String == "old")
        let shelf = shop.changedValuesForCurrentEvent()["shelf"] as? NSOrderedSet
        #expect(shelf?.array as? [NSManagedObject] == [item, other])

        let second = Shop.context(try #require(context.persistentStoreCoordinator))
        let theirs = try second.existingObject(with: item.objectID)
        theirs.setValue("theirs", forKey: "note")
        try second.save()
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        let conflict = try #require(
            (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first)
        #expect(conflict.objectSnapshot?["note"] as? String == "new")
        #expect(conflict.cachedSnapshot?["note"] as? String == "theirs")
        #expect(conflict.persistedSnapshot == nil)
    }

    @Test func `rules are followed before validation when they are not at the end of the event`()
        throws
    {
        let model = try Shop.model()
        let shelf = model.entitiesByName["Shop"]?.relationshipsByName["shelf"]
        shelf?.deleteRule = .cascadeDeleteRule
        let favourite = model.entitiesByName["Item"]?.relationshipsByName["favouriteOf"]
        favourite?.deleteRule = .denyDeleteRule
        let context = try Shop.context(model)
        context.propagatesDeletesAtEndOfEvent = false
        let (shop, other) = (
            Shop.insert("Shop", ["name": "Here"], into: context),
            Shop.insert("Shop", ["name": "There"], into: context)
        )
        let item = Shop.insert(
            "Item", ["onShelf": shop, "favouriteOf": other], into: context)
        try context.save()
        context.delete(shop)
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSValidationRelationshipDeniedDeleteError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "favouriteOf")
        #expect(error.userInfo[NSValidationValueErrorKey] as? NSManagedObject === other)
        #expect(item.isDeleted)
    }

    @Test(arguments: [false, true])
    func `deleted objects that point at each other go`(isSaved: Bool) throws {
        let context = try Shop.context()
        weak var kept: NSManagedObject?
        weak var dropped: NSManagedObject?
        try autoreleasing {
            let shop = Shop.insert("Shop", ["name": "Here"], into: context)
            let item = Shop.insert("Item", ["shop": shop], into: context)
            if isSaved { try context.save() }
            context.delete(shop)
            try context.save()
            kept = item
            let lost = Shop.insert("Shop", ["name": "There"], into: context)
            _ = Shop.insert("Item", ["shop": lost], into: context)
            context.processPendingChanges()
            context.rollback()
            dropped = lost
        }
        #expect(kept == nil && dropped == nil)
    }

    private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

    /// A controller of all chores, by their titles.
    private func controller(
        _ context: NSManagedObjectContext
    ) throws -> NSFetchedResultsController<Chore> {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        controller.delegate = recorder
        try controller.performFetch()
        return controller
    }

    @Test func `a controller follows a rollback`() throws {
        let context = try Chore.context()
        let swept = Chore.make("sweep", in: "Hall", context)
        let aired = Chore.make("air", in: "Hall", context)
        try context.save()
        let controller = try controller(context)
        Chore.make("wash", in: "Hall", context)
        context.delete(aired)
        swept.title = "zap"
        context.processPendingChanges()
        #expect(controller.fetchedObjects?.map(\.title) == ["wash", "zap"])
        context.rollback()
        #expect(controller.fetchedObjects?.map(\.title) == ["air", "sweep"])
    }

    @Test func `a controller follows what a merge policy drops`() throws {
        let model = Chore.model()
        model.entities[0].uniquenessConstraints = [["title"]]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore()
        let (context, other) = (Shop.context(coordinator), Shop.context(coordinator))
        context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        let controller = try controller(context)
        let mine = Chore.make("cook", in: "Yard", context)
        Chore.make("cook", in: "Kitchen", other)
        try other.save()
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [mine])
        try context.save()
        #expect(controller.fetchedObjects?.contains(mine) == false)
    }

    @Test func `a policy that overrides the oldest method is asked of every conflict`() throws {
        let context = try Chore.context()
        let other = Shop.context(try #require(context.persistentStoreCoordinator))
        let mine = Chore.make("cook", in: "Yard", context)
        try context.save()
        try other.existingObject(with: mine.objectID).setValue(4, forKey: "rank")
        try other.save()
        mine.rank = 2
        let policy = Counting(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        context.mergePolicy = policy
        try context.save()
        #expect(policy.asked == 1 && mine.rank == 2)
    }
}

private final class Counting: NSMergePolicy, @unchecked Sendable {
    // Unchecked: asked on one thread.
    var asked = 0
    override func resolve(mergeConflicts list: [Any]) throws {
        asked += list.count
        try super.resolve(mergeConflicts: list)
    }
}
