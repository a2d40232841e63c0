import CoreData
import Testing

/// What published programs write around Core Data, with `import CoreData` alone.
struct RealObjectCodeTests {
    // MARK: Foundation's part

    @Test func `the protection of a file is an option of a store`() {
        let description = NSPersistentStoreDescription()
        description.setOption(
            FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
        let option: Any? = description.options[NSPersistentStoreFileProtectionKey]
        #expect(option as? String == FileProtectionType.complete.rawValue)
        #expect((option as? FileProtectionType)?.rawValue == FileProtectionType.complete.rawValue)
    }

    @Test func `a CGFloat is a number object and a value of an attribute`() throws {
        let width: CGFloat = 1.5
        #expect(width as NSNumber == NSNumber(value: 1.5))
        let object: Any = NSNumber(value: 2.5)
        #expect(object as? CGFloat == 2.5)
        let item = Item(context: try Shop.context())
        for value in [width, width as NSNumber] as [Any] {
            item.setValue(value, forKey: "price")
            #expect(item.price == NSDecimalNumber(string: "1.5"))
        }
    }

    @Test func `a class says what nil of a number is, and what its properties depend on`() throws {
        let model = try Shop.model()
        model.entitiesByName["Item"]?.managedObjectClassName = NSStringFromClass(CountedItem.self)
        let context = Shop.context(try Shop.coordinator(model))
        let item = try #require(Shop.insert("Item", into: context) as? CountedItem)
        for key in ["quantity", "isSold", "name"] {
            item.setValue(key == "name" ? "Lamp" : 3, forKey: key)
            item.setValue(nil, forKey: key)
        }
        item.setValuesForKeys(["quantity": NSNull(), "price": NSNull()])
        #expect(item.asked == ["quantity", "isSold", "quantity"])
        #expect(item.value(forKey: "quantity") as? Int == -1)
        #expect(item.value(forKey: "isSold") == nil && item.value(forKey: "name") == nil)
        // A property of the class is set without it.
        item.__setManagedValue(NSNumber?.none, "quantity")
        #expect(item.value(forKey: "quantity") == nil && item.asked.count == 3)
        #expect(CountedItem.keyPathsForValuesAffectingValue(forKey: "title") == ["name"])
        #expect(NSManagedObject.automaticallyNotifiesObservers(forKey: "name"))

        // Of a class without an override the number has no value.
        let plain = try Item(context: Shop.context())
        plain.setValue(nil, forKey: "quantity")
        #expect(plain.value(forKey: "quantity") == nil)
    }

    @Test func `an object made by the name of NSManagedObject is of its entity's class`() throws {
        let model = try Shop.model()
        model.entitiesByName["Item"]?.managedObjectClassName = NSStringFromClass(NewItem.self)
        model.entitiesByName["Shop"]?.managedObjectClassName = NSStringFromClass(CountedItem.self)
        let context = Shop.context(try Shop.coordinator(model))
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Item", in: context))
        let item = try #require(NSManagedObject(entity: entity, insertInto: context) as? NewItem)
        #expect(item.value(forKey: "name") as? String == "new")
        try context.save()
        #expect(try context.fetch(NSFetchRequest<NewItem>(entityName: "Item")) == [item])
        #expect(NSManagedObject(entity: entity, insertInto: nil) is NewItem)

        // It has no room for the properties that a class keeps itself.
        let shop = try #require(NSEntityDescription.entity(forEntityName: "Shop", in: context))
        #expect(type(of: NSManagedObject(entity: shop, insertInto: nil)) == NSManagedObject.self)
        #expect(
            NSEntityDescription.insertNewObject(forEntityName: "Shop", into: context) is CountedItem
        )
    }

