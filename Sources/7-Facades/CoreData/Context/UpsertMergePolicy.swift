import Foundation
import ObjectCore

extension NSMergePolicy {
    /// A save under a value that may occur once changes the object that has the value.
    ///
    ///     context.mergePolicy = NSMergePolicy.upsert
    ///     // The store has the tag "sea" in row 4. A new Tag with the name "sea" is saved:
    ///     // row 4 stays, with all values and relationships of the new one, also the empty ones.
    ///
    /// As SwiftData saves `@Attribute(.unique)`. The newer of two objects wins; the row of the
    /// store stays, or of two rows the one that had the value. Only where an object must have the
    /// row in its inverse to one, it stays related. nil occurs as often as it likes. What others
    /// saved meanwhile is merged as ``mergeByPropertyObjectTrump`` does.
    ///
    /// A row has one entity: where the newer object is of another entity than the older one, such as
    /// another one below that of the constraint, the older object is deleted. What must point
    /// at it, and what points at it without an inverse, points at the newer one.
    ///
    /// - Throws: ``NSManagedObjectConstraintMergeError`` where an object must have the older one in a
    ///   relationship that the entity of the newer one lacks.
    package static var upsert: NSMergePolicy { UpsertMergePolicy.shared }
}

/// ``NSMergePolicy/upsert``.
final class UpsertMergePolicy: NSMergePolicy, @unchecked Sendable {
    static let shared = UpsertMergePolicy()

    private init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

    override func resolve(mergeConflicts list: [Any]) throws {
        try super.resolve(mergeConflicts: list.filter { !($0 is NSConstraintConflict) })
        let conflicts = list.compactMap { $0 as? NSConstraintConflict }
        guard !conflicts.isEmpty else { return }
        var upserts = Upserts()
        for conflict in conflicts { try upserts.solve(conflict) }
        guard upserts.finish() else { throw NSError.unmerged(conflicts) }
    }
}

/// The objects of one save that become one with others.
private struct Upserts {
    private var context: NSManagedObjectContext?
    private var all: [(dropped: NSManagedObject, kept: NSManagedObject)] = []
    private var keptFor: [ObjectIdentifier: NSManagedObject] = [:]

    /// Makes two objects one, if both have the values still.
    mutating func solve(_ conflict: NSConstraintConflict) throws {
        guard let first = conflict.conflictingObjects.first,
            let second = conflict.databaseObject ?? conflict.conflictingObjects.dropFirst().first
        else { return }
        let (newer, older) = (kept(for: first), kept(for: second))
        guard newer !== older, let context = newer.link.context, older.link.context === context,
            older.state.isDisjoint(with: [.deleted, .gone]), !newer.state.contains(.deleted),
            Upserts.agree(newer, older, on: conflict.constraint)
        else { return }
        // A row keeps its entity, so the newer object stays where it has another one.
        let isOtherEntity = newer.runtime.name != older.runtime.name
        if isOtherEntity, !canKeepMandatory(of: older, in: newer) { return }
        self.context = context
        // An object that is in the store stays; of two, the one that had the value.
        if isOtherEntity || older.state.contains(.inserted) && !newer.state.contains(.inserted) {
            keepMandatory(of: older, in: newer)
            try drop(older, for: newer, context)
        } else {
            takeAttributes(of: newer, older)
            takeRelationships(of: newer, older)
            try drop(newer, for: older, context)
        }
    }

    /// Points what has no inverse at the objects that stayed, and tells of them.
    ///
    /// - Returns: Whether anything became one.
    func finish() -> Bool {
        guard let context, !all.isEmpty else { return false }
        for object in Array(context.inserted.values) + Array(context.updated.values)
        where !object.state.contains(.deleted) { object.redirect { kept(for: $0) } }
        for (dropped, kept) in all { context.onUpsert?(dropped, kept) }
        return true
    }

    private func kept(for object: NSManagedObject) -> NSManagedObject {
        var object = object
        while let next = keptFor[ObjectIdentifier(object)] { object = next }
        return object
    }

    private static func agree(
        _ a: NSManagedObject, _ b: NSManagedObject, on names: [String]
    ) -> Bool {
        for object in [a, b] where object.state.contains(.fault) { object.fire() }
        return names.allSatisfy { name in
            switch (a.runtime.slots[name], b.runtime.slots[name]) {
            case (.attribute(let place), .attribute(let other)):
                let type = a.runtime.entity.attributes[place].type
                let value = type.normalized(a.values[place])
                return !value.isNull && value == type.normalized(b.values[other])
            case (.toOne(let place), .toOne(let other)):
                return a.relatedKey(place) != nil && a.relatedKey(place) == b.relatedKey(other)
            default: return false  // Constraints have no other properties.
            }
        }
    }

    // MARK: Values

    private func takeAttributes(of newer: NSManagedObject, _ kept: NSManagedObject) {
        kept.willModify()
        kept.dropDecoded()
        for attribute in newer.runtime.entity.attributes where attribute.source.derivation == nil {
            // Objects of two entities share what those above both have.
            guard case .attribute(let place)? = kept.runtime.slots[attribute.name],
                kept.runtime.entity.attributes[place].declaredBy == attribute.declaredBy
            else { continue }
            kept.values[place] = newer.values[attribute.place]
        }
        for (name, value) in newer.extras ?? [:] {
            guard case .transient? = kept.runtime.slots[name] else { continue }
            if kept.extras == nil { kept.extras = [:] }
            kept.extras?[name] = value
        }
    }

