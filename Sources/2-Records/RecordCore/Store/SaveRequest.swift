/// When a save may replace what the store holds.
///
///     // Another client saved the record since `old` was read.
///     let careful = try await store.save(SaveRequest(saving: [old]), in: .public)
///     careful.firstError?.code  // .recordChanged
///     let forced = try await store.save(SaveRequest(saving: [old], policy: .allKeys), in: .public)
///     forced.firstError         // nil
public enum SavePolicy: Int, Hashable, Sendable, CaseIterable {
    /// Only when the caller's change tag is the store's.
    case ifServerRecordUnchanged = 0
    /// Always; only the given fields are written.
    case changedKeys = 1
    /// Always; fields that the caller's record lacks are removed.
    case allKeys = 2
}

/// Records to save and to delete in one go.
///
///     var request = SaveRequest(saving: [milk], deleting: [RecordID("old", zone: notes)])
///     request.policy = .changedKeys  // whatever version the store has
///     let result = try await store.save(request, in: .private(user: "_ann"))
///     if let error = result.firstError { throw error }
///
/// The result has an answer for each record, in this order. In a zone that can be atomic all
/// succeed or none.
public struct SaveRequest: Hashable, Sendable {
    /// One record to save.
    ///
    ///     var item = SaveRequest.Item(note, isPartial: true)   // absent fields keep their values
    ///     item.policy = .allKeys                               // for this record alone
    public struct Item: Hashable, Sendable {
        /// The record.
        ///
        /// Under ``SavePolicy/changedKeys`` and
        /// ``SavePolicy/ifServerRecordUnchanged`` its fields are the changed ones when
        /// ``isPartial`` is set.
        public var record: Record
        /// Fields that are absent keep the store's value.
        public var isPartial: Bool
        /// The version that the caller began with, for conflicts.
        public var ancestor: Record?
        /// Whether the store's record keeps the parent that it has, or none, when this one is partial.
        ///
        /// The parent of ``record`` is then only for a record that does not exist yet, or no longer.
        public var keepsParent: Bool
        /// When this save may replace, where that is not as ``SaveRequest/policy`` says.
        public var policy: SavePolicy?
        /// Whether the record's name was made for this save, so that no record of it is looked for.
        ///
        /// A name that exists all the same fails the whole request in a database.
        package var isNew = false
        /// What empty lists would hold, by field: the types of fields that are new with them.
        package var listTypes: [String: ScalarType] = [:]

        /// A record to save.
        ///
        /// Where `keepsParent` is nil, a parent that the record has is set, and without one the stored
        /// record keeps its own.
        public init(
            _ record: Record, isPartial: Bool = false, ancestor: Record? = nil,
            keepsParent: Bool? = nil, policy: SavePolicy? = nil
        ) {
            self.policy = policy
            self.record = record
            self.isPartial = isPartial
            self.ancestor = ancestor
            self.keepsParent = keepsParent ?? (record.parent == nil)
        }
    }

    /// One record to delete.
    ///
    ///     SaveRequest.Deletion(note.id, changeTag: "3")
    ///     // refused with recordChanged where the store has another version
    public struct Deletion: Hashable, Sendable {
        /// The record's name and zone.
        public var id: RecordID
        /// The tag that the store's record must have; nil deletes whatever it has.
        public var changeTag: String?

        /// A record to delete.
        public init(_ id: RecordID, changeTag: String? = nil) {
            self.id = id
            self.changeTag = changeTag
        }
    }

    /// The records to save, in order.
    public var saves: [Item]
    /// The records to delete, after the saves.
    public var deletions: [Deletion]
    /// When a save may replace.
    public var policy: SavePolicy
    /// All or nothing, for each zone; refused in the default zone and the public database
    /// unless ``isAtomicRequired`` is false, when it is ignored there.
    public var isAtomic: Bool
    /// Whether an atomic request to a zone that cannot be atomic is an error.
    public var isAtomicRequired: Bool
    /// The record name of the requesting user.
    public var user: String
    /// The custom roles of the requesting user, beside `_world`, `_icloud` and `_creator`.
    public var roles: Set<String>
    /// Whether grants do not hold the user back.
    public var isAdministrator: Bool
    /// The key under which is kept what became of the request, with what it writes; nil for none.
    ///
    /// A second request of the same key is answered with that, and writes nothing.
    public var once: String?
    /// Whether shares keep the participants that accepted, whatever the owner's version says.
    public var settlesShares = false

