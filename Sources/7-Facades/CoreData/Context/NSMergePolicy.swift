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
