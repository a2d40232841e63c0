import Foundation

/// What a batch update tells of what it did.
///
///     request.resultType = .updatedObjectsCountResultType
///     (try context.execute(request) as? NSBatchUpdateResult)?.result  // 12
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnlyResultType = 0
    /// The identifiers of the changed objects.
    case updatedObjectIDsResultType = 1
    /// How many objects were changed.
    case updatedObjectsCountResultType = 2
}

/// Changes objects in the store, without the context.
///
///     let request = NSBatchUpdateRequest(entityName: "Item")
///     request.predicate = NSPredicate(format: "price == nil")
///     request.propertiesToUpdate = ["price": NSExpression(forConstantValue: 0)]
///     request.resultType = .updatedObjectsCountResultType
///     let result = try context.execute(request) as? NSBatchUpdateResult
///     result?.result  // 1: how many objects changed
///
/// New values are constants or expressions of the object's own values. Nothing is validated, and
/// objects in memory keep their values until they are refreshed.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    let givenName: String?
    let givenEntity: NSEntityDescription?
    /// Which objects; nil for all.
    open var predicate: NSPredicate?
    /// New values by property: a name or a description of the property.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// Whether objects of entities that inherit from it are changed too.
    open var includesSubentities = true
    /// What the result tells.
    open var resultType: NSBatchUpdateRequestResultType = .statusOnlyResultType

    /// Changes objects of an entity.
    public init(entityName: String) {
        givenName = entityName
        givenEntity = nil
        super.init()
    }

    /// Changes objects of an entity.
    public init(entity: NSEntityDescription) {
        givenName = entity.name
        givenEntity = entity
        super.init()
    }

    /// The name of the entity whose objects are changed.
    open var entityName: String { givenName ?? "" }
    /// The entity, where the request was made with it.
    open var entity: NSEntityDescription {
        guard let givenEntity else {
            raise("The entity of an NSBatchUpdateRequest by name is known when it is executed.")
        }
        return givenEntity
    }

    /// To change many objects at once.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        try BatchRun(
            context, entityName: givenName, entity: givenEntity, affected: affectedStores
        ).update(self)
    }
}

/// What a batch update did.
///
///     let request = NSBatchUpdateRequest(entityName: "Note")
///     request.propertiesToUpdate = ["isRead": true]
///     request.resultType = .updatedObjectsCountResultType
///     let result = try context.execute(request) as? NSBatchUpdateResult
///     result?.result as? Int  // how many rows were written
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// A Boolean, identifiers or a number, as the request asked.
    public let result: Any?
    /// What ``result`` holds: the result type of the request.
    public let resultType: NSBatchUpdateRequestResultType

    init(_ type: NSBatchUpdateRequestResultType, _ result: Any?) {
        resultType = type
        self.result = result
    }
}
