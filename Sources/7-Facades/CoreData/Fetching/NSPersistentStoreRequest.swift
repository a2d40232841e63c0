public import Foundation

/// What a request asks of a store.
///
///     NSFetchRequest<NSManagedObject>(entityName: "Note").requestType  // .fetchRequestType
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// Objects.
    case fetchRequestType = 1
    /// To keep changes.
    case saveRequestType = 2
    /// To insert many objects at once.
    case batchInsertRequestType = 5
    /// To change many objects at once.
    case batchUpdateRequestType = 6
    /// To delete many objects at once.
    case batchDeleteRequestType = 7
}

/// Something asked of a store.
///
///     request.affectedStores = [archive]  // asks this store alone
///     let notes = try context.fetch(request)
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores asked; nil for all.
    open var affectedStores: [NSPersistentStore]?

    /// A request to all stores, as ``affectedStores`` is nil at first.
    public override init() { super.init() }

    /// The kind of the request; subclasses override it.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// The request itself, unless a subclass makes a copy.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Runs the request: what `NSManagedObjectContext.execute(_:)` does with it.
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        throw NSError.coreData(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(type(of: self)) is not a request that can be executed.")
    }
}

/// What a request gave.
///
///     let result = try context.execute(NSBatchDeleteRequest(fetchRequest: old))
///     (result as? NSBatchDeleteResult)?.result  // true
open class NSPersistentStoreResult: NSObject {}

/// What a request will give, while others go on.
///
///     let notes = NSFetchRequest<Note>(entityName: "Note")
///     let request = NSAsynchronousFetchRequest(fetchRequest: notes) { result in
///         print(result.finalResult?.count ?? 0, result.operationError == nil)  // 1 true
///     }
///     let running = try await context.perform { try context.execute(request) }
///     (running as? NSPersistentStoreAsynchronousResult)?.managedObjectContext  // the context
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    let context: NSManagedObjectContext
    /// The error that the request met; nil while it runs and when it succeeds.
    open internal(set) var operationError: (any Error)?
    /// Its progress; nil where the thread that ran the request had no current progress.
    open var progress: Progress? { reported }
    private let reported: Progress?

    init(_ context: NSManagedObjectContext) {
        self.context = context
        reported = Progress.current().map { _ in Progress(totalUnitCount: 1) }
    }

    /// Finishes the progress: a unit for each result.
    func finish(_ count: Int) {
        reported?.totalUnitCount = Int64(max(1, count))
        reported?.completedUnitCount = Int64(max(1, count))
    }

    /// The context that runs the request.
    open var managedObjectContext: NSManagedObjectContext { context }
    /// Gives up; what has begun ends.
    open func cancel() {}
}

/// The changes that a context saves.
///
///     let request = NSSaveChangesRequest(
///         inserted: context.insertedObjects, updated: nil, deleted: nil, locked: nil)
///     request.requestType             // .saveRequestType
///     request.insertedObjects?.count  // 2: a note and a tag
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// Objects that are new.
    public let insertedObjects: Set<NSManagedObject>?
    /// Objects with changes to save; nil for none.
    public let updatedObjects: Set<NSManagedObject>?
    /// Objects that the save deletes; nil for none.
    public let deletedObjects: Set<NSManagedObject>?
    /// Objects that must not have been changed by others.
    public let lockedObjects: Set<NSManagedObject>?

    /// A request with the sets of objects to save; nil stands for none.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?,
        updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
        super.init()
    }

    /// The kind of the request: `.saveRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
