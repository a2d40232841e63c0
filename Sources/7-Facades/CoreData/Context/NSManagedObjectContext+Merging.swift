import Foundation
import ObjectCore
import Synchronization

/// What another context saved, by identifiers: may cross threads.
struct MergedChanges: Sendable {
    var inserted: [NSManagedObjectID]
    var updated: [NSManagedObjectID]
    var deleted: [NSManagedObjectID]
}

extension MergedChanges {
    init(_ saved: SavedObjects) {
        inserted = saved.inserted.map(\.objectID)
        updated = saved.updated.map(\.objectID)
        deleted = saved.deleted.map(\.objectID)
    }

    /// Reads a notification: objects, identifiers or URIs under the usual keys.
    ///
    /// Identifiers of another coordinator stand for those of this one, where it has the store too.
    init(_ info: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator?) {
        let links = (coordinator?.persistentStores ?? []).map(\.link)
        func own(_ id: NSManagedObjectID) -> NSManagedObjectID? {
            guard let coordinator, let link = id.storeLink, !id.isTemporaryID,
                !links.contains(where: { $0 === link })
            else { return id }
            return coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
        }
        func ids(_ keys: [String]) -> [NSManagedObjectID] {
            keys.flatMap { key -> [NSManagedObjectID] in
                let members: [Any] =
                    switch info[key] {
                    case let set as Set<AnyHashable>: set.map(\.base)
                    case let set as NSSet: set.allObjects
                    case let list as [Any]: list
                    default: []  // Nothing under the key.
                    }
                return members.compactMap { member in
                    switch member {
                    case let object as NSManagedObject: own(object.objectID)
                    case let id as NSManagedObjectID: own(id)
                    case let url as URL: coordinator?.managedObjectID(forURIRepresentation: url)
                    default: nil  // Nothing that says which object.
                    }
                }
            }
        }
        inserted = ids([NSInsertedObjectsKey, NSInsertedObjectIDsKey])
        updated = ids([
            NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey,
            NSRefreshedObjectIDsKey,
        ])
        deleted = ids([NSDeletedObjectsKey, NSDeletedObjectIDsKey])
    }
}

