import Foundation
import ModelArchive
import ObjectCore
import StoreOpener

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
            options.metadata = metadata(of: request)
            options.modelCache = MomWriter.cache(request.managedModel.objectModel)
            let location = ObjectStoreLocation(url: url)
            do {
                return try ObjectStoreOpener.open(location, model: request.model, options: options)
            } catch let error as ObjectStoreError where error.code == .needsMigration {
                guard let place = location.place, !options.isReadOnly,
                    request.options.isOn(NSMigratePersistentStoresAutomaticallyOption)
                else { throw error }
                try migrate(place, request, options)
                return try ObjectStoreOpener.open(location, model: request.model, options: options)
            }
        default:
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "Stores of the type \(request.type) are not supported.")
        }
    }

    /// Brings a store of an older model to the one that it is opened with.
    private static func migrate(
        _ place: String, _ request: Request, _ options: ObjectStoreOptions
    ) throws {
        guard let source = try sourceModel(of: place) else {
            throw NSError.coreData(
                NSMigrationMissingSourceModelError, "Can't find model for source store")
        }
        guard request.options.isOn(NSInferMappingModelAutomaticallyOption) else {
            throw NSError.coreData(
                NSMigrationMissingMappingModelError, "Can't find mapping model for migration")
        }
        try ObjectMigration.migrate(
            at: place, from: source, to: request.model, modelCache: options.modelCache,
            metadata: options.metadata)
    }

    /// The model that a file was made with: the one that it keeps, or a version of the program's.
    static func sourceModel(of path: String) throws -> ResolvedModel? {
        let facts = try ObjectStoreOpener.facts(at: path)
        if let cache = facts.modelCache, let kept = try? MomReader.model(cache: cache),
            let model = try? ResolvedModel(kept), try ObjectStoreOpener.fits(model, at: path)
        {
            return model
        }
        for version in ManagedRegistry.allVersions() {
            if let model = try? version.inUse().resolved,
                try ObjectStoreOpener.fits(model, at: path)
            {
                return model
            }
        }
        return nil
    }

    /// What a new file says of the model that it is made with.
    static func metadata(of request: Request) -> [String: MetadataValue] {
        let entities = request.managedModel.entities(forConfigurationName: request.configuration)
        var hashes: [String: MetadataValue] = [:]
        for entity in entities ?? [] {
            hashes[entity.storedName ?? ""] = .bytes(entity.versionHash)
        }
        let identifiers = request.managedModel.versionIdentifiers.compactMap { $0.base as? String }
        return [
            NSStoreModelVersionHashesKey: .dictionary(hashes),
            NSStoreModelVersionIdentifiersKey: .list(identifiers.sorted().map { .text($0) }),
        ]
    }
}
