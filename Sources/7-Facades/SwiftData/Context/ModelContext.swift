#if SwiftData
public import CoreData
public import Foundation

/// Models at work: fetched, inserted, changed, deleted, and saved together.
///
///     let context = ModelContext(container)
///     context.insert(Trip(name: "Lisbon"))
///     try context.save()
///     let trips = try context.fetch(
///         FetchDescriptor<Trip>(predicate: #Predicate { $0.name.contains("Lis") }))
///     trips.map(\.name)  // ["Lisbon"]
///
/// A context and its models belong to one actor or queue: the main actor for
/// ``ModelContainer/mainContext``, the actor for ``ModelActor/modelContext``, otherwise wherever
/// the context was made. Nothing checks this at run time.
///
/// Source: [ModelContext](https://developer.apple.com/documentation/swiftdata/modelcontext).
public class ModelContext: Equatable, SendableMetatype, CustomDebugStringConvertible {
    let core: NSManagedObjectContext
    let registry: ModelRegistry
    let stores: ContainerStores
    /// The container; not that of the main context, which is the container's.
    private let owner: ModelContainer?
    private weak var mainOwner: ModelContainer?
    /// The container whose stores the context works on.
    ///
    ///     let context = try ModelContainer(for: Trip.self).mainContext
    ///     context.container.schema.entities.map(\.name)  // ["Trip"]
    ///
    /// A main context whose container is gone gives another one of the same stores.
    public var container: ModelContainer {
        if let container = owner ?? mainOwner { return container }
        let container = ModelContainer(stores, main: self)
        mainOwner = container
        return container
    }
    /// The models with changes that are not saved.
    private var pending: [(model: any PersistentModel, storage: _ModelStorage)] = []
    private var isInTransaction = false
    private let state: EditingState

