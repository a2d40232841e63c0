import Foundation

/// Who is to be told of what, and who listens.
final class NotificationHub: Sendable {
    let store: any RecordStore
    let container: String
    let options: ServiceOptions
    /// Names this run of the service: numbers begin anew in each.
    let run = String(UInt64.random(in: UInt64.min...UInt64.max), radix: 36)
    private let buffer: Int
    private let state = Guarded(State())

    private struct State: Sendable {
        /// Nil until they were read from the store.
        var subscriptions: [String: StoredSubscription]?
        /// The latest notifications of each user.
        var logs: [String: [Entry]] = [:]
        var listeners: [UUID: Listener] = [:]
        var number = 0
        var isClosed = false
        /// What predicates became, of subscriptions as they stand.
        var compiled: [String: CompiledQuery] = [:]
    }

    /// A predicate made ready for the records of a type as the type was.
    private struct CompiledQuery: Sendable {
        var type: RecordType
        var evaluator: Evaluator<Record>
    }

    /// Subscriptions of one user, in all databases.
    static let subscriptionsPerUser = 200
    /// Subscriptions are counted and then kept.
    private let gate = Gate()

    private struct Entry: Sendable {
        var notification: ServiceNotification
        /// The device whose change it was, when the change was the user's own.
        var origin: String?
    }

    private struct Listener: Sendable {
        var user: String
        var device: String
        var continuation: AsyncStream<ServiceNotification>.Continuation
    }

    init(store: any RecordStore, container: String, options: ServiceOptions) {
        self.store = store
        self.container = container
        self.options = options
        buffer = max(1, options.notificationBuffer)
    }

    // MARK: Devices

    /// What is told to a device from now on.
    func listen(user: String, device: String) -> AsyncStream<ServiceNotification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(buffer)) { continuation in
            let id = UUID()
            let isOpen = state.with { state in
                guard !state.isClosed else { return false }
                state.listeners[id] = Listener(
                    user: user, device: device, continuation: continuation)
                return true
            }
            guard isOpen else {
                continuation.finish()
                return
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.with { $0.listeners[id] = nil }
            }
        }
    }

    /// What a device was told, or would have been, after a number.
    func missed(user: String, device: String, after number: Int) -> [ServiceNotification] {
        state.with { state in
            (state.logs[user] ?? [])
                .filter { $0.notification.number > number && $0.origin != device }
                .map(\.notification)
        }
    }

    /// The number of the latest notification.
    var latest: Int { state.with { $0.number } }

    func close() {
        let listeners = state.with { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.continuation.finish() }
    }

    /// Tells a user's devices, except the one whose change it was.
    func deliver(_ notices: [Notice], user: String, origin: String?) {
        guard !notices.isEmpty else { return }
        state.with { state in
            for notice in notices {
                state.number += 1
                let notification = ServiceNotification(
                    number: state.number, subscription: notice.subscription,
                    database: notice.database, kind: notice.kind, info: notice.info,
                    container: container)
                state.logs[user, default: []].append(
                    Entry(notification: notification, origin: origin))
                // In the lock, so that every device hears in the order of the numbers.
                for listener in state.listeners.values
                where listener.user == user && listener.device != origin {
                    listener.continuation.yield(notification)
                }
            }
            let extra = (state.logs[user]?.count ?? 0) - buffer
            if extra > 0 { state.logs[user]?.removeFirst(extra) }
        }
    }

    /// What is to be told.
    struct Notice: Sendable {
        var subscription: String
        var database: ServiceSession.Database
        var kind: ServiceNotification.Kind
        var info: Data?
    }

    // MARK: Subscriptions

    /// All subscriptions, read from the store when they are first needed.
    func subscriptions() async throws -> [StoredSubscription] {
        if let known = state.with({ $0.subscriptions }) { return Array(known.values) }
        let data = try await store.serviceData(prefix: StoredSubscription.prefix)
        return state.with { state in
            var known = state.subscriptions ?? [:]
            if state.subscriptions == nil {
                for (key, bytes) in data {
                    if let stored = StoredSubscription(bytes), stored.key == key {
                        known[key] = stored
                    }
                }
                state.subscriptions = known
            }
            return Array(known.values)
        }
    }

    /// Keeps a subscription, durably first.
    ///
    /// - Throws: `limitExceeded` for one more than a user may have: each is asked of every write.
    func save(_ stored: StoredSubscription) async throws {
        let data = try stored.data()
        try await gate.run {
            let others = try await self.subscriptions().count {
                $0.user == stored.user && $0.key != stored.key
            }
            guard others < NotificationHub.subscriptionsPerUser else {
                throw ServiceError(
                    StoreError(
                        .limitExceeded,
                        ["limit": "\(NotificationHub.subscriptionsPerUser) subscriptions"]))
            }
            try await self.store.setServiceData([stored.key: data])
            self.state.with { state in
                state.subscriptions?[stored.key] = stored
                state.compiled[stored.key] = nil
            }
        }
    }

    /// What a subscription's predicate became, where neither it nor the type has changed since.
    func compiled(_ stored: StoredSubscription, _ type: RecordType) -> Evaluator<Record>? {
        guard let found = state.with({ $0.compiled[stored.key] }), found.type == type else {
            return nil
        }
        return found.evaluator
    }

    /// Remembers what a subscription's predicate became.
    func remember(
        _ evaluator: Evaluator<Record>, for stored: StoredSubscription, _ type: RecordType
    ) {
        state.with { state in
            // It may have been replaced while it was compiled.
            guard state.subscriptions?[stored.key] == stored else { return }
            state.compiled[stored.key] = CompiledQuery(type: type, evaluator: evaluator)
        }
    }

    /// Forgets a subscription; false when there was none.
    @discardableResult
    func remove(key: String) async throws -> Bool {
        _ = try await subscriptions()
        // Whoever takes it out here may fire it: once means once.
        let removed = state.with { state in
            state.compiled[key] = nil
            return state.subscriptions?.removeValue(forKey: key)
        }
        guard removed != nil else {
            return false
        }
        try await store.setServiceData([key: nil])
        return true
    }
}
