#if Postgres
import CPostgres
import Synchronization

/// Which of the servers of a URL takes writes, as far as its ``PostgresNotifier`` knows.
///
/// A server that is stopped keeps its connections, and a client that waits for it gets no error.
/// The notifier notices its silence within seconds and finds the server that took its place.
final class PostgresPrimary: Sendable {
    private struct State {
        var endpoint: String?
        /// When it took over from another one.
        var since: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private static let known = Mutex<[String: PostgresPrimary]>([:])
    /// That of no server.
    static let none = PostgresPrimary()

    /// The known servers of a URL, shared by all databases of the process.
    static func of(_ url: String) -> PostgresPrimary {
        known.withLock { known in
            if let existing = known[url] { return existing }
            let primary = PostgresPrimary()
            known[url] = primary
            return primary
        }
    }

    /// Notes which server the notifier's new connection leads to.
    func note(_ endpoint: String) {
        state.withLock { state in
            guard state.endpoint != endpoint else { return }
            if state.endpoint != nil { state.since = .now }
            state.endpoint = endpoint
        }
    }

    /// Whether another server has taken over from the one that a connection leads to.
    ///
    /// - Parameter begin: When the connection was made. What was made later knows better.
    func hasFailedOver(from endpoint: String, since begin: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard let since = state.since else { return false }
            return state.endpoint != endpoint && begin < since
        }
    }

    /// The server that a connection leads to.
    static func endpoint(_ handle: OpaquePointer) -> String {
        [PQhostaddr(handle), PQhost(handle), PQport(handle)]
            .map { $0.map { String(cString: $0) } ?? "" }.joined(separator: " ")
    }
}
#endif