    /// A context of a container, which belongs to the caller's actor or queue.
    public convenience init(_ container: ModelContainer) {
        self.init(
            container, NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType))
    }

    init(_ container: ModelContainer, _ core: NSManagedObjectContext, isMain: Bool = false) {
        stores = container.stores
        owner = isMain ? nil : container
        mainOwner = container
        self.core = core
        // The context of a custom store gets a parent instead.
        if stores.custom == nil { core.persistentStoreCoordinator = stores.coordinator }
        core.mergePolicy = NSMergePolicy.upsert
        registry = ModelRegistry(core, stores)
        state = EditingState()
        registry.context = self
        core.onUpsert = { [unowned registry] dropped, kept in registry.unite(dropped, kept) }
        if let store = stores.custom {
            do {
                registry.session = try CustomStoreSession(store, registry, state)
            } catch {
                // A store in memory of a model that the container has checked.
                fatalError("The store in memory could not be opened: \(error)")
            }
        }
    }

    deinit {
        // Arrays of models that refer to each other would keep them.
        for (_, storage) in pending { (storage.assigned, storage.isPending) = ([], false) }
        registry.session?.end(editingState)
    }

    // MARK: Settings

    /// Whether changes are saved by themselves at the end of the main queue's turn: yes for
    /// ``ModelContainer/mainContext``, no for others.
    ///
    /// What such a save throws is dropped, and the changes stay. Without effect on contexts that do
    /// not belong to the main actor.
    public var autosaveEnabled = false {
        didSet {
            // Another queue's context must not be saved from the main queue while it is used.
            guard core.concurrencyType == .mainQueueConcurrencyType else { return }
            if autosaveEnabled {
                core.autosave = { [weak self] _ in try self?.save() }
            } else {
                core.autosave = nil
            }
            if registry.session?.hasBatches == true { saveBatchesLater() }
        }
    }
    /// What undoes changes; none until one is set.
    public var undoManager: UndoManager? {
        get { core.undoManager }
        set { core.undoManager = newValue }
    }
    /// The author of the context's changes, which the history records; nil by default.
    public var author: String? {
        get { core.transactionAuthor }
        set { core.transactionAuthor = newValue }
    }
    /// The context as custom stores know it.
    public var editingState: EditingState {
        var state = state
        state.author = author
        return state
    }

    // MARK: What is not saved

    /// Whether there are changes that are not saved.
    public var hasChanges: Bool { core.hasChanges || registry.session?.hasBatches == true }
    /// Models that are new.
    public var insertedModelsArray: [any PersistentModel] {
        models(core.insertedList.filter { !$0.isDeleted })
    }
    /// Models with changes that are not saved.
    public var changedModelsArray: [any PersistentModel] {
        models(core.updatedList.filter { !$0.isInserted })
    }
    /// Models that the next save deletes.
    public var deletedModelsArray: [any PersistentModel] { models(core.deletedList) }

    private func models(_ objects: [NSManagedObject]) -> [any PersistentModel] {
        objects.sorted { $0.objectID.row > $1.objectID.row }.compactMap(registry.model(of:))
    }

    /// Keeps a model until its changes are saved.
    func retain(_ model: any PersistentModel, _ storage: _ModelStorage) {
        if storage.isPending { return }
        storage.isPending = true
        pending.append((model, storage))
    }

    private func releasePending() {
        for (_, storage) in pending {
            storage.isPending = false
            storage.assigned = []
        }
        pending = []
    }

    // MARK: Inserting and deleting

    /// Makes a model one of the context, and with it the models that it refers to.
    ///
    ///     let trip = Trip(name: "Lisbon")
    ///     context.insert(trip)
    ///     trip.modelContext === context  // true
    ///     context.hasChanges             // true until the save
    ///
    /// The next save stores them. A model that the context has already stays as it is; one that the
    /// next save would delete stays then. One whose deletion was saved, as far as the context knows,
    /// or that a rollback dropped, is new again, without relationships. One whose context is gone is this
    /// context's from now on, with what it had not saved; one of another context that is still there
    /// stops the program.
    public func insert<T: PersistentModel>(_ model: T) {
        let object = registry.attach(model)
        if object.isDeleted { core.insert(object) }
    }

    /// Deletes a model at the next save, with what its delete rules say; fetches pass it over from
    /// now on.
    ///
    ///     context.delete(trip)
    ///     try context.save()
    ///     try context.fetchCount(FetchDescriptor<Trip>())  // 2
    public func delete<T: PersistentModel>(_ model: T) {
        let storage = model._$storage
        guard let object = storage.object, object.managedObjectContext === core else { return }
        core.delete(object)
        retain(model, storage)
    }

    /// Deletes the models for which a predicate holds, at the next save.
    ///
    ///     try context.delete(model: Trip.self, where: #Predicate { $0.end < today })
    ///
    /// Delete rules are followed, and changes that are not saved are considered: on Apple's systems
    /// the store alone is asked. A program's own store that is ``DataStoreBatching`` deletes at the
    /// save what the context has not read.
    ///
    /// - Throws: `unsupportedPredicate`, and what a fetch throws.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        if let session = registry.session {
            try session.delete(
                model, predicate, includeSubclasses: includeSubclasses, editingState)
            return saveBatchesLater()
        }
        let request = try FetchTranslation(self).request(
            FetchDescriptor<T>(predicate: predicate), as: NSManagedObject.self)
        request.includesSubentities = includeSubclasses
        for object in try FetchTranslation.run({ try core.fetch(request) }) { core.delete(object) }
    }

    // MARK: By identifier

    /// The model of an identifier.
    ///
    ///     let again = context.model(for: id) as? Trip
    ///     again === trip  // true: one instance of a model in a context
    ///
    /// For an identifier of no model that the stores have, such as one that was deleted, an instance that has
    /// the identifier alone: it is in no context, and reading a property that has no default stops the
    /// program. Where that may be, fetch by `persistentModelID`. An identifier whose entity the schema lacks stops the program, as there is no type to make one of: an
    /// identifier that was decoded from elsewhere is looked for with ``registeredModel(for:)``, a
    /// fetch or an actor's subscript, which give nil.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let object = object(for: persistentModelID, onlyRegistered: false),
            let model = registry.model(of: object)
        {
            return model
        }
        guard let plan = stores.plan.entities[persistentModelID.entityName] else {
            fatalError(
                "The schema of the container has no model '\(persistentModelID.entityName)'.")
        }
        let storage = _ModelStorage()
        storage.missing = persistentModelID
        return ModelRegistry.make(plan.type, storage)
    }

    /// The model of an identifier if the context has it.
    ///
    ///     let fresh = ModelContext(container)
    ///     let known: Trip? = fresh.registeredModel(for: id)  // nil: nothing was fetched yet
    public func registeredModel<T: PersistentModel>(
        for persistentModelID: PersistentIdentifier
    ) -> T? {
        object(for: persistentModelID, onlyRegistered: true)
            .flatMap { registry.model(of: $0) as? T }
    }

    /// The managed object of an identifier.
    func object(
        for identifier: PersistentIdentifier, onlyRegistered: Bool
    ) -> NSManagedObject? {
        if identifier.isTemporary { return registry.object(temporary: identifier.id.primaryKey) }
        if let session = registry.session {
            if let object = session.object(for: identifier) { return object }
            // A store that cannot be read has no model.
            return onlyRegistered ? nil : try? session.load(identifier, editingState)
        }
        guard let id = objectID(identifier) else { return nil }
        if let object = core.registeredObject(for: id) { return object }
        if onlyRegistered { return nil }
        // A row that is gone has no model.
        return try? core.existingObject(with: id)
    }

    /// The managed object's identifier in this container's stores.
    func objectID(_ identifier: PersistentIdentifier) -> NSManagedObjectID? {
        if let id = identifier.objectID,
            id.persistentStore?.persistentStoreCoordinator === stores.coordinator
        {
            return id
        }
        return identifier.uri.flatMap {
            stores.coordinator.managedObjectID(forURIRepresentation: $0)
        }
    }

    // MARK: Saving

    /// Saves what changed.
    ///
    /// When it returns, the stores have it. After a failure the context has its changes still: mend
    /// them, or call ``rollback()``.
    ///
    /// - Throws: Core Data's errors: `validationMissingMandatoryProperty`,
    ///   `validationRelationshipDeniedDelete`, and what stores throw.
    public func save() throws {
        core.processPendingChanges()
        guard hasChanges else { return releasePending() }
        NotificationCenter.default.post(name: ModelContext.willSave, object: self)
        core.processPendingChanges()
        let inserted = core.insertedList
        let updated = core.updatedList.filter { !$0.isInserted }
        let deleted = identifiers(core.deletedList) { !$0.isInserted }
        var failure: (any Error)?
        if let session = registry.session {
            failure = try session.save(editingState)
        } else {
            try core.save()
            registry.united = []
        }
        releasePending()
        let info: [NotificationKey: Any] = [
            .insertedIdentifiers: identifiers(inserted) { $0.managedObjectContext != nil },
            .updatedIdentifiers: identifiers(updated) { _ in true },
            .deletedIdentifiers: deleted,
        ]
        NotificationCenter.default.post(
            name: ModelContext.didSave, object: self,
            userInfo: Dictionary(uniqueKeysWithValues: info.map { ($0.key.rawValue, $0.value) }))
        if let failure { throw failure }
    }

    private func identifiers(
        _ objects: [NSManagedObject], where isIncluded: (NSManagedObject) -> Bool
    ) -> Set<PersistentIdentifier> {
        var identifiers = Set<PersistentIdentifier>(minimumCapacity: objects.count)
        for object in objects where isIncluded(object) {
            identifiers.insert(registry.identifier(of: object))
        }
        return identifiers
    }

    /// Drops what was not saved: new models leave the context, others have the values of their
    /// stores again.
    ///
    ///     trip.name = "Porto"
    ///     context.rollback()
    ///     trip.name  // "Lisbon"
    public func rollback() {
        core.rollback()
        registry.part()
        registry.session?.forgetBatches()
        releasePending()
        registry.forgetTemporaries()
        core.undoManager?.removeAllActions()
    }

    /// Follows deletions now, not only at the save.
    public func processPendingChanges() { core.processPendingChanges() }

    /// Runs a block, then saves; within another transaction the outer one saves.
    ///
    ///     try context.transaction {
    ///         context.insert(Trip(name: "Porto"))
    ///         context.insert(Trip(name: "Faro"))
    ///     }
    ///     try context.fetchCount(FetchDescriptor<Trip>())  // 3: saved together
    ///
    /// - Throws: What the block throws, without saving; what the save throws.
    public func transaction(block: () throws -> Void) throws {
        if isInTransaction { return try block() }
        isInTransaction = true
        do {
            // Those of the save's observers are their own.
            defer { isInTransaction = false }
            try block()
        }
        try save()
    }

    /// Saves when the main queue's turn ends, where the context saves by itself: Core Data knows
    /// nothing of what a program's own store is to delete.
    private func saveBatchesLater() {
        guard autosaveEnabled, core.concurrencyType == .mainQueueConcurrencyType else { return }
        let target = AutosaveTarget(context: self)
        DispatchQueue.main.async {
            // There is no caller to throw to, and the changes stay.
            if let context = target.context, context.autosaveEnabled { try? context.save() }
        }
    }

    // MARK: Notifications

    /// A context is about to save.
    public static let willSave = Notification.Name("NSModelContextWillSave")
    /// A context has saved; the user information holds sets of identifiers by kind of change.
    public static let didSave = Notification.Name("NSModelContextDidSave")

    /// The keys of what ``didSave`` carries.
    ///
    ///     let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
    ///     note.userInfo?[key] as? Set<PersistentIdentifier>  // of the new models
    public enum NotificationKey: String, Sendable {
        /// The query generation; never present here.
        case queryGeneration
        /// That all identifiers are no longer valid.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The identifiers of new models.
        case insertedIdentifiers = "inserted"
        /// The identifiers of changed models.
        case updatedIdentifiers = "updated"
        /// The identifiers of deleted models.
        case deletedIdentifiers = "deleted"
    }

    /// Whether both are the same context.
    public static func == (a: ModelContext, b: ModelContext) -> Bool { a === b }
    /// The address, and whether there are changes.
    public var debugDescription: String {
        "ModelContext(\(ObjectIdentifier(self)), hasChanges: \(hasChanges))"
    }
}

/// The context of a scheduled save, which runs on the context's own queue.
private struct AutosaveTarget: @unchecked Sendable {
    // Unchecked: looked at on the main queue alone.
    weak var context: ModelContext?
}

// Confinement to an actor or queue is the program's duty; sending a context is not allowed.
@available(*, unavailable)
extension ModelContext: @unchecked Sendable {}
#endif
