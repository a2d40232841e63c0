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
    func `keeps both sides of relationships`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let shop = Shop.insert("Shop", ["name": "Here"], into: context)
            let (lamp, desk) = (Item(context: context), Item(context: context))
            lamp.shop = shop
            #expect((shop.value(forKey: "items") as? Set<NSManagedObject>) == [lamp])
            shop.mutableSetValue(forKey: "items").add(desk)
            #expect(desk.shop === shop)
            let tag = Shop.insert("Tag", ["name": "new"], into: context)
            lamp.tags = [tag]
            #expect((tag.value(forKey: "items") as? NSSet)?.count == 1)
            shop.setValue(lamp, forKey: "favourite")
            let second = Shop.insert("Shop", ["name": "There"], into: context)
            second.setValue(lamp, forKey: "favourite")
            #expect(shop.value(forKey: "favourite") == nil)
            shop.mutableOrderedSetValue(forKey: "shelf").add(desk)
            shop.mutableOrderedSetValue(forKey: "shelf").insert(lamp, at: 0)
            try context.save()
            context.reset()
            let again = try #require(try Shop.fetch("Shop", "name == 'Here'", in: context).first)
            #expect((again.value(forKey: "items") as? NSSet)?.count == 2)
            let shelf = (again.value(forKey: "shelf") as? NSOrderedSet)?.array as? [Item]
            #expect(shelf?.count == 2)
            let tags = try Shop.fetch("Item", "ANY tags.name == 'new'", in: context)
            #expect(tags.count == 1)
        }
    }

    @Test func `sets a value of each object of a relationship to many`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let items = (0..<2).map { _ in Item(context: context) }
        shop.setValue(NSSet(array: items), forKey: "items")
        shop.setValue(NSOrderedSet(array: items), forKey: "shelf")
        let tag = Shop.insert("Tag", into: context)
        tag.setValue(NSSet(array: items), forKey: "items")
        shop.setValue(7, forKeyPath: "items.quantity")
        shop.setValue("Lamp", forKeyPath: "shelf.name")
        shop.setValue("old", forKeyPath: "items.tags.name")
        #expect(items.map(\.quantity) == [7, 7] && items.map(\.name) == ["Lamp", "Lamp"])
        #expect(tag.value(forKey: "name") as? String == "old")
    }

    @Test func `describes the set of a relationship`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let items = shop.mutableSetValue(forKey: "items")
        items.add(Shop.insert("Item", ["name": "Lamp"], into: context))
        #expect("\(items)".contains("Lamp"))
        let shelf = shop.mutableOrderedSetValue(forKey: "shelf")
        shelf.add(Shop.insert("Item", ["name": "Desk"], into: context))
        #expect("\(shelf)".contains("Desk"))
    }

    @Test func `reads and rearranges the ordered set of a relationship`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let items = ["c", "a", "b"].map { Shop.insert("Item", ["name": $0], into: context) }
        let shelf = shop.mutableOrderedSetValue(forKey: "shelf")
        func name(_ item: Any) -> String {
            (item as? NSManagedObject)?.value(forKey: "name") as? String ?? ""
        }
        func names() throws -> [String] {
            let kept = try #require(shop.value(forKey: "shelf") as? NSOrderedSet)
            return [shelf, kept].map { set in set.map { name($0) }.joined() }
        }
        shelf.addObjects(from: items)
        try #expect(names() == ["cab", "cab"])
        #expect(shelf.firstObject as? NSManagedObject === items[0])
        shelf.exchangeObject(at: 0, withObjectAt: 2)
        try #expect(names() == ["bac", "bac"])
        shelf.sort(using: [NSSortDescriptor(key: "name", ascending: true)])
        try #expect(names() == ["abc", "abc"])
        shelf.sort(comparator: { name($0) < name($1) ? .orderedDescending : .orderedAscending })
        try #expect(names() == ["cba", "cba"])
        shelf.intersect(NSOrderedSet(array: [items[1], items[2]]))
        try #expect(names() == ["ba", "ba"])
        #expect(items[0].value(forKey: "onShelf") == nil)
        shelf.moveObjects(at: [0], to: 1)
        try #expect(names() == ["ab", "ab"])
    }

    @Test(arguments: Shop.Kind.allCases)
    func `follows delete rules`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let shop = Shop.insert("Shop", ["name": "Here"], into: context)
            let tag = Shop.insert("Tag", ["name": "new"], into: context)
            for _ in 0..<3 {
                let item = Item(context: context)
                item.shop = shop
                item.tags = [tag]
            }
            try context.save()
            context.reset()
            let again = try #require(try Shop.fetch("Shop", in: context).first)
            context.delete(again)
            try context.save()
            #expect(try Shop.fetch("Item", in: context).isEmpty)
            let kept = try #require(try Shop.fetch("Tag", in: context).first)
            #expect((kept.value(forKey: "items") as? NSSet)?.count == 0)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `lays what is not saved over what is fetched`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let items = (1...4).map { number in
                let item = Item(context: context)
                item.quantity = Int32(number)
                return item
            }
            try context.save()
            items[0].quantity = 10
            items[3].quantity = 0
            context.delete(items[1])
            let new = Item(context: context)
            new.quantity = 7
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.predicate = NSPredicate(format: "quantity > 2")
            request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
            #expect(try context.fetch(request).map(\.quantity) == [3, 7, 10])
            #expect(try context.count(for: request) == 3)
            request.fetchLimit = 2
            #expect(try context.fetch(request).map(\.quantity) == [3, 7])
            // Offsets count what is not saved too, and rows that no longer match leave no gap.
            request.fetchOffset = 1
            #expect(try context.fetch(request).map(\.quantity) == [7, 10])
            #expect(try context.count(for: request) == 2)
            request.fetchOffset = 2
            #expect(try context.fetch(request).map(\.quantity) == [10])
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            #expect(try child.performAndWait { try child.fetch(request).map(\.quantity) } == [10])
            (request.fetchOffset, request.fetchLimit) = (0, 1)
            items[2].quantity = 1
            #expect(try context.fetch(request).map(\.quantity) == [7])
            items[2].quantity = 3
            request.fetchLimit = 0
            request.includesPendingChanges = false
            #expect(try context.fetch(request).map(\.quantity) == [3, 0])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `gives identifiers, counts and dictionaries`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for quantity in [1, 2, 2, 5] {
                let item = Item(context: context)
                item.quantity = Int32(quantity)
                item.name = quantity == 2 ? "two" : "other"
            }
            try context.save()
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            #expect(try context.fetch(ids).count == 4)
            let counts = NSFetchRequest<NSNumber>(entityName: "Item")
            counts.resultType = .countResultType
            #expect(try context.fetch(counts).first?.intValue == 4)
            let sum = NSExpressionDescription()
            sum.name = "total"
            sum.expression = NSExpression(
                forFunction: "sum:", arguments: [NSExpression(forKeyPath: "quantity")])
            sum.expressionResultType = .integer64AttributeType
            let sums = NSFetchRequest<NSDictionary>(entityName: "Item")
            sums.resultType = .dictionaryResultType
            sums.propertiesToFetch = ["name", sum]
            sums.propertiesToGroupBy = ["name"]
            sums.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let found = try context.fetch(sums)
            #expect(found.map { $0["name"] as? String } == ["other", "two"])
            #expect(found.map { $0["total"] as? Int } == [6, 4])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a fetch in batches has what others saved since`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
            for (place, name) in ["a", "b"].enumerated() {
                _ = Shop.insert("Item", ["name": name, "quantity": place], into: first)
            }
            try first.save()
            let request = Item.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
            let known = try second.fetch(request)
            #expect(known[0].name == "a" && known[1].isFault)
            for item in try first.fetch(request) { item.name = item.name.map { $0 + "!" } }
            try first.save()
            request.fetchBatchSize = 1
            #expect(try second.fetch(request).map(\.name) == ["a", "b!"])
            request.shouldRefreshRefetchedObjects = true
            #expect(try second.fetch(request).map(\.name) == ["a!", "b!"])
            withExtendedLifetime(known) {}
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a save gives faults that were read the values that it derived`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let model = try Shop.model()
            let place = NSDerivedAttributeDescription()
            place.name = "place"
            place.attributeType = .stringAttributeType
            place.isOptional = true
            place.derivationExpression = NSExpression(format: "shop.name")
            try #require(model.entitiesByName["Item"]).properties.append(place)
            let coordinator = try Shop.coordinator(model)
            let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
            let shop = Shop.insert("Shop", ["name": "Here"], into: first)
            _ = Shop.insert("Item", ["name": "Lamp", "shop": shop], into: first)
            try first.save()
            let items = try Shop.fetch("Item", in: second)
            #expect(items.map(\.isFault) == [true])
            try second.existingObject(with: shop.objectID).setValue("There", forKey: "name")
            try second.save()
            #expect(items.map { $0.value(forKey: "place") as? String } == ["There"])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `groups by a calculated value`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for name in ["Lamp", "lamp", "Desk"] { Item(context: context).name = name }
            try context.save()
            func calculated(_ name: String, _ function: String) -> NSExpressionDescription {
                let made = NSExpressionDescription()
                made.name = name
                made.expression = NSExpression(
                    forFunction: function, arguments: [NSExpression(forKeyPath: "name")])
                return made
            }
            let lower = calculated("lower", "lowercase:")
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [lower, calculated("n", "count:")]
            request.propertiesToGroupBy = [lower]
            request.sortDescriptors = [NSSortDescriptor(key: "lower", ascending: true)]
            let found = try context.fetch(request)
            #expect(found.map { $0["lower"] as? String } == ["desk", "lamp"])
            #expect(found.map { $0["n"] as? Int } == [1, 2])
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

    @Test(arguments: Shop.Kind.allCases)
    func `answers predicates about objects`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let shop = Shop.insert("Shop", ["name": "Here"], into: context)
            let (lamp, desk) = (Item(context: context), Item(context: context))
            lamp.name = "Lamp"
            desk.name = "Desk"
            lamp.shop = shop
            try context.save()
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.predicate = NSPredicate(format: "shop == %@", shop)
            #expect(try context.fetch(request) == [lamp])
            request.predicate = NSPredicate(format: "self IN %@", [desk])
            #expect(try context.fetch(request) == [desk])
            request.predicate = NSPredicate(format: "self == %@", desk.objectID)
            #expect(try context.fetch(request) == [desk])
            #expect(
                NSPredicate(format: "shop.name == 'Here' AND shop == %@", shop).evaluate(with: lamp)
            )
            #expect(!NSPredicate(format: "shop.name == 'Here'").evaluate(with: desk))
            let found = NSPredicate(format: "items.@count == 1").evaluate(with: shop)
            #expect(found)
            #expect(shop.value(forKeyPath: "items.@count") as? Int == 1)
            #expect(lamp.value(forKeyPath: "shop.name") as? String == "Here")
            lamp.price = 19.5
            #expect(shop.value(forKeyPath: "items.price") as? Set<Decimal> == [19.5])
        }
    }
}

/// What an observer was told last.
final class Told: @unchecked Sendable {
    // Unchecked: told and asked on one thread.
    var notification: Notification?
}
