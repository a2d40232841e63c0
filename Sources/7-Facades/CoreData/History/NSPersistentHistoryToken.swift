public import Foundation

/// A place in the history of stores; it may be archived and used after a restart.
///
///     let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
///     // … later
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///
/// A token older than what `deleteHistory(before:)` left is an error of the fetch,
/// `NSPersistentHistoryTokenExpiredError`.
public final class NSPersistentHistoryToken: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The number of the last transaction, by the identifier of the store.
    package let places: [String: Int64]

    init(_ places: [String: Int64]) { self.places = places }

    /// Tokens take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a token from an archive; nil where it holds none.
    public init?(coder: NSCoder) {
        guard
            let stored = coder.decodeObject(
                of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "places")
                as? [String: NSNumber]
        else { return nil }
        places = stored.mapValues { $0.int64Value }
    }

    /// Encodes the position in the history of each store, by the store's identifier.
    public func encode(with coder: NSCoder) {
        let stored = places.mapValues { NSNumber(value: $0) }
        coder.encode(stored as NSDictionary, forKey: "places")
    }

    /// The token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both mean the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.places == places
    }

    /// A hash of the positions, which equal tokens share.
    public override var hash: Int { places.hashValue }

    /// The places by store.
    public override var description: String { "<NSPersistentHistoryToken - \(places)>" }
}
