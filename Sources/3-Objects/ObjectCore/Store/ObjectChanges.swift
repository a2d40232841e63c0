public import Foundation

/// Changes of objects that are saved together.
///
///     var changes = ObjectChanges()
///     changes.updated = [ObjectUpdate(key: key, version: 1, attributes: [(title, .text("Milk"))])]
///     let result = try store.save(changes)
///     result.versions[key]   // 2
///
/// The caller keeps both sides of a relationship consistent; the store does not check. A to-many
/// relationship with a to-one inverse is saved by the other side's ``ObjectUpdate/toOnes``;
/// ``ObjectMembership`` is for those with a table of their own and for the order of ordered ones.
public struct ObjectChanges: Sendable {
    /// New objects under keys from ``ObjectStore/reserveKeys(entity:count:)``; their version is
    /// ignored.
    public var inserted: [ObjectRow] = []
    /// Objects with changed values, at most one entry each.
    public var updated: [ObjectUpdate] = []
    /// Objects that are deleted by this save.
    public var deleted: [ObjectDeletion] = []
    /// Changed relationships to many.
    public var memberships: [ObjectMembership] = []
    /// The author of the transaction, for the history (`transactionAuthor`).
    public var author: String?
    /// The name of the context, for the history.
    public var contextName: String?
    /// Whether the objects are copies of saved ones: attributes derived by `now()` keep the values that the
    /// rows have.
    package var areCopies = false

    /// Creates an empty set of changes.
    public init() {}
}

/// The changed values of one object.
///
///     ObjectUpdate(key: key, version: row.version, toOnes: [(folder, nil)])
///     // leaves its folder; ObjectSaveFailure where the store has another version
public struct ObjectUpdate: Sendable {
    /// The entity and the row of the object.
    public var key: ObjectKey
    /// The version that was read; nil where none is asked for.
    ///
    /// Another one in the store is a conflict.
    public var version: Int64?
    /// New values by the attribute's place.
    public var attributes: [(place: Int, value: Value)]
    /// New destinations by the relationship's place.
    public var toOnes: [(place: Int, key: ObjectKey?)]
    /// The places of relationships to many that have other members now, which are kept elsewhere: with the
    /// other side, or by an ``ObjectMembership``.
    ///
    /// They make a new version and stand in the history, as in Apple's files.
    public var toManys: [Int]

    /// Creates an update; a nil version turns the conflict check off.
    public init(
        key: ObjectKey, version: Int64?, attributes: [(place: Int, value: Value)] = [],
        toOnes: [(place: Int, key: ObjectKey?)] = [], toManys: [Int] = []
    ) {
        self.key = key
        self.version = version
        self.attributes = attributes
        self.toOnes = toOnes
        self.toManys = toManys
    }
}

/// One object that goes.
///
///     ObjectDeletion(key: key, version: row.version)
public struct ObjectDeletion: Hashable, Sendable {
    /// The entity and the row of the object.
    public var key: ObjectKey
    /// The version that was read; nil where none is asked for.
    ///
    /// Another one in the store is a conflict.
    public var version: Int64?

    /// Creates a deletion; a nil version turns the conflict check off.
    public init(key: ObjectKey, version: Int64?) {
        self.key = key
        self.version = version
    }
}

/// What changed about a relationship to many of one object.
///
///     ObjectMembership(key: note, relationship: tags, added: [urgent], removed: [later])
public struct ObjectMembership: Sendable {
    /// The object that has the relationship.
    public var key: ObjectKey
    /// The relationship's place among ``ModelEntity/toManys``.
    public var relationship: Int
    /// Objects that are new in it.
    public var added: [ObjectKey]
    /// Objects that are no longer in it.
    public var removed: [ObjectKey]
    /// All of its objects in order, where it is ordered.
    public var order: [ObjectKey]?

    /// Creates a change of a to-many relationship; `order` is for ordered relationships.
    public init(
        key: ObjectKey, relationship: Int, added: [ObjectKey] = [], removed: [ObjectKey] = [],
        order: [ObjectKey]? = nil
    ) {
        self.key = key
        self.relationship = relationship
        self.added = added
        self.removed = removed
        self.order = order
    }
}

/// What a save did.
///
///     let result = try store.save(changes)
///     result.versions[key]   // 2
///     result.token           // 17: where the history stands
public struct ObjectSaveResult: Sendable {
    /// The new versions of inserted and updated objects.
    public var versions: [ObjectKey: Int64]
    /// Values that the store computed (derived attributes), by object and the attribute's place.
    public var derived: [ObjectKey: [(place: Int, value: Value)]]
    /// The history's token after the save; 0 where no history is kept.
    public var token: Int64

    /// Creates the result of a save; a store without history has the token 0.
    public init(
        versions: [ObjectKey: Int64] = [:],
        derived: [ObjectKey: [(place: Int, value: Value)]] = [:], token: Int64 = 0
    ) {
        self.versions = versions
        self.derived = derived
        self.token = token
    }
}

