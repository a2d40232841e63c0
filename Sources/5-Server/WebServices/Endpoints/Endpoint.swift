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
        guard let endpoint = Endpoint.byName[name], hasDatabase || endpoint.isOfDevice
        else { return nil }
        self = endpoint
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// Whether it is found under `/device/…`, where no database is named.
    private var isOfDevice: Bool {
        switch self {
        case .tokensCreate, .tokensRegister: true
        case .recordsQuery, .recordsModify, .recordsLookup, .recordsChanges, .recordsResolve,
            .recordsAccept, .zonesList, .zonesLookup, .zonesModify, .zonesChanges,
            .changesDatabase, .changesZone, .subscriptionsList, .subscriptionsLookup,
            .subscriptionsModify, .usersCurrent, .usersCaller, .usersDiscover,
            .usersLookupEmail, .usersLookupID, .usersLookupContacts, .assetsUpload,
            .assetsRereference:
            false
        }
    }

    /// The verbs with which it may be asked; those without a body may be asked with GET.
    var methods: [String] {
        switch self {
        case .zonesList, .subscriptionsList, .usersCurrent, .usersCaller, .usersDiscover:
            ["GET", "POST"]
        case .recordsQuery, .recordsModify, .recordsLookup, .recordsChanges, .recordsResolve,
            .recordsAccept, .zonesLookup, .zonesModify, .zonesChanges, .changesDatabase,
            .changesZone, .subscriptionsLookup, .subscriptionsModify, .usersLookupEmail,
            .usersLookupID, .usersLookupContacts, .assetsUpload, .assetsRereference,
            .tokensCreate, .tokensRegister:
            ["POST"]
        }
    }

    /// Whether it means something in a database: the public one has neither zones of its own
    /// nor changes.
    func isApplicable(in database: ServiceSession.Database) -> Bool {
        switch self {
        case .recordsChanges, .zonesModify, .zonesChanges, .changesDatabase, .changesZone:
            database != .public
        case .recordsQuery, .recordsModify, .recordsLookup, .recordsResolve, .recordsAccept,
            .zonesList, .zonesLookup, .subscriptionsList, .subscriptionsLookup,
            .subscriptionsModify, .usersCurrent, .usersCaller, .usersDiscover,
            .usersLookupEmail, .usersLookupID, .usersLookupContacts, .assetsUpload,
            .assetsRereference, .tokensCreate, .tokensRegister:
            true
        }
    }
}
