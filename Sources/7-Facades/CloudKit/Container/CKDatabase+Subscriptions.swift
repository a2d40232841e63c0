import RecordService

extension CKDatabase {
    /// The user's subscriptions in the database.
    public func allSubscriptions() async throws -> [CKSubscription] {
        try await ask { try await $0.subscriptions(in: $1).map(CKSubscription.make) }
    }

    /// The subscription of a name.
    ///
    /// - Throws: `unknownItem` when there is none.
    public func subscription(
        for subscriptionID: CKSubscription.ID
    ) async throws -> CKSubscription {
        guard let found = try await fetchSubscriptions([subscriptionID]).first else {
            throw CKError(.unknownItem, "Subscription not found", serverCode: 2003)
        }
        return try found.1.get()
    }

    /// The subscriptions of the given names, each or why not.
    public func subscriptions(
        for ids: [CKSubscription.ID]
    ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
        try await fetchSubscriptions(ids).byID()
    }

    /// Saves a subscription; one of the same name is replaced.
    ///
    ///     try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
    ///     try await database.allSubscriptions().map(\.subscriptionID)  // ["all"]
    ///
    /// It notifies the user's other devices, never the one that made the change.
    @discardableResult
    public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
        let results = try await modifySubscriptions([subscription], [])
        guard let saved = results.saves.first else { return subscription }
        return try saved.get()
    }

    /// Deletes a subscription.
    ///
    ///     try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
    ///     try await database.deleteSubscription(withID: "all")  // "all"
    ///
    /// - Throws: `unknownItem` when there is none.
    @discardableResult
    public func deleteSubscription(
        withID subscriptionID: CKSubscription.ID
    ) async throws -> CKSubscription.ID {
        try await modifySubscriptions([], [subscriptionID]).deletions.first?.get()
        return subscriptionID
    }

    /// Saves and deletes subscriptions.
    @discardableResult
    public func modifySubscriptions(
        saving subscriptionsToSave: [CKSubscription],
        deleting subscriptionIDsToDelete: [CKSubscription.ID]
    ) async throws -> Modifications<CKSubscription.ID, CKSubscription> {
        try await modifySubscriptions(subscriptionsToSave, subscriptionIDsToDelete).byID(
            saving: subscriptionsToSave.map(\.subscriptionID),
            deleting: subscriptionIDsToDelete)
    }

    // MARK: What operations use too

    func fetchSubscriptions(
        _ ids: [CKSubscription.ID]
    ) async throws -> [(CKSubscription.ID, Result<CKSubscription, CKError>)] {
        try await ask { session, place in
            let found = try await session.subscriptions(ids, in: place)
            return ids.compactMap { id in
                found[id].map { result in
                    (id, result.map(CKSubscription.make).mapError { CKError($0) })
                }
            }
        }
    }

    func modifySubscriptions(
        _ subscriptions: [CKSubscription], _ ids: [CKSubscription.ID]
    ) async throws -> ModificationResults<CKSubscription> {
        let saves = subscriptions.map(\.serviceSubscription)
        return try await ask { session, place in
            let results = try await session.modifySubscriptions(
                saving: saves, deleting: ids, in: place)
            return ModificationResults(
                saves: results.saves.map {
                    $0.map(CKSubscription.make).mapError { CKError($0) }
                },
                deletions: results.deletions.map { $0.map { _ in }.mapError { CKError($0) } })
        }
    }
}
