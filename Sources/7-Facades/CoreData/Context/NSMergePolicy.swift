public import Foundation
import ObjectCore

/// How conflicts are solved.
///
///     // A subclass of NSMergePolicy, whose super.resolve(…) then lets the object's values win:
///     context.mergePolicy = LongerTitle(merge: .mergeByPropertyObjectTrumpMergePolicyType)
public enum NSMergePolicyType: UInt, Sendable {
    /// They are errors.
    case errorMergePolicyType = 0
    /// The store's values win, property by property.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// The object's values win, property by property.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The object wins as a whole.
    case overwriteMergePolicyType = 3
    /// The store wins as a whole.
    case rollbackMergePolicyType = 4
}

/// Conflicts make the save fail with an error, as contexts do by default.
public var NSErrorMergePolicy: Any { NSMergePolicy.error }
/// The store's values win, property by property.
public var NSMergeByPropertyStoreTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyStoreTrump }
/// The object's values win, property by property.
public var NSMergeByPropertyObjectTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyObjectTrump }
/// The object wins as a whole.
public var NSOverwriteMergePolicy: Any { NSMergePolicy.overwrite }
/// The store wins as a whole.
public var NSRollbackMergePolicy: Any { NSMergePolicy.rollback }

/// What is done when others saved the same objects.
///
///     context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
///
/// | policy | a save over a row that changed meanwhile |
/// |---|---|
/// | `.error`, the default | throws `managedObjectMerge`; nothing is saved |
/// | `.mergeByPropertyObjectTrump` | property by property; where both changed, the context's value stays |
/// | `.mergeByPropertyStoreTrump` | property by property; where both changed, the store's value stays |
/// | `.overwrite` | the context's object replaces the row |
/// | `.rollback` | the store's row stays, the context's changes of it are dropped |
///
/// Source: [NSMergePolicy](https://developer.apple.com/documentation/coredata/nsmergepolicy).
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Unchecked: constant.
    /// Conflicts make the save fail with an error, as contexts do by default.
    open class var error: NSMergePolicy { errorPolicy }
    /// Conflicts are rolled back: the store wins as a whole.
    open class var rollback: NSMergePolicy { rollbackPolicy }
    /// The object wins as a whole.
    open class var overwrite: NSMergePolicy { overwritePolicy }
    /// The object's values win, property by property.
    open class var mergeByPropertyObjectTrump: NSMergePolicy { objectPolicy }
    /// The store's values win, property by property.
    open class var mergeByPropertyStoreTrump: NSMergePolicy { storePolicy }

    private static let errorPolicy = NSMergePolicy(merge: .errorMergePolicyType)
    private static let rollbackPolicy = NSMergePolicy(merge: .rollbackMergePolicyType)
    private static let overwritePolicy = NSMergePolicy(merge: .overwriteMergePolicyType)
    private static let objectPolicy = NSMergePolicy(
        merge: .mergeByPropertyObjectTrumpMergePolicyType)
    private static let storePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)

    /// How conflicts are solved.
    public let mergeType: NSMergePolicyType

    /// A policy that solves conflicts as its type says.
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// Solves conflicts of any kind: what a save asks comes here in the end, so that a policy of
    /// the program's own may override this and have them all.
    ///
    /// - Throws: ``NSManagedObjectMergeError`` or ``NSManagedObjectConstraintMergeError`` where
    ///   conflicts are errors.
    open func resolve(mergeConflicts list: [Any]) throws {
        if mergeType == .errorMergePolicyType, !list.isEmpty {
            throw NSError.unmerged(list)
        }
        // The objects that stay, by those that went.
        var kept: [ObjectIdentifier: NSManagedObject] = [:]
        defer { redirect(kept) }
        for conflict in list {
            if let conflict = conflict as? NSMergeConflict {
                conflict.resolve(mergeType)
                conflict.sourceObject.awaken(.mergePolicy)
            }
            try (conflict as? NSConstraintConflict)?.resolve(mergeType, &kept)
        }
    }

    /// What points at objects that went, without an inverse, points at those that stay.
    private func redirect(_ kept: [ObjectIdentifier: NSManagedObject]) {
        guard let context = kept.values.lazy.compactMap({ $0.link.context }).first else { return }
        for object in Array(context.inserted.values) + Array(context.updated.values)
        where !object.state.contains(.deleted) {
            object.redirect { target in
                var target = target
                while let next = kept[ObjectIdentifier(target)] { target = next }
                return target
            }
        }
    }

    /// Solves conflicts with what others saved: as ``resolve(mergeConflicts:)`` does.
    ///
    /// - Throws: ``NSManagedObjectMergeError`` where conflicts are errors.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        try resolve(mergeConflicts: list)
    }

    /// Solves conflicts of values that may occur once: as ``resolve(mergeConflicts:)`` does.
    ///
    /// - Throws: ``NSManagedObjectConstraintMergeError`` where conflicts are errors.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        try resolve(mergeConflicts: list)
    }
}

