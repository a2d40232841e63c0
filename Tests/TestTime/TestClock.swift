package import Foundation
import Synchronization

/// A clock that stands until a test moves it.
///
///     let clock = TestClock()
///     options.clock = { clock.now }
///     clock.advance(3_600)
package final class TestClock: Sendable {
    private let seconds: Mutex<TimeInterval>

    /// A clock that stands at a time in seconds since 1970.
    package init(_ seconds: TimeInterval = 1_790_000_000) { self.seconds = Mutex(seconds) }

    /// The time that it shows.
    package var now: Date {
        get { Date(timeIntervalSince1970: uptime) }
        set { seconds.withLock { $0 = newValue.timeIntervalSince1970 } }
    }

    /// The same as seconds, for what counts from any beginning.
    package var uptime: TimeInterval { seconds.withLock { $0 } }

    /// Moves it forward.
    package func advance(_ interval: TimeInterval) { seconds.withLock { $0 += interval } }
}
