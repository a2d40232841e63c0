package import Foundation

extension ServiceNotification {
    /// The notification as bytes, exact; nil where it holds an object of the program.
    package var data: Data? {
        var writer = ByteWriter()
        writer.write(byte: 1)
        writer.write(UInt64(clamping: number))
        writer.write(subscription)
        writer.write(byte: UInt8(database.rawValue))
        writer.write(container)
        writer.write(info) { $0.write($1) }
        switch kind {
        case .query(let id, let reason, let fields):
            writer.write(byte: isPruned ? 3 : 0)
            writer.write(id)
            writer.write(byte: UInt8(reason.rawValue))
            // Fields that have no bytes are left to the change feed.
            guard (try? writer.write(Value.dictionary(fields), depth: 0)) != nil else { return nil }
        case .zone(let zone):
            writer.write(byte: 1)
            writer.write(zone)
        case .database: writer.write(byte: 2)
        }
        return writer.data
    }

    /// The notification that bytes from ``data`` stand for; nil when they are damaged.
    package init?(data: Data) {
        var reader = ByteReader(data)
        do {
            guard try reader.byte() == 1 else { return nil }
            number = Int(clamping: try reader.count())
            subscription = try reader.text()
            guard let database = ServiceSession.Database(rawValue: Int(try reader.byte())) else {
                return nil
            }
            self.database = database
            container = try reader.text()
            info = try reader.optional { try $0.data() }
            let form = try reader.byte()
            isPruned = form == 3
            switch form {
            case 0, 3:
                let id = try reader.recordID()
                guard let reason = Reason(rawValue: Int(try reader.byte())),
                    case .dictionary(let fields) = try reader.value()
                else { return nil }
                kind = .query(id, reason: reason, fields: fields)
            case 1: kind = .zone(try reader.zone())
            case 2: kind = .database
            default: return nil
            }
            guard reader.isAtEnd else { return nil }
        } catch {
            return nil
        }
    }
}

/// The latest notifications for a device, and the number of the latest one of all.
package struct NotificationBacklog: Hashable, Sendable {
    /// The run of the service: each run numbers its notifications from the start.
    package var run: String
    /// The number of the latest notification to any user.
    package var latest: Int
    /// The notifications, oldest first.
    package var notifications: [ServiceNotification]

    /// Creates an answer to a poll; `notifications` may be empty.
    package init(run: String, latest: Int, notifications: [ServiceNotification]) {
        self.run = run
        self.latest = latest
        self.notifications = notifications
    }
}

extension ServiceSession {
    /// The latest notifications for this device after a number of a run.
    ///
    /// - Parameters:
    ///   - number: Nil asks for no notifications, only for the number of the latest one.
    ///   - run: In which run the number was given; of another run all notifications are new.
    package func backlog(after number: Int?, run: String? = nil) async -> NotificationBacklog {
        let hub = service.hub
        // What cannot be read now is read the next time.
        try? await catchUp()
        let latest = hub.latest(for: user)
        guard let number else {
            return NotificationBacklog(run: hub.run, latest: latest, notifications: [])
        }
        let place = run == nil || run == hub.run ? number : 0
        return NotificationBacklog(
            run: hub.run, latest: latest, notifications: missedNotifications(after: place))
    }
}
