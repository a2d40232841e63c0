import CoreData
import TestModels
import TestRandom
import TestTime
import Testing

/// Relationships to many with few members and with many.
@Suite struct LongRelationshipTests {
    private let context: NSManagedObjectContext
    private let shop: NSManagedObject
    private var items: [NSManagedObject] = []
    private var random: RandomNumbers

    /// A shop that was read, and items of which some are its own.
    private init(_ key: String, count: Int, of total: Int, seed: UInt64) throws {
        random = RandomNumbers(seed: seed)
        let context = try Shop.context()
        self.context = context
        let new = Shop.insert("Shop", ["name": "s"], into: context)
        let made = (0..<total).map { Shop.insert("Item", ["quantity": $0], into: context) }
        new.setValue(
            key == "shelf" ? NSOrderedSet(array: Array(made[..<count])) : Set(made[..<count]),
            forKey: key)
        try context.save()
        context.reset()
        shop = try #require(try Shop.fetch("Shop", in: context).first)
        items = try Shop.fetch("Item", sort: "quantity", in: context)
    }

    init() throws { try self.init("items", count: 0, of: 0, seed: 0) }

    /// The members in the order in which the context has them.
    private func members(_ key: String) -> [NSManagedObjectID] {
        shop.objectIDs(forRelationshipNamed: key)
    }

    /// The members of the store.
    private func stored(_ key: String) throws -> [NSManagedObjectID] {
        let other = Shop.context(try #require(context.persistentStoreCoordinator))
        let shop = try #require(try Shop.fetch("Shop", in: other).first)
        return shop.objectIDs(forRelationshipNamed: key)
    }

    @Test(arguments: 0..<24, [0, 5, 12, 13, 40])
    func `members are in the order in which they came`(seed: Int, count: Int) throws {
        var test = try LongRelationshipTests("items", count: count, of: 60, seed: UInt64(seed))
        try test.changeByInverse(isRead: seed.isMultiple(of: 2))
    }

    private mutating func changeByInverse(isRead: Bool) throws {
        var expected = try stored("items")
        if isRead { _ = members("items") }
        func set(_ item: NSManagedObject, _ isMember: Bool) {
            let id = item.objectID
            if isMember {
                item.setValue(shop, forKey: "shop")
                if !expected.contains(id) { expected.append(id) }
            } else {
                item.setValue(nil, forKey: "shop")
                expected.removeAll { $0 == id }
            }
        }
        for _ in 0..<120 {
            // Several alike without a look at the members in between, as programs import and delete.
            let (isMember, length) = (
                Bool.random(using: &random), Int.random(in: 1...12, using: &random)
            )
            let start = Int.random(in: 0..<items.count, using: &random)
            for item in items[start...].prefix(length) { set(item, isMember) }
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            #expect(members("items") == expected)
        }
        #expect(members("items") == expected)
        try context.save()
        #expect(Set(try stored("items")) == Set(expected))
    }

    @Test(arguments: 0..<24, [0, 5, 12, 13, 40])
    func `ordered members are where they were put`(seed: Int, count: Int) throws {
        var test = try LongRelationshipTests("shelf", count: count, of: 60, seed: UInt64(seed))
        try test.changeOrder()
    }

    private mutating func changeOrder() throws {
        var expected = try stored("shelf")
        context.undoManager = UndoManager()
        context.undoManager?.groupsByEvent = false
        for _ in 0..<80 {
            let before = expected
            let isUndone = Int.random(in: 0..<5, using: &random) == 0
            if isUndone { context.undoManager?.beginUndoGrouping() }
            let shelf = shop.mutableOrderedSetValue(forKey: "shelf")
            let item = items[Int.random(in: 0..<items.count, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let position = Int.random(in: 0...expected.count, using: &random)
                guard !expected.contains(item.objectID) else { break }
                shelf.insert(item, at: position)
                expected.insert(item.objectID, at: position)
            case 1:
                item.setValue(shop, forKey: "onShelf")
                if !expected.contains(item.objectID) { expected.append(item.objectID) }
            case 2:
                for member in items.shuffled(using: &random).prefix(9) {
                    member.setValue(nil, forKey: "onShelf")
                    expected.removeAll { $0 == member.objectID }
                }
            default:
                let now = items.shuffled(using: &random).prefix(30)
                shop.setValue(NSOrderedSet(array: Array(now)), forKey: "shelf")
                expected = now.map(\.objectID)
            }
            if isUndone {
                context.processPendingChanges()
                context.undoManager?.endUndoGrouping()
                context.undoManager?.undo()
                expected = before
            } else {
                context.undoManager?.disableUndoRegistration()
                context.processPendingChanges()
                context.undoManager?.enableUndoRegistration()
            }
            #expect(members("shelf") == expected)
        }
        try context.save()
        #expect(try stored("shelf") == expected)
    }

    @Test func `an import and a deletion take time in proportion to their number`() throws {
        let count = 12_000
        let test = try LongRelationshipTests("items", count: 0, of: 1, seed: 0)
        try test.checkTime(count)
    }

    private func checkTime(_ count: Int) throws {
        let time = try threadTime {
            var new: [NSManagedObject] = []
            // The members are not read.
            for _ in 0..<count { new.append(Shop.insert("Item", ["shop": shop], into: context)) }
            #expect(shop.hasFault(forRelationshipNamed: "items"))
            for item in new.prefix(count / 2) { item.setValue(nil, forKey: "shop") }
            for item in new.prefix(count / 2) { item.setValue(shop, forKey: "shop") }
            try context.save()
            // They are.
            #expect(members("items").count == count)
            for item in new.prefix(count / 2) { context.delete(item) }
            try context.save()
            #expect(members("items").count == count / 2)
        }
        // Where each change searches the members it takes several times as long.
        #expect(time < .seconds(20))
    }
}
