public import Foundation
import FoundationPredicates
import ObjectCore
public import PredicateCore

/// What became of an object in a transaction.
///
///     transaction.changes?.filter { $0.changeType == .delete }.map(\.changedObjectID)
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// It is new.
    case insert = 0
    /// It changed.
    case update = 1
    /// It is gone.
    case delete = 2
}

/// One save in the history of a store.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///         transaction.author                       // "importer"
///         transaction.changes?.first?.changeType   // .insert
///     }
open class NSPersistentHistoryTransaction: NSObject, KeyedObject, @unchecked Sendable {
    // Unchecked: nothing of it changes once it is made.
    private let transaction: ObjectTransaction
    private let store: String
    private let made: [NSPersistentHistoryChange]?
    private let ids: [NSManagedObjectID]
    private let kinds: [ObjectTransaction.Kind]

    init(
        _ transaction: ObjectTransaction, store: String, withChanges: Bool,
        identify: (ObjectKey) -> NSManagedObjectID?
    ) {
        self.transaction = transaction
        self.store = store
        let known = transaction.changes.compactMap { change in
            identify(change.key).map { (change, $0) }
        }
        kinds = known.map { $0.0.kind }
        ids = known.map(\.1)
        made = withChanges ? known.map { NSPersistentHistoryChange($0, id: $1) } : nil
        super.init()
        for change in made ?? [] { change.link(self) }
    }

    /// When it was saved.
    open var timestamp: Date { transaction.date }
    /// The number of the transaction in its store's history, which ``token`` holds too.
    open var transactionNumber: Int64 { transaction.token }
    /// The identifier of the store to which the transaction was saved.
    open var storeID: String { store }
    /// The bundle of the program that saved; none is known.
    open var bundleID: String { "" }
    /// The name of the process that saved.
    open var processID: String { transaction.processName ?? "" }
    /// The name of the context that saved.
    open var contextName: String? { transaction.contextName }
    /// The `transactionAuthor` of the context that saved; nil where none was set.
    open var author: String? { transaction.author }
    /// The place in the history after it.
    open var token: NSPersistentHistoryToken {
        NSPersistentHistoryToken([store: transaction.token])
    }
    /// What it changed; nil where the request did not ask for changes.
    open var changes: [NSPersistentHistoryChange]? { made }

    /// The identifiers of what it changed.
    var objectIDs: [NSManagedObjectID] { ids }

    /// Its number in the history of a store; nil in the others, which number theirs for themselves.
    func number(in store: NSPersistentStore) -> Int64? {
        storeID == store.link.identifier ? transactionNumber : nil
    }

    /// What predicates of history requests ask: `author`, `contextName`, `timestamp`, `token`,
    /// `transactionNumber`, `storeID`, `processID`, `bundleID`.
    public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
        switch name {
        case "author": author.map { .text($0) } ?? .null
        case "contextName": contextName.map { .text($0) } ?? .null
        case "timestamp": .date(timestamp)
        case "transactionNumber", "token": .int(transactionNumber)
        case "storeID": .text(storeID)
        case "processID": .text(processID)
        case "bundleID": .text(bundleID)
        case "self": .object(ObjectValue(self))
        default:
            throw EvaluationError(
                .undefinedKey, "A transaction of the history has no key \"\(name)\".")
        }
    }

    /// A request for transactions, whose predicate a history request may take.
    ///
    ///     let wanted = NSPersistentHistoryTransaction.fetchRequest
    ///     wanted?.predicate = NSPredicate(format: "author != %@", "importer")
    ///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    ///     request.fetchRequest = wanted
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        NSFetchRequest(history: entityDescription)
    }
    /// The form of transactions, as an entity.
    open class var entityDescription: NSEntityDescription? {
        NSEntityDescription(
            history: HistoryEntity.transaction,
            [
                ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
                ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
                ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
                ("token", .integer64AttributeType),
                ("transactionNumber", .integer64AttributeType),
            ])
    }
    /// The form of transactions, as an entity.
    open class func entityDescription(
        with context: NSManagedObjectContext
    ) -> NSEntityDescription? { entityDescription }

    /// As the notification that the save posted, for `mergeChanges(fromContextDidSave:)`.
    open func objectIDNotification() -> Notification {
        var sets: [ObjectTransaction.Kind: Set<NSManagedObjectID>] = [:]
        for (kind, id) in zip(kinds, ids) {
            sets[kind, default: []].insert(id)
        }
        var info: [AnyHashable: Any] = ["newTokenNumber": token]
        info["inserted_objectIDs"] = sets[.inserted]
        info["updated_objectIDs"] = sets[.updated]
        info["deleted_objectIDs"] = sets[.deleted]
        return Notification(
            name: Notification.Name("NSManagingContextDidSaveObjectIDsNotification"),
            object: nil, userInfo: info)
    }
}

