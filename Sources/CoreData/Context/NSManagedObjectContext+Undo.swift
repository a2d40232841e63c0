import Foundation
import ObjectCore

extension NSManagedObjectContext {
    /// Undoes the last event.
    public func undo() {
        processPendingChanges()
        undoManager?.undo()
        processPendingChanges()
    }

    /// Does again what was undone last.
    public func redo() {
        processPendingChanges()
        undoManager?.redo()
        processPendingChanges()
    }

    /// Makes the event that ends undoable.
    func registerUndo() {
        guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
        let inserted = event.inserted.values.filter { event.deleted[ObjectIdentifier($0)] == nil }
        let deleted = event.deleted.values.filter { event.inserted[ObjectIdentifier($0)] == nil }
        let changed = event.updated.values.compactMap { object in
            object.before.map { (object, $0) }
        }
        guard !inserted.isEmpty || !deleted.isEmpty || !changed.isEmpty else { return }
        undoManager.registerUndo(withTarget: self) { context in
            context.revert(inserted: inserted, deleted: deleted, changed: changed)
        }
    }

    private func revert(
        inserted: [NSManagedObject], deleted: [NSManagedObject],
        changed: [(NSManagedObject, EventSnapshot)]
    ) {
        for object in deleted where object.link.context === self {
            undelete(object)
            if !object.state.contains(.inserted) { event.updated[ObjectIdentifier(object)] = object }
            object.awake(fromSnapshotEvents: .undoDeletion)
        }
        for (object, before) in changed where !object.state.contains(.gone) {
            object.willModify()
            object.values = before.values
            object.extras = before.extras
            for (slot, old) in before.related {
                object.willModify(relationship: slot)
                switch old {
                case .one(let target): object.related[slot] = .one(target)
                case .many(let list):
                    if case .many(let members) = object.related[slot] { members.replace(list) }
                }
            }
            if !before.wasUpdated, !object.state.contains(.inserted), object.changedNames().isEmpty {
                object.state.remove(.updated)
                updated[ObjectIdentifier(object)] = nil
            }
            object.awake(fromSnapshotEvents: .undoUpdate)
        }
        for object in inserted {
            if object.link.context === self {
                delete(object)
                object.awake(fromSnapshotEvents: .undoInsertion)
            }
        }
        // What the reverting itself does belongs to one event, which is what redo reverts.
        processPendingChanges()
    }
}