    /// Creates a request; by default it is atomic and refuses records with an outdated change tag.
    public init(
        saving records: [Record] = [], deleting ids: [RecordID] = [],
        policy: SavePolicy = .ifServerRecordUnchanged, isAtomic: Bool = true,
        isAtomicRequired: Bool = false, user: String = SaveRequest.defaultUser,
        roles: Set<String> = [], isAdministrator: Bool = false
    ) {
        self.init(
            saves: records.map { Item($0) }, deletions: ids.map { Deletion($0) }, policy: policy,
            isAtomic: isAtomic, isAtomicRequired: isAtomicRequired, user: user, roles: roles,
            isAdministrator: isAdministrator)
    }

    /// A request in full.
    public init(
        saves: [Item], deletions: [Deletion], policy: SavePolicy = .ifServerRecordUnchanged,
        isAtomic: Bool = true, isAtomicRequired: Bool = false,
        user: String = SaveRequest.defaultUser, roles: Set<String> = [],
        isAdministrator: Bool = false
    ) {
        self.saves = saves
        self.deletions = deletions
        self.policy = policy
        self.isAtomic = isAtomic
        self.isAtomicRequired = isAtomicRequired
        self.user = user
        self.roles = roles
        self.isAdministrator = isAdministrator
    }

    /// Whether records of a type are to be saved.
    ///
    /// By places, as everything that each save passes: an iterator copies each record that it gives, a
    /// hundredth of the instructions of a save for thirteen of them.
    package func saves(recordsOf type: String) -> Bool {
        saves.indices.contains { saves[$0].record.type == type }
    }

    /// The record name of an embedded store's own user.
    public static let defaultUser = "_localUser"
}

/// What became of each part of a request.
///
///     let result = try await store.save(SaveRequest(saving: [fresh, old]), in: .public)
///     try result.saves[0].get().system?.createdBy  // "_localUser"
///     try result.saves[1].get()                    // throws StoreError, code .recordChanged
///     result.firstError?.code                      // .recordChanged
///
/// When every part of a zone fails or succeeds together,
/// the parts that are not at fault carry ``StoreError/Code/batchFailed``.
public struct SaveResult: Sendable {
    /// For each record to save, in the order given: as stored, or why not.
    public var saves: [Result<Record, StoreError>]
    /// For each deletion, in the order given; deleting a record that does not exist succeeds.
    public var deletions: [Result<RecordID, StoreError>]
    /// Records that went because a record they belong to was deleted.
    ///
    /// The save of such a record in the same request fails with
    /// ``StoreError/Code/missingReference``.
    public var cascaded: [RecordID]
    /// The versions that saves replaced and that deletions removed, cascades among them.
    public var replaced: [RecordID: Record] = [:]
    /// Records that changed without being asked for: roots that lost their share.
    public var touched: [RecordID: Record] = [:]
    /// Whether all this was done before, by a request of the same ``SaveRequest/once``.
    public var isRepeated = false
    /// The schema of the transaction that saved; nil where the store does not say.
    package var schema: RecordSchema?

    /// What became of a request.
    public init(
        saves: [Result<Record, StoreError>] = [], deletions: [Result<RecordID, StoreError>] = [],
        cascaded: [RecordID] = [], replaced: [RecordID: Record] = [:],
        touched: [RecordID: Record] = [:]
    ) {
        self.saves = saves
        self.deletions = deletions
        self.cascaded = cascaded
        self.replaced = replaced
        self.touched = touched
    }

    /// The first failure, or nil when everything was done.
    public var firstError: StoreError? {
        var sibling: StoreError?
        let failures =
            saves.compactMap { if case .failure(let error) = $0 { error } else { nil } }
            + deletions.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        for error in failures {
            if error.code != .batchFailed { return error }
            sibling = sibling ?? error
        }
        return sibling
    }
}
