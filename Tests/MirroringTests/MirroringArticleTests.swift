import CloudKit
import CoreData
import Foundation
import TestFiles
import TestModels
import Testing

/// The programs of the article "Mirroring in CloudKit".
@Suite struct `The article about mirroring` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()

    /// Notes and tags, with what the article's programs need.
    private static func model() -> NSManagedObjectModel {
        let (note, tag) = (entity("Note"), entity("Tag"))
        let tags = relationship("tags", tag, isToMany: true)
        let notes = relationship("notes", note, isToMany: true)
        join(tags, notes)
        note.properties = [attribute("key"), attribute("removed", .dateAttributeType), tags]
        tag.properties = [
            attribute("name"), attribute("id", .UUIDAttributeType),
            attribute("duplicateSince", .dateAttributeType), notes,
        ]
        return NSManagedObjectModel(of: note, tag)
    }

    @Test func `a container is set up`() throws {
        let (model, url) = (Self.model(), folder.file("Library.sqlite"))
        LocalCloud.use(.memory)
        let container = NSPersistentCloudKitContainer(name: "Library", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            containerIdentifier: "iCloud.org.example.library")
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in if let error { print(error) } }
        container.viewContext.automaticallyMergesChangesFromParent = true
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    @Test func `tags that two devices make become one, and no note loses it`() async throws {
        let phone = try Device("phone", in: cloud, model: Self.model())
        let tablet = try Device("tablet", in: cloud, model: Self.model())
        let cleaners = [TagCleaner(phone.container), TagCleaner(tablet.container)]
        func make(_ device: Device, _ key: String, _ id: String) throws {
            try device.perform { context in
                let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                tag.setValue("red", forKey: "name")
                tag.setValue(UUID(uuidString: id), forKey: "id")
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(key, forKey: "key")
                note.mutableSetValue(forKey: "tags").add(tag)
            }
        }
        try make(phone, "a", "00000000-0000-0000-0000-000000000002")
        try make(tablet, "b", "00000000-0000-0000-0000-000000000001")
        try await cloud.settle([phone, tablet])
        func tags(_ device: Device) throws -> [(id: String, notes: [String], isMarked: Bool)] {
            try device.perform { context in
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag")).map { tag in
                    let notes = tag.mutableSetValue(forKey: "notes").allObjects.compactMap {
                        ($0 as? NSManagedObject)?.value(forKey: "key") as? String
                    }
                    return (
                        id: (tag.value(forKey: "id") as? UUID)?.uuidString ?? "",
                        notes: notes.sorted(), isMarked: tag.value(forKey: "duplicateSince") != nil
                    )
                }.sorted { $0.id < $1.id }
            }
        }
        #expect(try tags(phone).count == 2)
        for cleaner in cleaners { try cleaner.mark() }
        // Nothing was fetched and sent since.
        for cleaner in cleaners { try cleaner.clean() }
        #expect(try tags(phone).map(\.isMarked) == [false, true])
        try await cloud.settle([phone, tablet])
        for cleaner in cleaners { try cleaner.clean() }
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            let left = try tags(device)
            #expect(left.count == 1 && left.first?.id.hasSuffix("1") == true)
            #expect(left.first?.notes == ["a", "b"])
        }
    }

    @Test func `what is removed in the public database is hidden on every device`() async throws {
        let ann = try Device("anns", in: cloud, user: "ann", model: Self.model(), scope: .public)
        let bob = try Device("bobs", in: cloud, user: "bob", model: Self.model(), scope: .public)
        for key in ["a", "b"] { try ann.insert("Note", key) }
        try await cloud.settle([ann, bob])
        try ann.perform { context in
            let note = try #require(try Device.find("Note", "a", context))
            note.setValue(Date(), forKey: "removed")
            try context.save()
        }
        try await cloud.settle([ann, bob])
        for device in [ann, bob] {
            try device.perform { context in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.predicate = NSPredicate(format: "removed == nil")
                let shown = try context.fetch(request)
                #expect(shown.map { $0.value(forKey: "key") as? String } == ["b"])
            }
        }
    }
}

private final class TagCleaner: @unchecked Sendable {
    // Unchecked: the dates are under the lock.
    private let container: NSPersistentCloudKitContainer
    private let lock = NSLock()
    private var starts: [NSPersistentCloudKitContainer.EventType: Date] = [:]
    private var observer: (any NSObjectProtocol)?

    init(_ container: NSPersistentCloudKitContainer) {
        self.container = container
        observer = NotificationCenter.default.addObserver(
            forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container,
            queue: nil
        ) { [weak self] notification in
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event
            if let event, event.succeeded { self?.note(event) }
        }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    private func note(_ event: NSPersistentCloudKitContainer.Event) {
        lock.withLock { starts[event.type] = event.startDate }
    }

    /// Marks tags whose name another tag has; after imports.
    func mark() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            var first: [String: NSManagedObject] = [:]
            for tag in try tags(in: context, where: "duplicateSince == nil") {
                guard let name = tag.value(forKey: "name") as? String else { continue }
                guard let kept = first[name] else {
                    first[name] = tag
                    continue
                }
                for note in tag.mutableSetValue(forKey: "notes").allObjects {
                    kept.mutableSetValue(forKey: "notes").add(note)
                }
                tag.setValue(Date(), forKey: "duplicateSince")
            }
            if context.hasChanges { try context.save() }
        }
    }

    /// Deletes the marked tags of which everything was fetched and sent.
    func clean() throws {
        let (imported, exported) = lock.withLock { (starts[.import], starts[.export]) }
        guard let imported, let exported else { return }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for tag in try tags(in: context, where: "duplicateSince != nil") {
                guard let date = tag.value(forKey: "duplicateSince") as? Date,
                    date < min(imported, exported)
                else { continue }
                context.delete(tag)
            }
            if context.hasChanges { try context.save() }
        }
    }

    /// The tags in the order of their identifiers, which every device agrees on.
    private func tags(
        in context: NSManagedObjectContext, where format: String
    ) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
        request.predicate = NSPredicate(format: format)
        func identifier(_ tag: NSManagedObject) -> String {
            (tag.value(forKey: "id") as? UUID)?.uuidString ?? ""
        }
        return try context.fetch(request).sorted { identifier($0) < identifier($1) }
    }
}
