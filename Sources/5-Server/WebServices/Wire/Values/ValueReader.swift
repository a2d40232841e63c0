import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// Reads the values of fields and filters by the type that was said of them.
struct ValueReader {
    /// The zone of references that name none.
    var zone: ZoneID
    /// Whether a server's reply is read: unknown types are taken for what they look like, and
    /// the content of assets is where the server says.
    var isReply = false

    /// A value as it stands, before its type is settled.
    struct UntypedValue {
        /// Where the value stands; nil for null.
        var place: WireReader?
        /// The type that was said.
        var type: WireType?
        /// Whether it was said to be encrypted, where the type does not say it.
        var isEncrypted = false
        /// A type of our own that says that the value cannot be stored.
        var refused: Refused?
        /// What milliseconds lose of each date.
        var fractions: [WireDate.Fraction] = []

        /// The text or the number that the value is; nil where it is something else, or was
        /// said to be.
        func scalar() throws(WireError) -> Value? {
            guard refused == nil, var place,
                place.cursor.kind == .text || place.cursor.kind == .number
            else { return nil }
            return try place.scalar()
        }
    }

    enum Refused { case mixedList, unsupported }

    /// Passes over `{"value": …, "type": …}`.
    func found(_ reader: inout WireReader, _ name: String) throws(WireError) -> UntypedValue {
        var found = UntypedValue()
        if try reader.null() { return found }
        guard reader.cursor.kind == .object else {
            throw reader.wrong(name, "an object with a value")
        }
        try reader.members(name) { reader, key throws(WireError) in
            switch key {
            case "value":
                found.place = reader.cursor.kind == .null ? nil : reader
                try reader.skip()
            case "type":
                found.type = nil
                guard let word = try reader.word("type") else { return }
                if let type = WireType(word) {
                    found.type = type
                    return
                }
                let name = word.text ?? ""
                if name == WireType.mixedListName {
                    found.refused = .mixedList
                } else if name == WireType.unsupportedName {
                    found.refused = .unsupported
                } else if !isReply {
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such type: \(name.prefix(40))")
                }
            case "isEncrypted": found.isEncrypted = try reader.flag("isEncrypted") ?? false
            case "quarry":
                found.fractions = try reader.fractions()
            default: try reader.skip()
            }
        }
        return found
    }

    // MARK: By type

    /// The value by its type.
    ///
    /// - Parameter name: The field, for messages.
    func value(_ found: UntypedValue, as type: WireType) throws(WireError) -> Value {
        guard var place = found.place else { return .null }
        guard type.isList else {
            guard let scalar = type.scalar else { throw .invalid(type) }
            return try value(
                &place, as: scalar, type, fraction: found.fractions.first ?? WireDate.Fraction())
        }
        guard place.cursor.kind == .array else { throw .invalid(type) }
        var members: [Value] = []
        if let scalar = type.scalar {
            try place.elements("value") { reader throws(WireError) in
                let fraction =
                    found.fractions.count > members.count
                    ? found.fractions[members.count] : WireDate.Fraction()
                members.append(try value(&reader, as: scalar, type, fraction: fraction))
            }
        } else {
            try place.elements("value") { reader throws(WireError) in
                members.append(try inferred(&reader))
            }
        }
        return .list(members)
    }

    /// The value of a type that a text or a number stands for.
    static func value(_ value: Value, as type: WireType) throws(WireError) -> Value {
        guard !type.isList, let scalar = type.scalar else { throw .invalid(type) }
        return try self.value(value, as: scalar, type)
    }

    private static func value(
        _ value: Value, as scalar: ScalarType, _ type: WireType,
        fraction: WireDate.Fraction = WireDate.Fraction()
    ) throws(WireError) -> Value {
        switch scalar {
        case .string:
            guard case .text = value else { throw .invalid(type) }
            return value
        case .int64:
            guard let number = WireNumber.integer(value) else { throw .invalid(type) }
            return .int(number)
        case .double:
            guard let number = WireNumber.double(value) else { throw .invalid(type) }
            return .double(number)
        case .timestamp:
            guard let number = WireNumber.integer(value),
                let date = WireDate.date(number, fraction)
            else { throw .invalid(type) }
            return .date(date)
        case .bytes:
            guard case .text(let text) = value, let data = Data(base64Encoded: text) else {
                throw .invalid(type)
            }
            return .bytes(data)
        case .location, .reference, .asset: throw .invalid(type)
        }
    }

    private func value(
        _ reader: inout WireReader, as scalar: ScalarType, _ type: WireType,
        fraction: WireDate.Fraction = WireDate.Fraction()
    ) throws(WireError) -> Value {
        let kind = reader.cursor.kind
        switch scalar {
        case .string, .int64, .double, .timestamp, .bytes:
            guard kind == .text || kind == .number else { throw .invalid(type) }
            return try ValueReader.value(
                try reader.scalar(), as: scalar, type, fraction: fraction)
        case .location:
            guard kind == .object, let location = try location(&reader) else {
                throw .invalid(type)
            }
            return .location(location)
        case .reference:
            guard kind == .object, let reference = try reference(&reader) else {
                throw .invalid(type)
            }
            return .reference(reference)
        case .asset:
            guard kind == .object, let asset = try asset(&reader) else { throw .invalid(type) }
            return .asset(asset)
        }
    }

