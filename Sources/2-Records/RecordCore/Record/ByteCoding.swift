package import Foundation

/// Writes values one after the other: the bytes of lists, cursors and stored notices.
///
///     var writer = ByteWriter()
///     writer.write("note")       // its length, then UTF-8
///     writer.write(Int64(-3))    // one byte: small magnitudes are short
///
/// The layout is stored in databases and cannot change.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    /// Why something has no bytes.
    package struct Unwritable: Error {
        package init() {}
    }

    package init() {}

    package var data: Data { Data(bytes) }

    package mutating func write(byte: UInt8) { bytes.append(byte) }

    package mutating func write(_ flag: Bool) { write(byte: flag ? 1 : 0) }

    /// Seven bits a byte, the lowest first.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func write(_ number: Int64) {
        // Small numbers of either sign are short.
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Eight bytes, the smallest first.
    package mutating func write(fixed number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ number: Double) {
        write(fixed: Int64(bitPattern: number.bitPattern))
    }

    /// The length, then the bytes.
    package mutating func write(_ data: Data) {
        write(UInt64(data.count))
        bytes.append(contentsOf: data)
    }

    /// The length in UTF-8, then the text.
    package mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func write<T>(
        _ optional: T?, _ body: (inout ByteWriter, T) throws -> Void
    ) rethrows {
        write(optional != nil)
        if let optional { try body(&self, optional) }
    }

    package mutating func write<T>(
        _ members: [T], _ body: (inout ByteWriter, T) throws -> Void
    ) rethrows {
        write(UInt64(members.count))
        for member in members { try body(&self, member) }
    }
}

/// Reads what ``ByteWriter`` wrote; anything else is an error, never a trap.
package struct ByteReader {
    private let bytes: Data
    private var place: Int

    /// The bytes are not what was written.
    package struct CorruptionError: Error {
        package init() {}
    }

    package init(_ data: Data) {
        bytes = data
        place = data.startIndex
    }

    package var isAtEnd: Bool { place == bytes.endIndex }

    package mutating func byte() throws -> UInt8 {
        guard place < bytes.endIndex else { throw CorruptionError() }
        defer { place += 1 }
        return bytes[place]
    }

    package mutating func flag() throws -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw CorruptionError()
        }
    }

    package mutating func count() throws -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            // The tenth byte has one bit left.
            guard shift < 63 || byte <= 1 else { throw CorruptionError() }
            result |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return result }
        }
        throw CorruptionError()
    }

    package mutating func integer() throws -> Int64 {
        let raw = try count()
        return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    }

    package mutating func double() throws -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        return Double(bitPattern: bits)
    }

    package mutating func data() throws -> Data {
        let length = try count()
        guard length <= UInt64(bytes.endIndex - place) else { throw CorruptionError() }
        let end = place + Int(length)
        defer { place = end }
        return Data(bytes[place..<end])
    }

    package mutating func text() throws -> String {
        guard let text = String(data: try data(), encoding: .utf8) else { throw CorruptionError() }
        return text
    }

    package mutating func optional<T>(_ body: (inout ByteReader) throws -> T) throws -> T? {
        try flag() ? try body(&self) : nil
    }

    package mutating func list<T>(_ body: (inout ByteReader) throws -> T) throws -> [T] {
        let length = try count()
        // Each member takes a byte at least.
        guard length <= UInt64(bytes.endIndex - place) else { throw CorruptionError() }
        var members: [T] = []
        for _ in 0..<length { members.append(try body(&self)) }
        return members
    }
}
