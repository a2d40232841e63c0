#if SwiftData
public import Foundation

/// A place in the history of stores.
///
///     let seen = transaction.token
///     let later = HistoryDescriptor<DefaultHistoryTransaction>(
///         predicate: #Predicate { $0.token > seen })
///     try context.fetchHistory(later).count  // the saves after that one: 2
public protocol HistoryToken<TokenType>: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// What the place is made of.
    associatedtype TokenType: Hashable, Codable, Sendable
    /// What the place is made of; nil for a token without a place.
    var tokenValue: TokenType? { get }
}

extension HistoryToken {
    /// The identifier of the store whose history has the place; empty where the token names none.
    ///
    ///     container.configurationName(forStoreIdentifier: transaction.token.storeIdentifier)  // "Trips"
    ///
    /// Of a token of several stores, the first one in the order of identifiers.
    public var storeIdentifier: String {
        (tokenValue as? DefaultHistoryToken.TokenType)?.keys.min() ?? ""
    }
}

/// One save in the history of a store.
///
///     let saves = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
///     saves.last?.author         // "importer"
///     saves.last?.changes.count  // 1
public protocol HistoryTransaction<TokenType>: Hashable, Identifiable, Sendable {
    /// The place after the save.
    associatedtype TokenType: HistoryToken
    /// What tells the save from others.
    associatedtype TransactionIdentifier: Hashable, Sendable
    /// When it was saved.
    var timestamp: Date { get }
    /// What it changed.
    var changes: [HistoryChange] { get }
    /// The place in the history after it.
    var token: TokenType { get }
    /// What tells the save from others.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the store.
    var storeIdentifier: String { get }
    /// The author of the context that saved; nil where none was set.
    var author: String? { get }
}

/// What became of one model in a save.
///
///     for change in transaction.changes {
///         switch change {
///         case .insert(let change): print("new", change.changedPersistentIdentifier)
///         case .update(let change): print("changed", change.changedPersistentIdentifier)
///         case .delete(let change): print("gone", change.changedPersistentIdentifier)
///         }
///     }
public enum HistoryChange: Sendable {
    /// It is new.
    case insert(any HistoryInsert)
    /// It has other values.
    case update(any HistoryUpdate)
    /// It is gone.
    case delete(any HistoryDelete)

    /// Which model it was.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// A model that is new.
///
///     if case .insert(let insert) = change, let insert = insert as? DefaultHistoryInsert<Note> {
///         insert.changedPersistentIdentifier  // note.persistentModelID
///     }
public protocol HistoryInsert<Model>: Sendable {
    /// The model.
    associatedtype Model: PersistentModel
    /// What tells the change from others.
    associatedtype ChangeIdentifier: Hashable, Sendable
    /// What tells the save from others.
    associatedtype TransactionIdentifier: Hashable, Sendable
    /// What tells the change from others.
    var changeIdentifier: ChangeIdentifier { get }
    /// The save.
    var transactionIdentifier: TransactionIdentifier { get }
    /// Which model it was.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A model that has other values.
///
///     if case .update(let update) = change, let update = update as? DefaultHistoryUpdate<Note> {
///         update.updatedAttributes.contains { $0 == \Note.text }  // true
///     }
public protocol HistoryUpdate<Model>: Sendable {
    /// The model.
    associatedtype Model: PersistentModel
    /// What tells the change from others.
    associatedtype ChangeIdentifier: Hashable, Sendable
    /// What tells the save from others.
    associatedtype TransactionIdentifier: Hashable, Sendable
    /// What tells the change from others.
    var changeIdentifier: ChangeIdentifier { get }
    /// The save.
    var transactionIdentifier: TransactionIdentifier { get }
    /// Which model it was.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The properties that changed.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A model that is gone.
///
///     if case .delete(let delete) = change, let delete = delete as? DefaultHistoryDelete<Note> {
///         delete.tombstone[\.tag]   // "kept"
///         delete.tombstone[\.text]  // nil: not preserved
///     }
public protocol HistoryDelete<Model>: Sendable {
    /// The model.
    associatedtype Model: PersistentModel
    /// What tells the change from others.
    associatedtype ChangeIdentifier: Hashable, Sendable
    /// What tells the save from others.
    associatedtype TransactionIdentifier: Hashable, Sendable
    /// What tells the change from others.
    var changeIdentifier: ChangeIdentifier { get }
    /// The save.
    var transactionIdentifier: TransactionIdentifier { get }
    /// Which model it was.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The values that `.preserveValueOnDeletion` kept.
    var tombstone: HistoryTombstone<Model> { get }
}

/// The values of a deleted model that `.preserveValueOnDeletion` kept.
///
///     change.tombstone[\.name]  // "Lisbon"
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// A property and its value.
    public typealias Element = (
        key: any PartialKeyPath<Model> & Sendable, value: any Sendable
    )
    private let entries: [Element]

    init(_ entries: [Element]) { self.entries = entries }

    /// The value of a property; nil where it was not kept.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        entries.first { $0.key == keyPath }?.value
    }
    /// The values one by one.
    public func makeIterator() -> IndexingIterator<[Element]> { entries.makeIterator() }
}

/// Which saves of the history.
///
///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
///     descriptor.predicate = #Predicate { $0.token > last }
///     for transaction in try context.fetchHistory(descriptor) { … }
public struct HistoryDescriptor<Transaction: HistoryTransaction>: @unchecked Sendable {
    // Unchecked: predicates and key paths do not change.
    /// What holds of the saves; nil for all.
    public var predicate: Predicate<Transaction>?
    /// How many at most; 0 for all.
    public var fetchLimit: UInt64 = 0
    /// The order; that of the history without one.
    public var sortBy: [SortDescriptor<Transaction>]

    /// The saves for which a predicate holds.
    public init(predicate: Predicate<Transaction>? = nil) {
        self.init(predicate: predicate, sortBy: [])
    }
    /// The saves for which a predicate holds, in an order.
    public init(
        predicate: Predicate<Transaction>? = nil, sortBy: [SortDescriptor<Transaction>]
    ) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

/// A store that has a history.
///
///     func last<Store: HistoryProviding>(_ store: Store) throws -> Store.HistoryType? {
///         try store.fetchHistory(HistoryDescriptor()).last
///     }
///     try last(DefaultStore(configuration))?.changes.count  // 1: one model was saved
///
/// ``ModelContext/fetchHistory(_:)`` reads the history of a program's own store by this protocol. It
/// throws `DataStoreError.unsupportedFeature` for a store that does not adopt it, and
/// `SwiftDataError.invalidTransactionFetchRequest` for transactions of another type.
///
/// Source: [HistoryProviding](https://developer.apple.com/documentation/swiftdata/historyproviding).
public protocol HistoryProviding {
    /// Its saves.
    associatedtype HistoryType: HistoryTransaction
    /// Its saves.
    static var historyType: HistoryType.Type { get }
    /// The saves that a descriptor asks for.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Forgets the saves that a descriptor asks for.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The type of the store's saves.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
#endif
