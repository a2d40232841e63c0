public import Foundation

/// The name of a zone and of the user whose private database holds it.
///
///     ZoneID("Notes").owner                              // "__defaultOwner__"
///     ZoneID("Notes", owner: "_ann")                     // the zone that _ann shares
///     ZoneID("Notes") == ZoneID("Notes", owner: "_ann")  // false, for the user _ann as well
public struct ZoneID: Hashable, Sendable {
    /// The zone's name; `_defaultZone` for the zone that every database has.
    public var name: String
    /// The record name of the owner; `__defaultOwner__` means the signed-in user.
    public var owner: String

    /// The name of the zone that every database has.
    public static let defaultName = "_defaultZone"
    /// The owner that stands for the requesting user.
    public static let currentOwner = "__defaultOwner__"
    /// The default zone of the requesting user.
    public static let `default` = ZoneID()

    /// Names a zone.
    ///
    ///     ZoneID("Notes")  // owned by the requesting user
    public init(_ name: String = ZoneID.defaultName, owner: String = ZoneID.currentOwner) {
        self.name = name
        self.owner = owner
    }

    /// Equal when name and owner are, both compared byte by byte.
    public static func == (a: ZoneID, b: ZoneID) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.owner.hasSameBytes(as: b.owner)
    }
}

/// The name of a record within its zone.
///
///     let note = RecordID("note-1", zone: ZoneID("Notes"))
///     note == RecordID("note-1")                        // false: in the default zone
///     RecordID("caf\u{E9}") == RecordID("cafe\u{301}")  // false, though the texts are ==
public struct RecordID: Hashable, Sendable {
    /// The record's name, unique in its zone whatever the record type.
    public var name: String
    /// Where the record lives.
    public var zone: ZoneID

    /// Names a record.
    ///
    ///     RecordID("city-2988507")  // in the default zone
    public init(_ name: String, zone: ZoneID = .default) {
        self.name = name
        self.zone = zone
    }

    /// Equal when zone and name are, the name compared byte by byte.
    public static func == (a: RecordID, b: RecordID) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.zone == b.zone
    }

    /// Hashes the names that differ in most cases: saving a record looks its name up fifteen times.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        if zone.name != ZoneID.defaultName { hasher.combine(zone.name) }
    }
}

/// A field's pointer to another record.
///
///     line["order"] = .reference(Reference(order.id, action: .deleteSelf))
///     // … once both are saved:
///     try await store.save(SaveRequest(deleting: [order.id]), in: .public).cascaded  // [line.id]
public struct Reference: Hashable, Sendable {
    /// What happens to the holder when the record pointed at is deleted.
    ///
    ///     let album = Record("Album", RecordID("album-1"))
    ///     let photo = Record(
    ///         "Photo", RecordID("photo-1"),
    ///         ["album": .reference(Reference(album.id, action: .deleteSelf))])
    ///     _ = try await store.save(SaveRequest(saving: [album, photo]), in: .public)
    ///     let result = try await store.save(SaveRequest(deleting: [album.id]), in: .public)
    ///     result.cascaded.map(\.name)  // ["photo-1"]
    public enum Action: Int, Sendable, CaseIterable {
        /// Nothing; the pointer dangles.
        case none = 0
        /// The holder is deleted too.
        case deleteSelf = 1
        /// The deletion is refused while a holder exists.
        case validate = 2
    }

    /// The record pointed at.
    public var recordID: RecordID
    /// What happens when that record is deleted.
    public var action: Action

    /// Points at a record.
    public init(_ recordID: RecordID, action: Action = .none) {
        self.recordID = recordID
        self.action = action
    }
}

/// A point on Earth with what a positioning device says of it.
///
///     let paris = Location(latitude: 48.8566, longitude: 2.3522)
///     try QueryPredicate(
///         parsing: "distanceToLocation:fromLocation:(place, %@) < 1000", .location(paris)
///     ).matches(.dictionary(["place": .location(paris)]))  // true
public struct Location: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?
    /// Radius of uncertainty of the position, metres; negative means invalid.
    public var horizontalAccuracy: Double?
    /// Uncertainty of the altitude, metres; negative means invalid.
    public var verticalAccuracy: Double?
    /// Degrees clockwise from north.
    public var course: Double?
    /// The speed in metres per second; nil when it was not measured.
    public var speed: Double?
    /// When the position was taken.
    public var timestamp: Date?

    /// A point given in degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The mean radius of the Earth in metres (IUGG).
    public static let earthRadius = 6_371_008.8

    /// The great-circle distance to another point, in metres.
    ///
    ///     let paris = Location(latitude: 48.8566, longitude: 2.3522)
    ///     paris.distance(to: Location(latitude: 51.5072, longitude: -0.1276))  // about 343,500
    ///
    /// Not a number (NaN) where a coordinate is none or infinite.
    public func distance(to other: Location) -> Double {
        let radians = Double.pi / 180
        let phi1 = latitude * radians
        let phi2 = other.latitude * radians
        let sinPhi = sin((phi2 - phi1) / 2)
        let sinLambda = sin((other.longitude - longitude) * radians / 2)
        let h = sinPhi * sinPhi + cos(phi1) * cos(phi2) * sinLambda * sinLambda
        // Rounding may leave `h` just outside; the bounds would make a number of NaN.
        if h.isNaN { return .nan }
        return 2 * Location.earthRadius * asin(min(1, max(0, h)).squareRoot())
    }
}

/// A file that belongs to a record's field, known by its content.
///
///     note["scan"] = .asset(Asset(content: Data("Hello".utf8)))
///     let saved = try await store.save(SaveRequest(saving: [note]), in: .public).saves[0].get()
///     saved["scan"]  // .asset(Asset(checksum: "185f8db32271fe25…", size: 5))
public struct Asset: Hashable, Sendable {
    /// Lower-case hexadecimal SHA-256 of the content; nil until a store has taken the file in.
    public var checksum: String?
    /// Bytes; nil until a store has taken the file in.
    public var size: Int64?
    /// Where the content can be read: the caller's file before saving, the store's after.
    public var fileURL: URL?
    /// The content itself, where there is no file.
    public var content: Data?
    /// Keeps the file from being removed; nil where that needs nothing.
    package var fileHold: FileHold?

    /// An asset whose content is a file that is still to be taken in.
    public init(fileURL: URL) { self.fileURL = fileURL }

    /// An asset whose content is given as bytes.
    public init(content: Data) { self.content = content }

    /// An asset that a store holds.
    public init(checksum: String, size: Int64, fileURL: URL? = nil) {
        self.checksum = checksum
        self.size = size
        self.fileURL = fileURL
    }

    /// Whether both have the same content in the same place.
    public static func == (a: Asset, b: Asset) -> Bool {
        a.checksum == b.checksum && a.size == b.size && a.fileURL == b.fileURL
            && a.content == b.content
    }

    /// A hash in accord with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(checksum)
        hasher.combine(size)
        hasher.combine(fileURL)
        hasher.combine(content)
    }
}

/// Keeps a file from being removed, for as long as one of the assets that share it is in memory.
package final class FileHold: Sendable {
    private let release: @Sendable () -> Void

    /// Calls a function when the last asset has gone, on whatever thread that is.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}
