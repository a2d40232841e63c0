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
    let objects: any ObjectStore
    let link: StoreLink
    let storeType: String
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

    init(
        _ objects: any ObjectStore, type: String, configuration: String?, url: URL?,
        options: [AnyHashable: Any]?, coordinator: NSPersistentStoreCoordinator,
        link: StoreLink? = nil
    ) {
        self.objects = objects
        storeType = type
        configured = configuration
        place = url
        storeOptions = options
        isOpenedReadOnly = options?.isOn(NSReadOnlyPersistentStoreOption) == true
        owner = coordinator
        self.link = link ?? StoreLink(identifier: objects.identifier)
        held = configuration.flatMap { name in
            coordinator.managedObjectModel.entities(forConfigurationName: name).map {
                Set($0.compactMap { $0.inUse?.number })
            }
        }
        super.init()
        self.link.store = self
    }

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
        get { objects.isReadOnly || isOpenedReadOnly }
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
            var made = (try? objects.metadata())?.mapValues(\.any) ?? [:]
            // A file says which model it has; the coordinator's has been taken for a store in memory.
            if storeType == NSInMemoryStoreType, let model = owner?.managedObjectModel,
                let part = try? model.part(configured)
            {
                let its = StoreOpening.metadata(of: model, part).mapValues(\.any)
                made.merge(its) { _, its in its }
            }
            made[NSStoreTypeKey] = storeType
            made[NSStoreUUIDKey] = link.identifier
            return made
        }
        set {
            // A property cannot throw; where they cannot be written they stay as they were.
            try? objects.setMetadata((newValue ?? [:]).compactMapValues(MetadataValue.init(any:)))
        }
    }

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
