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

    /// Waits until a pipe or a terminal has bytes or room, or is at its end; a read or a write that waits
    /// is not ended by Ctrl-C, which the main thread gets.
    ///
    /// - Parameter event: `POLLIN` or `POLLOUT`.
    /// - Throws: ``Failure`` of the status `interrupted` where a signal comes meanwhile.
    static func wait(for file: Int32, _ event: Int32) throws {
        var state = pollfd(fd: file, events: Int16(event), revents: 0)
        while true {
            let ready = poll(&state, 1, 100)
            // What else is wrong, the read or the write says.
            if ready > 0 || (ready < 0 && errno != EINTR) { return }
            if isRequested { throw Failure(.interrupted, message) }
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
