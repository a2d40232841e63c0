public import Foundation

/// What the result of a batch insertion holds.
///
///     request.resultType = .count
///     (try context.execute(request) as? NSBatchInsertResult)?.result  // 1000
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The identifiers of the new objects.
    case objectIDs = 1
    /// How many objects there are now.
    case count = 2
}

/// Inserts objects into the store, without the context.
///
///     let request = NSBatchInsertRequest(entityName: "Item", objects: [["name": "Lamp"]])
///     let result = try context.execute(request) as? NSBatchInsertResult
///
/// Values that are not given have their defaults; relationships cannot be given. Where an object
/// has the values of another that occur once, the context's merge policy decides: the error
/// policy fails, object trump overwrites the other one's values, store trump keeps them.
///
/// Source: [NSBatchInsertRequest](https://developer.apple.com/documentation/coredata/nsbatchinsertrequest).
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    let givenName: String?
    let givenEntity: NSEntityDescription?
    /// The values of each new object.
    open var objectsToInsert: [[String: Any]]?
    /// Fills in the values of one object after the other, until it returns true.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Fills in one object after the other, until it returns true.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// What the result holds.
    open var resultType: NSBatchInsertRequestResultType = .statusOnly

    private init(_ name: String?, _ entity: NSEntityDescription?) {
        givenName = name
        givenEntity = entity
        super.init()
    }

    /// Inserts objects of an entity with values.
    public convenience init(entityName: String, objects: [[String: Any]]) {
        self.init(entityName, nil)
        objectsToInsert = objects
    }

    /// Inserts objects of an entity with values.
    public convenience init(entity: NSEntityDescription, objects: [[String: Any]]) {
        self.init(entity.name, entity)
        objectsToInsert = objects
    }

    /// Inserts objects until a function returns true.
    public convenience init(
        entityName: String, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName, nil)
        self.dictionaryHandler = dictionaryHandler
    }

    /// Inserts objects until a function returns true.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entity.name, entity)
        self.dictionaryHandler = dictionaryHandler
    }

    /// Inserts objects until a function returns true.
    public convenience init(
        entityName: String, managedObjectHandler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entityName, nil)
        self.managedObjectHandler = managedObjectHandler
    }

    /// Inserts objects until a function returns true.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entity.name, entity)
        self.managedObjectHandler = managedObjectHandler
    }

    /// The name of the entity whose objects are inserted.
    open var entityName: String { givenName ?? "" }
    /// The entity, where the request was made with it.
    open var entity: NSEntityDescription? { givenEntity }

    /// To insert many objects at once.
    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        try BatchRun(
            context, entityName: givenName, entity: givenEntity, affected: affectedStores
        ).insert(self)
    }
}

/// What a batch insertion did.
///
///     request.resultType = .count
///     let result = try context.execute(request) as? NSBatchInsertResult
///     print(result?.result as? Int ?? 0)  // how many rows were inserted
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// A Boolean, identifiers or a number, by the request's `resultType`.
    public let result: Any?
    /// What ``result`` holds: the result type of the request.
    public let resultType: NSBatchInsertRequestResultType

    init(_ type: NSBatchInsertRequestResultType, _ result: Any?) {
        resultType = type
        self.result = result
    }
}
