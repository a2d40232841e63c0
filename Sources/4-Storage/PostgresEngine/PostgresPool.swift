#if Postgres
import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import Synchronization

/// Makes connections.
struct PostgresConnector: Sendable {
    let url: String
    let options: PostgresOptions
    let dialect: any Dialect
    var observer: PostgresObserver?
    /// What the database's writers pass.
    let limiter = SerializationRetryLimiter()
    /// What the database's connections know of large results.
    let large = PostgresLargeResults()

    /// A new connection, or why there is none.
    func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(
            url, options: options, dialect: dialect, large: large)
        connection.link.observer = observer
        return connection
    }

    /// A new connection; tries for as long as a failover may take.
    func reconnect(until end: ContinuousClock.Instant) throws -> PostgresConnection {
        while true {
            do {
                return try connect()
            } catch {
                let limit = TimeLimit.current
                if let limit, limit.isOver { throw limit.error }
                if Task.isCancelled { throw StoreError(.cancelled) }
                guard ContinuousClock.now < end else { throw error }
                usleep(UInt32.random(in: 50_000...200_000))
            }
        }
    }

    /// When a connection that is lost now is given up.
    var deadline: ContinuousClock.Instant { .now + .seconds(options.patience) }
}

/// The connections that read: as many as read at the same time, up to a number.
final class PostgresPool: Sendable {
    private struct State: @unchecked Sendable {
        // Unchecked: an idle connection is touched by no thread before one takes it.
        var idle: [PostgresConnection]
        /// The open connections, with those that read.
        var count = 1
        var isClosed = false
        /// Whether a search for idle connections is scheduled.
        var looksSoon = false
    }

    private let connector: PostgresConnector
    private let slots: ReaderSlots
    private let state: Mutex<State>

    init(_ connector: PostgresConnector, first: PostgresConnection) {
        self.connector = connector
        slots = ReaderSlots(
            limit: connector.options.readers, patience: connector.options.statementTimeout,
            closedError: PostgresDatabase.closedError)
        let initial = State(idle: [first])
        state = Mutex(initial)
    }

    /// A connection in a transaction that reads what is committed now.
    ///
    /// Nothing is sent to the server yet. Some of the idle connections may be lost: each is found
    /// so in its turn, here or by the first answer.
    ///
    /// - Parameter reader: A number in place of the thread's, where threads hand the connection on.
    func takeReading(
        until end: ContinuousClock.Instant, as reader: UInt = ReaderSlots.thread
    ) throws -> PostgresConnection {
        while true {
            let connection = try take(until: end, as: reader)
            do {
                connection.link.look()
                try connection.begin(isReading: true)
                return connection
            } catch {
                let isLost = connection.link.isBroken
                give(connection, as: reader)
                guard isLost, ContinuousClock.now < end else { throw error }
            }
        }
    }

    /// Takes a connection back, with its transaction undone, from the reader that took it.
    func give(_ connection: PostgresConnection, as reader: UInt = ReaderSlots.thread) {
        connection.rollBack()
        let isKept = state.withLock { state in
            // Reads inside of reads may have opened more than there are to be.
            guard !state.isClosed, !connection.link.isBroken,
                state.count <= max(1, connector.options.readers)
            else {
                state.count -= 1
                return false
            }
            connection.idleSince = .now
            state.idle.append(connection)
            lookLater(&state)
            return true
        }
        slots.leave(reader)
        if !isKept { connection.link.close() }
    }

    /// Whether readers wait for a connection.
    var isWaitedFor: Bool { slots.isWaitedFor }

    /// Whether the calling thread reads.
    var isReading: Bool { slots.isReading }

    /// Schedules the closing of connections that stay idle.
    ///
    /// Not at once: to make a connection costs more than many reads.
    private func lookLater(_ state: inout State) {
        guard !state.looksSoon, state.idle.count > max(1, connector.options.idleReaders) else {
            return
        }
        state.looksSoon = true
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + connector.options.idleTime
        ) { [weak self] in self?.letGo() }
    }

    private func letGo() {
        let past = ContinuousClock.now - .seconds(connector.options.idleTime)
        let old = state.withLock { state in
            state.looksSoon = false
            // LIFO: the last connection is the most recently used.
            let most = state.idle.count - max(1, connector.options.idleReaders)
            let old = state.idle.prefix(max(0, most)).prefix { $0.idleSince ?? past <= past }
            state.idle.removeFirst(old.count)
            state.count -= old.count
            lookLater(&state)
            return Array(old)
        }
        for connection in old { connection.link.close() }
    }

    /// Shows a connection outside of transactions, which may take another one's place.
    func lending<T>(_ body: (inout PostgresConnection?) throws -> T) throws -> T {
        var connection: PostgresConnection? = try take(until: connector.deadline)
        defer {
            if let connection {
                give(connection)
            } else {
                state.withLock { $0.count -= 1 }
                slots.leave()
            }
        }
        return try body(&connection)
    }

    func close() {
        let connections = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        // After the flag, so that a read which gets a slot sees it.
        slots.close()
        for connection in connections { connection.link.close() }
    }

    /// Open connections, and the idle ones among them.
    var figures: (open: Int, idle: Int) { state.withLock { ($0.count, $0.idle.count) } }

    private func take(
        until end: ContinuousClock.Instant, as reader: UInt = ReaderSlots.thread
    ) throws -> PostgresConnection {
        try slots.enter(reader)
        do {
            let kept: PostgresConnection? = try state.withLock { state in
                guard !state.isClosed else { throw PostgresDatabase.closedError }
                if let connection = state.idle.popLast() { return connection }
                state.count += 1
                return nil
            }
            if let kept { return kept }
            do {
                return try connector.reconnect(until: end)
            } catch {
                state.withLock { $0.count -= 1 }
                throw error
            }
        } catch {
            slots.leave(reader)
            throw error
        }
    }
}
#endif
