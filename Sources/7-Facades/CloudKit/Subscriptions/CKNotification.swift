public import Foundation
import PredicateCore

/// A notification that is made from a remote notification's dictionary.
///
///     // Of a push for a query subscription:
///     let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///     (notification as? CKQueryNotification)?.recordID?.recordName          // "paris"
///     CKRecordZoneNotification(fromRemoteNotificationDictionary: userInfo)  // nil
///
/// An initialiser of a class always makes that class; one that comes from a protocol may choose.
/// So ``init(fromRemoteNotificationDictionary:)`` makes a ``CKQueryNotification``, a
/// ``CKRecordZoneNotification`` or a ``CKDatabaseNotification``, as on Apple's systems.
public protocol RemoteNotificationDecoding {}

extension RemoteNotificationDecoding {
    /// The notification that a remote notification's dictionary carries, as the class of its kind.
    ///
    ///     CKNotification(fromRemoteNotificationDictionary: userInfo) as? CKQueryNotification
    ///
    /// Nil where the dictionary carries none of CloudKit's, or one of another class than the one
    /// that was asked for. A push that does not say its kind gives a ``CKNotification`` itself.
    ///
    /// Source: `CKNotification.init(fromRemoteNotificationDictionary:)` in Apple's documentation,
    /// which tells to ask `notificationType` and to cast to the subclass.
    public init?(fromRemoteNotificationDictionary notificationDictionary: [AnyHashable: Any]) {
        guard let payload = RemotePayload(notificationDictionary),
            let notification = CKNotification.make(payload) as? Self
        else { return nil }
        self = notification
    }
}

/// News of a change that a subscription asked for.
///
///     let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///     if let zone = (notification as? CKRecordZoneNotification)?.recordZoneID { fetch(zone) }
open class CKNotification: NSObject, RemoteNotificationDecoding, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// A notification's own name.
    public typealias ID = CKNotificationID

    /// The kinds of notifications.
    ///
    ///     switch notification.notificationType {
    ///     case .query: (notification as? CKQueryNotification)?.recordID
    ///     default: nil   // a zone or a database has changes: fetch them
    ///     }
    public enum NotificationType: Int, Sendable {
        /// A record matched a query, or no longer does.
        case query = 1
        /// A zone has changes.
        case recordZone = 2
        /// Another device has read a notification; or a push does not say what it is of.
        case readNotification = 3
        /// A database has changes.
        case database = 4
    }

    /// What the notification reports: a query, a zone or a database.
    public let notificationType: NotificationType
    /// The notification's own name.
    public let notificationID: ID?
    /// The identifier of the container with the change; nil where the payload has none.
    public let containerIdentifier: String?
    /// The subscription that asked for it.
    public let subscriptionID: CKSubscription.ID?
    /// The user whose subscription it is.
    public let subscriptionOwnerUserRecordID: CKRecord.ID?
    /// Whether a field of ``CKNotificationInfo/desiredKeys`` was left out for lack of room: fetch the
    /// record.
    public let isPruned: Bool
    /// What is to be shown.
    let content: CKNotificationInfo.Content
    let payload: RemotePayload

    init(_ payload: RemotePayload) {
        self.payload = payload
        notificationType = payload.kind.type
        notificationID = payload.id.map { CKNotificationID($0) }
        containerIdentifier = payload.container
        subscriptionID = payload.subscription
        subscriptionOwnerUserRecordID = payload.user.map { CKRecord.ID(recordName: $0) }
        isPruned = payload.isPruned
        content = payload.content
    }

    /// The notification of its kind that a dictionary carries.
    static func make(_ payload: RemotePayload) -> CKNotification {
        switch payload.kind {
        case .query: CKQueryNotification(payload)
        case .zone: CKRecordZoneNotification(payload)
        case .database: CKDatabaseNotification(payload)
        case .unknown: CKNotification(payload)
        }
    }

    // MARK: What is shown

    /// The text of the alert.
    open var alertBody: String? { content.alertBody }
    /// The key of the alert's text in the app's translations.
    open var alertLocalizationKey: String? { content.alertLocalizationKey }
    /// What goes into the alert's text.
    open var alertLocalizationArgs: [String]? { content.alertLocalizationArgs }
    /// The title of the alert.
    open var title: String? { content.title }
    /// The key of the title in the app's translations.
    open var titleLocalizationKey: String? { content.titleLocalizationKey }
    /// What goes into the title.
    open var titleLocalizationArgs: [String]? { content.titleLocalizationArgs }
    /// The subtitle of the alert.
    open var subtitle: String? { content.subtitle }
    /// The key of the subtitle in the app's translations.
    open var subtitleLocalizationKey: String? { content.subtitleLocalizationKey }
    /// What goes into the subtitle.
    open var subtitleLocalizationArgs: [String]? { content.subtitleLocalizationArgs }
    /// The key of the button's text in the app's translations.
    open var alertActionLocalizationKey: String? { content.alertActionLocalizationKey }
    /// The picture shown while the app starts.
    open var alertLaunchImage: String? { content.alertLaunchImage }
    /// The number on the app's badge.
    open var badge: NSNumber? {
        payload.badge.map { NSNumber(value: $0) } ?? (content.shouldBadge == true ? 1 : nil)
    }
    /// The name of the sound that comes with the alert; nil is none.
    open var soundName: String? { content.soundName }
    /// The category of the notification's actions.
    open var category: String? { content.category }

    /// Kind, subscription and container.
    open override var description: String {
        "<\(type(of: self)): \(address(of: self)); notificationType=\(notificationType), "
            + "subscriptionID=\(subscriptionID ?? "nil"), "
            + "containerIdentifier=\(containerIdentifier ?? "nil")>"
    }
}

