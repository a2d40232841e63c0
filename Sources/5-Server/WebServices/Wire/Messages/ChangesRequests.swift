package import PredicateCore

/// The body of `records/changes`.
package struct RecordChangesRequest: Hashable, Sendable {
    /// Which zone; nil is the default zone, which has no changes: a server refuses it.
    package var zone: ZoneID?
    /// Where the reader has got to; nil or empty is the beginning.
    package var token: String?
    /// How many records at most; a server gives 200, or 1000 to our own client, and no more.
    package var limit: Int?
    /// The record types wanted, of deletions too; nil all.
    package var recordTypes: [String]?
    /// Whether the latest changes are wanted, the newest first.
    ///
    /// The reply is one page of them, behind which nothing comes; its token is the present one. The
    /// shared database refuses it.
    package var isReverse: Bool
    /// What the records of the reply hold.
    package var options: RecordOptions

    /// A request for the changes of a zone; without a token it starts at the beginning.
    package init(
        zone: ZoneID?, token: String? = nil, limit: Int? = nil, recordTypes: [String]? = nil,
        isReverse: Bool = false, options: RecordOptions = RecordOptions()
    ) {
        self.zone = zone
        self.token = token
        self.limit = limit
        self.recordTypes = recordTypes
        self.isReverse = isReverse
        self.options = options
    }
}

/// The body of `changes/zone`: for each zone what ``RecordChangesRequest`` says of one.
package struct ZoneChangesRequest: Hashable, Sendable {
    /// The zones; each has its options, or those of the whole request.
    package var zones: [RecordChangesRequest]
    /// How many records of each zone at most, where the zone does not say it.
    package var limit: Int?

    /// A request for the changes of several zones.
    package init(_ zones: [RecordChangesRequest], limit: Int? = nil) {
        self.zones = zones
        self.limit = limit
    }
}

/// The body of `changes/database`, of the older `zones/changes`, and of `zones/list`.
package struct DatabaseChangesRequest: Hashable, Sendable {
    /// Where the reader has got to; nil or empty is the beginning.
    package var token: String?
    /// How many zones at most; `zones/list` without it gives every zone.
    package var limit: Int?

    /// A request for the changed zones of a database; without a token it starts at the beginning.
    package init(token: String? = nil, limit: Int? = nil) {
        self.token = token
        self.limit = limit
    }
}
