import Foundation
import PredicateCore
import RecordJSON

/// Instants on the wire: whole milliseconds since 1970, as Apple's web services have them, and
/// beside them, for our own clients, what milliseconds lose.
///
///     {"value":1778307200000,"type":"TIMESTAMP","quarry":{"us":123,"rest":-3}}
///
/// `quarry` is written where a request asks for `{"quarry":{"exact":true}}`, and read from any
/// client: `us` are the microseconds behind the milliseconds, `rest` is
/// `Date.microsecondRemainder`. Other clients pass over it.
enum WireDate {
    /// From 1970 to 2001, in milliseconds.
    private static let epoch: Int64 = 978_307_200_000
    /// Farther from 1970 no instant is kept.
    static let limit: Int64 = 9_000_000_000_000_000

    /// What milliseconds lose of an instant.
    struct Fraction: Hashable {
        /// 0 to 999.
        var microseconds: Int64 = 0
        /// What microseconds lose.
        var remainder: Int64 = 0

        var isZero: Bool { microseconds == 0 && remainder == 0 }
    }

    /// Milliseconds, and what they lose.
    @inline(__always)
    static func parts(of date: Date) -> (milliseconds: Int64, fraction: Fraction) {
        let (milliseconds, rest) = wholeParts(of: date)
        return (
            milliseconds, Fraction(microseconds: rest, remainder: date.microsecondRemainder)
        )
    }

    /// Milliseconds alone.
    @inline(__always)
    static func milliseconds(of date: Date) -> Int64 { wholeParts(of: date).milliseconds }

    @inline(__always)
    private static func wholeParts(
        of date: Date
    ) -> (milliseconds: Int64, microseconds: Int64) {
        let count = date.microseconds
        var rest = count % 1000
        if rest < 0 { rest += 1000 }
        return ((count - rest) / 1000 + epoch, rest)
    }

    /// The instant; nil when it is too far away.
    ///
    /// A fraction that no instant has is passed over.
    @inline(__always)
    static func date(_ milliseconds: Int64, _ fraction: Fraction = Fraction()) -> Date? {
        guard milliseconds.magnitude <= UInt64(limit) else { return nil }
        let microseconds = (0...999).contains(fraction.microseconds) ? fraction.microseconds : 0
        let count = (milliseconds - epoch) * 1000 + microseconds
        guard fraction.remainder != 0 else { return Date(microseconds: count) }
        let exact = Date(microseconds: count, remainder: fraction.remainder)
        let isMeant = exact.timeIntervalSinceReferenceDate.isFinite && exact.microseconds == count
        return isMeant ? exact : Date(microseconds: count)
    }
}

extension WireReader {
    /// Reads `{"us":…,"rest":…}`, of one instant or of the members of a list.
    mutating func fractions() throws(WireError) -> [WireDate.Fraction] {
        var microseconds: [Int64] = []
        var remainders: [Int64] = []
        try members("quarry") { reader, key throws(WireError) in
            switch key {
            case "us": microseconds = try reader.integers("us")
            case "rest": remainders = try reader.integers("rest")
            default: try reader.skip()
            }
        }
        return (0..<max(microseconds.count, remainders.count)).map { index in
            WireDate.Fraction(
                microseconds: index < microseconds.count ? microseconds[index] : 0,
                remainder: index < remainders.count ? remainders[index] : 0)
        }
    }

    /// A whole number, or an array of them.
    private mutating func integers(_ name: String) throws(WireError) -> [Int64] {
        guard cursor.kind == .array else { return [try integer(name) ?? 0] }
        var result: [Int64] = []
        try elements(name) { reader throws(WireError) in
            result.append(try reader.integer(name) ?? 0)
        }
        return result
    }
}

extension JSONWriter {
    /// Appends `,"quarry":{"us":…,"rest":…}` of an instant; nothing where nothing is lost.
    mutating func append(_ fraction: WireDate.Fraction) {
        guard !fraction.isZero else { return }
        append(raw: #","quarry":{"us":"#)
        append(integer: fraction.microseconds)
        if fraction.remainder != 0 {
            append(raw: #","rest":"#)
            append(integer: fraction.remainder)
        }
        append(byte: UInt8(ascii: "}"))
    }

    /// Appends the same of the members of a list.
    mutating func append(_ fractions: [WireDate.Fraction]) {
        guard fractions.contains(where: { !$0.isZero }) else { return }
        append(raw: #","quarry":{"us":"#)
        append(array: fractions) { $0.append(integer: $1.microseconds) }
        if fractions.contains(where: { $0.remainder != 0 }) {
            append(raw: #","rest":"#)
            append(array: fractions) { $0.append(integer: $1.remainder) }
        }
        append(byte: UInt8(ascii: "}"))
    }
}