    private func takeRelationships(of newer: NSManagedObject, _ kept: NSManagedObject) {
        for slot in 0..<newer.runtime.relationshipCount {
            let relationship = newer.runtime.relationship(slot)
            guard let own = kept.sharedSlot(of: relationship) else { continue }
            let wanted = newer.targets(slot).map { $0 === newer ? kept : $0 }
            let mandatory = mandatory(own, of: kept).filter { old in
                !wanted.contains { $0 === old }
            }
            if own < kept.runtime.toOneCount {
                kept.setOne(own, wanted.first ?? mandatory.first)
            } else {
                kept.setMembers(own, wanted + mandatory)
            }
        }
    }

    /// The objects of a relationship that must have this one.
    private func mandatory(_ slot: Int, of object: NSManagedObject) -> [NSManagedObject] {
        guard let inverse = object.runtime.relationship(slot).inverse, !inverse.isToMany else {
            return []
        }
        return object.targets(slot).filter { target in
            guard !target.state.contains(.deleted),
                let back = target.runtime.relationshipSlot(inverse.name)
            else { return false }
            return !target.runtime.relationship(back).source.isOptional
        }
    }

    /// Whether all that must have an object can have another one in its place.
    private func canKeepMandatory(
        of dropped: NSManagedObject, in kept: NSManagedObject
    ) -> Bool {
        (0..<dropped.runtime.relationshipCount).allSatisfy { slot in
            kept.sharedSlot(of: dropped.runtime.relationship(slot)) != nil
                || mandatory(slot, of: dropped).isEmpty
        }
    }

    private func keepMandatory(of dropped: NSManagedObject, in kept: NSManagedObject) {
        for slot in 0..<dropped.runtime.relationshipCount {
            guard let own = kept.sharedSlot(of: dropped.runtime.relationship(slot)) else {
                continue
            }
            for object in mandatory(slot, of: dropped) {
                if own >= kept.runtime.toOneCount {
                    kept.addMember(own, object)
                } else if kept.relatedOne(own) == nil {
                    kept.setOne(own, object)
                }
            }
        }
    }

    // MARK: What goes

    private mutating func drop(
        _ object: NSManagedObject, for kept: NSManagedObject, _ context: NSManagedObjectContext
    ) throws {
        all.append((object, kept))
        keptFor[ObjectIdentifier(object)] = kept
        if object.state.contains(.inserted) {
            context.discardInserted(object)
        } else {
            try context.redirect(from: object, to: kept)
            // Its rules must not reach what the other has now.
            context.unrelate(object)
            context.delete(object)
        }
    }
}

extension NSManagedObjectContext {
    /// Points the stored objects that refer to an object without an inverse at another one.
    fileprivate func redirect(from object: NSManagedObject, to kept: NSManagedObject) throws {
        for runtime in modelInUse?.entities ?? [] {
            for slot in 0..<runtime.relationshipCount {
                let relationship = runtime.relationship(slot)
                guard relationship.inverse == nil, relationship.declaredBy == runtime.number,
                    runtime.takes(object, slot)
                else { continue }
                let request = NSFetchRequest<NSManagedObject>(entityName: runtime.name)
                request.predicate = NSPredicate(
                    format: slot < runtime.toOneCount ? "%K == %@" : "ANY %K == %@",
                    relationship.name, object)
                for referrer in try fetch(request) {
                    // Read, so that it is among those that are known.
                    guard let own = referrer.sharedSlot(of: relationship) else { continue }
                    _ = referrer.targets(own)
                    referrer.redirect { $0 === object ? kept : $0 }
                }
            }
        }
    }
}

extension NSManagedObject {
    /// The slot of a relationship of an object of the same entity, or of another one that has it
    /// from the same entity above.
    final func sharedSlot(of relationship: ModelRelationship) -> Int? {
        guard let slot = runtime.relationshipSlot(relationship.name),
            runtime.relationship(slot).declaredBy == relationship.declaredBy
        else { return nil }
        return slot
    }

    /// Points what has no inverse at the objects that stayed in the place of others.
    ///
    /// A relationship that takes no objects of their entity loses those that went.
    final func redirect(to kept: (NSManagedObject) -> NSManagedObject) {
        for slot in related.indices where runtime.relationship(slot).inverse == nil {
            switch related[slot] {
            case .unloaded: continue
            case .one(let target):
                guard let target else { continue }
                let wanted = kept(target)
                if wanted !== target { setOne(slot, runtime.takes(wanted, slot) ? wanted : nil) }
            case .many(let members):
                let known = members.isLoaded ? members.list : members.added
                for (place, target) in known.enumerated() {
                    let wanted = kept(target)
                    guard wanted !== target else { continue }
                    removeMember(slot, target)
                    guard runtime.takes(wanted, slot) else { continue }
                    addMember(slot, wanted, at: members.isLoaded ? place : nil)
                }
            }
        }
    }
}
