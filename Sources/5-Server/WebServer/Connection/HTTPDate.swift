import Foundation
import Synchronization

/// The time for the header `date`, made once a second.
enum HTTPDate {
    private struct State {
        var second: Int = -1
        var bytes: [UInt8] = []
    }

    private static let state = Mutex(State())

    /// `Sun, 22 Nov 2026 06:40:31 GMT`.
    static var now: [UInt8] {
        let second = time(nil)
        return state.withLock { state in
            if state.second != second {
                state.second = second
                state.bytes = text(second)
            }
            return state.bytes
        }
    }

    /// The text of a moment, in seconds since 1970.
    static func text(_ second: Int) -> [UInt8] {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        let rest = second - day * 86_400
        // Years begin in March here, so that the leap day is the last.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let calendarYear = year + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let text =
            "\(days[((day % 7) + 7) % 7]), \(two(date)) \(months[calendarMonth - 1]) "
            + "\(calendarYear) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
        return Array(text.utf8)
    }
}
