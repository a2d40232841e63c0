public import Foundation

/// Migrates a store through several versions of its model, stage by stage.
///
///     let manager = NSStagedMigrationManager([
///         NSLightweightMigrationStage([v1.versionChecksum]),
///         NSCustomMigrationStage(migratingFrom: v2, to: v3),
///     ])
///     description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
///
/// Stages are in the order of the versions. A store begins at the stage that knows its model: each
/// ``NSCustomMigrationStage`` from there on is run, the store brought to the stage's model before
/// where it is of an earlier one, and at the end to the coordinator's model. Each stage is
/// complete on the disk before the next begins; a migration that failed goes on where it stopped.
///
/// The store must be opened with ``NSMigratePersistentStoresAutomaticallyOption`` and
/// ``NSInferMappingModelAutomaticallyOption``, which a description has by itself. It throws
/// ``NSManagedObjectModelReferenceNotFoundError`` where no stage knows the store's model, and
/// ``NSStagedMigrationBackwardMigrationError`` where the coordinator's is an earlier one.
open class NSStagedMigrationManager: NSObject {
    /// The stages, in their order.
    public let stages: [NSMigrationStage]
    /// Gives the handlers of a stage the store that is migrated; nil when none of them runs.
    ///
    /// It has a copy of the store beside it, which takes its place after the stage.
    open internal(set) var container: NSPersistentContainer?

    /// A manager of stages in the order of the versions of a model.
    public init(_ stages: [NSMigrationStage]) {
        self.stages = stages
        super.init()
    }

    /// Refuses stages that say two things of one version.
    ///
    /// Apple's systems raise an exception when the manager is made.
    func check() throws {
        var (starts, ends, lists): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        func refuse(_ text: String, _ stage: NSMigrationStage) -> NSError {
            NSError.coreData(NSMigrationError, "\(text) (stage '\(stage.label ?? "")')")
        }
        for stage in stages {
            var isNew = true
            if let custom = stage as? NSCustomMigrationStage {
                let (current, next) = (custom.currentModel, custom.nextModel)
                if current.versionChecksum == next.versionChecksum {
                    throw refuse(
                        "The current model reference and the next model reference cannot be "
                            + "equal.", stage)
                }
                isNew =
                    starts.insert(current.versionChecksum).inserted
                    && ends.insert(next.versionChecksum).inserted
            } else if let lightweight = stage as? NSLightweightMigrationStage {
                for checksum in lightweight.versionChecksums {
                    isNew = lists.insert(checksum).inserted && isNew
                }
            }
            if !isNew {
                throw refuse("Duplicate version checksums across stages detected.", stage)
            }
        }
    }
}
