import Foundation
import ObjectCore

extension NSManagedObjectContext {
    func insertNew(_ object: NSManagedObject) {
        if object.key.row == 0 {
            object.key = ObjectKey(entity: object.runtime.number, row: TemporaryRows.next())
        }
        if object.runtime.entity.isAbstract {
            raise("Cannot insert instances of abstract entity \(object.runtime.name).")
        }
        object.cachedID = nil
        object.link = link
        object.state.insert([.inserted, .registered])
        if object.extras == nil, !object.runtime.transientDefaults.isEmpty {
            object.extras = object.runtime.transientDefaults
        }
        table.insert(object, at: object.objectID.place)
        if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
        inserted[ObjectIdentifier(object)] = object
        event.inserted[ObjectIdentifier(object)] = object
        heldObjects?.hold(object)
        scheduleEvent()
        object.awakeFromInsert()
    }

    func undelete(_ object: NSManagedObject) {
        object.state.remove([.deleted, .propagated])
        deleted[ObjectIdentifier(object)] = nil
        event.deleted[ObjectIdentifier(object)] = nil
        if object.state.contains(.updated) { updated[ObjectIdentifier(object)] = object }
    }

    func noteUpdate(_ object: NSManagedObject) {
        guard !object.state.contains(.deleted) else { return }
        updated[ObjectIdentifier(object)] = object
    }

    func noteEvent(_ object: NSManagedObject) {
        event.updated[ObjectIdentifier(object)] = object
        scheduleEvent()
    }

    /// What ``processPendingChanges()`` does where it is not overridden.
    func ownProcessPendingChanges() {
        guard !isProcessing, !event.isEmpty || !deleted.isEmpty else { return }
        isProcessing = true
        defer { isProcessing = false }
        // What cannot be read now is tried again by the save, which throws.
        if propagatesDeletesAtEndOfEvent { try? propagateDeletions() }
        guard !event.isEmpty else {
            for object in forgetUnsaved() { object.related = [] }
            return
        }
        registerUndo()
        let unsaved = forgetUnsaved()
        let told = event
        event = ContextEvent()
        for object in told.updated.values { object.state.remove(.inEvent) }
        tell(told)
        // An observer asks what an object was before, and what it changes itself is the next event's.
        for object in told.updated.values where !object.state.contains(.inEvent) {
            object.before = nil
        }
        for object in unsaved { object.related = [] }
    }

    /// Lets go of what was deleted before it was ever saved.
    private func forgetUnsaved() -> [NSManagedObject] {
        let unsaved = deleted.values.filter {
            $0.state.isSuperset(of: [.inserted, .deleted, .propagated])
        }
        for object in unsaved { forget(object) }
        return unsaved
    }

    /// Lets go of an object that the stores do not have.
    func forget(_ object: NSManagedObject) {
        let id = ObjectIdentifier(object)
        inserted[id] = nil
        updated[id] = nil
        deleted[id] = nil
        retained[id] = nil
        table.forget(object)
        object.state.remove([.inserted, .updated, .deleted, .inEvent, .registered, .propagated])
        object.before = nil
        object.link = ContextLink.none
    }