    @Test func `a part of a dictionary that can be changed is set and removed`() throws {
        let context = try Shop.context()
        let item = Item(context: context)
        item.setValue(NSMutableDictionary(), forKey: "note")
        item.setValue("oak", forKeyPath: "note.wood")
        #expect(item.value(forKeyPath: "note.wood") as? String == "oak")
        try context.save()
        item.setValue(nil, forKeyPath: "note.wood")
        #expect(item.value(forKeyPath: "note.wood") == nil)
    }

    @Test func `a part of a value that has no keys is not set in silence`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let item = Item(context: try Shop.context())
            item.setValue("none", forKeyPath: "shop.name")
            item.setValue("Desk", forKey: "name")
            item.setValue("Oak", forKeyPath: "name.wood")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a part \"wood\" of this value cannot be set"))
    }

    @Test func `a value is checked at the end of keys`() throws {
        let context = try Shop.context()
        let item = Item(context: context)
        item.setValue(Shop.insert("Shop", ["name": "Here"], into: context), forKey: "shop")
        var value: AnyObject?
        #expect(throws: NSError.self) {
            try item.validateValue(&value, forKeyPath: "shop.name")
        }
        value = "There" as NSString
        try item.validateValue(&value, forKeyPath: "shop.name")
        try item.validateValue(&value, forKeyPath: "name")
    }

    @Test func `the user defaults are reached by key-value coding`() throws {
        let name = "org.example.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue(Data([1]), forKey: "token")
        #expect(defaults.value(forKey: "token") as? Data == Data([1]))
        defaults.setValuesForKeys(["token": NSNull(), "count": 3])
        #expect(defaults.value(forKey: "token") == nil)
        #expect(defaults.value(forKey: "count") as? Int == 3)
    }

    @MainActor @Test
    func `notifications are an asynchronous sequence, on the main actor too`() async throws {
        let context = try Shop.context()
        var notes = NotificationCenter.default
            .notifications(named: .NSManagedObjectContextDidSave, object: context)
            .makeAsyncIterator()
        for name in ["a", "b"] {
            try context.performAndWait {
                Item(context: context).name = name
                try context.save()
            }
        }
        for name in ["a", "b"] {
            let note = try #require(await notes.next())
            let items = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
            #expect((items?.first as? Item)?.name == name)
        }
    }

    @Test func `an iterator over notifications ends with its task`() async {
        let center = NotificationCenter()
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        let loop = Task {
            var notes = center.notifications(named: .NSPersistentStoreRemoteChange)
                .makeAsyncIterator()
            continuation.yield()
            var count = 0
            while let note = await notes.next() {
                count += note.userInfo?["count"] as? Int ?? 0
                continuation.yield()
            }
            return count
        }
        var event = events.makeAsyncIterator()
        _ = await event.next()
        center.post(name: .NSPersistentStoreRemoteChange, object: nil, userInfo: ["count": 2])
        _ = await event.next()
        loop.cancel()
        #expect(await loop.value == 2)
    }

    // MARK: Core Data's

    @Test func `a class says its name, and an object describes itself`() throws {
        #expect(Item.description() == "CoreDataTests.Item")
        let type: NSManagedObject.Type = Item.self
        #expect(type.description() == "CoreDataTests.Item")
        #expect(Item(context: try Shop.context()).description.contains("entity: Item"))
    }

    @Test func `the raw value of an attribute's type is the type of older code`() {
        let title = NSAttributeDescription()
        title.type = .string
        #expect(title.type.rawValue == .stringAttributeType && title.type.rawValue.rawValue == 700)
        title.type = NSAttributeDescription.AttributeType(rawValue: .UUIDAttributeType)
        #expect(title.attributeType == .UUIDAttributeType && title.type == .uuid)
        let sum = NSExpressionDescription()
        sum.resultType = .double
        #expect(sum.expressionResultType == .doubleAttributeType && sum.resultType == .double)
    }

    @Test(arguments: Shop.Kind.allCases)
    func `an array of a transformable attribute is changed in place`(_ kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let item = Item(context: context)
            let words = item.mutableArrayValue(forKey: "note")
            words.add("sea")
            words.addObjects(from: ["tram", "hill"])
            words.exchangeObject(at: 0, withObjectAt: 2)
            words[1] = "river"
            #expect(item.note == ["hill", "river", "sea"] && words.count == 3)
            try context.save()
            context.refresh(item, mergeChanges: false)
            words.remove("river")
            #expect(item.note == ["hill", "sea"] && item.isUpdated)
            words.setArray(["b", "a"])
            words.sort(comparator: { ($0 as? String ?? "").compare($1 as? String ?? "") })
            #expect(words as? [String] == ["a", "b"] && item.note == ["a", "b"])
            words.removeAllObjects()
            #expect(item.note == [])
        }
    }

    @Test func `an array of an ordered relationship changes it`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Corner"], into: context)
        let (desk, lamp) = (Item(context: context), Item(context: context))
        let shelf = shop.mutableArrayValue(forKey: "shelf")
        shelf.add(desk)
        shelf.insert(lamp, at: 0)
        #expect(shop.mutableOrderedSetValue(forKey: "shelf").array as? [Item] == [lamp, desk])
        lamp.mutableArrayValue(forKeyPath: "onShelf.shelf").removeObject(at: 1)
        #expect(shelf as? [Item] == [lamp] && desk.value(forKey: "onShelf") == nil)
    }

    @Test func `a designated initialiser of a subclass needs one override`() throws {
        final class Titled: Item {
            var isTitled = false
            init(context: NSManagedObjectContext, title: String) {
                super.init(
                    entity: NSEntityDescription.entity(forEntityName: "Item", in: context)
                        ?? NSEntityDescription(), insertInto: context)
                (name, isTitled) = (title, true)
            }
            override init(
                entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
            ) { super.init(entity: entity, insertInto: context) }
        }
        let context = try Shop.context()
        let lamp = Titled(context: context, title: "Lamp")
        #expect(lamp.isTitled && lamp.name == "Lamp" && lamp.isInserted)
    }

    @Test func `accessors of the program's own set both sides of a relationship`() throws {
        func set(_ key: String, of object: NSManagedObject, _ value: NSManagedObject?) {
            object.willChangeValue(forKey: key)
            object.setPrimitiveValue(value, forKey: key)
            object.didChangeValue(forKey: key)
        }
        let context = try Shop.context()
        func new(_ entity: String) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        }
        let (lamp, chair, shop, other) = (new("Item"), new("Item"), new("Shop"), new("Shop"))
        for one in [shop, other] { one.setValue("s", forKey: "name") }
        set("shop", of: lamp, shop)
        set("favourite", of: shop, lamp)
        func items(_ shop: NSManagedObject) -> [NSManagedObject] {
            Array(shop.value(forKey: "items") as? Set<NSManagedObject> ?? [])
        }
        #expect(items(shop) == [lamp])
        #expect(lamp.value(forKey: "favouriteOf") as? NSManagedObject === shop)
        try context.save()
        context.refreshAllObjects()
        set("shop", of: lamp, other)
        set("favourite", of: shop, chair)
        #expect(items(shop).isEmpty && items(other) == [lamp])
        #expect(lamp.value(forKey: "favouriteOf") == nil)
        #expect(chair.value(forKey: "favouriteOf") as? NSManagedObject === shop)
        set("shop", of: lamp, nil)
        #expect(items(other).isEmpty && context.updatedObjects.contains(other))
    }
}

/// An item that has a name from the beginning.
final class NewItem: NSManagedObject {
    override func awakeFromInsert() { setPrimitiveValue("new", forKey: "name") }
}

/// An item whose numbers have a value of their own for nil.
final class CountedItem: NSManagedObject {
    var asked: [String] = []

    override func setNilValueForKey(_ key: String) {
        asked.append(key)
        if key == "quantity" { setValue(-1, forKey: key) } else { super.setNilValueForKey(key) }
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let keys = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "title" ? keys.union(["name"]) : keys
    }
}
