import Foundation

extension ByteWriter {
    mutating func write(_ zone: ZoneID) {
        write(zone.name)
        write(zone.owner)
    }

    mutating func write(_ id: RecordID) {
        write(id.name)
        write(id.zone)
    }

    mutating func write(_ date: Date) { write(date.timeIntervalSinceReferenceDate) }

    mutating func write(_ location: Location) {
        write(location.latitude)
        write(location.longitude)
        for part in [
            location.altitude, location.horizontalAccuracy, location.verticalAccuracy,
            location.course, location.speed,
        ] {
            write(part) { $0.write($1) }
        }
        write(location.timestamp) { $0.write($1) }
    }

    mutating func write(_ value: Value, depth: Int = 0) throws {
        guard depth < ByteReader.deepest else { throw Unwritable() }
        switch value {
        case .null: write(byte: 0)
        case .int(let number):
            write(byte: 1)
            write(number)
        case .double(let number):
            write(byte: 2)
            write(number)
        case .decimal(let number):
            write(byte: 3)
            write(number.description)
        case .text(let text):
            write(byte: 4)
            write(text)
        case .date(let date):
            write(byte: 5)
            write(date)
        case .bytes(let bytes):
            write(byte: 6)
            write(bytes)
        case .uuid(let id):
            write(byte: 7)
            write(id.uuidString)
        case .url(let url):
            write(byte: 8)
            write(url.absoluteString)
        case .reference(let reference):
            write(byte: 9)
            write(reference.recordID)
            write(byte: UInt8(reference.action.rawValue))
        case .location(let location):
            write(byte: 10)
            write(location)
        case .asset(let asset):
            write(byte: 11)
            write(asset.checksum) { $0.write($1) }
            write(asset.size) { $0.write($1) }
            write(asset.fileURL?.absoluteString) { $0.write($1) }
            write(asset.content) { $0.write($1) }
        case .list(let members):
            write(byte: 12)
            try write(members) { try $0.write($1, depth: depth + 1) }
        case .dictionary(let members):
            write(byte: 13)
            try write(members.sorted { $0.key < $1.key }) {
                $0.write($1.key)
                try $0.write($1.value, depth: depth + 1)
            }
        case .object: throw Unwritable()
        }
    }
}

extension ByteReader {
    /// Levels of predicates, expressions and values that are written and read.
    static let deepest = 200

    mutating func zone() throws -> ZoneID {
        let name = try text()
        return ZoneID(name, owner: try text())
    }

    mutating func recordID() throws -> RecordID {
        let name = try text()
        return RecordID(name, zone: try zone())
    }

    mutating func date() throws -> Date { Date(timeIntervalSinceReferenceDate: try double()) }

    mutating func location() throws -> Location {
        var location = Location(latitude: try double(), longitude: try double())
        location.altitude = try optional { try $0.double() }
        location.horizontalAccuracy = try optional { try $0.double() }
        location.verticalAccuracy = try optional { try $0.double() }
        location.course = try optional { try $0.double() }
        location.speed = try optional { try $0.double() }
        location.timestamp = try optional { try $0.date() }
        return location
    }

    mutating func value(depth: Int = 0) throws -> Value {
        guard depth < ByteReader.deepest else { throw CorruptionError() }
        switch try byte() {
        case 0: return .null
        case 1: return .int(try integer())
        case 2: return .double(try double())
        case 3:
            guard let number = Decimal(string: try text()) else { throw CorruptionError() }
            return .decimal(number)
        case 4: return .text(try text())
        case 5: return .date(try date())
        case 6: return .bytes(try data())
        case 7:
            guard let id = UUID(uuidString: try text()) else { throw CorruptionError() }
            return .uuid(id)
        case 8: return .url(try url())
        case 9:
            let id = try recordID()
            guard let action = Reference.Action(rawValue: Int(try byte())) else {
                throw CorruptionError()
            }
            return .reference(Reference(id, action: action))
        case 10: return .location(try location())
        case 11:
            var asset = Asset(content: Data())
            asset.checksum = try optional { try $0.text() }
            asset.size = try optional { try $0.integer() }
            asset.fileURL = try optional { try $0.url() }
            asset.content = try optional { try $0.data() }
            return .asset(asset)
        case 12: return .list(try list { try $0.value(depth: depth + 1) })
        case 13:
            let members = try list { reader in
                let key = try reader.text()
                return (key, try reader.value(depth: depth + 1))
            }
            return .dictionary(Dictionary(members, uniquingKeysWith: { _, last in last }))
        default: throw CorruptionError()
        }
    }

    private mutating func url() throws -> URL {
        guard let url = URL(string: try text()) else { throw CorruptionError() }
        return url
    }
}
