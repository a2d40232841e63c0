package import Foundation
import Synchronization

/// How much was asked of a server, and how fast it answered: by minute for a day, by hour for a
/// month.
///
///     let usage = Usage()
///     usage.record(status: 200, took: .milliseconds(2), received: 120, sent: 800)
///     usage.series(of: .minute, last: 60).last?.p99  // 0.002
///
/// Of bounded size, and of the time since the server began.
package final class Usage: Sendable {
    /// How long one point of a series is.
    package enum Step: String, Sendable, CaseIterable {
        /// A minute; a day of them is kept.
        case minute
        /// An hour; 30 days of them are kept.
        case hour

        /// The length of the interval in seconds.
        package var seconds: Int {
            switch self {
            case .minute: 60
            case .hour: 3600
            }
        }

        var kept: Int {
            switch self {
            case .minute: 1440
            case .hour: 720
            }
        }
    }

    /// What happened in one minute or hour.
    package struct Point: Sendable, Hashable {
        /// When the interval began.
        package var start: Date
        /// Requests answered in the interval.
        package var requests = 0
        /// Those answered with 400…499: the client's mistakes.
        package var refused = 0
        /// Those answered with 500 and above: the server's.
        package var failed = 0
        /// Bytes of bodies that came.
        package var received: Int64 = 0
        /// Bytes of bodies that went.
        package var sent: Int64 = 0
        /// Half of the requests took at most so many seconds; nil without requests.
        package var p50: Double?
        /// 99 of a hundred took at most so many seconds.
        package var p99: Double?
        /// How many seconds a request took on average; nil without requests.
        package var mean: Double?
        /// The largest number of bytes on disk measured; nil without a measurement.
        package var storage: Int64?
    }

    fileprivate struct Slot {
        /// Which minute or hour since 1970.
        var index = -1
        /// What is counted; its start, quantiles and mean are known when it is read.
        var point = Point(start: .distantPast)
        /// Seconds of all requests together.
        var time = 0.0
        var histogram = Histogram()
    }

    private struct State {
        var minutes: [Slot] = []
        var hours: [Slot] = []
    }

    private let state = Mutex(State())
    private let countsQuantiles: Bool
    private let clock: @Sendable () -> Date

    /// Counters that begin now.
    ///
    /// - Parameter countsQuantiles: Whether ``Point/p50`` and ``Point/p99`` are kept, which take a
    ///   kilobyte for each minute and hour in which something was asked.
    package init(countsQuantiles: Bool = true, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.countsQuantiles = countsQuantiles
        self.clock = clock
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - status: The HTTP status of the reply.
    ///   - duration: How long it took.
    ///   - received: Bytes of its body.
    ///   - sent: Bytes of the reply's body.
    package func record(
        status: Int, took duration: Duration, received: Int64 = 0, sent: Int64 = 0
    ) {
        let bucket = countsQuantiles ? Histogram.bucket(of: duration) : nil
        let seconds = duration.seconds
        change { $0.count(status, received, sent, seconds, bucket) }
    }

    /// Notes how many bytes are on disk.
    package func record(storage bytes: Int64) {
        change { $0.point.storage = max($0.point.storage ?? 0, bytes) }
    }

    /// Changes what is counted in this minute and in this hour.
    private func change(_ body: @Sendable (inout Slot) -> Void) {
        let now = Int(clock().timeIntervalSince1970)
        state.withLock { state in
            Usage.touch(&state.minutes, .minute, now, body)
            Usage.touch(&state.hours, .hour, now, body)
        }
    }

    /// The last points, oldest first; those in which nothing happened have no requests.
    ///
    /// - Parameters:
    ///   - step: Minutes or hours.
    ///   - count: How many, the present one among them.
    package func series(of step: Step, last count: Int) -> [Point] {
        let last = Int(clock().timeIntervalSince1970) / step.seconds
        let count = min(max(count, 1), step.kept)
        return state.withLock { state in
            let slots = step == .minute ? state.minutes : state.hours
            return (last - count + 1...last).map { index in
                let start = Date(timeIntervalSince1970: Double(index * step.seconds))
                guard !slots.isEmpty else { return Point(start: start) }
                let slot = slots[index % slots.count]
                guard slot.index == index else { return Point(start: start) }
                var point = slot.point
                point.start = start
                point.p50 = slot.histogram.quantile(0.5)
                point.p99 = slot.histogram.quantile(0.99)
                if point.requests > 0 { point.mean = slot.time / Double(point.requests) }
                return point
            }
        }
    }

    private static func touch(
        _ slots: inout [Slot], _ step: Step, _ now: Int, _ change: (inout Slot) -> Void
    ) {
        if slots.isEmpty { slots = Array(repeating: Slot(), count: step.kept) }
        let index = max(now, 0) / step.seconds
        let place = index % slots.count
        if slots[place].index != index {
            slots[place] = Slot()
            slots[place].index = index
        }
        change(&slots[place])
    }
}

extension Usage.Slot {
    fileprivate mutating func count(
        _ status: Int, _ received: Int64, _ sent: Int64, _ seconds: Double, _ bucket: Int?
    ) {
        point.requests += 1
        if status >= 500 { point.failed += 1 } else if status >= 400 { point.refused += 1 }
        point.received += received
        point.sent += sent
        time += seconds
        if let bucket { histogram.add(bucket) }
    }
}
