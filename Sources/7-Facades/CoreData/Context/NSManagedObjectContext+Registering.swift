import Foundation
import ObjectCore

extension NSManagedObjectContext {
    /// What ``registeredObject(for:)`` does where it is not overridden.
    func ownRegisteredObject(_ objectID: NSManagedObjectID) -> NSManagedObject? {
        registered(at: objectID.place)
            ?? aliases[objectID.key.row].flatMap { table.object(at: $0.place) }
    }

    /// The object of a place, also of one that its parent gave a permanent identifier meanwhile.
    private func registered(at place: ObjectPlace) -> NSManagedObject? {
        table.object(at: place) ?? (takeIdentifiers() ? table.object(at: place) : nil)
    }

    /// What ``object(with:)`` does where it is not overridden.
    func ownObject(_ objectID: NSManagedObjectID) -> NSManagedObject {
        if let known = ownRegisteredObject(objectID) {
            heldObjects?.hold(known)
            return known
        }
        let current = aliases[objectID.key.row] ?? objectID
        let object = makeFault(current.key, own(current.runtime), current.storeLink)
        heldObjects?.hold(object)
        return object
    }

    /// What ``existingObject(with:)`` does where it is not overridden.
    func ownExistingObject(_ objectID: NSManagedObjectID) throws -> NSManagedObject {
        let object = ownObject(objectID)
        if object.state.contains(.deleted) { throw NSManagedObjectContext.missing(object) }
        if object.state.contains(.fault) {
            if object.row == nil {
                do { try load(object) } catch { throw StoreProblems.translated(error) }
            }
            guard object.row != nil else {
                table.forget(object)
                object.state.remove(.registered)
                throw NSManagedObjectContext.missing(object)
            }
            object.fire()
        }
        return object
    }

    static func missing(_ object: NSManagedObject) -> NSError {
        NSError.coreData(
            NSManagedObjectReferentialIntegrityError,
            "Core Data could not fulfill a fault for '\(object.objectID)'",
            [NSAffectedObjectsErrorKey: [object]])
    }

    /// The form of an entity in this context's model: contexts of one model share it.
    func own(_ runtime: EntityRuntime) -> EntityRuntime {
        guard let model = modelIfAny, let mine = model.entitiesByName[runtime.name]?.inUse else {
            return runtime
        }
        return mine
    }

    func runtime(_ number: Int) -> EntityRuntime? {
        guard let entities = modelInUse?.entities, entities.indices.contains(number) else {
            return nil
        }
        return entities[number]
    }

    /// The model's form, kept once it is known; a child asks each time, on a queue of its own.
    var modelInUse: ModelRuntime? {
        if let knownModel { return knownModel }
        // A model that is none has no form; adding a store to it throws why.
        let found = try? modelIfAny?.inUse()
        if parentContext == nil { knownModel = found }
        return found
    }

    /// The object of a key; a fault where the context does not have it yet.
    func object(at key: ObjectKey, _ store: StoreLink?) -> NSManagedObject? {
        var (key, store) = (key, store)
        if key.isTemporary {
            takeIdentifiers()
            if let alias = aliases[key.row] { (key, store) = (alias.key, alias.storeLink) }
        }
        guard let runtime = runtime(key.entity) else { return nil }
        if let known = registered(at: ObjectPlace(key, runtime.root, store)) { return known }
        return makeFault(key, runtime, store)
    }

    func makeFault(
        _ key: ObjectKey, _ runtime: EntityRuntime, _ store: StoreLink?
    ) -> NSManagedObject {
        let type = makesPlainObjects ? NSManagedObject.self : runtime.objectClass
        let object = type.init(__entity: runtime.description, context: nil)
        object.key = key
        object.storeLink = store
        object.cachedID = nil
        object.values = []
        object.extras = nil
        object.related = []
        object.link = link
        object.state = [.fault, .registered]
        table.insert(object, at: ObjectPlace(key, runtime.root, store))
        if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
        return object
    }

    /// The object of a row, which it takes over where the object is a fault.
    func object(of row: SourceRow, refreshing: Bool) -> NSManagedObject? {
        var row = row
        // The parent may have saved since it gave the row.
        if row.row.key.isTemporary, let alias = aliases[row.row.key.row] {
            row.row.key = alias.key
            row.store = alias.storeLink
        }
        guard let runtime = runtime(row.row.key.entity) else { return nil }
        return object(of: row.row, runtime, row.store, refreshing: refreshing)
    }

    func object(
        of row: ObjectRow, _ runtime: EntityRuntime, _ store: StoreLink?, refreshing: Bool
    ) -> NSManagedObject {
        guard let known = registered(at: ObjectPlace(row.key, runtime.root, store)) else {
            let object = makeFault(row.key, runtime, store)
            object.row = row
            return object
        }
        if known.state.contains(.fault) {
            // What was prefetched with another version; a parent's rows keep theirs while it changes.
            if !known.related.isEmpty, parentContext != nil || known.row?.version != row.version {
                known.related = []
            }
            known.row = row
        } else if refreshing {
            known.mergeRow(row)
            known.awaken(.refresh)
        }
        return known
    }

