import Foundation

extension NotificationHub {
    /// The latest notifications of a user, oldest first.
    struct Log: Sendable {
        private(set) var entries: ArraySlice<Entry> = []
        private(set) var bytes = 0

        var lastNumber: Int { entries.last?.notification.number ?? 0 }

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            bytes += entry.size
        }

        /// Removes the oldest beyond a number, and beyond bytes the older half, but not the last one; gives
        /// their numbers.
        mutating func removeOldest(beyond count: Int, bytes limit: Int) -> [Int] {
            var removed: [Int] = []
            while entries.count > count { removed.append(removeFirst()) }
            guard bytes > limit else { return removed }
            while bytes > limit / 2, entries.count > 1 { removed.append(removeFirst()) }
            // A slice alone would keep what stands before it.
            entries = ArraySlice(Array(entries))
            return removed
        }

        /// Removes those up to a number; false where none are left.
        mutating func remove(upTo number: Int) -> Bool {
            let count = entries.count
            while let first = entries.first, first.notification.number <= number {
                _ = removeFirst()
            }
            if entries.count < count { entries = ArraySlice(Array(entries)) }
            return !entries.isEmpty
        }

        // Of a slice the rest stays where it is.
        private mutating func removeFirst() -> Int {
            let first = entries.removeFirst()
            bytes -= first.size
            return first.notification.number
        }
    }

    /// A notification to the devices of a user.
    struct Entry: Sendable {
        var notification: ServiceNotification
        /// The device whose change it was, when the change was the user's own.
        var origin: String?
        /// How often it reaches a device: once, unless a fault says otherwise.
        var copies = 1

        /// Bytes in memory, about.
        var size: Int {
            NotificationHub.size(
                notification.subscription, notification.kind, notification.info)
        }
    }

    fileprivate static func size(
        _ subscription: String, _ kind: ServiceNotification.Kind, _ info: Data?
    ) -> Int {
        var size = 256 + subscription.utf8.count + (info?.count ?? 0)
        if case .query(let id, _, let fields) = kind {
            size += id.name.utf8.count
            if !fields.isEmpty { size += Record("", id, fields).storedSize }
        }
        return size
    }
}

extension NotificationHub.UserNotices {
    /// Bytes in memory, about.
    var size: Int {
        notices.reduce(0) { $0 + NotificationHub.size($1.subscription, $1.kind, $1.info) }
    }
}
