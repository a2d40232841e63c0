import CoreData
import Synchronization
import TestFiles
import TestKit
import TestModels
import Testing

/// A store of the program's own that is asked piece by piece.
@Suite struct `An incremental store` {
    private let service = Service()

    init() {
        NSPersistentStoreCoordinator.registerStoreClass(
            ServiceStore.self, type: .init(rawValue: ServiceStore.storeType))
    }

    private func open(_ configuration: String? = nil) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: Office.model([attribute("count", .integer64AttributeType, 0)]))
        try coordinator.addPersistentStore(
            ofType: ServiceStore.storeType, configurationName: configuration, at: nil,
            options: ["service": service])
        return coordinator
    }

    /// Three notes, the first two in a folder and the first with a tag.
    @discardableResult
    private func fill(_ coordinator: NSPersistentStoreCoordinator) throws -> NSManagedObjectContext
    {
        let context = Shop.context(coordinator)
        let inbox = Shop.insert("SmartFolder", ["name": "Inbox", "rule": "today"], into: context)
        let tag = Shop.insert("Tag", ["name": "red"], into: context)
        let account = Shop.insert("Account", ["name": "Ann"], into: context)
        for (place, title) in ["a", "b", "c"].enumerated() {
            let note = Shop.insert("Note", ["title": title, "count": place], into: context)
            if place < 2 { note.setValue(inbox, forKey: "folder") }
            if place == 0 { note.setValue(NSSet(object: tag), forKey: "tags") }
            if place == 0 { note.setValue(account, forKey: "account") }
        }
        try context.save()
        return context
    }

    private func note(
        _ title: String, in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        try #require(try Shop.fetch("Note", "title == '\(title)'", in: context).first)
    }

    private func titles(_ objects: [NSManagedObject]) -> [String] {
        objects.compactMap { $0.value(forKey: "title") as? String }
    }

    @Test func `gives its objects to other contexts and later runs`() throws {
        let first = try open()
        try fill(first)
        #expect(service.records.count == 6)
        let fresh = Shop.context(first)
        let found = try Shop.fetch("Note", sort: "title", in: fresh)
        withExtendedLifetime(fresh) { #expect(titles(found) == ["a", "b", "c"]) }
        try Office.close(first)

        let second = try open()
        let context = Shop.context(second)
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        service.reads = 0
        #expect(notes.map(\.isFault) == [true, true, true])
        #expect(titles(notes) == ["a", "b", "c"])
        #expect(service.reads == 3)
        let folder = try #require(notes[0].value(forKey: "folder") as? NSManagedObject)
        #expect(folder.entity.name == "SmartFolder")
        #expect(folder.value(forKey: "rule") as? String == "today")
        let members = try #require(folder.value(forKey: "notes") as? Set<NSManagedObject>)
        #expect(members == [notes[0], notes[1]])
        let tags = try #require(notes[0].value(forKey: "tags") as? Set<NSManagedObject>)
        #expect(tags.first?.value(forKey: "name") as? String == "red")
        #expect(tags.first?.value(forKey: "notes") as? Set<NSManagedObject> == [notes[0]])
        let account = notes[0].value(forKey: "account") as? NSManagedObject
        #expect(account?.value(forKey: "name") as? String == "Ann")
        #expect(notes[2].value(forKey: "folder") == nil)
        try Office.close(second)
    }

    @Test func `is handed what a fetch request says`() throws {
        let coordinator = try open()
        try fill(coordinator)
        let context = Shop.context(coordinator)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "count < 2")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
        (request.fetchOffset, request.fetchLimit) = (1, 1)
        #expect(try titles(context.fetch(request)) == ["a"])
        let asked = try #require(service.asked.last)
        #expect(asked.entity?.name == "Note")
        #expect(asked.predicate?.predicateFormat == "count < 2")
        #expect(asked.sortDescriptors?.first?.key == "title")
        #expect(asked.fetchLimit == 1)
        #expect(asked.fetchOffset == 1)
        #expect(asked.affectedStores == coordinator.persistentStores)

        request.fetchOffset = 0
        request.fetchLimit = 0
        #expect(try context.count(for: request) == 2)
        #expect(service.asked.last?.resultType == .countResultType)

        let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Folder")
        ids.resultType = .managedObjectIDResultType
        let inbox = try #require(try context.fetch(ids).first)
        #expect(inbox.entity.name == "SmartFolder")
        #expect(service.asked.last?.resultType == .managedObjectIDResultType)

        let values = NSFetchRequest<NSDictionary>(entityName: "Note")
        values.resultType = .dictionaryResultType
        values.propertiesToFetch = ["title"]
        values.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let found = try context.fetch(values)
        #expect(found.map { $0["title"] as? String } == ["a", "b", "c"])
        #expect(found.first?.count == 1)
        try Office.close(coordinator)
    }

    @Test func `has changes that are not saved laid over what it gives`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        try note("b", in: context).setValue("z", forKey: "title")
        context.delete(try note("a", in: context))
        _ = Shop.insert("Note", ["title": "new"], into: context)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        #expect(try titles(context.fetch(request)) == ["c", "new", "z"])
        request.fetchLimit = 1
        #expect(try titles(context.fetch(request)) == ["c"])
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 3)
        #expect(try titles(Shop.fetch("Note", "title == 'z'", in: context)) == ["z"])
        #expect(
            service.records.values.compactMap { $0.values["title"] as? String }.sorted() == [
                "a", "b", "c",
            ])
        try context.save()
        #expect(
            service.records.values.compactMap { $0.values["title"] as? String }.sorted()
                == ["c", "new", "z"])
        try Office.close(coordinator)
    }

    @Test func `names objects by numbers, which URIs have`() throws {
        let first = try open()
        let context = try fill(first)
        let id = try note("c", in: context).objectID
        let store = try #require(first.persistentStores.first as? ServiceStore)
        let number = try #require(store.referenceObject(for: id) as? Int)
        let uri = id.uriRepresentation()
        #expect(uri.absoluteString == "x-coredata://\(ServiceStore.uuid)/Note/p\(number)")
        #expect(store.newObjectID(for: id.entity, referenceObject: "\(number)") == id)
        let odd = store.newObjectID(for: id.entity, referenceObject: "a/b c%é")
        #expect(first.managedObjectID(forURIRepresentation: odd.uriRepresentation()) == odd)
        try Office.close(first)

        let second = try open()
        let again = try #require(second.managedObjectID(forURIRepresentation: uri))
        let found = try Shop.context(second).existingObject(with: again)
        #expect(found.value(forKey: "title") as? String == "c")
        let gone = try #require(
            second.managedObjectID(for: "x-coredata://\(ServiceStore.uuid)/Note/p999"))
        let error = try #require(throws: (any Error).self) {
            try Shop.context(second).existingObject(with: gone)
        }
        #expect((error as NSError).code == NSManagedObjectReferentialIntegrityError)
        try Office.close(second)
    }

    @Test func `gives what its methods throw to those that ask`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let note = try note("a", in: context)
        #expect(note.value(forKey: "title") as? String == "a")
        service.failure = CocoaError(.ubiquitousFileUnavailable)
        func code(_ body: () throws -> some Any) throws -> CocoaError.Code? {
            (try #require(throws: (any Error).self) { _ = try body() } as? CocoaError)?.code
        }
        #expect(try code { try Shop.fetch("Note", in: context) } == .ubiquitousFileUnavailable)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        #expect(try code { try context.count(for: request) } == .ubiquitousFileUnavailable)
        let other = Shop.context(coordinator)
        #expect(
            try code { try other.existingObject(with: note.objectID) }
                == .ubiquitousFileUnavailable)
        note.setValue("z", forKey: "title")
        #expect(try code { try context.save() } == .ubiquitousFileUnavailable)
        #expect(context.hasChanges)

        service.failure = nil
        try context.save()
        #expect(
            try other.existingObject(with: note.objectID).value(forKey: "title") as? String == "z")
        try Office.close(coordinator)
    }

    @Test func `may say that others have changed an object`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let note = try note("a", in: context)
        #expect(note.value(forKey: "title") as? String == "a")
        let reader = Shop.context(coordinator)
        let number =
            try #require(note.objectID.persistentStore as? ServiceStore)
            .referenceObject(for: note.objectID) as? Int ?? 0
        let same = try reader.existingObject(with: note.objectID)
        service.records[number]?.values["title"] = "theirs"
        service.records[number]?.version += 1
        #expect(same.value(forKey: "title") as? String == "a")
        reader.refresh(same, mergeChanges: true)
        #expect(same.value(forKey: "title") as? String == "theirs")

        note.setValue(7, forKey: "count")
        let error = try #require(throws: (any Error).self) { try context.save() }
        #expect((error as NSError).code == NSManagedObjectMergeError)
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(service.records[number]?.values["title"] as? String == "theirs")
        #expect(service.records[number]?.values["count"] as? Int == 7)
        // Its own save is none of others.
        note.setValue(8, forKey: "count")
        reader.refresh(same, mergeChanges: true)
        #expect(same.value(forKey: "count") as? Int == 7)
        try context.save()
        try Office.close(coordinator)
    }

    @Test func `finds conflicts of two contexts`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let other = Shop.context(coordinator)
        let theirs = try note("a", in: other)
        #expect(theirs.value(forKey: "count") as? Int == 0)
        try note("a", in: context).setValue("mine", forKey: "title")
        try context.save()
        other.delete(theirs)
        let error = try #require(throws: (any Error).self) { try other.save() }
        #expect((error as NSError).code == NSManagedObjectMergeError)
        try Office.close(coordinator)
    }

    @Test func `loses no save of contexts on several threads`() throws {
        let coordinator = try open()
        try fill(coordinator)
        let saved = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let context = Shop.context(coordinator)
            context.performAndWait {
                for _ in 0..<50 {
                    do {
                        let note = try note("a", in: context)
                        context.refresh(note, mergeChanges: false)
                        let count = note.value(forKey: "count") as? Int ?? 0
                        note.setValue(count + 1, forKey: "count")
                        try context.save()
                        saved.withLock { $0 += 1 }
                    } catch {
                        // A conflict: another thread was faster.
                        context.rollback()
                    }
                }
            }
        }
        let fresh = Shop.context(coordinator)
        let count = try withExtendedLifetime(fresh) {
            try note("a", in: fresh).value(forKey: "count") as? Int
        }
        #expect(count == saved.withLock { $0 })
        #expect(saved.withLock { $0 } > 0)
        try Office.close(coordinator)
    }

    @Test func `knows which objects contexts have`() throws {
        let coordinator = try open()
        try fill(coordinator).reset()
        #expect(service.registered.isEmpty)
        let context = Shop.context(coordinator)
        context.retainsRegisteredObjects = true
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        #expect(service.registered.count == 3)
        #expect(titles(notes) == ["a", "b", "c"])
        context.reset()
        #expect(service.registered.isEmpty)
        try Office.close(coordinator)
    }

    @Test func `lets objects go on other threads while it saves`() throws {
        final class Held: @unchecked Sendable {
            // Unchecked: one thread after the other.
            var object: NSManagedObject?
        }
        let coordinator = try open()
        let context = try fill(coordinator)
        let reader = Shop.context(coordinator)
        let held = Held()
        held.object = try note("b", in: reader)
        try note("a", in: context).setValue("z", forKey: "title")
        let isGone = Mutex(false)
        service.whileSaving = {
            let gone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                held.object = nil
                gone.signal()
            }
            let isInTime = gone.wait(timeout: .now() + 20) == .success
            isGone.withLock { $0 = isInTime }
        }
        try context.save()
        service.whileSaving = nil
        #expect(isGone.withLock { $0 })
        withExtendedLifetime(reader) {}
        try Office.close(coordinator)
    }

    @Test func `answers a child of a context`() throws {
        let coordinator = try open()
        let parent = try fill(coordinator)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "count == 1")
        let found = try #require(try child.fetch(request).first)
        #expect(service.asked.last?.predicate?.predicateFormat == "count == 1")
        found.setValue("child", forKey: "title")
        let folder = found.value(forKey: "folder") as? NSManagedObject
        let new = Shop.insert("Note", ["title": "new"], into: child)
        new.setValue(folder, forKey: "folder")
        try child.save()
        try parent.save()
        let titles = service.records.values.compactMap { $0.values["title"] as? String }.sorted()
        #expect(titles == ["a", "c", "child", "new"])
        let inbox = service.records.values.first { $0.entity == "SmartFolder" }
        #expect(inbox?.links["notes"]?.count == 3)
        try Office.close(coordinator)
    }

    @Test func `stands beside a store of another type`() throws {
        let coordinator = try open("Local")
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "Cloud", at: nil)
        let context = Shop.context(coordinator)
        _ = Shop.insert("Account", ["name": "Ann"], into: context)
        _ = Shop.insert("Note", ["title": "a"], into: context)
        try context.save()
        #expect(service.records.count == 1)
        let other = Shop.context(coordinator)
        #expect(try Shop.fetch("Account", in: other).count == 1)
        #expect(try titles(Shop.fetch("Note", "title == 'a'", in: other)) == ["a"])
        // Of the same entities, both are asked.
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "Local", at: nil)
        let second = try #require(coordinator.persistentStores.last)
        let note = Shop.insert("Note", ["title": "b"], into: other)
        other.assign(note, to: second)
        try other.save()
        #expect(try titles(Shop.fetch("Note", sort: "title", in: context)) == ["a", "b"])
        try Office.close(coordinator)
    }

    @Test func `is handed batch requests that are for it alone`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let delete = NSBatchDeleteRequest(
            fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Note"))
        #expect(throws: CocoaError.self) { try context.execute(delete) }
        let result = NSPersistentStoreResult()
        service.answer = result
        #expect(try context.execute(delete) === result)
        service.answer = nil
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let error = try #require(throws: (any Error).self) { try context.execute(delete) }
        #expect((error as NSError).code == NSPersistentStoreUnsupportedRequestTypeError)
        try Office.close(coordinator)
    }

    @Test(arguments: ["text", "[1]", "nothing"])
    func `has its wrong answers refused`(_ kind: String) throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        service.answer = kind == "text" ? "no list" as Any : kind == "[1]" ? [1] as Any : NSObject()
        let error = try #require(throws: (any Error).self) { try Shop.fetch("Note", in: context) }
        #expect((error as NSError).code == NSCoreDataError)
        #expect(error.localizedDescription.contains("execute(_:with:) of ServiceStore must give"))
        try Office.close(coordinator)
    }

    @Test func `cannot be asked when it is removed`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let id = try note("a", in: context).objectID
        let store = try #require(coordinator.persistentStores.first)
        try coordinator.remove(store)
        let error = try #require(throws: (any Error).self) {
            try Shop.context(coordinator).existingObject(with: id)
        }
        #expect((error as NSError).code == NSPersistentStoreOperationError)
    }
}
