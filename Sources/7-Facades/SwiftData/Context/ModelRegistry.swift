#if SwiftData
import CoreData
import PredicateCore
import Synchronization

/// The models of a context: which model stands for which managed object.
///
/// Each model keeps the registry, so that its values can be read when the context itself is gone.
final class ModelRegistry: @unchecked Sendable {
    // Unchecked: belongs to the context's actor, but for models that go on other threads.
    let core: NSManagedObjectContext
    let stores: ContainerStores
    weak var context: ModelContext?
    /// Guards which model each managed object knows: models go on any thread.
    private let lock = Mutex<Void>(())
    /// The objects of temporary identifiers, which keep none of them.
    private var temporaries: [String: KnownObject] = [:]
    /// How many of ``temporaries`` there may be until those of released objects are dropped.
    private var temporaryLimit = 1024
    /// Another number after each object that has come to stand for another model or none.
    private(set) var identityVersion = 0
    /// What ``unite(_:_:)`` changed since the last save that succeeded.
    var united: [United] = []

    /// A model that came to stand for the object that a save kept, and that object's model.
    struct United {
        let model: any PersistentModel
        let dropped: NSManagedObject
        let other: (any PersistentModel)?
        let kept: NSManagedObject
    }

    /// The custom store's models; nil in containers of Core Data's stores.
    var session: CustomStoreSession?

    var plan: SchemaPlan { stores.plan }

    init(_ core: NSManagedObjectContext, _ stores: ContainerStores) {
        self.core = core
        self.stores = stores
        core.onIndirectChange = { [weak self] object, names in self?.tell(object, names) }
    }

    // MARK: Models of managed objects

    /// The model of a managed object, made where there is none.
    func model(of object: NSManagedObject) -> (any PersistentModel)? {
        if let model = registered(object) { return model }
        guard let plan = plan.entity(of: object) else { return nil }
        let storage = _ModelStorage()
        storage.object = object
        storage.registry = self
        storage.plan = plan
        let model = ModelRegistry.make(plan.type, storage)
        register(model, object)
        return model
    }

    /// The model of a managed object as one of a class; nil where it is of another one.
    func model<M: PersistentModel>(of object: NSManagedObject, as type: M.Type) -> M? {
        // Most often there is a model: a cast to a class is faster than one to a protocol.
        known(object) as? M ?? model(of: object) as? M
    }

    /// The model of a managed object; nil where none was made, or it is gone.
    func registered(_ object: NSManagedObject) -> (any PersistentModel)? {
        known(object) as? any PersistentModel
    }

    private func known(_ object: NSManagedObject) -> AnyObject? {
        KnownObject.object(lock.withLock { _ in object.known?.retained ?? 0 })
    }

    func register(_ model: any PersistentModel, _ object: NSManagedObject) {
        let known = KnownObject(model)
        lock.withLock { _ in object.known = known }
    }

    /// An instance that has its values in a storage.
    static func make(
        _ type: any PersistentModel.Type, _ storage: _ModelStorage
    ) -> any PersistentModel {
        func make<M: PersistentModel>(_: M.Type) -> any PersistentModel {
            M(backingData: _ModelBacking<M>(storage))
        }
        return StorageScope.wrapping(type) { make(type) }
    }

    /// Makes an object stand for no model.
    func unregister(_ object: NSManagedObject) {
        identityVersion += 1
        lock.withLock { _ in object.known = nil }
    }

    /// Called when a model goes.
    func forget(_ object: NSManagedObject) {
        // Another model may stand for the object since.
        let other = lock.withLock { _ in
            let other = object.known?.retained ?? 0
            if other == 0 { object.known = nil }
            return other
        }
        _ = KnownObject.object(other)
    }

    // MARK: Temporary identifiers

    func object(temporary name: String) -> NSManagedObject? {
        temporaries[name].flatMap { KnownObject.object($0.retained) as? NSManagedObject }
    }

    func forgetTemporaries() { temporaries = [:] }

    private func remember(_ object: NSManagedObject, temporary name: String) {
        temporaries[name] = KnownObject(object)
        guard temporaries.count > temporaryLimit else { return }
        temporaries = temporaries.filter { KnownObject.object($0.value.retained) != nil }
        temporaryLimit = max(1024, 2 * temporaries.count)
    }

    /// Which model an object is.
    func identifier(of object: NSManagedObject) -> PersistentIdentifier {
        if let identifier = session?.identifier(of: object) { return identifier }
        if session == nil, !object.objectID.isTemporaryID {
            return PersistentIdentifier(object.objectID)
        }
        guard let storage = model(of: object)?._$storage else {
            return PersistentIdentifier(object.objectID)
        }
        remember(object, temporary: storage.temporaryName)
        return PersistentIdentifier(
            temporary: storage.temporaryName, entityName: storage.plan?.name ?? "")
    }

    // MARK: Inserting

