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
        if let seconds = (request.options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue {
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
            return try ObjectStoreOpener.open(
                ObjectStoreLocation(url: url), model: request.model, options: options)
        default:
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "Stores of the type \(request.type) are not supported.")
        }
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
