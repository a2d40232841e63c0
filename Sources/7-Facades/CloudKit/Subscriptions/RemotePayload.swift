import Foundation
import PredicateCore
import RecordService

/// What a remote notification's dictionary says: `aps` for what is shown, `ck` for CloudKit.
///
/// In `ck`, `qry`, `fet` and `met` stand for a query's, a zone's and a database's notification;
/// `sid` is the subscription, `dbs` the database, `zid` and `zoid` the zone, `rid` the record, `fo`
/// what happened and `af` the fields; `p` says that some of these were left out.
struct RemotePayload: Sendable {
    enum Kind: Sendable {
        case query(RecordID?, CKQueryNotification.Reason, fields: [String: Value])
        case zone(ZoneID?)
        case database
        /// A push that says nothing of it.
        case unknown

        var type: CKNotification.NotificationType {
            switch self {
            case .query: .query
            case .zone: .recordZone
            case .database: .database
            case .unknown: .readNotification
            }
        }
    }

    var kind: Kind
    var id: String?
    var container: String?
    var subscription: String?
    var user: String?
    var scope: CKDatabaseScope
    var isPruned: Bool
    /// The number for the app's badge, where the dictionary has one.
    var badge: Int?
    var content = CKNotificationInfo.Content()

    // MARK: From the service

    init(_ notification: ServiceNotification, user: String?) {
        switch notification.kind {
        case .query(let id, let reason, let fields):
            kind = .query(
                id, CKQueryNotification.Reason(rawValue: reason.rawValue) ?? .recordUpdated,
                fields: fields)
        case .zone(let zone): kind = .zone(zone)
        case .database: kind = .database
        }
        id = String(notification.number)
        container = notification.container
        subscription = notification.subscription
        self.user = user
        scope = CKDatabaseScope(rawValue: notification.database.rawValue) ?? .private
        isPruned = notification.isPruned
        content = CKNotificationInfo.Content.from(notification.info) ?? content
    }

    // MARK: From a dictionary

    init?(_ dictionary: [AnyHashable: Any]) {
        guard let cloud = RemotePayload.entries(dictionary["ck"]) else { return nil }
        let details: [AnyHashable: Any]
        if let query = RemotePayload.entries(cloud["qry"]) {
            let reason = ((query["fo"] as? NSNumber)?.intValue)
                .flatMap(CKQueryNotification.Reason.init)
            details = query
            var fields: [String: Value] = [:]
            for (key, value) in RemotePayload.entries(query["af"]) ?? [:] {
                guard let key = key as? String else { continue }
                fields[key] = FieldBridge.storable(Value(bridging: value))
            }
            let id = (query["rid"] as? String).map {
                RecordID($0, zone: RemotePayload.zone(query) ?? .default)
            }
            kind = .query(id, reason ?? .recordUpdated, fields: fields)
        } else if let fetch = RemotePayload.entries(cloud["fet"]) {
            details = fetch
            kind = .zone(RemotePayload.zone(fetch))
        } else if let database = RemotePayload.entries(cloud["met"]) {
            details = database
            kind = .database
        } else if cloud["nid"] is String || cloud["cid"] is String {
            // Apple's is of the base class then: github.com/evermeer/EVCloudKitDao/issues/53.
            details = [:]
            kind = .unknown
        } else {
            return nil
        }
        id = cloud["nid"] as? String
        container = cloud["cid"] as? String
        user = cloud["ckuserid"] as? String
        subscription = details["sid"] as? String
        isPruned = (cloud["p"] as? NSNumber)?.boolValue ?? false
        scope = ((details["dbs"] as? NSNumber)?.intValue).flatMap(CKDatabaseScope.init) ?? .private
        let shown = RemotePayload.entries(dictionary["aps"]) ?? [:]
        badge = (shown["badge"] as? NSNumber)?.intValue
        content = RemotePayload.content(shown)
    }

    private static func entries(_ any: Any?) -> [AnyHashable: Any]? {
        (any as? [AnyHashable: Any]) ?? (any as? NSDictionary) as? [AnyHashable: Any]
    }

    private static func zone(_ details: [AnyHashable: Any]) -> ZoneID? {
        (details["zid"] as? String).map {
            ZoneID($0, owner: details["zoid"] as? String ?? ZoneID.currentOwner)
        }
    }

    private typealias Path<T> = WritableKeyPath<CKNotificationInfo.Content, T> & Sendable

    /// The texts of `alert`, by their keys.
    private static let texts: [(String, Path<String?>)] = [
        ("body", \.alertBody), ("loc-key", \.alertLocalizationKey), ("title", \.title),
        ("title-loc-key", \.titleLocalizationKey), ("subtitle", \.subtitle),
        ("subtitle-loc-key", \.subtitleLocalizationKey),
        ("action-loc-key", \.alertActionLocalizationKey), ("launch-image", \.alertLaunchImage),
    ]
    /// The lists of texts of `alert`, by their keys.
    private static let lists: [(String, Path<[String]?>)] = [
        ("loc-args", \.alertLocalizationArgs), ("title-loc-args", \.titleLocalizationArgs),
        ("subtitle-loc-args", \.subtitleLocalizationArgs),
    ]

    private static func content(_ aps: [AnyHashable: Any]) -> CKNotificationInfo.Content {
        var content = CKNotificationInfo.Content()
        let alert = entries(aps["alert"]) ?? [:]
        for (key, path) in texts { content[keyPath: path] = alert[key] as? String }
        for (key, path) in lists { content[keyPath: path] = alert[key] as? [String] }
        content.alertBody = aps["alert"] as? String ?? content.alertBody
        content.soundName = aps["sound"] as? String
        content.category = aps["category"] as? String
        content.shouldSendContentAvailable =
            (aps["content-available"] as? NSNumber)?.intValue == 1 ? true : nil
        content.shouldSendMutableContent =
            (aps["mutable-content"] as? NSNumber)?.intValue == 1 ? true : nil
        return content
    }
}
