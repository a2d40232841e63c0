package import Foundation
package import RecordCore
import Synchronization

/// A container as one user sees it from one device.
///
///     let session = service.session(user: "_ann", device: "phone")
///     let saved = try await session.modify(SaveRequest(saving: [note]), in: .private)
///
/// Every method throws ``ServiceError`` and may be called from many tasks at once.
package final class ServiceSession: Sendable {
    /// The service that runs the session's requests.
    package let service: RecordService
    /// The user's record name; nil for an anonymous caller.
    package let user: String?
    /// The name of the device or the program.
    package let device: String
    /// The custom roles of the user, to which record types may grant rights.
    package let roles: Set<String>
    /// Whether grants do not hold the user back in the public database.
    package let isAdministrator: Bool

    /// Whether the session runs a single request: the schema is then read once.
    let isForOneRequest: Bool
    private let knownSchema = Mutex<RecordSchema?>(nil)

    /// A database of the container, as an app names it.
    package enum Database: Int, Hashable, Sendable, CaseIterable, Codable {
        /// The one that every user reads. Raw values are those of `CKDatabase.Scope`.
        case `public` = 1
        /// The user's own.
        case `private` = 2
        /// What others share with the user.
        case shared = 3

        /// Where a service keeps what a user has beside the database; beside the user's own what
        /// concerns others'.
        func place(of user: String) -> ServicePlace {
            switch self {
            case .public: .public
            case .private, .shared: .private(user: user)
            }
        }
    }

    init(
        service: RecordService, user: String?, device: String, roles: Set<String> = [],
        isAdministrator: Bool = false, isForOneRequest: Bool = false
    ) {
        self.service = service
        self.user = user
        self.device = device
        self.roles = roles
        self.isAdministrator = isAdministrator
        self.isForOneRequest = isForOneRequest
    }

    /// The database of the store that the records of a zone are kept in.
    package func home(of zone: ZoneID, in database: Database) -> DatabaseScope {
        let user = user ?? ""
        switch database {
        case .public: return .public
        case .private: return .private(user: user)
        case .shared: return DatabaseScope.shared(user: user).home(of: zone)
        }
    }

    var store: any RecordStore { service.store }
    var options: ServiceOptions { service.options }

    /// The record types, as they stood when the request last read them or records.
    package func schema() async throws -> RecordSchema {
        guard isForOneRequest else { return try await store.schema() }
        if let known = knownSchema.withLock({ $0 }) { return known }
        let schema = try await store.schema()
        knownSchema.withLock { $0 = schema }
        return schema
    }

    /// Records of the store; a session for one request goes by the schema of the same moment.
    func stored(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        guard isForOneRequest else {
            return try await store.records(ids, in: scope, desiredKeys: desiredKeys)
        }
        let found = try await store.recordsAndSchema(ids, in: scope, desiredKeys: desiredKeys)
        knownSchema.withLock { $0 = found.schema }
        return found.records
    }

    /// A record of the store, or nil, read as several records are.
    func stored(
        _ id: RecordID, in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> Record? {
        guard isForOneRequest else {
            return try await store.records([id], in: scope, desiredKeys: desiredKeys)[id]
        }
        let (record, schema) = try await store.recordAndSchema(
            id, in: scope, desiredKeys: desiredKeys)
        knownSchema.withLock { $0 = schema }
        return record
    }

    /// Has the schema read again: records were saved that may have made types.
    func forgetSchema() { knownSchema.withLock { $0 = nil } }

    /// Which database the store is to look into.
    func scope(_ database: Database) throws(ServiceError) -> DatabaseScope {
        switch database {
        case .public: return .public
        case .private: return .private(user: try signedIn())
        case .shared: return .shared(user: try signedIn())
        }
    }

    /// The user's record name.
    func signedIn() throws(ServiceError) -> String {
        guard let user else { throw .notSignedIn }
        return user
    }

    /// Runs one request: faults first, and every error as the service says it.
    ///
    /// - Parameters:
    ///   - isWrite: Whether the request changes something.
    ///   - database: The database that it is about; nil where it is about none.
    ///   - records: How many records it saves and deletes.
    ///   - body: What is done.
    func request<T: Sendable>(
        isWrite: Bool, in database: Database?, records: Int = 0, _ body: () async throws -> T
    ) async throws(ServiceError) -> T {
        var losesResponse = false
        do {
            try Task.checkCancellation()
            let faults = service.faults.next(
                isWrite: isWrite, records: records, user: user, at: options.clock())
            for fault in faults {
                losesResponse = fault == .responseLost || losesResponse
                try await fault.strike(in: self)
            }
            let result = try await body()
            if losesResponse { throw ServiceError.responseLost }
            return service.faults.explained(result, to: user, in: database)
        } catch {
            throw service.faults.explained(ServiceError(error), to: user, in: database)
        }
    }

    // MARK: Accounts

    /// Whether there is an account, and whether it can be used.
    package func accountStatus() -> AccountStatus {
        service.faults.accountStatus(of: user) ?? (user == nil ? .noAccount : .available)
    }

    /// The name of the user's own record.
    ///
    /// - Throws: `notAuthenticated` when no user is signed in.
    package func userRecordID() throws(ServiceError) -> RecordID { RecordID(try signedIn()) }

    // MARK: Assets

    /// A file with the content of an asset that a record holds.
    package func assetFile(
        _ asset: Asset, of record: RecordID, in database: Database
    ) async throws(ServiceError) -> URL {
        try await request(isWrite: false, in: database) {
            try await store.assetFile(asset, in: try scope(database).home(of: record.zone))
        }
    }
}
