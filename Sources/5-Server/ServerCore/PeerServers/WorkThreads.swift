import Foundation

/// Threads on which requests wait for a database, so that connections' own threads never do.
///
/// A lane is work that shares the threads with other lanes, such as the requests to one container. It
/// has at most half of the threads that the others leave free, and the lanes take turns: a container
/// whose tables are locked takes half of all, a second one a quarter, and the rest is for the others.
///
/// They end with ``stop()``; what comes later is done elsewhere.
final class WorkThreads: TaskExecutor, @unchecked Sendable {
    // Unchecked: what changes is touched under the condition of `pool` only.

    /// The threads of all lanes.
    private final class Pool: @unchecked Sendable {
        // Unchecked: as above.
        let condition = NSCondition()
        let count: Int
        /// Threads that have work.
        var running = 0
        /// The lanes with jobs that wait, in the order of their turns.
        var turns: [WorkThreads] = []
        /// How many jobs wait, in all lanes.
        var waiting = 0
        /// Threads without work.
        var idle = 0
        /// Those of them that were woken and have not come for a job yet.
        var waking = 0
        var isStopped = false

        init(_ count: Int) { self.count = count }

        /// Whether one more thread is to be woken for a job that may run.
        ///
        /// Each that was woken takes one.
        func wakesOne() -> Bool {
            guard waking < min(idle, waiting) else { return false }
            waking += 1
            return true
        }
    }

    private let pool: Pool
    private var queue: [UnownedJob] = []
    private var taken = 0
    /// Threads that have work of the lane.
    private var running = 0

    init(_ count: Int) {
        pool = Pool(count)
        for _ in 0..<count {
            let thread = Thread { [pool] in WorkThreads.work(pool) }
            thread.name = "quarry.work"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private init(_ pool: Pool) { self.pool = pool }

    /// Another lane of the same threads.
    func lane() -> WorkThreads { WorkThreads(pool) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isLate, wakes) = pool.condition.withLock {
            guard !pool.isStopped else { return (true, false) }
            if taken == queue.count { pool.turns.append(self) }
            queue.append(job)
            pool.waiting += 1
            return (false, mayRun && pool.wakesOne())
        }
        // Without the lock, for which a thread that wakes would wait again.
        if wakes { pool.condition.signal() }
        if isLate {
            let executor = asUnownedTaskExecutor()
            DispatchQueue.global().async { job.runSynchronously(on: executor) }
        }
    }

    /// How much waits for a thread, in all lanes.
    var waiting: Int { pool.condition.withLock { pool.waiting } }

    /// How much the queue of the lane holds, with what was taken from it.
    var held: Int { pool.condition.withLock { queue.count } }

    /// Ends the threads of all lanes when they have done what waits.
    func stop() {
        pool.condition.withLock {
            pool.isStopped = true
            pool.condition.broadcast()
        }
    }

    /// Whether another thread may do work of the lane.
    private var mayRun: Bool {
        let others = pool.running - running
        return running < max(1, (pool.count - others) / 2)
    }

    private static func work(_ pool: Pool) {
        var last: WorkThreads?
        while let (job, lane) = next(of: pool, after: last) {
            job.runSynchronously(on: lane.asUnownedTaskExecutor())
            last = lane
        }
    }

    /// The next job with its lane, once there is one; nil when the threads end.
    ///
    /// - Parameter last: The lane of the job that the thread has done.
    private static func next(
        of pool: Pool, after last: WorkThreads?
    ) -> (UnownedJob, WorkThreads)? {
        var wakes = false
        defer { if wakes { pool.condition.signal() } }
        return pool.condition.withLock {
            if let last {
                last.running -= 1
                pool.running -= 1
            }
            while true {
                if let index = pool.turns.firstIndex(where: \.mayRun) {
                    let lane = pool.turns.remove(at: index)
                    let job = lane.take()
                    lane.running += 1
                    pool.running += 1
                    pool.waiting -= 1
                    if lane.taken < lane.queue.count { pool.turns.append(lane) }
                    // The end of a job may have made room for two lanes that had to wait.
                    wakes = pool.turns.contains(where: \.mayRun) && pool.wakesOne()
                    return (job, lane)
                }
                guard !pool.isStopped || !pool.turns.isEmpty else {
                    pool.condition.broadcast()
                    return nil
                }
                pool.idle += 1
                pool.condition.wait()
                pool.idle -= 1
                pool.waking = max(0, pool.waking - 1)
            }
        }
    }

    private func take() -> UnownedJob {
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
