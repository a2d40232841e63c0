import Dispatch
import Synchronization
import TestTime
import Testing

@testable import ServerCore

@Suite struct `Threads that lanes share` {
    /// Jobs that block their threads until they may end.
    private final class Jobs: Sendable {
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
        private let mayEnd = DispatchSemaphore(value: 0)

        func add(_ count: Int, on threads: WorkThreads) {
            for _ in 0..<count {
                Task(executorPreference: threads) { [self] in
                    begun.add(1, ordering: .relaxed)
                    mayEnd.wait()
                    ended.add(1, ordering: .relaxed)
                }
            }
        }

        func end(_ count: Int) { for _ in 0..<count { mayEnd.signal() } }

        func wait(begun count: Int) async throws -> Bool {
            try await eventually { begun.load(ordering: .relaxed) == count }
        }

        func wait(ended count: Int) async throws -> Bool {
            try await eventually { ended.load(ordering: .relaxed) == count }
        }
    }

    @Test func `go to a lane up to half of what the others leave`() async throws {
        let threads = WorkThreads(8)
        let lanes = [threads, threads.lane(), threads.lane()]
        let jobs = lanes.map { _ in Jobs() }
        for (number, expected) in [4, 2, 1].enumerated() {
            jobs[number].add(10, on: lanes[number])
            #expect(try await jobs[number].wait(begun: expected))
        }
        #expect(threads.waiting == 23)
        // One is left for whatever else comes.
        await Task(executorPreference: threads.lane()) {}.value
        // What one ends with is another's to use.
        jobs[0].end(10)
        #expect(try await jobs[0].wait(ended: 10))
        #expect(try await jobs[1].wait(begun: 3))
        #expect(try await jobs[2].wait(begun: 2))
        for jobs in jobs.dropFirst() {
            jobs.end(10)
            #expect(try await jobs.wait(ended: 10))
        }
        #expect(threads.waiting == 0)
        threads.stop()
    }

    private final class Done: Sendable {
        private let numbers = Mutex<[Int]>([])

        func note(_ number: Int) { numbers.withLock { $0.append(number) } }

        var order: [Int] { numbers.withLock { $0 } }
    }

    @Test func `take turns among their lanes`() async throws {
        let threads = WorkThreads(1)
        let (first, second) = (threads.lane(), threads.lane())
        let blocker = Jobs()
        blocker.add(1, on: threads)
        #expect(try await blocker.wait(begun: 1))
        let done = Done()
        let tasks = [(first, 1), (first, 1), (first, 1), (second, 2)].map { lane, number in
            Task(executorPreference: lane) { done.note(number) }
        }
        #expect(try await eventually { threads.waiting == 4 })
        blocker.end(1)
        for task in tasks { await task.value }
        #expect(done.order == [1, 2, 1, 1])
        threads.stop()
    }

    @Test func `do what waits in a lane before they end`() async throws {
        let threads = WorkThreads(2)
        let jobs = Jobs()
        jobs.add(5, on: threads.lane())
        #expect(try await jobs.wait(begun: 1))
        threads.stop()
        jobs.end(5)
        #expect(try await jobs.wait(ended: 5))
        // What comes later is done elsewhere.
        await Task(executorPreference: threads.lane()) {}.value
    }
}
