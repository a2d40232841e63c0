import Foundation
import ObjectCore

extension NSManagedObjectContext {
    func saveChanges() throws {
        guard persistentStoreCoordinator != nil || parentContext != nil else {
            throw NSError.coreData(
                NSCoreDataError,
                "This NSManagedObjectContext has no persistent stores.  It cannot perform a save "
                    + "operation.")
        }
        processPendingChanges()
        guard hasChanges else { return }
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
        try askObjects()
        try validate()
        if !propagatesDeletesAtEndOfEvent { propagateDeletions() }
        if let parentContext {
            try pushToParent(parentContext)
        } else {
            try saveToStores()
        }
    }

    /// `willSave` of every object, again for those that it changed.
    private func askObjects() throws {
        var asked: [ObjectIdentifier: Int] = [:]
        for _ in 0..<1000 {
            let waiting = (Array(inserted.values) + Array(updated.values) + Array(deleted.values))
                .filter { asked[ObjectIdentifier($0)] == nil }
            guard !waiting.isEmpty else { return }
            for object in waiting where asked[ObjectIdentifier(object)] == nil {
                asked[ObjectIdentifier(object)] = 1
                object.willSave()
            }
            processPendingChanges()
        }
    }

    private func validate() throws {
        var errors: [NSError] = []
        func collect(_ check: () throws -> Void) {
            do { try check() } catch { errors.append(error as NSError) }
        }
        for object in deleted.values where !object.state.contains(.inserted) {
            collect { try object.validateForDelete() }
        }
        for object in inserted.values.sorted(by: { $0.key.row > $1.key.row })
        where !object.state.contains(.deleted) { collect { try object.validateForInsert() } }
        for object in updated.values
        where object.state.isDisjoint(with: [.deleted, .inserted]) {
            collect { try object.validateForUpdate() }
        }
        guard let first = errors.first else { return }
        throw errors.count == 1 ? first : Validation.combined(errors)
    }

    // MARK: To the stores

    private func saveToStores() throws {
        guard let coordinator else { return }
        // Conflicts are solved by the policy, and the rest tried again with what it left.
        for attempt in 0..<10 {
            let plan = try SavePlan(self, coordinator)
            do {
                let results = try plan.save(author: transactionAuthor, name: name)
                finish(plan, results)
                return
            } catch let failure as ObjectSaveFailure {
                guard attempt < 9 else { throw SaveConflicts(self, failure, plan).error }
                try SaveConflicts(self, failure, plan).resolve()
            } catch {
                throw StoreProblems.translated(error)
            }
        }
    }

    private func finish(_ plan: SavePlan, _ results: [(store: NSPersistentStore, result: ObjectSaveResult)]) {
        let saved = SavedObjects(self)
        for (object, key, store) in plan.keys where object.key != key { rekey(object, key, store.link) }
        var versions: [ObjectPlace: Int64] = [:]
        for (store, result) in results {
            for (key, version) in result.versions {
                versions[ObjectPlace(key, 0, store.link)] = version
            }
        }
        for object in saved.inserted + saved.updated {
            let version =
                versions[ObjectPlace(object.key, 0, object.storeLink)] ?? object.row?.version ?? 1
            commit(object, version: version)
        }
        for (store, result) in results {
            for (key, values) in result.derived {
                guard let runtime = runtime(key.entity),
                    let object = table.object(at: ObjectPlace(key, runtime.root, store.link)),
                    !object.state.contains(.fault)
                else { continue }
                for (place, value) in values {
                    object.values[place] = value
                    object.row?.attributes[place] = value
                }
            }
        }
        leave(saved)
        tellOfSave(saved)
        coordinator?.saved(
            by: self, MergedChanges(saved), stores: results.map { ($0.store, $0.result.token) })
    }

    /// What is in memory is now what the store has.
    func commit(_ object: NSManagedObject, version: Int64) {
        guard !object.state.contains(.fault) else {
            object.state.remove([.inserted, .updated, .inEvent])
            return
        }
        var row = object.liveRow(as: object.key)
        row.version = version
        object.row = row
        for case .many(let members) in object.related { members.commit() }
        object.state.remove([.inserted, .updated, .inEvent])
        object.before = nil
    }

