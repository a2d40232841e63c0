#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// The models of a custom store in one context.
///
/// The context's managed objects are those of a store in memory. What the custom store gives is
/// written there by a parent context, so that changes of the context itself stay unsaved.
final class CustomStoreSession {
    private let store: any CustomStore
    private let parent: NSManagedObjectContext
    private unowned let registry: ModelRegistry
    private var objects: [PersistentIdentifier: NSManagedObjectID] = [:]
    private var identifiers: [NSManagedObjectID: PersistentIdentifier] = [:]
    /// The entities all of whose models were read for relationships.
    private var complete: Set<String> = []

    /// - Throws: What opening a store in memory throws.
    init(_ store: any CustomStore, _ registry: ModelRegistry, _ state: EditingState) throws {
        self.store = store
        self.registry = registry
        parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: registry.plan.model)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        parent.persistentStoreCoordinator = coordinator
        registry.core.parent = parent
        store.begin(state)
    }

    /// The identifier that the custom store gave an object; nil before it did.
    func identifier(of object: NSManagedObject) -> PersistentIdentifier? {
        identifiers[object.objectID]
    }

    /// The object of an identifier, where it was read.
    func object(for identifier: PersistentIdentifier) -> NSManagedObject? {
        objects[identifier].map { registry.core.object(with: $0) }
    }

    // MARK: Fetching

    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [T] {
        // Bounds come last: changes that are not saved are considered before them.
        var open = descriptor
        open.fetchLimit = nil
        open.fetchOffset = nil
        let result = try store.fetch(open, state)
        try take(result.found + result.related, state)
        var models: [T] = []
        var known: Set<ObjectIdentifier> = []
        for snapshot in result.found {
            guard let object = object(for: snapshot.persistentIdentifier), !object.isDeleted,
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
            if !descriptor.sortBy.isEmpty { models.sort(using: descriptor.sortBy) }
        }
        let rest = models.dropFirst(max(0, descriptor.fetchOffset ?? 0))
        return Array(descriptor.fetchLimit.map { rest.prefix($0) } ?? rest)
    }

    /// Writes what the store gave into memory.
    private func take(_ snapshots: [DefaultSnapshot], _ state: EditingState) throws {
        var waiting = snapshots
        var missing: Set<String> = []
        var round = 0
        while !waiting.isEmpty, round < 64 {
            round += 1
            for snapshot in waiting { write(snapshot) }
            missing = []
            for snapshot in waiting { missing.formUnion(connect(snapshot)) }
            waiting = []
            for name in missing.subtracting(complete).sorted() {
                complete.insert(name)
                guard let plan = registry.plan.entities[name] else { continue }
                waiting += try all(plan.type, state)
            }
            // Those that were read before now find the ones that were missing.
            if !waiting.isEmpty { waiting += snapshots }
        }
        try parent.save()
    }

    private func all(
        _ type: any PersistentModel.Type, _ state: EditingState
    ) throws -> [DefaultSnapshot] {
        func all<M: PersistentModel>(_: M.Type) throws -> [DefaultSnapshot] {
            try store.fetch(FetchDescriptor<M>(), state).found
        }
        return try all(type)
    }

    private func write(_ snapshot: DefaultSnapshot) {
        let id = snapshot.persistentIdentifier
        guard let plan = registry.plan.entities[id.entityName] else { return }
        let object: NSManagedObject
        if let known = objects[id] {
            object = parent.object(with: known)
        } else {
            object = NSManagedObject(entity: plan.entity, insertInto: parent)
            // Its identifier in memory never changes after this.
            try? parent.obtainPermanentIDs(for: [object])
            objects[id] = object.objectID
            identifiers[object.objectID] = id
        }
        for (name, value) in snapshot.values {
            guard let property = plan.properties[name] else { continue }
            let made = value.value(of: property.valueType)
            switch property.form {
            case .value(let coder):
                let stored = made.flatMap { try? coder.encode($0) } ?? .null
                if object.storedValue(of: name) != stored {
                    object.setStoredValue(stored, of: name)
                }
            case .array(let coder): object.setValue(made.map(coder.objects), forKey: name)
            case .transformable, .ephemeral, .toOne, .toMany: break
            }
        }
    }

    /// Sets the relationships of a model; gives the entities of models that were not read.
    private func connect(_ snapshot: DefaultSnapshot) -> Set<String> {
        let id = snapshot.persistentIdentifier
        guard let plan = registry.plan.entities[id.entityName], let known = objects[id] else {
            return []
        }
        let object = parent.object(with: known)
        var missing: Set<String> = []
        for (name, ids) in snapshot.related {
            let targets = ids.compactMap { id in
                objects[id].map { parent.object(with: $0) }
            }
            for id in ids where objects[id] == nil { missing.insert(id.entityName) }
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

    // MARK: Saving

    /// Saves what the context changed to the custom store, then in memory.
    func save(_ state: EditingState) throws {
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
        let temporary = Dictionary(
            inserted.map { (registry.identifier(of: $0), $0) }, uniquingKeysWith: { a, _ in a })
        let result = try store.save(
            state, inserted: inserted.compactMap(backing), updated: updated.compactMap(backing),
            deleted: deleted.compactMap(backing))
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
    }

    private func backing(_ object: NSManagedObject) -> (any BackingData)? {
        func backing<M: PersistentModel>(_ model: M) -> any BackingData {
            _ModelBacking<M>(model._$storage)
        }
        return registry.model(of: object).map { backing($0) }
    }
}
#endif
