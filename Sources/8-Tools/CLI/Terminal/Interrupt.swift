import Foundation
import Synchronization

/// Ctrl-C during long work: the first ends the work after the batch at hand, the second at once.
enum Interrupt {
    /// The number of the last signal; 0 where none came.
    private static let received = Atomic<Int32>(0)

    /// Whether Ctrl-C was pressed, or another signal came that was listened to.
    static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

    /// What ended the work, for a message.
    static var message: String {
        received.load(ordering: .relaxed) == SIGTERM ? "stopped by SIGTERM" : "stopped by Ctrl-C"
    }

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
                // Only what may be done inside a signal handler: a number, and the default for
                // next time.
                Interrupt.received.store(number, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }
}
