public import Foundation

/// A store in a SQLite file, or in a PostgreSQL database by its URL.
public let NSSQLiteStoreType = "SQLite"
/// An XML store; opening one throws `NSPersistentStoreInvalidTypeError`.
public let NSXMLStoreType = "XML"
/// A store in a file that is read when it is opened and written by each save.
///
/// The file is of a form of this module's own: files of Apple's binary stores are not read.
public let NSBinaryStoreType = "Binary"
/// A store in the program's memory.
public let NSInMemoryStoreType = "InMemory"

/// The store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The version hashes of the model's entities in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The version identifiers of the model in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// The checksum of the model in a store's metadata: ``NSManagedObjectModel/versionChecksum``.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
/// The version of the framework in a store's metadata.
public let NSPersistenceFrameworkVersionKey = "NSPersistenceFrameworkVersion"

/// Opens the store for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// How many seconds the store may take.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// SQLite pragmas by name.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Analyzes the SQLite store when it is opened.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Vacuums the SQLite store when it is opened.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Classes that a binary store may hold; without effect, as no classes are in the files here.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"
/// Lets a binary store hold any class; without effect, as no classes are in the files here.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
    "NSBinaryStoreInsecureDecodingCompatibilityOption"
/// Ignores whether the model's versions are those of the store.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Migrates a store of an older model when it is opened.
public let NSMigratePersistentStoresAutomaticallyOption =
    "NSMigratePersistentStoresAutomaticallyOption"
/// Infers what the migration has to do.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Removes the store's external data too.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
/// How the store's file is protected; accepted and without effect here.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
/// Keeps a history of changes.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Posts a notification whenever the store changes.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// Lets a lightweight migration leave work for later; nothing is left here, since the whole
/// migration is done when the store is opened.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
    "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// The ``NSStagedMigrationManager`` by whose stages a store of an older model is migrated.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
    "NSPersistentStoreStagedMigrationManagerOptionKey"
/// The exporter for Core Spotlight; accepted and without effect here.
public let NSCoreDataCoreSpotlightExporter = "NSCoreDataCoreSpotlightExporter"
/// Uses a connection pool of the given size; accepted and without effect here.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"

/// The macOS releases that can open a store, in its metadata; not written here.
public let NSPersistentStoreOSCompatibility = "_NSPersistentStoreOSCompatibility"
/// Validates an XML store by its DTD; without effect, as there are no XML stores here.
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"
/// Records for Spotlight in XML; nothing writes such records here.
@available(*, deprecated, message: "Spotlight records are not written any more.")
public let NSXMLExternalRecordType = "XML"
/// The name of a store in iCloud documents; without effect.
@available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
public let NSPersistentStoreUbiquitousContentNameKey = "NSPersistentStoreUbiquitousContentNameKey"
/// Where the log of a store in iCloud documents is; without effect.
@available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
public let NSPersistentStoreUbiquitousContentURLKey = "NSPersistentStoreUbiquitousContentURLKey"
/// Reads a store again from iCloud documents; without effect.
@available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
public let NSPersistentStoreRebuildFromUbiquitousContentOption =
    "NSPersistentStoreRebuildFromUbiquitousContentOption"
/// Why the stores of an iCloud document change, an ``NSPersistentStoreUbiquitousTransitionType``; no notification
/// has it here.
@available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
public let NSPersistentStoreUbiquitousTransitionTypeKey =
    "NSPersistentStoreUbiquitousTransitionTypeKey"

/// Why the stores of an iCloud document change; iCloud documents are no more on Apple's systems either.
@available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
public enum NSPersistentStoreUbiquitousTransitionType: UInt, Sendable {
    /// An account was added.
    case accountAdded = 1
    /// The account was removed.
    case accountRemoved
    /// What iCloud had was removed.
    case contentRemoved
    /// The first import was done.
    case initialImportCompleted
}

/// The stores that a coordinator gained, in the notification's information.
public let NSAddedPersistentStoresKey = "added"
/// The stores that a coordinator lost.
public let NSRemovedPersistentStoresKey = "removed"
/// A store that was migrated to another place, the one that took its place, and a list of the identifiers
/// that changed: of each object the old one and the new one.
public let NSUUIDChangedPersistentStoresKey = "changed"
/// The store's URL in a remote change notification.
public let NSPersistentStoreURLKey = "storeURL"
/// The history token in a remote change notification.
public let NSPersistentHistoryTokenKey = "historyToken"

/// The objects that a context gained.
public let NSInsertedObjectsKey = "inserted"
/// The objects that changed.
public let NSUpdatedObjectsKey = "updated"
/// The objects that were deleted.
public let NSDeletedObjectsKey = "deleted"
/// The objects that were read again.
public let NSRefreshedObjectsKey = "refreshed"
/// The objects that are no longer valid.
public let NSInvalidatedObjectsKey = "invalidated"
/// That all objects are no longer valid.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The query generation in a notification.
public let NSManagedObjectContextQueryGenerationKey = "queryGeneration"
/// The identifiers of inserted objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The identifiers of updated objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The identifiers of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The identifiers of refreshed objects.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The identifiers of objects that are no longer valid.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

extension NSNotification.Name {
    /// A context is about to save.
    public static let NSManagedObjectContextWillSave =
        NSNotification.Name("NSManagingContextWillSaveChangesNotification")
    /// A context has saved; the user information holds the objects by kind of change.
    public static let NSManagedObjectContextDidSave =
        NSNotification.Name("NSManagingContextDidSaveChangesNotification")
    /// A context's objects changed.
    public static let NSManagedObjectContextObjectsDidChange =
        NSNotification.Name("NSObjectsChangedInManagingContextNotification")
    /// A context saved, told by identifiers.
    public static let NSManagedObjectContextDidSaveObjectIDs =
        NSNotification.Name("NSManagedObjectContextDidSaveObjectIDsNotification")
    /// A context took over others' changes, told by identifiers.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs =
        NSNotification.Name("NSManagedObjectContextDidMergeChangesObjectIDsNotification")
    /// A coordinator's stores are about to change.
    public static let NSPersistentStoreCoordinatorStoresWillChange =
        NSNotification.Name("NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// A coordinator's stores changed.
    public static let NSPersistentStoreCoordinatorStoresDidChange =
        NSNotification.Name("NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// A store in iCloud documents took over changes of other devices; never posted.
    @available(*, deprecated, message: "Use NSPersistentCloudKitContainer.")
    public static let NSPersistentStoreDidImportUbiquitousContentChanges =
        NSNotification.Name("com.apple.coredata.ubiquity.importer.didfinishimport")
    /// A coordinator is about to lose a store.
    public static let NSPersistentStoreCoordinatorWillRemoveStore =
        NSNotification.Name("NSPersistentStoreCoordinatorWillRemoveStoreNotification")
    /// A store changed, here or in another program.
    public static let NSPersistentStoreRemoteChange =
        NSNotification.Name("NSPersistentStoreRemoteChangeNotification")
}
