import Foundation
import CoreDataModel
import ObjectCore
import Stores

/// Opens stores by their type.
enum StoreOpening {
    /// What is asked for.
    struct Request {
        var type: String
        var url: URL?
        var options: [AnyHashable: Any]
        var model: ResolvedModel
        var managedModel: NSManagedObjectModel
        var configuration: String?

        /// The model of the configuration's entities; the whole one where it has all.
        func part() throws -> ResolvedModel { try managedModel.part(configuration) }
    }

    static func open(_ request: Request) throws -> any ObjectStore {
        var options = ObjectStoreOptions()
        options.isReadOnly = request.options.isOn(NSReadOnlyPersistentStoreOption)
        options.keepsHistory = request.options.isOn(NSPersistentHistoryTrackingKey)
        if let pragmas = request.options[NSSQLitePragmasOption] as? [AnyHashable: Any] {
            for (name, value) in pragmas { options.pragmas["\(name.base)"] = "\(value)" }
        }
        if let seconds = (request.options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue
        {
            options.busyTimeout = seconds
        }
        switch request.type {
        case NSInMemoryStoreType:
            return try ObjectStoreOpener.open(.memory, model: request.model, options: options)
        case NSSQLiteStoreType:
            guard let url = request.url else {
                throw NSError.coreData(
                    NSPersistentStoreOpenError, "A SQLite store must have a URL.")
            }
            let part = try request.part()
            options.metadata = metadata(of: request.managedModel, part)
            options.modelCache = MomWriter.cache(part.model)
            let location = ObjectStoreLocation(url: url)
            if case .sqlite = location, let scheme = url.scheme, !url.isFileURL {
                throw NSError.coreData(
                    CocoaError.Code.fileReadUnsupportedScheme.rawValue,
                    "A URL of \(scheme): names no store.",
                    [
                        NSLocalizedRecoverySuggestionErrorKey:
                            "Use one that begins with file: or postgres:."
                    ])
            }
            let store: any ObjectStore
            do {
                store = try ObjectStoreOpener.open(location, model: part, options: options)
            } catch let error as ObjectStoreError where error.code == .needsMigration {
                guard let place = location.place else { throw error }
                try checkConfiguration(of: place, request, part)
                guard !options.isReadOnly else { throw error }
                try migrate(place, to: part) {
                    if let manager = request.options[
                        NSPersistentStoreStagedMigrationManagerOptionKey]
                        as? NSStagedMigrationManager
                    {
                        try StagedMigration(manager: manager, request: request, place: place).run()
                    } else if request.options.isOn(NSMigratePersistentStoresAutomaticallyOption) {
                        try migrate(place, request, part, options)
                    } else {
                        throw error
                    }
                }
                store = try ObjectStoreOpener.open(location, model: part, options: options)
            }
            return part === request.model ? store : PartialStore(store, of: request.model)
        default:
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "Stores of the type \(request.type) are not supported.",
                [
                    NSLocalizedRecoverySuggestionErrorKey:
                        "Use NSSQLiteStoreType, NSInMemoryStoreType or NSBinaryStoreType, or register a "
                        + "class by NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)."
                ])
        }
    }

    /// Refuses a configuration without entities that the store has: migration would drop them.
    private static func checkConfiguration(
        of place: String, _ request: Request, _ part: ResolvedModel
    ) throws {
        guard part !== request.model else { return }
        let stored = try ObjectStoreOpener.facts(at: place).entityNames
        let lost = stored.filter {
            part.entity(named: $0) == nil && request.model.entity(named: $0) != nil
        }
        guard let name = lost.min() else { return }
        throw NSError.coreData(
            NSPersistentStoreIncompatibleSchemaError,
            "The model configuration used to open the store is incompatible with the one that was "
                + "used to create the store: the store has the entity '\(name)', which is not in "
                + "the configuration '\(request.configuration ?? "")'.")
    }

    /// Migrates a store, which other programs may do at the same time: each step is one program's.
    private static func migrate(
        _ place: String, to model: ResolvedModel, by steps: () throws -> Void
    ) throws {
        while true {
            let before = try ObjectStoreOpener.metadata(at: place)
            if try ObjectStoreOpener.fits(model, at: place) { return }
            do {
                return try steps()
            } catch {
                let codes = [
                    NSMigrationMissingSourceModelError,
                    NSManagedObjectModelReferenceNotFoundError,
                ]
                // Another program may have been faster, and there may be more steps. What the program's
                // own code throws ends the migration.
                guard error is ObjectStoreError || codes.contains((error as NSError).code),
                    try ObjectStoreOpener.metadata(at: place) != before
                else { throw error }
            }
        }
    }