/// Why changes were not saved; nothing of them was.
///
///     catch let failure as ObjectSaveFailure {
///         failure.conflicts.first?.row?.version     // 3: another writer has saved it since
///         failure.constraints.first?.properties    // ["name"]
///     }
public struct ObjectSaveFailure: Error, Sendable {
    /// An object that another writer changed or deleted meanwhile.
    ///
    ///     var stale = ObjectChanges()
    ///     stale.updated = [ObjectUpdate(key: key, version: 7, attributes: [(0, "Cheese")])]
    ///     do { _ = try store.save(stale) } catch let failure as ObjectSaveFailure {
    ///         failure.conflicts[0].row?.version  // 1: what the store has; 7 was never read
    ///     }
    public struct Conflict: Sendable {
        /// The entity and the row of the object.
        public var key: ObjectKey
        /// What the store has now; nil where it was deleted.
        public var row: ObjectRow?

        /// Creates a conflict; a nil row means that the object was deleted.
        public init(key: ObjectKey, row: ObjectRow?) {
            self.key = key
            self.row = row
        }
    }

    /// Values that occur once and would have occurred twice.
    ///
    ///     var twice = ObjectChanges()
    ///     twice.inserted = [
    ///         ObjectRow(key: keys[1], version: 0, attributes: ["Milk"], toOnes: [nil])
    ///     ]
    ///     do { _ = try store.save(twice) } catch let failure as ObjectSaveFailure {
    ///         failure.constraints[0].properties    // ["title"]
    ///         failure.constraints[0].existing.key  // the note that is called so
    ///     }
    public struct Constraint: Sendable {
        /// The properties of the constraint, by name.
        public var properties: [String]
        /// The object that was to be saved.
        public var key: ObjectKey
        /// The object that has the values: in the store, or another that was to be saved.
        public var existing: ObjectRow
        /// Whether the other one is in the store.
        public var isStored: Bool

        /// Creates a violation by an object and the row that has the same values already.
        public init(
            properties: [String], key: ObjectKey, existing: ObjectRow, isStored: Bool
        ) {
            self.properties = properties
            self.key = key
            self.existing = existing
            self.isStored = isStored
        }
    }

    /// Objects changed by others.
    public var conflicts: [Conflict]
    /// Uniqueness constraints that the save violates.
    public var constraints: [Constraint]

    /// Creates a failure from everything that stands against the save.
    public init(conflicts: [Conflict] = [], constraints: [Constraint] = []) {
        self.conflicts = conflicts
        self.constraints = constraints
    }
}

/// One save in a store's history.
///
///     transaction.author                        // "import"
///     transaction.changes.map(\.kind)           // [.inserted, .updated]
public struct ObjectTransaction: Sendable {
    /// What became of an object.
    ///
    ///     for change in history.flatMap(\.changes) where change.kind == .deleted {
    ///         print(change.key.row, change.tombstone)
    ///     }
    public enum Kind: Int, Sendable {
        /// It is new.
        case inserted
        /// Some of its values changed.
        case updated
        /// It went.
        case deleted
    }

    /// The change of one object in a transaction of the history.
    ///
    ///     let history = try store.history(after: 0, limit: nil)
    ///     history[0].changes[0].kind  // .inserted
    ///     history[0].changes[0].key   // which object
    public struct Change: Sendable {
        /// Its number in the history.
        public var number: Int64
        /// The entity and the row of the object.
        public var key: ObjectKey
        /// What became of it.
        public var kind: Kind
        /// The names of the properties that changed.
        public var properties: [String]
        /// What a deleted object leaves behind, by property (`preservesValueInHistoryOnDeletion`).
        public var tombstone: [String: Value]

        /// Creates a change; `properties` are those of an update, the tombstone that of a deletion.
        public init(
            number: Int64, key: ObjectKey, kind: Kind, properties: [String] = [],
            tombstone: [String: Value] = [:]
        ) {
            self.number = number
            self.key = key
            self.kind = kind
            self.properties = properties
            self.tombstone = tombstone
        }
    }

    /// Its number: the token after it.
    public var token: Int64
    /// When it was saved.
    public var date: Date
    /// The author that the saving context named (`transactionAuthor`).
    public var author: String?
    /// The name of the context that saved.
    public var contextName: String?
    /// The program that saved.
    public var processName: String?
    /// Its changes, in order.
    public var changes: [Change]

    /// Creates a transaction of the history; its token orders it among the others.
    public init(
        token: Int64, date: Date, author: String? = nil, contextName: String? = nil,
        processName: String? = nil, changes: [Change] = []
    ) {
        self.token = token
        self.date = date
        self.author = author
        self.contextName = contextName
        self.processName = processName
        self.changes = changes
    }
}
