#if Postgres
import CPostgres
import Foundation
package import RecordCore
import Synchronization

/// A connection by which the servers of a database notify each other (`LISTEN`, `NOTIFY`), and by
/// which each knows whether the database answers.
///
///     let notifier = PostgresNotifier(url, channel: "quarry") { event in … }
///     notifier.notify("accounts")   // the others receive `.received("accounts")`
///
/// Nothing may depend on notifications: they are lost while the connection is. It needs a session
/// of its own at the server, so a pool between must not share one among transactions.
package final class PostgresNotifier: Sendable {
    /// What a notifier reports.
    package enum Event: Hashable, Sendable {
        /// The database answers, now or again: notifications may have been lost before.
        case answers
        /// The database does not answer.
        case isAway
        /// Another server has sent a notification.
        case received(String)
    }

    private let url: String
    private let channel: String
    private let listens: Bool
    private let receive: @Sendable (Event) -> Void
    private let state: Mutex<State>
    /// The end of the pipe that the thread waits at; the thread closes it.
    private let woken: Int32
    private let ended = DispatchSemaphore(value: 0)

    private struct State: Sendable {
        var waiting: [String] = []
        var isClosed = false
        var isListening: Bool
        /// Why the database does not answer.
        var failure: StoreError?
        /// The end of the pipe that wakes the thread; -1 once the thread has ended.
        var wake: Int32

        func stir() {
            var byte: UInt8 = 1
            _ = write(wake, &byte, 1)
        }
    }

    /// Seconds that the database may be silent.
    private static let patience = 2.0
    /// Notifications that wait for a connection at most; more would be of no use.
    private static let capacity = 1_000

    /// Connects on a thread of its own, and reconnects for as long as it takes.
    ///
    /// - Parameters:
    ///   - listens: Whether notifications are received, or only the database is watched.
    ///   - receive: Called on that thread.
    package init(
        _ url: String, channel: String, listens: Bool = true,
        receive: @escaping @Sendable (Event) -> Void
    ) {
        self.url = url
        self.channel = channel
        self.listens = listens
        self.receive = receive
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        woken = ends[0]
        state = Mutex(State(isListening: listens, wake: ends[1]))
        let thread = Thread { [self] in work() }
        thread.name = "quarry.notifier"
        thread.start()
    }

    /// Notifies the other servers soon; a notification that cannot be sent is dropped.
    package func notify(_ text: String) {
        state.withLock { state in
            guard !state.isClosed, state.waiting.count < Self.capacity,
                !state.waiting.contains(text)
            else { return }
            state.waiting.append(text)
            state.stir()
        }
    }

    /// Sends pending notifications, and closes the connection.
    package func close() async {
        let isFirst = state.withLock { state in
            defer {
                state.isClosed = true
                state.stir()
            }
            return !state.isClosed
        }
        guard isFirst else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [ended] in
                ended.wait()
                continuation.resume()
            }
        }
    }

    /// Whether notifications are received; not from a database that knows none.
    package var isListening: Bool { state.withLock { $0.isListening } }

    /// Why the database does not answer; nil while it does.
    package var failure: StoreError? { state.withLock { $0.failure } }

    private var isOver: Bool { state.withLock { $0.isClosed && $0.waiting.isEmpty } }

    // MARK: The thread

    private func work() {
        var wasThere: Bool?
        while !state.withLock({ $0.isClosed }) {
            guard let handle = connect() else {
                if wasThere != false { receive(.isAway) }
                wasThere = false
                rest(0.25)
                continue
            }
            wasThere = true
            state.withLock { $0.failure = nil }
            receive(.answers)
            if !stay(handle) {
                state.withLock { $0.failure = Self.silent }
                receive(.isAway)
                wasThere = false
            }
            PQfinish(handle)
        }
        state.withLock { state in
            Foundation.close(woken)
            Foundation.close(state.wake)
            state.wake = -1
        }
        ended.signal()
    }

    /// Sleeps, or less when there is something to do.
    private func rest(_ seconds: Double) {
        var poll = pollfd(fd: woken, events: Int16(POLLIN), revents: 0)
        if Foundation.poll(&poll, 1, Int32(seconds * 1_000)) > 0 {
            calm()
            usleep(50_000)
        }
    }

    private func calm() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(woken, &bytes, bytes.count) == bytes.count {}
    }

    private static let silent = PostgresErrors.lost(
        "The database did not answer within \(Int(patience)) seconds.")

    /// A connection; nil, with the reason in the state, where there is none.
    private func connect() -> OpaquePointer? {
        let settings = [
            ("application_name", "quarry notifier"), ("connect_timeout", "2"),
            ("dbname", url), ("client_encoding", "UTF8"),
        ]
        guard let handle = PostgresPipeline.connect(settings) else {
            state.withLock { $0.failure = PostgresErrors.lost(nil) }
            return nil
        }
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
            let message = PQerrorMessage(handle).map { String(cString: $0) }
            let failure = PostgresURL.fault(of: url) ?? PostgresErrors.lost(message)
            state.withLock { $0.failure = failure }
            PQfinish(handle)
            return nil
        }
        let refusal = failure(of: listens ? "LISTEN \"\(channel)\"" : "SELECT 1", on: handle)
        let isListening = listens && refusal == nil
        // One that knows no notifications, as CockroachDB and YugabyteDB, answers all the same; a standby is not the server.
        guard refusal.map({ PostgresErrors.outcome($0) != .lost }) ?? true,
            refusal == nil || run("SELECT 1", on: handle)
        else {
            let failure =
                refusal == Self.lost || refusal == nil
                ? Self.silent : PostgresErrors.error(refusal ?? Self.lost, message: nil)
            state.withLock { $0.failure = failure }
            PQfinish(handle)
            return nil
        }
        state.withLock { $0.isListening = isListening }
        PostgresPrimary.of(url).note(PostgresPrimary.endpoint(handle))
        return handle
    }

    /// Listens and notifies until the connection or the notifier is closed; false when the database
    /// fell silent.
    private func stay(_ handle: OpaquePointer) -> Bool {
        let own = PQbackendPID(handle)
        while !isOver {
            guard sendWaiting(on: handle) else { return true }
            while let notice = PQnotifies(handle) {
                defer { PQfreemem(notice) }
                if notice.pointee.be_pid != own {
                    receive(.received(String(cString: notice.pointee.extra)))
                }
            }
            if isOver { return true }
            var polls = [
                pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
                pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
            ]
            let ready = Foundation.poll(&polls, 2, 1_000)
            if polls[1].revents != 0 { calm() }
            if polls[0].revents != 0, PQconsumeInput(handle) == 0 { return true }
            // Silence says nothing: the server may be stopped, or the way to it cut.
            if ready == 0, !run("SELECT 1", on: handle) { return false }
        }
        return true
    }

    private func sendWaiting(on handle: OpaquePointer) -> Bool {
        let texts = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        guard isListening, !texts.isEmpty else { return true }
        let list = texts.compactMap { text -> String? in
            guard let literal = PQescapeLiteral(handle, text, text.utf8.count) else { return nil }
            defer { PQfreemem(literal) }
            return "pg_notify('\(channel)', \(String(cString: literal)))"
        }
        return list.isEmpty || run("SELECT " + list.joined(separator: ", "), on: handle)
    }

    /// Runs a command; false when the database did not answer in time, or not well.
    private func run(_ sql: String, on handle: OpaquePointer) -> Bool {
        failure(of: sql, on: handle) == nil
    }

    /// The state of a connection on which nothing is answered in time.
    private static let lost = "08006"

    /// Runs a command; gives the state of its failure, that of a lost connection when there was no answer in
    /// time.
    private func failure(of sql: String, on handle: OpaquePointer) -> String? {
        guard PQsendQuery(handle, sql) == 1 else { return Self.lost }
        let end = ContinuousClock.now + .seconds(Self.patience)
        var found: String?
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { return Self.lost }
            if unsent == 0, PQisBusy(handle) == 0 {
                guard let result = PQgetResult(handle) else { return found }
                switch PQresultStatus(result) {
                case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
                default: found = PostgresPipeline.state(of: result) ?? Self.lost
                }
                PQclear(result)
                continue
            }
            let left = (end - .now).components
            let milliseconds =
                left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return Self.lost }
            var poll = pollfd(
                fd: PQsocket(handle), events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN),
                revents: 0)
            let ready = Foundation.poll(&poll, 1, Int32(milliseconds))
            if ready > 0, PQconsumeInput(handle) == 0 { return Self.lost }
        }
    }
}
#endif
