public import Foundation

/// What a history request tells.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///     request.resultType = .transactionsOnly
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     (result?.result as? [NSPersistentHistoryTransaction])?.map(\.author)  // ["import"]
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it succeeded.
    case statusOnly = 0
    /// The identifiers of changed objects.
    case objectIDs = 1
    /// How many transactions.
    case count = 2
    /// Transactions without their changes.
    case transactionsOnly = 3
    /// Changes.
    case changesOnly = 4
    /// Transactions with their changes.
    case transactionsAndChanges = 5
}

/// Asks the history of a store, or forgets part of it.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] { … }
///
/// A store keeps a history when it is opened with `NSPersistentHistoryTrackingKey`.
///
/// Source: [NSPersistentHistoryChangeRequest](https://developer.apple.com/documentation/coredata/nspersistenthistorychangerequest).
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    enum Position {
        case token(NSPersistentHistoryToken?)
        case date(Date)
        case transaction(NSPersistentHistoryTransaction?)
        case request(NSFetchRequest<any NSFetchRequestResult>)
    }

    let place: Position
    let forgets: Bool
    /// The places, by the identifiers of stores, up to which nothing is asked for where all is, also
    /// where that is forgotten.
    package final var floor: [String: Int64] = [:]
    /// A moment that only later saves are asked for where all are: some earlier ones may be among
    /// them still.
    package final var since: Date?
    /// What the result tells.
    open var resultType: NSPersistentHistoryResultType
    /// Which transactions, by predicate, order and limit; for what the history keeps.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    init(_ place: Position, forgets: Bool) {
        self.place = place
        self.forgets = forgets
        resultType = forgets ? .statusOnly : .transactionsAndChanges
        if case .request(let request) = place { fetchRequest = request }
        super.init()
    }

    /// Transactions after a place; all of them for nil.
    open class func fetchHistory(
        after token: NSPersistentHistoryToken?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.token(token), forgets: false)
    }
    /// Transactions after a moment.
    open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.date(date), forgets: false)
    }
    /// Transactions of its store after the given one, and all of other stores; all for nil.
    open class func fetchHistory(
        after transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.transaction(transaction), forgets: false)
    }
    /// Transactions that a request for `NSPersistentHistoryTransaction` finds.
    open class func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.request(fetchRequest), forgets: false)
    }
    /// Forgets transactions up to a place.
    open class func deleteHistory(
        before token: NSPersistentHistoryToken?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.token(token), forgets: true)
    }
    /// Forgets transactions before a moment.
    open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.date(date), forgets: true)
    }
    /// Forgets transactions before another, in its store.
    open class func deleteHistory(
        before transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.transaction(transaction), forgets: true)
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        try HistoryRun(context, self).run()
    }

    /// The place after which transactions are asked, where it was given as a token.
    open var token: NSPersistentHistoryToken? {
        if case .token(let token) = place { token } else { nil }
    }
}

/// What the history said.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// A Boolean, identifiers, a number, transactions or changes, as the request asked.
    public let result: Any?
    /// What ``result`` holds: the result type of the request.
    public let resultType: NSPersistentHistoryResultType

    init(_ type: NSPersistentHistoryResultType, _ result: Any?) {
        resultType = type
        self.result = result
    }
}
