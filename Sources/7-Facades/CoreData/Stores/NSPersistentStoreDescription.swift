public import Foundation

/// How a container opens a store.
///
///     let description = NSPersistentStoreDescription(url: url)
///     description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
///     description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
///     container.persistentStoreDescriptions = [description]
///
/// A store of an older version of the model is migrated when it is opened, unless
/// ``shouldMigrateStoreAutomatically`` says otherwise.
///
/// A URL such as `postgres://host/office?schema=todo` is a store in a PostgreSQL database, of the
/// type `NSSQLiteStoreType` like one in a file.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: its creator sets it up; opening the store only reads it.
    /// The type: `NSSQLiteStoreType` where nothing else is said.
    open var type = NSSQLiteStoreType
    /// The configuration whose entities the store holds; nil for all entities.
    open var configuration: String?
    /// Where the store is.
    open var url: URL?
    private var values: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]
    private var pragmas: [String: NSObject] = [:]
    /// Whether the store is opened on another thread.
    open var shouldAddStoreAsynchronously = false
    /// The container in the cloud in which the store is mirrored; nil for a store that is not.
    ///
    /// ``NSPersistentCloudKitContainer`` refuses models that cannot be mirrored.
    open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?

    /// A description of a store at `/dev/null`: a SQLite store in memory.
    public override init() {
        url = URL(fileURLWithPath: "/dev/null")
        super.init()
    }

    /// A description of a store at a place.
    public init(url: URL) {
        self.url = url
        super.init()
    }

    /// All options by name.
    open var options: [String: NSObject] { values }
    /// Sets an option; nil removes it.
    open func setOption(_ option: NSObject?, forKey key: String) { values[key] = option }
    /// Whether the store may only be read.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption) }
        set { values[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
    }
    /// How many seconds the store may take.
    open var timeout: TimeInterval {
        get { (values[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { values[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }
    /// SQLite pragmas by name.
    open var sqlitePragmas: [String: NSObject] { pragmas }
    /// Sets a SQLite pragma.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        pragmas[name] = value
        values[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas as [AnyHashable: Any])
    }
    /// Whether a store of an older model is migrated.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption) }
        set { values[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
    }
    /// Whether it is inferred what the migration has to do.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption) }
        set { values[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
    }

    private func flag(_ key: String) -> Bool { (values[key] as? NSNumber)?.boolValue ?? false }

    /// A copy with the same settings, which can be changed on its own.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.values = values
        copy.pragmas = pragmas
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.cloudKitContainerOptions = cloudKitContainerOptions
        return copy
    }

    /// The type and the place.
    open override var description: String {
        "<NSPersistentStoreDescription> (type: \(type), url: \(url?.absoluteString ?? "(null)"))"
    }
}
