import Foundation
import RecordService
import Stores
import Synchronization

/// The other servers of a database: notifies them of what this one did, receives what they did, and
/// knows whether the database answers.
///
/// Correctness does not depend on notifications: everything is in the database, which each server
/// also reads periodically.
final class PeerServers: Sendable {
    /// What a hint is passed on to.
    struct Listener: Sendable {
        var hear: @Sendable (PeerNotification) async -> Void
        /// Hints may have been lost.
        var catchUp: @Sendable () async -> Void
    }

    /// Threads on which requests wait for the database.
    let threads: WorkThreads
    /// Seconds between two reads by a request that waits for news.
    let recheck: TimeInterval
    private let away = Atomic<Bool>(false)
    private let listener = Mutex<Listener?>(nil)
    private let bell = Mutex<ServerNotifier?>(nil)
    private let isListening: Bool

    init(_ database: ServerDatabase, listens: Bool, threads: Int) {
        self.threads = WorkThreads(threads)
        isListening = listens
        recheck = listens ? 15 : 2
        let bell = database.bell(listens: listens) { [weak self] in self?.hear($0) }
        self.bell.withLock { $0 = bell }
    }

    /// Whether the database does not answer.
    var isAway: Bool { away.load(ordering: .relaxed) }

    /// Passes hints on from now on.
    func begin(_ listener: Listener) { self.listener.withLock { $0 = listener } }

    /// Tells the others.
    func tell(_ hint: PeerNotification) {
        guard isListening else { return }
        bell.withLock { $0 }?.ring(hint.text)
    }

    private func hear(_ event: ServerNotifier.Event) {
        switch event {
        case .isAway: away.store(true, ordering: .relaxed)
        case .answers:
            away.store(false, ordering: .relaxed)
            pass { await $0.catchUp() }
        case .rang(let text):
            guard let hint = PeerNotification(text) else { return }
            pass { await $0.hear(hint) }
        }
    }

    private func pass(_ body: @escaping @Sendable (Listener) async -> Void) {
        guard let listener = listener.withLock({ $0 }) else { return }
        Task(executorPreference: threads) { await body(listener) }
    }

    /// Sends pending notifications, and closes the connection.
    func close() async {
        listener.withLock { $0 = nil }
        await bell.withLock { $0 }?.close()
        threads.stop()
    }
}
