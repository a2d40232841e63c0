import CoreData
import Synchronization
import TestFiles
import TestKit
import TestModels
import Testing

/// A model in four versions: a note's title becomes mandatory, then its text moves to an entity of
/// its own, which then gets a size.
private enum Notes {
    static func model(_ version: Int) -> NSManagedObjectModel {
        let title = attribute("title", isOptional: version < 2)
        let note = entity("Note", [title, attribute("text")])
        guard version >= 3 else { return NSManagedObjectModel(of: note) }
        let body = entity("Body")
        let (has, of) = (relationship("body", body), relationship("note", note))
        join(has, of)
        note.properties.append(has)
        body.properties =
            [attribute("text"), of]
            + (version > 3
                ? [attribute("size", .integer32AttributeType, 1, isOptional: false)] : [])
        return NSManagedObjectModel(of: note, body)
    }

    static func reference(_ version: Int) -> NSManagedObjectModelReference {
        let model = model(version)
        return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    static func custom(_ from: Int, _ to: Int) -> NSCustomMigrationStage {
        let stage = NSCustomMigrationStage(migratingFrom: reference(from), to: reference(to))
        stage.label = "\(from) to \(to)"
        return stage
    }

    static func lightweight(_ versions: Int...) -> NSLightweightMigrationStage {
        NSLightweightMigrationStage(versions.map { model($0).versionChecksum })
    }

    /// Gives notes without a title one.
    static func fillTitles(_ manager: NSStagedMigrationManager) throws {
        let context = try #require(manager.container).newBackgroundContext()
        try context.performAndWait {
            for note in try Shop.fetch("Note", "title == nil", in: context) {
                note.setValue("none", forKey: "title")
            }
            try context.save()
        }
    }

    /// Moves the texts of notes to bodies.
    static func moveTexts(_ manager: NSStagedMigrationManager) throws {
        let context = try #require(manager.container).newBackgroundContext()
        try context.performAndWait {
            for note in try Shop.fetch("Note", "text != nil", in: context) {
                let body = Shop.insert("Body", into: context)
                body.setValue(note.value(forKey: "text"), forKey: "text")
                body.setValue(note, forKey: "note")
                note.setValue(nil, forKey: "text")
            }
            try context.save()
        }
    }
}

private struct Broken: Error {}

/// Migration by `NSStagedMigrationManager`.
struct StagedMigrationTests {
    private let folder = TemporaryFolder()
    private let file: URL

    /// A store of the first version: one note with a title, one without.
    init() throws {
        file = TestStores.url(folder.file("notes.sqlite"))
        try with(Notes.model(1), options: [:]) { context in
            _ = Shop.insert("Note", ["title": "a", "text": "long"], into: context)
            _ = Shop.insert("Note", ["text": "longer"], into: context)
            try context.save()
        }
    }

