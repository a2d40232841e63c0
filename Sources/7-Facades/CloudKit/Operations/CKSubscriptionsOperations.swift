/// Fetches subscriptions by their names, or all.
///
///     let operation = CKFetchSubscriptionsOperation(subscriptionIDs: ["large-cities"])
///     operation.perSubscriptionResultBlock = { id, result in … }
///     operation.fetchSubscriptionsResultBlock = { result in … }
///     database.add(operation)
///
/// A subscription that is not there is `unknownItem` in its own block, and in the last one a
/// `partialFailure` that names it.
///
/// Source: [CKFetchSubscriptionsOperation](https://developer.apple.com/documentation/cloudkit/ckfetchsubscriptionsoperation).
open class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The names of the subscriptions; nil fetches all.
    open var subscriptionIDs: [CKSubscription.ID]?
    /// Takes each subscription, or why it did not come.
    open var perSubscriptionResultBlock:
        ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Says that all is done, or why some or all was not.
    open var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what came, and why some or all did not; the block of the first generation.
    open var fetchSubscriptionCompletionBlock:
        (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?

    /// A fetch of what ``subscriptionIDs`` will say.
    public override init() { super.init() }

    /// A fetch of subscriptions.
    public convenience init(subscriptionIDs: [CKSubscription.ID]) {
        self.init()
        self.subscriptionIDs = subscriptionIDs
    }

    /// A fetch of all subscriptions of the database.
    open class func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation {
        CKFetchSubscriptionsOperation()
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let ids = subscriptionIDs
        let finished = fetchSubscriptionsResultBlock
        let completed = fetchSubscriptionCompletionBlock
        return fetchPlan(
            perSubscriptionResultBlock, nil,
            { (found: [CKSubscription.ID: CKSubscription]?, error: (any Error)?) in
                // Apple documents partial failures for this block.
                finished?(.whole(error))
                completed?(found, error)
            }, "Failed to fetch some subscriptions"
        ) {
            if let ids { return try await target.fetchSubscriptions(ids) }
            return try await target.allSubscriptions().map { ($0.subscriptionID, .success($0)) }
        }
    }
}

/// Saves and deletes subscriptions.
///
///     let large = CKQuerySubscription(
///         recordType: "City", predicate: NSPredicate(format: "population > 1000000"),
///         subscriptionID: "large-cities", options: .firesOnRecordCreation)
///     let operation = CKModifySubscriptionsOperation(
///         subscriptionsToSave: [large], subscriptionIDsToDelete: ["old"])
///     operation.perSubscriptionSaveBlock = { id, result in … }
///     operation.modifySubscriptionsResultBlock = { result in … }
///     database.add(operation)
///
/// A subscription with the name of one that is there takes its place. What failed is named by a
/// `partialFailure` in ``modifySubscriptionsCompletionBlock``.
///
/// Source: [CKModifySubscriptionsOperation](https://developer.apple.com/documentation/cloudkit/ckmodifysubscriptionsoperation).
open class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The subscriptions to save.
    open var subscriptionsToSave: [CKSubscription]?
    /// The names of the subscriptions to delete.
    open var subscriptionIDsToDelete: [CKSubscription.ID]?
    /// Takes each subscription that was saved, or why it was not.
    open var perSubscriptionSaveBlock:
        ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Takes each subscription that was deleted, or why it was not.
    open var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what was saved and deleted, and why some or all was not; the block of the first
    /// generation.
    open var modifySubscriptionsCompletionBlock:
        (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?

    /// A change of what ``subscriptionsToSave`` and ``subscriptionIDsToDelete`` will say.
    public override init() { super.init() }

    /// Saves and deletes subscriptions.
    public convenience init(
        subscriptionsToSave: [CKSubscription]? = nil,
        subscriptionIDsToDelete: [CKSubscription.ID]? = nil
    ) {
        self.init()
        self.subscriptionsToSave = subscriptionsToSave
        self.subscriptionIDsToDelete = subscriptionIDsToDelete
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let saves = (subscriptionsToSave ?? []).map { $0.copy() as? CKSubscription ?? $0 }
        let ids = subscriptionIDsToDelete ?? []
        return modifyPlan(
            saving: saves.map(\.subscriptionID), deleting: ids, perSubscriptionSaveBlock,
            perSubscriptionDeleteBlock, modifySubscriptionsResultBlock,
            modifySubscriptionsCompletionBlock, "Failed to modify some subscriptions"
        ) { try await target.modifySubscriptions(saves, ids) }
    }
}
