import Foundation
import PredicateCore
package import RecordJSON
package import RecordService

extension NotificationsReply: WireMessage {
    /// Reads `{"notifications":[…]}`, or one notification by itself; `{}` is none.
    package init(from reader: inout WireReader) throws(WireError) {
        let here = reader
        let body = try Body(from: &reader)
        self.init(body.notifications)
        guard !body.isList else { return }
        var place = here
        if let one = try NotificationMembers(from: &place, "notifications").notification {
            notifications = [one]
        }
    }

    /// Appends `{"notifications":[{"ck":{…}}]}`, with what a program of ours needs besides.
    package func write(to writer: inout JSONWriter) {
        Body(notifications: notifications).write(to: &writer)
    }

    private struct Body: ReplyObject {
        static var blank: Self { Self() }

        var notifications: [ServiceNotification] = []
        var isList = false

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            _ = try m.visit(
                "notifications", isLate: false, isWritten: true,
                read: { reader throws(WireError) in
                    isList = true
                    notifications = try reader.list("notifications") {
                        reader throws(WireError) in
                        try NotificationMembers(from: &reader, "notifications").notification
                    }.compactMap { $0 }
                    return true
                },
                write: { writer in
                    writer.append(array: notifications) {
                        NotificationMembers($1).write(to: &$0)
                    }
                })
        }
    }
}

/// The members of a notification.
private struct NotificationMembers: WireObject {
    static var blank: Self { Self() }

    private var container = ""
    private var number = 0
    private var kind: Kind?
    private var record = ""
    private var reason = ServiceNotification.Reason.recordUpdated
    private var zone = ZoneID.default
    private var database = ServiceSession.Database.private.rawValue
    private var subscription = ""
    private var plainFields: [String: Value] = [:]
    private var pruned = 0
    private var exact = NotificationExtension.blank

    private enum Kind { case query, zone, database }

    private init() {}

    init(_ notification: ServiceNotification) {
        container = notification.container
        number = notification.number
        database = notification.database.rawValue
        subscription = notification.subscription
        pruned = notification.isPruned ? 1 : 0
        switch notification.kind {
        case .query(let id, let reason, _):
            kind = .query
            (record, self.reason, zone) = (id.name, reason, id.zone)
        case .zone(let zone):
            kind = .zone
            self.zone = zone
        case .database: kind = .database
        }
        exact = NotificationExtension(notification)
    }

    /// The notification; nil where the members are not those of one.
    var notification: ServiceNotification? {
        let kind: ServiceNotification.Kind
        switch self.kind {
        case .query:
            kind = .query(
                RecordID(record, zone: zone), reason: reason,
                fields: exact.fields ?? plainFields)
        case .zone: kind = .zone(zone)
        case .database: kind = .database
        case nil: return nil
        }
        return ServiceNotification(
            number: number, subscription: subscription,
            database: .init(rawValue: database) ?? .private, kind: kind, info: exact.info,
            container: container, isPruned: pruned != 0)
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.object("ck") { m throws(WireError) in
            try m.version()
            try m.member("cid", &container)
            try m.member(
                "nid", &number,
                reading: { reader throws(WireError) in
                    // A server may put a name of its own before the number.
                    try reader.text("nid")?.split(separator: "-").last.flatMap { Int($0) }
                },
                writing: { $1.append(text: String($0)) })
            try m.member("p", &pruned, unless: 0)
            try details("qry", .query, &m) { members, m throws(WireError) in
                try m.member("rid", &members.record)
                try m.member("fo", &members.reason)
                try members.place(&m)
                try m.member(
                    "af", &members.plainFields, isWritten: false,
                    reading: { reader throws(WireError) in
                        guard case .dictionary(let fields) = try reader.scalar() else {
                            return nil
                        }
                        return fields
                    },
                    writing: { _, _ in })
            }
            try details("fet", .zone, &m) { members, m throws(WireError) in
                try m.version()
                try members.place(&m)
            }
            try details("met", .database, &m) { _, m throws(WireError) in try m.version() }
        }
        try m.object("quarry", isWritten: true) { m throws(WireError) in
            try exact.members(&m)
        }
    }

    private mutating func place(_ m: inout some WireMembers) throws(WireError) {
        try m.member("zid", &zone.name)
        try m.member("zoid", &zone.owner)
    }

    /// What a notification of a kind says, in a member of its own.
    private mutating func details<M: WireMembers>(
        _ name: StaticString, _ kind: Kind, _ m: inout M,
        _ body: (inout Self, inout M) throws(WireError) -> Void
    ) throws(WireError) {
        let isThere = try m.object(name, isWritten: self.kind == kind) { m throws(WireError) in
            try body(&self, &m)
            try m.member("dbs", &database)
            try m.member("sid", &subscription)
        }
        if isThere { self.kind = kind }
    }
}

/// What the plain form of a notification loses.
private struct NotificationExtension: WireObject {
    static var blank: Self { Self() }

    var fields: [String: Value]?
    var info: Data?

    private init() {}

    init(_ notification: ServiceNotification) {
        fields = [:]
        if case .query(_, _, let fields) = notification.kind { self.fields = fields }
        info = notification.info
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member(
            "fields", &fields,
            reading: { reader throws(WireError) in
                var record = WireRecord()
                try record.readFields(&reader, zone: .default, isReply: true)
                return record.fields
            },
            writing: { fields, writer in
                writer.append(byte: UInt8(ascii: "{"))
                let values = ValueWriter(isExact: true)
                for (name, value) in (fields ?? [:]).sorted(by: { $0.key < $1.key }) {
                    writer.append(text: name)
                    writer.append(byte: UInt8(ascii: ":"))
                    values.write(value, field: nil, to: &writer)
                    writer.append(byte: UInt8(ascii: ","))
                }
                writer.closeList()
                writer.append(byte: UInt8(ascii: "}"))
            })
        try m.member("info", &info)
    }
}

extension ServiceNotification.Reason: WireCode {}

extension WireMembers {
    /// Apple's version of the form, which nothing depends on.
    fileprivate mutating func version() throws(WireError) {
        _ = try visit(
            "ce", isLate: false, isWritten: true,
            read: { reader throws(WireError) in
                try reader.skip()
                return true
            },
            write: { $0.append(integer: 2) })
    }
}
