package import Foundation

/// A container as one user sees it from one device, wherever the container is.
///
/// A ``ServiceSession`` decides everything in this process; a session of a server asks the
/// server, where another ``ServiceSession`` decides. Both give the same answers and the same
/// errors, so that a caller need not know which it has.
///
///     func titles(_ session: any CloudSession) async throws -> [Value] {
///         let page = try await session.query(RecordQuery("Note"), in: .private)
///         return page.records.compactMap { $0["title"] }
///     }
///
/// Every method may be called from many tasks at once; cancelling the task ends the request.
package protocol CloudSession: Sendable {
    /// A database of the container, as an app names it.
    typealias Database = ServiceSession.Database

    /// The user's record name; nil for an anonymous caller.
    var user: String? { get }

    // MARK: Accounts

    /// Whether there is an account, and whether it can be used.
    func accountStatus() async -> AccountStatus
    /// The name of the user's own record.
    func userRecordID() async throws(ServiceError) -> RecordID
    /// What is known of users; those of which nothing is known are left out.
    func identities(of users: Set<String>) async throws(ServiceError) -> [UserIdentity]
    /// The record name of the user who has an address or a telephone number.
    func user(email: String?, phone: String?) async throws(ServiceError) -> String?

    // MARK: Records

    /// The first page of the records that match, for the user of the session.
    ///
    /// A limit of 0 is none, as in CloudKit; without a zone or a profile the session's options
    /// decide.
    ///
    /// - Throws: `invalidArguments` for an offset or a place to begin: a cursor continues a query.
    func query(_ query: RecordQuery, in database: Database) async throws(ServiceError)
        -> ServicePage
    /// The next page.
    func query(
        continuing cursor: QueryCursor, desiredKeys: [String]?, limit: Int?, in database: Database
    ) async throws(ServiceError) -> ServicePage
    /// The records of the given names, each or why not.
    func records(
        _ ids: [RecordID], in database: Database, desiredKeys: [String]?
    ) async throws(ServiceError) -> [RecordID: Result<Record, ServiceError>]
    /// Saves and deletes; throws only when the whole request is refused.
    func modify(
        _ request: SaveRequest, in database: Database
    ) async throws(ServiceError) -> ServiceSaveResult
    /// A file with the content of an asset that a record holds.
    func assetFile(
        _ asset: Asset, of record: RecordID, in database: Database
    ) async throws(ServiceError) -> URL

    // MARK: Zones and changes

    /// The zones of a database, the default zone first.
    func zones(in database: Database) async throws(ServiceError) -> [Zone]
    /// The zones of the given names, each or why not.
    func zones(
        _ ids: [ZoneID], in database: Database
    ) async throws(ServiceError) -> [ZoneID: Result<Zone, ServiceError>]
    /// Creates and deletes zones.
    func modifyZones(
        saving saves: [ZoneID], deleting deletions: [ZoneID], in database: Database
    ) async throws(ServiceError) -> ServiceZoneResult
    /// What happened in a zone after a token; everything there is when the token is nil.
    func changes(
        zone: ZoneID, in database: Database, since token: ChangeToken?, limit: Int?,
        desiredKeys: [String]?
    ) async throws(ServiceError) -> ZoneChanges
    /// Which zones changed after a token.
    func databaseChanges(
        in database: Database, since token: ChangeToken?, limit: Int?
    ) async throws(ServiceError) -> DatabaseChanges
    /// Keeps what a program left beside its changes to zones, for this user and device.
    func keepMark(
        _ mark: Data, of zones: Set<ZoneID>, in database: Database) async throws(ServiceError)
    /// What the program last left beside its changes to a zone.
    func mark(of zone: ZoneID, in database: Database) async throws(ServiceError) -> Data?

    // MARK: Shares

    /// What a share's URL leads to.
    func shareMetadata(
        url: URL, fetchesRoot: Bool, desiredKeys: [String]?
    ) async throws(ServiceError) -> ShareMetadata
    /// Accepts a share; gives its record as the user sees it.
    func acceptShare(_ url: URL) async throws(ServiceError) -> Record
    /// Asks to take part in a share without an invitation.
    func requestAccess(_ url: URL) async throws(ServiceError)
    /// The URL of a share; nil when the record is none, or was not saved.
    func shareURL(of record: Record) -> URL?

    // MARK: Subscriptions

    /// The user's subscriptions in a database, by name.
    func subscriptions(in database: Database) async throws(ServiceError) -> [ServiceSubscription]
    /// The subscriptions of the given names, each or why not.
    func subscriptions(
        _ ids: [String], in database: Database
    ) async throws(ServiceError) -> [String: Result<ServiceSubscription, ServiceError>]
    /// Saves and deletes subscriptions.
    func modifySubscriptions(
        saving saves: [ServiceSubscription], deleting deletions: [String], in database: Database
    ) async throws(ServiceError) -> ServiceSubscriptionResult
    /// Notifications for this device, from now on; changes made on it are left out.
    func notifications() -> AsyncStream<ServiceNotification>
    /// The latest notifications for this device after a number, oldest first.
    func missedNotifications(
        after number: Int
    ) async throws(ServiceError) -> [ServiceNotification]
}

extension CloudSession {
    /// What is known of a user; nil when nothing is.
    package func identity(of user: String) async throws(ServiceError) -> UserIdentity? {
        try await identities(of: [user]).first
    }
}
