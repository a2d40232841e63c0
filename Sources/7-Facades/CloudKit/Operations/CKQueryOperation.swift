import PredicateCore
import RecordCore

/// The number of results for which the store chooses; the name of the first generation.
public let CKQueryOperationMaximumResults = CKQueryOperation.maximumResults

/// Searches one zone of a database, or all of its zones, and gives the records one by one.
///
///     let operation = CKQueryOperation(query: query)
///     operation.resultsLimit = 20
///     operation.recordMatchedBlock = { id, result in print(id.recordName) }  // paris, vienna, …
///     operation.queryResultBlock = { result in
///         if case .success(let cursor) = result { print(cursor == nil) }  // false: there are more
///     }
///     database.add(operation)
///
/// Records come once each, in the query's order; the completion comes once, after them. Without a
/// limit a page has 200 records. With the cursor, ``init(cursor:)`` goes on where the page ended,
/// also in another process and after the program was started again. The blocks run on a queue of
/// the operation's own.
///
/// ``CKDatabase/records(matching:inZoneWith:desiredKeys:resultsLimit:)`` does the same with `await`.
///
/// Source: [CKQueryOperation](https://developer.apple.com/documentation/cloudkit/ckqueryoperation).
open class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// Where a query goes on.
    public typealias Cursor = CKQueryCursor

    /// The number of results for which the store chooses.
    public static let maximumResults = 0

    /// What is asked, copied when it is set; ignored when there is a cursor.
    open var query: CKQuery? {
        get { ownQuery }
        // An attribute for it (`@NSCopying`) exists, and does nothing outside Apple's systems.
        set { ownQuery = newValue?.copy() as? CKQuery }
    }
    private var ownQuery: CKQuery?
    /// Where to go on.
    open var cursor: Cursor?
    /// The zone to search; nil is every zone of the database.
    ///
    /// A cursor goes on where its own query searched. The shared database needs a zone:
    /// `invalidArguments` without. `LocalCloud.Settings.nilZoneMeansAllZones` limits nil to the
    /// default zone. Source:
    /// [zoneID](https://developer.apple.com/documentation/cloudkit/ckqueryoperation/zoneid).
    open var zoneID: CKRecordZone.ID?
    /// How many records at most.
    open var resultsLimit = CKQueryOperation.maximumResults
    /// The fields wanted: nil all, empty none.
    open var desiredKeys: [CKRecord.FieldKey]?

    /// Takes the name of each record that matches, with the record.
    open var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Takes the cursor, or nil when nothing remains; or why the query failed.
    open var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
    /// Takes each record; the block of the first generation, not called where
    /// ``recordMatchedBlock`` is set.
    open var recordFetchedBlock: ((CKRecord) -> Void)?
    /// Takes the cursor, or why the query failed; the block of the first generation.
    open var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)?

    /// A search for what ``query`` or ``cursor`` will say.
    public override init() { super.init() }

    /// A search from the first page of a query's results.
    public convenience init(query: CKQuery) {
        self.init()
        self.query = query
    }

    /// The next page of a search.
    public convenience init(cursor: Cursor) {
        self.init()
        self.cursor = cursor
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let desiredKeys = desiredKeys
        let limit = resultsLimit
        let fetch: @Sendable () async throws -> QueryResults
        if let cursor = cursor?.cursor {
            fetch = {
                try await target.page(after: cursor, desiredKeys: desiredKeys, limit: limit)
            }
        } else {
            let zone = zoneID?.id
            let given = query
            let start = Result { () throws(CKError) -> RecordQuery in
                guard let given else {
                    throw CKError(
                        .invalidArguments, "A query operation needs a query or a cursor")
                }
                return try given.recordQuery(in: zone, desiredKeys: desiredKeys, limit: limit)
            }
            fetch = { try await target.page(of: try start.get()) }
        }
        let matched = recordMatchedBlock
        // By Apple's header the newer block, where it is set, is called alone.
        let fetched = matched == nil ? recordFetchedBlock : nil
        let finished = queryResultBlock
        let completed = queryCompletionBlock
        let complete = { (cursor: Cursor?, error: CKError?) in
            finished?(error.map { .failure($0) } ?? .success(cursor))
            completed?(cursor, error)
        }
        let blocks = Blocks { (page: QueryResults, context: OperationContext) in
            for (id, result) in page.matches {
                if context.isCancelled { return complete(nil, .cancelled) }
                if let fetched, case .success(let record) = result { fetched(record) }
                matched?(id, result)
            }
            if context.isCancelled { return complete(nil, .cancelled) }
            complete(page.cursor, nil)
        }
        return OperationPlan(fail: { complete(nil, $0) }) { context in
            let page = try await fetch()
            return Delivery { blocks.call(page, context) }
        }
    }
}
