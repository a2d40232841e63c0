import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

/// Stores that Apple's Core Data wrote: opened with the model recovered from them.
@Suite struct `Real stores` {
    private let folder = TemporaryFolder()

    @Test(arguments: RealData.files("stores", "sqlite") + RealData.files("stores", "store"))
    func `open with their recovered model, are read and written, and stay sound`(
        file: URL
    ) throws {
        let copy = folder.file(file.lastPathComponent)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix)
        {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
        }
        let before = try Data(contentsOf: copy)

        // Read only: as many objects as the file has, and not a byte of it changes.
        let counts = try read(copy)
        #expect(try Data(contentsOf: copy) == before)
        for (entity, count) in counts {
            let table = try table(of: entity, in: copy)
            let rows = try sqlite(
                copy.path,
                "WITH RECURSIVE f(n) AS (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)'"
                    + " UNION SELECT Z_ENT FROM Z_PRIMARYKEY JOIN f ON Z_SUPER = n) "
                    + "SELECT count(*) FROM \(table) WHERE Z_ENT IN f")
            #expect("\(count)" == rows, "\(file.lastPathComponent) \(entity)")
        }
        #expect(!counts.isEmpty)

        // Writable: each first object is deleted or touched, and a new one of each entity added.
        let coordinator = try coordinator(copy, readOnly: false)
        let context = Shop.context(coordinator)
        let maker = GraphMaker(coordinator.managedObjectModel, in: context)
        maker.make()
        #expect(maker.leftOut.isEmpty, "\(maker.leftOut)")
        for object in maker.all {
            for (name, attribute) in object.entity.attributesByName
            where attribute.attributeType == .stringAttributeType && attribute.isOptional {
                object.setValue("written here", forKey: name)
            }
        }
        try context.save()
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try sqlite(copy.path, "PRAGMA integrity_check") == "ok")
        let after = try read(copy)
        for entity in coordinator.managedObjectModel.entities {
            let name = entity.name ?? ""
            let added = maker.all.filter { $0.entity.isKindOf(entity: entity) }.count
            #expect(after[name] == (counts[name] ?? 0) + added, "\(name)")
        }
    }

    @Test(arguments: RealData.files("stores", "store"))
    func `of SwiftData open in a container, which leaves what the file says of its model`(
        file: URL
    ) throws {
        let copy = folder.file("default.store")
        try FileManager.default.copyItem(at: file, to: copy)
        let model = try NSManagedObjectModel(recoveredFromStoreAt: copy)
        let before = try sqlite(copy.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
        func metadata() throws -> [String: Any] {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: copy)
        }
        let kept = try metadata()
        let transactions = try sqlite(copy.path, "SELECT count(*) FROM ATRANSACTION")
        for round in 1...2 {
            let container = NSPersistentContainer(name: "default", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: copy)
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            container.persistentStoreDescriptions = [description]
            try container.loadStores()
            let context = container.viewContext
            try context.performAndWait {
                for entity in model.entities {
                    guard
                        let object = try Shop.fetch(entity.name ?? "", in: context).first,
                        let name = entity.attributesByName.values.first(where: {
                            $0.attributeType == .stringAttributeType
                        })?.name
                    else { continue }
                    object.setValue("written in round \(round)", forKey: name)
                }
                try context.save()
            }
            for store in container.persistentStoreCoordinator.persistentStores {
                try container.persistentStoreCoordinator.remove(store)
            }
            #expect(try sqlite(copy.path, "PRAGMA integrity_check") == "ok")
        }
        let hashes = try #require(kept[NSStoreModelVersionHashesKey] as? [String: Data])
        #expect(try metadata()[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
        let versions = try #require(kept[NSStoreModelVersionIdentifiersKey] as? [String])
        #expect(try metadata()[NSStoreModelVersionIdentifiersKey] as? [String] == versions)
        #expect(try sqlite(copy.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") == before)
        if file.lastPathComponent != "MetaCocktails_default.store" {
            #expect(try sqlite(copy.path, "SELECT count(*) FROM ATRANSACTION") != transactions)
        }
    }

    @Test func `open with the model that Xcode edits`() throws {
        guard let folder = RealData.folder else { return }
        let model = try #require(
            NSManagedObjectModel(
                contentsOf: folder.appendingPathComponent(
                    "models/carekit-apple__CareKit__CareKitStore2.0__81b113.contents.xml")))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: folder.appendingPathComponent("stores/CareKit_SampleStore2.0.sqlite"),
            options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
        let context = Shop.context(coordinator)
        #expect(
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "OCKCDTask")) == 3)
    }

    @Test func `give a fetched property its order`() throws {
        guard let file = RealData.file("stores/CoreDataPlus_SampleModel2_V2.sqlite") else { return }
        let model = try NSManagedObjectModel(recoveredFromStoreAt: file)
        let fetched = model.entitiesByName["Author"]?.propertiesByName["feedbacks"]
        let request = (fetched as? NSFetchedPropertyDescription)?.fetchRequest
        #expect(request?.sortDescriptors == [NSSortDescriptor(key: "rating", ascending: true)])
    }

    private func coordinator(
        _ file: URL, readOnly: Bool
    ) throws -> NSPersistentStoreCoordinator {
        let model = try NSManagedObjectModel(recoveredFromStoreAt: file)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file,
            options: [NSReadOnlyPersistentStoreOption: readOnly as NSNumber])
        return coordinator
    }

    /// How many objects each entity has; each of them is read, with what it points at.
    private func read(_ file: URL) throws -> [String: Int] {
        let coordinator = try coordinator(file, readOnly: true)
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = Shop.context(coordinator)
        var counts: [String: Int] = [:]
        for entity in coordinator.managedObjectModel.entities {
            let name = entity.name ?? ""
            let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))
            counts[name] = objects.count
            for object in objects {
                for (key, property) in object.entity.propertiesByName {
                    let value = object.value(forKey: key)
                    // What must be there is: no column was taken for another.
                    guard let attribute = property as? NSAttributeDescription,
                        !attribute.isOptional, !attribute.isTransient,
                        attribute.attributeType == .stringAttributeType
                    else { continue }
                    #expect(value is String, "\(name).\(key) of \(file.lastPathComponent)")
                }
            }
        }
        return counts
    }

    /// The table of an entity: that of the one at the top of its tree.
    private func table(of entity: String, in file: URL) throws -> String {
        try sqlite(
            file.path,
            "WITH RECURSIVE up(name, above) AS "
                + "(SELECT Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)' "
                + "UNION SELECT Z_NAME, Z_SUPER FROM Z_PRIMARYKEY JOIN up ON Z_ENT = above) "
                + "SELECT 'Z' || upper(name) FROM up WHERE above = 0")
    }
}
