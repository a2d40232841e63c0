public import Foundation
import RecordService
import Synchronization

/// Tells that something has changed in a zone.
///
///     try await database.save(CKRecordZoneSubscription(zoneID: notes, subscriptionID: "notes"))
open class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
    // Unchecked: what changes is under a lock.

    /// The zone whose changes fire the subscription.
    public let zoneID: CKRecordZone.ID
    private let type = Mutex<CKRecord.RecordType?>(nil)

    /// A subscription with a name of its own.
    public init(zoneID: CKRecordZone.ID, subscriptionID: CKSubscription.ID = UUID().uuidString) {
        self.zoneID = zoneID
        super.init(subscriptionID: subscriptionID, type: .recordZone)
    }

    /// A subscription with a UUID for a name, also as a function: `CKRecordZoneSubscription.init(zoneID:)`.
    public convenience init(zoneID: CKRecordZone.ID) {
        self.init(zoneID: zoneID, subscriptionID: UUID().uuidString)
    }

    /// Only records of this type count; nil counts all.
    open var recordType: CKRecord.RecordType? {
        get { type.withLock { $0 } }
        set { type.withLock { $0 = newValue } }
    }

    override var kind: ServiceSubscription.Kind { .zone(zoneID.id, type: recordType) }

    /// Reads a subscription from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let zone: CKRecordZone.ID = coder.object("ZoneID") else { return nil }
        zoneID = zone
        super.init(coder: coder)
        recordType = coder.object("RecordType")
    }

    /// Writes the subscription, with its zone and record type, to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(zoneID, forKey: "ZoneID")
        coder.encode(recordType as NSString?, forKey: "RecordType")
    }
}
