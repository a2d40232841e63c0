#if SwiftData
import CoreData
import Foundation

/// A migration plan as the staged migration of Core Data.
struct MigrationTranslation {
    let migration: any SchemaMigrationPlan.Type
    /// Gives a version's model the configurations of the container.
    let configure: (NSManagedObjectModel) -> Void

    func manager() throws -> NSStagedMigrationManager {
        var plans: [ObjectIdentifier: SchemaPlan] = [:]
        func plan(_ version: any VersionedSchema.Type) throws -> SchemaPlan {
            let id = ObjectIdentifier(version)
            if let plan = plans[id] { return plan }
            let made = try SchemaPlan(Schema(versionedSchema: version))
            configure(made.model)
            plans[id] = made
            return made
        }
        var stages: [NSMigrationStage] = []
        var listed: Set<String> = []
        /// Says of a version that a store may be of it.
        func list(_ version: any VersionedSchema.Type) throws {
            let checksum = try checksum(version)
            if listed.insert(checksum).inserted {
                stages.append(NSLightweightMigrationStage([checksum]))
            }
        }
        func checksum(_ version: any VersionedSchema.Type) throws -> String {
            try plan(version).model.versionChecksum
        }
        /// A step from one version to the next.
        func step(
            _ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type
        ) throws -> NSCustomMigrationStage {
            func reference(_ version: any VersionedSchema.Type) throws
                -> NSManagedObjectModelReference
            {
                let model = try plan(version).model
                return NSManagedObjectModelReference(
                    model: model, versionChecksum: model.versionChecksum)
            }
            try listed.formUnion([checksum(from), checksum(to)])
            return NSCustomMigrationStage(
                migratingFrom: try reference(from), to: try reference(to))
        }
        // A version begins one step at most, and ends one.
        var starts: Set<String> = []
        var ends: Set<String> = []
        for case .custom(let from, let to, _, _) in migration.stages {
            starts.insert(try checksum(from))
            ends.insert(try checksum(to))
        }
        for stage in migration.stages {
            switch stage {
            case .lightweight(let from, let to):
                let (old, new) = (try checksum(from), try checksum(to))
                // By itself, since what is renamed may be renamed again in the next one.
                if old != new, !starts.contains(old), !ends.contains(new) {
                    starts.insert(old)
                    ends.insert(new)
                    stages.append(try step(from, to))
                } else {
                    try list(from)
                    try list(to)
                }
            case .custom(let from, let to, let willMigrate, let didMigrate):
                let (old, new) = (try plan(from), try plan(to))
                guard old.model.versionChecksum != new.model.versionChecksum else {
                    throw SwiftDataError.loadIssueModelContainer.because(
                        "The versions \(from.versionIdentifier) and \(to.versionIdentifier) of "
                            + "the migration plan have the same models; a stage between them has "
                            + "nothing to migrate.")
                }
                let made = try step(from, to)
                made.willMigrateHandler = MigrationTranslation.handler(willMigrate, old)
                made.didMigrateHandler = MigrationTranslation.handler(didMigrate, new)
                stages.append(made)
            }
        }
        if migration.stages.isEmpty { for version in migration.schemas { try list(version) } }
        return NSStagedMigrationManager(stages)
    }

    /// Calls a block with a context of a version's models.
    private static func handler(
        _ block: ((_ context: ModelContext) throws -> Void)?, _ plan: SchemaPlan
    ) -> NSCustomMigrationStage.Handler? {
        guard let block else { return nil }
        return { manager, _ in
            guard let container = manager.container else { return }
            let context = ModelContext(
                ModelContainer(plan, container.persistentStoreCoordinator))
            try block(context)
        }
    }
}
#endif
