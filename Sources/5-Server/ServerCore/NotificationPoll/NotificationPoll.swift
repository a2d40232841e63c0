import Accounts
import Foundation
import RecordCore
import RecordService
import Synchronization
import WebServices

/// Notifications that wait to be fetched: a client asks, and is answered when there are notifications.
///
/// What a token says stands in it, sealed. What a client was told last is remembered, so that
/// what happens between two of its questions waits for the second; a client that says itself
/// where it is (`after`) may lose an answer and ask again.
final class NotificationPoll: Sendable {
    /// The user and container that a polling token belongs to.
    struct Address: Hashable, Sendable {
        var container: ContainerRegistry.Key
        var user: String
        var device: String
        /// Tells two tokens of one device apart.
        var mark: String
        /// The last notification there was when the token was made.
        var start: Int
        /// The server's run in which the token was made.
        var run: String
        /// Whether the user had an account then: closing the account ends the notifications.
        var hasAccount: Bool
        /// What the token was asked for with, whose end is the token's too; nil where nothing was
        /// needed, and in tokens of earlier versions.
        var credential: Credential?

        /// Whether the token brings a notification: with a server-to-server key there is the
        /// public database alone, though the key's user may have subscriptions in others.
        func tells(_ notification: ServiceNotification) -> Bool {
            notification.database == .public || credential?.kind != .serverKey
        }
    }

    /// A credential as the accounts know it; no secret.
    struct Credential: Hashable, Sendable {
        var kind: Principal.Kind
        var id: String
        /// What ends it too: ``Principal/origin``.
        var origin: String?
    }

    /// What is remembered of a token.
    private struct Listener: Sendable {
        /// The number of the last notification that it received.
        var told: Int?
        /// When it was last asked with.
        var askedAt: Date
    }

    private struct State: Sendable {
        var listeners: [String: Listener] = [:]
        var waiting: [UUID: Task<Bool, Never>] = [:]
        /// How many of ``waiting`` each user has.
        var waitingByUser: [ExactText: Int] = [:]
        var isClosed = false
    }

    private let seal: Seal
    private let limits: HostLimits
    /// Tokens that are remembered at most.
    private let capacity: Int
    private let state = Mutex(State())
    /// Numbers start over with each server process, so each run has a name; servers that share a
    /// database continue each other's numbers.
    let run: String
    private let peers: PeerServers?
    /// Where servers that share a database store the positions of tokens.
    private let store: any RecordStore

    init(
        _ limits: HostLimits, seal: Seal, store: any RecordStore, _ peers: PeerServers? = nil,
        capacity: Int = 50_000
    ) {
        self.limits = limits
        self.capacity = capacity
        self.seal = seal
        self.store = store
        self.peers = peers
        run =
            peers == nil
            ? String(UInt64.random(in: 1 << 60...UInt64.max), radix: 36) : "shared"
    }

    /// How many clients wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    // MARK: Tokens

    /// Seconds that a token is good.
    static let lifetime: TimeInterval = 90 * 86_400

    /// A new token for a device, from the newest notification on.
    func newToken(
        _ container: ContainerRegistry.Key, user: String, device: String, after number: Int,
        hasAccount: Bool, credential: Credential? = nil,
        lifetime: TimeInterval = NotificationPoll.lifetime, at now: Date
    ) -> String {
        seal.text(
            "courier",
            [
                container.container, container.environment.rawValue, user, device,
                String(UInt32.random(in: 0...UInt32.max), radix: 36), String(number), run,
                hasAccount ? "1" : "0", credential?.kind.rawValue ?? "", credential?.id ?? "",
                credential?.origin ?? "",
            ], until: now.addingTimeInterval(min(lifetime, NotificationPoll.lifetime)))
    }

    /// Whose a token is; nil when it was not made here.
    func address(_ token: some StringProtocol, at now: Date) -> Address? {
        // Earlier versions sealed eight parts, without a credential, or ten, without its origin.
        guard let parts = seal.parts("courier", in: token, at: now),
            [8, 10, 11].contains(parts.count),
            let environment = EndpointPath.Environment(rawValue: parts[1]),
            let start = Int(parts[5])
        else { return nil }
        var credential: Credential?
        if parts.count >= 10, !parts[9].isEmpty {
            guard let kind = Principal.Kind(rawValue: parts[8]) else { return nil }
            let origin = parts.dropFirst(10).first { !$0.isEmpty }
            credential = Credential(kind: kind, id: parts[9], origin: origin)
        }
        return Address(
            container: ContainerRegistry.Key(parts[0], environment), user: parts[2],
            device: parts[3], mark: parts[4], start: start, run: parts[6],
            hasAccount: parts[7] == "1", credential: credential)
    }

    /// The name of a notification for clients.
    func id(_ number: Int) -> String { "\(run)-\(number)" }

    /// The number after which a client has heard nothing; it names the last notification that it
    /// knows, or leaves it to the server to remember.
    private func place(
        _ token: String, _ address: Address, after id: String?
    ) async throws -> Int {
        if let id {
            let parts = id.split(separator: "-")
            guard parts.count == 2, parts[0] == run, let number = Int(parts[1]) else {
                // Of an earlier run: everything of this one is new.
                return 0
            }
            return number
        }
        var told = state.withLock { $0.listeners[token]?.told }
        let key = NotificationPoll.key(token)
        if peers != nil, let data = try await store.serviceData(for: key, in: .named(key)) {
            // Another server may have sent more.
            told = max(told ?? 0, Int(String(decoding: data, as: UTF8.self)) ?? 0)
        }
        return told ?? (address.run == run ? address.start : 0)
    }

