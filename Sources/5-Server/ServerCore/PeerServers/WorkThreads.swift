import Foundation

/// Threads on which requests wait for a database, so that connections' own threads never do.
///
/// They end with ``stop()``; what comes later is done elsewhere.
final class WorkThreads: TaskExecutor, @unchecked Sendable {
    // Unchecked: what changes is touched under `condition` only.
    private let condition = NSCondition()
    private var queue: [UnownedJob] = []
    private var taken = 0
    private var isStopped = false

    init(_ count: Int) {
        for _ in 0..<count {
            let thread = Thread { [self] in work() }
            thread.name = "quarry.work"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isLate = condition.withLock {
            guard !isStopped else { return true }
            queue.append(job)
            condition.signal()
            return false
        }
        if isLate {
            let executor = asUnownedTaskExecutor()
            DispatchQueue.global().async { job.runSynchronously(on: executor) }
        }
    }

    /// How much waits for a thread.
    var waiting: Int { condition.withLock { queue.count - taken } }

    /// How much the queue holds, with what was taken from it.
    var held: Int { condition.withLock { queue.count } }

    /// Ends the threads when they have done what waits.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    private func work() {
        let executor = asUnownedTaskExecutor()
        while let job = next() { job.runSynchronously(on: executor) }
    }

    private func next() -> UnownedJob? {
        condition.withLock {
            while taken == queue.count {
                guard !isStopped else { return nil }
                condition.wait()
            }
            defer {
                taken += 1
                if taken == queue.count {
                    queue.removeAll(keepingCapacity: true)
                    taken = 0
                } else if taken >= 1_024, taken * 2 >= queue.count {
                    // Under load the queue is never empty. Half of it moves at most, so that each
                    // job is moved once on average.
                    queue.removeFirst(taken)
                    taken = 0
                }
            }
            return queue[taken]
        }
    }
}
