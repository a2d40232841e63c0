/// A line of a zone's share registry: that a record or a user came to a share, or left it.
///
///     let note = ShareEntry.Key(.record, "note-1")
///     ShareEntry(note, of: "share-1", type: "Note", isPresent: true, token: 12)  // it came at 12
///
/// ``SaveProcedure`` keeps the registry, in the transaction of the save itself; stores only write
/// and read it.
public struct ShareEntry: Hashable, Sendable {
    /// Whether the entry is about a record or about a user.
    ///
    ///     ShareEntry.Key(.user, "_ann").kind.rawValue  // 1: the number in a store's table
    ///     let users = try transaction.shareEntries(of: "share-1", .user, in: zone)
    ///     users.filter(\.isPresent).map(\.key.name)    // ["_ann"]
    public enum Kind: Int64, Hashable, Sendable, CaseIterable {
        /// A record: the root, what hangs below it, and the record of the share itself.
        case record = 0
        /// A user that takes part in the share.
        case user = 1
        /// The share itself came to be or was deleted.
        case share = 2
    }

    /// What entries are found by.
    ///
    ///     let key = ShareEntry.Key(.user, "_ann")
    ///     ShareEntry(key, of: "share-1", isPresent: false, token: 20)  // Ann left at 20
    public struct Key: Hashable, Sendable {
        /// Whether the key names a record or a user.
        public var kind: Kind
        /// The name of the record or of the user.
        public var name: String
        /// Creates a key from a kind and the name of the record or user.
        public init(_ kind: Kind, _ name: String) {
            self.kind = kind
            self.name = name
        }

        /// Equal when kind and name are, the name compared byte by byte.
        public static func == (a: Key, b: Key) -> Bool {
            a.kind == b.kind && a.name.hasSameBytes(as: b.name)
        }
    }

    /// The record or the user that joined or left the share.
    public var key: Key
    /// The record name of the share.
    public var share: String
    /// The record's type; empty for users.
    public var type: String
    /// Whether it is there now.
    public var isPresent: Bool
    /// When it came or left.
    public var token: Int64

    /// Creates an entry; `isPresent` is false for a record or user that left.
    public init(_ key: Key, of share: String, type: String = "", isPresent: Bool, token: Int64) {
        self.key = key
        self.share = share
        self.type = type
        self.isPresent = isPresent
        self.token = token
    }
}
