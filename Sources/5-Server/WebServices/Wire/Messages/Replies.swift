package import PredicateCore
package import RecordCore
package import RecordService

/// The reply of `records/query`, `records/lookup`, `records/modify` and `records/changes`, as a
/// client reads it; a server writes it record by record with a ``RecordsWriter``.
package struct RecordsReply: Sendable {
    /// The records, in order.
    package var entries: [RecordEntry]
    /// Where a query goes on.
    package var marker: String?
    /// Where changes go on.
    package var token: String?
    /// Whether more is to be had now.
    package var moreComing: Bool
    /// The zone, where one was said.
    package var zone: ZoneID?
    /// Records that went because a record they belong to was deleted; of our servers only.
    package var cascaded: [RecordID]
}

/// One record of a reply.
package enum RecordEntry: Sendable {
    /// The record.
    case record(Record)
    /// It is gone; its type where that was said.
    case deleted(RecordID, type: String?)
    /// Why not.
    case failure(name: String?, WireError)
}

/// The reply of `zones/list`, `zones/lookup`, `zones/modify`, and of `changes/database` and
/// `zones/changes`.
package struct ZonesReply: Sendable {
    /// The zones, in order.
    package var entries: [ZoneEntry]
    /// Where changes go on; in replies about changes and of `zones/list`.
    package var token: String?
    /// Whether more is to be had now; nil where nothing is said of it.
    package var moreComing: Bool?
    /// The name written for ``ZoneID/currentOwner``; nil writes that.
    package var zoneOwner: String?

    /// A reply of zones; those of `zones/lookup` and `zones/modify` have no token.
    package init(
        _ entries: [ZoneEntry], token: String? = nil, moreComing: Bool? = nil,
        zoneOwner: String? = nil
    ) {
        self.entries = entries
        self.token = token
        self.moreComing = moreComing
        self.zoneOwner = zoneOwner
    }
}

/// One zone of a reply.
package enum ZoneEntry: Sendable {
    /// The zone, its token where one was said, and whether it is shared as a whole.
    case zone(ZoneID, token: String?, isAtomic: Bool, isShared: Bool = false)
    /// It is gone.
    case deleted(ZoneID)
    /// Why not.
    case failure(ZoneID, WireError)
}

/// The reply of `changes/zone`, as a client reads it.
package struct ZoneChangesReply: Sendable {
    /// For each zone its changes, or why not.
    package var zones: [Entry]

    /// What happened in one zone.
    package enum Entry: Sendable {
        /// Its changes.
        case changes(ZoneID, RecordsReply)
        /// Why not.
        case failure(ZoneID, WireError)
    }
}

/// The reply of `records/resolve` and of `records/accept`.
package struct SharesReply: Sendable {
    /// For each share, in the order asked.
    package var results: [Entry]

    /// What became of one share.
    package enum Entry: Sendable {
        /// What it leads to.
        case share(WireShareMetadata)
        /// Why not.
        case failure(shortGUID: String, WireError)
    }

    /// A reply with what each share leads to, or an error.
    package init(_ results: [Entry]) { self.results = results }
}

/// The reply of `records/requestAccess`.
package struct AccessReply: Hashable, Sendable {
    /// For each share, in the order asked.
    package var results: [Entry]

    /// What became of one request.
    package struct Entry: Hashable, Sendable {
        /// The last part of the URL.
        package var shortGUID: String
        /// Why the request was not taken; nil when it was.
        package var error: WireError?
    }

    /// A reply with what became of each request.
    package init(_ results: [Entry]) { self.results = results }
}

/// What a share leads to, on the wire.
package struct WireShareMetadata: Hashable, Sendable {
    /// The last part of the URL.
    package var shortGUID: String
    /// The container of the share: `iCloud.org.example.notes`.
    package var container: String
    /// Which copy of the container.
    package var environment: EndpointPath.Environment
    /// The database in which the caller finds the records.
    package var database: ServiceSession.Database
    /// The zone, as the caller names it.
    package var zone: ZoneID
    /// The record of type `cloudkit.share`.
    package var share: Record
    /// The record that is shared; nil when the whole zone is.
    package var rootName: String?
    /// The root record, when it was asked for.
    package var root: Record?
    /// The identity of the share's owner.
    package var owner: WireUser
    /// The caller's role in the share.
    package var role: Share.Role
    /// Whether the caller has accepted the share.
    package var acceptance: Share.Acceptance
    /// What the caller may do with the shared records.
    package var permission: Share.Permission
}

/// What a long poll of the courier answers: `{"notifications": [{"aps": {…}, "ck": {…}}]}`.
package struct NotificationsReply: Sendable {
    /// The news, in order.
    package var notifications: [ServiceNotification]

    /// A reply of notifications, in the order of their numbers.
    package init(_ notifications: [ServiceNotification]) { self.notifications = notifications }
}
