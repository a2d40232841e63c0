/// What became of each part of a request.
package struct ServiceSaveResult: Sendable {
    /// For each record to save, in the order given: as stored, or why not.
    package var saves: [Result<Record, ServiceError>]
    /// For each deletion, in the order given; deleting a record that does not exist succeeds.
    package var deletions: [Result<RecordID, ServiceError>]
    /// Records that went because a record they belong to was deleted.
    package var cascaded: [RecordID]

    /// What became of a request.
    package init(
        saves: [Result<Record, ServiceError>] = [],
        deletions: [Result<RecordID, ServiceError>] = [], cascaded: [RecordID] = []
    ) {
        self.saves = saves
        self.deletions = deletions
        self.cascaded = cascaded
    }
}

/// What became of zones or subscriptions to save and to delete.
package struct ServiceResults<Item: Sendable, ID: Sendable>: Sendable {
    /// For each item to save, in the order given.
    package var saves: [Result<Item, ServiceError>] = []
    /// For each item to delete, in the order given.
    package var deletions: [Result<ID, ServiceError>] = []

    /// Results of a request that is yet to be done.
    package init() {}
}

/// What became of zones to save and to delete.
package typealias ServiceZoneResult = ServiceResults<Zone, ZoneID>
/// What became of subscriptions to save and to delete.
package typealias ServiceSubscriptionResult = ServiceResults<ServiceSubscription, String>
