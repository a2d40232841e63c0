package import Foundation

/// How a service behaves, beyond what its store says.
package struct ServiceOptions: Sendable {
    /// What queries may say, and how text is compared.
    package var profile: QueryProfile = .cloudKit
    /// Whether a query without a zone searches every zone of the database, or the default zone
    /// alone, as the web services do where a request does not say `zoneWide`.
    package var nilZoneMeansAllZones = false
    /// Bytes of records, without their assets, in one request.
    package var requestBytes = 2_000_000
    /// Bytes of records that are kept as replies have them, until anything is committed; 0 for none.
    package var encodedBytes = 32_000_000
    /// Gives a number that changes with every commit to the store, by whatever process.
    ///
    /// Encoded records are kept only where it is given, and as long as it stands.
    package var commitCount: (@Sendable () throws -> UInt64)?
    /// Reads a record with every field, and the schema of the same moment, and gives nil where it would
    /// have to wait for that; nil where the store cannot.
    package var readRecord:
        (@Sendable (RecordID, DatabaseScope) throws -> (record: Record?, schema: RecordSchema)?)?
    /// What time it is: `now` in queries.
    package var clock: @Sendable () -> Date = { Date() }
    /// Bytes of records and assets that a user's private database may hold; nil is no limit.
    package var quotaBytes: Int?
    /// How many notifications a device may leave unread before the oldest are dropped.
    package var notificationBuffer = 1000
    /// Bytes of a user's notifications that stay; beyond them the older half goes.
    package var notificationBufferBytes = 4 << 20
    /// How many notifications stay in memory for all users together; beyond that the older half goes.
    ///
    /// Where other processes serve the container, what goes is in the store still and is read again.
    package var notificationCapacity = 200_000
    /// Bytes of notifications that stay in memory for all users together, as
    /// ``notificationCapacity``.
    package var notificationCapacityBytes = 128 << 20
    /// How many participants a share may have.
    package var participants = 100
    /// What share URLs begin with.
    package var shareURLPrefix = "https://www.icloud.com/share/"
    /// Whether the assets of records that are read come with files.
    ///
    /// A server that hands out content by URL does without.
    package var givesAssetFiles = true
    /// Whether other processes serve the same container from the same store: notices and
    /// subscriptions are then looked for in it.
    package var hasOthers = false
    /// Called after something was kept that other processes should look for.
    package var notifyPeers: @Sendable (PeerEvent) -> Void = { _ in }
    /// The custom roles of a user, for subscriptions to records that not every user may read.
    ///
    /// Called for every change, so that a role that was revoked ends its notifications.
    package var roles: @Sendable (_ user: String) async -> Set<String> = { _ in [] }

    /// The accounts of the server that the container is part of; nil where the container alone
    /// knows its users.
    package var accounts: (any IdentityDirectory)?

    /// Creates the default options of a service.
    package init() {}
}

/// Accounts outside a container that say who its users are.
///
/// Asked each time, so that a changed account is changed in every container.
package protocol IdentityDirectory: Sendable {
    /// The identity in the account of a user; nil when there is no account.
    func identity(of user: String) async throws -> UserIdentity?
    /// The account that an address or a telephone number belongs to.
    func identity(email: String?, phone: String?) async throws -> UserIdentity?
}

/// What processes that serve the same container notify each other of.
package enum PeerEvent: Hashable, Sendable {
    /// A user has subscribed to something, or to something no longer.
    case subscriptions
    /// There are notifications for a user.
    case notices(user: String)
}
