#if SwiftData
public import Foundation

/// A place in the history of a container's stores: the number of the last save, by the store.
///
///     let kept = try JSONEncoder().encode(transaction.token)
///     try JSONDecoder().decode(DefaultHistoryToken.self, from: kept) == transaction.token  // true
public struct DefaultHistoryToken: HistoryToken {
    /// Numbers by the identifiers of stores.
    public typealias TokenType = [String: Int64]
    /// The numbers of the last saves, by the identifiers of their stores.
    public let tokenValue: [String: Int64]?
    /// A hash of the numbers.
    public var id: Int { tokenValue.hashValue }

    init(_ places: [String: Int64]) { tokenValue = places }

    /// Whether the place is before another: in no store after it, and in one before it.
    public static func < (a: DefaultHistoryToken, b: DefaultHistoryToken) -> Bool {
        let (x, y) = (a.tokenValue ?? [:], b.tokenValue ?? [:])
        // Of stores that both know; a store that one does not know says nothing.
        let shared = x.keys.filter { y[$0] != nil }
        return shared.contains { (x[$0] ?? 0) < (y[$0] ?? 0) }
            && shared.allSatisfy { (x[$0] ?? 0) <= (y[$0] ?? 0) }
    }
}

/// One save in the history of a container's store.
///
///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
///     descriptor.predicate = #Predicate { $0.token > seen && $0.author != "server" }
///     let saves = try context.fetchHistory(descriptor)
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The place after the save.
    public typealias TokenType = DefaultHistoryToken
    /// The number of the save.
    public typealias TransactionIdentifier = Int64
    /// When it was saved.
    public let timestamp: Date
    /// What became of each model that it changed.
    public let changes: [HistoryChange]
    /// The place in the history after it.
    public let token: DefaultHistoryToken
    /// The number of the save in its store.
    public let transactionIdentifier: Int64
    /// The identifier of the store.
    public let storeIdentifier: String
    /// The author of the context that saved; nil where none was set.
    public let author: String?
    /// The bundle of the program that saved; none is known here.
    public let bundleIdentifier: String
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The number of the save in its store.
    public var id: Int64 { transactionIdentifier }

    /// Whether both are the same save.
    public static func == (a: DefaultHistoryTransaction, b: DefaultHistoryTransaction) -> Bool {
        a.transactionIdentifier == b.transactionIdentifier
            && a.storeIdentifier == b.storeIdentifier
    }
    /// A hash of the number and the store.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionIdentifier)
        hasher.combine(storeIdentifier)
    }
}

/// A model that is new.
///
///     if case .insert(let insert) = change, let insert = insert as? DefaultHistoryInsert<Trip>
///     {
///         show(insert.changedPersistentIdentifier)
///     }
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
    /// The number of the change in its store.
    public let changeIdentifier: Int64
    /// The number of the save in its store.
    public let transactionIdentifier: Int64
    /// Which model it was.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// A model that has other values.
///
///     if case .update(let update) = change, let update = update as? DefaultHistoryUpdate<Trip>
///     {
///         reload(update.updatedAttributes)  // [\.code] after `trip.code = "LIS"`
///     }
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
    /// The number of the change in its store.
    public let changeIdentifier: Int64
    /// The number of the save in its store.
    public let transactionIdentifier: Int64
    /// Which model it was.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The properties that changed.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]
}

/// A model that is gone.
///
///     if case .delete(let delete) = change, let delete = delete as? DefaultHistoryDelete<Trip>
///     {
///         // `@Attribute(.preserveValueOnDeletion) var code: String?`
///         remove(delete.tombstone[\.code] as? String)
///     }
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
    /// The number of the change in its store.
    public let changeIdentifier: Int64
    /// The number of the save in its store.
    public let transactionIdentifier: Int64
    /// Which model it was.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values that `.preserveValueOnDeletion` kept.
    public let tombstone: HistoryTombstone<Model>
}
#endif
