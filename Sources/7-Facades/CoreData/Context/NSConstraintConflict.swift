public import Foundation
import ObjectCore

/// Objects with the same values where each may have them once.
///
///     override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
///         for conflict in list { print(conflict.constraint, conflict.constraintValues) }
///         try super.resolve(constraintConflicts: list)
///     }
open class NSConstraintConflict: NSObject {
    /// The properties, by name.
    public let constraint: [String]
    /// The values of the first conflicting object, by property; `NSNull` for nil.
    public let constraintValues: [String: Any]
    /// The object that the store has; nil where both are new.
    public let databaseObject: NSManagedObject?
    /// What the store has.
    public let databaseSnapshot: [String: Any]?
    /// The objects that were to be saved.
    public let conflictingObjects: [NSManagedObject]
    /// The attributes of the conflicting objects by name, one dictionary for each.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    /// A conflict of a program's own, for a policy to resolve.
    ///
    /// - Parameters:
    ///   - contraint: The properties, by name.
    ///   - databaseObject: The object that the store has; nil where both are new.
    ///   - databaseSnapshot: What the store has.
    ///   - conflictingObjects: The objects that are to be saved.
    ///   - conflictingSnapshots: What they are, a dictionary for each.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.conflictingObjects = conflictingObjects
        var values: [String: Any] = [:]
        for name in contraint {
            values[name] = conflictingObjects.first?.value(forKey: name) ?? NSNull()
        }
        constraintValues = values
        self.databaseSnapshot = databaseSnapshot?.named(Any.self)
        self.conflictingSnapshots = conflictingSnapshots.compactMap { $0 as? [AnyHashable: Any] }
    }

    /// A conflict about nothing, as `NSObject` makes it on Apple's systems.
    public convenience override init() {
        self.init(
            constraint: [], database: nil, databaseSnapshot: nil, conflicting: [],
            conflictingSnapshots: [])
    }

    convenience init(
        _ properties: [String], database: NSManagedObject?, objects: [NSManagedObject]
    ) {
        func snapshot(_ object: NSManagedObject) -> [AnyHashable: Any] {
            object.dictionaryWithValues(forKeys: object.runtime.entity.attributes.map(\.name))
        }
        self.init(
            constraint: properties, database: database, databaseSnapshot: database.map(snapshot),
            conflicting: objects, conflictingSnapshots: objects.map(snapshot))
    }

    /// Leaves one object with the values, and notes it by the one that goes.
    func resolve(
        _ type: NSMergePolicyType, _ kept: inout [ObjectIdentifier: NSManagedObject]
    ) throws {
        guard let mine = conflictingObjects.first,
            let other = databaseObject ?? conflictingObjects.dropFirst().first, other !== mine
        else { throw NSError.unmerged([self]) }
        // Another conflict may have taken one of them away; what is left is found by the next attempt.
        guard let context = mine.link.context, other.link.context != nil,
            !mine.state.contains(.deleted), !other.state.contains(.deleted)
        else { return }
        if other.state.contains(.fault) { other.fire() }
        switch type {
        case .errorMergePolicyType: break
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            // The row of the store takes the new object's values; the new object goes.
            let defaults = mine.runtime.defaults
            other.willModify()
            other.dropDecoded()
            for attribute in mine.runtime.entity.attributes {
                // Objects of two entities share what those above both have.
                guard case .attribute(let place)? = other.runtime.slots[attribute.name],
                    other.runtime.entity.attributes[place].declaredBy == attribute.declaredBy
                else { continue }
                let value = mine.values[attribute.place]
                if type == .overwriteMergePolicyType || value != defaults[attribute.place] {
                    other.values[place] = value
                }
            }
            moveRelationships(from: mine, to: other)
            context.discardInserted(mine)
            if mine.runtime === other.runtime { kept[ObjectIdentifier(mine)] = other }
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
            if mine.state.contains(.inserted) {
                if type == .mergeByPropertyStoreTrumpMergePolicyType {
                    moveRelationships(from: mine, to: other)
                }
                context.discardInserted(mine)
                if mine.runtime === other.runtime { kept[ObjectIdentifier(mine)] = other }
            } else {
                context.refresh(mine, mergeChanges: false)
            }
        }
    }

    private func moveRelationships(from mine: NSManagedObject, to other: NSManagedObject) {
        guard mine.runtime === other.runtime else { return }
        // A new object has what was touched, and nothing else.
        let isNew = mine.state.contains(.inserted)
        for slot in 0..<(isNew ? mine.related.count : mine.runtime.relationshipCount) {
            if slot < mine.runtime.toOneCount {
                guard let target = mine.relatedOne(slot) else { continue }
                mine.setOne(slot, nil)
                // What joined the two would lead to itself.
                if target !== other { other.setOne(slot, target) }
            } else {
                for target in mine.members(slot).list {
                    mine.removeMember(slot, target)
                    if target !== other { other.addMember(slot, target) }
                }
            }
        }
    }
}
