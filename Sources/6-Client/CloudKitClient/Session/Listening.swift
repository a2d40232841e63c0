import Foundation
import Synchronization

/// The listeners of a container's sessions that run, or that are being registered with the server.
///
/// A listener receives what happens after its registration. So requests to the container wait until
/// the server has registered every listener. Where the server cannot be reached, each request tries
/// the registration once more before it is made.
final class Listening: Sendable {
    /// What came of trying to begin.
    enum Attempt<Start: Sendable>: Sendable {
        case begun(Start)
        /// It may go better later.
        case failed
        /// It will not.
        case hopeless
    }

    private struct State {
        var beginning: [UUID: @Sendable () async -> Void] = [:]
        var running: [UUID: Task<Void, Never>] = [:]
    }
    private let state = Mutex(State())

    /// Waits until every listener is registered, one more attempt to register it has failed, or the caller
    /// is cancelled; the attempts then go on.
    func ready() async {
        let attempts = state.withLock { Array($0.beginning.values) }
        guard !attempts.isEmpty else { return }
        let (ends, continuation) = AsyncStream<Never>.makeStream()
        Task {
            for attempt in attempts { await attempt() }
            continuation.finish()
        }
        for await _ in ends {}
    }

    /// Runs what begins to listen, however often it has to try, and then goes on.
    ///
    /// - Parameters:
    ///   - begin: Tells the server; gives what goes on.
    ///   - ended: Called once when nothing goes on any more.
    func run<Start: Sendable>(
        begin: @escaping @Sendable () async -> Attempt<Start>,
        then goOn: @escaping @Sendable (Start) async -> Void,
        ended: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let id = UUID()
        let beginning = Beginning(begin)
        // What a task removes when it ends is there before it can begin.
        return state.withLock { state in
            state.beginning[id] = { _ = await beginning.attempt() }
            let running = Task.detached {
                await withTaskCancellationHandler {
                    let start = await beginning.untilBegun()
                    self.state.withLock { $0.beginning[id] = nil }
                    if let start { await goOn(start) }
                } onCancel: {
                    beginning.cancel()
                }
                ended()
                self.state.withLock { $0.running[id] = nil }
            }
            state.running[id] = running
            return running
        }
    }

    /// Ends all of it.
    func close() {
        let tasks = state.withLock { state in
            defer { state = State() }
            return Array(state.running.values)
        }
        for task in tasks { task.cancel() }
    }
}

/// Registers a listener: at once, after growing pauses, and when a request cannot wait for those.
private final class Beginning<Start: Sendable>: Sendable {
    private struct State {
        /// The attempt that runs, or the one that succeeded or is hopeless; nil between attempts.
        var attempt: Task<Listening.Attempt<Start>, Never>?
        var pause: Task<Void, Never>?
        var isCancelled = false
    }
    private let begin: @Sendable () async -> Listening.Attempt<Start>
    private let state = Mutex(State())

    init(_ begin: @escaping @Sendable () async -> Listening.Attempt<Start>) { self.begin = begin }

    /// Tries once; callers share an attempt that is already running.
    func attempt() async -> Listening.Attempt<Start> {
        let task = state.withLock { state -> Task<Listening.Attempt<Start>, Never>? in
            if let task = state.attempt { return task }
            guard !state.isCancelled else { return nil }
            let task = Task.detached {
                let result = await self.begin()
                self.note(result)
                return result
            }
            state.attempt = task
            return task
        }
        return await task?.value ?? .hopeless
    }

    private func note(_ result: Listening.Attempt<Start>) {
        state.withLock { state in
            switch result {
            case .begun, .hopeless: state.pause?.cancel()
            case .failed: state.attempt = nil
            }
        }
    }

    /// Tries until it has begun; nil where that is hopeless or cancelled.
    func untilBegun() async -> Start? {
        var wait = 0.2
        while true {
            switch await attempt() {
            case .begun(let start): return start
            case .hopeless: return nil
            case .failed: break
            }
            let seconds = wait
            let pause = state.withLock { state -> Task<Void, Never>? in
                // Another task is trying, or the listener is registered.
                guard state.attempt == nil, !state.isCancelled else { return nil }
                // Cancelling the pause ends it early.
                let pause = Task.detached { _ = try? await Task.sleep(for: .seconds(seconds)) }
                state.pause = pause
                return pause
            }
            await pause?.value
            wait = min(wait * 2, 30)
        }
    }

    /// Ends what is under way; nothing is tried again.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.attempt?.cancel()
            state.pause?.cancel()
        }
    }
}
