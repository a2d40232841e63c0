import CoreData
import Testing
import TestRandom

/// Changes of fetched results, which are computed from the objects that changed.
struct FetchedUpdateTests {
    private let recorder = Recorder()

    @Test func `sections follow values that a save derives`() throws {
        let context = Shop.context(try Shop.coordinator(Shop.derivingModel()))
        let (here, there) = (
            Shop.insert("Shop", ["name": "Here"], into: context),
            Shop.insert("Shop", ["name": "There"], into: context)
        )
        let lamp = Shop.insert("Item", ["name": "Lamp", "shop": here], into: context)
        let desk = Shop.insert("Item", ["name": "Desk", "shop": there], into: context)
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [
            NSSortDescriptor(key: "place", ascending: true),
            NSSortDescriptor(key: "name", ascending: true),
        ]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "place",
            cacheName: nil)
        controller.delegate = recorder
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["Here", "There"])
        here.setValue("Zoo", forKey: "name")
        try context.save()
        desk.setValue("Chair", forKey: "name")
        context.processPendingChanges()
        #expect(controller.sections?.map(\.name) == ["There", "Zoo"])
        #expect(controller.fetchedObjects == [desk, lamp])
    }

    @Test(arguments: 0..<20)
    func `the calls are those of a controller that compares all objects`(seed: UInt64) throws {
        let context = try Chore.context()
        var numbers = RandomNumbers(seed: seed)
        func next(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.sortDescriptors = [
            NSSortDescriptor(key: "room", ascending: true),
            NSSortDescriptor(key: "title", ascending: true),
        ]
        request.predicate = NSPredicate(format: "rank < 5")
        let limited = try #require(request.copy() as? NSFetchRequest<Chore>)
        // What is after the limit comes in for what goes: such a controller fetches at each change.
        limited.fetchLimit = 100_000
        let sections = seed % 2 == 0 ? "room" : nil
        let other = Recorder()
        let controllers = [(request, recorder), (limited, other)].map { request, delegate in
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
                cacheName: nil)
            controller.delegate = delegate
            return controller
        }
        for controller in controllers { try controller.performFetch() }
        var all = try context.fetch(NSFetchRequest<Chore>(entityName: "Chore"))
        for step in 0..<60 {
            for turn in 0..<(next(4) + 1) {
                let room = ["A", "B", "C", "D", nil][next(5)]
                switch next(4) {
                case 0:
                    all.append(
                        Chore.make(
                            "t\(next(1000)).\(step).\(turn)", in: room, rank: Int64(next(7)),
                            context)
                    )
                case 1 where !all.isEmpty: context.delete(all.remove(at: next(all.count)))
                case 2 where !all.isEmpty: all[next(all.count)].room = room
                default: all.randomElement(using: &numbers)?.rank = Int64(next(7))
                }
            }
            if next(3) == 0 { try context.save() }
            context.processPendingChanges()
            #expect(recorder.take() == other.take())
            #expect(controllers[0].fetchedObjects == controllers[1].fetchedObjects)
            let infos = controllers.map { controller in
                (controller.sections ?? []).map { section in
                    "\(section.name) \(section.indexTitle ?? "") \(section.objects ?? [])"
                }
            }
            #expect(infos[0] == infos[1])
            for object in controllers[0].fetchedObjects ?? [] {
                let path = try #require(controllers[0].indexPath(forObject: object))
                #expect(path == controllers[1].indexPath(forObject: object))
                #expect(controllers[0].object(at: path) === object)
            }
        }
    }

    @Test func `objects that did not change follow the name of what they belong to`() throws {
        let context = try Shop.context(try Shop.model())
        let shop = Shop.insert("Shop", ["name": "East"], into: context)
        let items = (0..<3).map { number in
            Shop.insert("Item", ["name": "i\(number)", "shop": shop], into: context)
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = ["shop.name", "name"].map {
            NSSortDescriptor(key: $0, ascending: true)
        }
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "shop.name",
            cacheName: nil)
        controller.delegate = recorder
        try controller.performFetch()
        shop.setValue("West", forKey: "name")
        context.processPendingChanges()
        items[1].setValue(7, forKey: "quantity")
        context.processPendingChanges()
        #expect(controller.sections?.map(\.name) == ["West"])
        #expect(controller.sections?.map(\.numberOfObjects) == [3])
    }
}
