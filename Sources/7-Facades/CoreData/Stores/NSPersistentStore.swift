public import Foundation
import ObjectCore
import Synchronization

/// Where objects are kept: a file, or the program's memory.
///
///     let store = container.persistentStoreCoordinator.persistentStores.first
///     store?.url?.lastPathComponent  // "Notes.sqlite"
///     store?.type  // NSSQLiteStoreType
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Unchecked: changed under the coordinator's lock only.
    /// What the objects are in; nil for an incremental store of the program's own.
    final var opened: (any ObjectStore)?
    final private(set) var link: StoreLink
    final var storeType = ""
    let configured: String?
    var storeOptions: [AnyHashable: Any]? {
        didSet { isOpenedReadOnly = storeOptions?.isOn(NSReadOnlyPersistentStoreOption) == true }
    }
    /// What the options say; saves ask it of each object.
    private var isOpenedReadOnly: Bool
    var place: URL?
    weak var owner: NSPersistentStoreCoordinator?
    /// Called after each save into the store's file by this process; a mirror's.
    let savedHere = Mutex<(@Sendable () -> Void)?>(nil)
    /// The numbers of the entities of its configuration; nil for all.
    private let held: Set<Int>?

    /// The metadata of a store of the program's own.
    private var kept: [String: Any] = [:]
    /// Taken around ``kept``: saves set it on threads of their own.
    private let keeping = NSLock()

    /// A store at a URL, which a coordinator makes; subclasses are those of ``NSAtomicStore`` and
    /// ``NSIncrementalStore``.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        configured = name
        place = url
        storeOptions = options
        isOpenedReadOnly = options?.isOn(NSReadOnlyPersistentStoreOption) == true
        owner = root
        link = StoreLink(identifier: UUID().uuidString)
        held = name.flatMap { name in
            root?.managedObjectModel.entities(forConfigurationName: name).map {
                Set($0.compactMap { $0.inUse?.number })
            }
        }
        super.init()
        link.store = self
    }

    /// The initialiser by which a coordinator makes stores of a class that it knows at run time.
    public required convenience init(
        __coordinator: NSPersistentStoreCoordinator?, configuration: String?, url: URL,
        options: [AnyHashable: Any]?
    ) {
        self.init(
            persistentStoreCoordinator: __coordinator, configurationName: configuration, at: url,
            options: options)
    }

    convenience init(
        _ objects: any ObjectStore, type: String, configuration: String?, url: URL?,
        options: [AnyHashable: Any]?, coordinator: NSPersistentStoreCoordinator,
        link: StoreLink? = nil
    ) {
        self.init(
            persistentStoreCoordinator: coordinator, configurationName: configuration,
            at: url ?? URL(fileURLWithPath: "/dev/null"), options: options)
        opened = objects
        storeType = type
        place = url
        if let link {
            self.link = link
            link.store = self
        } else {
            self.link.identifier = objects.identifier
        }
    }

    // MARK: What classes of the program's own override

    /// Sets ``metadata``, as the first thing when the store is opened; by default nothing is set.
    open func loadMetadata() throws {}
    /// The store was added to a coordinator.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    /// The store is about to be removed from a coordinator.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// The metadata of a store that is not open.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        throw Self.missing("metadataForPersistentStore(with:)")
    }
    /// Sets the metadata of a store that is not open.
    open class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreAt url: URL
    ) throws {
        throw Self.missing("setMetadata(_:forPersistentStoreAt:)")
    }
    /// The class that migrates such stores; stores of the program's own are migrated by their class.
    open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

    private static func missing(_ method: String) -> NSError {
        NSError.coreData(
            NSPersistentStoreOperationError,
            "\(self) does not have the metadata of stores that are not open: override \(method).")
    }

    // MARK: What it is

    /// The coordinator that it belongs to.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { owner }
    /// The configuration with which it was added.
    open var configurationName: String { configured ?? "PF_DEFAULT_CONFIGURATION_NAME" }
    /// The options with which it was added.
    open var options: [AnyHashable: Any]? { storeOptions }
    /// The location of the store; nil where it was added without one.
    open var url: URL? {
        get { place }
        set { place = newValue }
    }
    /// Its identifier, which stands in the URIs of its objects.
    open var identifier: String! {
        get { link.identifier }
        set { link.identifier = newValue ?? "" }
    }
    /// Its type: `SQLite`, `InMemory`.
    open var type: String { storeType }
    /// Whether it may only be read.
    open var isReadOnly: Bool {
        get { opened?.isReadOnly == true || isOpenedReadOnly }
        set {
            if newValue {
                storeOptions = (storeOptions ?? [:]).merging([NSReadOnlyPersistentStoreOption: true]
                ) { _, b in b }
            }
        }
    }
    /// What is kept beside the objects.
    open var metadata: [String: Any]! {
        get {
            let isOwn = link.references != nil
            var made =
                isOwn
                ? keeping.withLock { kept } : (try? objects.metadata())?.mapValues(\.any) ?? [:]
            // A file says which model it has; the coordinator's has been taken for a store in memory.
            if isOwn || storeType == NSInMemoryStoreType, let model = owner?.managedObjectModel,
                let part = try? model.part(configured)
            {
                let its = StoreOpening.metadata(of: model, part).mapValues(\.any)
                made.merge(its) { said, its in isOwn ? said : its }
            }
            made[NSStoreTypeKey] = type
            made[NSStoreUUIDKey] = link.identifier
            return made
        }
        set {
            guard link.references == nil else {
                keeping.withLock { kept = newValue ?? [:] }
                link.identifier = newValue?[NSStoreUUIDKey] as? String ?? link.identifier
                return
            }
            // A property cannot throw; where they cannot be written they stay as they were.
            try? objects.setMetadata((newValue ?? [:]).compactMapValues(MetadataValue.init(any:)))
        }
    }

    /// Sets entries of ``metadata``; others stay as they are.
    func keep(_ entries: [String: Any]) { keeping.withLock { kept.merge(entries) { $1 } } }

    // MARK: Within the module

    /// Where its objects are.
    final var objects: any ObjectStore { objects(nil) }

    /// The same for a context, which the methods of an incremental store are given.
    func objects(_ context: NSManagedObjectContext?) -> any ObjectStore {
        guard let opened else { raise("The store \(self) was made without a coordinator.") }
        return opened
    }

    /// Opens a store of the program's own.
    func prepare() throws {}

    /// Identifiers for objects that are saved for the first time, from the program.
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] { [] }

    /// Saves what a context has changed.
    func save(
        _ changes: ObjectChanges, in context: NSManagedObjectContext
    ) throws -> ObjectSaveResult {
        try objects.save(changes)
    }

    /// A context has an object, or has it no more.
    func observe(_ id: NSManagedObjectID, isRegistered: Bool) {}

    /// Whether objects of an entity may be in it.
    func holds(_ runtime: EntityRuntime) -> Bool { held?.contains(runtime.number) ?? true }

    /// Whether objects of an entity, or of one that inherits from it, may be in it.
    func holdsAny(of runtime: EntityRuntime) -> Bool {
        held.map { held in runtime.entity.family.contains(where: held.contains) } ?? true
    }
}

