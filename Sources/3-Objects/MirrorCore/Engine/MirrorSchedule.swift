import Foundation
import Synchronization

/// When a mirror does something by itself.
package struct MirrorTiming: Sendable {
    /// Seconds from a save to its export, during which other saves join it; nil for a mirror that
    /// runs only when the program calls it.
    package var delay: Double?
    /// Seconds after which a database is asked again that sends no notices; nil for others.
    package var polling: Double?
    /// The longest wait after failures, in seconds.
    package var longestWait: Double = 300
    /// Waits for some seconds; ends early where the task is cancelled.
    package var sleep: @Sendable (Double) async -> Void = { seconds in
        // Cancelled: the caller looks whether it was.
        try? await Task.sleep(for: .seconds(seconds))
    }

    /// A timing with Apple's coalescing of saves, which is some seconds.
    package init(delay: Double? = 1) { self.delay = delay }

    /// Seconds until the next attempt after some failures in a row.
    ///
    /// - Parameter wanted: Seconds that the server asks for.
    package func wait(afterFailures count: Int, wanted: Double?) -> Double {
        let backOff = min(longestWait, pow(2, Double(min(count, 30))))
        return max(wanted ?? 0, backOff)
    }
}

/// Runs a mirror soon after saves and notices, and again after failures, one run at a time.
///
/// After a failure nothing runs until the wait is over, whatever is saved meanwhile: a server that
/// asks to be left alone is. It never gives up. While a run goes on one more waits, however often
/// something is saved.
package final class MirrorSchedule: Sendable {
    private struct State {
        var timer: Task<Void, Never>?
        var deadline: Double?
        var failures = 0
        /// Until when nothing runs, after a failure.
        var blockedUntil: Double?
        /// Whether it was said that what is saved now waits until then.
        var isDeferralTold = false
        /// Runs that go on, or wait for the one that does.
        var runs = 0
        var isStopped = false
        /// The number of the timer that counts.
        var number = 0
    }

    private let timing: MirrorTiming
    private let now: @Sendable () -> Double
    private let run: @Sendable () async -> Mirror.Report
    private let postponed: @Sendable (MirrorPostponement) -> Void
    private let state = Mutex(State())

    /// A schedule that runs nothing before the first request.
    ///
    /// - Parameter postponed: Gets why a save is not sent by a run of its own.
    package init(
        _ timing: MirrorTiming,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate },
        postponed: @escaping @Sendable (MirrorPostponement) -> Void = { _ in },
        run: @escaping @Sendable () async -> Mirror.Report
    ) {
        self.timing = timing
        self.now = now
        self.postponed = postponed
        self.run = run
    }

    /// Something was saved here.
    package func saved() {
        guard let delay = timing.delay else { return }
        let now = now()
        let isDeferred = state.withLock { state in
            guard !state.isStopped, !state.isDeferralTold, now + delay < state.blockedUntil ?? 0
            else { return false }
            state.isDeferralTold = true
            return true
        }
        if isDeferred { postponed(.deferred) }
        request(in: delay)
    }

    /// Something changed at the server, or the program is about to be used.
    package func noticed() { if timing.delay != nil { request(in: 0) } }

    /// The account is another one: what it refused may go now.
    package func reset() {
        state.withLock {
            $0.blockedUntil = nil
            $0.isDeferralTold = false
            $0.failures = 0
        }
        noticed()
    }

    /// Runs nothing from now on.
    package func stop() {
        let timer = state.withLock { state in
            state.isStopped = true
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    private func request(in seconds: Double) {
        let now = now()
        state.withLock { state in
            guard !state.isStopped else { return }
            let due = max(now + seconds, state.blockedUntil ?? 0)
            // What is due earlier runs everything that there is to do.
            if let deadline = state.deadline, deadline <= due { return }
            state.timer?.cancel()
            state.deadline = due
            state.number += 1
            state.timer = Task.detached { [weak self, timing, number = state.number] in
                if due > now { await timing.sleep(due - now) }
                await self?.fire(number)
            }
        }
    }

    private func fire(_ number: Int) async {
        let isPending = state.withLock { state -> Bool? in
            // Another timer took this one's place, or will.
            guard number == state.number, !state.isStopped else { return nil }
            // What is requested from now on is another run.
            state.deadline = nil
            state.timer = nil
            let isPending = state.runs > 1
            if !isPending { state.runs += 1 }
            return isPending
        }
        guard let isPending else { return }
        if isPending { return postponed(.alreadyPending) }
        let report = await run()
        let wait = state.withLock { state -> Double? in
            state.runs -= 1
            state.isDeferralTold = false
            guard let failure = report.failure else {
                state.failures = 0
                state.blockedUntil = nil
                return timing.polling
            }
            let seconds = timing.wait(afterFailures: state.failures, wanted: report.retryAfter)
            state.failures += 1
            state.blockedUntil = failure.concernsAll ? now() + seconds : nil
            return seconds
        }
        if let wait { request(in: wait) }
    }
}
