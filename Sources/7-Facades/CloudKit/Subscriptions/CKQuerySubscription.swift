public import Foundation
import PredicateCore
import RecordService
import Synchronization

/// Tells of records of a type that come to match a predicate, change while they match, or cease
/// to.
///
///     let subscription = CKQuerySubscription(
///         recordType: "City", predicate: NSPredicate(format: "population > 1000000"),
///         subscriptionID: "large", options: [.firesOnRecordCreation, .firesOnRecordDeletion])
///     try await database.save(subscription)
///
/// Source: [CKQuerySubscription](https://developer.apple.com/documentation/cloudkit/ckquerysubscription).
open class CKQuerySubscription: CKSubscription, @unchecked Sendable {
    // Unchecked: what changes is under a lock.

    /// When a subscription fires.
    ///
    ///     let options: CKQuerySubscription.Options = [.firesOnRecordCreation, .firesOnce]
    ///     options.rawValue  // 9
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt
        /// Options from raw bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// When a record comes to match.
        public static let firesOnRecordCreation = Options(rawValue: 1)
        /// When a record that matches changes.
        public static let firesOnRecordUpdate = Options(rawValue: 2)
        /// When a record that matched is deleted or no longer matches.
        public static let firesOnRecordDeletion = Options(rawValue: 4)
        /// Once only; the subscription is removed then.
        public static let firesOnce = Options(rawValue: 8)
    }

    /// The type of the records that the subscription watches; an optional as in Apple's Swift, never
    /// nil.
    public var recordType: CKRecord.RecordType? { type }
    private let type: CKRecord.RecordType
    /// The condition that the watched records meet.
    public let predicate: NSPredicate
    /// The changes on which the subscription fires.
    public let querySubscriptionOptions: Options
    private let zone = Mutex<CKRecordZone.ID?>(nil)

    /// A subscription with a name of its own, which fires when a record comes to match, changes
    /// or ceases to match, unless `options` say otherwise.
    ///
    /// Stops the program when the type is empty.
    public init(
        recordType: CKRecord.RecordType, predicate: NSPredicate,
        subscriptionID: CKSubscription.ID = UUID().uuidString,
        options: Options = [
            .firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion,
        ]
    ) {
        precondition(!recordType.isEmpty, "CKException: recordType must not be empty")
        type = recordType
        self.predicate = predicate
        querySubscriptionOptions = options
        super.init(subscriptionID: subscriptionID, type: .query)
    }

    /// Where to look; nil is every zone.
    open var zoneID: CKRecordZone.ID? {
        get { zone.withLock { $0 } }
        set { zone.withLock { $0 = newValue } }
    }

    override var kind: ServiceSubscription.Kind {
        .query(
            type: type, predicate: predicate.queryPredicate, zone: zoneID?.id,
            fires: ServiceSubscription.QueryEvents(rawValue: querySubscriptionOptions.rawValue))
    }

    /// Reads a subscription from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let type = coder.text("RecordType"), !type.isEmpty,
            let predicate: NSPredicate = coder.object("Predicate")
        else { return nil }
        self.type = type
        self.predicate = predicate
        querySubscriptionOptions = Options(
            rawValue: UInt(bitPattern: coder.integer("SubscriptionOptions")))
        super.init(coder: coder)
        zoneID = coder.object("ZoneID")
    }

    /// Writes the subscription, with its query and options, to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(type as NSString, forKey: "RecordType")
        coder.encode(predicate, forKey: "Predicate")
        coder.encode(
            Int(bitPattern: querySubscriptionOptions.rawValue), forKey: "SubscriptionOptions")
        coder.encode(zoneID, forKey: "ZoneID")
    }
}
