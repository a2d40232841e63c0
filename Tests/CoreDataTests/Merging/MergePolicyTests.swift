import CoreData
import TestModels
import Testing

/// Two contexts change one object; the policy of the second decides.
struct MergePolicyTests {
    let first: NSManagedObjectContext
    let second: NSManagedObjectContext
    let mine: Chore
    let theirs: Chore

    init() throws {
        first = try Chore.context()
        second = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        second.persistentStoreCoordinator = first.persistentStoreCoordinator
        theirs = Chore.make("cook", in: "Kitchen", rank: 1, first)
        try first.save()
        mine = try #require(try second.existingObject(with: theirs.objectID) as? Chore)
        #expect(mine.title == "cook")
        // The store: another title and a note. Here: another title and a rank.
        theirs.title = "bake"
        theirs.note = "hot"
        try first.save()
        mine.title = "fry"
        mine.rank = 9
    }

    private func stored() throws -> [String] {
        first.refreshAllObjects()
        return [theirs.title, theirs.note ?? "-", "\(theirs.rank)"]
    }

    @Test func `an error, with the list of conflicts`() throws {
        let error = try #require(throws: (any Error).self) { try second.save() } as NSError
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
        let conflict = try #require(
            (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first)
        #expect(conflict.sourceObject === mine)
        #expect(conflict.objectSnapshot?["title"] as? String == "fry")
        // Of two contexts of a coordinator, the one that saved first changed what it knows.
        #expect(conflict.cachedSnapshot?["title"] as? String == "bake")
        #expect(conflict.persistedSnapshot == nil)
        #expect(conflict.newVersionNumber > conflict.oldVersionNumber)
        #expect(try stored() == ["bake", "hot", "1"])
        #expect(mine.title == "fry")
    }

    private func conflict(_ context: NSManagedObjectContext) throws -> NSMergeConflict {
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        return try #require(list?.first)
    }

    @Test func `a conflict with what another context deleted has no snapshot of it`() throws {
        first.delete(theirs)
        try first.save()
        let conflict = try conflict(second)
        #expect(conflict.newVersionNumber == 0)
        #expect(conflict.cachedSnapshot == nil && conflict.persistedSnapshot == nil)
    }

