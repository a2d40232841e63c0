public import Foundation
import RecordService
import Synchronization

/// What a user wants to be told of.
///
/// One of its three kinds is made: ``CKQuerySubscription``, ``CKRecordZoneSubscription`` or
/// ``CKDatabaseSubscription``.
///
///     let all = CKDatabaseSubscription(subscriptionID: "all")
///     let info = CKSubscription.NotificationInfo()
///     info.shouldSendContentAvailable = true
///     all.notificationInfo = info
///     try await database.save(all)
///
/// Source: [CKSubscription](https://developer.apple.com/documentation/cloudkit/cksubscription).
open class CKSubscription: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: what changes is under locks.

    /// The name of a subscription.
    public typealias ID = String

    /// The kinds of subscriptions.
    ///
    ///     CKDatabaseSubscription(subscriptionID: "all").subscriptionType  // .database
    public enum SubscriptionType: Int, Sendable {
        /// Records of a type that a predicate holds of.
        case query = 1
        /// Whatever changes in a zone.
        case recordZone = 2
        /// Whatever changes in a database.
        case database = 3
    }

    /// The name, unique for its user and database.
    public let subscriptionID: ID
    /// What the subscription watches: a query, a zone or a database.
    public let subscriptionType: SubscriptionType
    private let info = Mutex<NotificationInfo?>(nil)

    init(subscriptionID: ID, type: SubscriptionType) {
        self.subscriptionID = subscriptionID
        subscriptionType = type
    }

    /// What a notification shows; nil shows nothing.
    open var notificationInfo: NotificationInfo? {
        get { info.withLock { $0 } }
        set {
            let copy = newValue.map { CKNotificationInfo($0.content) }
            info.withLock { $0 = copy }
        }
    }

    // MARK: The service's own form

    /// What the subscription is about.
    var kind: ServiceSubscription.Kind { .database(type: nil) }

    /// The subscription in the service's own form.
    var serviceSubscription: ServiceSubscription {
        let content = notificationInfo?.content
        return ServiceSubscription(
            subscriptionID, kind, info: content?.data, desiredKeys: content?.desiredKeys)
    }

    /// The subscription of a program for one of the service's.
    static func make(_ subscription: ServiceSubscription) -> CKSubscription {
        let made: CKSubscription
        switch subscription.kind {
        case .query(let type, let predicate, let zone, let fires):
            let query = CKQuerySubscription(
                recordType: type, predicate: NSPredicate.from(predicate),
                subscriptionID: subscription.id,
                options: CKQuerySubscription.Options(rawValue: fires.rawValue))
            query.zoneID = zone.map { CKRecordZone.ID($0) }
            made = query
        case .zone(let zone, let type):
            let changes = CKRecordZoneSubscription(
                zoneID: CKRecordZone.ID(zone), subscriptionID: subscription.id)
            changes.recordType = type
            made = changes
        case .database(let type):
            let changes = CKDatabaseSubscription(subscriptionID: subscription.id)
            changes.recordType = type
            made = changes
        }
        made.notificationInfo = CKNotificationInfo.Content.from(subscription.info).map {
            CKNotificationInfo($0)
        }
        return made
    }

    // MARK: Equality, copying, printing

    /// Whether both are the same subscription and say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKSubscription else { return false }
        return serviceSubscription == other.serviceSubscription
    }

    /// A hash in accord with equality.
    open override var hash: Int { subscriptionID.hashValue }

    /// The same again, changing on its own.
    open func copy(with zone: NSZone? = nil) -> Any { CKSubscription.make(serviceSubscription) }

    /// Class, address and name of the subscription, for logs.
    open override var description: String {
        "<\(type(of: self)): \(address(of: self)); subscriptionID=\(subscriptionID)>"
    }

    // MARK: Archives

    /// Subscriptions take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a subscription from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let id = coder.text("SubscriptionID"),
            let type = SubscriptionType(rawValue: coder.integer("SubscriptionType"))
        else { return nil }
        subscriptionID = id
        subscriptionType = type
        super.init()
        notificationInfo = coder.object("NotificationInfo")
    }

    /// Writes name, kind and notification content to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(subscriptionID as NSString, forKey: "SubscriptionID")
        coder.encode(subscriptionType.rawValue, forKey: "SubscriptionType")
        coder.encode(notificationInfo, forKey: "NotificationInfo")
    }
}
