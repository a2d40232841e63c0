import Foundation
import ObjectCore
import PredicateCore

extension NSManagedObject {
    /// Gives a fault its values.
    final func fire() {
        guard state.contains(.fault) else { return }
        // As on Apple's systems, where it comes from what the coordinator keeps of rows: with what other
        // contexts have saved since the fetch.
        if let known = row, link.context?.parentContext == nil,
            storeLink?.isOutdated(key, known.version) == true
        {
            row = nil
            related = []
        }
        if row == nil {
            guard let context = link.context else {
                values = [Value](repeating: .null, count: runtime.entity.attributes.count)
                state.remove(.fault)
                return
            }
            do {
                try context.load(self)
                if row == nil,
                    !context.shouldHandleInaccessibleFault(
                        self, for: objectID, triggeredByProperty: nil)
                {
                    throw NSManagedObjectContext.missing(self)
                }
            } catch {
                // It stays a fault, which is read again the next time.
                values = [Value](repeating: .null, count: runtime.entity.attributes.count)
                return context.couldNotRead(self, error)
            }
        }
        guard let row else {
            // The row is gone: it reads as a deleted object.
            values = [Value](repeating: .null, count: runtime.entity.attributes.count)
            state.remove(.fault)
            state.insert([.gone, .deleted])
            return
        }
        values = row.attributes
        state.remove(.fault)
        batch = nil
        if !runtime.transientDefaults.isEmpty, extras == nil { extras = runtime.transientDefaults }
        quietly { awakeFromFetch() }
    }

    /// Tells the object that it has other values, unless it is a fault, which has none yet.
    final func awaken(_ events: NSSnapshotEventType) {
        if state.contains(.fault) || link.context == nil { return }
        quietly { awake(fromSnapshotEvents: events) }
    }

    /// What the object sets of itself in the meantime is no change.
    private func quietly(_ body: () -> Void) {
        let wasQuiet = state.contains(.quiet)
        state.insert(.quiet)
        body()
        if !wasQuiet { state.remove(.quiet) }
    }

    /// Forgets values and relationships; they are read again when they are asked for.
    final func turnIntoFault(keepingRow: Bool = false) {
        guard !state.contains(.fault) else {
            if !keepingRow { row = nil }
            related = []
            return
        }
        willTurnIntoFault()
        values = []
        related = []
        extras = nil
        before = nil
        if !keepingRow { row = nil }
        state.insert(.fault)
        state.remove(.updated)
        didTurnIntoFault()
    }

    /// Forgets decoded forms of transformable attributes.
    final func dropDecoded() {
        guard runtime.hasTransformables, extras != nil else { return }
        for attribute in runtime.entity.attributes where attribute.type == .transformable {
            extras?[attribute.name] = nil
        }
    }

    /// Tells the context that the object is about to change.
    final func willModify() {
        if state.contains(.fault) { fire() }
        guard let context = link.context, !state.contains(.quiet) else { return }
        if !state.contains(.inEvent) {
            // Only the undo manager needs the earlier state of a new object.
            if !state.contains(.inserted) || context.undoManager != nil {
                before = EventSnapshot(
                    values: values, extras: extras, related: [:],
                    wasUpdated: state.contains(.updated))
            }
            state.insert(.inEvent)
            context.noteEvent(self)
        }
        if state.isDisjoint(with: [.inserted, .updated]) {
            state.insert(.updated)
            context.noteUpdate(self)
        }
    }

    /// Notes what a relationship was before the event.
    final func willModify(relationship slot: Int) {
        willModify()
        prepareRelated()
        guard before != nil, before?.related[slot] == nil else { return }
        switch related[slot] {
        case .unloaded:
            if slot < runtime.toOneCount { before?.related[slot] = .one(relatedOne(slot)) }
        case .one(let object): before?.related[slot] = .one(object)
        case .many(let known):
            // Undo replaces the whole list, which is read for it where it was not yet.
            let isNeeded = link.context?.undoManager != nil
            let members = isNeeded && !known.isLoaded ? self.members(slot) : known
            if members.isLoaded { before?.related[slot] = .many(members.list) }
        }
    }
}