extension NSManagedObjectContext {
    /// Lets contexts take over changes that were made elsewhere.
    ///
    ///     NSManagedObjectContext.mergeChanges(
    ///         fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [viewContext])
    public class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts {
            context.performAndWait {
                context.merge(
                    MergedChanges(changeNotificationData, context.persistentStoreCoordinator))
                context.ownProcessPendingChanges()
            }
        }
    }

    /// Takes over the changes that wait: called on the context's queue.
    func applyPendingMerges() {
        let waiting = pendingMerges.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for changes in waiting { merge(changes) }
    }

    /// Takes over changes soon.
    func enqueueMerge(_ changes: MergedChanges) {
        pendingMerges.withLock { $0.append(changes) }
        onQueue { [weak self] in
            self?.applyPendingMerges()
            self?.ownProcessPendingChanges()
        }
    }

    func merge(_ changes: MergedChanges) {
        // What the program did so far is an event of its own: it may be undone, merging may not.
        ownProcessPendingChanges()
        takeIdentifiers()
        var fresh: [NSManagedObject] = []
        for id in changes.inserted {
            let object = object(with: id)
            guard !object.state.contains(.inserted) else { continue }
            fresh.append(object)
            event.inserted[ObjectIdentifier(object)] = object
        }
        let known = changes.updated.compactMap { registeredObject(for: $0) }
            .filter { !$0.state.contains(.inserted) }
        takeOver(fresh + known)
        for object in known { event.refreshed[ObjectIdentifier(object)] = object }
        var gone: Set<ObjectIdentifier> = []
        for id in changes.deleted {
            guard let object = registeredObject(for: id), !object.state.contains(.inserted) else {
                continue
            }
            table.forget(object)
            updated[ObjectIdentifier(object)] = nil
            deleted[ObjectIdentifier(object)] = nil
            retained[ObjectIdentifier(object)] = nil
            object.state.insert([.deleted, .gone])
            object.state.remove([.registered, .updated])
            gone.insert(ObjectIdentifier(object))
            event.deleted[ObjectIdentifier(object)] = object
        }
        forgetReferences(to: gone, changes.deleted)
        let hasMerged = !event.isEmpty
        event.isMerge = hasMerged
        if hasMerged { scheduleEvent() }
        let refreshed = Set(event.refreshed.values.map(\.objectID))
        ownProcessPendingChanges()
        if hasMerged {
            let told: [AnyHashable: Any] = [
                NSInsertedObjectIDsKey: Set(changes.inserted),
                NSUpdatedObjectIDsKey: Set(changes.updated),
                NSDeletedObjectIDsKey: Set(changes.deleted),
                NSRefreshedObjectIDsKey: refreshed,
            ]
            NotificationCenter.default.post(
                name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: told)
        }
        tellChildren(changes)
    }

    /// Takes over the rows of objects as they are now.
    private func takeOver(_ objects: [NSManagedObject]) {
        var waiting = objects
        if parentContext != nil {
            // The parent's queue may wait for this one: it is asked only where that must be.
            for object in objects where object.state.isDisjoint(with: [.updated, .deleted]) {
                object.turnIntoFault()
            }
            waiting = objects.filter { $0.state.contains(.updated) }
        }
        guard !waiting.isEmpty else { return }
        let rows: [ObjectRow?]
        do {
            rows = try sourceRows(waiting.map { ($0.key, $0.storeLink) })
        } catch {
            // Read again when they are used, which says what is wrong. Changed ones keep the row
            // that they were read with, so that saving them is a conflict.
            for object in waiting where !object.state.contains(.updated) { object.turnIntoFault() }
            return
        }
        for (object, row) in zip(waiting, rows) {
            guard let row else { continue }
            if object.state.contains(.fault) {
                object.row = row
                object.related = []
            } else {
                let changed = object.state.contains(.updated)
                let lists = object.loadedLists
                object.mergeRow(row)
                if !changed { object.dropMembers() }
                object.tellIndirectChange(lists)
                object.awaken(.refresh)
            }
        }
    }

    /// Gives objects the permanent identifiers that the parent gave them meanwhile, so that a row has
    /// one object here.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func takeIdentifiers() -> Bool {
        guard parentContext != nil else { return false }
        let given = givenIdentifiers.withLock { given in
            defer { given = [:] }
            return given
        }
        guard !given.isEmpty else { return false }
        for (temporary, identifier) in given {
            aliases[temporary] = identifier
            // Its own object may be gone, and those of its children not.
            tellChildren(of: identifier, since: temporary)
        }
        rekeySaved(given)
        return true
    }

    /// Objects that the parent saved meanwhile get the identifiers that they have now.
    private func rekeySaved(_ aliases: [Int64: NSManagedObjectID]) {
        for object in table.all where object.key.isTemporary && !object.state.contains(.inserted) {
            guard let alias = aliases[object.key.row] else { continue }
            rekey(object, alias.key, alias.storeLink)
        }
        renameKeys(aliases)
    }

    /// Objects that pointed at deleted ones point there no longer.
    ///
    /// They are read again: a batch deletion changes their rows, and names the deleted ones alone.
    private func forgetReferences(to gone: Set<ObjectIdentifier>, _ ids: [NSManagedObjectID]) {
        guard !ids.isEmpty else { return }
        let keys = Dictionary(grouping: ids) { $0.storeLink?.number ?? 0 }
            .mapValues { Set($0.map(\.key)) }
        let roots = Set(ids.map { own($0.runtime).root })
        // The relationships that may lead there, by entity: few objects of many are looked at.
        var slots: [Int: [Int]] = [:]
        let holders = table.all.filter { object in
            let entity = object.runtime.number
            if slots[entity] == nil { slots[entity] = self.slots(of: object.runtime, to: roots) }
            return object.leads(
                slots[entity] ?? [], to: gone, keys[object.storeLink?.number ?? 0] ?? [])
        }
        takeOver(holders.filter { !$0.state.contains(.inserted) })
        for object in holders {
            object.drop(gone)
            if !object.state.contains(.inserted) {
                event.refreshed[ObjectIdentifier(object)] = object
            }
        }
    }

    /// The relationships with an inverse that an entity has to families of entities.
    private func slots(of runtime: EntityRuntime, to roots: Set<Int>) -> [Int] {
        (0..<runtime.relationshipCount).filter { slot in
            let relationship = runtime.relationship(slot)
            guard relationship.inverse != nil else { return false }
            return self.runtime(relationship.destination).map { roots.contains($0.root) } ?? true
        }
    }
}

extension NSManagedObject {
    /// Whether one of some relationships leads to one of some objects, as far as it was read.
    fileprivate func leads(
        _ slots: [Int], to objects: Set<ObjectIdentifier>, _ keys: Set<ObjectKey>
    ) -> Bool {
        guard !slots.isEmpty, row != nil || !related.isEmpty else { return false }
        return slots.contains { slot in
            if slot < runtime.toOneCount, let key = row?.toOnes[slot], keys.contains(key) {
                return true
            }
            return knownTargets(slot).contains { objects.contains(ObjectIdentifier($0)) }
        }
    }

    /// Takes objects out of the relationships that have an inverse, as far as they were read.
    fileprivate func drop(_ objects: Set<ObjectIdentifier>) {
        for slot in related.indices where runtime.relationship(slot).inverse != nil {
            let lost = knownTargets(slot).filter { objects.contains(ObjectIdentifier($0)) }
            guard !lost.isEmpty else { continue }
            if case .many(let members) = related[slot] {
                for object in lost { members.remove(object) }
            } else {
                related[slot] = .one(nil)
            }
            tellIndirectChange([runtime.relationship(slot).name])
        }
    }

    /// The names of the relationships to many that were read.
    final var loadedLists: [String] {
        related.indices.dropFirst(runtime.toOneCount).compactMap { slot in
            guard case .many(let members) = related[slot], members.isLoaded else { return nil }
            return runtime.relationship(slot).name
        }
    }

    /// Forgets relationships to many that were not changed, so that they are read again.
    final func dropMembers() {
        for slot in related.indices.dropFirst(runtime.toOneCount) {
            if case .many(let members) = related[slot], members.isLoaded {
                related[slot] = .unloaded
            }
        }
    }
}
