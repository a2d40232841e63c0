import Dispatch
import Foundation

/// Runs what is nested deep on a stack that is large enough, whatever thread asks.
enum DeepStack {
    /// Levels that fit on a thread of 512 KB with room to spare, in a debug build too.
    static let safeDepth = 80
    /// Levels that fit on the large stack; deeper predicates are refused.
    static let maximumDepth = 1000

    private static let size = 32 << 20

    /// Runs a function on a thread with a large stack and waits for it.
    static func run<R>(
        _ body: () throws(EvaluationError) -> R
    ) throws(EvaluationError) -> R {
        let result: Result<R, EvaluationError>? = withoutActuallyEscaping(body) { body in
            let job = Job<R>(body)
            let thread = Thread { job.run() }
            thread.stackSize = size
            thread.start()
            job.done.wait()
            return job.takeResult()
        }
        guard let result else {
            throw EvaluationError(.unsupported, "The predicate is nested too deep to be asked.")
        }
        return try result.get()
    }

    private final class Job<R>: @unchecked Sendable {
        // Unchecked: one thread waits while the other works; the semaphore is between them.
        let done = DispatchSemaphore(value: 0)
        private var body: (() throws(EvaluationError) -> R)?
        private var result: Result<R, EvaluationError>?

        init(_ body: @escaping () throws(EvaluationError) -> R) { self.body = body }

        func run() {
            if let body {
                do throws(EvaluationError) {
                    result = .success(try body())
                } catch {
                    result = .failure(error)
                }
            }
            body = nil
            done.signal()
        }

        func takeResult() -> Result<R, EvaluationError>? {
            defer { result = nil }
            return result
        }
    }
}
