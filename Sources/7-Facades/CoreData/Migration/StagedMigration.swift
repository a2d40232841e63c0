import Foundation
import CoreDataModel
import ObjectCore
import Stores

/// Brings the store of one place through the stages of a manager.
struct StagedMigration {
    let manager: NSStagedMigrationManager
    let request: StoreOpening.Request
    let place: String

    /// A version's place in the order of the stages: of a custom stage, the model before it is
    /// number 0 and that after it number 1.
    private struct Position: Comparable {
        let stage: Int
        let number: Int

        static func < (a: Position, b: Position) -> Bool {
            (a.stage, a.number) < (b.stage, b.number)
        }
    }

    /// Migrates; the store is then of the coordinator's model.
    ///
    /// - Throws: What a handler throws, and what a migration does: the store is then as the stage
    ///   before left it.
    func run() throws {
        guard request.options.isOn(NSMigratePersistentStoresAutomaticallyOption),
            request.options.isOn(NSInferMappingModelAutomaticallyOption)
        else {
            throw NSError.coreData(
                NSMigrationError,
                "Staged Migration was requested with "
                    + "NSPersistentStoreStagedMigrationManagerOptionKey but without setting "
                    + "NSMigratePersistentStoresAutomaticallyOption and "
                    + "NSInferMappingModelAutomaticallyOption to YES.")
        }
        try manager.check()
        let start = try self.start()
        let wanted = request.managedModel.versionChecksum
        let target = position { $0 == wanted }
        if let target, target < start {
            throw NSError.coreData(
                NSStagedMigrationBackwardMigrationError,
                "A store file cannot be migrated backwards with staged migration.")
        }
        for (number, stage) in manager.stages.enumerated() {
            guard let custom = stage as? NSCustomMigrationStage,
                Position(stage: number, number: 0) >= start
            else { continue }
            if custom.currentModel.versionChecksum == wanted { break }
            // Stages after the target's are only for stores that get there no other way.
            if let target, target.stage < number, try isReached(request.managedModel) { break }
            try run(custom)
            if custom.nextModel.versionChecksum == wanted { break }
        }
        try migrate(place, to: request.managedModel)
    }

    // MARK: Where the store is

    /// The last position of a version.
    private func position(_ isWanted: (String) -> Bool) -> Position? {
        var all: [Position] = []
        for (number, stage) in manager.stages.enumerated() {
            let checksums: [String] =
                switch stage {
                case let stage as NSCustomMigrationStage:
                    [stage.currentModel.versionChecksum, stage.nextModel.versionChecksum]
                case let stage as NSLightweightMigrationStage: stage.versionChecksums
                default: []  // A program's own kind of stage says nothing of versions.
                }
            all += checksums.indices.filter { isWanted(checksums[$0]) }.map {
                Position(stage: number, number: $0)
            }
        }
        return all.max()
    }

    private func start() throws -> Position {
        let facts = try ObjectStoreOpener.facts(at: place)
        var checksums: Set<String> = []
        if case .text(let text)? = facts.metadata[NSPersistentStoreModelVersionChecksumKey] {
            checksums.insert(text)
        }
        if case .dictionary(let hashes)? = facts.metadata[NSStoreModelVersionHashesKey] {
            checksums.insert(
                VersionHash.checksum(
                    hashes.compactMapValues {
                        if case .bytes(let bytes) = $0 { bytes } else { nil }
                    }))
        }
        if let position = position(checksums.contains) { return position }
        // A file whose hashes are other frameworks' is known by its tables.
        for model in models + ManagedRegistry.allVersions() {
            let whole = try model.inUse().resolved
            if try StoreOpening.fitting(whole, place, facts.entityNames) != nil,
                let position = position({ $0 == model.versionChecksum })
            {
                return position
            }
        }
        throw NSError.coreData(
            NSManagedObjectModelReferenceNotFoundError,
            "Cannot use staged migration with an unknown model version: the store's checksum is "
                + "\(checksums.sorted().joined(separator: " or ")), which no stage has.")
    }

    /// The models of the stages, as far as they are to be had.
    private var models: [NSManagedObjectModel] {
        manager.stages.compactMap { $0 as? NSCustomMigrationStage }.flatMap {
            [try? $0.currentModel.resolve(), try? $0.nextModel.resolve()].compactMap { $0 }
        }
    }

    private func source(_ path: String) throws -> ResolvedModel {
        let known = models + [request.managedModel]
        guard let source = try StoreOpening.sourceModel(of: path, among: known) else {
            throw NSError.coreData(
                NSMigrationMissingSourceModelError, "Can't find model for source store")
        }
        return source
    }

    private func isReached(_ model: NSManagedObjectModel) throws -> Bool {
        let source = try source(place)
        let part = try model.part(request.configuration)
        // A model that the file cannot be brought to is not the next one.
        return (try? ObjectMigration.check(from: source, to: part)) != nil
    }

    // MARK: Steps

    /// Brings a file to a model by what can be inferred.
    private func migrate(
        _ path: String, to model: NSManagedObjectModel, isPrepared: Bool = false
    ) throws {
        let part = try model.part(request.configuration)
        let source = try source(path)
        guard try !ObjectStoreOpener.fits(part, at: path) else { return }
        try ObjectMigration.migrate(
            at: path, from: source, to: part, modelCache: MomWriter.cache(part.model),
            metadata: StoreOpening.metadata(of: model, part), isPrepared: isPrepared)
    }

    private func run(_ stage: NSCustomMigrationStage) throws {
        let (current, next) = (
            try stage.currentModel.resolve(), try stage.nextModel.resolve()
        )
        // Comes before the stage, and may stand by itself.
        try migrate(place, to: current)
        guard stage.willMigrateHandler != nil || stage.didMigrateHandler != nil else {
            return try migrate(place, to: next)
        }
        try ObjectMigration.replacing(
            at: place, try version(of: current), with: try version(of: next)
        ) { copy in
            try call(stage.willMigrateHandler, of: stage, copy, current)
            try migrate(copy, to: next, isPrepared: true)
            try call(stage.didMigrateHandler, of: stage, copy, next)
        }
    }

    private func version(of model: NSManagedObjectModel) throws -> ObjectMigration.Version {
        let part = try model.part(request.configuration)
        return ObjectMigration.Version(
            part, modelCache: MomWriter.cache(part.model),
            metadata: StoreOpening.metadata(of: model, part))
    }

    /// Calls a handler with the file open in a container.
    private func call(
        _ handler: NSCustomMigrationStage.Handler?, of stage: NSCustomMigrationStage,
        _ path: String, _ model: NSManagedObjectModel
    ) throws {
        guard let handler else { return }
        let name = URL(fileURLWithPath: place).deletingPathExtension().lastPathComponent
        let container = StageContainer(name: name, managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: path))
        description.configuration = request.configuration
        description.shouldMigrateStoreAutomatically = false
        // Everything is in the one file when the handler returns.
        description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        let coordinator = container.persistentStoreCoordinator
        manager.container = container
        defer { manager.container = nil }
        do {
            try handler(manager, stage)
        } catch {
            // The handler's error is the one to tell.
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
            throw error
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

/// The container of a stage: it has no directory of its own.
private final class StageContainer: NSPersistentContainer, @unchecked Sendable {
    override class func defaultDirectoryURL() -> URL { FileManager.default.temporaryDirectory }
}
