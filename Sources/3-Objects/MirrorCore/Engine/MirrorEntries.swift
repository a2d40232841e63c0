package import Foundation
import RecordCore

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

    package init(entity: String, row: Int64, isUploaded: Bool, epoch: Int64) {
        self.entity = entity
        self.row = row
        self.isUploaded = isUploaded
        self.epoch = epoch
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        entity = try reader.text()
        row = try reader.integer()
        isUploaded = try reader.flag()
        epoch = try reader.integer()
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(entity)
        writer.write(row)
        writer.write(isUploaded)
        writer.write(epoch)
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

    package init(_ kind: Kind, refusal: String? = nil) {
        self.kind = kind
        self.refusal = refusal
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

    package init(
        entity: String, relationship: String, first: String, second: String, isUploaded: Bool,
        isApplied: Bool, epoch: Int64
    ) {
        self.entity = entity
        self.relationship = relationship
        self.first = first
        self.second = second
        self.isUploaded = isUploaded
        self.isApplied = isApplied
        self.epoch = epoch
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
    }

    package var data: Data {
        var writer = ByteWriter()
        for text in [entity, relationship, first, second] { writer.write(text) }
        writer.write(isUploaded)
        writer.write(isApplied)
        writer.write(epoch)
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
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(isMade)
        writer.write(token) { $0.write($1) }
        writer.write(epoch)
        writer.write(isReadAnew)
        return writer.data
    }
}