    private static let prefix = "told/"
    private static func key(_ token: String) -> String {
        prefix + ContentHash.hex(of: Data(token.utf8))
    }

    /// Removes the positions of expired tokens.
    func removeOld(at now: Date) async {
        guard peers != nil else { return }
        let past = Int(now.addingTimeInterval(-91 * 86_400).timeIntervalSince1970 * 1_000_000)
        // The next sweep removes what stays.
        try? await store.removeServiceData(prefix: NotificationPoll.prefix) {
            (Int(String(decoding: $0, as: UTF8.self)) ?? 0) < past
        }
    }

    // MARK: Waiting

    /// Notifications for a token: at once where there are any, otherwise when there are, or none after a
    /// while.
    ///
    /// - Parameters:
    ///   - session: What the token's user sees from the token's device.
    ///   - id: The last notification that the client knows.
    ///   - limit: How many at most.
    /// - Throws: ``WireError`` when too many wait, of all users or of this one.
    func notifications(
        _ token: String, _ address: Address, _ session: ServiceSession, after id: String?,
        limit: Int, at now: Date
    ) async throws -> [ServiceNotification] {
        let place = try await place(token, address, after: id)
        // Listening begins before looking back, so that nothing falls between.
        let stream = session.notifications()
        try await session.catchUp()
        var found = session.missedNotifications(after: place).filter(address.tells)
        if found.isEmpty {
            // A notification of another server may have been lost.
            let lookout = peers.map { peers in
                Task(executorPreference: peers.threads(of: address.container)) {
                    while !Task.isCancelled {
                        try await Task.sleep(for: .seconds(peers.recheck))
                        // The next round looks again.
                        try? await session.catchUp()
                    }
                }
            }
            defer { lookout?.cancel() }
            if try await wait(stream, for: address, after: place) {
                // With what came at the same time, in order.
                found = session.missedNotifications(after: place).filter(address.tells)
            }
        }
        state.withLock { state in
            state.listeners[token, default: Listener(askedAt: now)].askedAt = now
            if state.listeners.count > capacity { tidy(&state, at: now) }
        }
        return Array(found.prefix(max(1, limit)))
    }

    /// Notes what a client has received; until then the same is sent again, so that a lost answer
    /// loses nothing.
    func note(_ token: String, toldUpTo number: Int) async {
        state.withLock { state in
            // A listener that was forgotten meanwhile gets the notification once more.
            let told = state.listeners[token]?.told ?? 0
            state.listeners[token]?.told = max(number, told)
        }
        guard peers != nil else { return }
        // Where it is not noted, the client receives the notification once more.
        let key = NotificationPoll.key(token)
        try? await store.setServiceData([key: Data(String(number).utf8)], in: .named(key))
    }

    /// Waits for a notification after a number; false when there was none in time.
    private func wait(
        _ stream: AsyncStream<ServiceNotification>, for address: Address, after place: Int
    ) async throws -> Bool {
        let id = UUID()
        let user = ExactText(address.user)
        let listener = Task {
            for await notification in stream
            where notification.number > place && address.tells(notification) { return true }
            return false
        }
        let refusal = state.withLock { state -> WireError? in
            guard !state.isClosed, state.waiting.count < limits.polls else {
                return WireError(.tryAgainLater, "too many wait for notifications", retryAfter: 30)
            }
            guard state.waitingByUser[user, default: 0] < limits.pollsPerUser else {
                return WireError(
                    .throttled, "too many requests of the user wait for notifications",
                    retryAfter: 30)
            }
            state.waiting[id] = listener
            state.waitingByUser[user, default: 0] += 1
            return nil
        }
        if let refusal {
            listener.cancel()
            throw refusal
        }
        let seconds = limits.pollSeconds
        let alarm = Task {
            try await Task.sleep(for: .seconds(seconds))
            listener.cancel()
        }
        defer {
            alarm.cancel()
            state.withLock { state in
                state.waiting[id] = nil
                let left = (state.waitingByUser[user] ?? 0) - 1
                state.waitingByUser[user] = left > 0 ? left : nil
            }
        }
        return await withTaskCancellationHandler {
            await listener.value
        } onCancel: {
            listener.cancel()
        }
    }

    /// Answers all waiting requests that there are no notifications; later ones do not wait.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return Array(state.waiting.values)
        }
        for listener in waiting { listener.cancel() }
    }

    /// Forgets the tokens that no client polls with.
    func tidy(at now: Date) { state.withLock { tidy(&$0, at: now) } }

    private func tidy(_ state: inout State, at now: Date) {
        let past = now.addingTimeInterval(-86_400)
        state.listeners = state.listeners.filter { $0.value.askedAt >= past }
        guard state.listeners.count > capacity else { return }
        let oldest = state.listeners.sorted { $0.value.askedAt < $1.value.askedAt }
        for (token, _) in oldest.prefix(capacity / 4) { state.listeners[token] = nil }
    }

    /// How many tokens are remembered.
    var remembered: Int { state.withLock { $0.listeners.count } }
}
