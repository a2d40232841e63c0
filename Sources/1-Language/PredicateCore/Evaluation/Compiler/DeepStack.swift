import Dispatch
import Foundation

/// Runs what is nested deep on a stack that is large enough, whatever thread asks.
///
/// A walk over a tree counts down the levels that its stack has room for, from ``room``. At zero it
/// goes on inside ``run(_:)`` with ``largeRoom``, so that shallow trees cost nothing and deep ones
/// never overflow:
///
///     func count(_ tree: QueryPredicate, _ room: Int = DeepStack.room) -> Int {
///         if room == 0 { return DeepStack.run { count(tree, DeepStack.largeRoom) } }
///         …
///     }
public enum DeepStack {
    /// Levels of a walk that fit on a thread of 512 KB with room to spare, in a debug build too.
    public static let room = 60
    /// Levels of a walk that fit on the large stack.
    public static let largeRoom = 2000
    /// Levels of closures that fit on a thread of 512 KB: evaluation takes less than a walk.
    static let safeDepth = 80
    /// Levels that are evaluated: what the parser accepts, and the little that compiling adds.
    static let maximumDepth = Limits.depth + 10

    private static let size = 32 << 20

    /// Runs a function on a thread with a large stack and waits for it.
    public static func run<R, Failure: Error>(
        _ body: () throws(Failure) -> R
    ) throws(Failure) -> R {
        let result: Result<R, Failure> = withoutActuallyEscaping(body) { body in
            let job = Job<R, Failure>(body)
            let thread = Thread { job.run() }
            thread.stackSize = size
            thread.start()
            return job.result()
        }
        return try result.get()
    }

    private final class Job<R, Failure: Error>: @unchecked Sendable {
        // Unchecked: one thread waits while the other works; the semaphore is between them.
        private let done = DispatchSemaphore(value: 0)
        private var body: (() throws(Failure) -> R)?
        private var outcome: Result<R, Failure>?

        init(_ body: @escaping () throws(Failure) -> R) { self.body = body }

        func run() {
            if let body {
                do throws(Failure) {
                    outcome = .success(try body())
                } catch {
                    outcome = .failure(error)
                }
            }
            body = nil
            done.signal()
        }

        func result() -> Result<R, Failure> {
            done.wait()
            defer { outcome = nil }
            guard let outcome else {
                fatalError("The thread with a large stack ended early.")  // It signals at its end.
            }
            return outcome
        }
    }
}
