import CoreData
import TestKit

extension NSPersistentStoreCoordinator {
    /// Adds a store with nothing in it that need not last: in memory where nothing else is said.
    @discardableResult
    func addFreshStore(
        _ type: String = NSInMemoryStoreType, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: TestStores.current.map(\.storeType) ?? type, configurationName: nil,
            at: TestStores.fresh(), options: options)
    }
}

extension TestStores {
    /// The type by which Core Data knows such stores.
    var storeType: String {
        switch self {
        case .memory: NSInMemoryStoreType
        case .sqlite, .postgres: NSSQLiteStoreType
        }
    }
}
