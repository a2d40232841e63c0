import CoreData
import Testing

/// A request that says its entity itself.
private final class ChoreFetch: NSFetchRequest<Chore> {
    override var entityName: String? { "Chore" }
}

struct BatchRequestTests {
    let context: NSManagedObjectContext

    init() throws {
        context = try Chore.context()
        for (place, title) in ["sweep", "cook", "wash", "air"].enumerated() {
            Chore.make(title, in: place < 2 ? "Hall" : "Kitchen", rank: Int64(place), context)
        }
        try context.save()
    }

    private func titles(_ predicate: NSPredicate? = nil) throws -> [String] {
        let fresh = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return try fresh.fetch(request).map(\.title)
    }

    @Test func `deletes what a request finds, and says how many`() throws {
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Chore")
        fetch.predicate = NSPredicate(format: "room == 'Hall'")
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = .resultTypeCount
        let result = try context.execute(request) as? NSBatchDeleteResult
        #expect(result?.result as? Int == 2)
        #expect(try titles() == ["air", "wash"])
        let rest = NSBatchDeleteRequest(fetchRequest: Chore.fetchRequest())
        rest.fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Chore", in: context)
        let status = try context.execute(rest) as? NSBatchDeleteResult
        #expect(status?.result as? Bool == true)
        #expect(try titles() == [])
    }

    @Test func `deletes what a subclass of a request finds that says its entity itself`() throws {
        let fetch = ChoreFetch()
        fetch.predicate = NSPredicate(format: "room == 'Hall'")
        try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
        #expect(try titles() == ["air", "wash"])
        let copy = try #require(fetch.copy() as? NSFetchRequest<Chore>)
        #expect(copy.entityName == "Chore")
    }

    @Test func `an asynchronous fetch finds what its request said when it was executed`() throws {
        let fetch = NSFetchRequest<Chore>(entityName: "Chore")
        fetch.predicate = NSPredicate(format: "room == 'Hall'")
        let result = try context.performAndWait {
            // The context's queue comes to the fetch after this block.
            let result = try context.execute(NSAsynchronousFetchRequest(fetchRequest: fetch))
            fetch.predicate = nil
            fetch.fetchLimit = 1
            return result as? NSAsynchronousFetchResult<Chore>
        }
        context.performAndWait {}
        #expect(result?.finalResult?.map(\.title).sorted() == ["cook", "sweep"])
    }

    @Test func `identifiers of deleted objects are merged into a context`() throws {
        let request = NSFetchRequest<Chore>(entityName: "Chore")
        request.predicate = NSPredicate(format: "title == 'cook'")
        let cook = try #require(try context.fetch(request).first)
        let deletion = NSBatchDeleteRequest(objectIDs: [cook.objectID])
        deletion.resultType = .resultTypeObjectIDs
        let result = try context.execute(deletion) as? NSBatchDeleteResult
        let ids = try #require(result?.result as? [NSManagedObjectID])
        #expect(ids == [cook.objectID])
        #expect(cook.managedObjectContext != nil)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
        #expect(cook.isDeleted)
        #expect(try context.fetch(request).isEmpty)
    }

