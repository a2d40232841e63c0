package import Foundation

/// A store whose file may have the state of a mirror that Core Data on Apple's systems keeps.
package protocol AppleMirrorReading {
    /// What the file says; nil where Apple's systems never mirrored it.
    func appleMirror() throws -> AppleMirror?
}

/// What Core Data on Apple's systems keeps of its mirror in CloudKit, in tables of the store's file
/// whose names begin with `ANSCK`.
///
/// It is only read: by people who ask what was sent, and for the record names of objects, so that a
/// file that comes from an Apple system does not double its objects at the server.
package struct AppleMirror: Sendable {
    /// The record of an object.
    package struct Entry: Hashable, Sendable {
        /// The object's entity; nil where the file does not name it.
        package var entity: String?
        /// The object's row.
        package var row: Int64
        /// The name of the record.
        package var recordName: String
        /// The zone of the record; nil where the file does not say.
        package var zone: String?
        /// Whether the object is to be sent.
        package var needsUpload: Bool
        /// The last transaction of the history that was sent of the object; nil where none was, or the
        /// file does not say.
        package var lastExported: Int64?
        /// Whether the record is to be deleted at the server.
        package var needsCloudDelete: Bool
        /// When a program deleted the object; nil where it did not, or the history does not say.
        package var deleted: Date?

        /// Creates the record of an object.
        package init(
            entity: String?, row: Int64, recordName: String, zone: String? = nil,
            needsUpload: Bool = false, lastExported: Int64? = nil, needsCloudDelete: Bool = false,
            deleted: Date? = nil
        ) {
            self.entity = entity
            self.row = row
            self.recordName = recordName
            self.zone = zone
            self.needsUpload = needsUpload
            self.lastExported = lastExported
            self.needsCloudDelete = needsCloudDelete
            self.deleted = deleted
        }
    }

    /// A zone that was read.
    package struct Zone: Hashable, Sendable {
        /// The name of the zone.
        package var name: String
        /// The owner of the zone, `__defaultOwner__` for the user's own.
        package var owner: String
        /// Whether it was read once, so that only changes are fetched.
        package var hasToken: Bool
        /// When it was last fetched.
        package var lastFetch: Date?

        /// Creates a zone that was read.
        package init(name: String, owner: String, hasToken: Bool, lastFetch: Date?) {
            self.name = name
            self.owner = owner
            self.hasToken = hasToken
            self.lastFetch = lastFetch
        }
    }

    /// Something that the mirror did.
    package struct Event: Hashable, Sendable {
        /// 0 for a setup, 1 for an import, 2 for an export.
        package var kind: Int
        /// When it began.
        package var start: Date?
        /// When it ended; nil where it did not.
        package var end: Date?
        /// Whether everything was done.
        package var succeeded: Bool
        /// The domain of the error.
        package var errorDomain: String?
        /// The code of the error.
        package var errorCode: Int
        /// How many objects it was about.
        package var count: Int

        /// Creates an event.
        package init(
            kind: Int, start: Date?, end: Date?, succeeded: Bool, errorDomain: String?,
            errorCode: Int, count: Int
        ) {
            self.kind = kind
            self.start = start
            self.end = end
            self.succeeded = succeeded
            self.errorDomain = errorDomain
            self.errorCode = errorCode
            self.count = count
        }
    }

    /// The records of objects, by entity and row.
    package var entries: [Entry] = []
    /// The zones that were read.
    package var zones: [Zone] = []
    /// What was done, the earliest first.
    package var events: [Event] = []
    /// The texts that are kept under keys, such as the user's record name.
    package var metadata: [String: String] = [:]

    /// A mirror that has done nothing.
    package init() {}

    /// When the file last had what the server had in a zone; nil where it does not say.
    package func lastExchange(in zone: String?) -> Date? {
        let fetches = zones.filter { $0.name == zone }.compactMap(\.lastFetch)
        let exports = events.filter { $0.kind == 2 && $0.succeeded }.compactMap(\.end)
        return (fetches + exports).max()
    }

    /// The record name of the user whose objects the file has; nil where the file does not say.
    package var user: String? {
        metadata["NSCloudKitMirroringDelegateCKIdentityRecordNameDefaultsKey"]
    }
}
