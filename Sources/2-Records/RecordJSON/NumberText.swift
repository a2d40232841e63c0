import Foundation
import RecordCore

/// Numbers from their digits.
enum NumberText {
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The value of a number that is known to follow JSON's grammar.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ whole: Bool) -> Value {
        if whole {
            if let integer = integer(bytes) { return .int(integer) }
            let text = String(decoding: bytes, as: UTF8.self)
            let digits = bytes.count - (bytes[0] == UInt8(ascii: "-") ? 1 : 0)
            if digits <= 38, let decimal = Decimal(string: text, locale: nil) {
                return .decimal(decimal)
            }
            return .double(Double(text) ?? .nan)
        }
        return .double(double(bytes))
    }

    static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let negative = bytes[0] == UInt8(ascii: "-")
        var result: Int64 = 0
        for index in (negative ? 1 : 0)..<bytes.count {
            let digit = Int64(bytes[index] &- 0x30)
            let (product, overflow1) = result.multipliedReportingOverflow(by: 10)
            let (next, overflow2) =
                negative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if overflow1 || overflow2 { return nil }
            result = next
        }
        return result
    }

    static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
        // Clinger's fast path: digits below 2^53 and a power of ten up to 22 are both exact,
        // so that one rounding gives the nearest double.
        var mantissa: UInt64 = 0
        var scale = 0
        var exponent = 0
        var index = 0
        var digits = 0
        let negative = bytes[0] == UInt8(ascii: "-")
        if negative { index = 1 }
        var afterPoint = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                afterPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                break
            } else {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                // Counted by the digits: the mantissa of a multiple of 2^64 is 0 again.
                if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
                if afterPoint { scale -= 1 }
            }
            index += 1
        }
        if index < bytes.count {
            index += 1
            var negativeExponent = false
            if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
                negativeExponent = bytes[index] == UInt8(ascii: "-")
                index += 1
            }
            while index < bytes.count, exponent < 100_000 {
                exponent = exponent * 10 + Int(bytes[index] &- 0x30)
                index += 1
            }
            if negativeExponent { exponent = -exponent }
        }
        let power = exponent + scale
        if digits <= 19, mantissa < 1 << 53, power >= -22, power <= 22 {
            let magnitude =
                power < 0
                ? Double(mantissa) / powersOfTen[-power] : Double(mantissa) * powersOfTen[power]
            return negative ? -magnitude : magnitude
        }
        return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
    }
}
