import RecordService

/// One of the things that a client may ask for.
enum Endpoint: String, CaseIterable, Sendable {
    case recordsQuery = "records/query"
    case recordsModify = "records/modify"
    case recordsLookup = "records/lookup"
    case recordsChanges = "records/changes"
    case recordsResolve = "records/resolve"
    case recordsAccept = "records/accept"
    case zonesList = "zones/list"
    case zonesLookup = "zones/lookup"
    case zonesModify = "zones/modify"
    case zonesChanges = "zones/changes"
    case changesDatabase = "changes/database"
    case changesZone = "changes/zone"
    case subscriptionsList = "subscriptions/list"
    case subscriptionsLookup = "subscriptions/lookup"
    case subscriptionsModify = "subscriptions/modify"
    case usersCurrent = "users/current"
    case usersCaller = "users/caller"
    case usersDiscover = "users/discover"
    case usersLookupEmail = "users/lookup/email"
    case usersLookupID = "users/lookup/id"
    case usersLookupContacts = "users/lookup/contacts"
    case assetsUpload = "assets/upload"
    case assetsRereference = "assets/rereference"
    case tokensCreate = "tokens/create"
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
