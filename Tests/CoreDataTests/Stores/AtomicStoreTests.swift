import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

/// A store of the program's own that is read and written as a whole.
@Suite struct `An atomic store` {
    private let folder = TemporaryFolder()

    init() {
        NSPersistentStoreCoordinator.registerStoreClass(
            JSONStore.self, forStoreType: JSONStore.storeType)
    }

    private func open(_ name: String = "notes.json") throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: Office.model([attribute("count", .integer64AttributeType, 0)]))
        try coordinator.addPersistentStore(
            ofType: JSONStore.storeType, configurationName: nil, at: folder.file(name))
        return coordinator
    }

    /// Three notes, two of them in a folder, the third in a smart one; the first has two tags.
    @discardableResult
    private func fill(_ coordinator: NSPersistentStoreCoordinator) throws -> NSManagedObjectContext
    {
        let context = Shop.context(coordinator)
        let inbox = Shop.insert("Folder", ["name": "Inbox"], into: context)
        let smart = Shop.insert("SmartFolder", ["name": "New", "rule": "today"], into: context)
        let tags = ["red", "blue"].map { Shop.insert("Tag", ["name": $0], into: context) }
        for (place, title) in ["a", "b", "c"].enumerated() {
            let note = Shop.insert("Note", ["title": title, "count": place], into: context)
            note.setValue(place == 2 ? smart : inbox, forKey: "folder")
            note.setValue(NSSet(array: place == 0 ? tags : []), forKey: "tags")
        }
        try context.save()
        return context
    }

    private func titles(
        _ format: String = "TRUEPREDICATE", in context: NSManagedObjectContext
    ) throws -> [String] {
        try Shop.fetch("Note", format, sort: "title", in: context)
            .map { $0.value(forKey: "title") as? String ?? "" }
    }

    private func store(_ coordinator: NSPersistentStoreCoordinator) throws -> JSONStore {
        try #require(coordinator.persistentStores.first as? JSONStore)
    }

    @Test func `keeps objects and relationships in a file that opens again`() throws {
        let first = try open()
        try fill(first)
        #expect(try store(first).cacheNodes().count == 7)
        let identifier = try store(first).identifier
        try Office.close(first)

        let second = try open()
        #expect(try store(second).identifier == identifier)
        #expect(try store(second).type == JSONStore.storeType)
        let context = Shop.context(second)
        #expect(try titles("folder.name == 'Inbox'", in: context) == ["a", "b"])
        #expect(try titles("ANY tags.name == 'red'", in: context) == ["a"])
        let smart = try #require(try Shop.fetch("SmartFolder", in: context).first)
        let notes = try #require(smart.value(forKey: "notes") as? Set<NSManagedObject>)
        #expect(notes.compactMap { $0.value(forKey: "title") as? String } == ["c"])
        #expect(notes.first?.value(forKey: "folder") as? NSManagedObject === smart)
        #expect(try Shop.fetch("Folder", "notes.@count == 2", in: context).count == 1)
        try Office.close(second)
    }

    @Test func `answers what an in-memory store answers`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: false)]
        (request.fetchOffset, request.fetchLimit) = (1, 1)
        #expect(try context.fetch(request).first?.value(forKey: "title") as? String == "b")
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 3)
        let sums = NSFetchRequest<NSDictionary>(entityName: "Note")
        let sum = NSExpressionDescription()
        sum.name = "sum"
        sum.expression = NSExpression(
            forFunction: "sum:", arguments: [NSExpression(forKeyPath: "count")])
        sum.expressionResultType = .integer64AttributeType
        (sums.resultType, sums.propertiesToFetch) = (.dictionaryResultType, [sum])
        #expect(try context.fetch(sums).first?["sum"] as? Int == 3)
        try Office.close(coordinator)
    }

    @Test func `has the changes and deletions of a save in its nodes`() throws {
        let first = try open()
        let context = try fill(first)
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        notes[0].setValue("z", forKey: "title")
        notes[0].setValue(try Shop.fetch("SmartFolder", in: context).first, forKey: "folder")
        context.delete(notes[1])
        try context.save()
        #expect(try store(first).removed == ["Note"])
        try Office.close(first)

        let second = try open()
        let again = Shop.context(second)
        #expect(try titles(in: again) == ["c", "z"])
        #expect(try titles("folder.name == 'New'", in: again) == ["c", "z"])
        #expect(
            try Shop.fetch("Folder", "name == 'Inbox' AND notes.@count == 0", in: again).count == 1)
        #expect(try titles("ANY tags.name == 'blue'", in: again) == ["z"])
        try Office.close(second)
    }

    @Test func `is as before where its save fails, and takes the changes later`() throws {
        let coordinator = try open()
        let context = try fill(coordinator)
        let store = try store(coordinator)
        store.failure = CocoaError(.fileWriteOutOfSpace)
        let note = try #require(try Shop.fetch("Note", "title == 'a'", in: context).first)
        note.setValue("z", forKey: "title")
        _ = Shop.insert("Note", ["title": "new"], into: context)
        let error = try #require(throws: (any Error).self) { try context.save() }
        #expect((error as? CocoaError)?.code == .fileWriteOutOfSpace)
        #expect(context.hasChanges)
        #expect(store.cacheNodes().count == 7)
        #expect(store.cacheNode(for: note.objectID)?.value(forKey: "title") as? String == "a")
        #expect(try titles(in: Shop.context(coordinator)) == ["a", "b", "c"])

        store.failure = nil
        try context.save()
        #expect(try titles(in: Shop.context(coordinator)) == ["b", "c", "new", "z"])
        #expect(store.cacheNodes().count == 8)
        #expect(store.cacheNode(for: note.objectID)?.value(forKey: "title") as? String == "z")
        try Office.close(coordinator)
    }

    @Test func `takes changes of relationships again after a save that failed`() throws {
        let first = try open()
        try fill(first)
        try Office.close(first)
        let second = try open()
        let store = try store(second)
        let context = Shop.context(second)
        let note = try #require(try Shop.fetch("Note", "title == 'a'", in: context).first)
        let other = try #require(try Shop.fetch("Note", "title == 'b'", in: context).first)
        note.setValue(nil, forKey: "folder")
        // Neither side of tags has been read.
        let tag = try #require(try Shop.fetch("Tag", "name == 'red'", in: context).first)
        other.mutableSetValue(forKey: "tags").add(tag)
        store.failure = CocoaError(.fileWriteOutOfSpace)
        #expect(throws: CocoaError.self) { try context.save() }
        store.failure = nil
        try context.save()
        try Office.close(second)

        let third = try open()
        let again = Shop.context(third)
        #expect(try titles("folder.name == 'Inbox'", in: again) == ["b"])
        #expect(try titles("ANY tags.name == 'red'", in: again) == ["a", "b"])
        try Office.close(third)
    }

    @Test func `finds objects by the URIs of an earlier run`() throws {
        let first = try open()
        let context = try fill(first)
        let note = try #require(try Shop.fetch("Note", "title == 'b'", in: context).first)
        let reference = try store(first).referenceObject(for: note.objectID) as? String
        let uri = note.objectID.uriRepresentation()
        #expect(first.managedObjectID(forURIRepresentation: uri) == note.objectID)
        try Office.close(first)

        let second = try open()
        let id = try #require(second.managedObjectID(forURIRepresentation: uri))
        #expect(try store(second).referenceObject(for: id) as? String == reference)
        #expect(id.uriRepresentation() == uri)
        let found = try Shop.context(second).existingObject(with: id)
        #expect(found.value(forKey: "title") as? String == "b")
        try Office.close(second)
    }

    @Test func `finds conflicts of two contexts`() throws {
        let coordinator = try open()
        let first = try fill(coordinator)
        let second = Shop.context(coordinator)
        let mine = try #require(try Shop.fetch("Note", "title == 'a'", in: first).first)
        let other = try #require(try Shop.fetch("Note", "title == 'a'", in: second).first)
        #expect(other.value(forKey: "count") as? Int == 0)
        mine.setValue("first", forKey: "title")
        try first.save()
        other.setValue("second", forKey: "title")
        let error = try #require(throws: (any Error).self) { try second.save() }
        #expect((error as NSError).code == NSManagedObjectMergeError)
        second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try second.save()
        first.refresh(mine, mergeChanges: false)
        #expect(mine.value(forKey: "title") as? String == "second")
        try Office.close(coordinator)
    }

    @Test func `takes nodes that have one side of a relationship`() throws {
        let file = """
            {"identifier": "8A3C", "entries": [
              {"entity": "Folder", "reference": "f", "texts": {"name": "Inbox"}, "numbers": {},
               "links": {"notes": ["a", "gone"]}},
              {"entity": "Note", "reference": "a", "texts": {"title": "a"}, "numbers": {"count": 4},
               "links": {}},
              {"entity": "Note", "reference": "b", "texts": {}, "numbers": {}, "links": {"folder": ["f"]}}
            ]}
            """
        try Data(file.utf8).write(to: folder.file("half.json"))
        let coordinator = try open("half.json")
        let context = Shop.context(coordinator)
        #expect(try Shop.fetch("Note", "folder.name == 'Inbox'", in: context).count == 2)
        #expect(try Shop.fetch("Folder", "notes.@count == 2", in: context).count == 1)
        #expect(try Shop.fetch("Note", "count == 4", in: context).count == 1)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: JSONStore.storeType, at: folder.file("half.json"))
        #expect(metadata[NSStoreUUIDKey] as? String == "8A3C")
        try Office.close(coordinator)
    }

    @Test func `is not added where it cannot be loaded`() throws {
        try Data("no JSON".utf8).write(to: folder.file("damaged.json"))
        let coordinator = try open()
        #expect(throws: DecodingError.self) {
            try coordinator.addPersistentStore(
                ofType: JSONStore.storeType, configurationName: nil, at: folder.file("damaged.json")
            )
        }
        #expect(coordinator.persistentStores.count == 1)
        try Office.close(coordinator)
    }

    @Test func `stands beside a store of another type`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Office.model())
        try coordinator.addPersistentStore(
            type: .init(rawValue: JSONStore.storeType), configuration: "Local",
            at: folder.file("local.json"))
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "Cloud", at: nil)
        let context = Shop.context(coordinator)
        _ = Shop.insert("Account", ["name": "Ann"], into: context)
        let tag = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        #expect(tag.objectID.persistentStore === (try store(coordinator)))
        #expect(try store(coordinator).cacheNodes().count == 1)
        #expect(try Shop.fetch("Account", in: Shop.context(coordinator)).count == 1)
        #expect(try Shop.fetch("Tag", "name == 'red'", in: Shop.context(coordinator)).count == 1)
        try Office.close(coordinator)
    }

    @Test func `is opened by a container's description, and removed with its file`() throws {
        let container = NSPersistentContainer(name: "Office", managedObjectModel: Office.model())
        let url = folder.file("container.json")
        NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, forStoreType: "JSON")
        let description = NSPersistentStoreDescription(url: url)
        description.type = "JSON"
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            _ = Shop.insert("Tag", ["name": "red"], into: context)
            try context.save()
            let delete = NSBatchDeleteRequest(
                fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag"))
            let error = try #require(throws: (any Error).self) { try context.execute(delete) }
            #expect((error as NSError).code == NSPersistentStoreUnsupportedRequestTypeError)
        }
        #expect(FileManager.default.fileExists(atPath: url.path))
        try container.persistentStoreCoordinator.destroyPersistentStore(at: url, ofType: "JSON")
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
    }

    @Test func `is known by its type while it is registered`() throws {
        let type = "JSON for a while"
        NSPersistentStoreCoordinator.registerStoreClass(
            JSONStore.self, type: .init(rawValue: type))
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type] != nil)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[NSSQLiteStoreType] != nil)
        NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: type)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type] == nil)
        let coordinator = try open()
        let error = try #require(throws: (any Error).self) {
            try coordinator.addPersistentStore(
                ofType: type, configurationName: nil, at: folder.file("unknown.json"))
        }
        #expect((error as NSError).code == NSPersistentStoreInvalidTypeError)
        try Office.close(coordinator)
    }
}
