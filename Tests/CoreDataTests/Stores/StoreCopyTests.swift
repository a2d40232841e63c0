import CoreData
import Synchronization
import TestFiles
import TestKit
import Testing

/// Stores that are migrated to another place while contexts have their objects.
struct StoreCopyTests {
    private let folder = TemporaryFolder()

    @Test func `contexts go on with the copy of a file`() throws {
        let coordinator = try Office.coordinator(folder)
        let (context, other) = (Shop.context(coordinator), Shop.context(coordinator))
        let note = Shop.insert("Note", ["title": "a"], into: context)
        let tag = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        note.setValue("b", forKey: "title")
        try context.save()
        let fault = try #require(try Shop.fetch("Tag", in: other).first)
        let (id, uri) = (note.objectID, note.objectID.uriRepresentation())
        note.setValue("c", forKey: "title")

        let old = coordinator.persistentStores[0]
        let copy = try coordinator.migratePersistentStore(
            old, to: TestStores.url(folder.file("copy.sqlite")), options: nil, type: .sqlite)
        #expect(coordinator.persistentStores.map(\.configurationName) == ["Local", "Cloud"])
        #expect(note.objectID == id && id.persistentStore === copy)
        #expect(id.uriRepresentation() == uri)
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == id)
        note.setValue(NSSet(object: tag), forKey: "tags")
        try context.save()
        #expect(fault.value(forKey: "name") as? String == "red")
        let saved = try Shop.fetch("Note", "title == 'c' AND ANY tags.name == 'red'", in: other)
        #expect(saved.map(\.objectID) == [id])
        try Office.close(coordinator)

        let before = try Office.coordinator(folder)
        let notes = try Shop.fetch("Note", in: Shop.context(before))
        #expect(notes.map { $0.value(forKey: "title") as? String } == ["b"])
        try Office.close(before)
    }

    /// They were the moment of the copy.
    @Test func `moments of saves stay what they were in a copy`() throws {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: try Shop.derivingModel())
        let memory = try coordinator.addPersistentStore(
            type: .inMemory, configuration: nil, at: folder.file("none"), options: nil)
        let context = Shop.context(coordinator)
        let desk = Shop.insert("Item", ["name": "Desk"], into: context)
        desk.setValue(Shop.insert("Shop", ["name": "Here"], into: context), forKey: "shop")
        try context.save()
        let saved = try #require(desk.value(forKey: "moment") as? Date)
        let copy = try coordinator.migratePersistentStore(
            memory, to: TestStores.url(folder.file("copy")), options: nil, type: .sqlite)
        let again = try coordinator.migratePersistentStore(
            copy, to: folder.file("none"), options: nil, type: .inMemory)
        #expect(again.type == NSInMemoryStoreType)
        context.reset()
        let item = try #require(try Shop.fetch("Item", in: context).first)
        #expect(item.value(forKey: "moment") as? Date == saved)
        #expect(item.value(forKey: "place") as? String == "Here")
        item.setValue("Table", forKey: "name")
        try context.save()
        #expect(try #require(item.value(forKey: "moment") as? Date) > saved)
        try Office.close(coordinator)
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory])
    func `a notification has the store and the one in its place`(
        type: NSPersistentStore.StoreType
    ) throws {
        let coordinator = try Office.coordinator(folder, ["Local"])
        let context = Shop.context(coordinator)
        let note = Shop.insert("Note", ["title": "a"], into: context)
        try context.save()
        let (id, uri) = (note.objectID, note.objectID.uriRepresentation())
        let posted = Mutex<[NSPersistentStore]>([])
        let renamed = Mutex<[NSManagedObjectID]?>(nil)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
        ) { note in
            guard let changed = note.userInfo?[NSUUIDChangedPersistentStoresKey] as? NSArray else {
                return
            }
            let stores = [changed[0], changed[1]].compactMap { $0 as? NSPersistentStore }
            posted.withLock { $0 += stores }
            renamed.withLock { $0 = changed[2] as? [NSManagedObjectID] }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let old = coordinator.persistentStores[0]
        let copy = try coordinator.migratePersistentStore(
            old, to: TestStores.url(folder.file("copy.sqlite")), options: nil, type: type)
        #expect(posted.withLock { $0 } == [old, copy])
        // In a copied file objects are called what they were.
        let given = try #require(renamed.withLock { $0 })
        #expect(given.first == (type == .sqlite ? nil : id))
        context.reset()
        let now = try #require(try Shop.fetch("Note", in: context).first)
        #expect(given.last == (type == .sqlite ? nil : now.objectID))
        #expect((now.objectID.uriRepresentation() == uri) == (type == .sqlite))
        try Office.close(coordinator)
    }

    @Test func `a folder is no store that is destroyed or replaced`() throws {
        let manager = FileManager.default
        let (place, link) = (folder.file("place"), folder.file("link"))
        let note = place.appendingPathComponent("note")
        try manager.createDirectory(at: place, withIntermediateDirectories: true)
        try manager.createSymbolicLink(at: link, withDestinationURL: place)
        try Data("dear".utf8).write(to: note)
        let source = folder.file("shop.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        try coordinator.addPersistentStore(type: .sqlite, at: source)
        try Office.close(coordinator)
        for url in [place, link] {
            let destroyed = #expect(throws: (any Error).self) {
                try coordinator.destroyPersistentStore(at: url, type: .sqlite)
            }
            let replaced = #expect(throws: (any Error).self) {
                try coordinator.replacePersistentStore(
                    at: url, withPersistentStoreFrom: source, type: .sqlite)
            }
            #expect((destroyed as NSError?)?.code == NSPersistentStoreOpenError)
            #expect((replaced as NSError?)?.code == NSPersistentStoreOpenError)
        }
        #expect(try String(contentsOf: note, encoding: .utf8) == "dear")
    }
}