/// An object that others saved after it was read.
///
///     } catch let error as CocoaError where error.code == .managedObjectMerge {
///         for conflict in error.persistentStoreSaveConflicts ?? [] {
///             conflict.sourceObject        // with the values that were to be saved
///             conflict.persistedSnapshot ?? conflict.cachedSnapshot  // the values that the store has
///         }
///     }
open class NSMergeConflict: NSObject {
    /// The object that is to be saved.
    public let sourceObject: NSManagedObject
    /// The values of the object that is to be saved.
    public let objectSnapshot: [String: Any]?
    /// What the coordinator last knew; nil where another of its contexts deleted the object.
    ///
    /// The values that another of its contexts saved since, or else what the object was when it was read.
    public let cachedSnapshot: [String: Any]?
    /// What the store has now where that is from elsewhere, such as another process or a batch request.
    ///
    /// Nil where it is from a context of the coordinator, or the row is gone.
    public let persistedSnapshot: [String: Any]?
    /// The version that the store has; 0 where the row is gone.
    public let newVersionNumber: Int
    /// The version that was read.
    public let oldVersionNumber: Int
    let stored: ObjectRow?

    /// A conflict of a program's own, for a policy to resolve.
    ///
    ///     let conflict = NSMergeConflict(
    ///         source: item, newVersion: 2, oldVersion: 1, cachedSnapshot: cached,
    ///         persistedSnapshot: nil)
    ///     try NSMergePolicy.mergeByPropertyObjectTrump.resolve(optimisticLockingConflicts: [conflict])
    ///
    /// - Parameters:
    ///   - srcObject: The object that is to be saved.
    ///   - newvers: The version that the store has; 0 where the row is gone.
    ///   - oldvers: The version that was read.
    ///   - cachesnap: What the context or the coordinator last knew.
    ///   - persnap: What the store has; nil where the conflict is with `cachesnap` alone.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        objectSnapshot = srcObject.dictionaryWithValues(
            forKeys: srcObject.runtime.entity.attributes.map(\.name))
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        // The row that the store's snapshot speaks of, so that a policy resolves it as any other.
        stored =
            newvers == 0
            ? nil
            : srcObject.row.map { row in
                var made = row
                made.version = Int64(newvers)
                for (place, attribute) in srcObject.runtime.entity.attributes.enumerated() {
                    guard let value = (persnap ?? cachesnap)?[attribute.name],
                        let taken = AttributeValue.coerced(
                            value, attribute.type, srcObject.runtime.attributeDescriptions[place])
                    else { continue }
                    made.attributes[place] = taken
                }
                return made
            }
    }

    init(_ object: NSManagedObject, stored: ObjectRow?) {
        sourceObject = object
        self.stored = stored
        let runtime = object.runtime
        func snapshot(_ values: [Value]) -> [String: Any] {
            var made: [String: Any] = [:]
            for (place, attribute) in runtime.entity.attributes.enumerated()
            where values.indices.contains(place) {
                made[attribute.name] = runtime.bridged(values[place], at: place) ?? NSNull()
            }
            return made
        }
        objectSnapshot = snapshot(object.values)
        let now = stored.map { snapshot($0.attributes) }
        let isCached = object.storeLink?.hasSaved(object.key, stored?.version ?? 0) == true
        cachedSnapshot = isCached ? now : object.row.map { snapshot($0.attributes) }
        persistedSnapshot = isCached ? nil : now
        newVersionNumber = Int(stored?.version ?? 0)
        oldVersionNumber = Int(object.row?.version ?? 0)
    }

    /// Makes the object what it is to be saved as.
    func resolve(_ type: NSMergePolicyType) {
        guard let context = sourceObject.link.context else { return }
        context.event.refreshed[ObjectIdentifier(sourceObject)] = sourceObject
        guard let stored else { return resolveDeleted(type, context) }
        if sourceObject.state.contains(.deleted) {
            // A deletion wins, except where the store wins as a whole.
            sourceObject.row = stored
            if type == .rollbackMergePolicyType { restore(stored, context) }
            return
        }
        guard let old = sourceObject.row else { return }
        switch type {
        case .errorMergePolicyType: break
        case .rollbackMergePolicyType: restore(stored, context)
        case .overwriteMergePolicyType:
            // What it points at is of the object too, also where that was not read.
            for slot in 0..<sourceObject.runtime.toOneCount
            where old.toOnes[slot] != stored.toOnes[slot] { readTarget(slot, context) }
            sourceObject.row = stored
        case .mergeByPropertyObjectTrumpMergePolicyType:
            sourceObject.mergeRow(stored)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            // What the store changed wins; what only the object changed stays.
            for place in sourceObject.values.indices
            where old.attributes[place] != stored.attributes[place] {
                sourceObject.values[place] = stored.attributes[place]
            }
            for slot in sourceObject.related.indices.prefix(sourceObject.runtime.toOneCount)
            where old.toOnes[slot] != stored.toOnes[slot] {
                sourceObject.related[slot] = .unloaded
            }
            sourceObject.mergeRow(stored, storeWins: true)
        }
    }

    private func restore(_ stored: ObjectRow, _ context: NSManagedObjectContext) {
        if sourceObject.state.contains(.deleted) { context.undelete(sourceObject) }
        context.updated[ObjectIdentifier(sourceObject)] = nil
        sourceObject.state.remove([.updated, .inEvent])
        sourceObject.related = []
        sourceObject.row = stored
        if !sourceObject.state.contains(.fault) { sourceObject.values = stored.attributes }
        sourceObject.dropDecoded()
    }

    /// Others deleted the row.
    private func resolveDeleted(_ type: NSMergePolicyType, _ context: NSManagedObjectContext) {
        let object = sourceObject
        context.updated[ObjectIdentifier(object)] = nil
        context.deleted[ObjectIdentifier(object)] = nil
        switch type {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            if object.state.contains(.deleted) { return drop(object, context) }
            // The object wins: it is saved again, under its own key, with what it pointed at.
            for slot in 0..<object.runtime.toOneCount { readTarget(slot, context) }
            for case .many(let members) in object.related { members.stored = nil }
            object.state.insert(.inserted)
            object.state.remove(.updated)
            object.row = nil
            context.inserted[ObjectIdentifier(object)] = object
        case .errorMergePolicyType, .rollbackMergePolicyType,
            .mergeByPropertyStoreTrumpMergePolicyType:
            drop(object, context)
        }
    }

    /// Reads what the row points at, which is saved with the object.
    ///
    /// What others deleted is not pointed at, unless it is saved again too.
    private func readTarget(_ slot: Int, _ context: NSManagedObjectContext) {
        guard let target = sourceObject.relatedOne(slot),
            target.key == sourceObject.row?.toOnes[slot],
            target.state.isDisjoint(with: [.inserted, .updated])
        else { return }
        do {
            let row = try context.sourceRows([(target.key, target.storeLink)]).first ?? nil
            if row == nil { sourceObject.related[slot] = .one(nil) }
        } catch {
            context.couldNotRead(sourceObject, error)
        }
    }

    private func drop(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
        // What was about to point at it points at nothing.
        for slot in object.related.indices {
            guard let inverse = object.runtime.relationship(slot).inverse else { continue }
            for target in object.knownTargets(slot) { target.dropInverse(inverse.name, object) }
        }
        context.forget(object)
        object.state.insert(.gone)
        object.related = []
        context.event.deleted[ObjectIdentifier(object)] = object
    }
}

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

