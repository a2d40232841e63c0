import Foundation
import ObjectCore

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
        let readOnly = request.options.isOn(NSReadOnlyPersistentStoreOption)
        let history = request.options.isOn(NSPersistentHistoryTrackingKey)
        switch request.type {
        case NSInMemoryStoreType:
            return MemoryObjectStore(model: request.model, isReadOnly: readOnly, keepsHistory: history)
        case NSSQLiteStoreType:
            return MemoryObjectStore(model: request.model, isReadOnly: readOnly, keepsHistory: history)
        default:
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "Stores of the type \(request.type) are not supported.")
        }
    }
}
