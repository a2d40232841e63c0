// Constants and the names of the first generation.

/// The owner name that stands for the signed-in user.
public let CKCurrentUserDefaultName = "__defaultOwner__"
/// The owner name that stands for the signed-in user; the older name.
public let CKOwnerDefaultName = "__defaultOwner__"
/// The name of the zone that every database has.
public let CKRecordZoneDefaultName = "_defaultZone"
/// The type of user records.
public let CKRecordTypeUserRecord = "Users"
/// The type of shares.
public let CKRecordTypeShare = "cloudkit.share"
/// The name of a share of a whole zone.
public let CKRecordNameZoneWideShare = "cloudkit.zoneshare"

/// The key of a record's parent, for predicates that a program evaluates; no query knows it.
public let CKRecordParentKey = "parent"
/// The key of a record's share, for predicates that a program evaluates; no query knows it.
public let CKRecordShareKey = "share"
/// The key of a record's name in predicates.
public let CKRecordRecordIDKey = "recordID"
/// The key of a record's creator in predicates.
public let CKRecordCreatorUserRecordIDKey = "creatorUserRecordID"
/// The key of the time when a record was created, in predicates and sorts.
public let CKRecordCreationDateKey = "creationDate"
/// The key of the user who last changed a record, in predicates.
public let CKRecordLastModifiedUserRecordIDKey = "lastModifiedUserRecordID"
/// The key of the time of a record's last change, in predicates and sorts.
public let CKRecordModificationDateKey = "modificationDate"

/// What happens when the record pointed at is deleted; the name of the first generation.
public typealias CKReferenceAction = CKRecord.ReferenceAction
/// What happens when the record pointed at is deleted; a name of Swift 4.
public typealias CKRecord_Reference_Action = CKRecord.ReferenceAction
/// When a subscription fires; the name of the first generation.
public typealias CKQuerySubscriptionOptions = CKQuerySubscription.Options
/// The kinds of subscriptions; the name of the first generation.
public typealias CKSubscriptionType = CKSubscription.SubscriptionType
/// The kinds of notifications; the name of the first generation.
public typealias CKNotificationType = CKNotification.NotificationType
/// What happened to a record; the name of the first generation.
public typealias CKQueryNotificationReason = CKQueryNotification.Reason
/// What a participant may do; the name of the first generation.
public typealias CKShareParticipantPermission = CKShare.ParticipantPermission
/// Whether a participant takes part; the name of the first generation.
public typealias CKShareParticipantAcceptanceStatus = CKShare.ParticipantAcceptanceStatus
/// What a participant is; the name of the first generation.
public typealias CKShareParticipantType = CKShare.ParticipantType
/// What a participant may do; a name of Swift 4.
public typealias CKShare_Participant_Permission = CKShare.ParticipantPermission
/// Whether a participant takes part; a name of Swift 4.
public typealias CKShare_Participant_AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
/// What a participant is; a name of Swift 4.
public typealias CKShare_Participant_Role = CKShare.ParticipantRole
/// What a zone can do; the name of the first generation.
public typealias CKRecordZoneCapabilities = CKRecordZone.Capabilities

extension CKRecord {
    /// The name of a record type.
    public typealias RecordType = String
    /// The name of a field.
    public typealias FieldKey = String

    /// Record types that CloudKit itself has.
    ///
    ///     CKRecord.SystemType.userRecord  // "Users"
    ///     CKRecord.SystemType.share       // "cloudkit.share"
    public enum SystemType {
        /// The type of the records that stand for users, `Users`.
        public static let userRecord = CKRecordTypeUserRecord
        /// The type of shares, whose records are of the class ``CKShare``.
        public static let share = CKRecordTypeShare
    }

    /// Keys of what the service keeps about each record.
    ///
    ///     let latest = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
    ///     latest.sortDescriptors = [
    ///         NSSortDescriptor(key: CKRecord.SystemFieldKey.modificationDate, ascending: false)
    ///     ]
    ///
    /// All but ``parent`` and ``share`` may stand in queries, the dates in sorts too.
    public enum SystemFieldKey {
        /// The key of the reference to the parent record.
        public static let parent = CKRecordParentKey
        /// The key of the reference to the record's share.
        public static let share = CKRecordShareKey
        /// The key of the record's name and zone.
        public static let recordID = CKRecordRecordIDKey
        /// The key of the user that created the record.
        public static let creatorUserRecordID = CKRecordCreatorUserRecordIDKey
        /// When it was created.
        public static let creationDate = CKRecordCreationDateKey
        /// The key of the user that changed the record last.
        public static let lastModifiedUserRecordID = CKRecordLastModifiedUserRecordIDKey
        /// When it was changed last.
        public static let modificationDate = CKRecordModificationDateKey
    }
}