    /// Reads the row of a fault, and those of its batch.
    func load(_ object: NSManagedObject) throws {
        if let batch = object.batch {
            let waiting = batch.waiting
            let rows = try sourceRows(waiting.map { ($0.key, $0.storeLink) })
            for (object, row) in zip(waiting, rows) { object.row = row }
            for object in waiting { object.batch = nil }
            // What cannot be read now is read when it is used.
            try? prefetch(batch.paths, waiting)
            return
        }
        object.row = try sourceRows([(object.key, object.storeLink)]).first ?? nil
    }

    // MARK: Identifiers

    /// What ``obtainPermanentIDs(for:)`` does where it is not overridden.
    func ownObtainPermanentIDs(_ objects: [NSManagedObject]) throws {
        guard let coordinator = persistentStoreCoordinator else {
            throw NSError.coreData(NSCoreDataError, "The context has no persistent store.")
        }
        var known: [Int64: NSManagedObjectID] = [:]
        if let parentContext {
            // The parent's table belongs to its queue, where others may change it meanwhile.
            known = try parentContext.performAndWait { () -> [Int64: NSManagedObjectID] in
                let theirs = objects.compactMap {
                    parentContext.registeredObject(for: $0.objectID)
                }
                try parentContext.obtainPermanentIDs(for: theirs)
                return parentContext.aliases
            }
        }
        var own: [Int32: (store: NSPersistentStore, objects: [NSManagedObject])] = [:]
        for object in objects where object.key.isTemporary {
            if let alias = known[object.key.row] {
                rekey(object, alias.key, alias.storeLink)
                continue
            }
            let store = try coordinator.store(for: object)
            if store.link.references != nil {
                own[store.link.number, default: (store, [])].objects.append(object)
                continue
            }
            guard
                let key = try store.objects.reserveKeys(entity: object.runtime.number, count: 1)
                    .first
            else { continue }
            rekey(object, key, store.link)
        }
        for (store, objects) in own.values {
            for (object, id) in zip(objects, try store.permanentIDs(for: objects)) {
                rekey(object, id.key, store.link)
            }
        }
        if parentContext != nil { renameKeys(aliases) }
    }

    /// What objects know of others by temporary keys they know by the permanent ones.
    func renameKeys(_ aliases: [Int64: NSManagedObjectID]) {
        func current(_ key: ObjectKey) -> ObjectKey {
            key.isTemporary ? aliases[key.row]?.key ?? key : key
        }
        for object in table.all {
            if let toOnes = object.row?.toOnes, toOnes.contains(where: { $0?.isTemporary == true })
            {
                object.row?.toOnes = toOnes.map { $0.map(current) }
            }
            for case .many(let members) in object.related
            where members.stored?.contains(where: \.isTemporary) == true {
                members.stored = members.stored?.map(current)
            }
        }
    }

    /// Gives an object another key.
    func rekey(_ object: NSManagedObject, _ key: ObjectKey, _ store: StoreLink?) {
        let old = object.objectID
        object.key = key
        object.storeLink = store
        object.cachedID = nil
        if let row = object.row {
            object.row = ObjectRow(
                key: key, version: row.version, attributes: row.attributes, toOnes: row.toOnes)
        }
        table.insert(object, at: object.objectID.place)
        if tellChildren(of: object.objectID, since: old.key.row) || parentContext != nil {
            aliases[old.key.row] = object.objectID
        }
    }

    // MARK: Refreshing

