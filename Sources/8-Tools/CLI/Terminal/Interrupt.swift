import Foundation
import Synchronization

/// Ctrl-C during long work: the first ends the work after the batch at hand, the second at once.
enum Interrupt {
    private static let flag = Atomic<Bool>(false)

    /// Whether Ctrl-C was pressed.
    static var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Begins to listen.
    static func listen() {
        signal(SIGINT) { _ in
            // Only what may be done inside a signal handler: a flag, and the default for next time.
            Interrupt.flag.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
    }
}
