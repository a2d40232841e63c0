import Foundation
import ObjectCore
import PredicateCore

/// Why a save was refused, and what the merge policy does about it.
struct SaveConflicts {
    private let context: NSManagedObjectContext
    private let conflicts: [NSMergeConflict]
    private let constraints: [NSConstraintConflict]

    init(
        _ context: NSManagedObjectContext, _ failure: ObjectSaveFailure, _ plan: SavePlan,
        in store: NSPersistentStore
    ) {
        self.context = context
        // Another store may have the same key.
        let fresh = Dictionary(first: plan.keys.filter { $0.2 === store }.map { ($0.1, $0.0) })
        func object(_ key: ObjectKey) -> NSManagedObject? {
            if let new = fresh[key] { return new }
            guard let runtime = context.runtime(key.entity) else { return nil }
            return context.table.object(at: ObjectPlace(key, runtime.root, store.link))
        }
        conflicts = failure.conflicts.compactMap { conflict in
            guard let source = object(conflict.key) else { return nil }
            return NSMergeConflict(source, stored: conflict.row)
        }
        constraints = failure.constraints.map { constraint in
            let existing =
                object(constraint.existing.key)
                ?? (constraint.isStored
                    ? context.object(
                        of: SourceRow(row: constraint.existing, store: store.link),
                        refreshing: false) : nil)
            let mine = object(constraint.key)
            return NSConstraintConflict(
                constraint.properties, database: constraint.isStored ? existing : nil,
                objects: [mine, constraint.isStored ? nil : existing].compactMap { $0 })
        }
    }

    /// The error for the program.
    var error: NSError {
        NSError.unmerged(conflicts.isEmpty ? constraints as [Any] : conflicts as [Any])
    }

    /// Lets the policy solve the conflicts in the context's objects.
    func resolve() throws {
        if conflicts.isEmpty, constraints.isEmpty { throw error }
        do {
            if !conflicts.isEmpty {
                try context.policy.resolve(optimisticLockingConflicts: conflicts)
            }
            if !constraints.isEmpty {
                try context.policy.resolve(constraintConflicts: constraints)
            }
        } catch {
            throw context.policy === NSMergePolicy.error ? self.error : error
        }
    }
}
