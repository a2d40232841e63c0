import CloudKit
import CoreData
import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import RecordCore
import Stores
import Synchronization
import TestFiles
import TestModels
import Testing

/// Notes in folders, with tags, covers and sketches, each known by a text of its own: `key`.
enum Notebook {
    static let identifier = "iCloud.org.example.notebook"
    static let zone = CKRecordZone.ID(zoneName: "com.apple.coredata.cloudkit.zone")

    /// A cloud whose containers fetch and send when a test says so.
    static func cloud(
        _ location: LocalCloud.Location = .memory,
        _ change: (inout LocalCloud.Settings) -> Void = { _ in }
    ) -> LocalCloud {
        var settings = LocalCloud.Settings()
        settings.mirroring = .manual
        change(&settings)
        return LocalCloud(location, settings: settings)
    }

    /// A cloud in a folder whose Production lacks the field `CD_text`.
    static func productionWithoutText(in folder: TemporaryFolder) throws -> LocalCloud {
        try deploySchema(in: folder) { !$0.contains("CD_text ") }
        return cloud(.file(folder.file("cloud.db").path)) {
            $0.environment = .production
            $0.schema = folder.file("notebook.ckdb").path
        }
    }

    /// Writes the lines of the schema that pass into the file that a cloud in the folder reads when it
    /// is opened.
    static func deploySchema(
        in folder: TemporaryFolder, where isWanted: (Substring) -> Bool = { _ in true }
    ) throws {
        let lines = schema.split(separator: "\n", omittingEmptySubsequences: false)
        try Data(lines.filter(isWanted).joined(separator: "\n").utf8)
            .write(to: folder.file("notebook.ckdb"))
    }

    /// A phone and a tablet with nothing on them.
    static func devices(in cloud: LocalCloud) throws -> (Device, Device) {
        (try Device("phone", in: cloud), try Device("tablet", in: cloud))
    }

    /// A phone and a tablet that both have a note `a`.
    static func pair(in cloud: LocalCloud) async throws -> (Device, Device) {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a", ["title": "title", "text": "text", "count": 1])
        try await cloud.settle([phone, tablet])
        return (phone, tablet)
    }

    /// What a store says of its mirror.
    static func status(_ url: URL) throws -> MirrorStatus? {
        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: try ResolvedModel(model().objectModel),
            options: options)
        defer { try? store.close() }
        return try MirrorStatus(store)
    }

    /// The schema of the model, as `quarry schema generate` writes it.
    static var schema: String { RecordSchema(mirroring: MirrorPlan(model().objectModel)).text }

    /// The model; a later version has the attribute `extra` too.
    static func model(extra: Bool = false) -> NSManagedObjectModel {
        let (note, sketch, folder) = (entity("Note"), entity("Sketch"), entity("Folder"))
        let (tag, cover) = (entity("Tag"), entity("Cover"))
        let toFolder = relationship("folder", folder)
        let toNotes = relationship("notes", note, isToMany: true, rule: .cascadeDeleteRule)
        join(toFolder, toNotes)
        let toTags = relationship("tags", tag, isToMany: true)
        let toTagged = relationship("tagged", note, isToMany: true)
        join(toTags, toTagged)
        let toCover = relationship("cover", cover)
        let toCovered = relationship("note", note)
        join(toCover, toCovered)
        let secret = attribute("secret")
        secret.allowsCloudEncryption = true
        note.properties =
            [
                attribute("key"), attribute("title"), attribute("text"),
                attribute("small", .integer16AttributeType),
                attribute("count", .integer64AttributeType, 0, isOptional: false),
                attribute("ratio", .doubleAttributeType), attribute("weight", .floatAttributeType),
                attribute("price", .decimalAttributeType),
                attribute("isDone", .booleanAttributeType),
                attribute("date", .dateAttributeType), attribute("data", .binaryDataAttributeType),
                attribute("id", .UUIDAttributeType), attribute("link", .URIAttributeType),
                secret, toFolder, toTags, toCover,
            ] + (extra ? [attribute("extra")] : [])
        sketch.properties = [attribute("strokes", .integer32AttributeType)]
        note.subentities = [sketch]
        folder.properties = [attribute("key"), attribute("name"), toNotes]
        tag.properties = [attribute("key"), toTagged]
        cover.properties = [attribute("key"), toCovered]
        return NSManagedObjectModel(of: note, sketch, folder, tag, cover)
    }
}