    /// The managed object of a model; inserts the model, and those that it refers to, where it has
    /// none.
    @discardableResult
    func attach(_ root: any PersistentModel) -> NSManagedObject {
        let storage = root._$storage
        if storage.registry === self, let object = storage.object, !object.isGone,
            object.managedObjectContext != nil
        {
            return object
        }
        adopt(root)
        detach(root)
        if let object = known(root._$storage) { return object }
        var waiting: [any PersistentModel] = [root]
        var related: [(storage: _ModelStorage, name: String, models: [any PersistentModel])] = []
        while let model = waiting.popLast() {
            adopt(model)
            detach(model)
            let storage = model._$storage
            if known(storage) != nil { continue }
            guard let plan = plan.entity(type(of: model)) else {
                fatalError(
                    "'\(type(of: model))' is not in the schema of the container: "
                        + "\(stores.plan.schema.entities.map(\.name)).")
            }
            let object = NSManagedObject(entity: plan.entity, insertInto: core)
            let values = storage.loose
            storage.loose = []
            storage.object = object
            storage.registry = self
            storage.plan = plan
            register(model, object)
            context?.retain(model, storage)
            for value in values {
                if case .relationship(let any) = value.content {
                    let models = _ModelStorage.models(in: any)
                    waiting += models
                    related.append((storage, value.name, models))
                } else {
                    storage.fill(value.content, value.name)
                }
            }
        }
        // When all of them have managed objects.
        for (storage, name, models) in related {
            guard let object = storage.object else { continue }
            setInitial(name, models, of: object, storage.plan)
        }
        guard let object = root._$storage.object else {
            fatalError("The model was not inserted.")  // It was, above.
        }
        return object
    }

    /// The managed object of a model that this context has, or takes back after a rollback.
    private func known(_ storage: _ModelStorage) -> NSManagedObject? {
        guard let object = storage.object else { return nil }
        guard storage.registry === self else {
            fatalError(
                "A model of the entity '\(storage.plan?.name ?? "")' belongs to another context; "
                    + "fetch it in this one by its persistentModelID.")
        }
        if object.managedObjectContext == nil, !object.isGone { core.insert(object) }
        return object
    }

    /// Gives a model its attributes for itself again where its deletion was saved, by this context or
    /// another, or where a rollback of another context dropped it: it is as one that was never
    /// inserted.
    private func detach(_ model: any PersistentModel) {
        let storage = model._$storage
        guard let object = storage.object, let old = storage.registry,
            object.isGone || old !== self && object.managedObjectContext == nil
        else { return }
        loosen(storage)
    }

    /// Gives a model its attributes for itself again.
    func loosen(_ storage: _ModelStorage) {
        guard let object = storage.object, let plan = storage.plan else { return }
        for property in plan.properties.values {
            var value: Any?
            switch property.form {
            case .value(let coder):
                let stored = object.storedValue(of: property.name)
                value =
                    stored.isNull ? nil : coder.decode(stored, else: property.defaultValue)
            case .array(let coder): value = coder.list(object.value(forKey: property.name))
            case .transformable, .ephemeral: value = object.value(forKey: property.name)
            case .toOne, .toMany: continue
            }
            // Of a row that was never read, and is gone, nothing is known: it has what it reads as.
            if value == nil, !(property.valueType is any ExpressibleByNilLiteral.Type),
                (property.form.coder as? CompositeCoder)?.mayBeEmpty != true
            {
                value = unwrapped(property.defaultValue) ?? property.form.coder?.blank
            }
            storage.setLoose(.attribute(value as Any), property.name)
        }
        storage.registry?.unregister(object)
        storage.object = nil
        storage.isPending = false
    }

    /// Sets a relationship of a new object.
    ///
    /// What is nil or empty says nothing: the other side may
    /// have set it.
    private func setInitial(
        _ name: String, _ targets: [any PersistentModel], of object: NSManagedObject,
        _ plan: EntityPlan?
    ) {
        guard !targets.isEmpty else { return }
        switch plan?.properties[name]?.form {
        case .toOne: object.setValue(targets[0]._$storage.object, forKey: name)
        case .toMany:
            // Others of the same insertion may be there by their own side.
            let known = object.targets(of: name)
            object.setValue(known + targets.compactMap { $0._$storage.object }, forKey: name)
        case .value, .array, .transformable, .ephemeral, nil: break
        }
    }

    /// The model of an object that a save drops for another one of its unique values stands for that one
    /// from now on, which has its values.
    ///
    /// A new model shares the stored row with the model that had it. A stored model that got the values of
    /// another takes its row, and that one's model stands for the row that is deleted. A model of another
    /// class than the stored one's is as a model that was deleted.
    func unite(_ dropped: NSManagedObject, _ kept: NSManagedObject) {
        guard let model = registered(dropped), plan.entity(of: kept)?.type == type(of: model)
        else { return }
        identityVersion += 1
        let other = registered(kept)
        united.append(United(model: model, dropped: dropped, other: other, kept: kept))
        if dropped.isDeleted {
            register(model, kept)
            if let other {
                register(other, dropped)
                other._$storage.object = dropped
            } else {
                unregister(dropped)
            }
        } else if other == nil {
            register(model, kept)
        }
        model._$storage.object = kept
    }

    /// Lets models stand again for the objects that they stood for before a save that failed, whose changes
    /// are undone.
    func part() {
        defer { united = [] }
        for pair in united.reversed() {
            register(pair.model, pair.dropped)
            pair.model._$storage.object = pair.dropped
            if let other = pair.other {
                register(other, pair.kept)
                other._$storage.object = pair.kept
            } else {
                unregister(pair.kept)
            }
        }
    }

    // MARK: Changing

    /// Tells observers of a model of properties that have other values without having been set.
    private func tell(_ object: NSManagedObject, _ names: [String]) {
        guard let model = registered(object), let plan = plan.entity(of: object) else { return }
        for name in names { plan.properties[name]?.tellObservers(of: model) }
    }

    /// Keeps a model that has changes until they are saved.
    func noteChange(of storage: _ModelStorage) {
        guard let context, let object = storage.object, object.managedObjectContext != nil,
            let model = registered(object)
        else { return }
        context.retain(model, storage)
    }
}
#endif
