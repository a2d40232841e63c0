import CoreData
import TestModels
import Testing

// Relationships of a context's objects.
extension `A context` {
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

    @Test func `lets go of a long chain of objects`() throws {
        let link = entity("Link")
        link.properties = [
            relationship("next", link), relationship("others", link, isToMany: true),
        ]
        let context = try Shop.context(NSManagedObjectModel(of: link))
        var head = Shop.insert("Link", into: context)
        weak let end = head
        for number in 0..<40_000 {
            let object = Shop.insert("Link", into: context)
            if number % 2 == 0 {
                object.setValue(head, forKey: "next")
            } else {
                object.setValue(NSSet(object: head), forKey: "others")
            }
            head = object
        }
        try context.save()
        #expect(context.registeredObjects.count == 40_001)
        head = Shop.insert("Link", into: context)
        #expect(end == nil && context.registeredObjects == [head])
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
}
