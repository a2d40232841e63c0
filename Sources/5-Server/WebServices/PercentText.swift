/// Text as it stands in URLs.
package enum PercentText {
    /// The text that escaped bytes stand for; the bytes as they are where an escape is none.
    package static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "%")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "%") {
                guard place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                    let low = digit(bytes[place + 2])
                else { return String(decoding: bytes, as: UTF8.self) }
                plain.append(high << 4 | low)
                place += 3
            } else {
                plain.append(byte)
                place += 1
            }
        }
        return String(validating: plain, as: UTF8.self) ?? String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
