#if Postgres
import PostgresEngine
#endif

/// By which the servers of a database tell each other that something happened.
///
///     let bell = database.bell { event in … }
///     bell.ring("accounts")
///
/// What is rung may be lost: it makes waiting shorter, and nothing depends on it.
public struct ServerNotifier: Sendable {
    /// An event that the bell reports.
    public enum Event: Hashable, Sendable {
        /// The database answers, now or again: rings may have been lost before.
        case answers
        /// The database does not answer.
        case isAway
        /// Another server has rung.
        case rang(String)
    }

    /// Tells the others something, soon.
    public let ring: @Sendable (String) -> Void
    /// Sends pending notifications, and closes the connection.
    public let close: @Sendable () async -> Void
}

extension ServerDatabase {
    /// A bell of the database.
    ///
    /// - Parameters:
    ///   - listens: Whether notifications are received, or only the database is watched.
    ///   - hear: Called on a thread of the bell's own.
    public func bell(
        listens: Bool = true, hear: @escaping @Sendable (ServerNotifier.Event) -> Void
    ) -> ServerNotifier {
        #if Postgres
        let bell = PostgresNotifier(url, channel: prefix, listens: listens) { event in
            switch event {
            case .answers: hear(.answers)
            case .isAway: hear(.isAway)
            case .rang(let text): hear(.rang(text))
            }
        }
        return ServerNotifier(ring: { bell.ring($0) }, close: { await bell.close() })
        #else
        // There is no such database without PostgreSQL.
        return ServerNotifier(ring: { _ in }, close: {})
        #endif
    }
}
