import Foundation
import Synchronization

/// What of a container's sessions listens, or begins to.
///
/// Who begins to listen hears what happens from then on, so whatever is asked of the container
/// meanwhile waits until the server knows of it.
final class Listening: Sendable {
    private struct State {
        var beginning: [UUID: Task<Void, Never>] = [:]
        var running: [UUID: Task<Void, Never>] = [:]
    }
    private let state = Mutex(State())

    /// Waits until everybody who began to listen does.
    func ready() async {
        let tasks = state.withLock { Array($0.beginning.values) }
        for task in tasks { await task.value }
    }

    /// Runs what begins to listen and then goes on.
    ///
    /// - Parameters:
    ///   - begin: Tells the server; gives what goes on, nil when it failed.
    ///   - ended: Called once when nothing goes on any more.
    func run<Start: Sendable>(
        begin: @escaping @Sendable () async -> Start?,
        then goOn: @escaping @Sendable (Start) async -> Void,
        ended: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let id = UUID()
        // What a task removes when it ends is there before it can begin.
        return state.withLock { state in
            let first = Task.detached { await begin() }
            state.beginning[id] = Task.detached {
                _ = await first.value
                self.state.withLock { $0.beginning[id] = nil }
            }
            let running = Task.detached {
                await withTaskCancellationHandler {
                    if let start = await first.value { await goOn(start) }
                } onCancel: {
                    first.cancel()
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
