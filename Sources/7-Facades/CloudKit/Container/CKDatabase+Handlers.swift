import RecordCore

// The callback style: each does what its twin with `async` does, and hands the result to a handler.
extension CKDatabase {
    // MARK: One item

    /// Fetches the record of a name.
    public func fetch(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.record(for: recordID) }
    }

    /// Saves a record, new or changed.
    public func save(
        _ record: CKRecord,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        let item = record.saveItem(.ifServerRecordUnchanged)
        answer(completionHandler) {
            let results = try await self.modify(
                [record], items: [item], deleting: [], policy: .ifServerRecordUnchanged,
                atomically: true)
            guard let result = results.saves.first else { throw CKError.noRecord }
            return try result.get()
        }
    }

    /// Deletes a record; deleting one that does not exist succeeds.
    public func delete(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.deleteRecord(withID: recordID) }
    }

    /// Fetches all records of the first page of a query.
    ///
    /// A nil zone is every zone of the database; the shared database needs a zone.
    public func perform(
        _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?,
        completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
    ) {
        let query = Result { try query.recordQuery(in: zoneID?.id) }
        answer(completionHandler) { try await self.page(of: try query.get()).records }
    }

    // MARK: Zones

    /// Fetches the zones of the database.
    public func fetchAllRecordZones(
        completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
    ) {
        answer(completionHandler, with: allRecordZones)
    }

    /// Fetches the zone of a name.
    public func fetch(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.recordZone(for: zoneID) }
    }

    /// Makes a zone; one that exists stays as it is.
    public func save(
        _ zone: CKRecordZone,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.save(zone) }
    }

    /// Deletes a zone with all its records.
    public func delete(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.deleteRecordZone(withID: zoneID) }
    }

    // MARK: Subscriptions

    /// Fetches the user's subscriptions in the database.
    public func fetchAllSubscriptions(
        completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
    ) {
        answer(completionHandler, with: allSubscriptions)
    }

    /// Fetches the subscription of a name.
    public func fetch(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.subscription(for: subscriptionID) }
    }

    /// Saves a subscription; one of the same name is replaced.
    public func save(
        _ subscription: CKSubscription,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        let asked = subscription.copy() as? CKSubscription ?? subscription
        answer(completionHandler) { try await self.save(asked) }
    }

    /// Deletes a subscription, and hands its name or the error to a handler.
    public func delete(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { try await self.deleteSubscription(withID: subscriptionID) }
    }
}

// The callback style of 2021, with results.
extension CKDatabase {
    /// Fetches the records of the given names, each or why not.
    public func fetch(
        withRecordIDs recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil,
        completionHandler: @escaping ResultHandler<Results<CKRecord.ID, CKRecord>>
    ) {
        answer(completionHandler) {
            try await self.records(for: recordIDs, desiredKeys: desiredKeys)
        }
    }

    /// Saves and deletes records.
    public func modifyRecords(
        saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
        atomically: Bool = true,
        completionHandler: @escaping ResultHandler<Modifications<CKRecord.ID, CKRecord>>
    ) {
        // What the records say now is sent, not what they will say.
        let policy = SavePolicy(rawValue: savePolicy.rawValue) ?? .ifServerRecordUnchanged
        let items = recordsToSave.map { $0.saveItem(policy) }
        answer(completionHandler) {
            try await self.modify(
                recordsToSave, items: items, deleting: recordIDsToDelete, policy: policy,
                atomically: atomically
            ).byID(saving: recordsToSave.map(\.recordID), deleting: recordIDsToDelete)
        }
    }

    /// Fetches the first page of the records that match.
    public func fetch(
        withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults,
        completionHandler: @escaping ResultHandler<MatchResults>
    ) {
        // What the query says now counts, not what it will say.
        let asked = query.copy() as? CKQuery ?? query
        answer(completionHandler) {
            try await self.records(
                matching: asked, inZoneWith: zoneID, desiredKeys: desiredKeys,
                resultsLimit: resultsLimit)
        }
    }

    /// Fetches the next page.
    public func fetch(
        withCursor queryCursor: CKQueryOperation.Cursor,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults,
        completionHandler: @escaping ResultHandler<MatchResults>
    ) {
        answer(completionHandler) {
            try await self.records(
                continuingMatchFrom: queryCursor, desiredKeys: desiredKeys,
                resultsLimit: resultsLimit)
        }
    }

    /// Fetches the zones of the given names, each or why not.
    public func fetch(
        withRecordZoneIDs recordZoneIDs: [CKRecordZone.ID],
        completionHandler: @escaping ResultHandler<Results<CKRecordZone.ID, CKRecordZone>>
    ) {
        answer(completionHandler) { try await self.recordZones(for: recordZoneIDs) }
    }

    /// Makes and deletes zones.
    public func modifyRecordZones(
        saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID],
        completionHandler: @escaping ResultHandler<Modifications<CKRecordZone.ID, CKRecordZone>>
    ) {
        answer(completionHandler) {
            try await self.modifyRecordZones(
                saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
        }
    }

    /// Fetches what happened in a zone after a token.
    public func fetchRecordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID, since token: CKServerChangeToken? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil,
        completionHandler: @escaping ResultHandler<RecordZoneChangeResults>
    ) {
        answer(completionHandler) {
            try await self.recordZoneChanges(
                inZoneWith: zoneID, since: token, desiredKeys: desiredKeys,
                resultsLimit: resultsLimit)
        }
    }

    /// Fetches which zones changed after a token.
    public func fetchDatabaseChanges(
        since token: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
        completionHandler: @escaping ResultHandler<DatabaseChangeResults>
    ) {
        answer(completionHandler) {
            try await self.databaseChanges(since: token, resultsLimit: resultsLimit)
        }
    }

    /// Fetches the subscriptions of the given names, each or why not.
    public func fetch(
        withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
        completionHandler: @escaping ResultHandler<Results<CKSubscription.ID, CKSubscription>>
    ) {
        answer(completionHandler) { try await self.subscriptions(for: subscriptionIDs) }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(
        saving subscriptionsToSave: [CKSubscription],
        deleting subscriptionIDsToDelete: [CKSubscription.ID],
        completionHandler: @escaping ResultHandler<Modifications<CKSubscription.ID, CKSubscription>>
    ) {
        let asked = subscriptionsToSave.map { $0.copy() as? CKSubscription ?? $0 }
        answer(completionHandler) {
            try await self.modifySubscriptions(saving: asked, deleting: subscriptionIDsToDelete)
        }
    }
}
