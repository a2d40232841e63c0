import Foundation

/// What a batch request tells of what it did.
///
///     request.resultType = .resultTypeCount
///     (try context.execute(request) as? NSBatchDeleteResult)?.result  // 12
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case resultTypeStatusOnly = 0
    /// The identifiers of the deleted objects.
    case resultTypeObjectIDs = 1
    /// How many objects were deleted.
    case resultTypeCount = 2
}

/// Deletes objects in the store, without the context.
///
///     let request = NSBatchDeleteRequest(fetchRequest: Item.fetchRequest())
///     request.resultType = .resultTypeObjectIDs
///     let result = try context.execute(request) as? NSBatchDeleteResult
///     NSManagedObjectContext.mergeChanges(
///         fromRemoteContextSave: [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []],
///         into: [context])
///
/// Delete rules are followed: what is to be cascaded goes too, what pointed at the objects no
/// longer does, and a rule that denies makes the whole request fail. Nothing is validated.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    /// The request that selects the objects to delete.
    public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    /// What the result tells.
    open var resultType: NSBatchDeleteRequestResultType = .resultTypeStatusOnly

    /// Deletes what a request finds.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        fetchRequest = fetch
        super.init()
    }

    /// Deletes what a request finds.
    public init<Result>(fetchRequest fetch: NSFetchRequest<Result>) {
        fetchRequest = fetch.untyped
        super.init()
    }

    /// Deletes objects of entities that inherit from one; stops the program for others.
    public convenience init(objectIDs objects: [NSManagedObjectID]) {
        let fetch = NSFetchRequest<any NSFetchRequestResult>()
        let roots = objects.map { object in
            var entity = object.entity
            while let parent = entity.superentity { entity = parent }
            return entity
        }
        if roots.contains(where: { $0.name != roots[0].name }) {
            raise("mismatched objectIDs in batch delete initializer")
        }
        fetch.entity = roots.first
        fetch.predicate = NSPredicate(format: "self IN %@", objects)
        self.init(fetchRequest: fetch)
    }

    /// To delete many objects at once.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let run = try BatchRun(
            context, entityName: fetchRequest.entityName, entity: fetchRequest.entity,
            affected: affectedStores ?? fetchRequest.affectedStores)
        return try run.delete(fetchRequest, resultType)
    }
}

/// What a batch deletion did.
///
///     let request = NSBatchDeleteRequest(fetchRequest: old)
///     request.resultType = .resultTypeCount
///     let result = try context.execute(request) as? NSBatchDeleteResult
///     result?.result as? Int  // how many rows went
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A Boolean, identifiers or a number, as the request asked.
    public let result: Any?
    /// What ``result`` holds: the result type of the request.
    public let resultType: NSBatchDeleteRequestResultType

    init(_ type: NSBatchDeleteRequestResultType, _ result: Any?) {
        resultType = type
        self.result = result
    }
}