/// Tells that a record has come to match a query, has changed, or no longer matches.
///
///     guard let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///         as? CKQueryNotification, let id = notification.recordID
///     else { return }
///     if notification.queryNotificationReason == .recordDeleted { forget(id) }
open class CKQueryNotification: CKNotification, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// The change of a record that a notification reports.
    ///
    ///     (notification as? CKQueryNotification)?.queryNotificationReason  // .recordCreated
    public enum Reason: Int, Sendable {
        /// A record came to match.
        case recordCreated = 1
        /// A record that matches has changed.
        case recordUpdated = 2
        /// A record was deleted or no longer matches.
        case recordDeleted = 3
    }

    /// The change that the notification reports: the record came to match, changed, or ceased to
    /// match; `recordUpdated` where the payload does not say which.
    open var queryNotificationReason: Reason {
        if case .query(_, let reason, _) = payload.kind { reason } else { .recordUpdated }
    }

    /// The fields that the subscription asked for.
    ///
    ///     notification.recordFields?["name"] as? String
    open var recordFields: [String: Any]? {
        guard case .query(_, _, let fields) = payload.kind, !fields.isEmpty else { return nil }
        return fields.compactMapValues { FieldBridge.object($0) }
    }

    /// The name and zone of the record that changed; nil where the payload does not name it.
    open var recordID: CKRecord.ID? {
        if case .query(let id?, _, _) = payload.kind { CKRecord.ID(id) } else { nil }
    }

    /// The database whose change the notification reports.
    open var databaseScope: CKDatabaseScope { payload.scope }
}

/// Tells that a zone has changes.
///
///     if let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///         as? CKRecordZoneNotification, let zone = notification.recordZoneID {
///         try await fetchChanges(of: zone)
///     }
open class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// The name and owner of the zone that has changes; nil where the payload does not name it.
    open var recordZoneID: CKRecordZone.ID? {
        if case .zone(let zone?) = payload.kind { CKRecordZone.ID(zone) } else { nil }
    }

    /// The database whose change the notification reports.
    open var databaseScope: CKDatabaseScope { payload.scope }
}

/// Tells that a database has changes.
///
///     if let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///         as? CKDatabaseNotification, notification.databaseScope == .private {
///         try await fetchDatabaseChanges()
///     }
open class CKDatabaseNotification: CKNotification, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// The database whose change the notification reports.
    open var databaseScope: CKDatabaseScope { payload.scope }
}

/// A notification's own name; programs write `CKNotification.ID`.
///
///     let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
///     if let id = notification?.notificationID { fetched(id) }
///     // Equal for the same notification: a push and a fetch of missed ones may both bring it.
public final class CKNotificationID: NSObject, NSSecureCoding, NSCopying, Sendable {
    private let name: String

    init(_ name: String) { self.name = name }

    /// Whether both name the same notification.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKNotificationID)?.name == name
    }

    /// A hash in accord with equality.
    public override var hash: Int { name.hashValue }

    /// The name itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Names take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a name from an archive; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.text("ID") else { return nil }
        self.init(name)
    }

    /// Writes the notification's name to an archive.
    public func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "ID") }
}
