public import Foundation
import Synchronization

/// The classes of stores that the program registered, by type.
enum StoreClasses {
    private static let classes = Mutex<[String: NSPersistentStore.Type]>([
        NSBinaryStoreType: BinaryStore.self
    ])

    /// The class of a type of the program's own, or of binary stores.
    static func named(_ type: String) -> NSPersistentStore.Type? { classes.withLock { $0[type] } }

    /// All types with their classes, those of Core Data too.
    static var all: [String: NSPersistentStore.Type] {
        [NSSQLiteStoreType: NSPersistentStore.self, NSInMemoryStoreType: NSPersistentStore.self]
            .merging(classes.withLock { $0 }) { first, _ in first }
    }

    static func register(_ storeClass: AnyClass?, _ type: String) {
        if type == NSSQLiteStoreType || type == NSInMemoryStoreType {
            raise("The store type \(type) is Core Data's: register the class under another name.")
        }
        let found = storeClass as? NSPersistentStore.Type
        if let storeClass, !(found is NSAtomicStore.Type), !(found is NSIncrementalStore.Type) {
            raise("\(storeClass) is no subclass of NSAtomicStore or NSIncrementalStore.")
        }
        let given = type == NSBinaryStoreType ? BinaryStore.self : nil
        classes.withLock { $0[type] = found ?? given }
    }
}

extension NSPersistentStoreCoordinator {
    /// Registers a class of the program's own for stores of a type; nil takes it back.
    ///
    ///     NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, forStoreType: "JSON")
    ///     try coordinator.addPersistentStore(
    ///         ofType: "JSON", configurationName: nil, at: url, options: nil)
    ///
    /// The class is a subclass of ``NSAtomicStore`` or of ``NSIncrementalStore``. Descriptions of an
    /// ``NSPersistentContainer`` name the type in ``NSPersistentStoreDescription/type``.
    public class func registerStoreClass(
        _ storeClass: AnyClass?, forStoreType storeType: String
    ) {
        StoreClasses.register(storeClass, storeType)
    }

    /// Registers a class for stores of a type, as newer code writes it.
    ///
    ///     extension NSPersistentStore.StoreType { static let json = Self(rawValue: "JSON") }
    ///     NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, type: .json)
    ///     try coordinator.addPersistentStore(type: .json, at: url)
    public class func registerStoreClass(
        _ storeClass: AnyClass?, type storeType: NSPersistentStore.StoreType
    ) {
        StoreClasses.register(storeClass, storeType.rawValue)
    }

    /// The types of stores that can be opened.
    ///
    ///     NSPersistentStoreCoordinator.registeredStoreTypes.keys.sorted()  // ["Binary", "JSON", …]
    ///
    /// The values stand for classes, and are good for nothing but to tell them apart.
    public class var registeredStoreTypes: [String: NSValue] {
        StoreClasses.all.mapValues { NSNumber(value: UInt(bitPattern: ObjectIdentifier($0))) }
    }

    /// Opens a store of a class of the program's own.
    func openOwn(
        _ storeClass: NSPersistentStore.Type, _ type: String, _ configuration: String?,
        at url: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        let store = storeClass.init(
            __coordinator: self, configuration: configuration,
            url: url ?? URL(fileURLWithPath: "/dev/null"), options: options)
        store.storeType = type
        try StoreProblems.translating {
            try store.prepare()
        }
        // A class may keep its metadata itself.
        if let identifier = store.metadata?[NSStoreUUIDKey] as? String {
            store.link.identifier = identifier
        }
        return store
    }
}
