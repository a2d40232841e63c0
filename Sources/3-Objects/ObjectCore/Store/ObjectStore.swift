public import Foundation
public import PredicateCore

/// Where objects are kept.
///
///     let store = try ObjectStoreOpener.open(.sqlite(path: "notes.sqlite"), model: model)
///     let rows = try store.fetch(ObjectQuery(entity: note.number))
///     rows.map(\.key.row)   // [1, 2, 3]
///
/// Every call does its work on the calling thread and may be made from any thread. Answers
/// within one call are of one moment. What a predicate means, `PredicateCore` decides: every
/// store gives the same objects, and in the same order but for text, which each orders by its
/// ``textProfile``.
public protocol ObjectStore: AnyObject, Sendable {
    /// The model that the store is opened with.
    var model: ResolvedModel { get }
    /// The identifier that stands in the URIs of its objects.
    var identifier: String { get }
    /// Whether it may only be read.
    var isReadOnly: Bool { get }
    /// How it orders and searches text; what is evaluated beside it takes the same.
    var textProfile: TextProfile { get }

    // MARK: Querying

    /// The objects that match, in order, with their rows.
    func fetch(_ query: ObjectQuery) throws -> [ObjectRow]
    /// The keys of the objects that match, in order.
    func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey]
    /// How many objects match, limit and offset considered.
    func count(_ query: ObjectQuery) throws -> Int
    /// Calculated results, each in the order of the columns.
    func summarize(_ query: SummaryQuery) throws -> [[Value]]
    /// The rows of objects; nil for what is not there.
    func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?]
    /// What a relationship to many of each object points at, in its order or by row.
    ///
    /// - Parameter relationship: Its place among the entity's relationships to many; all keys
    ///   are of entities that have it there.
    func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]]

    // MARK: Writing

    /// Numbers for new objects of an entity, never given out before.
    func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey]
    /// Makes all changes durable, or none.
    ///
    /// - Throws: ``ObjectSaveFailure`` where others changed the same objects, or values that
    ///   occur once would occur twice.
    func save(_ changes: ObjectChanges) throws -> ObjectSaveResult
    /// Runs everything that `body` does with the store in one transaction, on the calling thread,
    /// while no other writer writes. A save within it that throws is undone by itself.
    ///
    /// After a conflict with other writers everything is undone and `body` runs again.
    func exclusively<T>(_ body: () throws -> T) throws -> T

    // MARK: History

    /// The token after the last transaction; 0 where no history is kept.
    func historyToken() throws -> Int64
    /// The token up to which no transaction is later than `date`; the last one where none is.
    func historyToken(through date: Date) throws -> Int64
    /// Transactions after a token, in order, at most `limit`.
    func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction]
    /// Forgets transactions up to a token.
    func forgetHistory(upTo token: Int64) throws

    // MARK: Mirroring

    /// What a mirror keeps under keys; keys without an entry are left out.
    ///
    ///     try store.exclusively {
    ///         try store.setMirrorEntries(["token": token])  // in the transaction of the save
    ///         try store.save(changes)
    ///     }
    ///     try store.mirrorEntries(["token", "zone"])  // ["token": …]
    func mirrorEntries(_ keys: [String]) throws -> [String: Data]
    /// The entries whose keys begin with `prefix` and come after `key`, ordered by the bytes of
    /// their keys, at most `limit`.
    func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    /// Sets entries, and removes those whose value is nil.
    func setMirrorEntries(_ entries: [String: Data?]) throws

    // MARK: The store itself

    /// What is kept beside the objects: Apple's keys, and the program's own.
    func metadata() throws -> [String: MetadataValue]
    /// Replaces it.
    func setMetadata(_ metadata: [String: MetadataValue]) throws
    /// Finishes pending writes and closes the store; later calls throw.
    func close() throws
}

extension ObjectStore {
    /// Without transactions of several calls, each call has its own.
    public func exclusively<T>(_ body: () throws -> T) throws -> T { try body() }
}

/// A value of a store's metadata: a property list.
///
///     let facts = try ObjectStoreOpener.facts(at: "notes.sqlite")
///     facts.metadata["NSStoreType"]   // .text("SQLite")
public indirect enum MetadataValue: Hashable, Sendable {
    /// A whole number, 1 and 0 for yes and no.
    case int(Int64)
    /// Yes or no.
    case bool(Bool)
    /// A floating-point number.
    case double(Double)
    /// Text.
    case text(String)
    /// An instant.
    case date(Date)
    /// Bytes.
    case bytes(Data)
    /// Values in order.
    case list([MetadataValue])
    /// Values by key.
    case dictionary([String: MetadataValue])
}
