import Foundation

/// Dates as people write them into models: `2013-04-23 12:00:00 +0000`, parts may be left out.
enum ModelDate {
    static func parse(_ text: String) -> Date? {
        if let seconds = Double(text), seconds.isFinite {
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        var words = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        var offset = 0
        if let zone = words.last, zone == "Z" || zone == "UTC" || zone == "GMT" {
            words.removeLast()
        } else if let zone = words.last, let sign = zone.first, sign == "+" || sign == "-" {
            let digits = zone.dropFirst().filter { $0 != ":" }
            guard digits.count == 4, let number = Int(digits) else { return nil }
            offset = (number / 100 * 60 + number % 100) * 60 * (sign == "-" ? -1 : 1)
            words.removeLast()
        }
        guard let first = words.first, words.count <= 2 else { return nil }
        let day = first.split(separator: "-").map { Int($0) }
        var time: [Int?] = []
        if words.count == 2 {
            let clock = words[1].hasSuffix("Z") ? words[1].dropLast() : words[1]
            time = clock.split(separator: ":").map { (part: Substring) -> Int? in
                Double(part).flatMap { Int(exactly: $0.rounded(.down)) }
            }
        }
        let parts = day + time
        guard day.count == 3, time.count <= 3, !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap { $0 } + [0, 0, 0]
        guard (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1...31).contains(numbers[2]), (0...24).contains(numbers[3]),
            (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        var components = DateComponents()
        (components.year, components.month, components.day) = (numbers[0], numbers[1], numbers[2])
        (components.hour, components.minute, components.second) =
            (numbers[3], numbers[4], numbers[5])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? calendar.timeZone
        return calendar.date(from: components)
    }
}
