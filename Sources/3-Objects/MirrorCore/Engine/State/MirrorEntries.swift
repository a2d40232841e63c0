package import Foundation
package import RecordCore

/// The object of a record name.
package struct MirrorObject: Hashable, Sendable {
    /// The object's entity.
    package var entity: String
    /// The object's row; 0 for one that was deleted here while the deletion is to be sent.
    package var row: Int64
    /// Whether the server has, or may have, the record.
    package var isUploaded: Bool
    /// During which reading of the whole zone the record was last there.
    package var epoch: Int64
    /// The zone of the share that the object is in; nil for the zone of the user's own objects, and
    /// in a store of the shared database for an object that is in no share yet.
    package var zone: ZoneID?

    package init(
        entity: String, row: Int64, isUploaded: Bool, epoch: Int64, zone: ZoneID? = nil
    ) {
        self.entity = entity
        self.row = row
        self.isUploaded = isUploaded
        self.epoch = epoch
        self.zone = zone
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        entity = try reader.text()
        row = try reader.integer()
        isUploaded = try reader.flag()
        epoch = try reader.integer()
        zone = try reader.shareZone()
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(entity)
        writer.write(row)
        writer.write(isUploaded)
        writer.write(epoch)
        writer.write(shareZone: zone)
        return writer.data
    }
}

/// What is to be sent of a record.
package struct MirrorPending: Hashable, Sendable {
    /// What kind of change it is.
    package enum Kind: Hashable, Sendable {
        /// Every field: the record is new.
        case all
        /// Some fields.
        case fields(Set<String>)
        /// A record that joins a pair.
        case link
        /// A deletion.
        case deletion
    }

    package var kind: Kind
    /// Why the server refused it, by a text that equal refusals share; nil where it was not refused.
    package var refusal: String?
    /// When the first change of it was saved that is to be sent; nil where that is not known.
    package var since: Date?

    package init(_ kind: Kind, refusal: String? = nil, since: Date? = nil) {
        self.kind = kind
        self.refusal = refusal
        self.since = since
    }

    package func covers(_ field: String) -> Bool {
        switch kind {
        case .all: true
        case .fields(let fields): fields.contains(field)
        case .link, .deletion: false
        }
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        switch try reader.byte() {
        case 0: kind = .all
        case 1: kind = .fields(Set(try reader.list { try $0.text() }))
        case 2: kind = .link
        case 3: kind = .deletion
        default: throw ByteReader.CorruptionError()
        }
        refusal = try reader.optional { try $0.text() }
        // Entries of earlier versions end here.
        guard !reader.isAtEnd else { return }
        since = try reader.date()
    }

    package var data: Data {
        var writer = ByteWriter()
        switch kind {
        case .all: writer.write(byte: 0)
        case .fields(let fields):
            writer.write(byte: 1)
            writer.write(fields.sorted()) { $0.write($1) }
        case .link: writer.write(byte: 2)
        case .deletion: writer.write(byte: 3)
        }
        writer.write(refusal) { $0.write($1) }
        if let since { writer.write(since) }
        return writer.data
    }
}

/// A record that joins a pair of objects.
package struct MirrorLink: Hashable, Sendable {
    /// The entity that declares the first end, and its relationship.
    package var entity: String
    package var relationship: String
    /// The record names of the two objects, in the order of the plan's ends.
    package var first: String
    package var second: String
    /// Whether the server has, or may have, the record.
    package var isUploaded: Bool
    /// Whether the two objects are joined here.
    package var isApplied: Bool
    package var epoch: Int64
    /// The zone of the share that the record is in, as ``MirrorObject/zone``.
    package var zone: ZoneID?

    package init(
        entity: String, relationship: String, first: String, second: String, isUploaded: Bool,
        isApplied: Bool, epoch: Int64, zone: ZoneID? = nil
    ) {
        self.entity = entity
        self.relationship = relationship
        self.first = first
        self.second = second
        self.isUploaded = isUploaded
        self.isApplied = isApplied
        self.epoch = epoch
        self.zone = zone
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        entity = try reader.text()
        relationship = try reader.text()
        first = try reader.text()
        second = try reader.text()
        isUploaded = try reader.flag()
        isApplied = try reader.flag()
        epoch = try reader.integer()
        zone = try reader.shareZone()
    }

    package var data: Data {
        var writer = ByteWriter()
        for text in [entity, relationship, first, second] { writer.write(text) }
        writer.write(isUploaded)
        writer.write(isApplied)
        writer.write(epoch)
        writer.write(shareZone: zone)
        return writer.data
    }

    /// The relationship and the two objects, whatever record says so.
    var pair: [String] { [entity, relationship, first, second] }
}

/// How far a zone was read.
package struct MirrorZone: Hashable, Sendable {
    /// Whether the zone is known to be at the server.
    package var isMade = false
    /// Where reading goes on; nil where everything is to be read.
    package var token: Data?
    /// The number of the current reading of the whole zone.
    package var epoch: Int64 = 1
    /// Whether the whole zone is being read, after which what was not there is deleted.
    package var isReadAnew = false
    /// Whether the server said that the zone changed, and it was not read since.
    package var isChanged = false

    package init() {}

    /// Has the whole zone read again.
    package mutating func readAnew() {
        token = nil
        isReadAnew = true
        epoch += 1
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        isMade = try reader.flag()
        token = try reader.optional { try $0.data() }
        epoch = try reader.integer()
        isReadAnew = try reader.flag()
        isChanged = try !reader.isAtEnd && reader.flag()
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(isMade)
        writer.write(token) { $0.write($1) }
        writer.write(epoch)
        writer.write(isReadAnew)
        if isChanged { writer.write(true) }
        return writer.data
    }
}

/// The record that is left in the zone of the user's own objects, or in another share's, after an
/// object moved: it is deleted when the server has the object in its new zone.
package struct MirrorOriginal: Sendable {
    package var name: String
    /// The zone that the object was in; nil for that of the user's own objects.
    package var zone: ZoneID?
    /// The record as it was last known there.
    package var base: Record?
    /// Whether another device moved the object as well, so that it deletes the record too; otherwise a
    /// deletion by another device means the object.
    package var isMovedByOthers = false
}

extension MirrorOriginal {
    package init(data: Data) throws {
        var reader = ByteReader(data)
        name = try reader.text()
        base = try reader.optional { try RecordCoding.record(try $0.data()) }
        isMovedByOthers = try reader.flag()
        zone = try reader.shareZone()
    }

    package func data() throws -> Data {
        var writer = ByteWriter()
        writer.write(name)
        try writer.write(base) { $0.write(try RecordCoding.data($1)) }
        writer.write(isMovedByOthers)
        writer.write(shareZone: zone)
        return writer.data
    }
}

/// The share of a zone, as the server last had it.
package struct MirrorShare: Sendable {
    /// The record of the share.
    package var record: Record
    /// Where others find it.
    package var url: URL?

    package init(record: Record, url: URL?) {
        self.record = record
        self.url = url
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        record = try RecordCoding.record(try reader.data())
        url = try reader.optional { try $0.text() }.flatMap { URL(string: $0) }
    }

    package func data() throws -> Data {
        var writer = ByteWriter()
        writer.write(try RecordCoding.data(record))
        writer.write(url?.absoluteString) { $0.write($1) }
        return writer.data
    }
}

// The zone of a share stands at the end of entries, where those of earlier versions end.
extension ByteReader {
    mutating func shareZone() throws -> ZoneID? {
        isAtEnd ? nil : try zone()
    }
}

extension ByteWriter {
    mutating func write(shareZone zone: ZoneID?) {
        if let zone { write(zone) }
    }
}
