import Foundation
import ObjectCore

/// The changes of a context in the form of its stores.
struct SavePlan {
    /// The keys that objects will have.
    let keys: [(NSManagedObject, ObjectKey, NSPersistentStore)]
    private var changes: [(store: NSPersistentStore, changes: ObjectChanges)] = []

    init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) throws {
        let saved = SavedObjects(context)
        try SavePlan.checkTargets(saved.inserted + saved.updated, in: context)
        if coordinator.persistentStores.count > 1 {
            try SavePlan.checkStores(saved.inserted + saved.updated, of: coordinator)
        }
        var byStore: [Int32: (store: NSPersistentStore, changes: ObjectChanges)] = [:]
        func change(_ store: NSPersistentStore, _ body: (inout ObjectChanges) -> Void) {
            body(&byStore[store.link.number, default: (store, ObjectChanges())].changes)
        }
        // Keys first: relationships among new objects need them.
        var keys: [(NSManagedObject, ObjectKey, NSPersistentStore)] = []
        var keyOf: [ObjectIdentifier: ObjectKey] = [:]
        var waiting: [String: (store: NSPersistentStore, entity: Int, objects: [NSManagedObject])] =
            [:]
        var order: [String] = []
        for object in saved.inserted {
            let store = try coordinator.store(for: object)
            if object.key.isTemporary {
                let group = "\(store.link.number)/\(object.runtime.number)"
                if waiting[group] == nil { order.append(group) }
                waiting[group, default: (store, object.runtime.number, [])].objects.append(object)
            } else {
                keys.append((object, object.key, store))
                keyOf[ObjectIdentifier(object)] = object.key
            }
        }
        for group in order {
            guard let (store, entity, objects) = waiting[group] else { continue }
            let given = try StoreProblems.translating {
                try store.objects.reserveKeys(entity: entity, count: objects.count)
            }
            for (object, key) in zip(objects, given) {
                keys.append((object, key, store))
                keyOf[ObjectIdentifier(object)] = key
            }
        }
        self.keys = keys
        let mapping = KeyMapping(keyOf: keyOf)
        for (object, key, store) in keys {
            if store.isReadOnly { throw SavePlan.readOnly }
            let row = ObjectRow(
                key: key, version: 0, attributes: object.values, toOnes: mapping.toOnes(of: object))
            let memberships = mapping.memberships(of: object, key)
            change(store) {
                $0.inserted.append(row)
                $0.memberships += memberships
            }
        }
        for object in saved.updated {
            guard let link = object.storeLink, let update = mapping.update(of: object) else {
                continue
            }
            let memberships = mapping.memberships(of: object, object.key)
            guard
                !update.attributes.isEmpty || !update.toOnes.isEmpty || !update.toManys.isEmpty
                    || !memberships.isEmpty
            else { continue }
            let store = try context.reachable(link)
            if store.isReadOnly { throw SavePlan.readOnly }
            change(store) {
                $0.updated.append(update)
                $0.memberships += memberships
            }
        }
        for object in saved.deleted {
            guard let link = object.storeLink else { continue }
            let store = try context.reachable(link)
            if store.isReadOnly { throw SavePlan.readOnly }
            change(store) {
                $0.deleted.append(ObjectDeletion(key: object.key, version: object.row?.version))
            }
        }
        changes = byStore.values.sorted { $0.store.link.number < $1.store.link.number }
    }

    /// Refuses a relationship to one that was set to what is not saved: an object that is deleted, or in
    /// no context.
    private static func checkTargets(
        _ objects: [NSManagedObject], in context: NSManagedObjectContext
    ) throws {
        for object in objects {
            for (slot, known) in object.related.prefix(object.runtime.toOneCount).enumerated() {
                guard case .one(let target?) = known,
                    target.state.contains(.deleted) || target.link.context !== context
                        || target.key.isTemporary && !target.state.contains(.inserted),
                    target.key != object.row?.toOnes[slot]
                else { continue }
                throw NSError.coreData(
                    NSManagedObjectValidationError, "Dangling reference to an invalid object.",
                    [
                        NSValidationObjectErrorKey: object, NSValidationValueErrorKey: target,
                        NSValidationKeyErrorKey: object.runtime.relationship(slot).name,
                    ])
            }
        }
    }

    /// Refuses relationships to objects of other stores: a row number means nothing there.
    private static func checkStores(
        _ objects: [NSManagedObject], of coordinator: NSPersistentStoreCoordinator
    ) throws {
        for object in objects {
            let home = try coordinator.store(for: object)
            for (slot, known) in object.related.enumerated() {
                let targets: [NSManagedObject] =
                    switch known {
                    case .one(let target): target.map { [$0] } ?? []
                    case .many(let members): members.isLoaded ? members.list : members.added
                    case .unloaded: []
                    }
                for target in targets where !target.state.contains(.deleted) {
                    guard try coordinator.store(for: target) !== home else { continue }
                    let name = object.runtime.relationship(slot).name
                    throw NSError.coreData(
                        NSManagedObjectExternalRelationshipError,
                        "Illegal attempt to establish a relationship '\(name)' between objects in "
                            + "different stores: \(object.objectID) and \(target.objectID). Keep "
                            + "both in one store, or use a fetched property.",
                        [
                            NSValidationObjectErrorKey: object, NSValidationKeyErrorKey: name,
                            NSAffectedObjectsErrorKey: [object, target],
                        ])
                }
            }
        }
    }

    private static var readOnly: NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: 513,
            userInfo: [
                NSLocalizedDescriptionKey: "Attempt to write to a read-only persistent store."
            ])
    }

    /// What a store did.
    typealias Result = (store: NSPersistentStore, result: ObjectSaveResult)

    /// The store that is saved when some have been.
    func store(after count: Int) -> NSPersistentStore? {
        changes.indices.contains(count) ? changes[count].store : nil
    }

    /// Saves for a context, one store after the other; `results` has those that saved, also when one throws.
    func save(_ context: NSManagedObjectContext, into results: inout [Result]) throws {
        for (store, changes) in changes {
            var changes = changes
            changes.author = context.transactionAuthor
            changes.contextName = context.name
            let result = try store.save(changes, in: context)
            store.link.note(changes, result)
            results.append((store, result))
        }
    }
}