/// A container on a device of its own, with its own store.
final class Device: Sendable {
    let name: String
    let container: NSPersistentCloudKitContainer
    // Only handed back to the center.
    private nonisolated(unsafe) let observer: any NSObjectProtocol
    private let log: EventLog
    private let kill: Kill

    /// Where the mirror is to stop next, as if the program were killed there, or to wait for a test.
    final class Kill: Sendable {
        struct Killed: Error {}
        let next = Mutex<(point: MirrorPoint, work: @Sendable () throws -> Void)?>(nil)
        /// How often each point was reached.
        let counts = Mutex<[MirrorPoint: Int]>([:])

        func reached(_ point: MirrorPoint) throws {
            counts.withLock { $0[point, default: 0] += 1 }
            let work = next.withLock { next -> (@Sendable () throws -> Void)? in
                guard let due = next, due.point == point else { return nil }
                next = nil
                return due.work
            }
            try work?()
        }
    }

    /// Stops the mirror at a point, once: what is committed then is all that a killed program leaves.
    func kill(at point: MirrorPoint) { at(point) { throw Kill.Killed() } }

    /// Does something when the mirror reaches a point, once.
    func at(_ point: MirrorPoint, _ work: @escaping @Sendable () throws -> Void) {
        kill.next.withLock { $0 = (point, work) }
    }

    /// How many requests were sent.
    var requests: Int { kill.counts.withLock { $0[.beforeSending] ?? 0 } }

    /// Events that ended, in order.
    final class EventLog: Sendable {
        let events = Mutex<[NSPersistentCloudKitContainer.Event]>([])
    }

