import Foundation
import ObjectCore
import PredicateCore

extension NSManagedObjectContext {
    /// Makes the event that ends undoable: what the program did, not what was merged.
    func registerUndo() {
        guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
        let inserted =
            event.inserted.values.filter {
                event.deleted[ObjectIdentifier($0)] == nil && $0.state.contains(.inserted)
            }
            + event.undeleted.filter { !$0.state.contains(.deleted) && $0.link.context === self }
        // Relationships of an object that was never saved are forgotten with it.
        let deleted = event.deleted.values.filter {
            event.inserted[ObjectIdentifier($0)] == nil && $0.state.contains(.deleted)
                && !$0.state.contains(.gone)
        }.map { (object: $0, related: $0.related) }
        let changed = event.updated.values.compactMap { object in
            object.before.map { before in
                UndoneChange(
                    object: object, before: before, after: object.values, extras: object.extras,
                    targets: Dictionary(
                        uniqueKeysWithValues: before.related.keys.map {
                            ($0, object.knownTargets($0))
                        }))
            }
        }
        guard !inserted.isEmpty || !deleted.isEmpty || !changed.isEmpty else { return }
        undoManager.registerUndo(withTarget: self) { context in
            context.revert(inserted: inserted, deleted: deleted, changed: changed)
        }
    }

    private struct UndoneChange {
        let object: NSManagedObject
        let before: EventSnapshot
        let after: [Value]
        /// Decoded values of transformable attributes and transient ones after it.
        let extras: [String: Any]?
        /// What the relationships that were changed pointed at after it.
        let targets: [Int: [NSManagedObject]]

        /// A list as it was before; what others put in or took out since stays so.
        func reverted(
            _ now: [NSManagedObject], _ slot: Int, to old: [NSManagedObject]
        ) -> [NSManagedObject] {
            let after = Set((targets[slot] ?? []).map(ObjectIdentifier.init))
            let (was, there) = (
                Set(old.map(ObjectIdentifier.init)), Set(now.map(ObjectIdentifier.init))
            )
            let kept = old.filter { object in
                let id = ObjectIdentifier(object)
                return !after.contains(id) || there.contains(id)
            }
            let more = now.filter { object in
                let id = ObjectIdentifier(object)
                return !after.contains(id) && !was.contains(id)
            }
            return kept + more
        }
    }

    private func revert(
        inserted: [NSManagedObject], deleted: [(object: NSManagedObject, related: [Related])],
        changed: [UndoneChange]
    ) {
        var saved: [(object: NSManagedObject, related: [Related])] = []
        for (object, related) in deleted {
            if object.link === ContextLink.none, !object.state.contains(.gone),
                object.key.isTemporary
            {
                object.related = related
                adoptInserted(object)
            } else if object.link === ContextLink.none, object.state.contains(.gone),
                !object.state.contains(.fault), !object.key.isTemporary
            {
                // The deletion was saved: the object is to have a row again, which is a new one.
                object.key = ObjectKey(entity: object.runtime.number, row: TemporaryRows.next())
                object.cachedID = nil
                object.row = nil
                adoptInserted(object)
                saved.append((object, related))
                continue
            } else if object.link.context === self, !object.state.contains(.gone) {
                undelete(object)
                event.undeleted.append(object)
                if !object.state.contains(.inserted) {
                    event.updated[ObjectIdentifier(object)] = object
                }
            } else {
                continue
            }
            object.awake(fromSnapshotEvents: .undoDeletion)
        }
        for (object, related) in saved {
            object.related = related.map(present)
            object.awake(fromSnapshotEvents: .undoDeletion)
        }
        for change in changed where !change.object.state.contains(.gone) {
            let (object, before) = (change.object, change.before)
            var names = before.related.keys.map { object.runtime.relationship($0).name }
            object.willModify()
            // What others changed meanwhile stays.
            for place in object.values.indices
            where before.values.indices.contains(place) && change.after.indices.contains(place)
                && !before.values[place].isKept(as: change.after[place])
            {
                object.values[place] = before.values[place]
                names.append(object.runtime.entity.attributes[place].name)
            }
            object.revertExtras(to: before, after: change.after, extras: change.extras)
            for (slot, old) in before.related {
                // An object that was read again since has no list to replace, nor one for redo.
                if case .many = old { _ = object.members(slot) }
                object.willModify(relationship: slot)
                switch old {
                case .one(let target): object.related[slot] = .one(target)
                case .many(let list):
                    if case .many(let members) = object.related[slot] {
                        members.replace(change.reverted(members.list, slot, to: list))
                    }
                }
            }
            if !before.wasUpdated, !object.state.contains(.inserted), object.changedNames().isEmpty
            {
                object.state.remove(.updated)
                updated[ObjectIdentifier(object)] = nil
            }
            object.tellIndirectChange(names)
            object.awake(fromSnapshotEvents: .undoUpdate)
        }
        for object in inserted {
            if object.link.context === self {
                delete(object)
                object.awake(fromSnapshotEvents: .undoInsertion)
            }
        }
        // What the reverting itself does belongs to one event, which is what redo reverts.
        ownProcessPendingChanges()
    }

    /// What a relationship of a deleted object pointed at, as far as it is there; none of it is stored.
    private func present(_ related: Related) -> Related {
        func isHere(_ object: NSManagedObject) -> Bool {
            object.link.context === self && object.state.isDisjoint(with: [.deleted, .gone])
        }
        switch related {
        case .unloaded: return .unloaded
        case .one(let target): return .one(target.flatMap { isHere($0) ? $0 : nil })
        case .many(let members):
            let made = Members(isLoaded: true)
            made.replace(members.list.filter(isHere))
            return .many(made)
        }
    }
}
