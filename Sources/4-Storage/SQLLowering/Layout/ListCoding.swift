import Foundation
import RecordCore

/// A list as bytes that give it back exactly: the number of members, then each.
///
/// Integers and dates take as many bytes as they need, texts and bytes stand behind their
/// length. A list that holds a value of another kind than its field's loses that member:
/// saving has checked it.
enum ListCoding {
    static func encode(_ values: [Value], of scalar: ScalarType, holder: ZoneID) -> Data {
        let members = values.filter { fits($0, scalar) }
        var writer = ByteWriter()
        writer.write(UInt64(members.count))
        for member in members { append(member, of: scalar, holder: holder, to: &writer) }
        if case .timestamp = scalar { appendRemainders(of: members, to: &writer) }
        return writer.data
    }

    static func decode(_ bytes: Data, of scalar: ScalarType, holder: ZoneID) -> [Value] {
        bytes.withUnsafeBytes { raw in
            var reader = StoredBytes(raw)
            let count = reader.count()
            var values: [Value] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(read(&reader, of: scalar, holder: holder)) }
            if case .timestamp = scalar { readRemainders(of: &values, from: &reader) }
            return values
        }
    }

    /// Behind the members stands what microseconds lose of each; nothing where none loses any.
    private static func appendRemainders(of members: [Value], to writer: inout ByteWriter) {
        let remainders = members.map { member in
            if case .date(let date) = member { date.microsecondRemainder } else { Int64(0) }
        }
        guard remainders.contains(where: { $0 != 0 }) else { return }
        for remainder in remainders { writer.write(remainder) }
    }

    /// Bytes that end behind the members read as remainders of 0.
    private static func readRemainders(of values: inout [Value], from reader: inout StoredBytes) {
        for index in values.indices {
            let remainder = reader.int()
            guard remainder != 0, case .date(let date) = values[index] else { continue }
            values[index] = .date(Date(microseconds: date.microseconds, remainder: remainder))
        }
    }

    /// The number of members, without reading them.
    static func count(_ bytes: Data) -> Int {
        bytes.withUnsafeBytes { raw in
            var reader = StoredBytes(raw)
            return reader.count()
        }
    }

    private static func fits(_ value: Value, _ scalar: ScalarType) -> Bool {
        switch (value, scalar) {
        case (.text, .string), (.int, .int64), (.double, .double), (.int, .double),
            (.decimal, .double), (.date, .timestamp), (.bytes, .bytes), (.location, .location),
            (.reference, .reference), (.asset, .asset):
            true
        case (.double(let number), .int64): Int64(exactly: number) != nil
        default: false  // Pairs that do not go together.
        }
    }

    private static func append(
        _ value: Value, of scalar: ScalarType, holder: ZoneID, to writer: inout ByteWriter
    ) {
        switch value.kind {
        case .text(let text): writer.write(text)
        case .number(.int(let number)):
            if case .double = scalar {
                writer.write(Double(number))
            } else {
                writer.write(number)
            }
        case .number(.double(let number)):
            if case .int64 = scalar, let whole = Int64(exactly: number) {
                writer.write(whole)
            } else {
                writer.write(number)
            }
        case .number(.decimal(let number)): writer.write(number.nearestDouble)
        case .date(let date): writer.write(date.microseconds)
        case .bytes(let bytes): writer.write(bytes)
        case .location(let point):
            writer.write(point.latitude)
            writer.write(point.longitude)
            LocationCoding.append(point, to: &writer)
        case .reference(let reference):
            writer.write(reference.recordID.name)
            writer.write(byte: UInt8(reference.action.rawValue))
            writer.write(ZoneCoding.encode(reference.recordID.zone, from: holder) ?? "")
        case .asset(let asset):
            writer.write(asset.checksum ?? "")
            writer.write(asset.size ?? 0)
        case .null, .scalar, .list, .dictionary, .object: break  // Never fits a field.
        }
    }

    private static func read(
        _ reader: inout StoredBytes, of scalar: ScalarType, holder: ZoneID
    ) -> Value {
        switch scalar {
        case .string: return .text(reader.text())
        case .int64: return .int(reader.int())
        case .double: return .double(reader.double())
        case .timestamp: return .date(Date(microseconds: reader.int()))
        case .bytes: return .bytes(reader.bytes())
        case .location:
            let latitude = reader.double()
            var point = Location(latitude: latitude, longitude: reader.double())
            LocationCoding.read(&reader, into: &point)
            return .location(point)
        case .reference:
            let name = reader.text()
            let action = Reference.Action(rawValue: Int(reader.byte())) ?? .none
            let zone = reader.text()
            return .reference(
                Reference(
                    RecordID(
                        name, zone: ZoneCoding.decode(zone.isEmpty ? nil : zone, from: holder)),
                    action: action))
        case .asset:
            let checksum = reader.text()
            return .asset(Asset(checksum: checksum, size: reader.int()))
        }
    }
}