    /// Posts what happened.
    private func tell(_ event: ContextEvent) {
        var info: [AnyHashable: Any] = [:]
        let inserted = event.inserted.values.filter { event.deleted[ObjectIdentifier($0)] == nil }
        let deleted = event.deleted.values.filter { event.inserted[ObjectIdentifier($0)] == nil }
        let updated = event.updated.values.filter {
            let id = ObjectIdentifier($0)
            return event.inserted[id] == nil && event.deleted[id] == nil
                && !$0.state.contains(.deleted)
        }
        let refreshed = event.refreshed.values.filter {
            let id = ObjectIdentifier($0)
            return event.updated[id] == nil && event.inserted[id] == nil && event.deleted[id] == nil
        }
        if !inserted.isEmpty { info[NSInsertedObjectsKey] = Set(inserted) }
        if !updated.isEmpty { info[NSUpdatedObjectsKey] = Set(updated) }
        if !deleted.isEmpty { info[NSDeletedObjectsKey] = Set(deleted) }
        if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = Set(refreshed) }
        guard !info.isEmpty else { return }
        if event.isMerge {
            // Without a public name on Apple's systems, and looked for by programs.
            info["NSObjectsChangedByMergeChangesKey"] = Set(
                inserted + updated + deleted + refreshed)
        }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: info)
    }

    /// The end of an event on the main queue comes by itself.
    ///
    /// Not where a program uses the context on another thread: the main queue would then look
    /// at objects while they change. Such a program hears of its changes when it saves.
    ///
    /// A context with ``autosave`` lives until the event is over, and saves then; one with a queue
    /// of its own does so after its block.
    func scheduleEvent() {
        guard !isEventScheduled, !isAutosaving else { return }
        switch kind {
        case .confinementConcurrencyType: return
        case .mainQueueConcurrencyType:
            guard MainQueue.isCurrent else { return }
            isEventScheduled = true
            let kept = autosave == nil ? nil : self
            DispatchQueue.main.async { [weak self] in
                guard let context = kept ?? self else { return }
                context.isEventScheduled = false
                context.ownProcessPendingChanges()
                context.runAutosave()
            }
        case .privateQueueConcurrencyType:
            guard autosave != nil, isRunningHere else { return }
            isEventScheduled = true
            onQueue {
                self.isEventScheduled = false
                self.ownProcessPendingChanges()
                self.runAutosave()
            }
        }
    }

    private func runAutosave() {
        guard let autosave, hasChanges else { return }
        isAutosaving = true
        var isSaved = false
        ownPerformAndWait {
            // After a failure the changes stay; a program that wants the error saves by hand.
            do {
                try autosave(self)
                isSaved = true
            } catch {}
        }
        isAutosaving = false
        // What observers of the save changed is saved too; after a failure only a change of the
        // program's tries again, or an object that changes at each save would keep it busy.
        if isSaved, hasChanges { scheduleEvent() } else { ownProcessPendingChanges() }
    }

    /// Follows the rules of deleted objects.
    ///
    /// - Throws: Why members could not be read. Those deletions are followed the next time.
    func propagateDeletions() throws {
        var waiting = deleted.values.filter { !$0.state.contains(.propagated) }
        var failure: (any Error)?
        while let object = waiting.popLast() {
            guard !object.state.contains(.propagated) else { continue }
            object.state.insert(.propagated)
            do {
                waiting += try reading { followRules(of: object) }
            } catch {
                object.state.remove(.propagated)
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// - Returns: What was deleted by it.
    private func followRules(of object: NSManagedObject) -> [NSManagedObject] {
        var cascaded: [NSManagedObject] = []
        for (name, property) in object.runtime.propertiesByName {
            guard let relationship = property as? NSRelationshipDescription,
                let slot = object.runtime.relationshipSlot(name)
            else { continue }
            let targets = object.targets(slot)
            for target in targets where !target.state.contains(.deleted) {
                switch relationship.deleteRule {
                case .cascadeDeleteRule:
                    delete(target)
                    cascaded.append(target)
                case .nullifyDeleteRule:
                    if let inverse = object.runtime.relationship(slot).inverse {
                        target.dropInverse(inverse.name, object)
                    }
                case .denyDeleteRule, .noActionDeleteRule: break
                }
            }
            // A join table has rows of its own that must go with the object.
            if object.runtime.relationship(slot).usesJoinTable,
                relationship.deleteRule != .denyDeleteRule
            {
                for target in targets where target.state.contains(.deleted) {
                    if let inverse = object.runtime.relationship(slot).inverse {
                        target.dropInverse(inverse.name, object)
                    }
                }
            }
        }
        return cascaded
    }
}

/// What happened since the context told of changes the last time.
struct ContextEvent {
    var inserted: [ObjectIdentifier: NSManagedObject] = [:]
    var updated: [ObjectIdentifier: NSManagedObject] = [:]
    var deleted: [ObjectIdentifier: NSManagedObject] = [:]
    var refreshed: [ObjectIdentifier: NSManagedObject] = [:]
    /// What undoing brought back; to redo is to delete it again.
    var undeleted: [NSManagedObject] = []
    /// Whether it is what was merged.
    var isMerge = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
    }
}
