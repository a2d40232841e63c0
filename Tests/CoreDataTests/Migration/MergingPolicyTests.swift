import CoreData
import Foundation
import TestFiles
import TestKit
import TestModels
import Testing

/// Policies that make one object of several, forget what became of which, and change what they read.
struct MergingPolicyTests {
    private let folder = TemporaryFolder()

    private static func model(_ attributes: String...) -> NSManagedObjectModel {
        let (note, tag) = (entity("Note"), entity("Tag"))
        let (tags, notes) = (
            relationship("tags", tag, isToMany: true), relationship("notes", note, isToMany: true)
        )
        join(tags, notes)
        note.properties = [attribute("name"), tags] + attributes.map { attribute($0) }
        tag.properties = [attribute("name"), notes]
        return NSManagedObjectModel(of: note, tag)
    }

    /// Migrates three notes and two tags of one name, and gives the names of the tags' notes.
    private func tags(
        by policy: NSEntityMigrationPolicy.Type, _ manager: NSMigrationManager,
        named name: String? = nil, options: [AnyHashable: Any]? = nil
    ) throws -> [[String]] {
        let (file, copy) = (
            TestStores.url(folder.file("old.sqlite")), TestStores.url(folder.file("new.sqlite"))
        )
        let old = try NSManagedObjectContext.ofStore(manager.sourceModel, at: file)
        let notes = (0..<3).map { number in
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: old)
            note.setValue("note \(number)", forKey: "name")
            return note
        }
        for some in [[notes[0], notes[1]], [notes[2]]] {
            let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: old)
            tag.setValue("home", forKey: "name")
            tag.setValue(Set(some), forKey: "notes")
        }
        try old.save()
        try old.closeStores()
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        for entity in mapping.entityMappings where entity.destinationEntityName == "Tag" {
            entity.entityMigrationPolicyClassName = name ?? NSStringFromClass(policy)
        }
        try manager.migrateStore(
            from: file, type: .sqlite, options: options, mapping: mapping, to: copy, type: .sqlite)
        let new = try NSManagedObjectContext.ofStore(manager.destinationModel, at: copy)
        let found = try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag")).map { tag in
            let notes = tag.value(forKey: "notes") as? Set<NSManagedObject> ?? []
            return notes.compactMap { $0.value(forKey: "name") as? String }.sorted()
        }
        try new.closeStores()
        return found.sorted { $0.count < $1.count }
    }

    @Test func `an object that several old ones became has the relationships of all, made once`()
        throws
    {
        let manager = NSMigrationManager(
            sourceModel: Self.model(), destinationModel: Self.model("colour"))
        #expect(try tags(by: MergedTags.self, manager) == [["note 0", "note 1", "note 2"]])
        #expect(manager.userInfo?["connected"] as? Int == 1)
    }

    @Test func `a policy that resets its manager forgets associations, and the contexts stay`()
        throws
    {
        let manager = NSMigrationManager(
            sourceModel: Self.model(), destinationModel: Self.model("colour"))
        // In a module with models its name alone does, as Xcode's mapping models have it.
        let tags = try tags(by: ForgottenTags.self, manager, named: "ForgottenTags")
        #expect(tags == [["note 2"], ["note 0", "note 1"]])
        #expect(
            manager.destinationInstances(
                forEntityMappingName: "IEM_Copy_Tag", sourceInstances: nil
            ).isEmpty)
    }

    @Test func `a policy writes into the old store where the options say that it may`() throws {
        func tags(_ options: [AnyHashable: Any]?) throws -> [[String]] {
            let manager = NSMigrationManager(
                sourceModel: Self.model(), destinationModel: Self.model("colour"))
            return try self.tags(by: TakenTags.self, manager, options: options)
        }
        let writable = try tags([NSReadOnlyPersistentStoreOption: NSNumber(value: false)])
        #expect(writable == [["note 2"], ["note 0", "note 1"]])
        for options in [nil, [NSReadOnlyPersistentStoreOption: true]] {
            let error = #expect(throws: NSError.self) { try tags(options) }
            #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
        }
    }
}

/// Takes the names out of the old store as they are copied, as one does with large values.
final class TakenTags: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: old, in: mapping, manager: manager)
        old.setValue(nil, forKey: "name")
        try manager.sourceContext.save()
    }
}

/// Makes one tag of those of one name.
final class MergedTags: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let known = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: nil
        ).first { $0.value(forKey: "name") as? String == old.value(forKey: "name") as? String }
        guard let known else {
            return try super.createDestinationInstances(
                forSource: old, in: mapping, manager: manager)
        }
        manager.associate(sourceInstance: old, withDestinationInstance: known, for: mapping)
    }

    override func createRelationships(
        forDestination new: NSManagedObject, in mapping: NSEntityMapping,
        manager: NSMigrationManager
    ) throws {
        let count = manager.userInfo?["connected"] as? Int ?? 0
        manager.userInfo = ["connected": count + 1]
        try super.createRelationships(forDestination: new, in: mapping, manager: manager)
    }
}

/// Resets its manager when everything is connected.
final class ForgottenTags: NSEntityMigrationPolicy {
    override func endRelationshipCreation(
        forMapping mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws { manager.reset() }
}
