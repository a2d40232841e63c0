#if SwiftData
import CoreData

extension ModelRegistry {
    /// Takes a model over whose context is gone, with what it did not save, and the models in use that it
    /// is known to refer to.
    ///
    /// Models of a context that is still there are its own.
    func adopt(_ root: any PersistentModel) {
        guard let registry = root._$storage.registry, registry !== self, registry.context == nil,
            registry.stores.coordinator === stores.coordinator, session == nil
        else { return }
        var adoption = Adoption(from: registry, to: self)
        adoption.take(root)
        adoption.bringChanges()
    }
}

/// Models that go from a context that is gone to another one.
private struct Adoption {
    private let old: ModelRegistry
    private let new: ModelRegistry
    /// The models that were taken, by their objects in the old context.
    private var models: [ObjectIdentifier: any PersistentModel] = [:]
    /// Of those that are stored: the old object and the new one.
    private var objects: [(old: NSManagedObject, new: NSManagedObject)] = []

    init(from old: ModelRegistry, to new: ModelRegistry) {
        self.old = old
        self.new = new
    }

    /// Takes a model and what it refers to.
    mutating func take(_ root: any PersistentModel) {
        var waiting = [root]
        while let model = waiting.popLast() {
            let storage = model._$storage
            guard storage.registry === old, let object = storage.object, let plan = storage.plan,
                !object.isGone, object.managedObjectContext != nil
            else { continue }
            models[ObjectIdentifier(object)] = model
            let related = related(object, plan)
            for target in related.flatMap(\.targets) where models[ObjectIdentifier(target)] == nil {
                // One without changes that no part of the program has is read here when it is needed.
                if target.hasChanges || old.registered(target) != nil,
                    let model = old.model(of: target)
                {
                    waiting.append(model)
                }
            }
            if !object.objectID.isTemporaryID,
                let stored = try? new.core.existingObject(with: object.objectID)
            {
                objects.append((object, stored))
                old.unregister(object)
                storage.object = stored
                storage.registry = new
                storage.isPending = false
                if new.registered(stored) == nil { new.register(model, stored) }
                continue
            }
            // It was never saved, or its row is gone: it is inserted as a new one.
            new.loosen(storage)
            for (property, targets) in related {
                let known = targets.compactMap {
                    models[ObjectIdentifier($0)] ?? old.model(of: $0)
                }
                guard !known.isEmpty else { continue }
                storage.setLoose(
                    .relationship(property.form.isToOne ? known[0] as Any : known), property.name)
            }
        }
    }

    /// The objects that an object is known to refer to; what was not read stays unread.
    private func related(
        _ object: NSManagedObject, _ plan: EntityPlan
    ) -> [(property: PropertyPlan, targets: [NSManagedObject])] {
        guard !object.isFault else { return [] }
        return plan.properties.values.compactMap { property in
            switch property.form {
            case .value, .array, .transformable, .ephemeral: return nil
            case .toOne, .toMany: break
            }
            guard !object.hasFault(forRelationshipNamed: property.name) else { return nil }
            let one = object.target(of: property.name).map { [$0] }
            return (property, one ?? object.targets(of: property.name))
        }
    }

    /// Sets in the new context what was not saved in the old one.
    func bringChanges() {
        func moved(_ target: NSManagedObject) -> NSManagedObject? {
            if let model = models[ObjectIdentifier(target)] { return new.attach(model) }
            return try? new.core.existingObject(with: target.objectID)
        }
        for (object, stored) in objects {
            guard let plan = new.plan.entity(of: stored) else { continue }
            let names = object.changedValues().keys
            for name in names {
                switch plan.properties[name]?.form {
                case .toOne:
                    stored.setValue(object.target(of: name).flatMap(moved), forKey: name)
                case .toMany:
                    stored.setValue(object.targets(of: name).compactMap(moved), forKey: name)
                case .value: stored.setStoredValue(object.storedValue(of: name), of: name)
                case .array, .transformable, .ephemeral:
                    stored.setValue(object.value(forKey: name), forKey: name)
                case nil: continue
                }
            }
            if !names.isEmpty, let model = models[ObjectIdentifier(object)] {
                new.context?.retain(model, model._$storage)
            }
        }
    }
}

extension PropertyPlan.Form {
    /// Whether it is a relationship to one.
    fileprivate var isToOne: Bool { if case .toOne = self { true } else { false } }
}
#endif
