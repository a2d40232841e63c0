import Foundation
import RecordJSON
import RecordService

/// A notification as a push would carry it: `aps` for what is shown, `ck` for CloudKit.
///
///     {"aps": {"content-available": 1},
///      "ck": {"ce": 2, "cid": "iCloud.a", "nid": "5f3a-12", "ckuserid": "_ann",
///             "qry": {"dbs": 1, "sid": "large", "rid": "paris", "zid": "_defaultZone",
///                     "zoid": "_ann", "fo": 1, "af": {"name": "Paris"}}}}
///
/// In `ck`, `qry`, `fet` and `met` stand for a query's, a zone's and a database's notification;
/// `sid` is the subscription, `dbs` the database, `zid` and `zoid` the zone, `rid` the record, `fo`
/// what happened and `af` the fields asked for; `p` is 1 where some of these were left out.
struct NotificationPayload {
    let notification: ServiceNotification
    /// Names the notification among all of the server.
    let id: String
    let user: String

    func write(to writer: inout JSONWriter) {
        writer.append(raw: "{\"aps\":")
        writer.append(shown)
        writer.append(raw: ",\"ck\":")
        writer.append(.dictionary(cloud))
        writer.append(byte: UInt8(ascii: "}"))
    }

    private var cloud: [String: Value] {
        var details: [String: Value] = [
            "dbs": .int(Int64(notification.database.rawValue)),
            "sid": .text(notification.subscription),
        ]
        var cloud: [String: Value] = [
            "ce": .int(2), "cid": .text(notification.container), "nid": .text(id),
            "ckuserid": .text(user),
        ]
        if notification.isPruned { cloud["p"] = .int(1) }
        switch notification.kind {
        case .query(let record, let reason, let fields):
            details["rid"] = .text(record.name)
            details["zid"] = .text(record.zone.name)
            details["zoid"] = .text(owner(of: record.zone))
            details["fo"] = .int(Int64(reason.rawValue))
            if !fields.isEmpty { details["af"] = .dictionary(fields.mapValues(plain)) }
            cloud["qry"] = .dictionary(details)
        case .zone(let zone):
            details["zid"] = .text(zone.name)
            details["zoid"] = .text(owner(of: zone))
            cloud["fet"] = .dictionary(details)
        case .database: cloud["met"] = .dictionary(details)
        }
        return cloud
    }

    /// The owner's name as the replies of the web services have it.
    private func owner(of zone: ZoneID) -> String {
        notification.database != .public && zone.owner == ZoneID.currentOwner ? user : zone.owner
    }

    /// A value as a push has it: dates are seconds since 1970, bytes are base64, references are
    /// names; what is too large to be pushed is left out.
    private func plain(_ value: Value) -> Value {
        switch value {
        case .null, .int, .double, .decimal, .text, .location: value
        case .date(let date): .double(date.timeIntervalSince1970)
        case .bytes(let data): .text(data.base64EncodedString())
        case .uuid(let uuid): .text(uuid.uuidString)
        case .url(let url): .text(url.absoluteString)
        case .reference(let reference): .text(reference.recordID.name)
        case .list(let members): .list(members.map(plain))
        case .asset, .dictionary, .object: .null
        }
    }

    // MARK: What is shown

    private var shown: Value {
        // What a subscription shows was checked when it was saved.
        let content =
            notification.info.flatMap { try? JSONReader.value(of: Array($0)) }?.members ?? [:]
        let alert = NotificationPayload.alertKeys.reduce(into: [String: Value]()) { alert, key in
            alert[key.1] = content[key.0].flatMap { $0.isNull ? nil : $0 }
        }
        var aps: [String: Value] = [:]
        if !alert.isEmpty { aps["alert"] = .dictionary(alert) }
        if let sound = content["soundName"], !sound.isNull { aps["sound"] = sound }
        if let category = content["category"], !category.isNull { aps["category"] = category }
        if isOn(content["shouldBadge"]) { aps["badge"] = .int(1) }
        if isOn(content["shouldSendContentAvailable"]) { aps["content-available"] = .int(1) }
        if isOn(content["shouldSendMutableContent"]) { aps["mutable-content"] = .int(1) }
        return .dictionary(aps)
    }

    private static let alertKeys = [
        ("alertBody", "body"), ("alertLocalizationKey", "loc-key"),
        ("alertLocalizationArgs", "loc-args"), ("title", "title"),
        ("titleLocalizationKey", "title-loc-key"), ("titleLocalizationArgs", "title-loc-args"),
        ("subtitle", "subtitle"), ("subtitleLocalizationKey", "subtitle-loc-key"),
        ("subtitleLocalizationArgs", "subtitle-loc-args"),
        ("alertActionLocalizationKey", "action-loc-key"), ("alertLaunchImage", "launch-image"),
    ]

    private func isOn(_ value: Value?) -> Bool {
        // JSON's truth values are read as numbers.
        if case .int(let number)? = value { number != 0 } else { false }
    }
}
