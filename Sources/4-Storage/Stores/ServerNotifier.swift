#if Postgres
import PostgresEngine
#endif
package import RecordCore

/// Notifies the other servers of a database that something happened (`NOTIFY`).
///
///     let notifier = database.notifier { event in … }
///     notifier.notify("accounts")
///
/// Notifications may be lost: they make waiting shorter, and nothing depends on them.
public struct ServerNotifier: Sendable {
    /// What a notifier reports.
    ///
    ///     let notifier = database.notifier { event in
    ///         if case .received(let text) = event { reload(text) }  // "accounts", of another server
    ///         if case .answers = event { reloadAll() }              // some may have been lost
    ///     }
    ///     notifier.notify("accounts")  // the others get .received("accounts")
    public enum Event: Hashable, Sendable {
        /// The database answers, now or again: notifications may have been lost before.
        case answers
        /// The database does not answer.
        case isAway
        /// Another server has sent a notification.
        case received(String)
    }

    /// Notifies the other servers, soon.
    public let notify: @Sendable (String) -> Void
    /// Whether notifications are received; not from a database that knows none, as CockroachDB.
    public let isListening: @Sendable () -> Bool
    /// Why the database does not answer; nil while it does.
    package let failure: @Sendable () -> StoreError?
    /// Sends pending notifications, and closes the connection.
    public let close: @Sendable () async -> Void
}

/// The earlier name of ``ServerNotifier``.
@available(*, deprecated, renamed: "ServerNotifier")
public typealias ServerBell = ServerNotifier

extension ServerNotifier {
    /// The earlier name of ``notify``.
    @available(*, deprecated, renamed: "notify")
    public var ring: @Sendable (String) -> Void { notify }
}

extension ServerNotifier.Event {
    /// The earlier name of ``received(_:)``.
    @available(*, deprecated, renamed: "received(_:)")
    public static func rang(_ text: String) -> ServerNotifier.Event { .received(text) }
}

extension ServerDatabase {
    /// The earlier name of ``notifier(listens:receive:)``.
    @available(*, deprecated, renamed: "notifier(listens:receive:)")
    public func bell(
        listens: Bool = true, hear: @escaping @Sendable (ServerNotifier.Event) -> Void
    ) -> ServerNotifier {
        notifier(listens: listens, receive: hear)
    }

    /// A notifier of the database.
    ///
    /// - Parameters:
    ///   - listens: Whether notifications are received, or only the database is watched.
    ///   - receive: Called on a thread of its own.
    public func notifier(
        listens: Bool = true, receive: @escaping @Sendable (ServerNotifier.Event) -> Void
    ) -> ServerNotifier {
        #if Postgres
        let notifier = PostgresNotifier(url, channel: prefix, listens: listens) { event in
            switch event {
            case .answers: receive(.answers)
            case .isAway: receive(.isAway)
            case .received(let text): receive(.received(text))
            }
        }
        return ServerNotifier(
            notify: { notifier.notify($0) }, isListening: { notifier.isListening },
            failure: { notifier.failure }, close: { await notifier.close() })
        #else
        // There is no such database without PostgreSQL.
        return ServerNotifier(notify: { _ in }, isListening: { false }, failure: { nil }, close: {})
        #endif
    }
}
