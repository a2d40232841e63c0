import Foundation
import RecordCore

/// The parts of a location beside its degrees, as bytes: one that says which there are, then
/// eight for each; what microseconds lose of the time is the last.
enum LocationCoding {
    /// The bytes; nil when there is nothing but degrees.
    static func rest(of point: Location) -> Data? {
        var writer = ByteWriter()
        append(point, to: &writer)
        return writer.bytes.count == 1 ? nil : writer.data
    }

    /// Puts the parts in the bytes into a location.
    ///
    /// Bytes that are cut short end it.
    static func add(_ bytes: Data, to point: inout Location) {
        bytes.withUnsafeBytes { raw in
            var reader = StoredBytes(raw)
            read(&reader, into: &point)
        }
    }

    static func append(_ point: Location, to writer: inout ByteWriter) {
        let parts = [
            point.altitude, point.horizontalAccuracy, point.verticalAccuracy, point.course,
            point.speed,
        ]
        var mask: UInt8 = 0
        for (bit, part) in parts.enumerated() where part != nil { mask |= 1 << UInt8(bit) }
        if point.timestamp != nil { mask |= 1 << 5 }
        let remainder = point.timestamp?.microsecondRemainder ?? 0
        if remainder != 0 { mask |= 1 << 6 }
        writer.write(byte: mask)
        for part in parts { if let part { writer.write(part) } }
        if let time = point.timestamp { writer.write(fixed: time.microseconds) }
        if remainder != 0 { writer.write(fixed: remainder) }
    }

    static func read(_ reader: inout StoredBytes, into point: inout Location) {
        let mask = reader.byte()
        if mask & 1 != 0 { point.altitude = reader.double() }
        if mask & 2 != 0 { point.horizontalAccuracy = reader.double() }
        if mask & 4 != 0 { point.verticalAccuracy = reader.double() }
        if mask & 8 != 0 { point.course = reader.double() }
        if mask & 16 != 0 { point.speed = reader.double() }
        if mask & 32 != 0 {
            let time = reader.fixed()
            point.timestamp = Date(
                microseconds: time, remainder: mask & 64 != 0 ? reader.fixed() : 0)
        }
    }
}
