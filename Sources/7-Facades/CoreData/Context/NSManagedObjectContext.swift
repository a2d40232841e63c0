public import Foundation
import ObjectCore
import Synchronization

/// On which queue a context works.
///
///     let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
///     context.perform { … }   // on the context's own queue
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// On the thread that made it; no longer to be used.
    case confinementConcurrencyType = 0
    /// On a queue of its own.
    case privateQueueConcurrencyType = 1
    /// On the main queue.
    case mainQueueConcurrencyType = 2
}

/// Objects at work: fetched, made, changed, deleted, and saved together.
///
///     let context = container.newBackgroundContext()
///     try context.performAndWait {
///         let item = Item(context: context)
///         item.name = "Lamp"
///         context.hasChanges  // true
///         try context.save()
///         context.hasChanges  // false: the store has the item
///     }
///
/// A context and its objects belong to its queue: use them inside ``perform(_:)`` and
/// `performAndWait(_:)`; those of the main queue also directly on the main thread.
///
/// Source: [NSManagedObjectContext](https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext).
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Unchecked: what is not guarded belongs to the context's queue.

    /// When a block that is scheduled runs.
    ///
    ///     try await context.perform(schedule: .enqueued) {
    ///         // Behind every block that was given to the context before.
    ///         try context.save()
    ///     }
    public enum ScheduledTaskType: Sendable {
        /// At once where that is possible.
        case immediate
        /// After what was scheduled before.
        case enqueued
    }

    /// On which queue a context works, as newer code writes it.
    ///
    ///     let context = NSManagedObjectContext(.privateQueue)
    ///     context.concurrencyType == .privateQueueConcurrencyType  // true
    public struct ConcurrencyType: Hashable, Sendable {
        let type: NSManagedObjectContextConcurrencyType
        /// On the thread that made it.
        public static let confinement = ConcurrencyType(type: .confinementConcurrencyType)
        /// On a queue of its own.
        public static let privateQueue = ConcurrencyType(type: .privateQueueConcurrencyType)
        /// On the main queue.
        public static let mainQueue = ConcurrencyType(type: .mainQueueConcurrencyType)
    }

    let kind: NSManagedObjectContextConcurrencyType
    let queue: DispatchQueue
    let table = ObjectTable()
    private(set) lazy var link = ContextLink(self, table)
    var coordinator: NSPersistentStoreCoordinator?
    var parentContext: NSManagedObjectContext?
    var knownModel: ModelRuntime?
    /// The request that is being answered, for stores of the program's own.
    var asked: (any AnyFetchRequest)?

    // What is not saved.
    var inserted: [ObjectIdentifier: NSManagedObject] = [:]
    var updated: [ObjectIdentifier: NSManagedObject] = [:]
    var deleted: [ObjectIdentifier: NSManagedObject] = [:]
    // What happened in the event that goes on.
    var event = ContextEvent()
    /// Whether objects are of the class `NSManagedObject`, whatever their entities say.
    final var makesPlainObjects = false
    /// Every object, while ``retainsRegisteredObjects`` is set.
    var retained: [ObjectIdentifier: NSManagedObject] = [:]
    /// Permanent places of objects whose temporary ones children may still use.
    var aliases: [Int64: NSManagedObjectID] = [:]
    // Threads that make children, and others that save, come to these.
    let children = Mutex<[WeakContext]>([])
    private let automatic = Mutex(false)
    let pendingMerges = Mutex<[MergedChanges]>([])
    /// Permanent identifiers that the parent gave objects, for ``takeIdentifiers()``.
    let givenIdentifiers = Mutex<[Int64: NSManagedObjectID]>([:])
    // The first failed read of an open `reading(_:)` call, which throws it at its end.
    var readers = 0
    var readFailure: (any Error)?
    var isProcessing = false
    var isEventScheduled = false
    var isAutosaving = false
    var policy: NSMergePolicy = .error
    var generation: NSQueryGenerationToken?

    /// Saves the changes of a turn of the context's queue when it is over; nil, the default, leaves
    /// saving to the program.
    ///
    ///     context.autosave = { try $0.save() }
    ///
    /// Called once after a turn of the main queue or a block of ``perform(_:)`` with changes. What
    /// it throws is dropped: the changes stay, and the next one has it called again. Changes that
    /// are made elsewhere than on the context's queue wait for the next that is made there.
    package var autosave: ((NSManagedObjectContext) throws -> Void)? {
        didSet { if autosave != nil, hasChanges { scheduleEvent() } }
    }
    /// Called within a save, for each object that ``NSMergePolicy/upsert`` made one with another.
    package var onUpsert: ((_ dropped: NSManagedObject, _ kept: NSManagedObject) -> Void)?
    /// Called for properties of an object that have other values without having been set: by the
    /// other side of a relationship, a rollback, an undo, or another context's save.
    package var onIndirectChange: ((_ object: NSManagedObject, _ names: [String]) -> Void)?

    /// A context of a kind.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        kind = ct
        queue =
            ct == .privateQueueConcurrencyType
            ? DispatchQueue(label: "NSManagedObjectContext") : DispatchQueue.main
        super.init()
    }

    /// A context without a queue, for the thread that made it, as old code has it.
    @available(*, deprecated, message: "Use init(concurrencyType:) with a type that has a queue.")
    public override convenience init() {
        self.init(concurrencyType: .confinementConcurrencyType)
    }

    /// A context of a kind, as newer code writes it.
    public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.type) }

    deinit {
        coordinator?.forget(self)
        // Objects that live longer know no context any more, and let go of each other.
        for object in table.all {
            object.related = []
            object.batch = nil
            object.before = nil
        }
        link.context = nil
    }

    // MARK: Settings

    /// The coordinator whose stores it works on; that of its parent where it has one.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { parentContext?.persistentStoreCoordinator ?? coordinator }
        set {
            coordinator?.forget(self)
            coordinator = newValue
            knownModel = nil
            newValue?.note(self)
        }
    }
    /// The context from which it fetches and to which it saves.
    open var parent: NSManagedObjectContext? {
        get { parentContext }
        set {
            parentContext = newValue
            knownModel = nil
            newValue?.noteChild(self)
        }
    }
    /// A name for debugging and for the history.
    open var name: String?
    /// The author of the context's changes, which the store's history records; nil by default.
    open var transactionAuthor: String?
    /// What undoes changes; none until one is set.
    open var undoManager: UndoManager? {
        didSet {
            oldValue?.checkpoints[ObjectIdentifier(self)] = nil
            undoManager?.checkpoints[ObjectIdentifier(self)] = { [weak self] in
                self?.ownProcessPendingChanges() != nil
            }
        }
    }
    /// Whatever the program wants to keep with it.
    open var userInfo = NSMutableDictionary()
    /// On which queue it works.
    open var concurrencyType: NSManagedObjectContextConcurrencyType { kind }
    /// What is done about conflicts: an ``NSMergePolicy``.
    open var mergePolicy: Any {
        get { policy }
        set { policy = newValue as? NSMergePolicy ?? .error }
    }
    /// Whether faults whose rows are gone read as deleted objects.
    open var shouldDeleteInaccessibleFaults = true
    /// Whether deletions are followed at the end of the event; if not, before the save.
    open var propagatesDeletesAtEndOfEvent = true
    /// Whether objects stay while the context does.
    open var retainsRegisteredObjects = false {
        didSet {
            retained = [:]
            if retainsRegisteredObjects {
                for object in table.all { retained[ObjectIdentifier(object)] = object }
            }
        }
    }
    /// How old values may be that are not read again, in seconds; kept, and without effect.
    open var stalenessInterval: TimeInterval = -1
    /// Whether saves of others to the same stores are taken over.
    ///
    /// A context without a queue stops the program, as on Apple's systems: merging would use its objects
    /// beside the thread that does.
    open var automaticallyMergesChangesFromParent: Bool {
        get { automatic.withLock { $0 } }
        set {
            if newValue, kind == .confinementConcurrencyType {
                raise(
                    "Automatic merging is not supported by contexts using NSConfinementConcurrencyType."
                )
            }
            automatic.withLock { $0 = newValue }
        }
    }
    /// The generation of the store that it reads; always the newest.
    open var queryGenerationToken: NSQueryGenerationToken? { generation }
    /// Chooses the generation of the store; the newest is read in any case.
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        self.generation = generation
    }

    // MARK: What is not saved

    /// Objects that are new.
    open var insertedObjects: Set<NSManagedObject> { Set(inserted.values) }
    /// Objects with changes that are not saved.
    open var updatedObjects: Set<NSManagedObject> { Set(updated.values) }
    /// Objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { Set(deleted.values) }
    /// Objects that it knows.
    open var registeredObjects: Set<NSManagedObject> { Set(table.all) }
    /// Whether there are changes that are not saved.
    open var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

    // MARK: Inserting and deleting

    /// Makes an object one of the context.
    open func insert(_ object: NSManagedObject) {
        if object.link.context === self {
            if object.state.contains(.deleted) { undelete(object) }
            return
        }
        guard object.link.context == nil else {
            raise("An NSManagedObject may only be in one context.")
        }
        insertNew(object)
    }

    /// Marks an object for deletion; it goes with the next save.
    ///
    ///     context.delete(note)
    ///     note.isDeleted      // true; the store has it until the save
    ///     try context.save()
    open func delete(_ object: NSManagedObject) {
        guard object.link.context === self else {
            raise(
                "An NSManagedObjectContext cannot delete objects in other contexts.")
        }
        // Objects may delete each other in their overrides.
        guard object.state.isDisjoint(with: [.deleted, .preparing]) else { return }
        object.state.insert(.preparing)
        object.prepareForDeletion()
        object.state.remove(.preparing)
        // Where it cannot be read, following its rules will say so.
        if object.state.contains(.fault) { _ = try? reading { object.fire() } }
        object.state.insert(.deleted)
        deleted[ObjectIdentifier(object)] = object
        updated[ObjectIdentifier(object)] = nil
        event.deleted[ObjectIdentifier(object)] = object
        scheduleEvent()
    }

    /// Says that an object must not have been changed by others when it is saved.
    open func detectConflicts(for object: NSManagedObject) { _ = object.value(forKey: "self") }

    /// Puts an inserted object into a store of the coordinator.
    ///
    /// Stops the program for an object that was saved, and for one whose identifier is permanent
    /// already: another store may have an object of that number.
    open func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject, object.state.contains(.inserted),
            object.key.isTemporary || object.storeLink === store.link
        else {
            raise("Can't reassign an object to a different store once it has been saved.")
        }
        object.storeLink = store.link
        object.cachedID = nil
    }

    /// Asked about a fault whose row is gone: whether it reads as a deleted object.
    ///
    /// If not, it is the error ``NSManagedObjectReferentialIntegrityError`` where the program
    /// called something that throws, and stops the program elsewhere.
    open func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID,
        triggeredByProperty property: NSPropertyDescription?
    ) -> Bool { shouldDeleteInaccessibleFaults }

    /// Saves what changed: to the stores, or to the parent.
    ///
    ///     do { try context.save() } catch let error as CocoaError {
    ///         error.code == .validationMissingMandatoryProperty  // true
    ///         error.validationKey                                // "name"
    ///     }
    ///
    /// When it returns, the store has it on the disk. After a failure the context has its changes
    /// still: mend them, or call ``rollback()``.
    ///
    /// - Throws: Validation errors, ``NSManagedObjectMergeError`` for conflicts that the merge
    ///   policy does not solve, ``NSManagedObjectConstraintMergeError`` for values that may
    ///   occur once, and what the store throws. Nothing is saved then.
    open func save() throws { try saveChanges() }

    // MARK: Work that subclasses may override

    // The module itself calls what stands behind these, so that an override costs its class alone.

    /// Runs a block on the context's queue, some time.
    ///
    ///     context.perform { context.delete(item) }
    ///
    /// After the block, the context processes its changes and posts their notification.
    open func perform(_ block: @escaping () -> Void) { ownPerform(block) }
    /// Runs a block on the context's queue and waits for it.
    ///
    /// May be called from within a block of the same context; then the block runs at once.
    ///
    /// The last hundred objects that the block makes, asks for or fetches stay until its end, as those
    /// in the autorelease pool of Apple's systems do, also where it holds their identifiers alone.
    /// Results of a fetch of more than a hundred objects are the program's to hold. Outside of blocks the
    /// context holds objects with changes, and the program the others.
    open func performAndWait(_ block: () -> Void) { ownPerformAndWait(block) }
    /// The results of a fetch request of unknown type.
    ///
    /// - Throws: `NSCocoaErrorDomain` errors with Apple's texts for what cannot be asked.
    open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        switch try results(request) {
        case .objects(let objects): objects
        case .others(let others): others
        }
    }
    /// How many objects a fetch request of unknown type would give.
    open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
        try ownCount(request)
    }
    /// Runs a request of any kind and gives its result.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try StoreProblems.translating { try answerOfOwnStore(request) ?? request.run(in: self) }
    }
    /// The object of an identifier if the context has it.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        ownRegisteredObject(objectID)
    }
    /// The object of an identifier; a fault where the context does not have it yet.
    ///
    /// Whether there is such a row shows when the fault is read.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject { ownObject(objectID) }
    /// The object of an identifier, with its values.
    ///
    ///     let identifier = plant.objectID  // may go to another queue; the object may not
    ///     try await container.performBackgroundTask { @Sendable context in
    ///         let same = try context.existingObject(with: identifier) as? Plant
    ///         same?.height = 0.7
    ///         try context.save()
    ///     }
    ///
    /// - Throws: ``NSManagedObjectReferentialIntegrityError`` where there is no such row.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try ownExistingObject(objectID)
    }
    /// Gives inserted objects the identifiers that they will have in the store.
    ///
    ///     note.objectID.isTemporaryID  // true
    ///     try context.obtainPermanentIDs(for: [note])
    ///     note.objectID.isTemporaryID  // false, before it is saved
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try ownObtainPermanentIDs(objects)
    }
    /// Reads an object again when it is next used; keeps what was changed where asked to.
    ///
    ///     note.title = "Butter"
    ///     context.refresh(note, mergeChanges: false)
    ///     note.title  // "Bread": read again from the store
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        ownRefresh(object, mergeChanges: flag)
    }
    /// Reads all objects again when they are next used; keeps what was changed.
    ///
    ///     context.refreshAllObjects()
    ///     plant.height  // 0.7: what another context has saved
    open func refreshAllObjects() {
        for object in table.all where !object.state.contains(.inserted) {
            refresh(object, mergeChanges: true)
        }
    }
    /// Forgets all objects and changes.
    open func reset() { ownReset() }
    /// Drops changes that are not saved.
    ///
    ///     note.title = "Cheese"
    ///     context.rollback()
    ///     note.title          // "Bread"
    ///     context.hasChanges  // false
    open func rollback() { ownRollback() }
    /// Undoes the last event.
    open func undo() {
        ownProcessPendingChanges()
        undoManager?.undo()
        ownProcessPendingChanges()
    }
    /// Does again what was undone last.
    open func redo() {
        ownProcessPendingChanges()
        undoManager?.redo()
        ownProcessPendingChanges()
    }
    /// Follows deletions and tells of changes: the end of an event.
    open func processPendingChanges() { ownProcessPendingChanges() }
    /// Takes over what another context saved.
    ///
    ///     viewContext.mergeChanges(fromContextDidSave: notification)
    open func mergeChanges(fromContextDidSave notification: Notification) {
        merge(MergedChanges(notification.userInfo ?? [:], persistentStoreCoordinator))
    }

    // MARK: Within the module

    /// The model, through parents and the coordinator.
    var modelIfAny: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

}
