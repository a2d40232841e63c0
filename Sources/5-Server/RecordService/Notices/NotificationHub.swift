import Foundation
import Synchronization

/// The subscriptions of a container and the listeners that get their notifications.
final class NotificationHub: Sendable {
    let store: any RecordStore
    let container: String
    let options: ServiceOptions
    let faults: ServiceFaults
    /// Names this run of the service: each run numbers its notifications from the start, except
    /// where other processes serve the container too.
    let run: String
    let buffer: Int
    let state = Mutex(State())

    struct State: Sendable {
        /// What was read from the store.
        var places: [ServicePlace: Place] = [:]
        /// The users that see zones beside their owners, as they were a moment ago.
        var participants: [ZoneKey: (users: Set<String>, lookedAt: ContinuousClock.Instant)] = [:]
        /// How many times subscriptions were arranged.
        var indexCount = 0
        /// Counts changes in this process, so that an earlier read does not undo one.
        var changes = 0
        /// The latest notifications of each user.
        var logs: [ExactText: Log] = [:]
        /// How many notifications all users have in ``logs``, and their bytes.
        var logged = 0
        var loggedBytes = 0
        /// The numbers of each user's notifications that left the log and may be in the store still,
        /// where other processes look for them.
        var outdated: [ExactText: [Int]] = [:]
        var listeners: [UUID: Listener] = [:]
        var number = 0
        var isClosed = false
        /// What predicates became.
        var compiled: [SubscriptionIndex.QueryGroup: CompiledQueries] = [:]

        func logsMore(than count: Int, bytes: Int) -> Bool { logged > count || loggedBytes > bytes }
    }

    /// A zone of a user.
    struct ZoneKey: Hashable, Sendable {
        let owner: ExactText
        let zone: ZoneID
    }

    /// The subscriptions of a place as they were read.
    struct Place: Sendable {
        var subscriptions: [String: StoredSubscription] { didSet { index = nil } }
        /// The subscriptions arranged for changes; nil until one looks for them.
        var index: SubscriptionIndex?
        /// What was kept with them then, and when it was looked at; nil where it is to be looked
        /// at before they are needed next.
        var version: Data?
        var lookedAt: ContinuousClock.Instant?
    }

    /// The query subscriptions that an index had.
    struct CompiledQueries: Sendable {
        let index: Int
        let queries: QuerySubscriptions
    }

    /// Notices where other processes look for them in the store.
    let queue = NoticeQueue()

    /// So many old notifications of a user are removed from the store together.
    static let removedTogether = 64
    /// Subscriptions of one user, in all databases.
    static let subscriptionsPerUser = 200
    /// Bytes of one subscription: room for the longest predicate, and for what is shown.
    static let subscriptionBytes = PredicateBounds.quoted + 50_000
    /// Bytes of a record's fields in a notification, of which up to ``buffer`` stay for each user.
    static let fieldBytes = 32_768
    /// Subscriptions are counted and then kept, and in memory they are what was kept last.
    private let mutex = AsyncMutex()

    struct Listener: Sendable {
        var user: String
        var device: String
        var continuation: AsyncStream<ServiceNotification>.Continuation
    }

    init(
        store: any RecordStore, container: String, options: ServiceOptions, faults: ServiceFaults
    ) {
        self.store = store
        self.faults = faults
        self.container = container
        self.options = options
        buffer = max(1, options.notificationBuffer)
        run =
            options.hasOthers
            ? "shared" : String(UInt64.random(in: UInt64.min...UInt64.max), radix: 36)
    }

    // MARK: Devices

