import CoreData
import Foundation
import TestFiles
import TestModels
import Testing

/// What a container for CloudKit opens, and what it refuses.
@Suite struct CloudKitContainerTests {
    private let folder = TemporaryFolder()

    init() {
        // Where the program of the tests has CloudKit, stores are mirrored: not in the user's files.
        setenv("QUARRY_CONTAINER", "memory:", 0)
    }

    /// Notes in folders; `title` may be one that CloudKit refuses.
    private func model(titleIsOptional: Bool) -> NSManagedObjectModel {
        let (note, folder) = (entity("Note"), entity("Folder"))
        let toFolder = relationship("folder", folder, isOptional: titleIsOptional)
        let toNotes = relationship("notes", note, isToMany: true)
        join(toFolder, toNotes)
        note.properties = [attribute("title", isOptional: titleIsOptional), toFolder]
        folder.properties = [toNotes]
        let model = NSManagedObjectModel(of: note, folder)
        model.setEntities([folder], forConfigurationName: "Folders")
        return model
    }

    private func container(
        titleIsOptional: Bool, isMirrored: Bool = true, configuration: String? = nil
    ) -> NSPersistentCloudKitContainer {
        let container = NSPersistentCloudKitContainer(
            name: "Notes", managedObjectModel: model(titleIsOptional: titleIsOptional))
        let description = NSPersistentStoreDescription(url: folder.file("Notes.sqlite"))
        description.configuration = configuration
        if isMirrored {
            description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
                containerIdentifier: "iCloud.org.example.notes")
        }
        container.persistentStoreDescriptions = [description]
        return container
    }

    private func load(_ container: NSPersistentCloudKitContainer) throws -> NSError? {
        var calls = 0
        var failure: (any Error)?
        container.loadPersistentStores { _, error in
            calls += 1
            failure = error
        }
        #expect(calls == 1)
        return failure.map { $0 as NSError }
    }

    private let reason = """
        CloudKit integration requires that all attributes be optional, or have a default value \
        set. The following attributes are marked non-optional but do not have a default value:
        Note: title

        CloudKit integration requires that all relationships be optional, the following are not:
        Note: folder
        """

    @Test func `a mirrored store keeps fewer pages, unless the program says how many`() throws {
        func pragmas(
            isMirrored: Bool = true, _ set: [String: NSObject]
        ) throws -> [String: String]? {
            let container = container(titleIsOptional: true, isMirrored: isMirrored)
            let description = try #require(container.persistentStoreDescriptions.first)
            if !isMirrored { description.cloudKitContainerOptions = nil }
            for (name, value) in set { description.setValue(value, forPragmaNamed: name) }
            #expect(try load(container) == nil)
            let coordinator = container.persistentStoreCoordinator
            let store = try #require(coordinator.persistentStores.first)
            let pragmas = store.options?[NSSQLitePragmasOption] as? [AnyHashable: Any]
            try coordinator.remove(store)
            return pragmas.map { all in
                Dictionary(uniqueKeysWithValues: all.map { ("\($0.key.base)", "\($0.value)") })
            }
        }
        #expect(try pragmas([:]) == ["cache_size": "-16384"])
        #expect(
            try pragmas(["synchronous": "NORMAL" as NSString])
                == ["cache_size": "-16384", "synchronous": "NORMAL"])
        #expect(try pragmas(["CACHE_SIZE": NSNumber(value: 500)]) == ["CACHE_SIZE": "500"])
        #expect(try pragmas(isMirrored: false, [:]) == nil)
    }

    @Test func `a model that CloudKit refuses does not load, and Apple's text says why`() throws {
        let container = container(titleIsOptional: false)
        let error = try #require(try load(container))
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134060)
        #expect(error.localizedFailureReason == reason)
        #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
        // Nothing was made at the store's place.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let again = try #require(throws: NSError.self) { try container.initializeCloudKitSchema() }
        #expect(again.code == 134060 && again.localizedFailureReason == reason)
    }

    @Test func `an attribute whose field is the mirror's own is refused`() throws {
        let log = entity("Log")
        log.properties = [attribute("entityName", isOptional: true)]
        let container = NSPersistentCloudKitContainer(
            name: "Logs", managedObjectModel: NSManagedObjectModel(of: log))
        let description = NSPersistentStoreDescription(url: folder.file("Logs.sqlite"))
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            containerIdentifier: "iCloud.org.example.logs")
        container.persistentStoreDescriptions = [description]
        let error = try #require(try load(container))
        #expect(error.code == 134060)
        #expect(
            error.localizedFailureReason?.hasSuffix("\nLog: entityName - CD_entityName") == true)
        let again = try #require(throws: NSError.self) { try container.initializeCloudKitSchema() }
        #expect(again.code == 134060)
    }

    @Test func `a store without options opens with any model`() throws {
        let container = container(titleIsOptional: false, isMirrored: false)
        #expect(try load(container) == nil)
        try container.initializeCloudKitSchema(options: .dryRun)
        try Office.close(container.persistentStoreCoordinator)
    }

    @Test func `a store that is opened elsewhere is refused there`() async throws {
        let container = container(titleIsOptional: false)
        container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
        let code = await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in
                continuation.resume(returning: (error as NSError?)?.code)
            }
        }
        #expect(code == 134060)
    }

    @Test func `a model that CloudKit accepts loads, and its schema can be printed`() throws {
        let container = container(titleIsOptional: true)
        #expect(try load(container) == nil)
        try container.initializeCloudKitSchema(options: [.dryRun])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
        try Office.close(container.persistentStoreCoordinator)
    }

    @Test func `only the entities of the store's configuration count`() throws {
        let container = container(titleIsOptional: true, configuration: "Folders")
        let error = try #require(try load(container))
        #expect(error.localizedFailureReason?.hasSuffix("\nFolder: notes - Note") == true)
    }

    @Test func `a migration that renames is refused for a mirrored store, with Apple's text`()
        throws
    {
        func open(_ change: (NSManagedObjectModel) -> Void, isMirrored: Bool = true) throws
            -> NSError?
        {
            let container = container(titleIsOptional: true, isMirrored: isMirrored)
            let model = model(titleIsOptional: true)
            change(model)
            let changed = NSPersistentCloudKitContainer(name: "Notes", managedObjectModel: model)
            changed.persistentStoreDescriptions = container.persistentStoreDescriptions
            defer { try? Office.close(changed.persistentStoreCoordinator) }
            return try load(changed)
        }
        func rename(_ model: NSManagedObjectModel) {
            let title = model.entitiesByName["Note"]?.attributesByName["title"]
            title?.name = "headline"
            title?.renamingIdentifier = "title"
        }
        #expect(try open({ _ in }) == nil)
        let error = try #require(try open(rename))
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134110)
        #expect(
            error.localizedDescription
                == "CloudKit integration forbids renaming 'title' to 'headline'. Older devices "
                + "can't process the new relationships.")
        let relationship = try #require(
            try open {
                let folder = $0.entitiesByName["Note"]?.relationshipsByName["folder"]
                folder?.name = "binder"
                folder?.renamingIdentifier = "folder"
            })
        #expect(relationship.localizedDescription.contains("renaming 'folder' to 'binder'"))
        // The store is as it was, and is migrated by what renames nothing.
        #expect(try open({ _ in }) == nil)
        #expect(
            try open { $0.entitiesByName["Note"]?.properties.append(attribute("more")) } == nil)
        #expect(try open(rename, isMirrored: false) == nil)
    }

    @Test func `a migration that renames an element of a composite is refused too`() throws {
        func open(_ city: String, from old: String? = nil, isMirrored: Bool = true) throws
            -> NSError?
        {
            let (place, area) = (
                NSCompositeAttributeDescription(), NSCompositeAttributeDescription()
            )
            (place.name, area.name) = ("place", "area")
            for composite in [place, area] { composite.isOptional = true }
            area.elements = [attribute(city, from: old)]
            place.elements = [attribute("country"), area]
            let container = NSPersistentCloudKitContainer(
                name: "Notes", managedObjectModel: NSManagedObjectModel(of: entity("Note", [place]))
            )
            container.persistentStoreDescriptions =
                self.container(titleIsOptional: true, isMirrored: isMirrored)
                .persistentStoreDescriptions
            defer { try? Office.close(container.persistentStoreCoordinator) }
            return try load(container)
        }
        #expect(try open("city") == nil)
        let error = try #require(try open("town", from: "city"))
        #expect(error.code == 134110)
        #expect(error.localizedDescription.contains("forbids renaming 'city' to 'town'"))
        #expect(try open("village") == nil)
        #expect(try open("town", from: "village", isMirrored: false) == nil)
    }

    @Test func `the options have Apple's numbers`() {
        #expect(NSPersistentCloudKitContainerSchemaInitializationOptions.dryRun.rawValue == 2)
        #expect(NSPersistentCloudKitContainerSchemaInitializationOptions.printSchema.rawValue == 4)
    }
}
