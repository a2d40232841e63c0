import Foundation

/// Writes numbers and texts as bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// A number of members or bytes: seven bits a byte.
    mutating func append(count: Int) { append(unsigned: UInt64(count)) }

    /// An integer: small magnitudes take few bytes.
    mutating func append(int: Int64) {
        append(unsigned: UInt64(bitPattern: (int << 1) ^ (int >> 63)))
    }

    /// Eight bytes.
    mutating func append(double: Double) { append(fixed: Int64(bitPattern: double.bitPattern)) }

    /// Eight bytes, the smallest first.
    mutating func append(fixed: Int64) {
        var rest = UInt64(bitPattern: fixed)
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    mutating func append(text: String) {
        append(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(bytes data: Data) {
        append(count: data.count)
        bytes.append(contentsOf: data)
    }

    private mutating func append(unsigned: UInt64) {
        var rest = unsigned
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads what ``ByteWriter`` wrote.
///
/// Bytes that are cut short read as zeros.
struct ByteReader {
    private let raw: UnsafeRawBufferPointer
    private var offset = 0

    init(_ raw: UnsafeRawBufferPointer) { self.raw = raw }

    mutating func byte() -> UInt8 {
        guard offset < raw.count else { return 0 }
        defer { offset += 1 }
        return raw[offset]
    }

    /// A number of members; never more than there are bytes left, each member taking one.
    mutating func count() -> Int {
        let wanted = unsigned()
        return Int(min(wanted, UInt64(raw.count - offset)))
    }

    mutating func int() -> Int64 {
        let value = unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: fixed())) }

    mutating func fixed() -> Int64 {
        var value: UInt64 = 0
        for shift in 0..<8 { value |= UInt64(byte()) << UInt64(shift * 8) }
        return Int64(bitPattern: value)
    }

    mutating func text() -> String { String(decoding: slice(), as: UTF8.self) }

    mutating func bytes() -> Data { Data(slice()) }

    private mutating func slice() -> Slice<UnsafeRawBufferPointer> {
        let length = count()
        defer { offset += length }
        return raw[offset..<(offset + length)]
    }

    private mutating func unsigned() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { break }
            shift += 7
        }
        return value
    }
}