    @Test func `changes what matches, with constants and expressions`() throws {
        let request = NSBatchUpdateRequest(entityName: "Chore")
        request.predicate = NSPredicate(format: "rank > 0")
        request.propertiesToUpdate = [
            "note": NSExpression(forConstantValue: "soon"),
            "rank": NSExpression(format: "rank * 10"), "done": true,
        ]
        request.resultType = .updatedObjectIDsResultType
        let result = try context.execute(request) as? NSBatchUpdateResult
        #expect((result?.result as? [NSManagedObjectID])?.count == 3)
        #expect(try titles(NSPredicate(format: "note == 'soon' AND done == YES")).count == 3)
        #expect(try titles(NSPredicate(format: "rank == 20")) == ["wash"])
        let wrong = NSBatchUpdateRequest(entityName: "Chore")
        wrong.propertiesToUpdate = ["nothing": 1]
        #expect(throws: (any Error).self) { try context.execute(wrong) }
        wrong.propertiesToUpdate = ["rank": "text"]
        #expect(throws: (any Error).self) { try context.execute(wrong) }
        #expect(throws: (any Error).self) {
            try context.execute(NSBatchUpdateRequest(entityName: "Nothing"))
        }
    }

    @Test func `refuses what an expression gives of another kind`() throws {
        let request = NSBatchUpdateRequest(entityName: "Chore")
        for (name, format) in [("rank", "title"), ("title", "rank"), ("done", "title")] {
            request.propertiesToUpdate = ["note": "new", name: NSExpression(format: format)]
            #expect(throws: (any Error).self) { try context.execute(request) }
        }
        #expect(try titles(NSPredicate(format: "note == nil")).count == 4)
        let hashable: [AnyHashable: AnyHashable] = ["note": NSExpression(format: "title")]
        request.propertiesToUpdate = hashable
        try context.execute(request)
        #expect(try titles(NSPredicate(format: "note == title")).count == 4)
    }

    @Test func `inserts dictionaries, with defaults for what is not given`() throws {
        let request = NSBatchInsertRequest(
            entityName: "Chore", objects: [["title": "dust", "rank": 7], ["title": "mend"]])
        request.resultType = .objectIDs
        let result = try context.execute(request) as? NSBatchInsertResult
        let ids = try #require(result?.result as? [NSManagedObjectID])
        #expect(ids.count == 2)
        let dust = try context.existingObject(with: ids[0]) as? Chore
        #expect(dust?.title == "dust" && dust?.rank == 7 && dust?.done == false)
        #expect(throws: (any Error).self) {
            try context.execute(
                NSBatchInsertRequest(entityName: "Chore", objects: [["nothing": 1]]))
        }
    }

    @Test func `inserts until a function has enough`() throws {
        var left = 3
        let request = NSBatchInsertRequest(
            entityName: "Chore",
            dictionaryHandler: { values in
                values["title"] = "n\(left)"
                left -= 1
                return left < 0
            })
        request.resultType = .count
        #expect((try context.execute(request) as? NSBatchInsertResult)?.result as? Int == 3)
        var more = 2
        let objects = NSBatchInsertRequest(
            entityName: "Chore",
            managedObjectHandler: { object in
                (object as? Chore)?.title = "o\(more)"
                more -= 1
                return more < 0
            })
        try context.execute(objects)
        #expect(try titles(NSPredicate(format: "title BEGINSWITH 'n'")) == ["n1", "n2", "n3"])
        #expect(try titles(NSPredicate(format: "title BEGINSWITH 'o'")) == ["o1", "o2"])
    }

    @Test
    func `values that occur once are overwritten, left alone or an error, as the policy says`()
        throws
    {
        let model = Chore.model()
        model.entities[0].uniquenessConstraints = [["title"]]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore()
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        func insert(_ objects: [[String: Any]]) throws -> Int? {
            let request = NSBatchInsertRequest(entityName: "Chore", objects: objects)
            request.resultType = .count
            return (try context.execute(request) as? NSBatchInsertResult)?.result as? Int
        }
        func ranks() throws -> [Int64] {
            context.reset()
            let request = NSFetchRequest<Chore>(entityName: "Chore")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return try context.fetch(request).map(\.rank)
        }
        #expect(try insert([["title": "a", "rank": 1, "note": "n"]]) == 1)
        #expect(throws: (any Error).self) { try insert([["title": "a", "rank": 2]]) }
        #expect(try ranks() == [1])
        context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        #expect(try insert([["title": "a", "rank": 3], ["title": "b", "rank": 4]]) == 1)
        #expect(try ranks() == [1, 4])
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        let third: [[String: Any]] = [
            ["title": "a", "rank": 5], ["title": "c"], ["title": "c", "rank": 6],
        ]
        #expect(try insert(third) == 2)
        #expect(try ranks() == [5, 4, 6])
        #expect(try context.fetch(NSFetchRequest<Chore>(entityName: "Chore")).first?.note == "n")
    }
}