    init(
        _ name: String, in cloud: LocalCloud, user: String? = "ann", at url: URL? = nil,
        model: NSManagedObjectModel = Notebook.model(), merge: MirrorSettings.Merge = .field,
        scope: CKDatabase.Scope = .private, shared: URL? = nil, contentBytes: Int? = nil
    ) throws {
        self.name = name
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: model)
        let kill = Kill()
        func description(
            _ url: URL?, _ scope: CKDatabase.Scope
        ) -> NSPersistentStoreDescription {
            let description = NSPersistentStoreDescription(
                url: url ?? URL(fileURLWithPath: "/dev/null"))
            let options = NSPersistentCloudKitContainerOptions(
                container: cloud.container(Notebook.identifier, user: user, device: name))
            options.settings.reached = { try kill.reached($0) }
            options.settings.merge = merge
            if let contentBytes { options.settings.contentBytes = contentBytes }
            options.databaseScope = scope
            description.cloudKitContainerOptions = options
            return description
        }
        self.kill = kill
        container.persistentStoreDescriptions = [description(url, scope)]
        if let shared {
            container.persistentStoreDescriptions.append(description(shared, .shared))
        }
        let log = EventLog()
        observer = NotificationCenter.default.addObserver(
            forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container,
            queue: nil
        ) { notification in
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            if let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event,
                event.endDate != nil
            {
                log.events.withLock { $0.append(event) }
            }
        }
        self.log = log
        self.container = container
        try container.loadStores()
    }

    deinit { NotificationCenter.default.removeObserver(observer) }

    /// Events that ended, in order.
    var events: [NSPersistentCloudKitContainer.Event] { log.events.withLock { $0 } }

    /// Closes the store.
    func close() throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    /// Closes the stores, and removes what they kept.
    func destroy() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores {
            if let url = store.url {
                try coordinator.destroyPersistentStore(at: url, type: .sqlite)
            }
        }
    }

    /// Works with a context of its own, and saves what was changed.
    @discardableResult
    func perform<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let result = try body(context)
            if context.hasChanges { try context.save() }
            return result
        }
    }

    func insert(_ entity: String, _ key: String, _ values: [String: Any?] = [:]) throws {
        try perform { context in
            let object = NSEntityDescription.insertNewObject(
                forEntityName: entity, into: context)
            object.setValue(key, forKey: "key")
            for (name, value) in values { object.setValue(value, forKey: name) }
        }
    }

    func update(_ entity: String, _ key: String, _ values: [String: Any?]) throws {
        try perform { context in
            guard let object = try Device.find(entity, key, context) else { return }
            for (name, value) in values { object.setValue(value, forKey: name) }
        }
    }

    func delete(_ entity: String, _ key: String) throws {
        try perform { context in
            if let object = try Device.find(entity, key, context) { context.delete(object) }
        }
    }

    /// Points a relationship at an object, or at none.
    func relate(_ entity: String, _ key: String, _ name: String, to target: (String, String)?)
        throws
    {
        try perform { context in
            guard let object = try Device.find(entity, key, context) else { return }
            let other = try target.flatMap { try Device.find($0.0, $0.1, context) }
            if target != nil, other == nil { return }
            object.setValue(other, forKey: name)
        }
    }

    /// Puts a tag on a note, or takes it off.
    func tag(_ note: String, _ tag: String, isOn: Bool) throws {
        try perform { context in
            guard let object = try Device.find("Note", note, context),
                let other = try Device.find("Tag", tag, context)
            else { return }
            let tags = object.mutableSetValue(forKey: "tags")
            if isOn { tags.add(other) } else { tags.remove(other) }
        }
    }

    func keys(_ entity: String) throws -> [String] {
        try perform { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            return try context.fetch(request).compactMap { $0.value(forKey: "key") as? String }
                .sorted()
        }
    }

    func value(_ entity: String, _ key: String, _ name: String) throws -> Any? {
        try perform { try Device.find(entity, key, $0)?.value(forKey: name) }
    }

    func text(_ entity: String, _ key: String, _ name: String) throws -> String? {
        try value(entity, key, name) as? String
    }

    /// The key of the object that a relationship points at.
    func target(_ entity: String, _ key: String, _ name: String) throws -> String? {
        try perform {
            (try Device.find(entity, key, $0)?.value(forKey: name) as? NSManagedObject)?
                .value(forKey: "key") as? String
        }
    }

    /// The keys of the objects in a relationship.
    func members(_ entity: String, _ key: String, _ name: String) throws -> [String] {
        try perform {
            let set = try Device.find(entity, key, $0)?.value(forKey: name) as? NSSet
            return (set?.allObjects ?? []).compactMap {
                ($0 as? NSManagedObject)?.value(forKey: "key") as? String
            }.sorted()
        }
    }

    func id(_ entity: String, _ key: String) throws -> NSManagedObjectID {
        try #require(try perform { try Device.find(entity, key, $0)?.objectID })
    }

    static func find(
        _ entity: String, _ key: String, _ context: NSManagedObjectContext
    ) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "key == %@", key)
        return try context.fetch(request).first
    }
}

extension LocalCloud {
    /// Every record of the notebook's zone, or of another one of the user's.
    func notebookRecords(
        user: String = "ann", zone: CKRecordZone.ID = Notebook.zone
    ) async throws -> [CKRecord] {
        let database = container(Notebook.identifier, user: user, device: "observer")
            .privateCloudDatabase
        var records: [CKRecord] = []
        var token: CKServerChangeToken?
        while true {
            let page = try await database.recordZoneChanges(
                inZoneWith: zone, since: token)
            for (_, result) in page.modificationResultsByID {
                records.append(try result.get().record)
            }
            token = page.changeToken
            if !page.moreComing { return records }
        }
    }

    /// Every record of the notebook's zone; none where the zone is not there yet.
    func notebookRecordsOrNone(user: String = "ann") async throws -> [CKRecord] {
        do {
            return try await notebookRecords(user: user)
        } catch let error as CKError where error.code == .zoneNotFound {
            return []
        }
    }

    /// The record of a note, by its key; none also where the zone is not there yet.
    func record(key: String) async throws -> CKRecord? {
        try await notebookRecordsOrNone().first { $0["CD_key"] as? String == key }
    }

    func settle(_ devices: [Device]) async throws {
        try await settle(devices.map(\.container))
    }
}
