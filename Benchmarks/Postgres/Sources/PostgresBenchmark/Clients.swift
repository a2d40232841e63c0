import Foundation

/// A thread of its own for a client: a read waits on the thread that asks.
final class ClientExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "client")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// How often a second clients do something, each one after the other, for some seconds.
func rate(
    clients: Int, seconds: Double, _ body: @escaping @Sendable (Int) async throws -> Void
) async throws -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<clients {
            group.addTask(executorPreference: ClientExecutor()) {
                var count = 0
                while ContinuousClock.now < end {
                    try await body(client)
                    count += 1
                }
                return count
            }
        }
        return try await group.reduce(0, +)
    }
    let time = (ContinuousClock.now - start).components
    return Double(done) / (Double(time.seconds) + Double(time.attoseconds) / 1e18)
}
