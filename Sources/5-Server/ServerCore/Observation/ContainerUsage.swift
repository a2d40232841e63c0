import Foundation
import Synchronization

/// How much was asked of each container: what ``Usage`` says of the whole server, with the mean
/// time instead of quantiles, which would take some megabytes a container.
///
/// Of bounded size: of the containers that were asked last.
final class ContainerUsage: Sendable {
    private struct Held {
        var usage: Usage
        /// When it was asked last, as a number that grows.
        var turn: Int
    }

    private struct State {
        var held: [ContainerRegistry.Key: Held] = [:]
        var turn = 0
    }

    private static let limit = 256
    private let state = Mutex(State())
    private let clock: @Sendable () -> Date

    init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// Counts a request to a container.
    func record(
        _ key: ContainerRegistry.Key, status: Int, took duration: Duration, received: Int64,
        sent: Int64
    ) {
        let usage = state.withLock { state in
            state.turn += 1
            // Looked up once: this runs in each request.
            if let index = state.held.index(forKey: key) {
                state.held.values[index].turn = state.turn
                return state.held.values[index].usage
            }
            if state.held.count >= ContainerUsage.limit,
                let oldest = state.held.min(by: { $0.value.turn < $1.value.turn })
            {
                state.held[oldest.key] = nil
            }
            let usage = Usage(countsQuantiles: false, clock: clock)
            state.held[key] = Held(usage: usage, turn: state.turn)
            return usage
        }
        usage.record(status: status, took: duration, received: received, sent: sent)
    }

    /// Notes how many bytes containers have on disk.
    func record(storage bytes: (ContainerRegistry.Key) -> Int64) {
        for (key, held) in state.withLock({ $0.held }) { held.usage.record(storage: bytes(key)) }
    }

    /// The last points of a container, as ``Usage/series(of:last:)`` has them.
    func series(of key: ContainerRegistry.Key, by step: Usage.Step, last count: Int) -> [Usage
        .Point]
    {
        let usage = state.withLock { $0.held[key]?.usage }
        return (usage ?? Usage(countsQuantiles: false, clock: clock)).series(of: step, last: count)
    }
}
