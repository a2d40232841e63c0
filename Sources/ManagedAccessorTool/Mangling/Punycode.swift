/// Punycode (RFC 3492) with the alphabet of Swift's symbols: a–z, A–J, and `_` before the digits.
enum Punycode {
    /// Whether a name has bytes that symbols cannot have.
    static func isNeeded(for name: [UInt8]) -> Bool {
        guard let first = name.first else { return false }
        return !isSymbolByte(first) || isDigit(first) || !name.allSatisfy(isSymbolByte)
    }

    /// The name in bytes that symbols can have.
    ///
    ///     Punycode.encode("Größe")  // "Gre_hoa3d"
    static func encode(_ name: String) -> String {
        // ASCII that symbols cannot have moves to where no character is.
        let points = name.unicodeScalars.map { scalar -> Int in
            let value = Int(scalar.value)
            guard value < 128, !isSymbolByte(UInt8(value)) else { return value }
            return 0xD800 + value
        }
        var output = points.filter { $0 < 128 }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "_")) }
        var code = 128
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < points.count {
            guard let next = points.filter({ $0 >= code }).min() else { break }
            delta += (next - code) * (handled + 1)
            code = next
            for point in points {
                if point < code { delta += 1 }
                guard point == code else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var place = 36
        while true {
            let threshold = place <= bias ? 1 : min(place - bias, 26)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            place += 36
        }
        output.append(digit(rest))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var place = 0
        while delta > 455 {
            delta /= 35
            place += 36
        }
        return place + 36 * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "A") + UInt8(value - 26)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isSymbolByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")) || isDigit(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}
