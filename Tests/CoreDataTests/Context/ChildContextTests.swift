import CoreData
import Testing

struct ChildContextTests {
    let parent: NSManagedObjectContext
    let lamp: NSManagedObject

    init() throws {
        parent = try Shop.context()
        lamp = Shop.insert("Item", ["name": "Lamp", "quantity": 1], into: parent)
        try parent.save()
    }

    private func child(merges: Bool = false) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        child.automaticallyMergesChangesFromParent = merges
        return child
    }

    @Test func `a child saves what it changed, and nothing else`() throws {
        let child = child()
        let shop = Shop.insert("Shop", ["name": "Here"], into: parent)
        let mine = try child.existingObject(with: lamp.objectID)
        #expect(mine.value(forKey: "shop") == nil)
        mine.setValue("Desk", forKey: "name")
        lamp.setValue(9, forKey: "quantity")
        lamp.setValue(shop, forKey: "shop")
        try child.save()
        #expect(lamp.value(forKey: "name") as? String == "Desk")
        #expect(lamp.value(forKey: "quantity") as? Int == 9)
        #expect(lamp.value(forKey: "shop") as? NSManagedObject === shop)
        try parent.save()
        let stored = try Shop.fetch("Item", in: Shop.context(parent.persistentStoreCoordinator!))
        #expect(stored.first?.value(forKey: "quantity") as? Int == 9)
        #expect(stored.first?.value(forKey: "name") as? String == "Desk")
    }

    @Test func `what the parent added to an ordered relationship stays when a child reorders it`()
        throws
    {
        func names(_ shop: NSManagedObject) -> [String?] {
            let shelf = shop.value(forKey: "shelf") as? NSOrderedSet
            return (shelf?.array as? [Item] ?? []).map(\.name)
        }
        let desk = Shop.insert("Item", ["name": "Desk"], into: parent)
        let sofa = Shop.insert("Item", ["name": "Sofa"], into: parent)
        let shop = Shop.insert("Shop", ["name": "Here"], into: parent)
        shop.setValue(NSOrderedSet(array: [lamp, desk]), forKey: "shelf")
        try parent.save()
        let child = child()
        child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let mine = try child.existingObject(with: shop.objectID)
        #expect(names(mine) == ["Lamp", "Desk"])
        shop.mutableOrderedSetValue(forKey: "shelf").add(sofa)
        let order = try [desk, lamp].map { try child.existingObject(with: $0.objectID) }
        mine.setValue(NSOrderedSet(array: order), forKey: "shelf")
        try child.save()
        #expect(names(shop) == ["Desk", "Lamp", "Sofa"])
        try parent.save()
        #expect(names(shop) == ["Desk", "Lamp", "Sofa"])
    }

    @Test func `a child takes over what its parent saved`() async throws {
        let child = child(merges: true)
        let mine = try child.performAndWait { try child.existingObject(with: lamp.objectID) }
        #expect(child.performAndWait { mine.value(forKey: "quantity") as? Int } == 1)
        parent.performAndWait { lamp.setValue(5, forKey: "quantity") }
        try parent.performAndWait { try parent.save() }
        #expect(child.performAndWait { mine.value(forKey: "quantity") as? Int } == 5)
    }

    @Test func `a child takes over what another child saved, and knows its own by new identifiers`()
        throws
    {
        let (one, two) = (child(merges: true), child(merges: true))
        let made = one.performAndWait { Shop.insert("Item", ["name": "Sofa"], into: one) }
        let theirs = try two.performAndWait { try two.existingObject(with: lamp.objectID) }
        try one.performAndWait {
            try one.existingObject(with: lamp.objectID).setValue(7, forKey: "quantity")
            try one.save()
        }
        #expect(two.performAndWait { theirs.value(forKey: "quantity") as? Int } == 7)
        try parent.performAndWait { try parent.save() }
        let found = try one.performAndWait {
            try Shop.fetch("Item", "name == 'Sofa'", in: one)
        }
        #expect(found == [made])
        #expect(one.performAndWait { !made.objectID.isTemporaryID })
    }

    @Test func `a child that merges nothing has one object of a row that its parent saved`() throws
    {
        let child = child()
        let made = child.performAndWait { Shop.insert("Item", ["name": "Sofa"], into: child) }
        try child.performAndWait { try child.save() }
        try parent.performAndWait { try parent.save() }
        let theirs = try parent.performAndWait {
            try Shop.fetch("Item", "name == 'Sofa'", in: parent).first?.objectID
        }
        let identifier = try #require(theirs)
        try child.performAndWait {
            made.setValue("Desk", forKey: "name")
            let all = try child.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
            #expect(all == 2)
            let found = try Shop.fetch("Item", "name != 'Lamp'", in: child)
            #expect(found == [made])
            #expect(made.objectID == identifier && child.object(with: identifier) === made)
        }
    }

    @Test func `a child of a child has one object of a row that was saved above both`() throws {
        let middle = child()
        // It gets identifiers from its parent alone.
        let last = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        last.parent = middle
        let made = last.performAndWait { Shop.insert("Item", ["name": "Sofa"], into: last) }
        try last.performAndWait { try last.save() }
        // Nothing holds the objects of these after their saves.
        try middle.performAndWait { try middle.save() }
        try parent.performAndWait { try parent.save() }
        middle.performAndWait { middle.reset() }
        try last.performAndWait {
            made.setValue("Desk", forKey: "name")
            let found = try Shop.fetch("Item", "name != 'Lamp'", in: last)
            #expect(found == [made] && !made.objectID.isTemporaryID)
        }
    }

    @Test func `a child has one object of a row, also by the identifier before its parent's save`()
        throws
    {
        let child = child()
        let old: NSManagedObjectID = try child.performAndWait {
            let identifier = Shop.insert("Item", ["name": "Sofa"], into: child).objectID
            try child.save()
            return identifier
        }
        // Nothing holds the object of the child after its save.
        try parent.performAndWait { try parent.save() }
        try child.performAndWait {
            let made = try child.existingObject(with: old)
            let found = try Shop.fetch("Item", "name == 'Sofa'", in: child)
            #expect(found == [made] && !made.objectID.isTemporaryID)
        }
    }

    @Test func `a child keeps what it changed itself`() throws {
        let child = child(merges: true)
        let mine = try child.performAndWait { try child.existingObject(with: lamp.objectID) }
        child.performAndWait { mine.setValue("Desk", forKey: "name") }
        try parent.performAndWait {
            lamp.setValue(5, forKey: "quantity")
            try parent.save()
        }
        child.performAndWait {
            #expect(mine.value(forKey: "name") as? String == "Desk")
            #expect(mine.value(forKey: "quantity") as? Int == 5)
        }
    }

    @Test(arguments: [true, false])
    func `a child takes out of a relationship what its parent saves meanwhile`(merges: Bool) throws
    {
        let child = child(merges: merges)
        let shop = Shop.insert("Shop", ["name": "Here"], into: parent)
        let items = ["a", "b", "c"].map { Shop.insert("Item", ["name": $0], into: parent) }
        let tag = Shop.insert("Tag", ["name": "new"], into: parent)
        shop.setValue(NSSet(array: items), forKey: "items")
        tag.setValue(NSSet(array: items), forKey: "items")
        parent.processPendingChanges()
        func count(_ object: NSManagedObject) -> Int? {
            object.value(forKeyPath: "items.@count") as? Int
        }
        let (mine, own) = (child.object(with: shop.objectID), child.object(with: tag.objectID))
        let gone = child.object(with: items[2].objectID)
        func take() {
            child.performAndWait {
                for object in [mine, own] {
                    object.mutableSetValue(forKey: "items").remove(gone)
                }
            }
        }
        child.performAndWait {
            #expect(count(mine) == 3 && count(own) == 3)
            #expect(gone.value(forKey: "name") as? String == "c")
        }
        if merges { take() }
        try parent.save()
        if !merges { take() }
        child.performAndWait {
            #expect(count(mine) == 2 && count(own) == 2)
            #expect(gone.value(forKey: "shop") == nil)
        }
        try child.performAndWait { try child.save() }
        #expect(count(shop) == 2 && count(tag) == 2)
        try parent.save()
        let other = Shop.context(parent.persistentStoreCoordinator!)
        try withExtendedLifetime(other) {
            let stored = try Shop.fetch("Tag", in: other)
            #expect(stored.map(count) == [2])
        }
    }

    @Test func `a child's save says that its parent lost an object that was never saved`() throws {
        let child = child()
        func refused(_ object: NSManagedObject) -> Bool {
            do {
                try child.save()
                return false
            } catch let error as NSError {
                let affected = error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject]
                return error.code == NSManagedObjectReferentialIntegrityError
                    && affected?.first === object
            }
        }
        let shop = Shop.insert("Shop", ["name": "Here"], into: child)
        try child.save()
        parent.reset()
        shop.setValue("There", forKey: "name")
        #expect(refused(shop))
        #expect(child.hasChanges)
        child.rollback()
        for key in ["items", "favourite"] {
            let item = Shop.insert("Item", ["name": "Desk"], into: child)
            item.setValue(shop, forKey: key == "items" ? "shop" : "favouriteOf")
            #expect(refused(shop))
            child.rollback()
        }
        #expect(!parent.hasChanges)

        let tag = Shop.insert("Tag", ["name": "new"], into: parent)
        let mine = try child.existingObject(with: tag.objectID)
        parent.rollback()
        let item = Shop.insert("Item", ["name": "Desk"], into: child)
        item.mutableSetValue(forKey: "tags").add(mine)
        #expect(refused(mine))
        child.delete(mine)
        try child.save()
        try parent.save()
        #expect(
            try Shop.fetch("Item", sort: "name", in: parent).map {
                $0.value(forKey: "name") as? String
            } == ["Desk", "Lamp"])
    }

    @Test func `a child saves what it changed and added after its parent's reset`() throws {
        let child = child()
        let mine = try child.existingObject(with: lamp.objectID)
        let shop = Shop.insert("Shop", ["name": "Here"], into: child)
        parent.reset()
        mine.setValue("Desk", forKey: "name")
        mine.setValue(shop, forKey: "shop")
        try child.save()
        try parent.save()
        let reader = Shop.context(parent.persistentStoreCoordinator!)
        let stored = try Shop.fetch("Item", in: reader)
        #expect(stored.map { $0.value(forKey: "name") as? String } == ["Desk"])
        #expect(stored.first?.value(forKeyPath: "shop.name") as? String == "Here")
    }

    @Test func `temporary identifiers are kept while there is a child, and no longer`() throws {
        func saved() throws -> NSManagedObject? {
            let made = Shop.insert("Item", ["name": "Sofa"], into: parent)
            let temporary = made.objectID
            try parent.save()
            return withExtendedLifetime(made) { parent.registeredObject(for: temporary) }
        }
        do {
            let child = child()
            #expect(try saved() != nil)
            withExtendedLifetime(child) {}
        }
        #expect(try saved() == nil)
    }

    @Test func `many tasks make children of one parent`() async {
        let parent = Sent(parent)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        let child = NSManagedObjectContext(
                            concurrencyType: .privateQueueConcurrencyType)
                        child.parent = parent.context
                    }
                }
            }
        }
    }
}

private struct Sent: @unchecked Sendable {
    // Unchecked: making children is what is done from anywhere.
    let context: NSManagedObjectContext
    init(_ context: NSManagedObjectContext) { self.context = context }
}
