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
    }

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
    func save(_ stored: StoredSubscription) async throws {
        _ = try await subscriptions()
        try await store.setServiceData([stored.key: try stored.data()])
        state.with { $0.subscriptions?[stored.key] = stored }
    }

    /// Forgets a subscription; false when there was none.
    @discardableResult
    func remove(key: String) async throws -> Bool {
        _ = try await subscriptions()
        // Whoever takes it out here may fire it: once means once.
        guard state.with({ $0.subscriptions?.removeValue(forKey: key) }) != nil else {
            return false
        }
        try await store.setServiceData([key: nil])
        return true
    }
}
