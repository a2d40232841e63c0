/// What became of each part of a request.
public struct ServiceSaveResult: Sendable {
    /// For each record to save, in the order given: as stored, or why not.
    public var saves: [Result<Record, ServiceError>]
    /// For each deletion, in the order given; deleting a record that does not exist succeeds.
    public var deletions: [Result<RecordID, ServiceError>]
    /// Records that went because a record they belong to was deleted.
    public var cascaded: [RecordID]

    /// What became of a request.
    public init(
        saves: [Result<Record, ServiceError>] = [],
        deletions: [Result<RecordID, ServiceError>] = [], cascaded: [RecordID] = []
    ) {
        self.saves = saves
        self.deletions = deletions
        self.cascaded = cascaded
    }
}

/// What became of zones to save and to delete.
public struct ServiceZoneResult: Sendable {
    /// For each zone to save, in the order given.
    public var saves: [Result<Zone, ServiceError>]
    /// For each zone to delete, in the order given.
    public var deletions: [Result<ZoneID, ServiceError>]

    /// What became of zones.
    public init(
        saves: [Result<Zone, ServiceError>] = [], deletions: [Result<ZoneID, ServiceError>] = []
    ) {
        self.saves = saves
        self.deletions = deletions
    }
}