extension [AnyHashable: Any] {
    /// Whether an option is set to yes.
    func isOn(_ key: String) -> Bool {
        switch self[key] {
        case let truth as Bool: truth
        case let number as NSNumber: number.boolValue
        default: false
        }
    }
}

extension MetadataValue {
    /// The value in a program's types.
    var any: Any {
        switch self {
        case .int(let x): NSNumber(value: x)
        case .bool(let x): NSNumber(value: x)
        case .double(let x): NSNumber(value: x)
        case .text(let x): x
        case .date(let x): x
        case .bytes(let x): x
        case .list(let x): x.map(\.any)
        case .dictionary(let x): x.mapValues(\.any)
        }
    }

    /// A program's value; nil where a property list cannot hold it.
    init?(any: Any) {
        switch any {
        case let x as String: self = .text(x)
        case let x as Date: self = .date(x)
        case let x as Data: self = .bytes(x)
        case let x as Bool where type(of: any) == Bool.self: self = .bool(x)
        case let x as Int: self = .int(Int64(x))
        case let x as Double: self = .double(x)
        case let x as NSNumber:
            self =
                x.objCType.pointee == CChar(UInt8(ascii: "d"))
                ? .double(x.doubleValue) : .int(x.int64Value)
        case let x as [String: Any]:
            self = .dictionary(x.compactMapValues(MetadataValue.init(any:)))
        case let x as [Any]: self = .list(x.compactMap(MetadataValue.init(any:)))
        case let x as Set<AnyHashable>: self = .list(x.compactMap { MetadataValue(any: $0.base) })
        default: return nil  // No property list.
        }
    }
}
