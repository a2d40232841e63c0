import Foundation

/// Reads a column that ``ByteWriter`` wrote, in place.
///
/// Bytes that are cut short read as zeros, because what a row ends with may be left out; cursors
/// and notices, which come from outside, are read by ``ByteReader``, which refuses such bytes.
struct StoredBytes {
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
