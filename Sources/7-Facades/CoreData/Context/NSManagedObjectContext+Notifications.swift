public import Foundation

extension NSManagedObjectContext {
    /// The context is about to save.
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    /// The context has saved; the user information holds the objects by kind of change.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// The context's objects changed.
    public static let didChangeObjectsNotification =
        Notification.Name.NSManagedObjectContextObjectsDidChange
    /// The context saved, told by identifiers.
    public static let didSaveObjectIDsNotification =
        Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// The context took over others' changes, told by identifiers.
    public static let didMergeChangesObjectIDsNotification =
        Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

    /// The keys of what notifications carry.
    ///
    ///     note.userInfo?[NSManagedObjectContext.NotificationKey.insertedObjects.rawValue]
    public enum NotificationKey: String, Sendable {
        /// The context.
        case sourceContext = "sourceContext"
        /// The query generation.
        case queryGeneration = "queryGeneration"
        /// That all objects are no longer valid.
        case invalidatedAllObjects = "invalidatedAll"
        /// Inserted objects.
        case insertedObjects = "inserted"
        /// Changed objects.
        case updatedObjects = "updated"
        /// Deleted objects.
        case deletedObjects = "deleted"
        /// Objects that were read again.
        case refreshedObjects = "refreshed"
        /// Objects that are no longer valid.
        case invalidatedObjects = "invalidated"
        /// Identifiers of inserted objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// Identifiers of changed objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// Identifiers of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
        /// Identifiers of objects that were read again.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// Identifiers of objects that are no longer valid.
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}
