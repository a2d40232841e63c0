import CoreData
import Foundation
import Testing

extension NSManagedObjectContext {
    /// A context of a coordinator of its own, which has one store of SQLite.
    static func ofStore(
        _ model: NSManagedObjectModel, at url: URL, _ options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Closes the stores of its coordinator.
    func closeStores() throws {
        let coordinator = try #require(persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
