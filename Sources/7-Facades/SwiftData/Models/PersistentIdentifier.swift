#if SwiftData
import CoreData
import Foundation
import FoundationPredicates
import PredicateCore

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
    public struct ID: Hashable, Sendable {
        let storeIdentifier: String?
        let entityName: String
        /// `p1` of a row, `t…` of a model that is not saved.
        let primaryKey: String
    }

    /// What tells the model from others.
    public let id: ID
    /// The managed object's identifier, where it came from one.
    let objectID: NSManagedObjectID?

    /// The name of the model's entity.
    public var entityName: String { id.entityName }
    /// The identifier of the store that has the model; nil before the model is saved.
    public var storeIdentifier: String? { id.storeIdentifier }

    init(_ objectID: NSManagedObjectID) {
        self.objectID = objectID
        id = ID(
            storeIdentifier: objectID.storeIdentifier, entityName: objectID.entityName,
            primaryKey: "p\(objectID.row)")
    }

    init(temporary name: String, entityName: String) {
        objectID = nil
        id = ID(storeIdentifier: nil, entityName: entityName, primaryKey: name)
    }

    private init(_ id: ID) {
        self.id = id
        objectID = nil
    }

    var isTemporary: Bool { id.storeIdentifier == nil }

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
            ID(
                storeIdentifier: storeIdentifier, entityName: entityName,
                primaryKey: primaryKey.description))
    }

    /// Whether both stand for the same model.
    public static func == (a: PersistentIdentifier, b: PersistentIdentifier) -> Bool {
        a.id == b.id
    }
    /// A hash of the store, the entity and the row.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    /// Orders by entity, then by row.
    public static func < (a: PersistentIdentifier, b: PersistentIdentifier) -> Bool {
        if a.entityName != b.entityName { return a.entityName < b.entityName }
        let (x, y) = (a.id.primaryKey, b.id.primaryKey)
        if let i = Int64(x.dropFirst()), let j = Int64(y.dropFirst()), x.first == y.first {
            return i < j
        }
        return x < y
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
            ID(
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
