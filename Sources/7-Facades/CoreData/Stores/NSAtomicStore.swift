public import Foundation
import ObjectCore

/// A store of the program's own that is read and written as a whole.
///
///     final class JSONStore: NSAtomicStore {
///         override func load() throws {
///             let notes = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: place))
///             let entity = persistentStoreCoordinator!.managedObjectModel.entitiesByName["Note"]!
///             addCacheNodes(Set(notes.map { name, title in
///                 let id = objectID(for: entity, withReferenceObject: name)
///                 let node = NSAtomicStoreCacheNode(objectID: id)
///                 node.setValue(title, forKey: "title")
///                 return node
///             }))
///         }
///         override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }
///         override func save() throws {
///             let notes = cacheNodes().map {
///                 ("\(referenceObject(for: $0.objectID))", $0.value(forKey: "title") as? String ?? "")
///             }
///             try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: notes)).write(to: place)
///         }
///         private var place: URL { url! }
///     }
///     NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, forStoreType: "JSON")
///
/// Everything is in memory, where fetches are answered as by the in-memory store. Each save of a context
/// brings the cache nodes up to date and calls ``save()``; where that throws, nodes and objects are as
/// they were before, and the context keeps its changes.
///
/// Source: [NSAtomicStore](https://developer.apple.com/documentation/coredata/nsatomicstore).
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
    // Unchecked: changed while the store is opened, and under the lock of the objects.
    /// By the row, which one object of the store has.
    private var nodes: [Int64: NSAtomicStoreCacheNode] = [:]

    /// A store at a URL, which a coordinator makes; ``load()`` fills it.
    public override init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
        configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
            options: options)
        link.references = StoreReferences()
        // A model that is none has made the coordinator stop the program.
        opened = (try? coordinator?.managedObjectModel.inUse().resolved)
            .map { MemoryObjectStore(model: $0, identifier: link.identifier) }
    }

    // MARK: What programs override

    /// Reads the file and adds a cache node for each object.
    ///
    /// By default nothing is read: the store is empty.
    open func load() throws {}

    /// Writes the cache nodes.
    ///
    /// What it throws is thrown by the context's `save()`. By default nothing is written.
    open func save() throws {}

    /// A node for an object that is saved for the first time; its identifier is the permanent one.
    ///
    /// By default it has what ``updateCacheNode(_:from:)`` gives it. Objects that are new in the same save
    /// may have no node yet: once all have one, nodes of objects with relationships are updated again.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        updateCacheNode(node, from: managedObject)
        return node
    }

    /// Gives a node the values of an object that is saved.
    ///
    /// By default all of them: attributes as the object has them, another node for a relationship to one,
    /// a set of nodes, or a list where it is ordered, for one to many.
    open func updateCacheNode(
        _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
    ) {
        let runtime = managedObject.runtime
        for attribute in runtime.entity.attributes {
            node.setValue(managedObject.value(forKey: attribute.name), forKey: attribute.name)
        }
        for slot in 0..<runtime.relationshipCount {
            let relationship = runtime.relationship(slot)
            let targets = managedObject.targets(slot).compactMap { cacheNode(for: $0.objectID) }
            let value: Any? =
                if !relationship.isToMany {
                    targets.first
                } else if relationship.isOrdered {
                    targets
                } else {
                    Set(targets)
                }
            node.setValue(value, forKey: relationship.name)
        }
    }

    /// What names a new object in this store: a text or a number that no other of its entity has.
    ///
    /// By default the text of a new UUID.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    /// Called with the nodes of objects that are deleted, before they go.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: What programs call

    /// The nodes of all objects.
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

    /// Adds nodes; ``load()`` does it.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        for node in cacheNodes { nodes[node.objectID.key.row] = node }
    }

    /// The node of an object; nil where the store does not have it.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        objectID.storeLink === link ? nodes[objectID.key.row] : nil
    }

    /// The identifier of the object that a reference object names: always the same one.
    ///
    ///     store.objectID(for: note, withReferenceObject: "milk").uriRepresentation()
    ///     // x-coredata://<identifier of the store>/Note/pmilk
    open func objectID(
        for entity: NSEntityDescription, withReferenceObject data: Any
    ) -> NSManagedObjectID {
        identifier(entity, data)
    }

    /// The reference object that an identifier was made with; of one that was read from a URI the text,
    /// or the number where it reads as one.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any { reference(objectID) }

    // MARK: Within the module

    override func prepare() throws {
        try loadMetadata()
        try checkModel()
        try load()
        try checkModel()
        try fill()
    }

    override func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        objects.map { objectID(for: $0.entity, withReferenceObject: newReferenceObject(for: $0)) }
    }

    /// Puts what the nodes have into the memory that answers fetches.
    private func fill() throws {
        var changes = ObjectChanges()
        var places: [ObjectKey: Int] = [:]
        // Nodes of relationships may be named by an entity that the object's inherits from.
        func known(_ any: Any) -> ObjectKey? {
            key(any).flatMap { nodes[$0.row]?.objectID.key }
        }
        let all = nodes.sorted { $0.key < $1.key }.map(\.value)
        for node in all {
            let runtime = node.objectID.runtime
            let toOnes = runtime.entity.toOnes.map { relationship in
                node.value(forKey: relationship.name).flatMap(known)
            }
            places[node.objectID.key] = changes.inserted.count
            changes.inserted.append(
                ObjectRow(
                    key: node.objectID.key, version: 1,
                    attributes: try runtime.entity.attributes.map {
                        try runtime.stored(node.value(forKey: $0.name), at: $0.place)
                    }, toOnes: toOnes))
        }
        for node in all {
            let key = node.objectID.key
            for relationship in node.objectID.runtime.entity.toManys {
                guard let found = Self.members(node.value(forKey: relationship.name)) else {
                    throw NSError.coreData(
                        NSCoreDataError,
                        "The cache node of \(node.objectID) must have a set or a list of nodes for "
                            + "'\(relationship.name)'.")
                }
                let members = found.compactMap(known)
                if members.isEmpty { continue }
                if relationship.usesJoinTable || relationship.isOrdered {
                    changes.memberships.append(
                        ObjectMembership(
                            key: key, relationship: relationship.place,
                            added: relationship.usesJoinTable ? members : [],
                            order: relationship.isOrdered ? members : nil))
                }
                guard let inverse = relationship.inverse, !inverse.isToMany else { continue }
                // A program may keep one side of a relationship.
                for member in members {
                    guard let place = places[member],
                        case .toOne(let slot)? = objects.model.entities[member.entity]
                            .properties[inverse.name]
                    else { continue }
                    changes.inserted[place].toOnes[slot] =
                        changes.inserted[place].toOnes[slot] ?? key
                }
            }
        }
        try (objects as? MemoryObjectStore)?.load(changes)
    }

    override func save(
        _ changes: ObjectChanges, in context: NSManagedObjectContext
    ) throws -> ObjectSaveResult {
        let memory = objects
        return try memory.exclusively {
            let changed = Set(changes.updated.map(\.key) + changes.memberships.map(\.key))
            // What nodes are given of relationships is compared with the store after a save that fails:
            // it is read while the memory is as before.
            try context.reading { loadMembers(changed, context) }
            let result = try memory.save(changes)
            let kept = nodes
            let reached = changed.union(result.derived.keys)
            let caches = reached.compactMap { kept[$0.row] }.map {
                (node: $0, cache: $0.propertyCache?.mutableCopy() as? NSMutableDictionary)
            }
            do {
                try context.reading {
                    insertNodes(changes.inserted.map(\.key), context)
                    for key in changed.subtracting(changes.inserted.map(\.key)) {
                        guard let node = kept[key.row], let object = context.object(at: key, link)
                        else { continue }
                        updateCacheNode(node, from: object)
                    }
                    let gone = changes.deleted.compactMap { kept[$0.key.row] }
                    if !gone.isEmpty { willRemoveCacheNodes(Set(gone)) }
                    for deletion in changes.deleted { nodes[deletion.key.row] = nil }
                }
                try takeDerived(of: memory.rows(Array(reached)))
                try save()
            } catch {
                nodes = kept
                for (node, cache) in caches { node.propertyCache = cache }
                throw error
            }
            return result
        }
    }

    private func loadMembers(_ keys: Set<ObjectKey>, _ context: NSManagedObjectContext) {
        for object in keys.compactMap({ context.object(at: $0, link) }) {
            for slot in object.runtime.toOneCount..<object.runtime.relationshipCount {
                _ = object.members(slot)
            }
        }
    }

    /// Gives nodes what a save computed, which their objects have when it is over.
    private func takeDerived(of rows: [ObjectRow?]) {
        for case let row? in rows {
            guard let node = nodes[row.key.row] else { continue }
            let runtime = node.objectID.runtime
            for attribute in runtime.entity.attributes where attribute.source.derivation != nil {
                node.setValue(
                    runtime.bridged(row.attributes[attribute.place], at: attribute.place),
                    forKey: attribute.name)
            }
        }
    }

    private func insertNodes(_ keys: [ObjectKey], _ context: NSManagedObjectContext) {
        let new = keys.compactMap { context.object(at: $0, link) }
        for object in new { nodes[object.key.row] = newCacheNode(for: object) }
        for object in new where object.runtime.relationshipCount > 0 {
            if let node = nodes[object.key.row] { updateCacheNode(node, from: object) }
        }
    }
}

