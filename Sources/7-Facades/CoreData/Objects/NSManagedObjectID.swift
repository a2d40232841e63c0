public import Foundation
import ObjectCore
public import PredicateCore
import Synchronization

/// Which object: an entity and a row of a store.
///
/// Temporary until the object is saved for the first time. It may be handed to other threads.
///
///     let plant = Plant(context: context)
///     plant.objectID.isTemporaryID  // true
///     try context.save()
///     plant.objectID.isTemporaryID  // false
open class NSManagedObjectID: NSObject, NSFetchRequestResult, NSCopying, KeyedObject,
    @unchecked Sendable
{
    // Unchecked: everything in it is constant.
    let key: ObjectKey
    let runtime: EntityRuntime
    let storeLink: StoreLink?

    init(_ key: ObjectKey, _ runtime: EntityRuntime, _ store: StoreLink?) {
        self.key = key
        self.runtime = runtime
        storeLink = store
    }

    /// The entity of the identified object.
    open var entity: NSEntityDescription { runtime.description }
    /// The store that has the object.
    open var persistentStore: NSPersistentStore? { key.isTemporary ? nil : storeLink?.store }
    /// Whether the object was never saved.
    open var isTemporaryID: Bool { key.isTemporary }

    /// The identifier as a URI: `x-coredata://<store>/<Entity>/p<row>`; in a store of the program's own
    /// the reference object stands in the place of the row.
    open func uriRepresentation() -> URL {
        let row = storeLink?.references?.path(key.row) ?? "\(key.row)"
        let text =
            key.isTemporary
            ? "x-coredata:///\(runtime.name)/t\(NSManagedObjectID.run)\(-key.row)"
            : "x-coredata://\(storeLink?.identifier ?? "")/\(runtime.name)/p\(row)"
        return URL(string: text) ?? URL(fileURLWithPath: "/")
    }

    /// Tells the temporary identifiers of one run of the program from those of others.
    static let run = UUID().uuidString + "-"

    var place: ObjectPlace { ObjectPlace(key, runtime.root, storeLink) }

    /// Identifiers do not change, so the copy is the identifier itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both mean the same object.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return self === other || place == other.place
    }
    /// A hash of the row and its store, which equal identifiers share.
    open override var hash: Int { place.hashValue }

    /// The URI, as Apple's systems print it.
    open override var description: String { "<x-coredata \(uriRepresentation().absoluteString)>" }

    /// The identifier itself; it has no other keys.
    public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
        switch name {
        case "self", "objectID": return .object(ObjectValue(self))
        default:
            throw EvaluationError(
                .undefinedKey,
                "[<NSManagedObjectID> valueForUndefinedKey:]: this class is not key value "
                    + "coding-compliant for the key \(name).")
        }
    }
}

/// Where an object is, as a key of tables: its store, its tree of entities and its row.
struct ObjectPlace: Hashable {
    let row: Int64
    let tree: Int32
    let store: Int32

    /// No place: rows are never 0.
    static let none = ObjectPlace(row: 0, tree: 0, store: 0)

    private init(row: Int64, tree: Int32, store: Int32) {
        (self.row, self.tree, self.store) = (row, tree, store)
    }

    init(_ key: ObjectKey, _ root: Int, _ store: StoreLink?) {
        row = key.row
        // Temporary rows are never given out twice, whatever the store will be.
        tree = key.isTemporary ? 0 : Int32(truncatingIfNeeded: root)
        self.store = key.isTemporary ? 0 : store?.number ?? 0
    }
}

/// What an object needs to know of its store, or of the copy that took its place.
final class StoreLink: @unchecked Sendable {
    // Unchecked: the identifier changes only when the store's owner sets it.
    let number: Int32
    var identifier: String
    private struct Target { weak var store: NSPersistentStore? }
    // Under a lock: a copy takes the store's place while contexts use it.
    private let target = Mutex(Target())
    var store: NSPersistentStore? {
        get { target.withLock { $0.store } }
        set { target.withLock { $0.store = newValue } }
    }
    /// The names of objects in a store of the program's own; set when the store is made.
    var references: StoreReferences?
    /// Whether the store learns which objects contexts have.
    var isObserved = false
    private static let last = Mutex<Int32>(0)
    /// The versions of changed objects that contexts saved, 0 of deleted ones: with these a conflict is
    /// one with the coordinator's state, and not with the store's alone.
    private let saved = Mutex<[ObjectKey: Int64]>([:])
    private static let mostSaved = 50_000

    /// Keeps what a context saved.
    func note(_ changes: ObjectChanges, _ result: ObjectSaveResult) {
        guard !changes.updated.isEmpty || !changes.deleted.isEmpty else { return }
        saved.withLock { saved in
            if saved.count > StoreLink.mostSaved { saved = [:] }
            for update in changes.updated { saved[update.key] = result.versions[update.key] }
            for deletion in changes.deleted { saved[deletion.key] = 0 }
        }
    }

    /// Whether a context saved a later version of an object, or deleted it.
    func isOutdated(_ key: ObjectKey, _ version: Int64) -> Bool {
        saved.withLock { saved in
            guard !saved.isEmpty, let last = saved[key] else { return false }
            return last == 0 || last > version
        }
    }

    /// Whether a context saved the version of an object that the store has now.
    func hasSaved(_ key: ObjectKey, _ version: Int64) -> Bool {
        saved.withLock { $0[key] == version }
    }

    init(identifier: String) {
        self.identifier = identifier
        number = StoreLink.last.withLock { last in
            last &+= 1
            return last
        }
    }
}

/// Gives temporary rows.
enum TemporaryRows {
    private static let last = Mutex<Int64>(0)
    static func next() -> Int64 {
        last.withLock { last in
            last -= 1
            return last
        }
    }
}