/// What became of one object in a transaction.
///
///     for change in transaction.changes ?? [] where change.changeType == .delete {
///         forget(change.changedObjectID)
///     }
open class NSPersistentHistoryChange: NSObject, KeyedObject, @unchecked Sendable {
    // Unchecked: only the link to the transaction is set after making, before others read it.
    private let change: ObjectTransaction.Change
    private let id: NSManagedObjectID
    private weak var owner: NSPersistentHistoryTransaction?

    init(_ change: ObjectTransaction.Change, id: NSManagedObjectID) {
        self.change = change
        self.id = id
    }

    func link(_ owner: NSPersistentHistoryTransaction) { self.owner = owner }

    /// The number of the change in its store's history.
    open var changeID: Int64 { change.number }
    /// The identifier of the object that was inserted, updated or deleted.
    open var changedObjectID: NSManagedObjectID { id }
    /// What became of it.
    open var changeType: NSPersistentHistoryChangeType {
        switch change.kind {
        case .inserted: .insert
        case .updated: .update
        case .deleted: .delete
        }
    }
    /// What a deleted object left behind, by property.
    open var tombstone: [AnyHashable: Any]? {
        guard change.kind == .deleted, !change.tombstone.isEmpty else { return nil }
        var values: [AnyHashable: Any] = [:]
        for (name, value) in change.tombstone { values[name] = value.bridged }
        return values
    }
    /// The properties that changed.
    open var updatedProperties: Set<NSPropertyDescription>? {
        guard change.kind == .updated else { return nil }
        let properties = id.entity.propertiesByName
        return Set(change.properties.compactMap { properties[$0] })
    }
    /// The transaction that made the change; nil when it is no longer in memory.
    open var transaction: NSPersistentHistoryTransaction? { owner }

    /// A request for changes, whose predicate a history request may take.
    ///
    ///     let wanted = NSPersistentHistoryChange.fetchRequest
    ///     wanted?.predicate = NSPredicate(format: "changedObjectID == %@", note.objectID)
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        NSFetchRequest(history: entityDescription)
    }
    /// The form of changes, as an entity.
    open class var entityDescription: NSEntityDescription? {
        NSEntityDescription(
            history: HistoryEntity.change,
            [
                ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
                ("changedEntity", .integer64AttributeType),
                ("changedObjectID", .objectIDAttributeType),
            ])
    }
    /// The form of changes, as an entity.
    open class func entityDescription(
        with context: NSManagedObjectContext
    ) -> NSEntityDescription? { entityDescription }

    /// What predicates of history requests ask: `changeID`, `changeType`, `changedObjectID`,
    /// `changedEntity`, `transaction` and what it has.
    public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
        switch name {
        case "changeID": .int(changeID)
        case "changeType": .int(Int64(changeType.rawValue))
        case "changedObjectID": .object(ObjectValue(changedObjectID))
        case "changedEntity": .object(ObjectValue(id.entity))
        case "transaction": owner.map { .object(ObjectValue($0)) } ?? .null
        case "self": .object(ObjectValue(self))
        default:
            throw EvaluationError(
                .undefinedKey, "A change of the history has no key \"\(name)\".")
        }
    }
}
