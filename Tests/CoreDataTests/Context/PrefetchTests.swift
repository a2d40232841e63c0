import CoreData
import TestModels
import Testing

/// Counts how often it is read.
final class Guest: NSManagedObject {
    private(set) var awakenings = 0

    override func awakeFromFetch() {
        super.awakeFromFetch()
        awakenings += 1
    }
}

/// Relationships whose objects are read with a fetch.
struct PrefetchTests {
    /// A context with four guests at a table, each with a friend at none.
    private func context() throws -> NSManagedObjectContext {
        let guest = entity("Guest", class: Guest.self)
        let (friend, friends) = (
            relationship("friend", guest), relationship("friends", guest, isToMany: true)
        )
        join(friend, friends)
        guest.properties = [
            attribute("name"), attribute("table", .integer64AttributeType, 0), friend, friends,
        ]
        let context = try Shop.context(NSManagedObjectModel(of: guest))
        for number in 1...4 {
            let friend = Shop.insert("Guest", ["name": "friend \(number)"], into: context)
            _ = Shop.insert(
                "Guest", ["name": "guest \(number)", "table": 1, "friend": friend], into: context)
        }
        try context.save()
        context.reset()
        return context
    }

    private func request(_ format: String, _ paths: String...) -> NSFetchRequest<Guest> {
        let request = NSFetchRequest<Guest>(entityName: "Guest")
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.relationshipKeyPathsForPrefetching = paths
        return request
    }

    private func name(_ object: Any?) -> String? {
        (object as? Guest)?.value(forKey: "name") as? String
    }

    /// Closes the store, so that only what was read can be used.
    private func close(_ context: NSManagedObjectContext) throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `fetched objects stay faults`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try context()
            let guests = try context.fetch(request("table == 1", "friend.friends"))
            #expect(context.registeredObjects.count == 8)
            #expect(guests.map(\.isFault) == [true, true, true, true])
            #expect(guests.map(\.awakenings) == [0, 0, 0, 0])
            try close(context)
            let friend = try #require(guests[0].value(forKey: "friend") as? Guest)
            #expect(name(friend) == "friend 1" && guests[0].awakenings == 1)
            let back = friend.value(forKey: "friends") as? Set<NSManagedObject>
            #expect(back == [guests[0]] && guests[1].isFault)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a batch reads the related objects of its own`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try context()
            let batched = request("table == 1", "friend")
            batched.fetchBatchSize = 2
            let guests = try context.fetch(batched)
            #expect(guests.allSatisfy { $0.isFault && $0.awakenings == 0 })
            #expect(context.registeredObjects.count == 4)
            #expect(name(guests[0]) == "guest 1")
            #expect(guests.map(\.isFault) == [false, true, true, true])
            #expect(context.registeredObjects.count == 6)
            try close(context)
            #expect(name(guests[1].value(forKey: "friend")) == "friend 2")
        }
    }

    @Test(arguments: Shop.Kind.allCases, [0, 2])
    func `names that are no relationships are not prefetched`(kind: Shop.Kind, size: Int) throws {
        try Shop.$kind.withValue(kind) {
            let context = try context()
            let request = request("table == 1", "nonesuch", "name", "friend.freinds")
            request.fetchBatchSize = size
            let guests = try context.fetch(request)
            #expect(name(guests[0]) == "guest 1")
            try close(context)
            #expect(name(guests[0].value(forKey: "friend")) == "friend 1")
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a fault has the related object that others saved since`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try context()
            let other = Shop.context(try #require(context.persistentStoreCoordinator))
            let guests = try context.fetch(request("table == 1", "friend"))
            let theirs = try other.fetch(request("TRUEPREDICATE"))
            for guest in theirs.suffix(4) { guest.setValue(theirs[3], forKey: "friend") }
            try other.save()
            #expect(name(guests[0].value(forKey: "friend")) == "friend 4")
            #expect(try context.fetch(request("name == 'guest 2'")).first === guests[1])
            #expect(name(guests[1].value(forKey: "friend")) == "friend 4")
        }
    }

    @Test func `a child that fetches again has what its parent changed since it prefetched`() throws
    {
        let parent = try context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        let guest = try #require(child.fetch(request("name == 'guest 1'", "friend")).first)
        let other = try #require(parent.fetch(request("name == 'friend 4'")).first)
        let original = try #require(parent.fetch(request("name == 'guest 1'")).first)
        original.setValue(other, forKey: "friend")
        #expect(try child.fetch(request("name == 'guest 1'")) == [guest])
        #expect(name(guest.value(forKey: "friend")) == "friend 4")
    }
}
