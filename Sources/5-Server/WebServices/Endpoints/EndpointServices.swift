package import RecordService

/// What the server round the handlers does for them: assets, notification tokens, people.
///
/// A server has one for each container and environment, or finds these in what it is given.
/// Whatever is thrown becomes the reply, or the entry of the item at fault.
package protocol EndpointServices: Sendable {
    /// A URL to which the content of an asset may be sent by POST, once and for a while.
    func uploadURL(for slot: AssetSlot, of session: ServiceSession) async throws(ServiceError)
        -> String

    /// The asset of which an upload gave a receipt.
    ///
    /// - Throws: ``ServiceError/badReceipt`` when it is none, or is another's.
    func asset(receipt: String, for slot: AssetSlot, of session: ServiceSession)
        async throws(ServiceError) -> Asset

    /// A receipt with which an asset that the user has read can be saved in other records.
    ///
    /// Good for every record of the database that keeps its content where `slot` does: of the
    /// shared database, for those of the same owner.
    func receipt(for asset: Asset, from slot: AssetSlot, of session: ServiceSession)
        async throws(ServiceError) -> String

    /// A URL from which the content of an asset can be read without further rights, for a while.
    ///
    /// Asked for each asset of each record in a reply, so it should cost little.
    func downloadURL(of asset: Asset, in home: DatabaseScope) -> String?

    /// A token under which notifications wait, and the URL to poll for them.
    ///
    /// - Parameter client: The client's name for itself, when it has one.
    func createToken(client: String?, of session: ServiceSession) async throws(ServiceError)
        -> (token: String, url: String)

    /// What is known of a user; nil when nothing is.
    func identity(of user: String, for session: ServiceSession) async throws(ServiceError)
        -> UserIdentity?

    /// The record name of the user who can be found by an address or a telephone number.
    func user(email: String?, phone: String?, for session: ServiceSession)
        async throws(ServiceError) -> String?

    /// All users that the session's user may find without naming them.
    func discoverableUsers(for session: ServiceSession) async throws(ServiceError)
        -> [UserIdentity]
}

/// The field for which an asset is sent.
package struct AssetSlot: Hashable, Sendable {
    /// The database of the record.
    package var database: ServiceSession.Database
    /// The record, which need not exist yet.
    package var record: RecordID
    /// The record's type, when it is given.
    package var type: String?
    /// The name of the field that the asset is for.
    package var field: String

    /// The field of a record, which need not exist yet.
    package init(
        _ field: String, of record: RecordID, type: String?, in database: ServiceSession.Database
    ) {
        self.database = database
        self.record = record
        self.type = type
        self.field = field
    }
}

extension ServiceError {
    /// A receipt that no upload for this field gave.
    package static let badReceipt = ServiceError(
        .invalidArguments, 2006, "bad upload receipt (did_not_validate)")
}