    func location(_ reader: inout WireReader) throws(WireError) -> Location? {
        var latitude: Double?
        var longitude: Double?
        var rest = Location(latitude: 0, longitude: 0)
        var time: Int64?
        var fraction = WireDate.Fraction()
        try reader.members("value") { reader, key throws(WireError) in
            switch key {
            case "latitude": latitude = try reader.double("latitude")
            case "longitude": longitude = try reader.double("longitude")
            case "altitude": rest.altitude = try reader.double("altitude")
            case "horizontalAccuracy":
                rest.horizontalAccuracy = try reader.double("horizontalAccuracy")
            case "verticalAccuracy":
                rest.verticalAccuracy = try reader.double("verticalAccuracy")
            case "course": rest.course = try reader.double("course")
            case "speed": rest.speed = try reader.double("speed")
            case "timestamp": time = try reader.integer("timestamp")
            case "quarry": fraction = try reader.fractions().first ?? fraction
            default: try reader.skip()
            }
        }
        guard let latitude, let longitude else { return nil }
        rest.latitude = latitude
        rest.longitude = longitude
        if let time {
            guard let date = WireDate.date(time, fraction) else { return nil }
            rest.timestamp = date
        }
        return rest
    }

    private func reference(_ reader: inout WireReader) throws(WireError) -> Reference? {
        var name: String?
        var place: ZoneID?
        var action = Reference.Action.none
        try reader.members("value") { reader, key throws(WireError) in
            switch key {
            case "recordName": name = try reader.text("recordName")
            case "zoneID": place = try reader.zone("zoneID")
            case "action":
                switch try reader.text("action") {
                case nil, "NONE": action = .none
                case "DELETE_SELF": action = .deleteSelf
                case "VALIDATE": action = .validate
                case .some:
                    guard isReply else {
                        throw reader.wrong("action", "NONE, DELETE_SELF or VALIDATE")
                    }
                }
            default: try reader.skip()
            }
        }
        if place == nil { receipts?.isZoneNeeded = true }
        return name.map { Reference(RecordID($0, zone: place ?? zone), action: action) }
    }

    private func asset(_ reader: inout WireReader) throws(WireError) -> Asset? {
        var checksum: String?
        var size: Int64?
        var url: String?
        var receipt: String?
        try reader.members("value") { reader, key throws(WireError) in
            switch key {
            case "fileChecksum": checksum = try reader.text("fileChecksum")
            case "size": size = try reader.integer("size")
            case "downloadURL": url = try reader.text("downloadURL")
            case "receipt": receipt = try reader.text("receipt")
            default: try reader.skip()
            }
        }
        // Only a reply says where content is, and only ever over the network.
        if isReply {
            var asset = Asset(checksum: checksum ?? "", size: size ?? 0)
            if checksum == nil { asset.checksum = nil }
            if size == nil { asset.size = nil }
            if let url, url.hasPrefix("https://") || url.hasPrefix("http://") {
                asset.fileURL = URL(string: url)
            }
            return asset
        }
        guard let checksum, let size, size >= 0 else { return nil }
        if let receipt { receipts?.note(checksum, receipt) }
        return Asset(checksum: checksum, size: size)
    }

    /// Where receipts of assets are put, and what else was seen.
    var receipts: Receipts?

    /// What showed that files had been uploaded, by checksum.
    final class Receipts {
        private(set) var found: [String: String] = [:]
        /// Whether a reference named no zone.
        var isZoneNeeded = false
        func note(_ checksum: String, _ receipt: String) { found[checksum] = receipt }
    }

    // MARK: By what it looks like

    /// The value of a field whose type was not said, where no schema says it.
    func inferred(_ found: UntypedValue) throws(WireError) -> Value {
        guard var place = found.place else { return .null }
        switch found.refused {
        case .unsupported: return .dictionary([:])
        case .mixedList:
            var members: [Value] = []
            try place.elements("value") { reader throws(WireError) in
                let member = try self.found(&reader, "value")
                if let type = member.type {
                    members.append(try value(member, as: type))
                } else {
                    members.append(try inferred(member))
                }
            }
            return .list(members)
        case nil: break
        }
        guard place.cursor.kind == .array else { return try inferred(&place) }
        var members: [Value] = []
        try place.elements("value") { reader throws(WireError) in
            members.append(try inferred(&reader))
        }
        return .list(members)
    }

    private func inferred(_ reader: inout WireReader) throws(WireError) -> Value {
        switch reader.cursor.kind {
        case .text, .number: return try reader.scalar()
        case .object:
            let type = try inferredType(reader)
            return try value(&reader, as: type, WireType(type))
        case .truth, .null, .array, .other: throw .ambiguous
        }
    }

    private func inferredType(_ reader: WireReader) throws(WireError) -> ScalarType {
        var type: ScalarType?
        var reader = reader
        try reader.members("value") { reader, key throws(WireError) in
            switch key {
            case "latitude", "longitude": type = .location
            case "recordName": type = .reference
            case "fileChecksum", "downloadURL", "receipt": type = .asset
            default: break
            }
            try reader.skip()
        }
        guard let type else { throw .ambiguous }
        return type
    }
}

extension WireError {
    /// A value that is not what its type says.
    static func invalid(_ type: WireType) -> WireError {
        .badRequest("Invalid value, expected type \(type.name)")
    }

    /// A value that could be of more than one type.
    static let ambiguous = WireError.badRequest(
        "BadRequestException: Unexpected input: the type of a value cannot be told")
}
