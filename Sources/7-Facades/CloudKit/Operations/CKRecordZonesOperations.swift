/// Fetches zones by their names, or all.
///
///     let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
///     operation.perRecordZoneResultBlock = { id, result in … }
///     operation.fetchRecordZonesResultBlock = { result in … }
///     database.add(operation)
///
/// A zone that is not there is `zoneNotFound` in its own block, and in
/// ``fetchRecordZonesCompletionBlock`` a `partialFailure` that names it.
///
/// Source: [CKFetchRecordZonesOperation](https://developer.apple.com/documentation/cloudkit/ckfetchrecordzonesoperation).
open class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The names of the zones; nil fetches all.
    open var recordZoneIDs: [CKRecordZone.ID]?
    /// Takes each zone, or why it did not come.
    open var perRecordZoneResultBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what came, and why some or all did not; the block of the first generation.
    open var fetchRecordZonesCompletionBlock:
        (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?

    /// A fetch of what ``recordZoneIDs`` will say.
    public override init() { super.init() }

    /// A fetch of zones.
    public convenience init(recordZoneIDs zoneIDs: [CKRecordZone.ID]) {
        self.init()
        recordZoneIDs = zoneIDs
    }

    /// A fetch of all zones of the database.
    open class func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation {
        CKFetchRecordZonesOperation()
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let ids = recordZoneIDs
        return fetchPlan(
            perRecordZoneResultBlock, fetchRecordZonesResultBlock, fetchRecordZonesCompletionBlock,
            "Failed to fetch some record zones"
        ) {
            if let ids { return try await target.fetchZones(ids) }
            return try await target.allRecordZones().map { ($0.zoneID, .success($0)) }
        }
    }
}

/// Makes and deletes zones.
///
///     let operation = CKModifyRecordZonesOperation(
///         recordZonesToSave: [CKRecordZone(zoneName: "Notes")], recordZoneIDsToDelete: nil)
///     operation.modifyRecordZonesResultBlock = { result in … }
///     database.add(operation)
///
/// Making a zone that exists succeeds; deleting one deletes its records. Deleting the default zone,
/// and making one in the public database, is `invalidArguments`; deleting a zone that does not exist
/// is `zoneNotFound`.
open class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The zones to make.
    open var recordZonesToSave: [CKRecordZone]?
    /// The names of the zones to delete.
    open var recordZoneIDsToDelete: [CKRecordZone.ID]?
    /// Takes each zone that was made, or why it was not.
    open var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Takes each zone that was deleted, or why it was not.
    open var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not.
    open var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what was made and deleted, and why some or all was not; the block of the first
    /// generation.
    open var modifyRecordZonesCompletionBlock:
        (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?

    /// A change of what ``recordZonesToSave`` and ``recordZoneIDsToDelete`` will say.
    public override init() { super.init() }

    /// Makes and deletes zones.
    public convenience init(
        recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZone.ID]? = nil
    ) {
        self.init()
        self.recordZonesToSave = recordZonesToSave
        self.recordZoneIDsToDelete = recordZoneIDsToDelete
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let zones = recordZonesToSave ?? []
        let ids = recordZoneIDsToDelete ?? []
        let finished = modifyRecordZonesResultBlock
        let completed = modifyRecordZonesCompletionBlock
        return modifyPlan(
            saving: zones.map(\.zoneID), deleting: ids, perRecordZoneSaveBlock,
            perRecordZoneDeleteBlock, nil,
            { (saved: [CKRecordZone]?, deleted: [CKRecordZone.ID]?, error: (any Error)?) in
                // Apple documents partial failures for this block.
                finished?(.whole(error))
                completed?(saved, deleted, error)
            }, "Failed to modify some record zones"
        ) { try await target.modifyZones(saving: zones, deleting: ids) }
    }
}