    /// Brings a store of an older model to the one that it is opened with.
    private static func migrate(
        _ place: String, _ request: Request, _ part: ResolvedModel, _ options: ObjectStoreOptions
    ) throws {
        guard let source = try sourceModel(of: place) else {
            throw NSError.coreData(
                NSMigrationMissingSourceModelError, "Can't find model for source store")
        }
        guard request.options.isOn(NSInferMappingModelAutomaticallyOption) else {
            throw NSError.coreData(
                NSMigrationMissingMappingModelError, "Can't find mapping model for migration")
        }
        // Read after the model: a store that fits by now is not migrated from itself.
        guard try !ObjectStoreOpener.fits(part, at: place) else { return }
        try ObjectMigration.migrate(
            at: place, from: source, to: part, modelCache: options.modelCache,
            metadata: options.metadata)
    }

    /// The model that a file was made with: the one that it keeps, a version of the program's, or
    /// a given one; of each, the part whose entities the file has.
    static func sourceModel(
        of path: String, among models: [NSManagedObjectModel] = []
    ) throws -> ResolvedModel? {
        let facts = try ObjectStoreOpener.facts(at: path)
        // A cache of an unknown form is passed over for the program's models.
        if let cache = facts.modelCache, let kept = try? MomReader.model(cache: cache),
            let model = try? ResolvedModel(kept),
            let found = try fitting(model, path, facts.entityNames)
        {
            return found
        }
        for version in models + ManagedRegistry.allVersions() {
            // A model that is none fits no file.
            if let model = try? version.inUse().resolved,
                let found = try fitting(model, path, facts.entityNames)
            {
                return found
            }
        }
        return nil
    }

    /// The model, or the part of it whose entities a file has, if the file was made with it.
    static func fitting(
        _ model: ResolvedModel, _ path: String, _ names: Set<String>
    ) throws -> ResolvedModel? {
        if try ObjectStoreOpener.fits(model, at: path) { return model }
        // A part that is no model of its own is none of the file's.
        guard !names.isEmpty, let part = try? model.part(of: names), part !== model,
            try ObjectStoreOpener.fits(part, at: path)
        else { return nil }
        return part
    }

    /// What a new file says of the model that it is made with.
    ///
    /// - Parameters:
    ///   - model: The whole model.
    ///   - part: The entities that the file has.
    static func metadata(
        of model: NSManagedObjectModel, _ part: ResolvedModel
    ) -> [String: MetadataValue] {
        var hashes: [String: MetadataValue] = [:]
        for entity in part.entities {
            hashes[entity.name] = model.entitiesByName[entity.name].map { .bytes($0.versionHash) }
        }
        let identifiers = model.versionIdentifiers.compactMap { $0.base as? String }
        return [
            NSStoreModelVersionHashesKey: .dictionary(hashes),
            NSStoreModelVersionIdentifiersKey: .list(identifiers.sorted().map { .text($0) }),
            NSPersistentStoreModelVersionChecksumKey: .text(model.versionChecksum),
        ]
    }
}

extension ObjectStoreFacts {
    /// The names of the entities whose version hashes the store keeps.
    var entityNames: Set<String> {
        guard case .dictionary(let hashes)? = metadata[NSStoreModelVersionHashesKey] else {
            return []
        }
        return Set(hashes.keys)
    }
}

extension NSManagedObjectModel {
    /// What a store of a configuration has: its entities and those that they inherit from; the
    /// whole model where that is all.
    ///
    /// - Throws: `NSPersistentStoreIncompatibleSchemaError` where the model has no such one.
    func part(_ configuration: String?) throws -> ResolvedModel {
        let whole = try inUse().resolved
        guard let listed = entities(forConfigurationName: configuration) else {
            throw NSError.coreData(
                NSPersistentStoreIncompatibleSchemaError,
                "Unable to find a configuration named '\(configuration ?? "")' in the specified "
                    + "managed object model.")
        }
        return try whole.part(of: Set(listed.compactMap(\.name)))
    }
}
