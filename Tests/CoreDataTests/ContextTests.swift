import CoreData
import Testing

@Suite struct `A context` {
    @Test(arguments: Shop.Kind.allCases)
    func `has one object of a row`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let item = Item(context: context)
            item.name = "Lamp"
            try context.save()
            let found = try context.fetch(Item.fetchRequest())
            #expect(found.first === item)
            #expect(try context.existingObject(with: item.objectID) === item)
            #expect(context.registeredObject(for: item.objectID) === item)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `tells inserted, updated and deleted objects apart`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let item = Item(context: context)
            #expect(item.isInserted && !item.isUpdated && item.objectID.isTemporaryID)
            #expect(item.awakenings == 1)
            #expect(item.committedValues(forKeys: nil).isEmpty)
            try context.save()
            #expect(!item.isInserted && !context.hasChanges && !item.objectID.isTemporaryID)
            item.quantity = 4
            #expect(item.isUpdated && context.updatedObjects == [item])
            #expect(item.changedValues()["quantity"] as? Int == 4)
            #expect(item.committedValues(forKeys: ["quantity"])["quantity"] as? Int == 0)
            context.delete(item)
            #expect(
                item.isDeleted && context.deletedObjects == [item] && context.updatedObjects.isEmpty
            )
            try context.save()
            #expect(item.managedObjectContext == nil && !item.isDeleted)
            #expect(try context.count(for: Item.fetchRequest()) == 0)
        }
    }

    @Test func `reads and writes dates as seconds too`() throws {
        let context = try Shop.context()
        let item = Item(context: context)
        let none: TimeInterval = item.__managedValue("date")
        item.__setManagedValue(12.5 as TimeInterval, "date")
        let some: TimeInterval = item.__managedValue("date")
        #expect(none == 0 && some == 12.5)
        #expect(item.date == Date(timeIntervalSinceReferenceDate: 12.5))
        try context.save()
    }

    @Test(arguments: Shop.Kind.allCases)
    func `saves a change of a date below a microsecond`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let context = Shop.context(coordinator)
            let item = Item(context: context)
            let seconds = 700_000_000.0
            item.date = Date(timeIntervalSinceReferenceDate: seconds)
            try context.save()
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            let date = Date(timeIntervalSinceReferenceDate: seconds.nextUp)
            let mine = try #require(try child.existingObject(with: item.objectID) as? Item)
            mine.date = date
            #expect(Array(mine.changedValues().keys) == ["date"])
            try child.save()
            #expect(item.date == date)
            try context.save()
            let copy = try Shop.context(coordinator).fetch(Item.fetchRequest()).first
            #expect(copy?.date == date)
            let manager = UndoManager()
            context.undoManager = manager
            item.date = Date(timeIntervalSinceReferenceDate: seconds)
            manager.undo()
            #expect(item.date == date && !context.hasChanges)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `keeps values of every type through a save and a fault`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let context = Shop.context(coordinator)
            let item = Item(context: context)
            let (id, date) = (UUID(), Date(timeIntervalSinceReferenceDate: 1234.5))
            item.name = "Lamp"
            item.quantity = 7
            item.isSold = true
            item.price = NSDecimalNumber(string: "12.34")
            item.note = ["a", "b"]
            item.date = date
            item.id = id
            try context.save()
            let other = Shop.context(coordinator)
            let copy = try #require(try other.fetch(Item.fetchRequest()).first)
            #expect(copy.isFault)
            #expect(copy.name == "Lamp" && copy.quantity == 7 && copy.isSold)
            #expect(!copy.isFault)
            #expect(copy.price == NSDecimalNumber(string: "12.34"))
            #expect(copy.note == ["a", "b"])
            #expect(copy.date == date && copy.id == id)
            #expect(copy.value(forKey: "isSold") as? Bool == true)
            #expect(copy.value(forKey: "quantity") as? Int == 7)
            #expect(copy.value(forKey: "quantity") as? Int32 == 7)
            #expect(copy.objectID == item.objectID && copy !== item)
            copy.setValue(19.99, forKey: "price")
            #expect(copy.price == NSDecimalNumber(string: "19.99"))
            copy.setValue(-1.5e130, forKey: "price")
            try other.save()
            let third = Shop.context(coordinator)
            let read = try #require(try third.fetch(Item.fetchRequest()).first)
            #expect(read.price == NSDecimalNumber(string: "-1500e127"))
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `objects of two entities whose rows have one number keep their versions`(
        kind: Shop.Kind
    ) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let items = (1...20).map { Shop.insert("Item", ["name": "Item \($0)"], into: context) }
            try context.save()
            for item in items { item.setValue(1, forKey: "quantity") }
            let shops = (1...20).map { Shop.insert("Shop", ["name": "Shop \($0)"], into: context) }
            try context.save()
            for (number, object) in (items + shops).enumerated() {
                object.setValue("New \(number)", forKey: "name")
            }
            try context.save()
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `rolls back and undoes`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let item = Item(context: context)
            item.name = "Lamp"
            try context.save()
            item.name = "Desk"
            _ = Item(context: context)
            context.rollback()
            #expect(item.name == "Lamp" && !context.hasChanges)
            context.undoManager = UndoManager()
            item.name = "Chair"
            context.processPendingChanges()
            context.undo()
            #expect(item.name == "Lamp")
            context.redo()
            #expect(item.name == "Chair")
            context.undo()
            context.delete(item)
            context.processPendingChanges()
            context.undo()
            #expect(!item.isDeleted && context.deletedObjects.isEmpty)
        }
    }

    @Test func `an undo manager drops the oldest groups when it may keep fewer`() {
        let manager = UndoManager()
        for _ in 0..<3 { manager.registerUndo(withTarget: manager) { _ in } }
        manager.levelsOfUndo = 2
        manager.undo()
        #expect(manager.canUndo)
        manager.undo()
        #expect(!manager.canUndo)
    }

    @Test(arguments: Shop.Kind.allCases)
    func `notices what others saved`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let (a, b) = (Shop.context(coordinator), Shop.context(coordinator))
            let mine = Item(context: a)
            mine.name = "Lamp"
            try a.save()
            let theirs = try #require(try b.fetch(Item.fetchRequest()).first)
            theirs.name = "Desk"
            try b.save()
            mine.name = "Chair"
            let error = #expect(throws: NSError.self) { try a.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            a.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            try a.save()
            b.refresh(theirs, mergeChanges: false)
            #expect(theirs.name == "Chair")
            mine.quantity = 3
            theirs.name = "Sofa"
            try b.save()
            a.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
            mine.name = "Bed"
            try a.save()
            #expect(mine.name == "Sofa" && mine.quantity == 3)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `merges what another context saved`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let (a, b) = (Shop.context(coordinator), Shop.context(coordinator))
            let mine = Item(context: a)
            mine.name = "Lamp"
            try a.save()
            let theirs = try #require(try b.fetch(Item.fetchRequest()).first)
            #expect(theirs.name == "Lamp")
            let told = Told()
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: a, queue: nil
            ) { told.notification = $0 }
            defer { NotificationCenter.default.removeObserver(observer) }
            mine.name = "Desk"
            let more = Item(context: a)
            more.name = "New"
            try a.save()
            let saved = try #require(told.notification)
            #expect((saved.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>) == [mine])
            #expect((saved.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>) == [more])
            b.mergeChanges(fromContextDidSave: saved)
            #expect(theirs.name == "Desk")
            a.delete(mine)
            try a.save()
            b.mergeChanges(fromContextDidSave: try #require(told.notification))
            #expect(theirs.isDeleted)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `saves to its parent, and asks it`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let parent = try Shop.context()
            let old = Item(context: parent)
            old.name = "Old"
            try parent.save()
            old.quantity = 9
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = parent
            let seen = try #require(try child.fetch(Item.fetchRequest()).first)
            #expect(seen.quantity == 9)
            let shop = Shop.insert("Shop", ["name": "Here"], into: child)
            seen.shop = shop
            let new = Item(context: child)
            new.name = "New"
            new.shop = shop
            try child.save()
            #expect(parent.insertedObjects.count == 2)
            #expect((old.shop?.value(forKey: "items") as? NSSet)?.count == 2)
            try parent.save()
            #expect(try Shop.fetch("Item", "shop.name == 'Here'", in: parent).count == 2)
            #expect(try Shop.fetch("Item", "shop.name == 'Here'", in: child).count == 2)
            child.delete(new)
            try child.save()
            try parent.save()
            #expect(try Shop.fetch("Item", in: parent).count == 1)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `keeps values that may occur once`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let context = Shop.context(coordinator)
            _ = Shop.insert("Tag", ["name": "new"], into: context)
            try context.save()
            let other = Shop.context(coordinator)
            _ = Shop.insert("Tag", ["name": "new"], into: other)
            let error = #expect(throws: NSError.self) { try other.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            other.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            try other.save()
            #expect(try Shop.fetch("Tag", in: other).count == 1)
        }
    }

    @Test func `is re-entrant and takes turns`() async throws {
        let context = try Shop.context()
        let count = context.performAndWait {
            context.performAndWait {
                _ = Item(context: context)
                return context.insertedObjects.count
            }
        }
        #expect(count == 1)
        let later = try await context.perform {
            try context.save()
            return try context.count(for: Item.fetchRequest())
        }
        #expect(later == 1)
    }
}

/// What an observer was told last.
final class Told: @unchecked Sendable {
    // Unchecked: told and asked on one thread.
    var notification: Notification?
}