extension NSError {
    /// The error of conflicts that stay.
    static func unmerged(_ conflicts: [Any]) -> NSError {
        let isConstraint = !conflicts.isEmpty && conflicts.allSatisfy { $0 is NSConstraintConflict }
        return coreData(
            isConstraint ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError,
            "Could not merge changes.", [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
}

extension NSManagedObjectContext {
    /// Takes an object back that was never saved, or deletes one that was.
    func discardInserted(_ object: NSManagedObject) {
        guard object.state.contains(.inserted) else { return delete(object) }
        unrelate(object)
        event.updated[ObjectIdentifier(object)] = nil
        if event.inserted.removeValue(forKey: ObjectIdentifier(object)) == nil {
            event.deleted[ObjectIdentifier(object)] = object
        }
        forget(object)
        object.related = []
    }

    /// Takes an object out of its relationships, on both sides.
    func unrelate(_ object: NSManagedObject) {
        // A new object has what was touched, and nothing else.
        let isNew = object.state.contains(.inserted)
        for slot in 0..<(isNew ? object.related.count : object.runtime.relationshipCount) {
            if slot < object.runtime.toOneCount {
                if object.relatedOne(slot) != nil { object.setOne(slot, nil) }
            } else {
                for member in object.members(slot).list { object.removeMember(slot, member) }
            }
        }
    }
}
