import Foundation

/// Reads the numbers of a format.
enum FormatNumber {
    /// The number that the bytes of a number token say; nil when no kind of number holds it.
    ///
    /// An integer beyond 64 bits is a decimal number when that holds every digit. A fraction or
    /// an exponent makes a double.
    static func value(_ lexer: FormatLexer, _ token: Token, isNegative: Bool) -> Value? {
        let bytes = lexer.bytes
        if token.end > token.start + 1, let bits = lexer.bitsOfDigit(token.start) {
            return binary(lexer, token, bits, isNegative: isNegative)
        }
        var magnitude: UInt64 = 0
        var scale = 0
        var isExact = true
        var hasPoint = false
        var index = token.start
        while index < token.end {
            let byte = bytes[index]
            if FormatLexer.isDigit(byte) {
                let (product, over) = magnitude.multipliedReportingOverflow(by: 10)
                let (sum, past) = product.addingReportingOverflow(UInt64(byte - 48))
                if over || past { isExact = false } else { magnitude = sum }
                if hasPoint { scale += 1 }
            } else if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                return double(lexer.string(token.start, token.end), isNegative: isNegative)
            }
            index += 1
        }
        if hasPoint {
            // Both numbers are exact doubles, so the quotient is the nearest double.
            if isExact, magnitude <= 1 << 53, scale <= 22 {
                let value = Double(magnitude) / powers[scale]
                return .double(isNegative ? -value : value)
            }
            return double(lexer.string(token.start, token.end), isNegative: isNegative)
        }
        if isExact {
            if magnitude <= UInt64(Int64.max) {
                return .int(isNegative ? -Int64(magnitude) : Int64(magnitude))
            }
            if isNegative, magnitude == 1 << 63 { return .int(.min) }
        }
        return decimal(lexer.string(token.start, token.end), isNegative: isNegative)
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// A number whose digits each stand for some bits.
    private static func binary(
        _ lexer: FormatLexer, _ token: Token, _ bits: UInt32, isNegative: Bool
    ) -> Value? {
        var magnitude: UInt64 = 0
        for index in token.start + 2..<token.end {
            guard magnitude >> (64 - bits) == 0,
                let digit = FormatLexer.hexDigit(lexer.bytes[index])
            else { return nil }
            magnitude = magnitude << bits | UInt64(digit)
        }
        if magnitude <= UInt64(Int64.max) {
            return .int(isNegative ? -Int64(magnitude) : Int64(magnitude))
        }
        if isNegative, magnitude == 1 << 63 { return .int(.min) }
        return .decimal(isNegative ? -Decimal(magnitude) : Decimal(magnitude))
    }

    private static func double(_ text: String, isNegative: Bool) -> Value? {
        guard let value = Double(text), value.isFinite else { return nil }
        return .double(isNegative ? -value : value)
    }

    private static func decimal(_ digits: String, isNegative: Bool) -> Value? {
        let digits = String(digits.drop { $0 == "0" })
        // The largest decimal number has 166 digits.
        guard digits.utf8.count <= 166, let value = Decimal(string: digits),
            value.description == digits
        else { return nil }
        return .decimal(isNegative ? -value : value)
    }
}
