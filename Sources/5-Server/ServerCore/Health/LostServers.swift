import RecordCore
import Stores
import Synchronization

/// The servers of a database spread over several that do not answer, looked for every few seconds at
/// most.
final class LostServers: Sendable {
    private struct State {
        var servers: [String] = []
        var isLooking = false
        var lookedAt: ContinuousClock.Instant?
    }

    /// How long a request waits for an answer; later ones get it.
    private static let patience = Duration.seconds(3)
    /// How long an answer is believed.
    private static let freshness = Duration.seconds(5)

    private let database: ServerDatabase
    private let store: any RecordStore
    private let threads: WorkThreads
    private let state = Mutex(State())

    init(_ database: ServerDatabase, _ store: any RecordStore, on threads: WorkThreads) {
        self.database = database
        self.store = store
        self.threads = threads
    }

    /// The servers, as `host:port`.
    func servers() async -> [String] {
        let now = ContinuousClock.now
        // One request looks; others meanwhile get what was found before.
        let looks = state.withLock { state in
            if let lookedAt = state.lookedAt, now < lookedAt + LostServers.freshness {
                return false
            }
            guard !state.isLooking else { return false }
            state.lookedAt = now
            state.isLooking = true
            return true
        }
        if looks { await look() }
        return state.withLock { $0.servers }
    }

    /// Looks for them, and waits for that as long as a request does.
    private func look() async {
        let (ended, end) = AsyncStream<Void>.makeStream()
        Task(executorPreference: threads) { [self] in
            // Where the database itself does not answer, the request says that.
            let servers = (try? database.lostServers(of: store)) ?? []
            state.withLock { state in
                state.servers = servers
                state.isLooking = false
            }
            end.finish()
        }
        await withTaskGroup { group in
            group.addTask { for await _ in ended {} }
            group.addTask { try? await Task.sleep(for: LostServers.patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