    /// What ``refresh(_:mergeChanges:)`` does where it is not overridden.
    func ownRefresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        guard object.link.context === self, !object.state.contains(.inserted) else { return }
        if !flag {
            object.turnIntoFault()
            updated[ObjectIdentifier(object)] = nil
            if !object.state.contains(.deleted) {
                event.refreshed[ObjectIdentifier(object)] = object
            }
            event.updated[ObjectIdentifier(object)] = nil
            object.state.remove(.inEvent)
            scheduleEvent()
            return
        }
        guard !object.state.contains(.fault) else {
            object.row = nil
            object.related = []
            event.refreshed[ObjectIdentifier(object)] = object
            scheduleEvent()
            return
        }
        if !object.state.contains(.updated) {
            object.turnIntoFault()
        } else {
            do {
                let row = try sourceRows([(object.key, object.storeLink)]).first ?? nil
                if let row {
                    object.mergeRow(row)
                    object.awaken(.refresh)
                }
            } catch {
                couldNotRead(object, error)
            }
        }
        event.refreshed[ObjectIdentifier(object)] = object
        scheduleEvent()
    }

    /// What ``reset()`` does where it is not overridden.
    func ownReset() {
        heldObjects?.removeAll()
        // Children keep their objects, whose identifiers they get from here.
        takeIdentifiers()
        let objects = table.removeAll()
        let identifiers = objects.map(\.objectID)
        for object in objects {
            // What the program still holds has no values any more.
            object.turnIntoFault()
            object.batch = nil
            object.state.formIntersection([.fault, .gone])
            object.link = ContextLink.none
        }
        inserted = [:]
        updated = [:]
        deleted = [:]
        event = ContextEvent()
        retained = [:]
        aliases = [:]
        undoManager?.removeAllActions()
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: self,
            userInfo: [NSInvalidatedAllObjectsKey: identifiers])
    }

    /// What ``rollback()`` does where it is not overridden.
    func ownRollback() {
        undoManager?.removeAllActions()
        let dropped = inserted.values.map { (object: $0, wasTold: isTold($0)) }
        let changed =
            Array(updated.values) + deleted.values.filter { !$0.state.contains(.inserted) }
        inserted = [:]
        updated = [:]
        deleted = [:]
        event = ContextEvent()
        for (object, wasTold) in dropped {
            forget(object)
            if wasTold { event.deleted[ObjectIdentifier(object)] = object }
        }
        for object in changed where object.link.context === self {
            object.state.remove([.updated, .deleted, .inEvent, .propagated])
            object.before = nil
            event.refreshed[ObjectIdentifier(object)] = object
            guard !object.state.contains(.fault), let row = object.row else { continue }
            let names = onIndirectChange == nil ? [] : object.changedNames()
            object.values = row.attributes
            object.related = []
            object.dropDecoded()
            object.tellIndirectChange(names)
        }
        for object in changed where object.link.context === self { object.awaken(.rollback) }
        ownProcessPendingChanges()
        // Dropped objects that refer to each other would otherwise never be deallocated.
        for (object, _) in dropped { object.related = [] }
    }

    /// Whether others were told that an object was inserted.
    func isTold(_ object: NSManagedObject) -> Bool {
        event.inserted[ObjectIdentifier(object)] == nil
    }
}

extension NSManagedObject {
    /// Takes over a newer row, keeping what was changed here.
    ///
    /// - Parameter storeWins: Whether an order that others changed too is the store's.
    final func mergeRow(_ new: ObjectRow, storeWins: Bool = false) {
        guard !state.contains(.fault), let old = row else {
            row = new
            return
        }
        // What cannot be transformed any more stays, and refuses the save.
        try? transformAssigned()
        for place in values.indices where values[place].isKept(as: old.attributes[place]) {
            values[place] = new.attributes[place]
            if runtime.types[place] == .transformable {
                extras?[runtime.entity.attributes[place].name] = nil
            }
        }
        for slot in related.indices {
            switch related[slot] {
            case .unloaded: continue
            case .one(let object):
                if object?.key == old.toOnes[slot], old.toOnes[slot] != new.toOnes[slot] {
                    related[slot] = .unloaded
                }
            case .many(let members): mergeMembers(slot, members, storeWins: storeWins)
            }
        }
        row = new
        tellIndirectChange(names(thatDiffer: old, new))
    }

    /// Keeps what was added and removed here over what the store has now, which is read when it is needed.
    final func mergeMembers(_ slot: Int, _ members: Members, storeWins: Bool) {
        guard members.isLoaded else { return }
        if runtime.relationship(slot).isOrdered, members.isRearranged,
            keepOrder(slot, members, storeWins: storeWins)
        {
            return
        }
        let was = Set(members.stored ?? [])
        let now = Set(members.list.map(\.key))
        let fresh = Members(isLoaded: false)
        for object in members.list where !was.contains(object.key) { fresh.add(object) }
        for key in was where !now.contains(key) {
            if let object = link.context?.object(at: key, storeLink) { fresh.remove(object) }
        }
        related[slot] = .many(fresh)
    }

    /// Keeps the order of a relationship; what others put in comes last, and what they took out goes.
    ///
    /// - Returns: Whether it is kept.
    private func keepOrder(_ slot: Int, _ members: Members, storeWins: Bool) -> Bool {
        // A list that cannot be read now stays as it is.
        guard let context = link.context,
            let found = try? context.sourceMembers(slot - runtime.toOneCount, [key], storeLink),
            let stored = found.first
        else { return true }
        guard !storeWins || stored == members.stored else { return false }
        let (was, there) = (Set(members.stored ?? []), Set(stored))
        let mine = members.list.filter { !was.contains($0.key) || there.contains($0.key) }
        let more = stored.filter { !was.contains($0) }
        members.replace(mine + more.compactMap { context.object(at: $0, storeLink) })
        members.stored = stored
        return true
    }

    /// The names of properties that differ between two rows.
    private func names(thatDiffer old: ObjectRow, _ new: ObjectRow) -> [String] {
        var names: [String] = []
        for place in values.indices where old.attributes[place] != new.attributes[place] {
            names.append(runtime.entity.attributes[place].name)
        }
        for slot in 0..<runtime.toOneCount where old.toOnes[slot] != new.toOnes[slot] {
            names.append(runtime.relationship(slot).name)
        }
        return names
    }
}
