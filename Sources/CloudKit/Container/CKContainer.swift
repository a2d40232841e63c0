public import Foundation
import RecordService

/// The databases of an app: one that everybody reads, the signed-in user's own, and what others
/// share with the user.
///
///     let database = CKContainer.default().privateCloudDatabase
///
/// Records are kept in a file in the user's data directory; ``LocalCloud`` says how to have them
/// elsewhere. The file is opened when it is first needed.
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

    init(_ handle: ContainerHandle) {
        self.handle = handle
        let queue = OperationQueue()
        queue.name = "CloudKit"
        self.queue = queue
        publicCloudDatabase = CKDatabase(handle, .public, queue: queue)
        privateCloudDatabase = CKDatabase(handle, .private, queue: queue)
        sharedCloudDatabase = CKDatabase(handle, .shared, queue: queue)
    }

    // MARK: Getting one

    /// The app's own container: `iCloud.` and the bundle's identifier, or the program's name where
    /// there is no bundle.
    open class func `default`() -> CKContainer { CKContainer(identifier: defaultIdentifier) }

    /// The container of a name.
    public convenience init(identifier containerIdentifier: String) {
        let cloud = LocalCloud.current
        self.init(
            ContainerHandle(container: cloud.open(containerIdentifier), device: cloud.device))
    }

    private static var defaultIdentifier: String {
        "iCloud." + (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    /// The container's name.
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
        queue.addOperation(operation)
    }

    // MARK: Equality, printing

    /// Whether both are the same container seen from the same device.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKContainer else { return false }
        return handle.container === other.handle.container && handle.device === other.handle.device
    }

    /// A hash in accord with equality.
    open override var hash: Int { ObjectIdentifier(handle.container).hashValue }

    /// The container's name.
    open override var description: String {
        "<CKContainer: \(address(of: self)); containerIdentifier=\(handle.container.identifier)>"
    }
}

/// Posted when somebody signs in or out.
public let CKAccountChangedNotification = "CKAccountChangedNotification"

extension Notification.Name {
    /// Posted when somebody signs in or out.
    public static let CKAccountChanged = Notification.Name(CKAccountChangedNotification)
}
