import Foundation
import RecordService
import Stores
import Synchronization
import WebServices

/// The other servers of a database: notifies them of what this one did, receives what they did, and
/// knows whether the database answers.
///
/// Correctness does not depend on notifications: everything is in the database, which each server
/// also reads periodically.
final class PeerServers: Sendable {
    /// What a notification is passed on to.
    struct Listener: Sendable {
        var receive: @Sendable (PeerNotification) async -> Void
        /// Notifications may have been lost.
        var catchUp: @Sendable () async -> Void
    }

    /// Threads on which chores wait for the database.
    let threads: WorkThreads
    /// Threads of the server's reports, which answer while all others wait.
    let reportThreads = WorkThreads(2)
    /// A lane of the threads for each kind of request, and for each container that was asked for.
    private let routeLanes: [Route: WorkThreads]
    private let containerLanes = Mutex<[ContainerRegistry.Key: WorkThreads]>([:])
    private let away = Atomic<Bool>(false)
    private let listener = Mutex<Listener?>(nil)
    private let notifier = Mutex<ServerNotifier?>(nil)
    private let isListening: Bool

    init(_ database: ServerDatabase, listens: Bool, threads: Int) {
        let threads = WorkThreads(threads)
        self.threads = threads
        routeLanes = Dictionary(
            uniqueKeysWithValues: Route.allCases.map { ($0, threads.lane()) })
        isListening = listens
        let notifier = database.notifier(listens: listens) { [weak self] in self?.receive($0) }
        self.notifier.withLock { $0 = notifier }
    }

    /// Seconds between two reads by a request that waits for notifications.
    var recheck: TimeInterval { notifier.withLock { $0 }?.isListening() == true ? 15 : 2 }

    /// The threads on which a request waits for the database.
    ///
    /// - Parameter exists: Whether there is a container of a name: invented ones share a lane.
    func threads(
        for route: Route, _ container: ContainerRegistry.Key?, where exists: (String) -> Bool
    ) -> WorkThreads {
        guard let key = container else { return routeLanes[route] ?? threads }
        if let lane = containerLanes.withLock({ $0[key] }) { return lane }
        guard exists(key.container) else { return routeLanes[route] ?? threads }
        return containerLanes.withLock { lanes in
            let lane = lanes[key] ?? threads.lane()
            lanes[key] = lane
            return lane
        }
    }

    /// The threads for work in a container that requests have asked for; else those for chores.
    func threads(of container: ContainerRegistry.Key) -> WorkThreads {
        containerLanes.withLock { $0[container] } ?? threads
    }

    /// Whether the database does not answer.
    var isAway: Bool { away.load(ordering: .relaxed) }

    /// Why the database does not answer, for the operator's log.
    var awayCause: String? {
        notifier.withLock { $0 }?.failure().map { ServiceError($0).logged }
    }

    /// Passes notifications on from now on.
    func begin(_ listener: Listener) { self.listener.withLock { $0 = listener } }

    /// Notifies the other servers.
    func notify(_ notification: PeerNotification) {
        guard isListening else { return }
        notifier.withLock { $0 }?.notify(notification.text)
    }

    private func receive(_ event: ServerNotifier.Event) {
        switch event {
        case .isAway: away.store(true, ordering: .relaxed)
        case .answers:
            away.store(false, ordering: .relaxed)
            pass(on: threads) { await $0.catchUp() }
        case .received(let text):
            guard let notification = PeerNotification(text) else { return }
            pass(on: notification.container.map(threads(of:)) ?? threads) {
                await $0.receive(notification)
            }
        }
    }

    private func pass(
        on threads: WorkThreads, _ body: @escaping @Sendable (Listener) async -> Void
    ) {
        guard let listener = listener.withLock({ $0 }) else { return }
        Task(executorPreference: threads) { await body(listener) }
    }

    /// Sends pending notifications, and closes the connection.
    func close() async {
        listener.withLock { $0 = nil }
        await notifier.withLock { $0 }?.close()
        threads.stop()
        reportThreads.stop()
    }
}
