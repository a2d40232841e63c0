#if SwiftData
import CoreData
import Foundation

/// Which model: an entity, and a row of a store.
///
/// Temporary until the model is saved for the first time. It may be handed to other actors, and
/// encoded; a decoded identifier is equal to the one that was encoded.
///
///     let id = trip.persistentModelID
///     try await importer.finish(id)  // in the actor: self[id, as: Trip.self]
///
/// Source: [PersistentIdentifier](https://developer.apple.com/documentation/swiftdata/persistentidentifier).
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
    /// What tells the model from others.
    ///
    ///     other.persistentModelID.id == kept.id  // false: another model
    public struct ID: Hashable, Sendable {
        // One reference: sets of thousands of identifiers are made at each save.
        private enum Form: Sendable {
            case object(NSManagedObjectID)
            case named(Name)
        }
        private let form: Form

        init(_ objectID: NSManagedObjectID) { form = .object(objectID) }
        init(_ name: Name) { form = .named(name) }

        /// The managed object's identifier, where it came from one.
        var objectID: NSManagedObjectID? {
            if case .object(let id) = form { id } else { nil }
        }
        var storeIdentifier: String? {
            switch form {
            case .object(let id): id.storeIdentifier
            case .named(let name): name.storeIdentifier
            }
        }
        var entityName: String {
            switch form {
            case .object(let id): id.entityName
            case .named(let name): name.entityName
            }
        }
        /// `p1` of a row, `t…` of a model that is not saved.
        var primaryKey: String {
            switch form {
            case .object(let id): "p\(id.row)"
            case .named(let name): name.primaryKey
            }
        }
        /// The number in ``primaryKey``; nil for what is no row.
        fileprivate var row: Int64? {
            switch form {
            case .object(let id): id.row
            case .named(let name): name.row
            }
        }

        /// Whether both stand for the same model.
        public static func == (a: ID, b: ID) -> Bool {
            guard a.row == b.row, a.entityName == b.entityName,
                a.storeIdentifier == b.storeIdentifier
            else { return false }
            return a.row != nil || a.primaryKey == b.primaryKey
        }
        /// A hash of the entity and the row, which tell most models from each other.
        public func hash(into hasher: inout Hasher) {
            if let row { hasher.combine(row) } else { hasher.combine(primaryKey) }
            hasher.combine(entityName)
        }
    }

    /// What tells a model from others, by names.
    final class Name: Sendable {
        let storeIdentifier: String?
        let entityName: String
        let primaryKey: String
        /// The number in a key of the form `p1`.
        let row: Int64?

        init(storeIdentifier: String?, entityName: String, primaryKey: String) {
            self.storeIdentifier = storeIdentifier
            self.entityName = entityName
            self.primaryKey = primaryKey
            let number = primaryKey.first == "p" ? Int64(primaryKey.dropFirst()) : nil
            // `p01` is another key than `p1`.
            row = number.map { "p\($0)" } == primaryKey ? number : nil
        }
    }

    /// What tells the model from others.
    public let id: ID
    /// The managed object's identifier, where it came from one.
    var objectID: NSManagedObjectID? { id.objectID }

    /// The name of the model's entity.
    public var entityName: String { id.entityName }
    /// The identifier of the store that has the model; nil before the model is saved.
    public var storeIdentifier: String? { id.storeIdentifier }

    init(_ objectID: NSManagedObjectID) { id = ID(objectID) }

    init(temporary name: String, entityName: String) {
        id = ID(Name(storeIdentifier: nil, entityName: entityName, primaryKey: name))
    }

    /// Whether the model was never saved: the first save gives it another identifier.
    ///
    ///     let id = trip.persistentModelID
    ///     id.isTemporary  // true: it is not to be kept, encoded or handed to other actors
    ///     try context.save()
    ///     trip.persistentModelID.isTemporary  // false
    public var isTemporary: Bool { id.storeIdentifier == nil }

    /// The URI, as Core Data writes it.
    var uri: URL? {
        URL(
            string: "x-coredata://\(id.storeIdentifier ?? "")/\(id.entityName)/\(id.primaryKey)")
    }

    /// The identifier of a model in a custom store.
    ///
    /// - Throws: `EncodingError` where the key cannot be written as text.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        PersistentIdentifier(
            Name(
                storeIdentifier: storeIdentifier, entityName: entityName,
                primaryKey: primaryKey.description))
    }

    private init(_ name: Name) { id = ID(name) }

    /// Orders by entity, then by row, before other keys as text; of one key by store.
    public static func < (a: PersistentIdentifier, b: PersistentIdentifier) -> Bool {
        if a.entityName != b.entityName { return a.entityName < b.entityName }
        switch (a.id.row, b.id.row) {
        case (let i?, let j?) where i != j: return i < j
        case (.some, nil): return true
        case (nil, .some): return false
        case (.some, .some), (nil, nil): break
        }
        let (x, y) = (a.id.primaryKey, b.id.primaryKey)
        return x != y ? x < y : (a.storeIdentifier ?? "") < (b.storeIdentifier ?? "")
    }

    // MARK: Coding

    private enum CodingKeys: String, CodingKey { case implementation }
    private struct Implementation: Codable {
        var primaryKey: String
        var entityName: String
        var uriRepresentation: URL?
        var isTemporary: Bool
        var storeIdentifier: String?
    }

    /// Reads an identifier, in the form of Apple's.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try container.decode(Implementation.self, forKey: .implementation)
        self.init(
            Name(
                storeIdentifier: stored.storeIdentifier, entityName: stored.entityName,
                primaryKey: stored.primaryKey))
    }

    /// Writes the identifier, in the form of Apple's.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(
            Implementation(
                primaryKey: id.primaryKey, entityName: id.entityName, uriRepresentation: uri,
                isTemporary: isTemporary, storeIdentifier: id.storeIdentifier),
            forKey: .implementation)
    }
}
#endif
