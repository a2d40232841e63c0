import CoreLocation
import PredicateCore

/// Runs when the program is loaded.
@used
@section(".init_array")
private let atLoad: @convention(c) () -> Void = {
    ArchivedClasses.cloudKit.register()
    ValueObjects.register { value in
        switch value {
        case .reference(let reference): CKRecord.Reference(reference)
        case .asset(let asset): CKAsset(asset)
        default: nil  // Others have objects of their own.
        }
    }
}

extension ArchivedClasses {
    /// Registered again by the first container or name of a record: see ``ArchivedClasses``.
    static let registered: Void = cloudKit.register()

    fileprivate static var cloudKit: ArchivedClasses {
        ArchivedClasses([
            ("CKRecord", CKRecord.self),
            ("CKRecordID", CKRecordID.self),
            ("CKRecordValueStore", CKRecordValueStore.self),
            ("CKEncryptedRecordValueStore", CKEncryptedRecordValueStore.self),
            ("CKReference", CKReference.self),
            ("CKAsset", CKAsset.self),
            ("CKServerChangeToken", CKServerChangeToken.self),
            ("CKContainerID", CKContainerID.self),
            ("CKUserIdentity", CKUserIdentity.self),
            ("CKUserIdentityLookupInfo", CKUserIdentityLookupInfo.self),
            ("CKRecordZone", CKRecordZone.self),
            ("CKRecordZoneID", CKRecordZoneID.self),
            ("CKQuery", CKQuery.self),
            ("CKQueryCursor", CKQueryCursor.self),
            ("CKLocationSortDescriptor", CKLocationSortDescriptor.self),
            ("CKShare", CKShare.self),
            ("CKShareParticipant", CKShareParticipant.self),
            ("CKShareMetadata", CKShareMetadata.self),
            ("CKAllowedSharingOptions", CKAllowedSharingOptions.self),
            ("CKSubscription", CKSubscription.self),
            ("CKQuerySubscription", CKQuerySubscription.self),
            ("CKRecordZoneSubscription", CKRecordZoneSubscription.self),
            ("CKDatabaseSubscription", CKDatabaseSubscription.self),
            ("CKNotificationInfo", CKNotificationInfo.self),
            ("CKNotificationID", CKNotificationID.self),
        ])
    }
}
