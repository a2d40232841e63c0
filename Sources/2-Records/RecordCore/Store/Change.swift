public import Foundation

/// Where a reader of changes has got to.
///
///     let page = try await store.changes(
///         in: notes, of: anns, since: nil, limit: nil, desiredKeys: nil)
///     let kept = page.token.data             // for a file
///     ChangeToken(data: kept) == page.token  // true
///
/// Opaque outside a store; survives restarts as ``data``.
public struct ChangeToken: Hashable, Sendable {
    /// The identity of the store's file or schema, so that foreign tokens are recognised.
    public var store: String
    /// For each database that the token speaks of (its owner's user name), its counter.
    public var counters: [String: Int64]

    /// The name of the last record told of those that came or went at the counter itself; nil
    /// when all were.
    ///
    /// Of a database, the owner of whose zones a first fetch tells next.
    public var position: String?
    /// The counter at which a first fetch of several pages began, until its last page; of a
    /// database, that of the owner in ``position``.
    ///
    /// It is what such a token is as old as: the counter of its first pages is that of the oldest
    /// records, which may be from before what the store has forgotten.
    public var began: Int64?

    /// Creates a token from the store's identity and one counter for each zone or database.
    public init(
        store: String, counters: [String: Int64], position: String? = nil, began: Int64? = nil
    ) {
        self.store = store
        self.counters = counters
        self.position = position
        self.began = began
    }

    /// The token as bytes: the store's identity, then owners and counters.
    public var data: Data {
        let head = position.map { ["2", $0, store] } ?? ["1", store]
        var counters = counters
        counters[ChangeToken.beginning] = began
        let parts = counters.sorted { $0.key < $1.key }.flatMap { [$0.key, String($0.value)] }
        return Data((head + parts).joined(separator: "\u{1F}").utf8)
    }

    /// The token that bytes from ``data`` stand for; nil when they are damaged.
    public init?(data: Data) {
        var parts = String(decoding: data, as: UTF8.self)
            .split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "2", parts.count >= 2 {
            position = parts.remove(at: 1)
            parts[0] = "1"
        }
        guard data.count <= 1_000_000, parts.count >= 2, parts[0] == "1", parts.count % 2 == 0
        else { return nil }
        store = parts[1]
        counters = [:]
        for place in stride(from: 2, to: parts.count, by: 2) {
            guard let counter = Int64(parts[place + 1]), counter >= 0 else { return nil }
            counters[parts[place]] = counter
        }
        began = counters.removeValue(forKey: ChangeToken.beginning)
    }

    /// Stands for ``began`` among the owners in ``data``, of which none is called so: versions that do
    /// not know it pass over it.
    private static let beginning = "\u{1E}"
}

/// What happened in a zone since a token.
///
///     let first = try await store.changes(
///         in: notes, of: anns, since: nil, limit: nil, desiredKeys: nil)
///     first.changed.map(\.id.name)         // ["milk"]
///     // … later, after the record was deleted:
///     let later = try await store.changes(
///         in: notes, of: anns, since: first.token, limit: nil, desiredKeys: nil)
///     later.deleted.map(\.id.name)         // ["milk"]
///
/// Each record comes once, as it is now. A token that is too old is
/// ``StoreError/Code/changeTokenExpired``.
public struct ZoneChanges: Hashable, Sendable {
    /// Records that were created or changed, in the order of their last change, each once.
    public var changed: [Record]
    /// Records that were deleted, in order.
    public var deleted: [Deletion]
    /// Where to go on.
    public var token: ChangeToken
    /// Whether more is to be had now.
    public var moreComing: Bool

    /// A record that is gone.
    ///
    ///     for deletion in changes.deleted { print(deletion.type, deletion.id.name) }  // Note milk
    public struct Deletion: Hashable, Sendable {
        /// Its name and zone.
        public var id: RecordID
        /// The record type that it had.
        public var type: String
        /// A record that is gone.
        public init(_ id: RecordID, type: String) {
            self.id = id
            self.type = type
        }
    }

    /// Creates a page of changes; `moreComing` asks the caller to fetch again with `token`.
    public init(
        changed: [Record], deleted: [Deletion], token: ChangeToken, moreComing: Bool
    ) {
        self.changed = changed
        self.deleted = deleted
        self.token = token
        self.moreComing = moreComing
    }
}

/// Which zones of a database changed since a token.
///
///     try await store.createZones([ZoneID("Notes")], in: anns)
///     let first = try await store.databaseChanges(in: anns, since: nil, limit: nil)
///     first.changed.map(\.name)  // ["Notes"]
///     try await store.deleteZones([ZoneID("Notes")], in: anns)
///     let later = try await store.databaseChanges(in: anns, since: first.token, limit: nil)
///     later.deleted.map(\.name)  // ["Notes"]
public struct DatabaseChanges: Hashable, Sendable {
    /// Zones with changes, in the order of their last change.
    public var changed: [ZoneID]
    /// Zones that were deleted.
    public var deleted: [ZoneID]
    /// Those of the deleted zones that went because their owner's keys were reset: what a device has
    /// of them is to be sent again, not deleted.
    public var keysReset: Set<ZoneID> = []
    /// Those of the deleted zones that their owner purged in the settings: nothing that a device has
    /// of them is to be sent again.
    public var purged: Set<ZoneID> = []
    /// Where to go on.
    public var token: ChangeToken
    /// Whether more is to be had now.
    public var moreComing: Bool

    /// Creates a page of changed zones; `moreComing` asks the caller to fetch again with `token`.
    public init(changed: [ZoneID], deleted: [ZoneID], token: ChangeToken, moreComing: Bool) {
        self.changed = changed
        self.deleted = deleted
        self.token = token
        self.moreComing = moreComing
    }
}

/// A change to a schema, as a list of steps.
///
///     var grown = schema
///     grown["City"]?.fields.append(Field("mayor", .single(.string)))
///     schema.changes(to: grown)  // [.addField(type: "City", Field("mayor", .single(.string)))]
public enum SchemaChange: Hashable, Sendable {
    /// A type that did not exist.
    case addType(RecordType)
    /// A type that is dropped with its records; development only.
    case dropType(String)
    /// A field that did not exist.
    case addField(type: String, Field)
    /// A field that is dropped with its values; development only.
    case dropField(type: String, field: String)
    /// Other indexes of a field.
    case setIndexes(type: String, field: String, FieldIndexes)
    /// Other indexes of the system fields.
    case setSystemIndexes(type: String, [SystemField: FieldIndexes])
    /// Other rights.
    case setGrants(type: String, [Grant])
    /// Other custom roles.
    case setRoles([String])
}
