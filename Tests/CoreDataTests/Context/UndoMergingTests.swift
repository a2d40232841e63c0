import CoreData
import Testing

struct UndoMergingTests {
    @Test func `undoing leaves what others saved alone`() throws {
        let coordinator = try Shop.coordinator()
        let (mine, theirs) = (Shop.context(coordinator), Shop.context(coordinator))
        mine.undoManager = UndoManager()
        let lamp = Shop.insert("Item", ["name": "Lamp", "note": ["old"]], into: mine)
        try mine.save()
        lamp.setValue("Desk", forKey: "name")
        _ = Shop.insert("Item", ["name": "Sofa"], into: theirs)
        let other = try theirs.existingObject(with: lamp.objectID)
        other.setValuesForKeys(["quantity": 5, "note": ["new"]])
        let saved = Merged(of: theirs)
        try theirs.save()
        mine.mergeChanges(fromContextDidSave: try #require(saved.notes.first))
        #expect(lamp.value(forKey: "name") as? String == "Desk")
        #expect(lamp.value(forKey: "quantity") as? Int == 5)
        mine.undo()
        // The last change of the program is undone, and nothing of the others'.
        #expect(lamp.value(forKey: "name") as? String == "Lamp")
        #expect(lamp.value(forKey: "quantity") as? Int == 5)
        #expect(lamp.value(forKey: "note") as? [String] == ["new"])
        #expect(mine.deletedObjects.isEmpty)
        #expect(try Shop.fetch("Item", in: mine).count == 2)
    }

    @Test func `an undo manager undoes what the context did since its last event`() throws {
        let context = try Shop.context()
        let manager = UndoManager()
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        context.undoManager = manager
        lamp.setValue("Desk", forKey: "name")
        manager.undo()
        #expect(lamp.value(forKey: "name") as? String == "Lamp")
        manager.redo()
        #expect(lamp.value(forKey: "name") as? String == "Desk")
        // A group has what was done until it was closed.
        manager.beginUndoGrouping()
        lamp.setValue("Sofa", forKey: "name")
        context.processPendingChanges()
        lamp.setValue(5, forKey: "quantity")
        manager.endUndoGrouping()
        manager.undo()
        #expect(lamp.value(forKey: "name") as? String == "Desk")
        #expect(lamp.value(forKey: "quantity") as? Int == 0)
        // What was done since cannot be followed by what was undone before it.
        #expect(manager.canRedo)
        lamp.setValue("Chair", forKey: "name")
        manager.redo()
        #expect(lamp.value(forKey: "name") as? String == "Chair")
        #expect(!manager.canRedo)
    }

    @Test func `a change in an open group is followed by no redo`() throws {
        let context = try Shop.context()
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        lamp.setValue("Desk", forKey: "name")
        manager.undo()
        manager.beginUndoGrouping()
        lamp.setValue("Sofa", forKey: "name")
        manager.redo()
        #expect(lamp.value(forKey: "name") as? String == "Sofa")
        #expect(!manager.canRedo)
        manager.endUndoGrouping()
        manager.undo()
        #expect(lamp.value(forKey: "name") as? String == "Lamp")
    }

    @Test func `a change of a relationship is undone after a refresh too`() throws {
        let context = try Shop.context()
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        let tag = Shop.insert("Tag", ["name": "new"], into: context)
        try context.save()
        context.undoManager = UndoManager()
        tag.mutableSetValue(forKey: "items").add(lamp)
        try context.save()
        for count in [0, 1, 0] {
            context.refreshAllObjects()
            if count == 0 { context.undo() } else { context.redo() }
            #expect(tag.value(forKeyPath: "items.@count") as? Int == count)
            #expect(lamp.value(forKeyPath: "tags.@count") as? Int == count)
            try context.save()
        }
        let fresh = Shop.context(try #require(context.persistentStoreCoordinator))
        #expect(try Shop.fetch("Tag", "items.@count == 0", in: fresh).count == 1)
    }

    @Test func `undoing a change of a list leaves what others put in and took out`() throws {
        let coordinator = try Shop.coordinator()
        let (mine, theirs) = (Shop.context(coordinator), Shop.context(coordinator))
        let items = ["a", "b", "c"].map { Shop.insert("Item", ["name": $0], into: mine) }
        let tag = Shop.insert("Tag", ["name": "new", "items": NSSet(object: items[0])], into: mine)
        try mine.save()
        mine.undoManager = UndoManager()
        tag.mutableSetValue(forKey: "items").add(items[1])
        try mine.save()
        let other = try theirs.existingObject(with: tag.objectID)
        let list = other.mutableSetValue(forKey: "items")
        list.remove(try theirs.existingObject(with: items[0].objectID))
        list.add(try theirs.existingObject(with: items[2].objectID))
        let saved = Merged(of: theirs)
        try theirs.save()
        mine.mergeChanges(fromContextDidSave: try #require(saved.notes.first))
        mine.undo()
        #expect(tag.value(forKey: "items") as? Set<NSManagedObject> == [items[2]])
        try mine.save()
        try withExtendedLifetime(Shop.context(coordinator)) { fresh in
            let stored = try fresh.existingObject(with: tag.objectID)
            #expect(stored.value(forKeyPath: "items.@count") as? Int == 1)
        }
    }

    @Test func `the deletion of an object that was never saved is undone`() throws {
        let context = try Shop.context()
        context.undoManager = UndoManager()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": shop], into: context)
        context.processPendingChanges()
        context.delete(shop)
        context.processPendingChanges()
        #expect(!context.hasChanges && lamp.managedObjectContext == nil)
        context.undo()
        try expectBack(shop, lamp, in: context)
    }

    /// A shop and its item are new again, and can be saved.
    private func expectBack(
        _ shop: NSManagedObject, _ lamp: NSManagedObject, in context: NSManagedObjectContext
    ) throws {
        #expect(context.insertedObjects == [shop, lamp])
        #expect(lamp.value(forKey: "shop") as? NSManagedObject === shop)
        #expect(shop.value(forKey: "items") as? Set<NSManagedObject> == [lamp])
        try context.save()
        #expect(try Shop.fetch("Item", "shop.name == 'Here'", in: context) == [lamp])
    }

    @Test func `redo deletes again what undo brought back`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": shop], into: context)
        try context.save()
        context.undoManager = UndoManager()
        context.delete(lamp)
        context.undo()
        #expect(!lamp.isDeleted)
        #expect((shop.value(forKey: "items") as? Set<NSManagedObject>) == [lamp])
        context.redo()
        #expect(lamp.isDeleted)
        context.undo()
        #expect(!lamp.isDeleted)
        #expect((shop.value(forKey: "items") as? Set<NSManagedObject>) == [lamp])
        context.redo()
        try context.save()
        #expect(try Shop.fetch("Item", in: context).isEmpty)
    }

    @Test func `a deletion that was saved is undone`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": shop], into: context)
        try context.save()
        context.undoManager = UndoManager()
        context.delete(shop)
        try context.save()
        #expect(try Shop.fetch("Item", in: context).isEmpty)
        context.undo()
        try expectBack(shop, lamp, in: context)
        context.redo()
        try context.save()
        #expect(try Shop.fetch("Item", in: context).isEmpty)
    }
}

/// The notifications of a context's saves.
final class Merged: @unchecked Sendable {
    // Unchecked: the context saves on the thread of the test.
    private(set) var notes: [Notification] = []
    private var token: (any NSObjectProtocol)?

    init(of context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [weak self] in self?.notes.append($0) }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}
