public import Foundation

/// Changes of objects that are saved together.
///
/// Both sides of a relationship are the caller's: the store writes what it is told. A to-many
/// relationship with a to-one inverse is saved by the other side's ``ObjectUpdate/toOnes``;
/// ``ObjectMembership`` is for those with a table of their own and for the order of ordered ones.
public struct ObjectChanges: Sendable {
    /// New objects under keys from ``ObjectStore/reserveKeys(entity:count:)``; their version is
    /// ignored.
    public var inserted: [ObjectRow] = []
    /// Changed objects.
    public var updated: [ObjectUpdate] = []
    /// Deleted objects.
    public var deleted: [ObjectDeletion] = []
    /// Changed relationships to many.
    public var memberships: [ObjectMembership] = []
    /// Who changes, for the history (`transactionAuthor`).
    public var author: String?
    /// The name of the context, for the history.
    public var contextName: String?

    /// No changes yet.
    public init() {}
}

/// The changed values of one object.
public struct ObjectUpdate: Sendable {
    /// Which object.
    public var key: ObjectKey
    /// The version that was read; nil where none is asked for.
    ///
    /// Another one in the store is a conflict.
    public var version: Int64?
    /// New values by the attribute's place.
    public var attributes: [(place: Int, value: Value)]
    /// New destinations by the relationship's place.
    public var toOnes: [(place: Int, key: ObjectKey?)]

    /// A change.
    public init(
        key: ObjectKey, version: Int64?, attributes: [(place: Int, value: Value)] = [],
        toOnes: [(place: Int, key: ObjectKey?)] = []
    ) {
        self.key = key
        self.version = version
        self.attributes = attributes
        self.toOnes = toOnes
    }
}

/// One object that goes.
public struct ObjectDeletion: Hashable, Sendable {
    /// Which object.
    public var key: ObjectKey
    /// The version that was read; nil where none is asked for.
    ///
    /// Another one in the store is a conflict.
    public var version: Int64?

    /// A deletion.
    public init(key: ObjectKey, version: Int64?) {
        self.key = key
        self.version = version
    }
}

/// What changed about a relationship to many of one object.
public struct ObjectMembership: Sendable {
    /// The object.
    public var key: ObjectKey
    /// The relationship's place among ``ModelEntity/toManys``.
    public var relationship: Int
    /// Objects that are new in it.
    public var added: [ObjectKey]
    /// Objects that are no longer in it.
    public var removed: [ObjectKey]
    /// All of its objects in order, where it is ordered.
    public var order: [ObjectKey]?

    /// A change.
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
public struct ObjectSaveResult: Sendable {
    /// The new versions of inserted and updated objects.
    public var versions: [ObjectKey: Int64]
    /// Values that the store computed (derived attributes), by object and the attribute's place.
    public var derived: [ObjectKey: [(place: Int, value: Value)]]
    /// The history's token after the save; 0 where no history is kept.
    public var token: Int64

    /// A result.
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
public struct ObjectSaveFailure: Error, Sendable {
    /// An object that somebody else changed or deleted meanwhile.
    public struct Conflict: Sendable {
        /// Which object.
        public var key: ObjectKey
        /// What the store has now; nil where it was deleted.
        public var row: ObjectRow?

        /// A conflict.
        public init(key: ObjectKey, row: ObjectRow?) {
            self.key = key
            self.row = row
        }
    }

    /// Values that occur once and would have occurred twice.
    public struct Constraint: Sendable {
        /// The properties of the constraint, by name.
        public var properties: [String]
        /// The object that was to be saved.
        public var key: ObjectKey
        /// The object that has the values: in the store, or another that was to be saved.
        public var existing: ObjectRow
        /// Whether the other one is in the store.
        public var isStored: Bool

        /// A violation.
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
    /// Violated uniqueness constraints.
    public var constraints: [Constraint]

    /// A failure.
    public init(conflicts: [Conflict] = [], constraints: [Constraint] = []) {
        self.conflicts = conflicts
        self.constraints = constraints
    }
}

/// One save in a store's history.
public struct ObjectTransaction: Sendable {
    /// What became of an object.
    public enum Kind: Int, Sendable {
        /// It is new.
        case inserted
        /// Some of its values changed.
        case updated
        /// It went.
        case deleted
    }

    /// One object's change.
    public struct Change: Sendable {
        /// Its number in the history.
        public var number: Int64
        /// Which object.
        public var key: ObjectKey
        /// What became of it.
        public var kind: Kind
        /// The names of the properties that changed.
        public var properties: [String]
        /// What a deleted object leaves behind, by property (`preservesValueInHistoryOnDeletion`).
        public var tombstone: [String: Value]

        /// A change.
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
    /// Who saved.
    public var author: String?
    /// The context's name.
    public var contextName: String?
    /// The program that saved.
    public var processName: String?
    /// Its changes, in order.
    public var changes: [Change]

    /// A transaction.
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
