/// Fetches which zones of a database changed since the last time.
///
///     let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
///     operation.recordZoneWithIDChangedBlock = { zone in … }
///     operation.recordZoneWithIDWasDeletedBlock = { zone in … }
///     operation.fetchDatabaseChangesResultBlock = { result in
///         token = try? result.get().serverChangeToken
///     }
///     database.add(operation)
///
/// Which records of a zone changed is asked by ``CKFetchRecordZoneChangesOperation``. A token that is
/// too old is `changeTokenExpired`: begin again with nil.
///
/// Source: [CKFetchDatabaseChangesOperation](https://developer.apple.com/documentation/cloudkit/ckfetchdatabasechangesoperation).
open class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// What was got the last time; nil fetches all zones.
    open var previousServerChangeToken: CKServerChangeToken?
    /// How many zones come at once; 0 lets the store choose.
    open var resultsLimit = 0
    /// Whether to go on until nothing more is to be had.
    open var fetchAllChanges = true

    /// Takes each zone with changes.
    open var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
    /// Takes each zone that is gone.
    open var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
    /// Takes each zone that the user has purged in the settings; its local data is to be deleted, and
    /// not sent again.
    ///
    /// Without it ``recordZoneWithIDWasDeletedBlock`` takes them too.
    open var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
    /// Takes each zone that went as the user has reset encrypted data; its local data is to be sent
    /// again.
    ///
    /// Without it ``recordZoneWithIDWasDeletedBlock`` takes them too.
    open var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
        ((CKRecordZone.ID) -> Void)?
    /// Takes the token up to which zones were told of, so that it may be kept.
    open var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
    /// Takes the token to keep; or why the fetch failed.
    open var fetchDatabaseChangesResultBlock:
        (
            (Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void
        )?
    /// Takes the token to keep; or why the fetch failed; the block of the first generation.
    open var fetchDatabaseChangesCompletionBlock:
        ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?

    /// A fetch of what came after ``previousServerChangeToken``.
    public override init() { super.init() }

    /// A fetch of what came after a token.
    public convenience init(previousServerChangeToken: CKServerChangeToken?) {
        self.init()
        self.previousServerChangeToken = previousServerChangeToken
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let start = previousServerChangeToken
        let limit = resultsLimit
        let fetchesAll = fetchAllChanges
        let changed = recordZoneWithIDChangedBlock
        let deleted = recordZoneWithIDWasDeletedBlock
        let purged = recordZoneWithIDWasPurgedBlock
        let reset = recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock
        let updated = changeTokenUpdatedBlock
        let finished = fetchDatabaseChangesResultBlock
        let completed = fetchDatabaseChangesCompletionBlock
        let tell = Blocks { (page: DatabasePage, context: OperationContext) in
            for zone in page.changed {
                if context.isCancelled { return }
                changed?(zone)
            }
            for zone in page.deleted {
                if context.isCancelled { return }
                if let reset, page.keysReset.contains(zone) {
                    reset(zone)
                } else if let purged, page.purged.contains(zone) {
                    purged(zone)
                } else {
                    deleted?(zone)
                }
            }
            if !context.isCancelled { updated?(page.token) }
        }
        let complete = Blocks { (page: DatabasePage?, error: CKError?) in
            if let page {
                finished?(.success((page.token, page.moreComing)))
                completed?(page.token, page.moreComing, nil)
            } else if let error {
                finished?(.failure(error))
                completed?(nil, false, error)
            }
        }
        return OperationPlan(fail: { complete.call(nil, $0) }) { context in
            var token = start
            while true {
                let page = try await target.changedZones(since: token, limit: limit)
                token = page.token
                try await context.hand(Delivery { tell.call(page, context) })
                guard page.moreComing, fetchesAll else {
                    return Delivery { complete.call(page, nil) }
                }
            }
        }
    }
}
