import Dispatch

/// Where one operation does its work and calls its blocks: a queue of its own, so that a block
/// may wait for whatever it likes without holding up other tasks.
final class BlockExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "CloudKit operation")
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    init() { queue.setSpecific(key: BlockExecutor.key, value: ObjectIdentifier(self)) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs something on the queue, at once where that is where the task is.
    func run(_ body: @escaping @Sendable () -> Void) async {
        if DispatchQueue.getSpecific(key: BlockExecutor.key) == ObjectIdentifier(self) {
            body()
            return
        }
        await withCheckedContinuation { continuation in
            queue.async {
                body()
                continuation.resume()
            }
        }
    }
}