    @Test func `a conflict with what no context saved has the values of the store`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Chore.model())
        try coordinator.addFreshStore(NSSQLiteStoreType)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let chore = Chore.make("cook", in: nil, context)
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Chore")
        update.propertiesToUpdate = ["title": "bake"]
        try context.execute(update)
        chore.title = "fry"
        let conflict = try conflict(context)
        #expect(conflict.cachedSnapshot?["title"] as? String == "cook")
        #expect(conflict.persistedSnapshot?["title"] as? String == "bake")
    }

    @Test func `store trump keeps what only the object changed`() throws {
        second.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        try second.save()
        #expect(mine.title == "bake" && mine.note == "hot" && mine.rank == 9)
        #expect(try stored() == ["bake", "hot", "9"])
    }

    @Test func `object trump keeps what only the store changed`() throws {
        second.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try second.save()
        #expect(mine.title == "fry" && mine.note == "hot" && mine.rank == 9)
        #expect(try stored() == ["fry", "hot", "9"])
    }

    @Test func `overwrite saves the object as a whole`() throws {
        second.mergePolicy = NSOverwriteMergePolicy
        try second.save()
        #expect(mine.note == nil)
        #expect(try stored() == ["fry", "-", "9"])
    }

    @Test func `overwrite saves what the object points at, also where it was not read`() throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: first)
        let here = Shop.insert("Shop", ["name": "Here"], into: first)
        let there = Shop.insert("Shop", ["name": "There"], into: first)
        lamp.setValue(here, forKey: "shop")
        try first.save()
        let mine = try second.existingObject(with: lamp.objectID)
        mine.setValue("Desk", forKey: "name")
        lamp.setValue(there, forKey: "shop")
        try first.save()
        second.mergePolicy = NSOverwriteMergePolicy
        try second.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let stored = try fresh.existingObject(with: lamp.objectID)
            let shop = stored.value(forKey: "shop") as? NSManagedObject
            #expect(stored.value(forKey: "name") as? String == "Desk")
            #expect(shop?.objectID == here.objectID)
        }
    }

    @Test(arguments: Shop.Kind.allCases, [true, false])
    func `an order of the program's own stays when others changed the object`(
        kind: Shop.Kind, isRefreshed: Bool
    ) throws {
        let coordinator = try Shop.$kind.withValue(kind) { try Shop.coordinator() }
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        func shelf(_ shop: NSManagedObject) -> [String?] {
            let shelf = shop.value(forKey: "shelf") as? NSOrderedSet
            return (shelf?.array as? [Item] ?? []).map(\.name)
        }
        let shop = Shop.insert("Shop", ["name": "Here"], into: first)
        let items = ["a", "b", "c"].map { Shop.insert("Item", ["name": $0], into: first) }
        shop.setValue(NSOrderedSet(array: items), forKey: "shelf")
        try first.save()
        shop.setValue(NSOrderedSet(array: [items[2], items[0], items[1]]), forKey: "shelf")
        let theirs = try second.existingObject(with: shop.objectID)
        theirs.setValue("There", forKey: "name")
        let more = theirs.mutableOrderedSetValue(forKey: "shelf")
        more.add(Shop.insert("Item", ["name": "d"], into: second))
        try second.save()
        if isRefreshed { first.refresh(shop, mergeChanges: true) }
        first.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try first.save()
        #expect(shelf(shop) == ["c", "a", "b", "d"])
        #expect(shop.value(forKey: "name") as? String == "There")
        second.refreshAllObjects()
        #expect(shelf(theirs) == ["c", "a", "b", "d"])
    }

    @Test func `rollback takes the store as a whole`() throws {
        second.mergePolicy = NSRollbackMergePolicy
        try second.save()
        #expect(mine.title == "bake" && mine.note == "hot" && mine.rank == 1)
        #expect(try stored() == ["bake", "hot", "1"])
        #expect(!second.hasChanges)
    }

    @Test func `objects are awakened by a refresh that merges and by a rollback`() throws {
        mine.onSnapshot = { $0.note = "seen" }
        second.refresh(mine, mergeChanges: true)
        #expect(mine.snapshotEvents == [.refresh])
        second.rollback()
        #expect(mine.snapshotEvents == [.refresh, .rollback])
        #expect(mine.title == "bake" && mine.note == "seen" && mine.rank == 1)
        #expect(!second.hasChanges)
        second.refresh(mine, mergeChanges: false)
        #expect(mine.note == "hot")
        #expect(mine.snapshotEvents.count == 2)
    }

    @Test func `objects are awakened by a merge policy and by merging what others saved`() throws {
        second.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        let saved = Merged(of: second)
        try second.save()
        #expect(mine.snapshotEvents == [.mergePolicy])
        first.mergeChanges(fromContextDidSave: try #require(saved.notes.first))
        #expect(theirs.snapshotEvents == [.refresh])
        #expect(theirs.title == "fry" && theirs.rank == 9)
    }

    @Test func `a policy of the program's own`() throws {
        second.mergePolicy = LongerTitle(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        try second.save()
        #expect(try stored() == ["bake", "hot", "9"])
    }

    @Test func `an object that others deleted comes back or goes`() throws {
        first.delete(theirs)
        try first.save()
        second.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        try second.save()
        #expect(try second.count(for: NSFetchRequest<Chore>(entityName: "Chore")) == 0)
    }

    @Test func `a new object points at none that others deleted and a policy drops`() throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let shop = Shop.insert("Shop", ["name": "Here"], into: first)
        try first.save()
        let mine = try second.existingObject(with: shop.objectID)
        mine.setValue("There", forKey: "name")
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": mine], into: second)
        first.delete(shop)
        try first.save()
        second.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        try second.save()
        #expect(lamp.value(forKey: "shop") == nil)
        #expect(try Shop.fetch("Item", "shop == nil", in: Shop.context(coordinator)).count == 1)
    }

    @Test(arguments: [false, true])
    func `an object that wins points at nothing that others deleted`(isDeleted: Bool) throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: first)
        let shop = Shop.insert("Shop", ["name": "Here"], into: first)
        lamp.setValue(shop, forKey: "shop")
        try first.save()
        let id = lamp.objectID
        let mine = try second.existingObject(with: id)
        mine.setValue("Desk", forKey: "name")
        lamp.setValue(nil, forKey: "shop")
        first.delete(shop)
        if isDeleted { first.delete(lamp) }
        try first.save()
        second.mergePolicy = NSOverwriteMergePolicy
        try second.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let stored = try fresh.existingObject(with: id)
            #expect(stored.value(forKey: "name") as? String == "Desk")
            #expect(stored.value(forKey: "shop") == nil)
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func `an object that others deleted comes back with what it pointed at`(
        policy: NSMergePolicy
    ) throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: first)
        let shop = Shop.insert("Shop", ["name": "Here"], into: first)
        let tag = Shop.insert("Tag", ["name": "bright"], into: first)
        lamp.setValue(shop, forKey: "shop")
        lamp.setValue(NSSet(object: tag), forKey: "tags")
        try first.save()
        let id = lamp.objectID
        let mine = try second.existingObject(with: id)
        #expect(mine.mutableSetValue(forKey: "tags").count == 1)
        mine.setValue("Desk", forKey: "name")
        first.delete(lamp)
        try first.save()
        second.mergePolicy = policy
        try second.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let stored = try fresh.existingObject(with: id)
            #expect(stored.value(forKey: "name") as? String == "Desk")
            #expect((stored.value(forKey: "shop") as? NSManagedObject)?.objectID == shop.objectID)
            #expect(stored.objectIDs(forRelationshipNamed: "tags") == [tag.objectID])
        }
    }

    @Test(arguments: [
        NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite,
        .rollback, .error,
    ])
    func `a title that occurs once`(policy: NSMergePolicy) throws {
        let model = Chore.model()
        model.entities[0].uniquenessConstraints = [["title"]]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore()
        let (first, second) = (
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType),
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        )
        first.persistentStoreCoordinator = coordinator
        second.persistentStoreCoordinator = coordinator
        let old = Chore.make("cook", in: "Kitchen", rank: 1, first)
        old.note = "kept"
        try first.save()
        Chore.make("cook", in: "Yard", rank: 2, second)
        second.mergePolicy = policy
        if policy === NSMergePolicy.error {
            let error = try #require(throws: (any Error).self) { try second.save() } as NSError
            #expect(error.code == NSManagedObjectConstraintMergeError)
            let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey]
            #expect((list as? [NSConstraintConflict])?.first?.constraint == ["title"])
        } else {
            try second.save()
        }
        first.reset()
        let all = try first.fetch(NSFetchRequest<Chore>(entityName: "Chore"))
        #expect(all.count == 1)
        switch policy.mergeType {
        case .mergeByPropertyObjectTrumpMergePolicyType:
            #expect(all.first?.room == "Yard" && all.first?.rank == 2 && all.first?.note == "kept")
        case .overwriteMergePolicyType:
            #expect(all.first?.room == "Yard" && all.first?.rank == 2)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType,
            .errorMergePolicyType:
            #expect(all.first?.room == "Kitchen" && all.first?.rank == 1)
        }
    }

    @Test(arguments: [
        NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ])
    func `an object that has two values of others`(policy: NSMergePolicy) throws {
        let model = Chore.model()
        model.entities[0].uniquenessConstraints = [["title"], ["note"]]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore()
        let context = Shop.context(coordinator)
        for (title, note) in [("cook", "hot"), ("wash", "wet")] {
            Chore.make(title, in: "Kitchen", context).note = note
        }
        try context.save()
        context.mergePolicy = policy
        let isNewer = [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite].contains(policy)
        // Both values of one, then each of another one.
        for (note, room, count) in [("hot", "Yard", 2), ("wet", "Hall", isNewer ? 1 : 2)] {
            Chore.make("cook", in: room, context).note = note
            try context.save()
            let all = try Shop.fetch("Chore", sort: "title", in: Shop.context(coordinator))
            #expect(all.count == count)
            #expect(all.first?.value(forKey: "room") as? String == (isNewer ? room : "Kitchen"))
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func `a saved object that gives another one its values gives it its relationships too`(
        policy: NSMergePolicy
    ) throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let tags = ["red", "blue"].map { name in
            let item = Shop.insert("Item", ["name": name], into: first)
            return Shop.insert("Tag", ["name": name, "items": NSSet(object: item)], into: first)
        }
        try first.save()
        second.mergePolicy = policy
        try second.existingObject(with: tags[1].objectID).setValue("red", forKey: "name")
        try second.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let stored = try Shop.fetch("Tag", in: fresh)
            #expect(stored.map(\.objectID) == [tags[0].objectID])
            #expect(stored.first?.value(forKeyPath: "items.@count") as? Int == 2)
        }
    }

    @Test(arguments: [0, 1])
    func `of two that are joined the one that stays is not joined to itself`(place: Int) throws {
        let category = entity("Category", [attribute("name")])
        let (children, parent) = (
            relationship("children", category, isToMany: true), relationship("parent", category)
        )
        join(children, parent)
        category.properties += [children, parent]
        category.uniquenessConstraints = [["name"]]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: category))
        try coordinator.addFreshStore()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let above = Shop.insert("Category", ["name": "above"], into: first)
        let below = Shop.insert("Category", ["name": "below", "parent": above], into: first)
        let last = Shop.insert("Category", ["name": "last", "parent": below], into: first)
        try first.save()
        second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let (renamed, other) = place == 0 ? (below, above) : (above, below)
        try second.existingObject(with: renamed.objectID)
            .setValue(other.value(forKey: "name"), forKey: "name")
        try second.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let kept = try fresh.existingObject(with: other.objectID)
            #expect(kept.value(forKey: "parent") == nil)
            let members = kept.value(forKey: "children") as? Set<NSManagedObject>
            #expect(members?.map(\.objectID) == [last.objectID])
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func `a row of another entity takes what both entities have`(policy: NSMergePolicy) throws {
        let card = attribute("card", .transformableAttributeType)
        let person = entity("Person", [attribute("email"), card])
        let writer = entity("Writer", [attribute("prize", .integer16AttributeType)])
        let editor = entity("Editor", [attribute("prize")])
        person.subentities = [writer, editor]
        person.uniquenessConstraints = [["email"]]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: person, writer, editor))
        try coordinator.addFreshStore()
        let context = Shop.context(coordinator)
        context.mergePolicy = policy
        let values: [String: Any] = ["email": "ann@example.com", "card": ["old"]]
        let ann = Shop.insert("Editor", values, into: context)
        ann.setValue("a medal", forKey: "prize")
        try context.save()
        #expect(ann.value(forKey: "card") as? [String] == ["old"])
        let other = Shop.insert("Writer", values, into: context)
        other.setValue(7, forKey: "prize")
        other.setValue(["new"], forKey: "card")
        try context.save()
        let all = try Shop.fetch("Person", in: context)
        #expect(all == [ann])
        #expect(ann.value(forKey: "prize") as? String == "a medal")
        #expect(ann.value(forKey: "card") as? [String] == ["new"])
    }
}

extension MergePolicyTests {
    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func `two changed objects of one value conflict with one another`(type: String) throws {
        let model = Chore.model()
        model.entities[0].uniquenessConstraints = [["title"]]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore(type)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let chores = ["cook", "wash"].map { Chore.make($0, in: "Kitchen", rank: 1, context) }
        try context.save()
        for chore in chores { chore.title = "clean" }
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
        #expect(list?.count == 1 && list?.first?.databaseObject == nil)
        let ids = list?.first?.conflictingObjects.map(\.objectID) ?? []
        #expect(Set(ids) == Set(chores.map(\.objectID)))
        try coordinator.remove(coordinator.persistentStores[0])
    }
}

/// Keeps the longer title, and otherwise the object's values.
private final class LongerTitle: NSMergePolicy, @unchecked Sendable {
    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        let titles = list.map { conflict in
            [conflict.objectSnapshot, conflict.cachedSnapshot]
                .compactMap { $0?["title"] as? String }.max { $0.count < $1.count }
        }
        try super.resolve(optimisticLockingConflicts: list)
        for (conflict, title) in zip(list, titles) {
            conflict.sourceObject.setValue(title, forKey: "title")
        }
    }
}
