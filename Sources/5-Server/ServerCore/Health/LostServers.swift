import RecordCore
import Stores
import Synchronization

/// The servers of a database spread over several that do not answer, looked for every few seconds at
/// most.
final class LostServers: Sendable {
    private struct State {
        var servers: [String] = []
        var lookedAt: ContinuousClock.Instant?
    }

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
        let known = state.withLock { state -> [String]? in
            if let lookedAt = state.lookedAt, now < lookedAt + LostServers.freshness {
                return state.servers
            }
            state.lookedAt = now
            return nil
        }
        if let known { return known }
        let (database, store) = (database, store)
        let found = Task(executorPreference: threads) { try database.lostServers(of: store) }
        // Where the database itself does not answer, the request says that.
        let servers = (try? await found.value) ?? []
        state.withLock { $0.servers = servers }
        return servers
    }
}
