import Foundation
import ObjectCore

/// Which row stands for which object of a store of the program's own, by the reference object that
/// the program names it with, and how often the object has changed.
///
/// Rows are numbers of this run of the program; URIs have the text of the reference object.
final class StoreReferences: @unchecked Sendable {
    // Unchecked: everything that changes is read and written under the lock.
    private struct Name: Hashable {
        let tree: Int
        let text: String
    }

    private struct Entry {
        var reference: Any
        let text: String
        /// Whether the reference object was guessed from the text, until the program gives its own.
        var isGuess: Bool
        /// What contexts compare: a number of our own, since programs may give one version always.
        var version: Int64 = 1
        /// The version of the node that was read last; nil where it is not known since a save.
        var node: UInt64?
    }

    private let lock = NSLock()
    private var rows: [Name: Int64] = [:]
    /// The first is row 1.
    private var entries: [Entry] = []

    /// The row of the object that a reference object names in a tree of entities.
    func row(_ reference: Any, tree: Int) -> Int64 {
        let text = StoreReferences.text(reference)
        return lock.withLock {
            let row = row(text, tree, reference)
            if entries[Int(row) - 1].isGuess {
                entries[Int(row) - 1].reference = reference
                entries[Int(row) - 1].isGuess = false
            }
            return row
        }
    }

    /// The row of the object that the end of a URI names: a number where it reads as one.
    func row(named text: String, tree: Int) -> Int64 {
        lock.withLock {
            let number = Int64(text).flatMap { "\($0)" == text ? NSNumber(value: $0) : nil }
            return row(text, tree, number ?? text, isGuess: true)
        }
    }

    private func row(
        _ text: String, _ tree: Int, _ reference: Any, isGuess: Bool = false
    ) -> Int64 {
        let name = Name(tree: tree, text: text)
        if let row = rows[name] { return row }
        entries.append(Entry(reference: reference, text: text, isGuess: isGuess))
        rows[name] = Int64(entries.count)
        return Int64(entries.count)
    }

    /// The reference object of a row.
    func reference(_ row: Int64) -> Any { entry(row)?.reference ?? NSNumber(value: row) }

    /// The text of the reference object of a row, as the path of a URI has it.
    func path(_ row: Int64) -> String {
        (entry(row)?.text ?? "\(row)")
            .addingPercentEncoding(withAllowedCharacters: StoreReferences.plain) ?? ""
    }

    private func entry(_ row: Int64) -> Entry? {
        lock.withLock { row > 0 && row <= entries.count ? entries[Int(row) - 1] : nil }
    }

    private static let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    private static func text(_ reference: Any) -> String {
        switch reference {
        case let text as String: return text
        case let number as any BinaryInteger: return "\(number)"
        case let number as NSNumber: return number.stringValue
        case let text as NSString: return text.description
        case let identifier as UUID: return identifier.uuidString
        default:
            raise(
                "A reference object of a store must be a text or a number, not a "
                    + "\(type(of: reference)): its text stands in the URIs of object IDs.")
        }
    }

    // MARK: Versions

    /// The version of a row whose node was read: another one where the node has another.
    func version(_ row: Int64, of node: UInt64) -> Int64 {
        lock.withLock {
            let place = Int(row) - 1
            if let known = entries[place].node, known != node { entries[place].version += 1 }
            entries[place].node = node
            return entries[place].version
        }
    }

    /// Whether a row has a version still.
    func isCurrent(_ row: Int64, _ version: Int64?) -> Bool {
        version == nil || entry(row)?.version == version
    }

    /// The version of a row that a context saved.
    @discardableResult
    func saved(_ row: Int64) -> Int64 {
        lock.withLock {
            entries[Int(row) - 1].version += 1
            entries[Int(row) - 1].node = nil
            return entries[Int(row) - 1].version
        }
    }
}

// What stores of the program's own have in common.

extension NSPersistentStore {
    /// The identifier of the object that a reference object names.
    final func identifier(
        _ entity: NSEntityDescription, _ reference: Any
    ) -> NSManagedObjectID {
        let model = owner?.managedObjectModel
        let runtime =
            entity.managedObjectModel === model
            ? entity.inUse : model?.entitiesByName[entity.name ?? ""]?.inUse ?? entity.inUse
        guard let runtime, let references = link.references else {
            raise("The entity '\(entity.name ?? "")' is not in the model of the store \(self).")
        }
        let row = references.row(reference, tree: runtime.root)
        return NSManagedObjectID(ObjectKey(entity: runtime.number, row: row), runtime, link)
    }

    /// The reference object by which the program made an identifier.
    final func reference(_ objectID: NSManagedObjectID) -> Any {
        link.references?.reference(objectID.key.row) ?? NSNumber(value: objectID.key.row)
    }

    /// The key of what a program gives as an object: an object, its identifier or its cache node.
    final func key(_ any: Any) -> ObjectKey? {
        let id =
            switch any {
            case let id as NSManagedObjectID: id
            case let object as NSManagedObject: object.objectID
            case let node as NSAtomicStoreCacheNode: node.objectID
            default: NSManagedObjectID?.none
            }
        guard let id, id.storeLink === link, !id.key.isTemporary else { return nil }
        return id.key
    }

    /// The members of a collection that a program gives; nil for what is none.
    static func members(_ any: Any?) -> [Any]? {
        switch NSManagedObject.unwrap(any) {
        case nil: return []
        case let list as [Any]: return list
        case let set as NSOrderedSet: return set.array
        case let set as NSSet: return set.allObjects
        case let members as any Sequence:
            var list: [Any] = []
            for member in members { list.append(member) }
            return list
        default: return nil
        }
    }

    /// Refuses a store whose metadata have the version hashes of another model.
    final func checkModel() throws {
        guard storeOptions?.isOn(NSIgnorePersistentStoreVersioningOption) != true,
            let metadata, metadata[NSStoreModelVersionHashesKey] is [String: Data],
            let model = owner?.managedObjectModel,
            !model.isConfiguration(withName: configured, compatibleWithStoreMetadata: metadata)
        else { return }
        throw NSError.coreData(
            NSPersistentStoreIncompatibleVersionHashError,
            "The model used to open the store is incompatible with the one used to create the store",
            [
                NSLocalizedRecoverySuggestionErrorKey:
                    "Such stores are not migrated: open it with the earlier model and copy it into a "
                    + "SQLite store by migratePersistentStore(_:to:options:withType:), or let its class "
                    + "bring it to the new model."
            ])
    }
}

extension EntityRuntime {
    /// The stored form of a program's value of an attribute.
    func stored(_ value: Any?, at place: Int) throws -> Value {
        let attribute = entity.attributes[place]
        let plain = NSManagedObject.unwrap(value)
        guard
            let stored = AttributeValue.coerced(
                plain, attribute.type, attributeDescriptions[place])
        else {
            let desired = attributeDescriptions[place]?.attributeValueClassName ?? ""
            throw NSError.coreData(
                NSCoreDataError,
                "Unacceptable type of value for attribute: property = \"\(attribute.name)\"; desired "
                    + "type = \(desired); given type = \(GivenType.name(of: plain)); value = "
                    + "\(plain.map { "\($0)" } ?? "nil").")
        }
        return stored
    }
}
