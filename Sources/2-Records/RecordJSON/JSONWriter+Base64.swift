public import Foundation

extension JSONWriter {
    /// Appends bytes as a base64 text with its quotes.
    public mutating func append(base64 data: Data) {
        append(byte: UInt8(ascii: "\""))
        reserve((data.count + 2) / 3 * 4 + 1)
        data.withUnsafeBytes { source in
            let whole = source.count / 3 * 3
            var place = 0
            while place < whole {
                let group =
                    UInt32(source[place]) << 16 | UInt32(source[place + 1]) << 8
                    | UInt32(source[place + 2])
                append(sextets: group, count: 4)
                place += 3
            }
            switch source.count - whole {
            case 1:
                append(sextets: UInt32(source[place]) << 16, count: 2)
                append(raw: "==")
            case 2:
                append(
                    sextets: UInt32(source[place]) << 16 | UInt32(source[place + 1]) << 8,
                    count: 3)
                append(byte: UInt8(ascii: "="))
            default: break
            }
        }
        append(byte: UInt8(ascii: "\""))
    }

    @inline(__always)
    private mutating func append(sextets group: UInt32, count: UInt32) {
        for place in 0..<count {
            let index = group >> (18 - 6 * place) & 63
            append(byte: JSONWriter.base64Digit(UInt8(truncatingIfNeeded: index)))
        }
    }

    @inline(__always)
    private static func base64Digit(_ index: UInt8) -> UInt8 {
        switch index {
        case 0..<26: index + UInt8(ascii: "A")
        case 26..<52: index - 26 + UInt8(ascii: "a")
        case 52..<62: index - 52 + UInt8(ascii: "0")
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
