import CoreLocation
public import Foundation

/// The databases of an app: one that everybody reads, the signed-in user's own, and what others
/// share with the user.
///
///     let database = CKContainer.default().privateCloudDatabase
///     let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "first"))
///     note["title"] = "Buy milk"
///     try await database.save(note)
///     try await database.record(for: note.recordID)["title"] as? String  // "Buy milk"
///
/// Records are kept in a file in the user's data directory; ``LocalCloud`` says how to have them
/// elsewhere, and so does the environment variable `QUARRY_CONTAINER`:
///
///     QUARRY_CONTAINER=memory: swift test               # gone with the process
///     QUARRY_CONTAINER=notes.db swift run               # that file
///     QUARRY_CONTAINER=https://cloud.example.org swift run   # a server of yours
///
/// Making a container does not fail: the place is opened when it is first needed, and a request then
/// throws `badContainer` if it is none. Containers are `Sendable`; two of one identifier and device
/// are equal.
///
/// Source: [CKContainer](https://developer.apple.com/documentation/cloudkit/ckcontainer).
open class CKContainer: NSObject, @unchecked Sendable {
    // Unchecked: nothing changes after init.
    let handle: ContainerHandle

    /// The database that everybody reads.
    public let publicCloudDatabase: CKDatabase
    /// The signed-in user's own database.
    public let privateCloudDatabase: CKDatabase
    /// What others share with the signed-in user.
    public let sharedCloudDatabase: CKDatabase
    /// Where operations run that no program's queue runs.
    let queue: OperationQueue
    /// How requests and operations run that say nothing else.
    let configuration: CKOperation.Configuration?
    /// The group of operations that have none.
    let group: CKOperationGroup?

    init(
        _ handle: ContainerHandle, queue: OperationQueue = CKContainer.newQueue(),
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil
    ) {
        self.handle = handle.limited(to: configuration?.deadline)
        self.queue = queue
        self.configuration = configuration
        self.group = group
        func database(_ scope: CKDatabase.Scope) -> CKDatabase {
            CKDatabase(handle, scope, queue: queue, configuration: configuration, group: group)
        }
        publicCloudDatabase = database(.public)
        privateCloudDatabase = database(.private)
        sharedCloudDatabase = database(.shared)
        ArchivedClasses.registered
    }

    private static func newQueue() -> OperationQueue {
        let queue = OperationQueue()
        queue.name = "CloudKit"
        return queue
    }

    // MARK: Getting one

    /// The app's own container: `iCloud.` and the bundle's identifier, or the program's name where
    /// there is no bundle.
    open class func `default`() -> CKContainer { CKContainer(identifier: defaultIdentifier) }

    /// The container of a name.
    ///
    /// Required, so that an extension of the class may say `Self(identifier:)`.
    public required convenience init(identifier containerIdentifier: String) {
        let cloud = LocalCloud.current
        self.init(
            ContainerHandle(containerIdentifier, in: cloud, device: cloud.device))
    }

    private static var defaultIdentifier: String {
        "iCloud." + (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    /// The identifier that the container was opened with; never nil here.
    open var containerIdentifier: String? { handle.container.identifier }

    /// A database by its scope.
    open func database(with databaseScope: CKDatabase.Scope) -> CKDatabase {
        switch databaseScope {
        case .public: publicCloudDatabase
        case .private: privateCloudDatabase
        case .shared: sharedCloudDatabase
        }
    }

    /// Runs an operation that belongs to no database.
    ///
    /// What is set on the operation afterwards has no effect.
    open func add(_ operation: CKOperation) {
        operation.submit(in: self)
        operation.begin(in: queue)
    }

    /// Runs a function with a container whose requests, databases and operations have a
    /// configuration and a group.
    ///
    ///     let configuration = CKOperation.Configuration()
    ///     configuration.timeoutIntervalForRequest = 10
    ///     container.configuredWith(configuration: configuration) { $0.add(operation) }
    @discardableResult
    public func configuredWith<R>(
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
        body: (CKContainer) throws -> R
    ) rethrows -> R {
        try body(configured(configuration, group))
    }

    /// Runs a function with a container whose requests, databases and operations have a
    /// configuration and a group.
    @discardableResult
    public func configuredWith<R>(
        configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
        body: (CKContainer) async throws -> R
    ) async rethrows -> R {
        try await body(configured(configuration, group))
    }

    private func configured(
        _ configuration: CKOperation.Configuration?, _ group: CKOperationGroup?
    ) -> CKContainer {
        CKContainer(
            handle, queue: queue,
            configuration: configuration?.duplicate() ?? group?.defaultConfiguration
                ?? self.configuration,
            group: group ?? self.group)
    }

    // MARK: Equality, printing

    /// Whether both are the same container seen from the same device.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKContainer else { return false }
        return handle.container === other.handle.container && handle.device === other.handle.device
    }

    /// A hash in accord with equality.
    open override var hash: Int { ObjectIdentifier(handle.container).hashValue }

    /// Class, address and identifier of the container, for logs.
    open override var description: String {
        "<CKContainer: \(address(of: self)); containerIdentifier=\(handle.container.identifier)>"
    }
}

/// Posted, without an object, when a user signs in on a device or out of it.
public let CKAccountChangedNotification = "CKAccountChangedNotification"

extension Notification.Name {
    /// Posted, without an object, when a user signs in on a device or out of it.
    public static let CKAccountChanged = Notification.Name(CKAccountChangedNotification)
}
