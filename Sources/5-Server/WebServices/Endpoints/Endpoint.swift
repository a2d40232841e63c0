import RecordService

/// One of the things that a client may ask for: the names that server, client and tool share.
package enum Endpoint: String, CaseIterable, Sendable {
    /// `records/query`
    case recordsQuery = "records/query"
    /// `records/modify`
    case recordsModify = "records/modify"
    /// `records/lookup`
    case recordsLookup = "records/lookup"
    /// `records/changes`
    case recordsChanges = "records/changes"
    /// `records/resolve`
    case recordsResolve = "records/resolve"
    /// `records/accept`
    case recordsAccept = "records/accept"
    /// `records/requestAccess`
    case recordsRequestAccess = "records/requestAccess"
    /// `zones/list`
    case zonesList = "zones/list"
    /// `zones/lookup`
    case zonesLookup = "zones/lookup"
    /// `zones/modify`
    case zonesModify = "zones/modify"
    /// `zones/changes`
    case zonesChanges = "zones/changes"
    /// `changes/database`
    case changesDatabase = "changes/database"
    /// `changes/zone`
    case changesZone = "changes/zone"
    /// `subscriptions/list`
    case subscriptionsList = "subscriptions/list"
    /// `subscriptions/lookup`
    case subscriptionsLookup = "subscriptions/lookup"
    /// `subscriptions/modify`
    case subscriptionsModify = "subscriptions/modify"
    /// `users/current`
    case usersCurrent = "users/current"
    /// `users/caller`
    case usersCaller = "users/caller"
    /// `users/discover`
    case usersDiscover = "users/discover"
    /// `users/lookup/email`
    case usersLookupEmail = "users/lookup/email"
    /// `users/lookup/id`
    case usersLookupID = "users/lookup/id"
    /// `users/lookup/contacts`
    case usersLookupContacts = "users/lookup/contacts"
    /// `assets/upload`
    case assetsUpload = "assets/upload"
    /// `assets/rereference`
    case assetsRereference = "assets/rereference"
    /// `tokens/create`
    case tokensCreate = "tokens/create"
    /// `tokens/register`
    case tokensRegister = "tokens/register"

    /// The endpoint of a name; nil when there is none, or none without a database.
    init?(named name: String, hasDatabase: Bool) {
        guard let endpoint = Endpoint.byName[name], hasDatabase || endpoint.kind == .device
        else { return nil }
        self = endpoint
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// What sets some endpoints apart.
    private enum Kind {
        /// Found under `/device/…`, where no database is named.
        case device
        /// Has no body, and may be asked with GET.
        case withoutBody
        /// About zones of a user's own and about changes, which the public database does not have.
        case zones
        /// None of these.
        case other
    }

    private var kind: Kind {
        switch self {
        case .tokensCreate, .tokensRegister: .device
        case .zonesList, .subscriptionsList, .usersCurrent, .usersCaller, .usersDiscover:
            .withoutBody
        case .recordsChanges, .zonesModify, .zonesChanges, .changesDatabase, .changesZone: .zones
        case .recordsQuery, .recordsModify, .recordsLookup, .recordsResolve, .recordsAccept,
            .recordsRequestAccess, .zonesLookup, .subscriptionsLookup, .subscriptionsModify,
            .usersLookupEmail,
            .usersLookupID, .usersLookupContacts, .assetsUpload, .assetsRereference:
            .other
        }
    }

    /// The verbs with which it may be asked.
    package var methods: [String] { kind == .withoutBody ? ["GET", "POST"] : ["POST"] }

    /// Whether it means something in a database.
    func isApplicable(in database: ServiceSession.Database) -> Bool {
        kind != .zones || database != .public
    }
}
