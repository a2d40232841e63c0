/// Punycode (RFC 3492) with the alphabet of Swift's symbols: a–z, A–J, and `_` before the digits.
enum Punycode {
    /// Whether a name has characters beyond ASCII.
    static func isNeeded(for name: [UInt8]) -> Bool { name.contains { $0 >= 128 } }

    /// The name in bytes that symbols can have.
    ///
    ///     Punycode.encode("Größe")  // "Gre_hoa3d"
    static func encode(_ name: String) -> String {
        let points = name.unicodeScalars.map { Int($0.value) }
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
}