/// The form of objects in a store, with the keys that new ones will have.
private struct KeyMapping {
    let keyOf: [ObjectIdentifier: ObjectKey]

    func key(_ object: NSManagedObject) -> ObjectKey {
        keyOf[ObjectIdentifier(object)] ?? object.key
    }

    func toOnes(of object: NSManagedObject) -> [ObjectKey?] {
        var toOnes = object.row?.toOnes ?? object.runtime.noToOnes
        for (slot, known) in object.related.prefix(object.runtime.toOneCount).enumerated() {
            if case .one(let target) = known { toOnes[slot] = target.map(key) }
        }
        return toOnes
    }

    func update(of object: NSManagedObject) -> ObjectUpdate? {
        guard let row = object.row, !object.state.contains(.fault) else { return nil }
        var update = ObjectUpdate(key: object.key, version: row.version)
        for place in object.values.indices
        where !object.values[place].isKept(as: row.attributes[place]) {
            update.attributes.append((place, object.values[place]))
        }
        for (place, key) in toOnes(of: object).enumerated() where key != row.toOnes[place] {
            update.toOnes.append((place, key))
        }
        for slot in object.related.indices.dropFirst(object.runtime.toOneCount) {
            guard case .many(let members) = object.related[slot] else { continue }
            let inverse = object.runtime.relationship(slot).inverse?.name
            let haveChanged = members.haveChanged { member in
                // A new object, or one whose own side says it.
                guard let row = member.row else {
                    return member.state.contains(.fault) ? nil : false
                }
                guard let inverse, let place = member.runtime.relationshipSlot(inverse),
                    row.toOnes.indices.contains(place)
                else { return nil }
                return row.toOnes[place] == object.key
            }
            if haveChanged { update.toManys.append(slot - object.runtime.toOneCount) }
        }
        return update
    }

    func memberships(of object: NSManagedObject, _ own: ObjectKey) -> [ObjectMembership] {
        var made: [ObjectMembership] = []
        for slot in object.related.indices.dropFirst(object.runtime.toOneCount) {
            guard case .many(let members) = object.related[slot] else { continue }
            let relationship = object.runtime.relationship(slot)
            guard relationship.usesJoinTable || relationship.isOrdered else { continue }
            var change = ObjectMembership(
                key: own, relationship: slot - object.runtime.toOneCount)
            if members.isLoaded {
                let stored = members.stored ?? []
                let was = Set(stored)
                let now = members.list.filter { !$0.state.contains(.deleted) }.map(key)
                change.added = now.filter { !was.contains($0) }
                let present = Set(now)
                change.removed = stored.filter { !present.contains($0) }
                if relationship.isOrdered, now != stored { change.order = now }
            } else {
                change.added = members.added.filter { !$0.state.contains(.deleted) }.map(key)
                change.removed = members.removed.map(key)
            }
            if !change.added.isEmpty || !change.removed.isEmpty || change.order != nil {
                made.append(change)
            }
        }
        return made
    }
}

extension Value {
    /// Whether a store keeps both alike: dates are equal by the microsecond, and kept whole.
    func isKept(as other: Value) -> Bool {
        if case .date(let date) = self, case .date(let kept) = other { return date == kept }
        return self == other
    }
}