    /// The notifications to a device from now on.
    func listen(user: String, device: String) -> AsyncStream<ServiceNotification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(buffer)) { continuation in
            let id = UUID()
            let isOpen = state.withLock { state in
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
                self?.state.withLock { $0.listeners[id] = nil }
            }
        }
    }

    /// The notifications to a device after a number, sent or not.
    func missed(user: String, device: String, after number: Int) -> [ServiceNotification] {
        state.withLock { state in
            (state.logs[ExactText(user)]?.entries ?? [])
                .filter { $0.notification.number > number && $0.origin != device }
                .flatMap { Array(repeating: $0.notification, count: $0.copies) }
        }
    }

    /// The number of the last notification to any user; where other processes notify too, the last
    /// one to this user.
    func latest(for user: String?) -> Int {
        guard options.hasOthers else { return state.withLock { $0.number } }
        return user.map { last(of: $0) } ?? 0
    }

    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.continuation.finish() }
    }

    /// The notices for a user's devices.
    struct UserNotices: Sendable {
        var user: String
        /// The device whose change it was, when the change was the user's own; it gets no notices.
        var origin: String?
        var notices: [Notice]
    }

    /// Tells users' devices.
    func deliver(_ all: [UserNotices]) async {
        guard !all.isEmpty else { return }
        if options.hasOthers {
            // Notifications are best effort; the change feed has everything.
            await queue.store(all) { await self.keep($0) }
            return
        }
        state.withLock { state in
            for part in all {
                let first = state.number + 1
                state.number += part.notices.count
                add(
                    entries(part.notices, from: first, origin: part.origin), for: part.user,
                    to: &state)
            }
            if state.logsMore(
                than: options.notificationCapacity, bytes: options.notificationCapacityBytes)
            {
                forgetOldest(&state)
            }
        }
    }

    /// Forgets the older half of what all users have together: many of them never ask again.
    private func forgetOldest(_ state: inout State) {
        var last = state.number - options.notificationCapacity / 2
        if state.loggedBytes > options.notificationCapacityBytes {
            var room = options.notificationCapacityBytes / 2
            let all = state.logs.values.flatMap { log in
                log.entries.map { (number: $0.notification.number, size: $0.size) }
            }
            for entry in all.sorted(by: { $0.number > $1.number }) {
                room -= entry.size
                guard room < 0 else { continue }
                last = max(last, entry.number)
                break
            }
        }
        state.logs = state.logs.compactMapValues { log -> Log? in
            var log = log
            return log.remove(upTo: last) ? log : nil
        }
        state.logged = state.logs.values.reduce(0) { $0 + $1.entries.count }
        state.loggedBytes = state.logs.values.reduce(0) { $0 + $1.bytes }
    }

    /// Notices with their numbers.
    func entries(_ notices: [Notice], from first: Int, origin: String?) -> [Entry] {
        notices.enumerated().map { place, notice in
            Entry(
                notification: ServiceNotification(
                    number: first + place, subscription: notice.subscription,
                    database: notice.database, kind: notice.kind, info: notice.info,
                    container: container, isPruned: notice.isPruned),
                origin: origin)
        }
    }

    /// Adds notifications to a user in the order of their numbers, and passes them to listeners;
    /// gives the numbers of those that leave the log.
    @discardableResult
    func add(_ entries: [Entry], for user: String, to state: inout State) -> [Int] {
        let name = ExactText(user)
        var log = state.logs.removeValue(forKey: name) ?? Log()
        state.logged -= log.entries.count
        state.loggedBytes -= log.bytes
        for entry in entries where entry.notification.number > log.lastNumber {
            var entry = entry
            entry.copies = faults.copies(ofNotificationTo: user)
            log.append(entry)
            // In the lock, so that every device is notified in the order of the numbers.
            for listener in state.listeners.values
            where listener.user.hasSameBytes(as: user) && listener.device != entry.origin {
                for _ in 0..<entry.copies { listener.continuation.yield(entry.notification) }
            }
        }
        let removed = log.removeOldest(beyond: buffer, bytes: options.notificationBufferBytes)
        state.logged += log.entries.count
        state.loggedBytes += log.bytes
        if !log.entries.isEmpty { state.logs[name] = log }
        return removed
    }

    /// The notification to send.
    struct Notice: Sendable {
        var subscription: String
        var database: ServiceSession.Database
        var kind: ServiceNotification.Kind
        var info: Data?
        var isPruned = false
    }

    // MARK: Subscriptions

    /// Places that are remembered at most, and databases with a record type whose query subscriptions
    /// stay compiled.
    static let placeCapacity = 10_000

    /// The subscriptions of a place by their keys, read from the store when they are first needed,
    /// and when another process has changed some.
    func subscriptions(
        in place: ServicePlace
    ) async throws -> [String: StoredSubscription] {
        let start = ContinuousClock.now
        if let known = state.withLock({ $0.places[place] }), isFresh(known, at: start) {
            return known.subscriptions
        }
        return try await currentSubscriptions(in: place, start)
    }

    /// The subscriptions of a place, read from the store unless they are known and no other process
    /// has changed any.
    private func currentSubscriptions(
        in place: ServicePlace, _ start: ContinuousClock.Instant
    ) async throws -> [String: StoredSubscription] {
        if let known = state.withLock({ $0.places[place] }) {
            guard options.hasOthers else { return known.subscriptions }
            // Of few subscriptions the version costs as much as all of them.
            if known.subscriptions.count > 8,
                try await store.serviceData(for: StoredSubscription.versionKey, in: place)
                    == known.version
            {
                state.withLock { $0.places[place]?.lookedAt = start }
                return known.subscriptions
            }
        }
        return try await readSubscriptions(in: place, start)
    }

    private func isFresh(_ place: Place, at now: ContinuousClock.Instant) -> Bool {
        guard options.hasOthers else { return true }
        return place.lookedAt.map { now - $0 < NotificationHub.freshness } ?? false
    }

    /// The subscriptions of a place, arranged for changes.
    func index(of place: ServicePlace) async throws -> SubscriptionIndex {
        let now = ContinuousClock.now
        if let known = state.withLock({ $0.places[place] }), let index = known.index,
            isFresh(known, at: now)
        {
            return index
        }
        let all = try await subscriptions(in: place)
        return state.withLock { state in
            if let index = state.places[place]?.index { return index }
            state.indexCount += 1
            let index = SubscriptionIndex(
                state.places[place]?.subscriptions ?? all, number: state.indexCount)
            state.places[place]?.index = index
            return index
        }
    }

    /// How long subscriptions are believed to be what they were.
    static let freshness = Duration.seconds(1)

    private func readSubscriptions(
        in place: ServicePlace, _ start: ContinuousClock.Instant
    ) async throws -> [String: StoredSubscription] {
        while true {
            let changes = state.withLock { $0.changes }
            // With the version, whose key begins alike.
            let data = try await store.serviceData(prefix: "subscription", in: place)
            var found: [String: StoredSubscription] = [:]
            for (key, bytes) in data {
                if let stored = StoredSubscription(bytes), stored.key == key { found[key] = stored }
            }
            let isCurrent = state.withLock { state in
                guard state.changes == changes else { return false }
                if state.places.count >= NotificationHub.placeCapacity { state.places = [:] }
                var new = state.places[place] ?? Place(subscriptions: found)
                // What is the same stays arranged.
                if new.subscriptions != found { new.subscriptions = found }
                new.version = data[StoredSubscription.versionKey]
                new.lookedAt = start
                state.places[place] = new
                return true
            }
            if isCurrent { return found }
        }
    }

    /// Has the store asked for subscriptions before they are needed next.
    func lookAgain() {
        state.withLock { state in
            for place in state.places.keys { state.places[place]?.lookedAt = nil }
        }
    }

    /// Keeps a subscription, durably first.
    ///
    /// - Throws: `limitExceeded` beyond the limit of a user, as every write evaluates each of them,
    ///   and for one that is too large to stay in memory.
    func save(_ stored: StoredSubscription) async throws {
        let data = try stored.data()
        guard data.count <= NotificationHub.subscriptionBytes else {
            throw ServiceError(
                StoreError(
                    .limitExceeded,
                    ["limit": "\(NotificationHub.subscriptionBytes) bytes for a subscription"]))
        }
        let places: Set = [stored.place, .public, .private(user: stored.user)]
        try await mutex.run {
            for _ in 0..<50 {
                var others = 0
                var known: Data?
                for place in places {
                    let all = try await self.currentSubscriptions(in: place, .now)
                    others += all.values.count { $0.user == stored.user && $0.key != stored.key }
                    if place == stored.place {
                        known = self.state.withLock { $0.places[place]?.version }
                    }
                }
                guard others < NotificationHub.subscriptionsPerUser else {
                    throw ServiceError(
                        StoreError(
                            .limitExceeded,
                            ["limit": "\(NotificationHub.subscriptionsPerUser) subscriptions"]))
                }
                if try await self.keep(
                    [stored.key: data], where: [StoredSubscription.versionKey: known],
                    in: stored.place)
                {
                    self.state.withLock { state in
                        state.changes += 1
                        state.places[stored.place]?.subscriptions[stored.key] = stored
                    }
                    self.options.notifyPeers(.subscriptions)
                    return
                }
                // Another process was faster; it may have been the last that was allowed.
                self.state.withLock { $0.places[stored.place] = nil }
            }
            throw StoreError(.busy)
        }
    }

    /// Writes subscriptions and what tells others so, where something still stands.
    private func keep(
        _ entries: [String: Data?], where known: [String: Data?], in place: ServicePlace
    ) async throws -> Bool {
        var random = SystemRandomNumberGenerator()
        let version = Data((0..<8).map { _ in UInt8.random(in: 0...255, using: &random) })
        var all = entries
        all[StoredSubscription.versionKey] = version
        guard try await store.setServiceData(all, where: known, in: place) else { return false }
        state.withLock { state in
            // Where something else was written meanwhile, it is read once more.
            if known[StoredSubscription.versionKey] == .some(state.places[place]?.version) {
                state.places[place]?.version = version
            }
        }
        return true
    }

    /// Forgets a subscription; false when there was none.
    @discardableResult
    func remove(key: String, in place: ServicePlace) async throws -> Bool {
        _ = try await subscriptions(in: place)
        return try await mutex.run {
            for _ in 0..<50 {
                let stored = try await self.store.serviceData(for: key, in: place)
                // The process that removes it from the store may fire it: once means once.
                if let stored {
                    guard try await self.keep([key: nil], where: [key: stored], in: place) else {
                        continue
                    }
                }
                self.state.withLock { state in
                    state.changes += 1
                    state.places[place]?.subscriptions[key] = nil
                }
                if stored != nil { self.options.notifyPeers(.subscriptions) }
                return stored != nil
            }
            throw StoreError(.busy)
        }
    }
}
