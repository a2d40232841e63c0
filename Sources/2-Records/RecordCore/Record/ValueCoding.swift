package import Foundation

/// How values are laid out as bytes.
///
/// Databases hold these bytes: a new kind of value gets a number of its own in each layout, and no
/// number is given twice.
package struct ValueLayout: Sendable {
    /// What a value is written as.
    fileprivate enum Kind: Int {
        case null, int, double, decimal, text, date, bytes, uuid, url, reference, location, asset
        case list, dictionary
    }

    /// The kinds by their numbers.
    private let kinds: [Kind]
    /// The numbers by the kinds.
    private let numbers: [UInt8]
    /// Levels of values that are written and read.
    fileprivate let maximumDepth: Int
    /// Whether mirrors keep it: where the content of an asset is, is not in it.
    fileprivate let isOfMirrors: Bool

    private init(_ kinds: [Kind], maximumDepth: Int, isOfMirrors: Bool) {
        self.kinds = kinds
        var numbers = [UInt8](repeating: 0, count: kinds.count)
        for (number, kind) in kinds.enumerated() { numbers[kind.rawValue] = UInt8(number) }
        self.numbers = numbers
        self.maximumDepth = maximumDepth
        self.isOfMirrors = isOfMirrors
    }

    /// In cursors, subscriptions and notifications.
    package static let service = ValueLayout(
        [
            .null, .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .reference,
            .location, .asset, .list, .dictionary,
        ], maximumDepth: 200, isOfMirrors: false)

    /// In the records that mirrors keep.
    package static let mirror = ValueLayout(
        [
            .null, .int, .double, .text, .date, .bytes, .asset, .reference, .location, .list,
            .decimal, .uuid, .url, .dictionary,
        ], maximumDepth: 32, isOfMirrors: true)

    fileprivate func number(_ kind: Kind) -> UInt8 { numbers[kind.rawValue] }

    fileprivate func kind(_ number: UInt8) -> Kind? {
        number < kinds.count ? kinds[Int(number)] : nil
    }
}

extension ByteWriter {
    package mutating func write(_ zone: ZoneID) {
        write(zone.name)
        write(zone.owner)
    }

    package mutating func write(_ id: RecordID) {
        write(id.name)
        write(id.zone)
    }

    package mutating func write(_ date: Date) { write(date.timeIntervalSinceReferenceDate) }

    package mutating func write(_ location: Location) {
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

    /// The number of the value's kind, then the value.
    ///
    /// - Throws: ``Unwritable`` for objects of the program, and for values that are too deep.
    package mutating func write(
        _ value: Value, as layout: ValueLayout = .service, depth: Int = 0
    ) throws {
        guard depth < layout.maximumDepth else { throw Unwritable() }
        switch value {
        case .null: write(byte: layout.number(.null))
        case .int(let number):
            write(byte: layout.number(.int))
            write(number)
        case .double(let number):
            write(byte: layout.number(.double))
            write(number)
        case .decimal(let number):
            write(byte: layout.number(.decimal))
            write(number.description)
        case .text(let text):
            write(byte: layout.number(.text))
            write(text)
        case .date(let date):
            write(byte: layout.number(.date))
            write(date)
        case .bytes(let bytes):
            write(byte: layout.number(.bytes))
            write(bytes)
        case .uuid(let id):
            write(byte: layout.number(.uuid))
            write(id.uuidString)
        case .url(let url):
            write(byte: layout.number(.url))
            write(url.absoluteString)
        case .reference(let reference):
            write(byte: layout.number(.reference))
            write(reference.recordID)
            let action = reference.action.rawValue
            if layout.isOfMirrors { write(Int64(action)) } else { write(byte: UInt8(action)) }
        case .location(let location):
            write(byte: layout.number(.location))
            write(location)
        case .asset(let asset):
            write(byte: layout.number(.asset))
            write(asset.checksum) { $0.write($1) }
            write(asset.size) { $0.write($1) }
            if layout.isOfMirrors { return }
            write(asset.fileURL?.absoluteString) { $0.write($1) }
            write(asset.content) { $0.write($1) }
        case .list(let members):
            write(byte: layout.number(.list))
            try write(members) { try $0.write($1, as: layout, depth: depth + 1) }
        case .dictionary(let members):
            write(byte: layout.number(.dictionary))
            try write(members.sorted { $0.key < $1.key }) {
                $0.write($1.key)
                try $0.write($1.value, as: layout, depth: depth + 1)
            }
        case .object: throw Unwritable()
        }
    }
}

extension ByteReader {
    package mutating func zone() throws -> ZoneID {
        let name = try text()
        return ZoneID(name, owner: try text())
    }

    package mutating func recordID() throws -> RecordID {
        let name = try text()
        return RecordID(name, zone: try zone())
    }

    package mutating func date() throws -> Date {
        Date(timeIntervalSinceReferenceDate: try double())
    }

    package mutating func location() throws -> Location {
        var location = Location(latitude: try double(), longitude: try double())
        location.altitude = try optional { try $0.double() }
        location.horizontalAccuracy = try optional { try $0.double() }
        location.verticalAccuracy = try optional { try $0.double() }
        location.course = try optional { try $0.double() }
        location.speed = try optional { try $0.double() }
        location.timestamp = try optional { try $0.date() }
        return location
    }

    /// A value that was written in a layout.
    package mutating func value(
        as layout: ValueLayout = .service, depth: Int = 0
    ) throws -> Value {
        guard depth < layout.maximumDepth, let kind = layout.kind(try byte()) else {
            throw CorruptionError()
        }
        switch kind {
        case .null: return .null
        case .int: return .int(try integer())
        case .double: return .double(try double())
        case .decimal:
            guard let number = Decimal(string: try text()) else { throw CorruptionError() }
            return .decimal(number)
        case .text: return .text(try text())
        case .date: return .date(try date())
        case .bytes: return .bytes(try data())
        case .uuid:
            guard let id = UUID(uuidString: try text()) else { throw CorruptionError() }
            return .uuid(id)
        case .url: return .url(try url())
        case .reference:
            let id = try recordID()
            let number = try layout.isOfMirrors ? integer() : Int64(byte())
            guard let action = Reference.Action(rawValue: Int(number)) else {
                throw CorruptionError()
            }
            return .reference(Reference(id, action: action))
        case .location: return .location(try location())
        case .asset:
            var asset = Asset(content: Data())
            asset.checksum = try optional { try $0.text() }
            asset.size = try optional { try $0.integer() }
            asset.fileURL = try layout.isOfMirrors ? nil : optional { try $0.url() }
            asset.content = try layout.isOfMirrors ? nil : optional { try $0.data() }
            return .asset(asset)
        case .list: return .list(try list { try $0.value(as: layout, depth: depth + 1) })
        case .dictionary:
            let members = try list { reader in
                let key = try reader.text()
                return (key, try reader.value(as: layout, depth: depth + 1))
            }
            return .dictionary(Dictionary(members, uniquingKeysWith: { _, last in last }))
        }
    }

    private mutating func url() throws -> URL {
        guard let url = URL(string: try text()) else { throw CorruptionError() }
        return url
    }
}
