import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

/// A file that is read when it is opened and written by each save.
@Suite struct `A binary store` {
    private let folder = TemporaryFolder()

    private func open(
        _ name: String = "shop.binary", _ model: NSManagedObjectModel? = nil
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: try model ?? Shop.model())
        try coordinator.addPersistentStore(type: .binary, at: folder.file(name))
        return coordinator
    }

    @Test func `keeps values of every kind, and relationships`() throws {
        let first = try open()
        let context = Shop.context(first)
        let date = Date(timeIntervalSinceReferenceDate: 777_000_000.125)
        let id = UUID()
        let desk = Shop.insert(
            "Item", ["name": "Desk", "quantity": 2, "isSold": true], into: context)
        desk.setValue(NSDecimalNumber(string: "3.3333333333333333333"), forKey: "price")
        desk.setValue(["a", "b"], forKey: "note")
        desk.setValue(date, forKey: "date")
        desk.setValue(id, forKey: "id")
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        let shop = Shop.insert("Shop", ["name": "Corner"], into: context)
        shop.setValue(NSSet(array: [desk, lamp]), forKey: "items")
        shop.setValue(lamp, forKey: "favourite")
        shop.setValue(NSOrderedSet(array: [lamp, desk]), forKey: "shelf")
        let tag = Shop.insert("Tag", ["name": "red"], into: context)
        desk.setValue(NSSet(object: tag), forKey: "tags")
        try context.save()
        let uri = desk.objectID.uriRepresentation()
        #expect(uri.lastPathComponent.hasPrefix("p"))
        try Office.close(first)

        let second = try open()
        let again = Shop.context(second)
        let found = try #require(second.managedObjectID(forURIRepresentation: uri))
        let item = try #require(try again.existingObject(with: found) as? Item)
        #expect(item.name == "Desk")
        #expect(item.quantity == 2)
        #expect(item.isSold)
        #expect(item.price == NSDecimalNumber(string: "3.3333333333333333333"))
        #expect(item.note == ["a", "b"])
        #expect(item.date == date)
        #expect(item.id == id)
        #expect(item.tags.first?.value(forKey: "name") as? String == "red")
        let corner = try #require(try Shop.fetch("Shop", "items.@count == 2", in: again).first)
        let shelf = corner.value(forKey: "shelf") as? NSOrderedSet
        #expect(shelf?.array.compactMap { ($0 as? Item)?.name } == ["Lamp", "Desk"])
        #expect((corner.value(forKey: "favourite") as? Item)?.name == "Lamp")
        // Objects that are not loaded into a context keep what they have in further saves.
        again.delete(item)
        let new = Shop.insert("Item", ["name": "Chair"], into: again)
        try again.save()
        #expect(new.objectID.uriRepresentation() != uri)
        try Office.close(second)

        let third = try open()
        let last = Shop.context(third)
        #expect(
            try Shop.fetch("Item", sort: "name", in: last).map { ($0 as? Item)?.name } == [
                "Chair", "Lamp",
            ])
        #expect(try Shop.fetch("Shop", "favourite.name == 'Lamp'", in: last).count == 1)
        #expect(try Shop.fetch("Shop", "items.@count == 1", in: last).count == 1)
        try Office.close(third)
    }

    @Test func `keeps the moment of a save, and has what the save derived in its nodes`() throws {
        let first = try open("derived.binary", Shop.derivingModel())
        let context = Shop.context(first)
        let shop = Shop.insert("Shop", ["name": "Here"], into: context)
        let desk = Shop.insert("Item", ["name": "Desk"], into: context)
        desk.setValue(shop, forKey: "shop")
        try context.save()
        let moment = try #require(desk.value(forKey: "moment") as? Date)
        let store = try #require(first.persistentStores.first as? NSAtomicStore)
        let node = try #require(store.cacheNode(for: desk.objectID))
        #expect(node.value(forKey: "moment") as? Date == moment)
        shop.setValue("There", forKey: "name")
        try context.save()
        #expect(node.value(forKey: "place") as? String == "There")
        #expect(node.value(forKey: "moment") as? Date == moment)
        try Office.close(first)

        let second = try open("derived.binary", Shop.derivingModel())
        let again = try #require(try Shop.fetch("Item", in: Shop.context(second)).first)
        #expect(again.value(forKey: "moment") as? Date == moment)
        #expect(again.value(forKey: "place") as? String == "There")
        try Office.close(second)
    }

    @Test func `has a file with its metadata from the moment it is added`() throws {
        let first = try open()
        let place = folder.file("shop.binary")
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .binary, at: place)
        let identifier = try #require(first.persistentStores.first?.identifier)
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        #expect(
            try Shop.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        // Both have the empty file.
        let second = try open()
        #expect(second.persistentStores.first?.identifier == identifier)
        try Office.close(first)
        try Office.close(second)
        let nowhere = folder.file("nowhere/shop.binary")
        #expect(throws: (any Error).self) {
            try first.addPersistentStore(type: .binary, at: nowhere)
        }
        #expect(first.persistentStores.isEmpty)
        try first.addPersistentStore(
            type: .binary, at: folder.file("none.binary"),
            options: [NSReadOnlyPersistentStoreOption: true])
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.binary").path))
    }

    @Test func `has metadata that are read and set without opening it`() throws {
        let coordinator = try open()
        let store = try #require(coordinator.persistentStores.first)
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        let identifier = try #require(store.identifier)
        try Office.close(coordinator)
        let place = folder.file("shop.binary")
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .binary, at: place)
        #expect(metadata[NSStoreTypeKey] as? String == NSBinaryStoreType)
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        #expect(
            try Shop.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        metadata["mine"] = "note"
        try NSPersistentStoreCoordinator.setMetadata(metadata, type: .binary, at: place)
        let again = try open()
        #expect(again.persistentStores.first?.metadata["mine"] as? String == "note")
        #expect(try Shop.fetch("Tag", in: Shop.context(again)).count == 1)
        try Office.close(again)
    }

    @Test func `stays the same store, of the same model, whatever metadata are set`() throws {
        let coordinator = try open()
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        let identifier = try #require(coordinator.persistentStores.first?.identifier)
        try Office.close(coordinator)
        let place = folder.file("shop.binary")
        try NSPersistentStoreCoordinator.setMetadata(
            ["mine": "note", NSStoreUUIDKey: "other"], type: .binary, at: place)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .binary, at: place)
        #expect(metadata["mine"] as? String == "note")
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        #expect(metadata[NSStoreTypeKey] as? String == NSBinaryStoreType)
        #expect(throws: (any Error).self) { try open("shop.binary", Office.model()) }
    }

    @Test func `is of the new model once it was saved without regard to versions`() throws {
        let first = try open("office.binary", Office.model())
        let context = Shop.context(first)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        try Office.close(first)
        func model() -> NSManagedObjectModel { Office.model([attribute("text")]) }
        #expect(throws: (any Error).self) { try open("office.binary", model()) }
        let second = NSPersistentStoreCoordinator(managedObjectModel: model())
        try second.addPersistentStore(
            type: .binary, at: folder.file("office.binary"),
            options: [NSIgnorePersistentStoreVersioningOption: true])
        let other = Shop.context(second)
        _ = Shop.insert("Note", ["text": "a"], into: other)
        try other.save()
        try Office.close(second)
        let third = try open("office.binary", model())
        let last = Shop.context(third)
        #expect(try Shop.fetch("Note", "text == 'a'", in: last).count == 1)
        #expect(try Shop.fetch("Tag", in: last).count == 1)
        try Office.close(third)
    }

    @Test func `is refused with another model, and stays as it was`() throws {
        let coordinator = try open()
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        try Office.close(coordinator)
        let before = try Data(contentsOf: folder.file("shop.binary"))
        let error = try #require(throws: (any Error).self) {
            try open("shop.binary", Office.model())
        }
        #expect((error as NSError).code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try Data(contentsOf: folder.file("shop.binary")) == before)
    }

    @Test func `is refused where it is damaged, and written whole or not at all`() throws {
        try Data("bplist00".utf8).write(to: folder.file("apple.binary"))
        let error = try #require(throws: (any Error).self) { try open("apple.binary") }
        #expect((error as NSError).code == 259)
        let coordinator = try open()
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["apple.binary", "shop.binary"])
        // A folder in its place cannot be replaced.
        try FileManager.default.removeItem(at: folder.file("shop.binary"))
        try FileManager.default.createDirectory(
            at: folder.file("shop.binary").appendingPathComponent("full"),
            withIntermediateDirectories: true)
        _ = Shop.insert("Tag", ["name": "blue"], into: context)
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        try Office.close(coordinator)
    }

    @Test func `keeps the rights of its file, and the link that leads to it`() throws {
        let manager = FileManager.default
        let (link, file) = (folder.file("link.binary"), folder.file("far.binary"))
        try manager.createSymbolicLink(at: link, withDestinationURL: file)
        let coordinator = try open("link.binary")
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        _ = Shop.insert("Tag", ["name": "blue"], into: context)
        try context.save()
        let rights = try manager.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect((rights as? NSNumber)?.intValue == 0o640)
        #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
        try Office.close(coordinator)
    }

    @Test func `is refused a file that may only be read, except to root`() throws {
        let coordinator = try open()
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        let path = folder.file("shop.binary").path
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        _ = Shop.insert("Tag", ["name": "blue"], into: context)
        if geteuid() == 0 {
            try context.save()
        } else {
            let error = try #require(throws: (any Error).self) { try context.save() }
            #expect((error as? CocoaError)?.code == .fileWriteNoPermission)
            #expect(context.hasChanges)
        }
        try Office.close(coordinator)
    }

    @Test func `is not added twice, and does not replace what another one has saved`() throws {
        let coordinator = try open()
        let twice = try #require(throws: (any Error).self) {
            try coordinator.addPersistentStore(type: .binary, at: folder.file("shop.binary"))
        }
        #expect((twice as NSError).code == 134081)
        let other = try open()
        let (first, second) = (Shop.context(coordinator), Shop.context(other))
        for name in ["red", "blue"] {
            _ = Shop.insert("Tag", ["name": name], into: first)
            try first.save()
        }
        _ = Shop.insert("Tag", ["name": "green"], into: second)
        let error = try #require(throws: (any Error).self) { try second.save() }
        #expect((error as NSError).code == NSPersistentStoreSaveError)
        #expect(second.hasChanges)
        try Office.close(other)
        _ = Shop.insert("Tag", ["name": "grey"], into: first)
        try first.save()
        try Office.close(coordinator)
        let again = try open()
        #expect(try Shop.fetch("Tag", in: Shop.context(again)).count == 3)
        try Office.close(again)
    }

    @Test func `is destroyed where its place is its file, and open nowhere else`() throws {
        let manager = FileManager.default
        let (file, link) = (folder.file("shop.binary"), folder.file("link.binary"))
        let nested = folder.file("folder").appendingPathComponent("nested")
        try manager.createDirectory(at: nested, withIntermediateDirectories: true)
        try manager.createSymbolicLink(at: link, withDestinationURL: file)
        let coordinator = try open()
        let context = Shop.context(coordinator)
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        try context.save()
        let other = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        func code(_ url: URL) throws -> Int {
            let error = try #require(throws: (any Error).self) {
                try other.destroyPersistentStore(at: url, type: .binary)
            }
            return (error as NSError).code
        }
        #expect(try code(file) == NSPersistentStoreTimeoutError)
        #expect(try code(link) == NSPersistentStoreTimeoutError)
        #expect(try code(folder.file("folder")) == NSPersistentStoreOperationError)
        #expect(manager.fileExists(atPath: nested.path))
        try other.destroyPersistentStore(at: URL(fileURLWithPath: "/dev/null"), type: .binary)
        #expect(manager.fileExists(atPath: "/dev/null"))

        let sqlite = folder.file("shop.sqlite")
        try coordinator.addPersistentStore(type: .sqlite, at: sqlite)
        #expect(throws: (any Error).self) {
            try coordinator.destroyPersistentStore(at: sqlite, type: .binary)
        }
        #expect(coordinator.persistentStores.count == 2)
        #expect(manager.fileExists(atPath: sqlite.path))

        try coordinator.destroyPersistentStore(at: link, type: .binary)
        #expect(coordinator.persistentStores.map(\.type) == [NSSQLiteStoreType])
        #expect(!manager.fileExists(atPath: file.path))
        #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
        try Office.close(coordinator)
    }

    @Test func `goes into a SQLite file`() throws {
        let coordinator = try open()
        let context = Shop.context(coordinator)
        let shop = Shop.insert("Shop", ["name": "Corner"], into: context)
        let desk = Shop.insert("Item", ["name": "Desk"], into: context)
        desk.setValue(shop, forKey: "shop")
        try context.save()
        let store = try #require(coordinator.persistentStores.first)
        store.metadata["mine"] = "note"
        try coordinator.migratePersistentStore(
            store, to: folder.file("shop.sqlite"), options: nil, withType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores.map(\.type) == [NSSQLiteStoreType])
        let copied = try #require(coordinator.persistentStores.first?.metadata)
        #expect(copied["mine"] as? String == "note")
        #expect(copied[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(
            try Shop.fetch("Item", "shop.name == 'Corner'", in: Shop.context(coordinator)).count
                == 1)
        try Office.close(coordinator)
    }
}
