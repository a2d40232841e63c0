import CoreData
import TestModels
import Testing

/// One entity in two stores of one coordinator.
struct SeveralStoresTests {
    let coordinator: NSPersistentStoreCoordinator
    let stores: [NSPersistentStore]
    let context: NSManagedObjectContext

    init() throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        for _ in 0..<2 {
            try coordinator.addFreshStore()
        }
        stores = coordinator.persistentStores
        context = Shop.context(coordinator)
    }

    private func insert(
        _ entity: String, _ name: String, _ store: Int, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = Shop.insert(entity, ["name": name], into: context)
        context.assign(object, to: stores[store])
        return object
    }

    @Test func `a conflict in the second store does not insert into the first again`() throws {
        let tag = insert("Tag", "old", 1, into: context)
        let plain = insert("Tag", "changed", 0, into: context)
        try context.save()
        let other = Shop.context(coordinator)
        let theirs = try other.existingObject(with: tag.objectID)
        theirs.setValue("theirs", forKey: "name")
        try other.save()
        tag.setValue("mine", forKey: "name")
        plain.setValue("again", forKey: "name")
        let lamp = insert("Item", "Lamp", 0, into: context)
        let desk = insert("Item", "Desk", 1, into: context)
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        let saves = Merged(of: context)
        try context.save()
        #expect(!context.hasChanges)
        let fresh = Shop.context(coordinator)
        #expect(
            try Shop.fetch("Item", sort: "name", in: fresh).map(\.objectID)
                == [desk.objectID, lamp.objectID])
        #expect(
            try Shop.fetch("Tag", sort: "name", in: fresh).map {
                $0.value(forKey: "name") as? String
            }
                == ["again", "mine"])
        let told = saves.notes.compactMap { $0.userInfo?[NSInsertedObjectsKey] }
            .compactMap { $0 as? Set<NSManagedObject> }.flatMap(\.self)
        #expect(Set(told) == [lamp, desk])
        #expect(told.count == 2)
    }

    @Test func `a batch insertion goes to the first store that may be written`() throws {
        stores[0].isReadOnly = true
        let insert = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "red"]])
        insert.resultType = .objectIDs
        let result = try context.execute(insert) as? NSBatchInsertResult
        let ids = result?.result as? [NSManagedObjectID]
        #expect(ids?.count == 1 && ids?.first?.persistentStore === stores[1])
        #expect(try Shop.fetch("Tag", in: context).count == 1)
        stores[1].isReadOnly = true
        let error =
            try #require(throws: (any Error).self) { _ = try context.execute(insert) } as NSError
        #expect(error.code == NSPersistentStoreSaveError)
    }

    @Test func `a request that an observer changes is asked as it was`() throws {
        for place in 0..<2 { _ = insert("Item", "saved", place, into: context) }
        try context.save()
        nonisolated(unsafe) let counted = Item.fetchRequest()
        nonisolated(unsafe) let named = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
        named.resultType = .managedObjectIDResultType
        let other = stores[1]
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in
            counted.affectedStores = [other]
            counted.predicate = NSPredicate(value: false)
            named.affectedStores = [other]
            named.predicate = NSPredicate(value: false)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        counted.affectedStores = [stores[0]]
        let first = insert("Item", "new", 0, into: context)
        #expect(try context.count(for: counted) == 2)
        named.affectedStores = [stores[0]]
        named.predicate = nil
        let second = insert("Item", "new", 0, into: context)
        let found = try context.fetch(named)
        #expect(found.count == 3)
        #expect(Set(found).isSuperset(of: [first.objectID, second.objectID]))
    }

    @Test func `a limit may be as large as an integer`() throws {
        for place in 0..<2 { _ = insert("Item", "saved \(place)", place, into: context) }
        try context.save()
        for isChanged in [false, true] {
            if isChanged { _ = insert("Item", "new", 0, into: context) }
            let request = Item.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            request.fetchLimit = .max
            request.fetchOffset = 1
            #expect(try context.fetch(request).count == (isChanged ? 2 : 1))
            #expect(try context.count(for: request) == (isChanged ? 2 : 1))
        }
    }

    @Test func `a fetch that asks one store has no changes of another`() throws {
        let lamp = insert("Item", "Lamp", 0, into: context)
        let desk = insert("Item", "Desk", 1, into: context)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.affectedStores = [stores[0]]
        for isSaved in [false, true] {
            if isSaved {
                try context.save()
                desk.setValue("Table", forKey: "name")
            }
            #expect(try context.fetch(request) == [lamp])
            #expect(try context.count(for: request) == 1)
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            #expect(
                try child.performAndWait { try child.fetch(request).map(\.objectID) }
                    == [lamp.objectID])
        }
        context.delete(lamp)
        #expect(try context.fetch(request).isEmpty)
    }

    @Test func `a fetch by an object has nothing of its namesake in the other store`() throws {
        let shops = (0..<2).map { insert("Shop", "in \($0)", $0, into: context) }
        for place in 0..<2 {
            insert("Item", "saved", place, into: context).setValue(shops[place], forKey: "shop")
        }
        try context.save()
        let rows = shops.map { $0.objectID.uriRepresentation().lastPathComponent }
        #expect(rows[0] == rows[1])
        for isChanged in [false, true] {
            if isChanged {
                insert("Item", "new", 1, into: context).setValue(shops[1], forKey: "shop")
            }
            for place in 0..<2 {
                let request = Item.fetchRequest()
                request.predicate = NSPredicate(format: "shop == %@", shops[place])
                let count = isChanged && place == 1 ? 2 : 1
                #expect(try context.count(for: request) == count)
                let found = try context.fetch(request)
                #expect(found.count == count)
                #expect(found.allSatisfy { $0.shop === shops[place] })
            }
        }
    }

    @Test func `batch requests of an object leave its namesake in the other store alone`() throws {
        let objects = (0..<2).map { insert("Item", "in \($0)", $0, into: context) }
        try context.save()
        let rows = objects.map { $0.objectID.uriRepresentation().lastPathComponent }
        #expect(rows[0] == rows[1])
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.predicate = NSPredicate(format: "self == %@", objects[1])
        update.propertiesToUpdate = ["quantity": 5]
        update.resultType = .updatedObjectIDsResultType
        let updated = try context.execute(update) as? NSBatchUpdateResult
        #expect(updated?.result as? [NSManagedObjectID] == [objects[1].objectID])
        let deletion = NSBatchDeleteRequest(objectIDs: [objects[0].objectID])
        deletion.resultType = .resultTypeObjectIDs
        let deleted = try context.execute(deletion) as? NSBatchDeleteResult
        #expect(deleted?.result as? [NSManagedObjectID] == [objects[0].objectID])
        let left = try Shop.fetch("Item", in: Shop.context(coordinator))
        #expect(left.map(\.objectID) == [objects[1].objectID])
    }

    @Test func `an object with a permanent identifier stays in its store`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try SeveralStoresTests()
            let lamp = Shop.insert("Item", into: tests.context)
            try tests.context.obtainPermanentIDs(for: [lamp])
            tests.context.assign(lamp, to: tests.stores[0])
            tests.context.assign(lamp, to: tests.stores[1])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Can't reassign an object to a different store"))
    }

    @Test func `a batch update gives no relationship an object of the other store`() throws {
        let shops = (0..<2).map { insert("Shop", "in \($0)", $0, into: context) }
        let items = (0..<2).map { insert("Item", "in \($0)", $0, into: context) }
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Item")
        func shop(of item: Int) throws -> NSManagedObjectID? {
            try withExtendedLifetime(Shop.context(coordinator)) { fresh in
                let object = try fresh.existingObject(with: items[item].objectID)
                return (object.value(forKey: "shop") as? NSManagedObject)?.objectID
            }
        }
        update.predicate = NSPredicate(format: "self == %@", items[0])
        update.propertiesToUpdate = ["shop": shops[0]]
        try context.execute(update)
        #expect(try shop(of: 0) == shops[0].objectID)
        let unsaved = insert("Shop", "unsaved", 1, into: context)
        for wrong in [shops[0], shops[0].objectID, items[1], unsaved] as [Any] {
            update.predicate = NSPredicate(format: "self == %@", items[1])
            update.propertiesToUpdate = ["shop": wrong]
            #expect(throws: (any Error).self) { try context.execute(update) }
            #expect(try shop(of: 1) == nil)
        }
        update.predicate = nil
        update.propertiesToUpdate = ["shop": NSNull()]
        try context.execute(update)
        #expect(try shop(of: 0) == nil)
    }

    @Test func `the limit of a batch deletion is of all stores together`() throws {
        for (place, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
            _ = insert("Item", name, place < 4 ? 1 : 0, into: context)
        }
        try context.save()
        // What is not saved says nothing of what is stored.
        try Shop.fetch("Item", "name == 'a'", in: context)[0].setValue("z", forKey: "name")
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        fetch.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        fetch.predicate = NSPredicate(format: "name != 'b'")
        fetch.fetchOffset = 1
        fetch.fetchLimit = 3
        let deletion = NSBatchDeleteRequest(fetchRequest: fetch)
        deletion.resultType = .resultTypeCount
        let result = try context.execute(deletion) as? NSBatchDeleteResult
        #expect(result?.result as? Int == 3)
        let left = try Shop.fetch("Item", sort: "name", in: Shop.context(coordinator))
        #expect(left.map { $0.value(forKey: "name") as? String } == ["a", "b", "f"])
    }

    @Test func `what one store saved stays saved when the other refuses`() throws {
        let tag = insert("Tag", "old", 1, into: context)
        try context.save()
        let other = Shop.context(coordinator)
        try other.existingObject(with: tag.objectID).setValue("theirs", forKey: "name")
        try other.save()
        tag.setValue("mine", forKey: "name")
        let lamp = insert("Item", "Lamp", 0, into: context)
        #expect(throws: (any Error).self) { try context.save() }
        #expect(!lamp.isInserted && !lamp.objectID.isTemporaryID)
        #expect(context.insertedObjects.isEmpty && context.updatedObjects == [tag])
        context.mergePolicy = NSOverwriteMergePolicy
        try context.save()
        #expect(try Shop.fetch("Item", in: Shop.context(coordinator)).count == 1)
    }

    @Test func `rows of one number in both stores are both found, in order`() throws {
        for (name, store) in [("d", 0), ("c", 1), ("b", 0), ("a", 1)] {
            _ = insert("Item", name, store, into: context)
        }
        try context.save()
        let found = try Shop.fetch("Item", sort: "name", in: Shop.context(coordinator))
        #expect(found.map { $0.value(forKey: "name") as? String } == ["a", "b", "c", "d"])
        #expect(Set(found.map(\.objectID)).count == 4)
        // With something that is not saved among them.
        _ = insert("Item", "bb", 1, into: context)
        let all = try Shop.fetch("Item", sort: "name", in: context)
        #expect(all.map { $0.value(forKey: "name") as? String } == ["a", "b", "bb", "c", "d"])
    }

    @Test func `dictionaries of one store equal no object of the other`() throws {
        let shops = (0..<2).map { insert("Shop", "in \($0)", $0, into: context) }
        for place in 0..<2 {
            insert("Item", "in \(place)", place, into: context).setValue(
                shops[place], forKey: "shop")
        }
        try context.save()
        func column(_ name: String, _ expression: NSExpression) -> NSExpressionDescription {
            let column = NSExpressionDescription()
            column.name = name
            column.expression = expression
            return column
        }
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        for place in 0..<2 {
            request.affectedStores = [stores[place]]
            request.propertiesToGroupBy = nil
            request.havingPredicate = nil
            request.propertiesToFetch = [
                "shop", column("given", NSExpression(forConstantValue: shops[1])),
                column(
                    "isThere",
                    NSExpression(
                        forConditional: NSPredicate(format: "shop == %@", shops[1]),
                        trueExpression: NSExpression(forConstantValue: 1),
                        falseExpression: NSExpression(forConstantValue: 0))),
            ]
            let found = try context.fetch(request)
            #expect(found.map { $0["shop"] as? NSManagedObjectID } == [shops[place].objectID])
            #expect(found.map { $0["given"] as? NSManagedObjectID } == [shops[1].objectID])
            #expect(found.map { $0["isThere"] as? Int } == [place])
            request.propertiesToFetch = ["shop"]
            request.propertiesToGroupBy = ["shop"]
            request.havingPredicate = NSPredicate(format: "shop == %@", shops[1])
            #expect(try context.fetch(request).count == place)
        }
    }

    @Test func `a column may be an object whose entity the store does not have`() throws {
        let (book, note) = (
            entity("Book", [attribute("name")]), entity("Note", [attribute("name")])
        )
        let model = NSManagedObjectModel(of: book, note)
        model.setEntities([book], forConfigurationName: "Books")
        model.setEntities([note], forConfigurationName: "Notes")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        for name in ["Books", "Notes"] {
            try coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: name, at: nil, options: nil)
        }
        let context = Shop.context(coordinator)
        let given = Shop.insert("Note", ["name": "n"], into: context)
        _ = Shop.insert("Book", ["name": "b"], into: context)
        try context.save()
        let column = NSExpressionDescription()
        column.name = "given"
        column.expression = NSExpression(forConstantValue: given)
        let request = NSFetchRequest<NSDictionary>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name", column]
        let found = try context.fetch(request)
        #expect(found.map { $0["given"] as? NSManagedObjectID } == [given.objectID])
    }

    @Test func `objects of several stores are sorted by what is in their own store`() throws {
        let shops = [insert("Shop", "z", 0, into: context), insert("Shop", "a", 1, into: context)]
        let first = insert("Item", "first", 0, into: context)
        _ = insert("Item", "without", 1, into: context)
        try context.save()
        let second = insert("Item", "second", 1, into: context)
        first.setValue(shops[0], forKey: "shop")
        second.setValue(shops[1], forKey: "shop")
        try context.save()
        let rows = shops.map { $0.objectID.uriRepresentation().lastPathComponent }
        #expect(rows[0] == rows[1])
        for ascending in [true, false] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "shop != nil")
            request.sortDescriptors = [NSSortDescriptor(key: "shop.name", ascending: ascending)]
            let found = try Shop.context(coordinator).fetch(request).map(\.objectID)
            let expected = [second.objectID, first.objectID]
            #expect(found == (ascending ? expected : expected.reversed()))
        }
    }

    @Test func `groups over several stores are refused`() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name"]
        request.returnsDistinctResults = true
        #expect(throws: (any Error).self) { try context.fetch(request) }
        request.affectedStores = [stores[0]]
        #expect(try context.fetch(request).isEmpty)
    }
}
