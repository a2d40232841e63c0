import Foundation
import PredicateCore
import RecordCore
package import RecordJSON
package import RecordService

extension NotificationsReply: WireMessage {
    /// Reads `{"notifications":[…]}`, or one notification by itself; `{}` is none.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        let here = reader
        var isList = false
        try reader.members("reply") { reader, key throws(WireError) in
            guard "notifications" ~= key else { return try reader.skip() }
            isList = true
            try reader.elements("notifications") { reader throws(WireError) in
                if let one = try NotificationReading.notification(&reader) {
                    notifications.append(one)
                }
            }
        }
        guard !isList else { return }
        var place = here
        if let one = try NotificationReading.notification(&place) { notifications = [one] }
    }

    /// Appends `{"notifications":[{"ck":{…}}]}`, with what a program of ours needs besides.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"notifications":"#)
        writer.append(array: notifications) { writer, notification in
            writer.append(raw: #"{"ck":{"ce":2,"cid":"#)
            writer.append(text: notification.container)
            writer.append(raw: #","nid":""#)
            writer.append(integer: Int64(notification.number))
            writer.append(raw: #"","#)
            var values: [String: Value] = [:]
            switch notification.kind {
            case .query(let id, let reason, let fields):
                values = fields
                writer.append(raw: #""qry":{"rid":"#)
                writer.append(text: id.name)
                writer.append(raw: #","fo":"#)
                writer.append(integer: Int64(reason.rawValue))
                writer.append(place: id.zone)
            case .zone(let zone):
                writer.append(raw: #""fet":{"ce":2"#)
                writer.append(place: zone)
            case .database: writer.append(raw: #""met":{"ce":2"#)
            }
            writer.append(raw: #","dbs":"#)
            writer.append(integer: Int64(notification.database.rawValue))
            writer.append(raw: #","sid":"#)
            writer.append(text: notification.subscription)
            writer.append(raw: #"}},"quarry":"#)
            NotificationReading.write(values, notification.info, to: &writer)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ServiceNotification {
    /// What the plain form of a notification loses: `{"fields":{k:{value,type}},"info":"…"}`,
    /// for a member `quarry` beside `aps` and `ck`.
    package func writeExtension(to writer: inout JSONWriter) {
        var values: [String: Value] = [:]
        if case .query(_, _, let fields) = kind { values = fields }
        NotificationReading.write(values, info, to: &writer)
    }
}

/// Reads what a push carries.
private enum NotificationReading {
    struct Parts {
        var id: String?
        var container = ""
        var kind: Kind?
        var database = ServiceSession.Database.private
        var subscription = ""
        var record = ""
        var zone = ZoneID.default
        var reason = ServiceNotification.Reason.recordUpdated
        var fields: [String: Value] = [:]
    }

    enum Kind { case query, zone, database }

    static func notification(
        _ reader: inout WireReader
    ) throws(WireError) -> ServiceNotification? {
        var parts = Parts()
        var exact: [String: Value]?
        var info: Data?
        try reader.members("notifications") { reader, key throws(WireError) in
            switch key {
            case "ck": try readCloud(&reader, &parts)
            case "quarry":
                try reader.members("quarry") { reader, key throws(WireError) in
                    switch key {
                    case "info":
                        info = try reader.text("info").flatMap { Data(base64Encoded: $0) }
                    case "fields":
                        exact = try WireRecord.fields(&reader)
                    default: try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        let kind: ServiceNotification.Kind
        switch parts.kind {
        case .query:
            kind = .query(
                RecordID(parts.record, zone: parts.zone), reason: parts.reason,
                fields: exact ?? parts.fields)
        case .zone: kind = .zone(parts.zone)
        case .database: kind = .database
        case nil: return nil
        }
        // A server may put a name of its own before the number.
        let digits = parts.id?.split(separator: "-").last.flatMap { Int($0) }
        return ServiceNotification(
            number: digits ?? 0, subscription: parts.subscription, database: parts.database,
            kind: kind, info: info, container: parts.container)
    }

    private static func readCloud(
        _ reader: inout WireReader, _ parts: inout Parts
    ) throws(WireError) {
        var found = parts
        try reader.members("ck") { reader, key throws(WireError) in
            switch key {
            case "nid": found.id = try reader.text("nid")
            case "cid": found.container = try reader.text("cid") ?? ""
            case "qry":
                found.kind = .query
                try readDetails(&reader, &found)
            case "fet":
                found.kind = .zone
                try readDetails(&reader, &found)
            case "met":
                found.kind = .database
                try readDetails(&reader, &found)
            default: try reader.skip()
            }
        }
        parts = found
    }

    private static func readDetails(
        _ reader: inout WireReader, _ parts: inout Parts
    ) throws(WireError) {
        var found = parts
        try reader.members("ck") { reader, key throws(WireError) in
            switch key {
            case "sid": found.subscription = try reader.text("sid") ?? ""
            case "dbs":
                found.database =
                    try reader.integer("dbs")
                    .flatMap { ServiceSession.Database(rawValue: Int(clamping: $0)) }
                    ?? found.database
            case "rid": found.record = try reader.text("rid") ?? ""
            case "zid": found.zone.name = try reader.text("zid") ?? found.zone.name
            case "zoid": found.zone.owner = try reader.text("zoid") ?? found.zone.owner
            case "fo":
                found.reason =
                    try reader.integer("fo")
                    .flatMap { ServiceNotification.Reason(rawValue: Int(clamping: $0)) }
                    ?? found.reason
            case "af":
                guard case .dictionary(let fields) = try reader.scalar("af") else { return }
                found.fields = fields
            default: try reader.skip()
            }
        }
        parts = found
    }

    static func write(
        _ fields: [String: Value], _ info: Data?, to writer: inout JSONWriter
    ) {
        writer.append(raw: #"{"fields":{"#)
        let values = ValueWriter(isExact: true)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            writer.append(text: name)
            writer.append(byte: UInt8(ascii: ":"))
            values.write(value, field: nil, to: &writer)
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
        if let info {
            writer.append(raw: #","info":"#)
            writer.append(base64: info)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension WireRecord {
    /// Reads fields that stand by themselves in a reply.
    fileprivate static func fields(
        _ reader: inout WireReader
    ) throws(WireError) -> [String: Value] {
        var record = WireRecord()
        try record.readFields(&reader, zone: .default, isReply: true)
        return record.fields
    }
}

extension JSONWriter {
    /// Appends `,"zid":…,"zoid":…`.
    fileprivate mutating func append(place zone: ZoneID) {
        append(raw: #","zid":"#)
        append(text: zone.name)
        append(raw: #","zoid":"#)
        append(text: zone.owner)
    }
}
