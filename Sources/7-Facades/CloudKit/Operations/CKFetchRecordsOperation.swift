/// Fetches records by their names.
///
///     let operation = CKFetchRecordsOperation(recordIDs: ids)
///     operation.perRecordResultBlock = { id, result in … }  // .success(record), or why not
///     operation.fetchRecordsResultBlock = { result in … }   // .success(()) after the last one
///     database.add(operation)
///
/// Source:
/// [CKFetchRecordsOperation](https://developer.apple.com/documentation/cloudkit/ckfetchrecordsoperation).
open class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The names of the records.
    open var recordIDs: [CKRecord.ID]?
    /// The fields wanted: nil all, empty none.
    open var desiredKeys: [CKRecord.FieldKey]?

    /// Takes how much of a record has come, from 0 to 1.
    open var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
    /// Takes each record, or why it did not come.
    open var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Takes each record, or why it did not come; the block of the first generation.
    open var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what came, and why some or all did not; the block of the first generation.
    open var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?

    /// A fetch of what ``recordIDs`` will say.
    public override init() { super.init() }

    /// A fetch of records.
    public convenience init(recordIDs: [CKRecord.ID]) {
        self.init()
        self.recordIDs = recordIDs
    }

    /// A fetch of the signed-in user's own record.
    open class func fetchCurrentUserRecordOperation() -> CKFetchRecordsOperation {
        CKFetchRecordsOperation(
            recordIDs: [CKRecord.ID(recordName: CKCurrentUserDefaultName)])
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let ids = recordIDs ?? []
        let desiredKeys = desiredKeys
        let progress = perRecordProgressBlock
        let each = perRecordResultBlock
        let eachOld = perRecordCompletionBlock
        return fetchPlan(
            { (id: CKRecord.ID, result: Result<CKRecord, any Error>) in
                switch result {
                case .success(let record):
                    progress?(id, 1)
                    eachOld?(record, id, nil)
                case .failure(let error): eachOld?(nil, id, error)
                }
                each?(id, result)
            }, fetchRecordsResultBlock, fetchRecordsCompletionBlock,
            "Failed to fetch some records"
        ) { try await target.fetch(ids, desiredKeys: desiredKeys) }
    }
}
