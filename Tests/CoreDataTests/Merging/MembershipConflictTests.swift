import CoreData
import Testing

/// What becomes of an object's members when two contexts save it: it is changed by them, whichever side keeps
/// the relationship.
struct MembershipConflictTests {
    /// A shop that two contexts have.
    private struct BothHave {
        let coordinator: NSPersistentStoreCoordinator
        let (first, second): (NSManagedObjectContext, NSManagedObjectContext)
        /// The shop of the first context, and of the second.
        let (shop, mine): (NSManagedObject, NSManagedObject)

        init() throws {
            coordinator = try Shop.coordinator()
            (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
            shop = Shop.insert("Shop", ["name": "Here"], into: first)
            try first.save()
            mine = try second.existingObject(with: shop.objectID)
        }
    }

    private func conflict(_ context: NSManagedObjectContext) throws -> NSMergeConflict {
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        return try #require(list?.first)
    }

    @Test(arguments: Shop.Kind.allCases)
    func `what others deleted gets no new members`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let both = try BothHave()
            let (first, second, shop, mine) = (both.first, both.second, both.shop, both.mine)
            #expect(mine.value(forKey: "name") as? String == "Here")
            let lamp = Shop.insert("Item", ["name": "Lamp"], into: second)
            lamp.setValue(mine, forKey: "shop")
            first.delete(shop)
            try first.save()
            #expect(try conflict(second).sourceObject === mine)
            second.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
            try second.save()
            #expect(lamp.value(forKey: "shop") == nil)
            let found = try Shop.fetch("Item", "shop == nil", in: Shop.context(both.coordinator))
            #expect(found.count == 1)
        }
    }

    @Test func `members that come and go before a save are no change`() throws {
        let coordinator = try Shop.coordinator()
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let (here, there) = (
            Shop.insert("Shop", ["name": "Here"], into: first),
            Shop.insert("Shop", ["name": "There"], into: first)
        )
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": here], into: first)
        try first.save()
        let mine = try second.existingObject(with: here.objectID)
        let item = try second.existingObject(with: lamp.objectID)
        let other = try second.existingObject(with: there.objectID)
        here.setValue("Elsewhere", forKey: "name")
        try first.save()
        // Added and deleted, moved away and back, added though it is there: nothing of it was read.
        second.delete(Shop.insert("Item", ["shop": mine], into: second))
        item.setValue(other, forKey: "shop")
        item.setValue(mine, forKey: "shop")
        mine.mutableSetValue(forKey: "items").add(item)
        try second.save()
        #expect(try Shop.fetch("Item", "shop.name == 'Elsewhere'", in: first).count == 1)
    }

    @Test(arguments: Shop.Kind.allCases)
    func `what others gave members is not deleted without them`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let both = try BothHave()
            let (first, second, shop, mine) = (both.first, both.second, both.shop, both.mine)
            #expect((mine.value(forKey: "items") as? Set<NSManagedObject>)?.isEmpty == true)
            let lamp = Shop.insert("Item", ["name": "Lamp"], into: first)
            lamp.setValue(shop, forKey: "shop")
            try first.save()
            // Its rule is a cascade, which would pass the lamp over.
            second.delete(mine)
            #expect(try conflict(second).sourceObject === mine)
        }
    }

    @Test(arguments: [
        NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ])
    func `members that two contexts add are all kept`(policy: NSMergePolicy) throws {
        let both = try BothHave()
        let (first, second, shop, mine) = (both.first, both.second, both.shop, both.mine)
        #expect((mine.value(forKey: "items") as? Set<NSManagedObject>)?.isEmpty == true)
        Shop.insert("Item", ["name": "Lamp"], into: first).setValue(shop, forKey: "shop")
        Shop.insert("Item", ["name": "Desk"], into: second).setValue(mine, forKey: "shop")
        try first.save()
        #expect(try conflict(second).sourceObject === mine)
        second.mergePolicy = policy
        try second.save()
        for context in [second, Shop.context(both.coordinator)] {
            let items = try context.existingObject(with: shop.objectID).value(forKey: "items")
            let names = (items as? Set<NSManagedObject>)?.map {
                $0.value(forKey: "name") as? String
            }
            #expect(Set(names ?? []) == ["Lamp", "Desk"])
        }
    }
}
