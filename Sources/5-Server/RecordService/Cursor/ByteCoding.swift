import Foundation

/// Writes values one after the other, so that ``ByteReader`` reads them back exactly.
struct ByteWriter {
    private(set) var data = Data()

    /// Why something has no bytes.
    struct Unwritable: Error {}

    mutating func write(byte: UInt8) { data.append(byte) }

    mutating func write(_ flag: Bool) { write(byte: flag ? 1 : 0) }

    /// Seven bits a byte, the lowest first.
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        data.append(UInt8(rest))
    }

    mutating func write(_ number: Int64) {
        // Small numbers of either sign are short.
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    mutating func write(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }

    mutating func write(_ bytes: Data) {
        write(UInt64(bytes.count))
        data.append(bytes)
    }

    mutating func write(_ text: String) { write(Data(text.utf8)) }

    mutating func write<T>(
        _ optional: T?, _ body: (inout ByteWriter, T) throws -> Void
    ) rethrows {
        write(optional != nil)
        if let optional { try body(&self, optional) }
    }

    mutating func write<T>(
        _ members: [T], _ body: (inout ByteWriter, T) throws -> Void
    ) rethrows {
        write(UInt64(members.count))
        for member in members { try body(&self, member) }
    }
}

/// Reads what ``ByteWriter`` wrote; anything else is an error, never a trap.
struct ByteReader {
    private let bytes: Data
    private var place: Int

    /// The bytes are not what was written.
    struct CorruptionError: Error {}

    init(_ data: Data) {
        bytes = data
        place = data.startIndex
    }

    var isAtEnd: Bool { place == bytes.endIndex }

    mutating func byte() throws -> UInt8 {
        guard place < bytes.endIndex else { throw CorruptionError() }
        defer { place += 1 }
        return bytes[place]
    }

    mutating func flag() throws -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw CorruptionError()
        }
    }

    mutating func count() throws -> UInt64 {
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

    mutating func integer() throws -> Int64 {
        let raw = try count()
        return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    }

    mutating func double() throws -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        return Double(bitPattern: bits)
    }

    mutating func data() throws -> Data {
        let length = try count()
        guard length <= UInt64(bytes.endIndex - place) else { throw CorruptionError() }
        let end = place + Int(length)
        defer { place = end }
        return Data(bytes[place..<end])
    }

    mutating func text() throws -> String {
        guard let text = String(data: try data(), encoding: .utf8) else { throw CorruptionError() }
        return text
    }

    mutating func optional<T>(_ body: (inout ByteReader) throws -> T) throws -> T? {
        try flag() ? try body(&self) : nil
    }

    mutating func list<T>(_ body: (inout ByteReader) throws -> T) throws -> [T] {
        let length = try count()
        // Each member takes a byte at least.
        guard length <= UInt64(bytes.endIndex - place) else { throw CorruptionError() }
        var members: [T] = []
        for _ in 0..<length { members.append(try body(&self)) }
        return members
    }
}
