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
        try propagateDeletions()
        ownProcessPendingChanges()
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
        // Apple's systems post the notifications of a save without changes too.
        guard hasChanges else {
            return tellOfSave(SavedObjects(inserted: [], updated: [], deleted: []))
        }
        try reading { try askObjects() }
        try reading { try validate() }
        for objects in [inserted, updated] {
            for object in objects.values { try object.transformAssigned() }
        }
        if let parentContext {
            try saveToParent(parentContext)
        } else {
            try saveToStores()
        }
    }

    /// `willSave` of every object, again for those that another one's changed afterwards.
    private func askObjects() throws {
        // What each object was when its own was over.
        var asked: [ObjectIdentifier: [Value]] = [:]
        for _ in 0..<1000 {
            let waiting = (Array(inserted.values) + Array(updated.values) + Array(deleted.values))
                .filter { asked[ObjectIdentifier($0)] != $0.values }
            guard !waiting.isEmpty else { return }
            for object in waiting where asked[ObjectIdentifier(object)] != object.values {
                object.willSave()
                asked[ObjectIdentifier(object)] = object.values
            }
            try propagateDeletions()
            ownProcessPendingChanges()
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
        try Validation.raise(errors)
    }

    // MARK: To the stores

    private func saveToStores() throws {
        guard let coordinator else { return }
        try identifyInserted(coordinator)
        // With several stores, some may have saved when another refuses. Those saves are final, and
        // their notifications are posted whether or not the rest succeeds.
        var done: [(saved: SavedObjects, tokens: [StoreToken])] = []
        defer { for (saved, tokens) in done { tell(saved, tokens) } }
        // Conflicts are solved by the policy, and the rest tried again with what it left.
        var patience = SavePatience()
        while true {
            let plan = try SavePlan(self, coordinator)
            var results: [SavePlan.Result] = []
            do {
                try plan.save(self, into: &results)
                done.append(finish(plan, results, SavedObjects(self), isRest: true))
                return
            } catch {
                if !results.isEmpty {
                    let stores = Set(results.map(\.store.link.number))
                    let part = SavedObjects(self).within(stores, plan.keys)
                    done.append(finish(plan, results, part, isRest: false))
                }
                guard let failure = error as? ObjectSaveFailure,
                    let store = plan.store(after: results.count)
                else {
                    throw StoreProblems.translated(error)
                }
                let conflicts = SaveConflicts(self, failure, plan, in: store)
                guard patience.goesOn(after: failure) else { throw conflicts.error }
                try reading { try conflicts.resolve() }
                ownProcessPendingChanges()
                // Rows that it changed were not looked at before.
                if policy is UpsertMergePolicy { try reading { try validate() } }
            }
        }
    }

    /// Gives new objects of stores of the program's own their identifiers: the save shows them to it.
    private func identifyInserted(_ coordinator: NSPersistentStoreCoordinator) throws {
        guard coordinator.persistentStores.contains(where: { $0.link.references != nil }) else {
            return
        }
        let new = inserted.values.sorted { $0.key.row > $1.key.row }.filter {
            $0.key.isTemporary && !$0.state.contains(.deleted)
        }
        let own = try new.filter { try coordinator.store(for: $0).link.references != nil }
        try StoreProblems.translating { try reading { try ownObtainPermanentIDs(own) } }
    }

    /// Takes over what stores saved: keys, versions, derived values.
    private func finish(
        _ plan: SavePlan, _ results: [SavePlan.Result], _ saved: SavedObjects, isRest: Bool
    ) -> (saved: SavedObjects, tokens: [StoreToken]) {
        let stores = Set(results.map(\.store.link.number))
        for (object, key, store) in plan.keys
        where object.key != key && (isRest || stores.contains(store.link.number)) {
            rekey(object, key, store.link)
        }
        var versions: [ObjectPlace: Int64] = [:]
        for (store, result) in results {
            for (key, version) in result.versions {
                guard let root = runtime(key.entity)?.root else { continue }
                versions[ObjectPlace(key, root, store.link)] = version
            }
        }
        for object in saved.inserted + saved.updated {
            let place = ObjectPlace(object.key, object.runtime.root, object.storeLink)
            commit(object, version: versions[place] ?? object.row?.version ?? 1)
        }
        for (store, result) in results {
            for (key, values) in result.derived {
                guard let runtime = runtime(key.entity),
                    let object = table.object(at: ObjectPlace(key, runtime.root, store.link))
                else { continue }
                let isFault = object.state.contains(.fault)
                for (place, value) in values {
                    if !isFault { object.values[place] = value }
                    object.row?.attributes[place] = value
                }
            }
        }
        leave(saved, isRest: isRest)
        return (saved, results.map { StoreToken(store: $0.store, token: $0.result.token) })
    }

    /// Notifies other contexts and observers of a save.
    private func tell(_ saved: SavedObjects, _ tokens: [StoreToken]) {
        tellOfSave(saved, tokens)
        coordinator?.saved(by: self, MergedChanges(saved), stores: tokens)
        tellChildren(MergedChanges(saved))
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
        object.forgetAssigned()
    }

    /// Lets go of what was saved and of what was deleted; what waits stays where it is no rest.
    func leave(_ saved: SavedObjects, isRest: Bool = true) {
        for object in saved.deleted {
            table.forget(object)
            object.state.remove([.deleted, .updated, .inserted, .inEvent, .registered, .propagated])
            object.state.insert(.gone)
            retained[ObjectIdentifier(object)] = nil
        }
        if isRest {
            inserted = [:]
            updated = [:]
            deleted = [:]
        } else {
            for object in saved.inserted { inserted[ObjectIdentifier(object)] = nil }
            for object in saved.inserted + saved.updated { updated[ObjectIdentifier(object)] = nil }
            for object in saved.deleted { deleted[ObjectIdentifier(object)] = nil }
        }
        event = ContextEvent()
    }

    func tellOfSave(_ saved: SavedObjects, _ tokens: [StoreToken] = []) {
        for object in saved.inserted + saved.updated + saved.deleted { object.didSave() }
        for object in saved.deleted { object.link = ContextLink.none }
        var info = saved.objects
        info[NSManagedObjectContextQueryGenerationKey] = queryGenerationToken
        let places = tokens.filter { $0.token > 0 }.map { ($0.store.link.identifier, $0.token) }
        // The key of Apple's systems, which have no constant for it.
        if !places.isEmpty {
            info["newChangeToken"] = NSPersistentHistoryToken(Dictionary(first: places))
        }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSave, object: self, userInfo: info)
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: self, userInfo: saved.ids)
        // Deleted objects that refer to each other would otherwise never be deallocated.
        for object in saved.deleted { object.related = [] }
    }

    // MARK: To the parent

    private func saveToParent(_ parent: NSManagedObjectContext) throws {
        let saved = SavedObjects(self)
        try parent.performAndWait {
            var push = ParentPush(saved: saved, parent: parent)
            try parent.reading { try push.prepare() }
            push.run()
            parent.ownProcessPendingChanges()
            parent.tellChildren(MergedChanges(saved), except: self)
        }
        for object in saved.inserted + saved.updated { commit(object, version: 0) }
        leave(saved)
        tellOfSave(saved)
        tellChildren(MergedChanges(saved))
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
