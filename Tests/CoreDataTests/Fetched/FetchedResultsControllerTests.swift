import CoreData
import TestModels
import Testing
import TestRandom

struct FetchedResultsControllerTests {
    let context: NSManagedObjectContext
    let recorder = Recorder()

    init() throws {
        context = try Chore.context()
        Chore.make("sweep", in: "Hall", context)
        Chore.make("cook", in: "Kitchen", context)
        Chore.make("wash", in: "Kitchen", context)
        Chore.make("air", in: "Attic", context)
        try context.save()
    }

    private func controller(
        sections: Bool = true, _ predicate: NSPredicate? = nil
    ) throws -> NSFetchedResultsController<Chore> {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = [
            NSSortDescriptor(key: "room", ascending: true),
            NSSortDescriptor(key: "title", ascending: true),
        ]
        request.predicate = predicate
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: sections ? "room" : nil, cacheName: "chores")
        controller.delegate = recorder
        try controller.performFetch()
        return controller
    }

    private func chore(_ title: String) throws -> Chore {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.predicate = NSPredicate(format: "title == %@", title)
        return try #require(try context.fetch(request).first)
    }

    @Test func `results stand in sections`() throws {
        let controller = try controller()
        #expect(controller.fetchedObjects?.map(\.title) == ["air", "sweep", "cook", "wash"])
        #expect(controller.sections?.map(\.name) == ["Attic", "Hall", "Kitchen"])
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 1, 2])
        #expect((controller.sections?[2].objects as? [Chore])?.map(\.title) == ["cook", "wash"])
        #expect(controller.object(at: IndexPath(row: 1, section: 2)).title == "wash")
        #expect(
            controller.indexPath(forObject: try chore("wash")) == IndexPath(item: 1, section: 2))
        #expect(controller.sectionIndexTitles == ["A", "H", "K"])
        #expect(controller.section(forSectionIndexTitle: "K", at: 2) == 2)
        #expect(controller.sectionIndexTitle(forSectionName: "attic") == "A")
        #expect(controller.cacheName == "chores")
        NSFetchedResultsController<Chore>.deleteCache(withName: "chores")
    }

    @Test func `sections of numbers have the names that numbers have on a Mac`() throws {
        let score = entity("Score", [attribute("rating", .doubleAttributeType)])
        let context = try Shop.context(NSManagedObjectModel(of: score))
        for rating in [4.0, 2.5, 4, -1] {
            _ = Shop.insert("Score", ["rating": rating], into: context)
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Score")
        request.sortDescriptors = [NSSortDescriptor(key: "rating", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "rating",
            cacheName: nil)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["-1", "2.5", "4"])
    }

    @Test func `a title that occurs twice in the index leads to two sections`() throws {
        for (rank, room) in ["Attic", "Hall", "Annex", "Kitchen"].enumerated() {
            let request = NSFetchRequest<Chore>(entityName: "Chore")
            request.predicate = NSPredicate(format: "room == %@", room)
            for chore in try context.fetch(request) { chore.rank = Int64(rank) }
        }
        Chore.make("dust", in: "Annex", rank: 2, context)
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "room",
            cacheName: nil)
        try controller.performFetch()
        #expect(controller.sectionIndexTitles == ["A", "H", "A", "K"])
        #expect(controller.section(forSectionIndexTitle: "A", at: 0) == 0)
        #expect(controller.section(forSectionIndexTitle: "A", at: 2) == 2)
        #expect(controller.section(forSectionIndexTitle: "K", at: 9) == 3)
        #expect(controller.section(forSectionIndexTitle: "B", at: 0) == NSNotFound)
    }

    @Test func `without sections there is one, even of nothing`() throws {
        let controller = try controller(sections: false, NSPredicate(format: "title == 'none'"))
        #expect(controller.fetchedObjects?.isEmpty == true)
        #expect(controller.sections?.map(\.numberOfObjects) == [0])
        #expect(controller.sectionIndexTitles == [])
    }

    @Test func `a request needs an order that keeps sections together`() throws {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        let unsorted = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        #expect(unsorted.fetchedObjects == nil)
        #expect(throws: (any Error).self) { try unsorted.performFetch() }
        // SwiftUI's requests without an order have an empty array.
        request.sortDescriptors = []
        try unsorted.performFetch()
        let all = try context.fetch(request)
        #expect(!all.isEmpty && unsorted.fetchedObjects == all)
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        Chore.make("zap", in: "Hall", context)
        let torn = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "room",
            cacheName: nil)
        #expect(throws: (any Error).self) { try torn.performFetch() }
    }

    @Test func `an insertion tells of its section first`() throws {
        let controller = try controller()
        Chore.make("dust", in: "Loft", context)
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "section + Loft 3", "+ dust 3.0", "difference +4", "did",
            ])
        #expect(controller.fetchedObjects?.last?.title == "dust")
        Chore.make("bake", in: "Kitchen", context)
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "+ bake 2.0", "difference +2", "did"])
    }

    @Test func `a delegate passes calls on with question marks`() throws {
        let controller = try controller()
        let forwarder = Forwarder(recorder)
        controller.delegate = forwarder
        Chore.make("dust", in: "Loft", context)
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "section + Loft 3", "+ dust 3.0", "difference +4", "did",
            ])
        #expect(controller.sections?.last?.indexTitle == "L")
    }

    @Test func `an empty list of sort descriptors is order enough`() throws {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = []
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        controller.delegate = recorder
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 4)
        Chore.make("dust", in: "Loft", context)
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "+ dust 0.4", "difference +4", "did"])
    }

    @Test func `a section is one object until the results change`() throws {
        let controller = try controller()
        let first = try #require(controller.sections?.first)
        let again = try #require(controller.sections?.first)
        let isSame = first === again
        #expect(isSame)
        #expect(["section": first] as NSDictionary == ["section": again] as NSDictionary)
    }

    @Test func `results and sections that did not change are not copied at each access`() throws {
        func isSame<T>(_ array: [T]?, _ other: [T]?) -> Bool {
            guard let array, let other else { return false }
            return array.withUnsafeBytes { bytes in
                other.withUnsafeBytes { $0.baseAddress == bytes.baseAddress }
            }
        }
        let controller = try controller()
        #expect(isSame(controller.fetchedObjects, controller.fetchedObjects))
        #expect(isSame(controller.sections, controller.sections))
        let section = try #require(controller.sections?.last)
        #expect(isSame(section.objects, section.objects))
        Chore.make("dust", in: "Kitchen", context)
        context.processPendingChanges()
        #expect(
            controller.fetchedObjects?.map(\.title) == ["air", "sweep", "cook", "dust", "wash"])
        #expect(controller.sections?.last?.objects?.count == 3)
    }

    @Test func `a deletion takes an empty section along`() throws {
        let controller = try controller()
        defer { withExtendedLifetime(controller) {} }
        let (sweep, cook) = (try chore("sweep"), try chore("cook"))
        context.delete(sweep)
        context.delete(cook)
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "- sweep 1.0", "- cook 2.0", "section - Hall 1", "difference -1 -2", "did",
            ])
    }

    @Test func `a change in place is an update, one of the order a move`() throws {
        let controller = try controller()
        defer { withExtendedLifetime(controller) {} }
        try chore("wash").note = "warm"
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "= wash 2.1 2.1", "difference", "did"])
        try chore("wash").title = "boil"
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "> boil 2.1 2.0", "difference +2 -3", "did"])
    }

    @Test func `what did not change does not move`() throws {
        let controller = try controller(sections: false)
        defer { withExtendedLifetime(controller) {} }
        let (air, sweep) = (try chore("air"), try chore("sweep"))
        let (cook, wash) = (try chore("cook"), try chore("wash"))
        // Before: air in the attic, sweep in the hall, cook and wash in the kitchen.
        air.room = "Bath"
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "= air 0.0 0.0", "difference", "did"])
        air.room = "Hut"
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "> air 0.0 0.1", "difference +1 -0", "did"])
        (sweep.room, air.room) = ("Yard", "Zoo")
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "> sweep 0.0 0.2", "> air 0.1 0.3", "difference +2 +3 -0 -1", "did",
            ])
        (sweep.room, air.room) = ("Attic", "Attic")
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "> air 0.3 0.0", "> sweep 0.2 0.1", "difference +0 +1 -2 -3", "did",
            ])
        // Among those that change, the fewest move.
        (air.room, sweep.room, cook.room, wash.room) = ("D", "A", "B", "C")
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "> air 0.0 0.3", "= sweep 0.1 0.0", "= cook 0.2 0.1", "= wash 0.3 0.2",
                "difference +3 -0", "did",
            ])
    }

    @Test func `the section whose objects changed moves`() throws {
        for (title, rank) in [("air", 1), ("sweep", 2)] { try chore(title).rank = Int64(rank) }
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        request.predicate = NSPredicate(format: "rank > 0")
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "room",
            cacheName: nil)
        controller.delegate = recorder
        try controller.performFetch()
        try chore("air").rank = 3
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "section - Attic 0", "section + Attic 1", "> air 0.0 1.0",
                "difference +1 -0", "did",
            ])
        #expect(controller.sections?.map(\.name) == ["Hall", "Attic"])
    }

    @Test func `an object that changes its section moves`() throws {
        let controller = try controller()
        defer { withExtendedLifetime(controller) {} }
        try chore("sweep").room = "Kitchen"
        context.processPendingChanges()
        #expect(
            recorder.take() == [
                "will", "section - Hall 1", "> sweep 1.0 1.1", "difference +2 -1", "did",
            ])
    }

    @Test func `what no longer matches goes, what matches comes`() throws {
        let controller = try controller(sections: false, NSPredicate(format: "done == NO"))
        try chore("cook").done = true
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "- cook 0.2", "difference -2", "did"])
        try chore("cook").done = false
        context.processPendingChanges()
        #expect(recorder.take() == ["will", "+ cook 0.2", "difference +2", "did"])
        let cook = try chore("cook")
        cook.done = true
        cook.done = false
        context.processPendingChanges()
        #expect(controller.fetchedObjects?.count == 4)
    }

    @Test func `changes of others come with the merge`() throws {
        let controller = try controller()
        context.automaticallyMergesChangesFromParent = true
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        try other.performAndWait {
            Chore.make("paint", in: "Attic", other)
            try other.save()
        }
        context.performAndWait { context.processPendingChanges() }
        #expect(recorder.take() == ["will", "+ paint 0.1", "difference +1", "did"])
        #expect(controller.fetchedObjects?.count == 5)
    }

    @Test func `without a delegate the results stay as they were fetched`() throws {
        let controller = try controller()
        controller.delegate = nil
        Chore.make("dust", in: "Loft", context)
        context.processPendingChanges()
        #expect(controller.fetchedObjects?.count == 4)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 5)
    }

    @Test func `nothing is told of a reset, after which the program fetches again`() throws {
        let controller = try controller()
        context.reset()
        try context.save()
        #expect(recorder.take() == [])
        try controller.performFetch()
        #expect(controller.fetchedObjects?.map(\.title) == ["air", "sweep", "cook", "wash"])
    }

    @Test func `an order without descriptors is one, none at all is an error`() throws {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        func controller() -> NSFetchedResultsController<Chore> {
            NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
        }
        #expect(throws: (any Error).self) { try controller().performFetch() }
        request.sortDescriptors = []
        let unordered = controller()
        try unordered.performFetch()
        #expect(unordered.fetchedObjects?.count == 4)
    }

    @Test func `a deleted section has no objects any more`() throws {
        let controller = try controller()
        try chore("air").room = "Hall"
        context.processPendingChanges()
        #expect(controller.sections?.count == 2 && recorder.deletedCounts == [0])
    }

    @Test func `the delegate is handed the controller itself`() throws {
        let controller = try controller()
        Chore.make("dust", in: "Loft", context)
        context.processPendingChanges()
        #expect(recorder.last === controller)
        #expect(recorder.last?.fetchedObjects?.count == 5)
    }

    @Test(arguments: 0..<20)
    func `a table that follows the calls shows the results`(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let controller = try controller(numbers.next() % 2 == 0 ? true : false)
        let table = Table(controller)
        controller.delegate = table
        let rooms = ["A", "B", "C", "D", nil]
        for _ in 0..<40 {
            var all = try context.fetch(NSFetchRequest<Chore>(entityName: "Chore"))
                .sorted { $0.title < $1.title }
            for _ in 0..<Int(numbers.next() % 4 + 1) {
                let room = rooms[Int(numbers.next() % 5)]
                switch numbers.next() % 4 {
                case 0:
                    let made = Chore.make("t\(numbers.next() % 1000)", in: room, context)
                    // The table below knows objects by identifier.
                    try context.obtainPermanentIDs(for: [made])
                case 1 where !all.isEmpty:
                    context.delete(all.remove(at: Int(numbers.next() % UInt64(all.count))))
                case 2 where !all.isEmpty:
                    all[Int(numbers.next() % UInt64(all.count))].room = room
                default:
                    all.randomElement(using: &numbers)?.title = "t\(numbers.next() % 1000)"
                }
            }
            if numbers.next() % 3 == 0 { try context.save() }
            context.processPendingChanges()
            #expect(table.rows == Table.rows(controller))
            #expect(table.flat == controller.fetchedObjects?.map(\.objectID))
            let fresh = try context.fetch(controller.fetchRequest)
            #expect(
                fresh.map { "\($0.room ?? "") \($0.title)" }
                    == controller.fetchedObjects?.map { "\($0.room ?? "") \($0.title)" })
        }
    }

    private func controller(_ sectioned: Bool) throws -> NSFetchedResultsController<Chore> {
        try controller(sections: sectioned, nil)
    }
}
