#if Postgres
/// Numbers of any length as PostgreSQL sends them: digits of 10,000.
enum PostgresNumeric {
    /// The number as people write it.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        func word(_ place: Int) -> Int {
            let at = place * 2
            return at + 1 < bytes.count ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : 0
        }
        let (count, weight) = (word(0), Int(Int16(truncatingIfNeeded: word(1))))
        let (sign, scale) = (word(2), word(3))
        switch sign {
        case 0xC000: return "nan"
        case 0xD000: return "inf"
        case 0xF000: return "-inf"
        default: break
        }
        /// Four decimal digits, by their power of 10,000.
        func digits(_ power: Int) -> String {
            let place = weight - power
            let digit = place >= 0 && place < count ? word(4 + place) : 0
            let text = String(digit)
            return String(repeating: "0", count: 4 - text.count) + text
        }
        var whole = ""
        for power in stride(from: max(weight, 0), through: 0, by: -1) { whole += digits(power) }
        let leading = whole.prefix { $0 == "0" }.count
        var text = sign == 0x4000 ? "-" : ""
        text += leading == whole.count ? "0" : String(whole.dropFirst(leading))
        guard scale > 0 else { return text }
        var fraction = ""
        var power = -1
        while fraction.count < scale {
            fraction += digits(power)
            power -= 1
        }
        return text + "." + fraction.prefix(scale)
    }
}
#endif
