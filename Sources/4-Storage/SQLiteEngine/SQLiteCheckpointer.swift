import Dispatch
import Foundation

/// Copies what is committed from the write-ahead log into the file, beside the writer.
///
/// A checkpoint waits for the disk, and SQLite by itself has a commit do it, for which every write
/// then waits. Here another connection copies while the writer goes on, again and again until
/// little is left. That the writer copies between two commits, and with nothing left to copy the
/// log starts over. Where writes come faster, the log grows up to ``most`` before the writer waits.
///
/// The log starts over only when no reader uses it, and where reads overlap without a gap there is always
/// one. At ``most`` pages the writer therefore waits for the readers that are in the way, for half a second
/// at most: SQLite has other processes wait with it. Once all is copied, those that begin read the file alone.
final class SQLiteCheckpointer: @unchecked Sendable {
    // Unchecked: `connection` belongs to `queue`, everything else is only touched under
    // `condition`.

    /// Pages of a log that are worth a checkpoint.
    private let enough: Int
    /// Pages that the writer copies itself, and that are worth another look.
    private var few: Int { enough / 10 }
    /// Pages at which the writer waits.
    private var most: Int { enough * 4 }

    private enum Step { case nothing, beside, here, whole }

    private let clock: BusyClock
    private let open: () throws -> SQLiteConnection
    private let queue = DispatchQueue(label: "quarry.checkpoint", qos: .utility)
    private var connection: SQLiteConnection?
    private let condition = NSCondition()
    private var isCopying = false
    private var isClosed = false
    /// The number of times that the log started over.
    private var round = 0
    /// Pages that the log had when the last checkpoint began.
    private var tried = 0
    /// Pages of the log that are in the file.
    private var copied = 0
    /// Whether some were copied beside the writer since it last copied itself.
    private var isNews = false
    /// Pages at which the writer waits for readers.
    private var patienceEnds: Int

    /// Opens its connection when there is something to copy.
    init(pages: Int, _ clock: BusyClock, _ open: @escaping () throws -> SQLiteConnection) {
        enough = max(10, pages)
        patienceEnds = enough * 4
        self.clock = clock
        self.open = open
    }

    /// Looks at the log after a commit, on the thread that made it.
    func tend(_ writer: SQLiteConnection) {
        let pages = writer.logPages
        let step = nextStep(pages)
        switch step {
        case .nothing: break
        case .beside: queue.async { self.copyBeside() }
        case .here, .whole:
            let patience = min(0.5, 0.1 * Double(pages) / Double(most))
            let copied = clock.withPatience(patience) { writer.checkpoint(waits: step == .whole) }
            condition.withLock {
                if let copied { self.copied = copied }
                isNews = false
            }
        }
    }

    /// Waits for what is being copied, and lets go of the file for good.
    func close() {
        condition.withLock { isClosed = true }
        suspend()
    }

    /// Waits for what is being copied, and lets go of the file until there is something to copy.
    func suspend() {
        queue.sync {
            connection?.close()
            connection = nil
        }
    }

    private func nextStep(_ pages: Int) -> Step {
        condition.withLock {
            if pages < tried {
                round += 1
                tried = 0
                copied = 0
                isNews = false
                patienceEnds = most
            }
            guard pages >= enough else { return .nothing }
            if pages >= most { while isCopying { condition.wait() } }
            guard !isCopying, !isClosed else { return .nothing }
            let isLast = isNews && pages - copied <= few
            // A reader may need what the file has: then it looks now and then.
            guard isLast || pages >= most || pages - tried >= few else { return .nothing }
            tried = pages
            if pages >= patienceEnds {
                patienceEnds = pages + pages / 4
                return .whole
            }
            if isLast || pages >= most { return .here }
            isCopying = true
            return .beside
        }
    }

    private func copyBeside() {
        let (begun, mayCopy) = condition.withLock { (round, !isClosed) }
        // What cannot be copied stays in the log, where it is as safe.
        if mayCopy, connection == nil { connection = try? open() }
        let copied = mayCopy ? connection?.checkpoint() : nil
        condition.withLock {
            isCopying = false
            if let copied, begun == round {
                self.copied = copied
                isNews = true
            }
            condition.broadcast()
        }
    }
}
