public import Foundation
import RecordCore

/// Instants as ISO 8601 text, to the microsecond, in UTC.
///
///     ISODate.text(Date(timeIntervalSince1970: 0))          // "1970-01-01T00:00:00Z"
///     ISODate.date("2026-12-21T08:10:00.25+01:00")
public enum ISODate {
    private static let epochShift: Int64 = 978_307_200  // Seconds from 1970 to 2001.

    /// The text of an instant; nil outside the years 0000 to 9999.
    public static func text(_ date: Date) -> String? {
        let micros = date.microseconds
        let (seconds, fraction) = floorDivide(micros, 1_000_000)
        let (days, time) = floorDivide(seconds + epochShift, 86_400)
        let (year, month, day) = civil(days)
        guard (0...9999).contains(year) else { return nil }
        var text = [UInt8]()
        text.reserveCapacity(27)
        append(year, 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(month, 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(day, 2, to: &text)
        text.append(UInt8(ascii: "T"))
        append(time / 3600, 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(time / 60 % 60, 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(time % 60, 2, to: &text)
        if fraction != 0 {
            text.append(UInt8(ascii: "."))
            append(fraction, 6, to: &text)
            while text.last == UInt8(ascii: "0") { text.removeLast() }
        }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The instant that a text names, or nil.
    ///
    /// A day alone is its midnight; seconds may be missing; a time without a zone is UTC; a
    /// space may stand for the `T`.
    public static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        var index = 0
        func number(_ digits: Int) -> Int64? {
            guard index + digits <= bytes.count else { return nil }
            var result: Int64 = 0
            for _ in 0..<digits {
                guard JSONCursor.isDigit(bytes[index]) else { return nil }
                result = result * 10 + Int64(bytes[index] - 0x30)
                index += 1
            }
            return result
        }
        func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }
        guard let year = number(4), take("-"), let month = number(2), take("-"),
            let day = number(2), (1...12).contains(month),
            day >= 1, day <= daysOf(month, year)
        else { return nil }
        var seconds = daysFromCivil(year, month, day) * 86_400
        var fraction: Int64 = 0
        if index < bytes.count {
            guard take("T") || take("t") || take(" "), let hour = number(2), take(":"),
                let minute = number(2), hour < 24, minute < 60
            else { return nil }
            seconds += hour * 3600 + minute * 60
            if take(":") {
                guard let second = number(2), second < 61 else { return nil }
                seconds += second
                if take(".") || take(",") {
                    var unit: Int64 = 100_000
                    guard index < bytes.count, JSONCursor.isDigit(bytes[index]) else { return nil }
                    while index < bytes.count, JSONCursor.isDigit(bytes[index]) {
                        fraction += Int64(bytes[index] - 0x30) * unit
                        unit /= 10
                        index += 1
                    }
                }
            }
            if index < bytes.count, !take("Z"), !take("z") {
                let sign: Int64
                if take("+") { sign = -1 } else if take("-") { sign = 1 } else { return nil }
                guard let hours = number(2) else { return nil }
                _ = take(":")
                let minutes = index < bytes.count ? number(2) : 0
                guard let minutes, hours < 24, minutes < 60 else { return nil }
                seconds += sign * (hours * 3600 + minutes * 60)
            }
        }
        guard index == bytes.count else { return nil }
        return Date(microseconds: (seconds - epochShift) * 1_000_000 + fraction)
    }

    private static func append(_ number: Int64, _ digits: Int, to text: inout [UInt8]) {
        var unit: Int64 = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            text.append(UInt8(truncatingIfNeeded: 0x30 + number / unit % 10))
            unit /= 10
        }
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
        let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
        return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
    }

    /// Year, month and day of a number of days since 1970-01-01, by the Gregorian calendar
    /// carried back: years of 400 begin on 1 March, so that the leap day comes last.
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }

    private static func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let y = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivide(y, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func daysOf(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
