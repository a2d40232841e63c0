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
