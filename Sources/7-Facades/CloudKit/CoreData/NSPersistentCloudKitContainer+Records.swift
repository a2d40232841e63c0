public import CoreData
import MirrorCore
import RecordCore

// The members of Core Data's container that have types of CloudKit. Sources that use them import both
// modules.

extension NSPersistentCloudKitContainer {
    /// The record of an object, as the server last had it; nil where the server does not have it yet.
    ///
    ///     try container.viewContext.save()
    ///     container.record(for: note.objectID)?["CD_title"] as? String  // nil
    ///     // after the export:
    ///     container.record(for: note.objectID)?["CD_title"] as? String  // "Milk"
    ///
    /// It is what the store keeps: nothing is fetched.
    public func record(for managedObjectID: NSManagedObjectID) -> CKRecord? {
        records(for: [managedObjectID])[managedObjectID]
    }

    /// The records of those objects that the server has, as it last had them.
    public func records(for managedObjectIDs: [NSManagedObjectID]) -> [NSManagedObjectID: CKRecord]
    {
        mirrorRecords(for: managedObjectIDs).mapValues { CKRecord.make($0) }
    }

    /// The name of an object's record; nil where the server does not have it yet.
    public func recordID(for managedObjectID: NSManagedObjectID) -> CKRecord.ID? {
        recordIDs(for: [managedObjectID])[managedObjectID]
    }

    /// The names of the records of those objects that the server has.
    public func recordIDs(
        for managedObjectIDs: [NSManagedObjectID]
    ) -> [NSManagedObjectID: CKRecord.ID] {
        mirrorRecords(for: managedObjectIDs).mapValues { CKRecord.ID($0.id) }
    }
}

extension NSPersistentCloudKitContainerOptions {
    /// Options for a container as a user sees it from a device.
    ///
    ///     let cloud = LocalCloud(.memory)
    ///     let phone = cloud.container("iCloud.org.example.notes", user: "ann", device: "phone")
    ///     description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(container: phone)
    ///
    /// Apple's has the identifier alone, which names the container of the program's own device.
    public convenience init(container: CKContainer) {
        self.init(containerIdentifier: container.containerIdentifier ?? "")
        cloud = { container.mirrorCloud($0) }
    }

    /// The database in which the store is mirrored: the private one, unless another is set.
    ///
    /// A store of the public database is fetched every 30 minutes: it tells of no changes, and never
    /// of deletions. A store of the shared database has the objects of shares that the user accepted;
    /// a program has it beside the one of the private database, in a file of its own:
    ///
    ///     shared.cloudKitContainerOptions?.databaseScope = .shared
    ///     container.persistentStoreDescriptions = [own, shared]
    ///     …
    ///     context.assign(note, to: sharedStore)  // a new object in another user's folder
    ///     note.folder = folder
    public var databaseScope: CKDatabase.Scope {
        get { CKDatabase.Scope(rawValue: scope.rawValue) ?? .private }
        set { scope = MirrorScope(rawValue: newValue.rawValue) ?? .private }
    }
}
