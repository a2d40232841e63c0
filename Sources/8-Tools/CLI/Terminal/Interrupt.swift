import Foundation
import Synchronization

/// Ctrl-C during long work: the first ends the work after the batch at hand, the second at once.
enum Interrupt {
    private static let flag = Atomic<Bool>(false)

    /// Whether Ctrl-C was pressed, or another signal came that was listened to.
    static var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Waits, and ends early where a signal comes.
    static func wait(seconds: Double) async throws {
        var left = seconds
        while left > 0, !isRequested {
            try await Task.sleep(for: .seconds(min(left, 0.1)))
            left -= 0.1
        }
    }

    /// Begins to listen.
    ///
    /// - Parameter signals: Those that ask for the end, of which each second one ends the process.
    static func listen(to signals: [Int32] = [SIGINT]) {
        for number in signals {
            signal(number) { number in
                // Only what may be done inside a signal handler: a flag, and the default for next
                // time.
                Interrupt.flag.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }
}
