public import PredicateCore
public import RecordCore
public import RecordService

/// The reply of `records/query`, `records/lookup`, `records/modify` and `records/changes`, as a
/// client reads it; a server writes it record by record with a ``RecordsWriter``.
public struct RecordsReply: Sendable {
    /// The records, in order.
    public var entries: [RecordEntry]
    /// Where a query goes on.
    public var marker: String?
    /// Where changes go on.
    public var token: String?
    /// Whether more is to be had now.
    public var moreComing: Bool
    /// The zone, where one was said.
    public var zone: ZoneID?
    /// Records that went because a record they belong to was deleted; of our servers only.
    public var cascaded: [RecordID]
}

/// One record of a reply.
public enum RecordEntry: Sendable {
    /// The record.
    case record(Record)
    /// It is gone; its type where that was said.
    case deleted(RecordID, type: String?)
    /// Why not.
    case failure(name: String?, WireError)
}

/// The reply of `zones/list`, `zones/lookup`, `zones/modify`, and of `changes/database` and
/// `zones/changes`.
public struct ZonesReply: Sendable {
    /// The zones, in order.
    public var entries: [ZoneEntry]
    /// Where changes go on; in replies about changes and of `zones/list`.
    public var token: String?
    /// Whether more is to be had now; nil where nothing is said of it.
    public var moreComing: Bool?
    /// The name written for ``ZoneID/currentOwner``; nil writes that.
    public var zoneOwner: String?

    /// A reply of zones; those of `zones/lookup` and `zones/modify` have no token.
    public init(
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
public enum ZoneEntry: Sendable {
    /// The zone, its token where one was said, and whether it is shared as a whole.
    case zone(ZoneID, token: String?, isAtomic: Bool, isShared: Bool = false)
    /// It is gone.
    case deleted(ZoneID)
    /// Why not.
    case failure(ZoneID, WireError)
}

/// The reply of `changes/zone`, as a client reads it.
public struct ZoneChangesReply: Sendable {
    /// For each zone its changes, or why not.
    public var zones: [Entry]

    /// What happened in one zone.
    public enum Entry: Sendable {
        /// Its changes.
        case changes(ZoneID, RecordsReply)
        /// Why not.
        case failure(ZoneID, WireError)
    }
}

/// The reply of `records/resolve` and `records/accept`.
public struct SharesReply: Sendable {
    /// For each share, in the order asked.
    public var results: [Entry]

    /// What became of one share.
    public enum Entry: Sendable {
        /// What it leads to.
        case share(WireShareMetadata)
        /// Why not.
        case failure(shortGUID: String, WireError)
    }

    /// A reply with what each share leads to, or an error.
    public init(_ results: [Entry]) { self.results = results }
}

/// What a share leads to, on the wire.
public struct WireShareMetadata: Hashable, Sendable {
    /// The last part of the URL.
    public var shortGUID: String
    /// The container of the share: `iCloud.org.example.notes`.
    public var container: String
    /// Which copy of the container.
    public var environment: EndpointPath.Environment
    /// The database in which the caller finds the records.
    public var database: ServiceSession.Database
    /// The zone, as the caller names it.
    public var zone: ZoneID
    /// The record of type `cloudkit.share`.
    public var share: Record
    /// The record that is shared; nil when the whole zone is.
    public var rootName: String?
    /// The root record, when it was asked for.
    public var root: Record?
    /// The identity of the share's owner.
    public var owner: WireUser
    /// The caller's role in the share.
    public var role: Share.Role
    /// Whether the caller has accepted the share.
    public var acceptance: Share.Acceptance
    /// What the caller may do with the shared records.
    public var permission: Share.Permission

    /// What a share leads to.
    public init(
        shortGUID: String, container: String, environment: EndpointPath.Environment,
        database: ServiceSession.Database, zone: ZoneID, share: Record, rootName: String?,
        root: Record?, owner: WireUser, role: Share.Role, acceptance: Share.Acceptance,
        permission: Share.Permission
    ) {
        self.shortGUID = shortGUID
        self.container = container
        self.environment = environment
        self.database = database
        self.zone = zone
        self.share = share
        self.rootName = rootName
        self.root = root
        self.owner = owner
        self.role = role
        self.acceptance = acceptance
        self.permission = permission
    }
}

/// What a long poll of the courier answers: `{"notifications": [{"aps": {…}, "ck": {…}}]}`.
public struct NotificationsReply: Sendable {
    /// The news, in order.
    public var notifications: [ServiceNotification]

    /// A reply of notifications, in the order of their numbers.
    public init(_ notifications: [ServiceNotification]) { self.notifications = notifications }
}
