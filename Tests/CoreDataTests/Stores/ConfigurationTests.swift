import CoreData
import Synchronization
import TestFiles
import TestKit
import TestModels
import Testing

/// Stores of one configuration of a model each.
struct ConfigurationTests {
    private let folder = TemporaryFolder()

    /// Three notes, two of them in a folder, tagged; and an account.
    private func fill(_ context: NSManagedObjectContext) throws {
        let account = Shop.insert("Account", ["name": "Ann"], into: context)
        let inbox = Shop.insert("Folder", ["name": "Inbox"], into: context)
        let smart = Shop.insert("SmartFolder", ["name": "New", "rule": "today"], into: context)
        let tags = ["red", "blue"].map { Shop.insert("Tag", ["name": $0], into: context) }
        for (place, title) in ["a", "b", "c"].enumerated() {
            let note = Shop.insert("Note", ["title": title], into: context)
            note.setValue(place == 2 ? smart : inbox, forKey: "folder")
            note.setValue(NSSet(array: place == 0 ? tags : [tags[1]]), forKey: "tags")
        }
        try context.save()
        #expect(account.objectID.persistentStore?.configurationName == "Cloud")
        #expect(smart.objectID.persistentStore?.configurationName == "Local")
    }

    @Test func `a fresh file has the entities of its configuration`() throws {
        let coordinator = try Office.coordinator(folder)
        try fill(Shop.context(coordinator))
        let local = try #require(coordinator.persistentStores.first)
        let hashes = local.metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(Set(hashes?.keys ?? [:].keys) == ["Folder", "SmartFolder", "Note", "Tag"])
        let metadata = try #require(local.metadata)
        let model = coordinator.managedObjectModel
        #expect(model.isConfiguration(withName: "Local", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: "Cloud", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        try Office.close(coordinator)
        let recovered = try NSManagedObjectModel(
            recoveredFromStoreAt: Office.file("Cloud", folder))
        #expect(recovered.entitiesByName.keys.sorted() == ["Account"])
        let alone = NSPersistentStoreCoordinator(managedObjectModel: recovered)
        try alone.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: Office.file("Cloud", folder))
        #expect(try Shop.fetch("Account", in: Shop.context(alone)).count == 1)
        try Office.close(alone)
    }

    @Test func `a coordinator takes a file once`() throws {
        let coordinator = try Office.coordinator(folder, ["Local"])
        let error = try #require(throws: (any Error).self) {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: "Local",
                at: Office.file("Local", folder))
        }
        #expect((error as NSError).code == 134081)
        #expect(coordinator.persistentStores.count == 1)
        try Office.close(coordinator)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: Office.file("Local", folder))
        try Office.close(coordinator)
    }

    @Test func `a coordinator takes a file that threads add at once once`() throws {
        for round in 0..<10 {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Office.model())
            let file = TestStores.url(folder.file("\(round).sqlite"))
            let errors = Mutex<[Int]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    try coordinator.addPersistentStore(type: .sqlite, at: file)
                } catch {
                    errors.withLock { $0.append((error as NSError).code) }
                }
            }
            #expect(errors.withLock { $0 } == [134081, 134081, 134081])
            #expect(coordinator.persistentStores.map(\.url) == [file])
            try Office.close(coordinator)
        }
    }

    @Test func `objects go to the store of their configuration and come back`() throws {
        let first = try Office.coordinator(folder)
        try fill(Shop.context(first))
        try Office.close(first)
        let coordinator = try Office.coordinator(folder)
        let context = Shop.context(coordinator)
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        #expect(notes.map { $0.value(forKey: "title") as? String } == ["a", "b", "c"])
        #expect(
            notes.map { $0.value(forKeyPath: "folder.name") as? String } == [
                "Inbox", "Inbox", "New",
            ])
        #expect(notes.map { $0.value(forKeyPath: "tags.@count") as? Int } == [2, 1, 1])
        #expect(notes.allSatisfy { $0.value(forKey: "account") == nil })
        let smart = try #require(try Shop.fetch("SmartFolder", in: context).first)
        #expect(smart.value(forKeyPath: "notes.@count") as? Int == 1)
        #expect(try Shop.fetch("Folder", in: context).count == 2)
        #expect(
            Set(try Shop.fetch("Folder", in: context).compactMap { $0.entity.name })
                == ["Folder", "SmartFolder"])
        // Asked by an object, by a path, and by what leads out of the store.
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "folder == %@", smart)
        #expect(try context.fetch(request) == [notes[2]])
        request.predicate = NSPredicate(format: "SELF IN %@", Array(notes.prefix(2)))
        #expect(try context.count(for: request) == 2)
        request.predicate = NSPredicate(format: "ANY tags.name == 'red'")
        #expect(try context.fetch(request) == [notes[0]])
        // Dictionaries: objects as values too.
        let table = NSFetchRequest<NSDictionary>(entityName: "Note")
        table.resultType = .dictionaryResultType
        table.propertiesToFetch = ["title", "folder"]
        table.predicate = NSPredicate(format: "title == 'c'")
        let row = try #require(try context.fetch(table).first)
        #expect(row["folder"] as? NSManagedObjectID == smart.objectID)
        // By identifier, out of its URI.
        let id = coordinator.managedObjectID(
            forURIRepresentation: notes[1].objectID.uriRepresentation())
        #expect(id == notes[1].objectID)
        try Office.close(coordinator)
    }

    @Test func `changes, deletions and batches reach the store of the configuration`() throws {
        let coordinator = try Office.coordinator(
            folder, options: [NSPersistentHistoryTrackingKey: true])
        let context = Shop.context(coordinator)
        try fill(context)
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        let folders = try Shop.fetch("Folder", sort: "name", in: context)
        notes[0].setValue("z", forKey: "title")
        notes[0].setValue(folders[1], forKey: "folder")
        notes[0].setValue(NSSet(), forKey: "tags")
        context.delete(notes[1])
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Note")
        update.propertiesToUpdate = ["title": "y"]
        update.predicate = NSPredicate(format: "title == 'c'")
        update.resultType = .updatedObjectIDsResultType
        let updated = try context.execute(update) as? NSBatchUpdateResult
        #expect(updated?.result as? [NSManagedObjectID] == [notes[2].objectID])
        let insert = NSBatchInsertRequest(entityName: "Note", objects: [["title": "new"]])
        try context.execute(insert)
        let fresh = Shop.context(coordinator)
        let found = try Shop.fetch("Note", sort: "title", in: fresh)
        #expect(found.map { $0.value(forKey: "title") as? String } == ["new", "y", "z"])
        #expect(
            found.map { $0.value(forKeyPath: "folder.name") as? String } == [nil, "New", "New"])
        #expect(found.map { $0.value(forKeyPath: "tags.@count") as? Int } == [0, 1, 0])
        try fresh.execute(
            NSBatchDeleteRequest(
                fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Folder")))
        #expect(try Shop.fetch("Note", "folder == nil", in: Shop.context(coordinator)).count == 3)
        #expect(try Shop.fetch("Account", in: Shop.context(coordinator)).count == 1)
        // The history names the entities as the coordinator does.
        let history = NSPersistentHistoryChangeRequest.fetchHistory(
            after: nil as NSPersistentHistoryToken?)
        let result = try context.execute(history) as? NSPersistentHistoryResult
        let changes = (result?.result as? [NSPersistentHistoryTransaction])?.compactMap(\.changes)
        let names = Set(changes?.joined().compactMap { $0.changedObjectID.entity.name } ?? [])
        #expect(names == ["Account", "Folder", "SmartFolder", "Note", "Tag"])
        try Office.close(coordinator)
    }

    @Test func `conflicts name the objects of the configuration`() throws {
        let coordinator = try Office.coordinator(folder)
        let context = Shop.context(coordinator)
        try fill(context)
        let mine = try #require(try Shop.fetch("Note", "title == 'a'", in: context).first)
        let other = Shop.context(coordinator)
        try other.existingObject(with: mine.objectID).setValue("theirs", forKey: "title")
        try other.save()
        mine.setValue("mine", forKey: "title")
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSManagedObjectMergeError)
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.map(\.sourceObject) == [mine])
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try context.save()
        _ = Shop.insert("Tag", ["name": "red"], into: context)
        context.mergePolicy = NSErrorMergePolicy
        let twice = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(twice.code == NSManagedObjectConstraintMergeError)
        let constraints =
            twice.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
        #expect(constraints?.first?.databaseObject?.value(forKey: "name") as? String == "red")
        try Office.close(coordinator)
    }

    @Test func `a relationship across configurations is refused when it is saved`() throws {
        let coordinator = try Office.coordinator(folder)
        let context = Shop.context(coordinator)
        try fill(context)
        let note = try #require(try Shop.fetch("Note", "title == 'a'", in: context).first)
        let account = try #require(try Shop.fetch("Account", in: context).first)
        note.setValue(account, forKey: "account")
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSManagedObjectExternalRelationshipError)
        #expect(
            error.localizedDescription.contains("'account'")
                || error.localizedDescription.contains("'notes'"))
        context.rollback()
        #expect(account.value(forKeyPath: "notes.@count") as? Int == 0)
        #expect(
            try Shop.fetch("Note", "title == 'a'", in: Shop.context(coordinator)).first?
                .value(forKey: "account") == nil)
        // Both may be in one store of the whole model.
        let whole = try Shop.kindless(Office.model())
        let both = Shop.insert("Note", into: whole)
        both.setValue(Shop.insert("Account", into: whole), forKey: "account")
        try whole.save()
        try Office.close(coordinator)
    }

    @Test func `objects of two stores of one entity are not related either`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        let stores = try (0..<2).map { _ in try coordinator.addFreshStore() }
        let context = Shop.context(coordinator)
        let item = Shop.insert("Item", ["name": "Lamp"], into: context)
        let tag = Shop.insert("Tag", ["name": "new"], into: context)
        context.assign(item, to: stores[0])
        context.assign(tag, to: stores[1])
        item.setValue(NSSet(object: tag), forKey: "tags")
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSManagedObjectExternalRelationshipError)
        context.assign(tag, to: stores[0])
        try context.save()
        #expect(item.objectID.persistentStore === stores[0])
    }

    @Test func `one of two stores is migrated`() throws {
        let first = try Office.coordinator(folder)
        try fill(Shop.context(first))
        let identifiers = first.persistentStores.map(\.identifier)
        try Office.close(first)
        let more = [attribute("level", .integer16AttributeType, 7, isOptional: false)]
        let error =
            try #require(throws: (any Error).self) {
                try Office.coordinator(folder, model: Office.model(more))
            } as NSError
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        let coordinator = try Office.coordinator(
            folder, model: Office.model(more),
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        let context = Shop.context(coordinator)
        let notes = try Shop.fetch("Note", sort: "title", in: context)
        #expect(notes.map { $0.value(forKey: "level") as? Int } == [7, 7, 7])
        #expect(
            notes.map { $0.value(forKeyPath: "folder.name") as? String } == [
                "Inbox", "Inbox", "New",
            ])
        #expect(notes.map { $0.value(forKeyPath: "tags.@count") as? Int } == [2, 1, 1])
        #expect(try Shop.fetch("Account", in: context).count == 1)
        #expect(coordinator.persistentStores.map(\.identifier) == identifiers)
        notes[0].setValue("after", forKey: "title")
        try context.save()
        try Office.close(coordinator)
    }

    @Test func `a configuration without entities that the file has is refused`() throws {
        let first = try Office.coordinator(folder)
        try fill(Shop.context(first))
        try Office.close(first)
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        func add(_ configuration: String?) throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Office.model())
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: configuration,
                at: Office.file("Local", folder), options: options)
            return coordinator
        }
        for configuration in ["Cloud", "Smart", "Nobody's"] {
            let error =
                try #require(throws: (any Error).self) { _ = try add(configuration) } as NSError
            #expect(error.code == NSPersistentStoreIncompatibleSchemaError, "\(configuration)")
        }
        // The whole model has more: the file gets the rest.
        let whole = try add(nil)
        let context = Shop.context(whole)
        #expect(try Shop.fetch("Note", in: context).count == 3)
        let note = try #require(try Shop.fetch("Note", "title == 'a'", in: context).first)
        note.setValue(Shop.insert("Account", into: context), forKey: "account")
        try context.save()
        try Office.close(whole)
    }

    @Test func `a configuration of an entity that inherits has what it inherits`() throws {
        let coordinator = try Office.coordinator(folder, ["Smart", "Cloud"])
        let context = Shop.context(coordinator)
        _ = Shop.insert("SmartFolder", ["name": "New", "rule": "today"], into: context)
        try context.save()
        #expect(try Shop.fetch("Folder", "name == 'New'", in: Shop.context(coordinator)).count == 1)
        _ = Shop.insert("Folder", ["name": "Plain"], into: context)
        #expect(throws: (any Error).self) { try context.save() }
        try Office.close(coordinator)
        let again = try Office.coordinator(folder, ["Smart", "Cloud"])
        #expect(try Shop.fetch("SmartFolder", in: Shop.context(again)).count == 1)
        try Office.close(again)
    }

    @Test func `a description without a URL is a SQLite store in memory`() throws {
        let description = NSPersistentStoreDescription()
        #expect(description.url == URL(fileURLWithPath: "/dev/null"))
        let container = NSPersistentContainer(name: "Chores", managedObjectModel: Chore.model())
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        Chore.make("cook", in: nil, container.viewContext)
        try container.viewContext.save()
        let store = container.persistentStoreCoordinator.persistentStores.first
        #expect(store?.type == NSSQLiteStoreType)
    }

    @Test func `a store in memory says which model it has`() throws {
        let model = Office.model()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "Local", at: nil)
        store.metadata = ["note": "kept"]
        let metadata = coordinator.metadata(for: store)
        #expect(metadata["note"] as? String == "kept")
        #expect(model.isConfiguration(withName: "Local", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: "Cloud", compatibleWithStoreMetadata: metadata))
    }

    @Test func `a coordinator goes on with a store whose copy fails`() throws {
        let coordinator = try Office.coordinator(folder)
        try fill(Shop.context(coordinator))
        let local = try #require(coordinator.persistentStores.first)
        let target = TestStores.url(folder.file("moved.sqlite"))
        let moved = try coordinator.migratePersistentStore(
            local, to: target, options: nil, type: .sqlite)
        let memory = try coordinator.migratePersistentStore(
            moved, to: URL(fileURLWithPath: "/dev/null"), type: .inMemory)
        let stores = coordinator.persistentStores
        #expect(throws: (any Error).self) {
            try coordinator.migratePersistentStore(
                memory, to: target, options: [NSReadOnlyPersistentStoreOption: true],
                type: .sqlite)
        }
        #expect(coordinator.persistentStores == stores)
        #expect(try Shop.fetch("Note", in: Shop.context(coordinator)).count == 3)
        try Office.close(coordinator)
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `a place that a store has open stays as it is`(journal: String) throws {
        let coordinator = try Office.coordinator(
            folder, options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        try fill(Shop.context(coordinator))
        let stores = coordinator.persistentStores
        let (local, cloud) = (Office.file("Local", folder), Office.file("Cloud", folder))
        let other = NSPersistentStoreCoordinator(managedObjectModel: Office.model())
        let copy = TestStores.url(folder.file("copy.sqlite"))
        try other.replacePersistentStore(
            at: copy, withPersistentStoreFrom: local, type: .sqlite)
        let source = try other.addPersistentStore(
            type: .sqlite, configuration: "Local", at: copy)
        let changes: [() throws -> Void] = [
            { try coordinator.migratePersistentStore(stores[0], to: cloud, type: .sqlite) },
            { try other.migratePersistentStore(source, to: cloud, type: .sqlite) },
            {
                try coordinator.replacePersistentStore(
                    at: cloud, withPersistentStoreFrom: local, type: .sqlite)
            },
            {
                try other.replacePersistentStore(
                    at: cloud, withPersistentStoreFrom: copy, type: .sqlite)
            },
            { try other.destroyPersistentStore(at: cloud, type: .sqlite) },
        ]
        for change in changes {
            let error = try #require(throws: (any Error).self) { try change() } as NSError
            #expect(error.code == NSPersistentStoreTimeoutError)
        }
        #expect(coordinator.persistentStores == stores && other.persistentStores == [source])
        let context = Shop.context(coordinator)
        #expect(try Shop.fetch("Note", in: context).count == 3)
        _ = Shop.insert("Account", ["name": "Bob"], into: context)
        try context.save()
        try Office.close(coordinator)
        let again = try Office.coordinator(folder)
        #expect(try Shop.fetch("Account", in: Shop.context(again)).count == 2)
        // The coordinator that has the store gives it up.
        try again.destroyPersistentStore(at: cloud, type: .sqlite)
        #expect(again.persistentStores.map(\.url) == [local])
        try Office.close(again)
        try Office.close(other)
    }

    @Test func `a store moves with its configuration, and its metadata are set by type`() throws {
        let coordinator = try Office.coordinator(folder)
        try fill(Shop.context(coordinator))
        let local = try #require(coordinator.persistentStores.first)
        let target = TestStores.url(folder.file("moved.sqlite"))
        let moved = try coordinator.migratePersistentStore(
            local, to: target, options: nil, type: .sqlite)
        #expect(moved.configurationName == "Local" && moved.url == target)
        coordinator.setMetadata(["note": "kept"], for: moved)
        #expect(try Shop.fetch("Note", in: Shop.context(coordinator)).count == 3)
        let memory = try coordinator.migratePersistentStore(
            moved, to: URL(fileURLWithPath: "/dev/null"), type: .inMemory)
        #expect(memory.type == NSInMemoryStoreType)
        #expect(memory.metadata["note"] as? String == "kept")
        #expect(
            try Shop.fetch("Note", "ANY tags.name == 'red'", in: Shop.context(coordinator)).count
                == 1)
        try Office.close(coordinator)
        try NSPersistentStoreCoordinator.setMetadata(
            ["mine": "kept"], type: .sqlite, at: target, options: nil)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: target)
        #expect(metadata["mine"] as? String == "kept")
        #expect(
            metadata[NSPersistentStoreModelVersionChecksumKey] as? String
                == Office.model().versionChecksum)
    }

    @Test func `the null device is neither removed nor replaced as a store`() throws {
        let coordinator = try Office.coordinator(folder)
        try fill(Shop.context(coordinator))
        let local = try #require(coordinator.persistentStores.first)
        let source = try #require(local.url)
        let device = URL(fileURLWithPath: "/dev/null")
        #expect(throws: (any Error).self) {
            try coordinator.replacePersistentStore(
                at: device, withPersistentStoreFrom: source, type: .sqlite)
        }
        let memory = try coordinator.migratePersistentStore(
            local, to: device, options: nil, type: .sqlite)
        #expect(try Shop.fetch("Note", in: Shop.context(coordinator)).count == 3)
        try coordinator.destroyPersistentStore(at: device, type: .sqlite)
        #expect(!coordinator.persistentStores.contains(memory))
        let type = try FileManager.default.attributesOfItem(atPath: device.path)[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
        try Office.close(coordinator)
    }
}

extension Shop {
    /// A context over one fresh store of a model.
    fileprivate static func kindless(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext
    {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore(NSSQLiteStoreType)
        return Shop.context(coordinator)
    }
}