/// What an atomic store has of one object.
///
///     let node = NSAtomicStoreCacheNode(objectID: store.objectID(for: note, withReferenceObject: "milk"))
///     node.setValue("Milk", forKey: "title")
///     node.setValue(folderNode, forKey: "folder")  // to one: another node
///     node.value(forKey: "title")                  // "Milk"
///
/// A relationship to many has a set of nodes, or a list where it is ordered. Object IDs are taken in the
/// place of nodes, and what the store has no node for is left out.
open class NSAtomicStoreCacheNode: NSObject {
    private let identifier: NSManagedObjectID
    /// The values by the names of properties; nil until one is set.
    open var propertyCache: NSMutableDictionary?

    /// A node without values.
    public init(objectID moid: NSManagedObjectID) {
        identifier = moid
        super.init()
    }

    /// The identifier of the object.
    open var objectID: NSManagedObjectID { identifier }

    /// The value of a property; nil where it has none.
    open func value(forKey key: String) -> Any? { propertyCache?.object(forKey: key) }

    /// Sets the value of a property; nil removes it.
    open func setValue(_ value: Any?, forKey key: String) {
        let cache = propertyCache ?? NSMutableDictionary()
        propertyCache = cache
        if let value {
            cache.setObject(value, forKey: key as NSString)
        } else {
            cache.removeObject(forKey: key)
        }
    }
}
