import CoreData

/// Objects in a JSON file, as a program writes such a store.
final class JSONStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "JSON of tests"

    /// What `save()` throws, where it is set.
    var failure: (any Error)?
    /// The entities of the objects that were deleted.
    private(set) var removed: [String] = []

    private struct File: Codable {
        var identifier: String
        var entries: [Entry]
    }

    private struct Entry: Codable {
        var entity: String
        var reference: String
        var texts: [String: String] = [:]
        var numbers: [String: Int] = [:]
        var links: [String: [String]] = [:]
    }

    override var type: String { Self.storeType }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
        return [NSStoreTypeKey: storeType, NSStoreUUIDKey: file.identifier]
    }

    override func load() throws {
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
        metadata = try Self.metadataForPersistentStore(with: url)
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        for entry in file.entries {
            guard let entity = entities[entry.entity] else {
                throw CocoaError(.fileReadCorruptFile)
            }
            let node = NSAtomicStoreCacheNode(
                objectID: objectID(for: entity, withReferenceObject: entry.reference))
            for (name, text) in entry.texts { node.setValue(text, forKey: name) }
            for (name, number) in entry.numbers { node.setValue(number, forKey: name) }
            for (name, references) in entry.links {
                guard let relationship = entity.relationshipsByName[name],
                    let destination = relationship.destinationEntity
                else { continue }
                // Other nodes of the same objects, of the entity that the model names.
                let targets = references.map {
                    NSAtomicStoreCacheNode(
                        objectID: objectID(for: destination, withReferenceObject: $0))
                }
                if relationship.isToMany {
                    node.setValue(Set(targets), forKey: name)
                } else {
                    node.setValue(targets.first, forKey: name)
                }
            }
            addCacheNodes([node])
        }
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        "\(managedObject.entity.name ?? "")/\(UUID().uuidString)"
    }

    override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        removed += cacheNodes.map { $0.objectID.entity.name ?? "" }.sorted()
    }

    override func save() throws {
        if let failure { throw failure }
        let entries = cacheNodes().map { node -> Entry in
            let entity = node.objectID.entity
            var entry = Entry(entity: entity.name ?? "", reference: reference(of: node))
            for name in entity.attributesByName.keys {
                switch node.value(forKey: name) {
                case let text as String: entry.texts[name] = text
                case let number as Int: entry.numbers[name] = number
                default: break
                }
            }
            for name in entity.relationshipsByName.keys {
                switch node.value(forKey: name) {
                case let one as NSAtomicStoreCacheNode: entry.links[name] = [reference(of: one)]
                case let many as Set<NSAtomicStoreCacheNode>:
                    entry.links[name] = many.map { reference(of: $0) }.sorted()
                default: break
                }
            }
            return entry
        }
        guard let url else { throw CocoaError(.fileNoSuchFile) }
        try JSONEncoder().encode(File(identifier: identifier, entries: entries))
            .write(to: url, options: .atomic)
    }

    private func reference(of node: NSAtomicStoreCacheNode) -> String {
        referenceObject(for: node.objectID) as? String ?? ""
    }
}