    private func with(
        _ model: NSManagedObjectModel, _ stages: [NSMigrationStage]? = nil,
        options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ], _ body: (NSManagedObjectContext) throws -> Void = { _ in }
    ) throws {
        var options = options
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = stages.map(
            NSStagedMigrationManager.init)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            type: .sqlite, configuration: nil, at: file, options: options)
        try body(Shop.context(coordinator))
        try Office.close(coordinator)
    }

    private func failure(_ body: () throws -> Void) throws -> NSError {
        try #require(throws: (any Error).self) { try body() } as NSError
    }

    private var titles: [String?] {
        get throws {
            var found: [String?] = []
            try with(Notes.model(1), options: [:]) { context in
                found = try Shop.fetch("Note", sort: "text", in: context).map {
                    $0.value(forKey: "title") as? String
                }
            }
            return found
        }
    }

    @Test func `a handler prepares what cannot be inferred`() throws {
        #expect(try failure { try with(Notes.model(2)) }.code == NSInferredMappingModelError)
        let stage = Notes.custom(1, 2)
        stage.willMigrateHandler = { manager, _ in try Notes.fillTitles(manager) }
        try with(Notes.model(2), [stage]) { context in
            let notes = try Shop.fetch("Note", sort: "text", in: context)
            #expect(notes.map { $0.value(forKey: "title") as? String } == ["a", "none"])
        }
    }

    @Test func `stages run in their order, each between its models`() throws {
        let calls = Mutex<[String]>([])
        func note(_ text: String, _ manager: NSStagedMigrationManager) {
            let names = manager.container?.managedObjectModel.entitiesByName.keys.sorted() ?? []
            calls.withLock { $0.append("\(text) \(names.joined(separator: "+"))") }
        }
        let (first, second) = (Notes.custom(1, 2), Notes.custom(2, 3))
        for stage in [first, second] {
            stage.willMigrateHandler = { manager, stage in
                note("will \(stage.label ?? "")", manager)
                if stage.label == "1 to 2" { try Notes.fillTitles(manager) }
            }
            stage.didMigrateHandler = { manager, stage in
                note("did \(stage.label ?? "")", manager)
                if stage.label == "2 to 3" { try Notes.moveTexts(manager) }
            }
        }
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: Notes.model(4))
        let description = NSPersistentStoreDescription(url: file)
        let manager = NSStagedMigrationManager([first, second, Notes.lightweight(4)])
        description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        #expect(manager.container == nil && manager.stages.count == 3)
        #expect(
            calls.withLock { $0 } == [
                "will 1 to 2 Note", "did 1 to 2 Note", "will 2 to 3 Note", "did 2 to 3 Body+Note",
            ])
        let context = container.newBackgroundContext()
        let bodies = try Shop.fetch("Body", sort: "text", in: context)
        #expect(bodies.map { $0.value(forKey: "text") as? String } == ["long", "longer"])
        #expect(bodies.map { $0.value(forKeyPath: "note.title") as? String } == ["a", "none"])
        #expect(bodies.map { $0.value(forKey: "size") as? Int } == [1, 1])
        try Office.close(container.persistentStoreCoordinator)
        // A store of the coordinator's model is not migrated.
        second.willMigrateHandler = { _, _ in throw Broken() }
        try with(Notes.model(4), [first, second, Notes.lightweight(4)])
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.filter { !$0.hasPrefix("notes.sqlite") || $0.contains("stage") } == [])
        #expect(left.filter { $0.contains("migrating") } == [])
    }

    @Test(arguments: [true, false])
    func `a handler that throws leaves the store as it was before the stage`(
        isBefore: Bool
    ) throws {
        let stage = Notes.custom(1, 2)
        stage.willMigrateHandler = { manager, _ in
            try Notes.fillTitles(manager)
            if isBefore { throw Broken() }
        }
        stage.didMigrateHandler = { _, _ in throw Broken() }
        #expect(throws: Broken.self) { try with(Notes.model(2), [stage]) }
        #expect(try titles == ["a", nil])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.contains("stage") || $0.contains("migrating") } == [])
        stage.willMigrateHandler = { manager, _ in try Notes.fillTitles(manager) }
        stage.didMigrateHandler = nil
        try with(Notes.model(2), [stage])
    }

    @Test func `a migration goes on behind the stage that was done`() throws {
        let (first, second) = (Notes.custom(1, 2), Notes.custom(2, 3))
        first.willMigrateHandler = { manager, _ in try Notes.fillTitles(manager) }
        second.didMigrateHandler = { manager, _ in
            try Notes.moveTexts(manager)
            throw Broken()
        }
        #expect(throws: Broken.self) { try with(Notes.model(3), [first, second]) }
        try with(Notes.model(2), options: [:]) { context in
            let notes = try Shop.fetch("Note", sort: "text", in: context)
            #expect(notes.map { $0.value(forKey: "title") as? String } == ["a", "none"])
            #expect(notes.map { $0.value(forKey: "text") as? String } == ["long", "longer"])
        }
        first.willMigrateHandler = { _, _ in throw Broken() }
        second.didMigrateHandler = { manager, _ in try Notes.moveTexts(manager) }
        try with(Notes.model(3), [first, second]) { context in
            let bodies = try Shop.fetch("Body", in: context)
            #expect(bodies.count == 2)
        }
    }

    @Test func `what a stage did not close is not in the store's way`() throws {
        let stage = Notes.custom(1, 2)
        let kept = Mutex<[NSManagedObjectContext]>([])
        stage.willMigrateHandler = { manager, _ in
            try Notes.fillTitles(manager)
            if let context = manager.container?.viewContext {
                kept.withLock { $0.append(context) }
            }
        }
        try with(Notes.model(2), [stage]) { context in
            let notes = try Shop.fetch("Note", "title == 'none'", in: context)
            #expect(notes.count == 1)
        }
        #expect(kept.withLock { $0.first?.persistentStoreCoordinator?.persistentStores } == [])
    }

    @Test func `stages without handlers are inferred, from an earlier version too`() throws {
        try with(Notes.model(1), options: [:]) { context in
            for note in try Shop.fetch("Note", in: context) { note.setValue("t", forKey: "title") }
            try context.save()
        }
        // What is optional becomes mandatory in no inferred step: by way of a version between.
        #expect(
            try failure {
                try with(Notes.model(3), [Notes.lightweight(1), Notes.lightweight(2, 3)])
            }.code == NSInferredMappingModelError)
        try with(optional(3), [Notes.lightweight(1), customOptional()]) { context in
            let notes = try Shop.fetch("Note", "body == nil", in: context)
            #expect(notes.count == 2)
        }
    }

    /// The third version with an optional title.
    private func optional(_ version: Int) -> NSManagedObjectModel {
        let model = Notes.model(version)
        model.entitiesByName["Note"]?.propertiesByName["title"]?.isOptional = true
        return model
    }

    private func customOptional() -> NSCustomMigrationStage {
        let (from, to) = (optional(2), optional(3))
        from.entitiesByName["Note"]?.versionHashModifier = "2"
        return NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(
                model: from, versionChecksum: from.versionChecksum),
            to: NSManagedObjectModelReference(model: to, versionChecksum: to.versionChecksum))
    }

    @Test func `what cannot be staged is an error, and the store stays`() throws {
        let before = try? Data(contentsOf: file)
        let unknown = try failure { try with(Notes.model(3), [Notes.custom(2, 3)]) }
        #expect(unknown.code == NSManagedObjectModelReferenceNotFoundError)
        let stages = [Notes.lightweight(3, 4), Notes.custom(1, 2)] as [NSMigrationStage]
        #expect(
            try failure { try with(Notes.model(4), stages) }.code
                == NSStagedMigrationBackwardMigrationError)
        let plain = try failure {
            try with(
                Notes.model(2), [Notes.custom(1, 2)],
                options: [NSMigratePersistentStoresAutomaticallyOption: true])
        }
        #expect(plain.localizedDescription.contains("NSInferMappingModelAutomaticallyOption"))
        let twice = try failure {
            try with(Notes.model(2), [Notes.custom(1, 2), Notes.custom(1, 3)])
        }
        #expect(twice.localizedDescription.contains("Duplicate version checksums"))
        let equal = try failure { try with(Notes.model(2), [Notes.custom(1, 1)]) }
        #expect(equal.localizedDescription.contains("cannot be equal"))
        let wrong = NSCustomMigrationStage(
            migratingFrom: Notes.reference(1),
            to: NSManagedObjectModelReference(model: Notes.model(2), versionChecksum: "x"))
        #expect(
            try failure { try with(Notes.model(2), [wrong]) }.code
                == NSManagedObjectModelReferenceNotFoundError)
        #expect((try? Data(contentsOf: file)) == before)
        #expect(try titles == ["a", nil])
    }

    @Test func `a store of one configuration goes through stages`() throws {
        let first = try Office.coordinator(folder, ["Local"])
        let context = Shop.context(first)
        _ = Shop.insert("Note", ["title": "a"], into: context)
        try context.save()
        try Office.close(first)
        let (old, new) = (Office.model(), Office.model([attribute("colour")]))
        let stage = NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(
                model: old, versionChecksum: old.versionChecksum),
            to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum))
        stage.didMigrateHandler = { manager, _ in
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                for note in try Shop.fetch("Note", in: context) {
                    note.setValue("red", forKey: "colour")
                }
                try context.save()
            }
        }
        let second = try Office.coordinator(
            folder, ["Local"], model: new,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
                NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
            ])
        #expect(try Shop.fetch("Note", "colour == 'red'", in: Shop.context(second)).count == 1)
        try Office.close(second)
    }

    @Test func `a deferred migration leaves nothing to finish`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: optional(3))
        let store = try coordinator.addPersistentStore(
            type: .sqlite, at: file,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
                NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
            ])
        #expect(store.metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] == nil)
        try coordinator.finishDeferredLightweightMigrationTask()
        try coordinator.finishDeferredLightweightMigration()
        #expect(try Shop.fetch("Note", in: Shop.context(coordinator)).count == 2)
        try Office.close(coordinator)
    }
}
