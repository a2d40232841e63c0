public import Foundation
import ObjectCore

/// A store of the program's own that is asked piece by piece: a service, a file of another form.
///
///     final class NotesService: NSIncrementalStore {
///         override func loadMetadata() throws {
///             metadata = [NSStoreTypeKey: "Notes", NSStoreUUIDKey: "7C1E…"]
///         }
///         override func execute(
///             _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
///         ) throws -> Any {
///             if let changes = request as? NSSaveChangesRequest { return try send(changes) }  // []
///             guard let fetch = request as? NSFetchRequest<NSFetchRequestResult>, let context,
///                 let entity = fetch.entity
///             else { throw CocoaError(.featureUnsupported) }
///             return try names(fetch).map {
///                 context.object(with: newObjectID(for: entity, referenceObject: $0))
///             }
///         }
///         override func newValuesForObject(
///             with objectID: NSManagedObjectID, with context: NSManagedObjectContext
///         ) throws -> NSIncrementalStoreNode {
///             let note = try read("\(referenceObject(for: objectID))")
///             return NSIncrementalStoreNode(
///                 objectID: objectID, withValues: ["title": note.title], version: note.version)
///         }
///     }
///     NSPersistentStoreCoordinator.registerStoreClass(NotesService.self, forStoreType: "Notes")
///
/// Its methods are called on the thread of the context that asks, by one thread at a time. The two that say
/// which objects contexts have may be called beside the others: an object goes on any thread, and waits
/// for no answer of a service.
///
/// Source: [NSIncrementalStore](https://developer.apple.com/documentation/coredata/nsincrementalstore).
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
    // Unchecked: changed while the store is opened and when it is removed.
    private var model: ResolvedModel?
    private var isRemoved = false
    /// Held while the program's methods run, which may read objects and so call each other.
    private let lock = NSRecursiveLock()
    /// Held while the program is notified of objects that contexts have: deallocation waits for it.
    private let observing = NSRecursiveLock()

    /// A store at a URL, which a coordinator makes.
    public override init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
        // A model that is none has made the coordinator stop the program.
        model = try? root?.managedObjectModel.inUse().resolved
        link.references = StoreReferences()
        link.isObserved = true
        link.identifier = "\(Swift.type(of: self).identifierForNewStore(at: url))"
    }

    // MARK: What programs override

    /// Answers a request.
    ///
    /// | request | answer |
    /// |---|---|
    /// | `NSFetchRequest<NSFetchRequestResult>` | a list of `context.object(with: newObjectID(…))` |
    /// | for `.managedObjectIDResultType` | a list of object IDs |
    /// | for `.countResultType` | a list with one number |
    /// | for `.dictionaryResultType` | a list of dictionaries |
    /// | `NSSaveChangesRequest` | an empty list |
    /// | `NSBatchDeleteRequest` and its kin | an `NSPersistentStoreResult` |
    ///
    /// The predicate, the order, the limit and the offset are the store's to follow. Its limit is larger
    /// than the program's where changes that are not saved may take objects out of the result.
    open func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
        throw missing("execute(_:with:)", "\(Swift.type(of: request))")
    }

    /// The values of an object whose fault is read.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` where there is no such object any more.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        throw missing("newValuesForObject(with:with:)", "\(objectID)")
    }

    /// What a relationship of an object points at: an object ID or `NSNull`, a list or a set of IDs for
    /// one to many.
    ///
    /// Relationships to one are asked where the node of the object does not have them. By default
    /// nothing is pointed at.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription,
        forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
        relationship.isToMany ? [NSManagedObjectID]() : NSNull()
    }

    /// Identifiers for objects that are saved for the first time, in their order.
    ///
    ///     array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        throw missing("obtainPermanentIDs(for:)", "new objects")
    }

    /// The identifier of a store whose metadata have no `NSStoreUUIDKey`; by default a new UUID.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// A context has objects now that it did not have.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// A context has let go of objects.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    // MARK: What programs call

    /// The identifier of the object that a reference object names: always the same one.
    ///
    ///     store.newObjectID(for: note, referenceObject: 7).uriRepresentation()
    ///     // x-coredata://<identifier of the store>/Note/p7
    ///
    /// Reference objects are texts and numbers; a number and its text name the same object.
    open func newObjectID(
        for entity: NSEntityDescription, referenceObject data: Any
    ) -> NSManagedObjectID {
        identifier(entity, data)
    }

    /// The reference object that an identifier was made with; of one that was read from a URI the text,
    /// or the number where it reads as one.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any { reference(objectID) }

    private func missing(_ method: String, _ what: String) -> NSError {
        NSError.coreData(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(Swift.type(of: self)) does not answer for \(what): override \(method).")
    }

    // MARK: Within the module

    override func prepare() throws {
        try loadMetadata()
        try checkModel()
    }

    override func objects(_ context: NSManagedObjectContext?) -> any ObjectStore {
        guard let model else { raise("The store \(self) was made without a coordinator.") }
        return IncrementalObjects(self, context, model)
    }

    /// Runs the program's methods.
    func working<Result>(_ body: () throws -> Result) throws -> Result {
        try lock.withLock {
            if isRemoved { throw ObjectStoreClosed() }
            return try body()
        }
    }

    /// Later calls throw.
    func close() { lock.withLock { isRemoved = true } }

    override func observe(_ id: NSManagedObjectID, isRegistered: Bool) {
        observing.withLock {
            if isRegistered {
                managedObjectContextDidRegisterObjects(with: [id])
            } else {
                managedObjectContextDidUnregisterObjects(with: [id])
            }
        }
    }

    override func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        let ids = try working { try obtainPermanentIDs(for: objects) }
        guard ids.count == objects.count, ids.allSatisfy({ $0.storeLink === link }) else {
            throw NSError.coreData(
                NSCoreDataError,
                "obtainPermanentIDs(for:) of \(Swift.type(of: self)) must give an identifier made with "
                    + "newObjectID(for:referenceObject:) for each of the \(objects.count) objects, and "
                    + "gave \(ids.count).")
        }
        return ids
    }

    override func save(
        _ changes: ObjectChanges, in context: NSManagedObjectContext
    ) throws -> ObjectSaveResult {
        // Versions are compared, and counted on, with no save of another thread between.
        try working { try save(changes, for: context) }
    }

    private func save(
        _ changes: ObjectChanges, for context: NSManagedObjectContext
    ) throws -> ObjectSaveResult {
        guard let references = link.references else { return ObjectSaveResult() }
        let read =
            changes.updated.map { ($0.key, $0.version) }
            + changes.deleted.map { ($0.key, $0.version) }
        let stale = read.filter { !references.isCurrent($0.0.row, $0.1) }.map { $0.0 }
        if !stale.isEmpty {
            throw ObjectSaveFailure(
                conflicts: stale.map { key in
                    // What cannot be read now counts as deleted: the policy may drop the change.
                    .init(key: key, row: (try? objects(context).rows([key]))?.first ?? nil)
                })
        }
        let inserted = changes.inserted.map(\.key)
        let updated = Set(changes.updated.map(\.key) + changes.memberships.map(\.key))
            .subtracting(inserted)
        let deleted = changes.deleted.map(\.key)
        func registered(_ keys: some Sequence<ObjectKey>) -> Set<NSManagedObject> {
            Set(keys.compactMap { context.object(at: $0, link) })
        }
        let request = NSSaveChangesRequest(
            inserted: registered(inserted), updated: registered(updated),
            deleted: registered(deleted), locked: nil)
        request.affectedStores = [self]
        _ = try context.reading { try execute(request, with: context) }
        var result = ObjectSaveResult()
        for key in inserted + updated { result.versions[key] = references.saved(key.row) }
        for key in deleted { references.saved(key.row) }
        return result
    }
}

/// The values of one object of an incremental store.
///
///     NSIncrementalStoreNode(
///         objectID: id, withValues: ["title": "Milk", "folder": folderID], version: 3)
///
/// A relationship to one is an object ID, or `NSNull` for none. Another version than before says that
/// others have changed the object: contexts that have it as it was cannot save it without a conflict.
open class NSIncrementalStoreNode: NSObject {
    private let identifier: NSManagedObjectID
    private var values: [String: Any]
    private var number: UInt64

    /// A node with the values of an object by the names of its properties.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        identifier = objectID
        self.values = values
        number = version
        super.init()
    }

    /// Replaces values and version.
    open func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        number = version
    }

    /// The identifier of the object.
    open var objectID: NSManagedObjectID { identifier }
    /// How often others have changed the object, or any number that is another one after they did.
    open var version: UInt64 { number }
    /// The value of a property; nil where the node does not have it.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}
