public import Foundation

/// One stage of a staged migration: an ``NSLightweightMigrationStage`` or an
/// ``NSCustomMigrationStage``.
///
///     let stages = [NSLightweightMigrationStage(["checksum of version 1", "checksum of version 2"])]
///     let manager = NSStagedMigrationManager(stages)
///     description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
///
/// Source: [NSMigrationStage](https://developer.apple.com/documentation/coredata/nsmigrationstage).
open class NSMigrationStage: NSObject {
    /// What the stage is for, in the author's words; empty where nothing was said.
    open var label: String! = ""

    /// A stage; use one of the subclasses.
    public override init() { super.init() }
}

/// Versions of a model that follow from each other by inference.
///
///     let stage = NSLightweightMigrationStage([v1.versionChecksum])
///     stage.label = "Adds a colour"
///
/// It says where in the order of the stages these versions stand. A store of one of them goes in
/// one step to the model with which the next custom stage begins, or to the coordinator's model.
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The checksums of the models, oldest first.
    public let versionChecksums: [String]

    /// A stage of models with these ``NSManagedObjectModel/versionChecksum``s.
    public init(_ checksums: [String]) {
        versionChecksums = checksums
        super.init()
    }
}

/// A step from one model to the next, with work of the program before and after.
///
///     let stage = NSCustomMigrationStage(migratingFrom: v1, to: v2)
///     stage.willMigrateHandler = { manager, _ in
///         guard let context = manager.container?.newBackgroundContext() else { return }
///         try context.performAndWait {
///             let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
///             request.predicate = NSPredicate(format: "title == nil")
///             for note in try context.fetch(request) { note.setValue("", forKey: "title") }
///             try context.save()
///         }
///     }
///
/// Both handlers and the step between them are one: a program that ends in the middle, and a
/// handler that throws, leave the store as it was before the stage. The handlers work on a copy
/// of the store, which takes its place when the stage is over.
open class NSCustomMigrationStage: NSMigrationStage {
    /// Does work before or after a stage.
    public typealias Handler = (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void

    /// The model before the stage.
    public let currentModel: NSManagedObjectModelReference
    /// The model after the stage.
    public let nextModel: NSManagedObjectModelReference
    /// Called before the stage, when the manager's container has the store with
    /// ``currentModel``.
    open var willMigrateHandler: Handler?
    /// Called after the stage, when the manager's container has the store with ``nextModel``.
    open var didMigrateHandler: Handler?

    /// A stage between two models.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference,
        to nextModel: NSManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
        super.init()
    }
}
