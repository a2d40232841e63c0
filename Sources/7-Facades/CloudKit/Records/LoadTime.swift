import Foundation
import FoundationPredicates
import PredicateCore

/// Runs when the program is loaded.
///
/// An archive names classes, `CKRecordID` say, and the unarchiver must know them before the program
/// has touched them: on Linux names without a module are looked up in Foundation alone.
@used
@section(".init_array")
private let atLoad: @convention(c) () -> Void = {
    name("CKRecord", CKRecord.self)
    name("CKRecordID", CKRecordID.self)
    name("CKRecordValueStore", CKRecordValueStore.self)
    name("CKEncryptedRecordValueStore", CKEncryptedRecordValueStore.self)
    name("CKReference", CKReference.self)
    name("CKAsset", CKAsset.self)
    name("CKServerChangeToken", CKServerChangeToken.self)
    name("CKUserIdentity", CKUserIdentity.self)
    name("CKUserIdentityLookupInfo", CKUserIdentityLookupInfo.self)
    name("CKRecordZone", CKRecordZone.self)
    name("CKRecordZoneID", CKRecordZoneID.self)
    name("CKQuery", CKQuery.self)
    name("CKQueryCursor", CKQueryCursor.self)
    name("CKLocationSortDescriptor", CKLocationSortDescriptor.self)
    name("CKShare", CKShare.self)
    name("CKShareParticipant", CKShareParticipant.self)
    name("CKShareMetadata", CKShareMetadata.self)
    name("CKAllowedSharingOptions", CKAllowedSharingOptions.self)
    name("CKSubscription", CKSubscription.self)
    name("CKQuerySubscription", CKQuerySubscription.self)
    name("CKRecordZoneSubscription", CKRecordZoneSubscription.self)
    name("CKDatabaseSubscription", CKDatabaseSubscription.self)
    name("CKNotificationInfo", CKNotificationInfo.self)
    name("CKNotificationID", CKNotificationID.self)
    ValueObjects.register { value in
        switch value {
        case .reference(let reference): CKRecord.Reference(reference)
        case .asset(let asset): CKAsset(asset)
        default: nil  // Others have objects of their own.
        }
    }
}

private func name(_ name: String, _ type: AnyClass) {
    NSKeyedUnarchiver.setClass(type, forClassName: name)
    // Without effect in Swift 6.3, whose archiver looks the name up under another key than it was
    // kept under: archives say `CloudKit.CKRecord` and give `CKRecord` as what to fall back to.
    NSKeyedArchiver.setClassName(name, for: type)
}
