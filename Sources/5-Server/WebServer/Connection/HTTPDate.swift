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
    private static func text(_ second: Int) -> [UInt8] {
        var second = second
        var parts = tm()
        gmtime_r(&second, &parts)
        var text = [CChar](repeating: 0, count: 32)
        // English, as the process sets no locale.
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return text.prefix(length).map { UInt8(truncatingIfNeeded: $0) }
    }
}
