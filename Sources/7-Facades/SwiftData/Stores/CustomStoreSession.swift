#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// The models of a custom store in one context.
///
/// The context's managed objects are those of a store in memory. What the custom store gives is
/// written there by a parent context, so that changes of the context itself stay unsaved.
final class CustomStoreSession {
    private let store: any DataStore
    private let parent: NSManagedObjectContext
    private unowned let registry: ModelRegistry
    private var objects: [PersistentIdentifier: NSManagedObjectID] = [:]
    private var identifiers: [NSManagedObjectID: PersistentIdentifier] = [:]
    /// What the store is to delete at the next save.
    private var batches: [BatchDeletion] = []
    /// The models that ``batches`` delete, as far as the context has them.
    private var batched: Set<PersistentIdentifier> = []
    /// The models that were looked at for ``batches``.
    private var compared: Set<PersistentIdentifier> = []

    /// Models that the store deletes without giving them out.
    private struct BatchDeletion {
        /// Whether a model that the context has is among them.
        let includes: (any PersistentModel) throws -> Bool
        let run: (EditingState) throws -> Void
    }

    /// - Throws: What opening a store in memory throws.
    init(_ store: any DataStore, _ registry: ModelRegistry, _ state: EditingState) throws {
        self.store = store
        self.registry = registry
        parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: registry.plan.model)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        parent.persistentStoreCoordinator = coordinator
        registry.core.parent = parent
        store.initializeState(for: state)
    }

    /// Called when the context goes.
    func end(_ state: EditingState) { store.invalidateState(for: state) }

    /// The identifier that the custom store gave an object; nil before it did.
    func identifier(of object: NSManagedObject) -> PersistentIdentifier? {
        identifiers[object.objectID]
    }

    /// The saves of the store that a descriptor asks for.
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        try store.transactions(descriptor)
    }

    /// Has the store forget the saves that a descriptor asks for.
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        try store.deleteTransactions(descriptor)
    }

    /// The object of an identifier, where it was read.
    func object(for identifier: PersistentIdentifier) -> NSManagedObject? {
        objects[identifier].map { registry.core.object(with: $0) }
    }

    // MARK: Fetching

    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [T] {
        let result = try store.fetch(
            asksForChanges(descriptor) ? unbounded(descriptor) : bounded(descriptor), state)
        try take(result.found + result.related, state)
        try deleteBatched()
        var models: [T] = []
        var known: Set<ObjectIdentifier> = []
        for snapshot in result.found {
            guard let object = object(for: snapshot.persistentIdentifier),
                !(descriptor.includePendingChanges && object.isDeleted),
                let model = registry.model(of: object) as? T
            else { continue }
            known.insert(ObjectIdentifier(object))
            models.append(model)
        }
        var isOrdered = result.isComplete
        if descriptor.includePendingChanges, registry.core.hasChanges {
            for object in registry.core.insertedObjects.union(registry.core.updatedObjects)
            where !object.isDeleted && known.insert(ObjectIdentifier(object)).inserted {
                if let model = registry.model(of: object) as? T { models.append(model) }
            }
            isOrdered = false
        }
        if !isOrdered {
            if let predicate = descriptor.predicate {
                models = try models.filter { try predicate.evaluate($0) }
            }
            if !descriptor.sortBy.isEmpty {
                models.sort(using: descriptor.sortBy.map(\.standardizingText))
            }
        }
        return page(models, descriptor)
    }

    /// What is within the bounds of a descriptor; a limit that is not positive is none, as for Core Data.
    private func page<Element, T>(
        _ all: some Collection<Element>, _ descriptor: FetchDescriptor<T>
    ) -> [Element] {
        let rest = all.dropFirst(max(0, descriptor.fetchOffset ?? 0))
        guard let limit = descriptor.fetchLimit, limit > 0 else { return Array(rest) }
        return Array(rest.prefix(limit))
    }

    /// Whether a descriptor asks for changes that wait to be saved.
    private func asksForChanges<T>(_ descriptor: FetchDescriptor<T>) -> Bool {
        hasBatches || descriptor.includePendingChanges && registry.core.hasChanges
    }

    /// How many models a descriptor asks for: the store counts where nothing waits to be saved.
    func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> Int {
        guard !asksForChanges(descriptor),
            let count = try store.fetchCount(bounded(descriptor), state)
        else { return try fetch(descriptor, state).count }
        return page(0..<max(0, count), descriptor).count
    }

    /// The identifiers of the models that a descriptor asks for: the store gives them where nothing
    /// waits to be saved.
    func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [PersistentIdentifier] {
        guard !asksForChanges(descriptor),
            let all = try store.fetchIdentifiers(bounded(descriptor), state)
        else { return try fetch(descriptor, state).map(\.persistentModelID) }
        return page(all, descriptor)
    }

    /// A descriptor for the store, with the offset added to the limit.
    ///
    /// The context applies both, since a store may disregard them.
    private func bounded<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchDescriptor<T>
    {
        var open = unbounded(descriptor)
        guard let limit = descriptor.fetchLimit, limit > 0 else { return open }
        let (end, isTooLarge) = limit.addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
        open.fetchLimit = isTooLarge ? nil : end
        return open
    }

    /// A descriptor without bounds: changes that are not saved are considered before them.
    private func unbounded<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) -> FetchDescriptor<T> {
        var open = descriptor
        open.fetchLimit = nil
        open.fetchOffset = nil
        return open
    }

    /// Reads the model of an identifier: one that the store has at hand, or a fetched one.
    func load(_ identifier: PersistentIdentifier, _ state: EditingState) throws -> NSManagedObject?
    {
        guard identifier.storeIdentifier == store.identifier,
            let plan = registry.plan.entities[identifier.entityName]
        else { return nil }
        func fetch<M: PersistentModel>(_: M.Type) throws -> [DefaultSnapshot] {
            let one = #Predicate<M> { $0.persistentModelID == identifier }
            let result = try store.fetch(FetchDescriptor(predicate: one), state)
            return result.found + result.related
        }
        let cached = try store.cachedSnapshots(for: [identifier], state)
        let isCached = cached.contains { $0.persistentIdentifier == identifier }
        try take(isCached ? cached : try fetch(plan.type), state)
        try deleteBatched()
        return object(for: identifier).flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Writes what the store gave into memory: everything, or nothing where a value cannot be written.
    private func take(_ snapshots: [DefaultSnapshot], _ state: EditingState) throws {
        let before = (objects, identifiers)
        do { try takeAll(snapshots, state) } catch {
            parent.rollback()
            (objects, identifiers) = before
            throw error
        }
    }

    private func takeAll(_ snapshots: [DefaultSnapshot], _ state: EditingState) throws {
        var related = RelatedSnapshots(store, registry.plan, state)
        var waiting = snapshots
        // Those that refer to models which were not read.
        var unresolved: [DefaultSnapshot] = []
        while !waiting.isEmpty {
            for snapshot in waiting { try write(snapshot) }
            var missing: Set<PersistentIdentifier> = []
            unresolved = (unresolved + waiting).filter {
                let ids = connect($0)
                missing.formUnion(ids)
                return !ids.isEmpty
            }
            waiting = try related.snapshots(of: missing)
        }
        let changed = parent.updatedObjects.filter(\.hasPersistentChangedValues).map(\.objectID)
        try parent.save()
        // As a fetch from Core Data's stores does: what was changed here stays.
        for id in changed {
            if let object = registry.core.registeredObject(for: id), !object.isDeleted {
                registry.core.refresh(object, mergeChanges: true)
            }
        }
    }

    private func write(_ snapshot: DefaultSnapshot) throws {
        let id = snapshot.persistentIdentifier
        guard let plan = registry.plan.entities[id.entityName] else { return }
        let object: NSManagedObject
        if let known = objects[id] {
            object = parent.object(with: known)
        } else {
            object = NSManagedObject(entity: plan.entity, insertInto: parent)
            // Its identifier in memory never changes after this.
            try parent.obtainPermanentIDs(for: [object])
            objects[id] = object.objectID
            identifiers[object.objectID] = id
        }
        try snapshot.setAttributes(of: object, plan)
    }

    /// Sets the relationships of a model; gives the identifiers of models that were not read.
    private func connect(_ snapshot: DefaultSnapshot) -> Set<PersistentIdentifier> {
        let id = snapshot.persistentIdentifier
        guard let plan = registry.plan.entities[id.entityName], let known = objects[id] else {
            return []
        }
        let object = parent.object(with: known)
        var missing: Set<PersistentIdentifier> = []
        for (name, ids) in snapshot.relationships(of: plan) {
            let targets = ids.compactMap { id in
                objects[id].map { parent.object(with: $0) }
            }
            for id in ids where objects[id] == nil { missing.insert(id) }
            switch plan.properties[name]?.form {
            case .toOne:
                if object.target(of: name) !== targets.first {
                    object.setValue(targets.first, forKey: name)
                }
            case .toMany:
                if Set(object.targets(of: name)) != Set(targets) {
                    object.setValue(targets, forKey: name)
                }
            case .value, .array, .transformable, .ephemeral, nil: break
            }
        }
        return missing
    }

    // MARK: Deleting

    /// Whether the next save deletes models that the context does not have.
    var hasBatches: Bool { !batches.isEmpty }

    /// Deletes models: those that the context has now, the others at the next save, by the store
    /// where it can.
    func delete<T: PersistentModel>(
        _ type: T.Type, _ predicate: Predicate<T>?, includeSubclasses: Bool, _ state: EditingState
    ) throws {
        func includes(_ model: any PersistentModel) throws -> Bool {
            guard let model = model as? T,
                includeSubclasses || Swift.type(of: model) == type
            else { return false }
            return try predicate?.evaluate(model) ?? true
        }
        let core = registry.core
        guard store.deletesBatches else {
            for model in try fetch(FetchDescriptor(predicate: predicate), state)
            where try includes(model) {
                if let object = model._$storage.object { core.delete(object) }
            }
            return
        }
        for object in core.insertedObjects where !object.isDeleted {
            if let model = registry.model(of: object), try includes(model) { core.delete(object) }
        }
        let store = store
        let batch = BatchDeletion(includes: includes) { state in
            try store.deleteBatch(
                DataStoreBatchDeleteRequest(
                    editingState: state, predicate: predicate,
                    includeSubclasses: includeSubclasses))
        }
        compared.formUnion(objects.keys)
        try delete([batch], among: Array(objects.keys))
        batches.append(batch)
    }

    /// Deletes those of the batches' models that the context has read since; once for each model, as
    /// what is changed later is the program's.
    private func deleteBatched() throws {
        guard hasBatches else { return }
        let new = objects.keys.filter { !compared.contains($0) }
        compared.formUnion(new)
        try delete(batches, among: new)
    }

    private func delete(_ batches: [BatchDeletion], among ids: [PersistentIdentifier]) throws {
        for id in ids {
            guard let object = object(for: id), !object.isDeleted,
                let model = registry.model(of: object),
                try batches.contains(where: { try $0.includes(model) })
            else { continue }
            registry.core.delete(object)
            batched.insert(id)
        }
    }

    /// Forgets what the next save was to delete.
    func forgetBatches() {
        batches = []
        batched = []
        compared = []
    }

    // MARK: Saving

    /// Saves what the context changed to the custom store, then in memory.
    ///
    /// - Returns: Why models that the store deletes without giving them out are still there, though
    ///   everything else is saved; the next save tries again.
    func save(_ state: EditingState) throws -> (any Error)? {
        let core = registry.core
        core.processPendingChanges()
        let inserted = core.insertedObjects.filter { !$0.isDeleted }
        let updated = core.updatedObjects.subtracting(core.insertedObjects)
            .filter { !$0.isDeleted }
        let deleted = core.deletedObjects.subtracting(core.insertedObjects)
        for object in inserted { try object.validateForInsert() }
        for object in updated { try object.validateForUpdate() }
        for object in deleted { try object.validateForDelete() }
        let gone = deleted.compactMap { identifiers[$0.objectID] }
        let temporary = Dictionary(first: inserted.map { (registry.identifier(of: $0), $0) })
        // After the save, so that one that fails leaves the store as it was. What is new or changed and
        // would be deleted then, too, is saved after its batch.
        let saved = hasBatches ? inserted.union(updated).compactMap(registry.model) : []
        func includesSaved(_ batch: BatchDeletion) throws -> Bool {
            try saved.contains { try batch.includes($0) }
        }
        let isFirst = try batches.map(includesSaved)
        for (batch, isFirst) in zip(batches, isFirst) where isFirst { try batch.run(state) }
        let singly = deleted.filter { object in
            identifiers[object.objectID].map { !batched.contains($0) } ?? true
        }
        let result = try store.save(
            state, inserted: inserted.compactMap(backing), updated: updated.compactMap(backing),
            deleted: singly.compactMap(backing))
        batches = zip(batches, isFirst).filter { !$1 }.map(\.0)
        batched.subtract(gone)
        compared.subtract(gone)
        try core.obtainPermanentIDs(for: Array(inserted))
        for (old, new) in result.remapped {
            guard let object = temporary[old] else { continue }
            objects[new] = object.objectID
            identifiers[object.objectID] = new
        }
        for id in gone {
            if let object = objects.removeValue(forKey: id) { identifiers[object] = nil }
        }
        try core.save()
        try parent.save()
        if !result.changed.isEmpty {
            try take(result.changed, state)
            for snapshot in result.changed {
                if let object = object(for: snapshot.persistentIdentifier) {
                    core.refresh(object, mergeChanges: false)
                }
            }
        }
        do {
            while let batch = batches.first {
                try batch.run(state)
                batches.removeFirst()
            }
        } catch { return error }
        forgetBatches()
        return nil
    }

    private func backing(_ object: NSManagedObject) -> (any BackingData)? {
        func backing<M: PersistentModel>(_ model: M) -> any BackingData {
            _ModelBacking<M>(model._$storage)
        }
        return registry.model(of: object).map { backing($0) }
    }
}
#endif