    /// Lets go of what was saved and of what was deleted.
    func leave(_ saved: SavedObjects) {
        for object in saved.deleted {
            table.forget(object.objectID.place)
            object.state.remove([.deleted, .updated, .inserted, .inEvent, .registered, .propagated])
            object.state.insert(.gone)
            retained[ObjectIdentifier(object)] = nil
        }
        inserted = [:]
        updated = [:]
        deleted = [:]
        event = ContextEvent()
    }

    func tellOfSave(_ saved: SavedObjects) {
        for object in saved.inserted + saved.updated + saved.deleted { object.didSave() }
        for object in saved.deleted { object.link = ContextLink.none }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSave, object: self, userInfo: saved.objects)
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: self, userInfo: saved.ids)
    }

    // MARK: To the parent

    private func pushToParent(_ parent: NSManagedObjectContext) throws {
        let saved = SavedObjects(self)
        parent.performAndWait {
            var theirs: [ObjectIdentifier: NSManagedObject] = [:]
            func other(_ object: NSManagedObject) -> NSManagedObject? {
                if let known = theirs[ObjectIdentifier(object)] { return known }
                return parent.object(at: object.key, object.storeLink)
            }
            for object in saved.inserted {
                let made = object.runtime.objectClass.init(
                    __entity: object.runtime.description, context: nil)
                made.key = object.key
                made.storeLink = object.storeLink
                made.cachedID = nil
                made.related = []
                parent.adoptInserted(made)
                theirs[ObjectIdentifier(object)] = made
            }
            for object in saved.inserted + saved.updated {
                guard let target = other(object) else { continue }
                target.willModify()
                target.values = object.values
                target.extras = object.extras
                for slot in object.related.indices {
                    switch object.related[slot] {
                    case .unloaded: continue
                    case .one(let destination):
                        let now = destination.flatMap(other)
                        if target.relatedOne(slot) !== now {
                            target.willModify(relationship: slot)
                            target.related[slot] = .one(now)
                        }
                    case .many(let members):
                        push(members, of: object, slot, to: target, other)
                    }
                }
            }
            for object in saved.deleted {
                guard let target = other(object), !target.state.contains(.deleted) else { continue }
                parent.delete(target)
            }
            parent.processPendingChanges()
        }
        for object in saved.inserted + saved.updated { commit(object, version: 0) }
        leave(saved)
        tellOfSave(saved)
    }

    private func push(
        _ members: Members, of object: NSManagedObject, _ slot: Int, to target: NSManagedObject,
        _ other: (NSManagedObject) -> NSManagedObject?
    ) {
        if members.isLoaded {
            let now = members.list.compactMap(other)
            let theirs = target.members(slot)
            guard theirs.list.map(ObjectIdentifier.init) != now.map(ObjectIdentifier.init) else {
                return
            }
            // Only what the child changed: others may have added to the parent meanwhile.
            let was = Set((members.stored ?? []).map(\.row))
            target.willModify(relationship: slot)
            for member in now where !theirs.contains(member) { theirs.add(member) }
            let kept = Set(now.map(ObjectIdentifier.init))
            for member in theirs.list
            where !kept.contains(ObjectIdentifier(member)) && was.contains(member.key.row) {
                theirs.remove(member)
            }
            if object.runtime.relationship(slot).isOrdered { theirs.replace(now) }
        } else if !members.added.isEmpty || !members.removed.isEmpty {
            let theirs = target.partialMembers(slot)
            target.willModify(relationship: slot)
            for member in members.added.compactMap(other) { theirs.add(member) }
            for member in members.removed.compactMap(other) { theirs.remove(member) }
        }
    }

    /// Takes an object that a child inserted.
    func adoptInserted(_ object: NSManagedObject) {
        object.link = link
        object.state = [.inserted, .registered]
        table.insert(object, at: object.objectID.place)
        if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
        inserted[ObjectIdentifier(object)] = object
        event.inserted[ObjectIdentifier(object)] = object
        scheduleEvent()
    }
}

