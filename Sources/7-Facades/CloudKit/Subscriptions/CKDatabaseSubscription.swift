public import Foundation
import RecordService
import Synchronization

/// Tells that something has changed in a database.
///
///     try await container.sharedCloudDatabase.save(
///         CKDatabaseSubscription(subscriptionID: "shared"))
open class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
    // Unchecked: what changes is under a lock.

    private let type = Mutex<CKRecord.RecordType?>(nil)

    /// A subscription with a new name.
    public convenience init() { self.init(subscriptionID: UUID().uuidString) }

    /// A subscription with a name of its own.
    public init(subscriptionID: CKSubscription.ID) {
        super.init(subscriptionID: subscriptionID, type: .database)
    }

    /// Only records of this type count; nil counts all.
    open var recordType: CKRecord.RecordType? {
        get { type.withLock { $0 } }
        set { type.withLock { $0 = newValue } }
    }

    override var kind: ServiceSubscription.Kind { .database(type: recordType) }

    /// Reads a subscription from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        recordType = coder.object("RecordType")
    }

    /// Writes the subscription, with its record type, to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(recordType as NSString?, forKey: "RecordType")
    }
}
