import Foundation
import RecordCore

/// Bytes that say what an item of a move is, the same on every engine, and their SHA-256.
///
/// Every part carries its length, so that no two items have the same bytes.
struct MoveEncoder {
    private var bytes = Data()
    private var hash = ContentHash()
    private(set) var size = 0

    /// The SHA-256 of what was added.
    var digest: Data {
        var hash = hash
        hash.add(bytes)
        return hash.digest()
    }

    private mutating func add(raw data: Data) {
        bytes.append(data)
        size += data.count
        if bytes.count > 1 << 16 {
            hash.add(bytes)
            bytes = Data()
        }
    }

    mutating func add(_ number: Int64) {
        add(raw: withUnsafeBytes(of: number.bigEndian) { Data($0) })
    }

    mutating func add(_ number: Int) { add(Int64(number)) }

    mutating func add(_ number: Double) { add(Int64(bitPattern: number.bitPattern)) }

    mutating func add(_ data: Data) {
        add(data.count)
        add(raw: data)
    }

    mutating func add(_ text: String) { add(Data(text.utf8)) }

    private mutating func add(optional number: Int64?) {
        add(number == nil ? 0 : 1)
        add(number ?? 0)
    }

    mutating func add(_ content: MoveItem.Content) {
        switch content {
        case .database(let counter, let purged):
            add("database")
            add(counter)
            add(purged)
        case .zone(let token, let born, let deleted):
            add("zone")
            add(token)
            add(born)
            add(optional: deleted)
        case .participant(let permission, let token):
            add("participant")
            add(permission)
            add(token)
        case .record(let type, let token, let deleted, let record):
            add("record")
            add(type)
            add(optional: token)
            add(optional: deleted)
            if let record { add(record) } else { add("nothing") }
        case .share(let type, let isPresent, let token):
            add("share")
            add(type)
            add(isPresent ? 1 : 0)
            add(token)
        case .service(let data):
            add("service")
            add(data)
        case .asset(let isWhole):
            add("asset")
            add(isWhole ? 1 : 0)
        }
    }

    private mutating func add(_ record: Record) {
        add(record.type)
        add(record.id)
        let names = record.fields.keys.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        add(names.count)
        for name in names {
            add(name)
            add(record.encrypted.contains(name) ? 1 : 0)
            add(record.fields[name] ?? .null)
        }
        if let system = record.system {
            add(system.created.microseconds)
            add(system.createdBy)
            add(system.modified.microseconds)
            add(system.modifiedBy)
            add(system.changeTag)
        }
        for id in [record.parent, record.share] {
            add(id == nil ? 0 : 1)
            if let id { add(id) }
        }
    }

    private mutating func add(_ id: RecordID) {
        add(id.name)
        add(id.zone.name)
        add(id.zone.owner)
    }

    private mutating func add(_ value: Value) {
        switch value.kind {
        case .null: add("null")
        case .number(.int(let number)):
            add("int")
            add(number)
        case .number(.double(let number)):
            add("double")
            add(number)
        case .text(let text):
            add("text")
            add(text)
        case .date(let date):
            add("date")
            add(date.microseconds)
            add(date.microsecondRemainder)
        case .bytes(let bytes):
            add("bytes")
            add(bytes)
        case .reference(let reference):
            add("reference")
            add(reference.recordID)
            add(reference.action.rawValue)
        case .location(let point):
            add("location")
            for part in [
                point.latitude, point.longitude, point.altitude, point.horizontalAccuracy,
                point.verticalAccuracy, point.course, point.speed,
            ] {
                add(optional: part.map { Int64(bitPattern: $0.bitPattern) })
            }
            add(optional: point.timestamp?.microseconds)
            add(optional: point.timestamp?.microsecondRemainder)
        case .asset(let asset):
            add("asset")
            add(asset.checksum ?? "")
            add(optional: asset.size)
        case .list(let members):
            add("list")
            add(members.count)
            for member in members { add(member) }
        case .number(.decimal), .scalar, .dictionary, .object:
            // No store keeps these in records.
            add("other")
            add(String(describing: value))
        }
    }
}