/// What one save concerns, in the order in which it is told.
struct SavedObjects {
    let inserted: [NSManagedObject]
    let updated: [NSManagedObject]
    let deleted: [NSManagedObject]

    init(_ context: NSManagedObjectContext) {
        inserted = context.inserted.values.filter { !$0.state.contains(.deleted) }
            .sorted { $0.key.row > $1.key.row }
        updated = context.updated.values.filter {
            $0.state.isDisjoint(with: [.deleted, .inserted])
        }.sorted { $0.key.row < $1.key.row }
        deleted = context.deleted.values.filter { !$0.state.contains(.inserted) }
            .sorted { $0.key.row < $1.key.row }
    }

    var objects: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            NSInsertedObjectsKey: Set(inserted), NSUpdatedObjectsKey: Set(updated),
            NSDeletedObjectsKey: Set(deleted),
        ]
        for (key, value) in info where (value as? Set<NSManagedObject>)?.isEmpty == true {
            info[key] = nil
        }
        return info
    }

    var ids: [AnyHashable: Any] {
        [
            NSInsertedObjectIDsKey: Set(inserted.map(\.objectID)),
            NSUpdatedObjectIDsKey: Set(updated.map(\.objectID)),
            NSDeletedObjectIDsKey: Set(deleted.map(\.objectID)),
        ]
    }
}

/// The changes of a context in the form of its stores.
struct SavePlan {
    /// The keys that objects will have.
    let keys: [(NSManagedObject, ObjectKey, NSPersistentStore)]
    private var changes: [(store: NSPersistentStore, changes: ObjectChanges)] = []

    init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) throws {
        let saved = SavedObjects(context)
        var byStore: [Int32: (store: NSPersistentStore, changes: ObjectChanges)] = [:]
        func change(_ store: NSPersistentStore, _ body: (inout ObjectChanges) -> Void) {
            body(&byStore[store.link.number, default: (store, ObjectChanges())].changes)
        }
        // Keys first: relationships among new objects need them.
        var keys: [(NSManagedObject, ObjectKey, NSPersistentStore)] = []
        var keyOf: [ObjectIdentifier: ObjectKey] = [:]
        var waiting: [String: (store: NSPersistentStore, entity: Int, objects: [NSManagedObject])] = [:]
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
            do {
                let given = try store.objects.reserveKeys(entity: entity, count: objects.count)
                for (object, key) in zip(objects, given) {
                    keys.append((object, key, store))
                    keyOf[ObjectIdentifier(object)] = key
                }
            } catch {
                throw StoreProblems.translated(error)
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
            guard let store = object.storeLink?.store, let update = mapping.update(of: object) else {
                continue
            }
            let memberships = mapping.memberships(of: object, object.key)
            guard !update.attributes.isEmpty || !update.toOnes.isEmpty || !memberships.isEmpty
            else { continue }
            if store.isReadOnly { throw SavePlan.readOnly }
            change(store) {
                $0.updated.append(update)
                $0.memberships += memberships
            }
        }
        for object in saved.deleted {
            guard let store = object.storeLink?.store else { continue }
            if store.isReadOnly { throw SavePlan.readOnly }
            change(store) {
                $0.deleted.append(ObjectDeletion(key: object.key, version: object.row?.version))
            }
        }
        changes = byStore.values.sorted { $0.store.link.number < $1.store.link.number }
    }

    private static var readOnly: NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: 513,
            userInfo: [
                NSLocalizedDescriptionKey: "Attempt to write to a read-only persistent store."
            ])
    }

    func save(
        author: String?, name: String?
    ) throws -> [(store: NSPersistentStore, result: ObjectSaveResult)] {
        try changes.map { store, changes in
            var changes = changes
            changes.author = author
            changes.contextName = name
            return (store, try store.objects.save(changes))
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
        for place in object.values.indices where object.values[place] != row.attributes[place] {
            update.attributes.append((place, object.values[place]))
        }
        for (place, key) in toOnes(of: object).enumerated() where key != row.toOnes[place] {
            update.toOnes.append((place, key))
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
