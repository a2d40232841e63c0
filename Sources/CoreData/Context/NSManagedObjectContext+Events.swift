import Foundation
import ObjectCore

extension NSManagedObjectContext {
    /// Follows deletions and tells of changes: the end of an event.
    public func processPendingChanges() {
        guard !isProcessing, !event.isEmpty || !deleted.isEmpty else { return }
        isProcessing = true
        defer { isProcessing = false }
        if propagatesDeletesAtEndOfEvent { propagateDeletions() }
        guard !event.isEmpty else { return }
        registerUndo()
        let told = event
        event = ContextEvent()
        for object in told.updated.values {
            object.state.remove(.inEvent)
            object.before = nil
        }
        tell(told)
    }

    /// Posts what happened.
    private func tell(_ event: ContextEvent) {
        var info: [AnyHashable: Any] = [:]
        let inserted = event.inserted.values.filter { !$0.state.contains(.deleted) }
        let deleted = event.deleted.values.filter { event.inserted[ObjectIdentifier($0)] == nil }
        let updated = event.updated.values.filter {
            event.inserted[ObjectIdentifier($0)] == nil && !$0.state.contains(.deleted)
        }
        let refreshed = event.refreshed.values.filter { event.updated[ObjectIdentifier($0)] == nil }
        if !inserted.isEmpty { info[NSInsertedObjectsKey] = Set(inserted) }
        if !updated.isEmpty { info[NSUpdatedObjectsKey] = Set(updated) }
        if !deleted.isEmpty { info[NSDeletedObjectsKey] = Set(deleted) }
        if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = Set(refreshed) }
        guard !info.isEmpty else { return }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: info)
    }

    /// The end of an event on the main queue comes by itself.
    func scheduleEvent() {
        guard kind == .mainQueueConcurrencyType, !isEventScheduled else { return }
        isEventScheduled = true
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            isEventScheduled = false
            processPendingChanges()
        }
    }

    /// Follows the rules of deleted objects.
    func propagateDeletions() {
        var waiting = deleted.values.filter { !$0.state.contains(.propagated) }
        while let object = waiting.popLast() {
            guard !object.state.contains(.propagated) else { continue }
            object.state.insert(.propagated)
            for (name, property) in object.runtime.propertiesByName {
                guard let relationship = property as? NSRelationshipDescription,
                    let slot = object.runtime.relationshipSlot(name)
                else { continue }
                let targets =
                    slot < object.runtime.toOneCount
                    ? object.relatedOne(slot).map { [$0] } ?? [] : object.members(slot).list
                for target in targets where !target.state.contains(.deleted) {
                    switch relationship.deleteRule {
                    case .cascadeDeleteRule:
                        delete(target)
                        waiting.append(target)
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
        }
    }
}
