public import Foundation

/// The primitive steps of one write transaction in one database.
///
///     // What a store does with its own transaction in `save(_:in:)`:
///     let result = try SaveProcedure(
///         request, in: .public, environment: .development, limits: StoreLimits(), now: Date()
///     ).run(in: transaction)
///     try result.saves[0].get().system?.createdBy  // "_localUser"
///
/// ``SaveProcedure`` makes every decision of a save (policies, conflicts, references, cascades,
/// atomicity, schema growth) over these steps, once for all stores. A store supplies only
/// reading and writing. What a step throws ends the procedure, and the store undoes the transaction.
public protocol RecordTransaction {
    /// The schema as this transaction sees it.
    var schema: RecordSchema { get }

    /// The zone of a name, or nil. The default zone always exists.
    func zone(_ id: ZoneID) throws -> Zone?
    /// Announces the records that will be read, so that a store with a remote database may read
    /// them together. Results do not depend on it.
    func expect(_ ids: [RecordID]) throws
    /// Announces a name that was made for this save: ``record(_:)`` gives nil without a look.
    func expectNone(_ id: RecordID) throws
    /// The record as stored, or nil.
    func record(_ id: RecordID) throws -> Record?
    /// The next value of the database's change counter; each call gives a greater one.
    func nextToken() throws -> Int64
    /// Stores a record whose fields and system fields are final. `token` is nil in zones that do
    /// not track changes. `previous` is what ``record(_:)`` gave.
    func put(_ record: Record, replacing previous: Record?, token: Int64?) throws
    /// Removes a record and leaves a tombstone where changes are tracked.
    func remove(_ record: Record, token: Int64?) throws
    /// Records that hold a reference with the given action to a record.
    func referrers(of id: RecordID, action: Reference.Action) throws -> [RecordID]
    /// How many records hold such a reference.
    func holderCount(of id: RecordID, action: Reference.Action) throws -> Int
    /// Records whose parent is the given one.
    func children(of id: RecordID) throws -> [RecordID]
    /// The names of the shares that exist in a zone.
    func shares(in zone: ZoneID) throws -> Set<String>
    /// Whether a share exists in a zone beside those of the given names.
    func hasShare(in zone: ZoneID, besides names: Set<String>) throws -> Bool
    /// What the share registry has under a key, for every share.
    func shareEntries(_ key: ShareEntry.Key, in zone: ZoneID) throws -> [ShareEntry]
    /// Whether what a key names is in a share now.
    func isInShare(_ key: ShareEntry.Key, in zone: ZoneID) throws -> Bool
    /// What the share registry has of a kind for one share.
    func shareEntries(
        of share: String, _ kind: ShareEntry.Kind, in zone: ZoneID
    ) throws -> [ShareEntry]
    /// Writes into the share registry what holds from now on.
    func put(_ entry: ShareEntry, in zone: ZoneID) throws
    /// The users that see a zone beside its owner, with their permissions.
    func participants(of zone: ZoneID) throws -> [String: ParticipantPermission]
    /// Lets users see a zone; users that are not named lose it.
    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID, token: Int64) throws
    /// What a user beside the owner may do in a zone; nil for a user that does not see it.
    func permission(of user: String, in zone: ZoneID) throws -> ParticipantPermission?
    /// Changes what some users may do in a zone; those that lose it have nil. All others stay.
    func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of zone: ZoneID,
        token: Int64) throws
    /// What a service above keeps under a key, or nil.
    func note(_ key: String) throws -> Data?
    /// Keeps something for a service above, with what this transaction writes.
    func keep(_ data: Data, under key: String) throws
    /// Undoes everything since a mark: used when one zone of a batch fails and others do not.
    func attempt<T>(_ body: () throws -> T) throws -> T
}

extension RecordTransaction {
    /// Reads each when it is asked for.
    public func expect(_ ids: [RecordID]) throws {}

    /// Looks all the same.
    public func expectNone(_ id: RecordID) throws {}

    /// Reads the names of all.
    public func hasShare(in zone: ZoneID, besides names: Set<String>) throws -> Bool {
        try !shares(in: zone).isSubset(of: names)
    }

    /// Reads the entries of all its shares.
    public func isInShare(_ key: ShareEntry.Key, in zone: ZoneID) throws -> Bool {
        try shareEntries(key, in: zone).contains(where: \.isPresent)
    }

    /// Reads the permissions of all.
    public func permission(of user: String, in zone: ZoneID) throws -> ParticipantPermission? {
        try participants(of: zone).first { $0.key.hasSameBytes(as: user) }?.value
    }

    /// Sets those of all.
    public func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of zone: ZoneID,
        token: Int64
    ) throws {
        var all = try participants(of: zone)
        for (user, permission) in changes { all[user] = permission }
        try setParticipants(all, of: zone, token: token)
    }
}
