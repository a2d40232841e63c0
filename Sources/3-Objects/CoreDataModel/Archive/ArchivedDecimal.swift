package import Foundation

/// A decimal number in an archive that Foundation writes or reads, in place of `NSDecimalNumber`.
///
/// Foundation on Linux asks an archived object for its hash, and that of an `NSDecimalNumber` ends
/// in a stack overflow; an archived one is read as 0. See `init(coder:)` in the file
/// `NSDecimalNumber.swift` of swift-corelibs-foundation.
package final class ArchivedDecimal: NSObject, NSSecureCoding {
    /// The names that Apple's archives have for the class.
    package static let classNames = ["NSDecimalNumber", "NSDecimalNumberPlaceholder"]
    package static var supportsSecureCoding: Bool { true }

    package let number: Decimal
    /// Whether it stands for a number of another kind, 0 or 1, in an archive that has truth values.
    ///
    /// Foundation's archiver on Linux writes what is equal once: `true` or 1 would be read for both.
    /// It is archived in tenths, as no decimal number is.
    package let isPlain: Bool

    package init(_ number: Decimal, isPlain: Bool = false) {
        self.number = number
        self.isPlain = isPlain
    }

    /// The number of an archive, whose exponent says of which kind it is.
    init(_ number: Decimal, exponent: Int) {
        self.number = number
        isPlain = exponent == -1 && (number == 0 || number == 1)
    }

    package init?(coder: NSCoder) {
        let exponent = coder.decodeInteger(forKey: "NS.exponent")
        guard let mantissa = coder.decodeObject(of: NSData.self, forKey: "NS.mantissa") as Data?,
            let number = Decimal(
                mantissa: mantissa, length: coder.decodeInteger(forKey: "NS.length"),
                isBig: coder.decodeInteger(forKey: "NS.mantissa.bo") == 2,
                isNegative: coder.decodeBool(forKey: "NS.negative"), exponent: exponent)
        else { return nil }
        self.number = number
        isPlain = exponent == -1 && (number == 0 || number == 1)
    }

    package override var classForKeyedArchiver: AnyClass? { NSDecimalNumber.self }

    package func encode(with coder: NSCoder) {
        let (units, length) =
            isPlain && number == 1 ? Decimal.units(of: 10) : number.mantissaUnits
        coder.encode(NSData(data: units), forKey: "NS.mantissa")
        coder.encode(Int32(1), forKey: "NS.mantissa.bo")
        coder.encode(Int32(length), forKey: "NS.length")
        coder.encode(number.hasArchivedSign, forKey: "NS.negative")
        coder.encode(Int32(isPlain ? -1 : number.exponent), forKey: "NS.exponent")
        coder.encode(false, forKey: "NS.compact")
    }
}

extension NSKeyedUnarchiver {
    /// Reads decimal numbers as `ArchivedDecimal`.
    package func readArchivedDecimals() {
        for name in ArchivedDecimal.classNames {
            setClass(ArchivedDecimal.self, forClassName: name)
        }
    }
}

extension Decimal {
    /// The number whose digits an archive has in units of 16 bits; nil for what is none.
    init?(mantissa: Data, length: Int, isBig: Bool, isNegative: Bool, exponent: Int) {
        guard mantissa.count <= 16 else { return nil }
        if length == 0, isNegative {
            self = .nan
            return
        }
        let bytes = [UInt8](mantissa)
        var digits: UInt128 = 0
        let units = max(0, min(length, bytes.count / 2))
        for place in stride(from: units * 2 - 2, through: 0, by: -2) {
            let (high, low) = isBig ? (place, place + 1) : (place + 1, place)
            digits = digits << 16 | UInt128(bytes[high]) << 8 | UInt128(bytes[low])
        }
        self.init(string: "\(isNegative ? "-" : "")\(digits)e\(max(-128, min(127, exponent)))")
    }

    /// The digits in eight units of 16 bits, and how many of these there are without zeros before.
    var mantissaUnits: (bytes: Data, length: Int) {
        Decimal.units(of: isNaN ? 0 : UInt128(significand.description) ?? 0)
    }

    fileprivate static func units(of digits: UInt128) -> (bytes: Data, length: Int) {
        let bytes = withUnsafeBytes(of: digits.littleEndian) { Data($0) }
        return (bytes, (128 - digits.leadingZeroBitCount + 15) / 16)
    }

    /// Not-a-number is kept as no digits with a sign.
    var hasArchivedSign: Bool { isNaN || isSignMinus && !isZero }
}
