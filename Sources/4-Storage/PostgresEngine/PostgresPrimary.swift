#if Postgres
import CPostgres
import Synchronization

/// Which of the servers of a URL takes writes, as far as its ``PostgresNotifier`` knows.
///
/// A server that is stopped keeps its connections, and a client that waits for it gets no error.
/// The bell notices its silence within seconds and finds the server that took its place.
final class PostgresPrimary: Sendable {
    private struct State {
        var place: String?
        /// When it took another's place.
        var since: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private static let known = Mutex<[String: PostgresPrimary]>([:])

    /// The known servers of a URL, shared by all databases of the process.
    static func of(_ url: String) -> PostgresPrimary {
        known.withLock { known in
            if let found = known[url] { return found }
            let leader = PostgresPrimary()
            known[url] = leader
            return leader
        }
    }

    /// Notes which server the bell's new connection leads to.
    func note(_ place: String) {
        state.withLock { state in
            guard state.place != place else { return }
            if state.place != nil { state.since = .now }
            state.place = place
        }
    }

    /// Whether another server has taken the place of the one that a connection leads to.
    ///
    /// - Parameter begin: When the connection was made. What was made later knows better.
    func hasFailedOver(than place: String, since begin: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard let since = state.since else { return false }
            return state.place != place && begin < since
        }
    }

    /// The server that a connection leads to.
    static func place(_ handle: OpaquePointer) -> String {
        [PQhostaddr(handle), PQhost(handle), PQport(handle)]
            .map { $0.map { String(cString: $0) } ?? "" }.joined(separator: " ")
    }
}
#endif
