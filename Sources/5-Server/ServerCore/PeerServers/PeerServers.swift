import Foundation
import Stores
import Synchronization

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

    /// Threads on which requests wait for the database.
    let threads: WorkThreads
    private let away = Atomic<Bool>(false)
    private let listener = Mutex<Listener?>(nil)
    private let notifier = Mutex<ServerNotifier?>(nil)
    private let isListening: Bool

    init(_ database: ServerDatabase, listens: Bool, threads: Int) {
        self.threads = WorkThreads(threads)
        isListening = listens
        let notifier = database.notifier(listens: listens) { [weak self] in self?.receive($0) }
        self.notifier.withLock { $0 = notifier }
    }

    /// Seconds between two reads by a request that waits for notifications.
    var recheck: TimeInterval { notifier.withLock { $0 }?.isListening() == true ? 15 : 2 }

    /// Whether the database does not answer.
    var isAway: Bool { away.load(ordering: .relaxed) }

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
            pass { await $0.catchUp() }
        case .received(let text):
            guard let notification = PeerNotification(text) else { return }
            pass { await $0.receive(notification) }
        }
    }

    private func pass(_ body: @escaping @Sendable (Listener) async -> Void) {
        guard let listener = listener.withLock({ $0 }) else { return }
        Task(executorPreference: threads) { await body(listener) }
    }

    /// Sends pending notifications, and closes the connection.
    func close() async {
        listener.withLock { $0 = nil }
        await notifier.withLock { $0 }?.close()
        threads.stop()
    }
}
