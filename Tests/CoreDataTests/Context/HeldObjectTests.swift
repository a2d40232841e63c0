import CoreData
import Testing

/// Objects that a block does not hold itself.
struct HeldObjectTests {
    @Test func `objects live until the end of the block that came by them`() throws {
        let context = try Shop.context()
        weak var made: NSManagedObject?
        weak var fetched: NSManagedObject?
        func ids() throws -> [NSManagedObjectID] {
            let shop = Shop.insert("Shop", ["name": "East"], into: context)
            let item = Shop.insert("Item", ["name": "Lamp"], into: context)
            try context.save()
            made = shop
            return [shop.objectID, item.objectID]
        }
        let known = try context.performAndWait {
            let ids = try ids()
            #expect(made != nil && made?.managedObjectContext === context)
            #expect(ids.allSatisfy { context.registeredObject(for: $0) != nil })
            return ids
        }
        #expect(made == nil)
        try context.performAndWait {
            #expect(known.allSatisfy { context.registeredObject(for: $0) == nil })
            fetched = try Shop.fetch("Item", in: context).first
            #expect(fetched != nil && context.registeredObject(for: known[1]) === fetched)
            _ = context.object(with: known[0])
            #expect(context.registeredObject(for: known[0]) != nil)
            context.reset()
            #expect(fetched == nil && context.registeredObjects.isEmpty)
        }
    }

    @Test func `a loop in a block holds the last objects alone`() throws {
        let context = try Shop.context()
        try context.performAndWait {
            for number in 0..<2_000 {
                _ = Shop.insert("Item", ["name": "i\(number)"], into: context)
                if number % 100 == 0 { try context.save() }
            }
            try context.save()
            #expect(context.registeredObjects.count <= 200)
            #expect(try Shop.fetch("Item", in: context).count == 2_000)
            #expect(context.registeredObjects.count <= 200)
        }
        #expect(context.registeredObjects.isEmpty)
    }

    @Test func `nothing is held outside of blocks`() throws {
        let context = try Shop.context()
        weak var item: NSManagedObject?
        func make() throws {
            item = Shop.insert("Item", ["name": "Lamp"], into: context)
            try context.save()
        }
        try make()
        #expect(item == nil)
    }
}
