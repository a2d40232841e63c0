public import Foundation
import RecordCore
import RecordService

/// One of the three databases of a container.
///
///     let database = CKContainer.default().privateCloudDatabase
///     let saved = try await database.save(record)
///     saved.recordChangeTag == nil     // false: the database has the record
///     let (matches, cursor) = try await database.records(matching: query)
///     matches.map { $0.0.recordName }  // ["paris"]
///     cursor == nil                    // true: there are no more
///
/// Every method may be called from many tasks at once. Handlers and blocks run later than the
/// call that they were given to, never inside it.
///
/// | scope | who reads | zones | change tracking |
/// |---|---|---|---|
/// | public | every user, and devices without one | the default zone | no |
/// | private | the user of the device | the default zone, and zones of the user's own | in zones of one's own |
/// | shared | participants of shares | zones of others, by their owners' names | yes |
///
/// Requests that fail throw a ``CKError``.
///
/// Source: [CKDatabase](https://developer.apple.com/documentation/cloudkit/ckdatabase).
open class CKDatabase: NSObject, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// The three kinds of databases: public, private and shared.
    public typealias Scope = CKDatabaseScope

    /// Which of the three databases this is.
    public let databaseScope: Scope
    let handle: ContainerHandle
    let queue: OperationQueue
    let configuration: CKOperation.Configuration?
    let group: CKOperationGroup?

    init(
        _ handle: ContainerHandle, _ scope: Scope, queue: OperationQueue,
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil
    ) {
        self.handle = handle.limited(to: configuration?.deadline)
        databaseScope = scope
        self.queue = queue
        self.configuration = configuration
        self.group = group
    }

    // MARK: Operations

    /// Runs an operation.
    ///
    /// What is set on the operation afterwards has no effect. An operation runs once; adding it
    /// again stops the program.
    open func add(_ operation: CKDatabaseOperation) {
        operation.submit(in: self)
        operation.begin(in: queue)
    }

    /// Runs a function with a database whose requests have a configuration and a group.
    @discardableResult
    public func configuredWith<R>(
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
        body: (CKDatabase) throws -> R
    ) rethrows -> R {
        try body(configured(configuration, group))
    }

    /// Runs a function with a database whose requests have a configuration and a group.
    ///
    ///     let configuration = CKOperation.Configuration()
    ///     configuration.timeoutIntervalForRequest = 5
    ///     let note = try await database.configuredWith(configuration: configuration) { database in
    ///         try await database.record(for: milk.recordID)  // or an error after 5 seconds
    ///     }
    @discardableResult
    public func configuredWith<R>(
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
        body: (CKDatabase) async throws -> R
    ) async rethrows -> R {
        try await body(configured(configuration, group))
    }

    private func configured(
        _ configuration: CKOperation.Configuration?, _ group: CKOperationGroup?
    ) -> CKDatabase {
        CKDatabase(
            handle, databaseScope, queue: queue,
            configuration: configuration?.duplicate() ?? group?.defaultConfiguration
                ?? self.configuration,
            group: group ?? self.group)
    }

    /// The same database whose requests fail after some seconds; nil changes nothing.
    func limited(to seconds: TimeInterval?) -> CKDatabase {
        guard let seconds else { return self }
        return CKDatabase(handle.limited(to: seconds), databaseScope, queue: queue)
    }

    /// The same database for one user; requests fail while another user is signed in.
    func bound(to user: String?) -> CKDatabase {
        CKDatabase(
            handle.bound(to: user), databaseScope, queue: queue, configuration: configuration,
            group: group)
    }

    // MARK: Equality, printing

    /// Whether both are the same database seen from the same device.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKDatabase else { return false }
        return databaseScope == other.databaseScope
            && handle.container === other.handle.container && handle.device === other.handle.device
    }

    /// A hash in accord with equality.
    open override var hash: Int { databaseScope.hashValue }

    /// The scope and the container.
    open override var description: String {
        "<CKDatabase: \(address(of: self)); databaseScope=\(databaseScope), "
            + "containerIdentifier=\(handle.container.identifier)>"
    }

    // MARK: The service

    var place: ServiceSession.Database {
        switch databaseScope {
        case .public: .public
        case .private: .private
        case .shared: .shared
        }
    }

    /// Asks the service, every error as CloudKit has it, within the time of the configuration.
    func ask<T: Sendable>(
        _ body: @escaping @Sendable (any CloudSession, ServiceSession.Database) async throws -> T
    ) async throws -> T {
        let place = place
        return try await handle.ask { try await body($0, place) }
    }
}

extension CKError {
    /// The request took longer than its configuration allows.
    static var timedOut: CKError {
        CKError(
            .networkFailure, "The request timed out.",
            more: [NSUnderlyingErrorKey: NSError(domain: NSURLErrorDomain, code: -1001)])
    }
}

extension CKRecord {
    /// The record of a program for one that a session gave out; a share knows its URL, and the names of
    /// its users.
    static func make(
        _ record: consuming Record, from session: any CloudSession, names: UserNames = [:]
    ) -> CKRecord {
        // A cast costs more than all the rest, and pages have many records.
        guard record.type == CKRecordTypeShare else { return make(record, viewer: session.user) }
        let url = session.shareURL(of: record)
        let made = make(record, viewer: session.user)
        (made as? CKShare)?.complete(url: url, viewer: session.user, names: names)
        return made
    }

    /// The record is now as the database keeps it; what the program has set since it was sent
    /// stays.
    func take(
        _ stored: Record, sent: SaveRequest.Item, from session: any CloudSession, names: UserNames
    ) {
        update(stored.seen(by: session.user), sent: sent)
        guard recordType == CKRecordTypeShare else { return }
        (self as? CKShare)?.complete(
            url: session.shareURL(of: stored), viewer: session.user, names: names)
    }
}
