package import Foundation
import PredicateCore
package import RecordCore

/// Records as bytes, as a mirror keeps the last known one of each object.
///
/// The content of assets is not among them, only what it is known by.
package enum RecordCoding {
    private static let version: UInt8 = 1
    private static let maximumDepth = 32

    /// The bytes of a record.
    package static func data(_ record: Record) throws -> Data {
        var writer = ByteWriter()
        writer.write(byte: version)
        writer.write(record.type)
        write(record.id, to: &writer)
        let fields = record.fields.sorted { $0.key < $1.key }
        writer.write(UInt64(fields.count))
        for (name, value) in fields {
            writer.write(name)
            try write(value, to: &writer, depth: 0)
        }
        writer.write(record.system) {
            $0.write($1.created.timeIntervalSinceReferenceDate)
            $0.write($1.createdBy)
            $0.write($1.modified.timeIntervalSinceReferenceDate)
            $0.write($1.modifiedBy)
            $0.write($1.changeTag)
        }
        writer.write(record.parent) { write($1, to: &$0) }
        writer.write(record.share) { write($1, to: &$0) }
        writer.write(record.encrypted.sorted()) { $0.write($1) }
        return writer.data
    }

    /// The record of bytes from ``data(_:)``.
    ///
    /// - Throws: `ByteReader.CorruptionError` for other bytes.
    package static func record(_ data: Data) throws -> Record {
        var reader = ByteReader(data)
        guard try reader.byte() == version else { throw ByteReader.CorruptionError() }
        let type = try reader.text()
        var record = Record(type, try id(&reader))
        let fields = try reader.list { (try $0.text(), try value(&$0, depth: 0)) }
        for (name, value) in fields { record.fields[name] = value }
        record.system = try reader.optional {
            SystemFields(
                created: Date(timeIntervalSinceReferenceDate: try $0.double()),
                createdBy: try $0.text(),
                modified: Date(timeIntervalSinceReferenceDate: try $0.double()),
                modifiedBy: try $0.text(), changeTag: try $0.text())
        }
        record.parent = try reader.optional { try id(&$0) }
        record.share = try reader.optional { try id(&$0) }
        record.encrypted = Set(try reader.list { try $0.text() })
        return record
    }

    private static func write(_ id: RecordID, to writer: inout ByteWriter) {
        writer.write(id.name)
        writer.write(id.zone.name)
        writer.write(id.zone.owner)
    }

    private static func id(_ reader: inout ByteReader) throws -> RecordID {
        RecordID(try reader.text(), zone: ZoneID(try reader.text(), owner: try reader.text()))
    }

    private static func write(
        _ value: Value, to writer: inout ByteWriter, depth: Int
    ) throws {
        guard depth < maximumDepth else { throw ByteWriter.Unwritable() }
        switch value {
        case .null: writer.write(byte: 0)
        case .int(let number):
            writer.write(byte: 1)
            writer.write(number)
        case .double(let number):
            writer.write(byte: 2)
            writer.write(number)
        case .text(let text):
            writer.write(byte: 3)
            writer.write(text)
        case .date(let date):
            writer.write(byte: 4)
            writer.write(date.timeIntervalSinceReferenceDate)
        case .bytes(let bytes):
            writer.write(byte: 5)
            writer.write(bytes)
        case .asset(let asset):
            writer.write(byte: 6)
            writer.write(asset.checksum) { $0.write($1) }
            writer.write(asset.size) { $0.write($1) }
        case .reference(let reference):
            writer.write(byte: 7)
            write(reference.recordID, to: &writer)
            writer.write(Int64(reference.action.rawValue))
        case .location(let place):
            writer.write(byte: 8)
            writer.write(place.latitude)
            writer.write(place.longitude)
            for number in [
                place.altitude, place.horizontalAccuracy, place.verticalAccuracy, place.course,
                place.speed, place.timestamp?.timeIntervalSinceReferenceDate,
            ] { writer.write(number) { $0.write($1) } }
        case .list(let members):
            writer.write(byte: 9)
            try writer.write(members) { try write($1, to: &$0, depth: depth + 1) }
        case .decimal(let number):
            writer.write(byte: 10)
            writer.write("\(number)")
        case .uuid(let uuid):
            writer.write(byte: 11)
            writer.write(uuid.uuidString)
        case .url(let url):
            writer.write(byte: 12)
            writer.write(url.absoluteString)
        case .dictionary(let members):
            writer.write(byte: 13)
            try writer.write(members.sorted { $0.key < $1.key }) {
                $0.write($1.key)
                try write($1.value, to: &$0, depth: depth + 1)
            }
        case .object: throw ByteWriter.Unwritable()
        }
    }

    private static func value(_ reader: inout ByteReader, depth: Int) throws -> Value {
        guard depth < maximumDepth else { throw ByteReader.CorruptionError() }
        switch try reader.byte() {
        case 0: return .null
        case 1: return .int(try reader.integer())
        case 2: return .double(try reader.double())
        case 3: return .text(try reader.text())
        case 4: return .date(Date(timeIntervalSinceReferenceDate: try reader.double()))
        case 5: return .bytes(try reader.data())
        case 6:
            var asset = Asset(content: Data())
            asset.content = nil
            asset.checksum = try reader.optional { try $0.text() }
            asset.size = try reader.optional { try $0.integer() }
            return .asset(asset)
        case 7:
            let target = try id(&reader)
            guard let action = Reference.Action(rawValue: Int(try reader.integer())) else {
                throw ByteReader.CorruptionError()
            }
            return .reference(Reference(target, action: action))
        case 8:
            var place = Location(latitude: try reader.double(), longitude: try reader.double())
            place.altitude = try reader.optional { try $0.double() }
            place.horizontalAccuracy = try reader.optional { try $0.double() }
            place.verticalAccuracy = try reader.optional { try $0.double() }
            place.course = try reader.optional { try $0.double() }
            place.speed = try reader.optional { try $0.double() }
            place.timestamp = try reader.optional { try $0.double() }.map {
                Date(timeIntervalSinceReferenceDate: $0)
            }
            return .location(place)
        case 9: return .list(try reader.list { try value(&$0, depth: depth + 1) })
        case 10:
            guard let number = Decimal(string: try reader.text()) else {
                throw ByteReader.CorruptionError()
            }
            return .decimal(number)
        case 11:
            guard let uuid = UUID(uuidString: try reader.text()) else {
                throw ByteReader.CorruptionError()
            }
            return .uuid(uuid)
        case 12:
            guard let url = URL(string: try reader.text()) else {
                throw ByteReader.CorruptionError()
            }
            return .url(url)
        case 13:
            var members: [String: Value] = [:]
            for (name, member) in try reader.list({
                (try $0.text(), try value(&$0, depth: depth + 1))
            }) { members[name] = member }
            return .dictionary(members)
        default: throw ByteReader.CorruptionError()
        }
    }
}
