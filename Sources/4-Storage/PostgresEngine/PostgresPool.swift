#if Postgres
import Foundation
import RecordCore
import SQLLowering

/// Makes connections.
struct PostgresConnector: Sendable {
    let url: String
    let options: PostgresOptions
    let dialect: any Dialect
    var observer: PostgresObserver?
    /// What the database's writers pass.
    let limiter = SerializationRetryLimiter()

    /// A new connection, or why there is none.
    func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(url, options: options, dialect: dialect)
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
final class PostgresPool: @unchecked Sendable {
    // Unchecked: everything that changes is touched under `condition` only, a connection only
    // by the thread that took it.
    private let connector: PostgresConnector
    private let condition = NSCondition()
    private var idle: [PostgresConnection]
    private var count = 1
    private var isClosed = false
    /// Whether a search for idle connections is scheduled.
    private var looksSoon = false

    init(_ connector: PostgresConnector, first: PostgresConnection) {
        self.connector = connector
        idle = [first]
    }

    /// A connection in a transaction that reads what is committed now.
    ///
    /// Nothing is sent to the server yet. Some of the idle connections may be lost: each is found
    /// so in its turn, here or by the first answer.
    func takeReading(until end: ContinuousClock.Instant) throws -> PostgresConnection {
        while true {
            let connection = try take(until: end)
            do {
                connection.link.look()
                try connection.begin(isReading: true)
                return connection
            } catch {
                let isLost = connection.link.isBroken
                give(connection)
                guard isLost, ContinuousClock.now < end else { throw error }
            }
        }
    }

    /// Takes a connection back, with its transaction undone.
    func give(_ connection: PostgresConnection) {
        connection.rollBack()
        let isKept = condition.withLock {
            defer { condition.signal() }
            guard !isClosed, !connection.link.isBroken else {
                count -= 1
                return false
            }
            connection.idleSince = .now
            idle.append(connection)
            lookLater()
            return true
        }
        if !isKept { connection.link.close() }
    }

    /// Schedules the closing of connections that stay idle; under `condition`.
    ///
    /// Not at once: to make a connection costs more than many reads.
    private func lookLater() {
        guard !looksSoon, idle.count > max(1, connector.options.idleReaders) else { return }
        looksSoon = true
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + connector.options.idleTime
        ) { [weak self] in self?.letGo() }
    }

    private func letGo() {
        let past = ContinuousClock.now - .seconds(connector.options.idleTime)
        let old = condition.withLock {
            looksSoon = false
            // LIFO: the last connection is the most recently used.
            let most = idle.count - max(1, connector.options.idleReaders)
            let old = idle.prefix(max(0, most)).prefix { $0.idleSince ?? past <= past }
            idle.removeFirst(old.count)
            count -= old.count
            lookLater()
            condition.signal()
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
                condition.withLock {
                    count -= 1
                    condition.signal()
                }
            }
        }
        return try body(&connection)
    }

    func close() {
        let connections = condition.withLock {
            isClosed = true
            condition.broadcast()
            defer { idle = [] }
            return idle
        }
        for connection in connections { connection.link.close() }
    }

    /// Open connections, and the idle ones among them.
    var figures: (open: Int, idle: Int) { condition.withLock { (count, idle.count) } }

    private func take(until end: ContinuousClock.Instant) throws -> PostgresConnection {
        let limit = Date(timeIntervalSinceNow: connector.options.statementTimeout)
        let kept: PostgresConnection? = try condition.withLock {
            while true {
                guard !isClosed else { throw PostgresDatabase.closedError }
                if let connection = idle.popLast() { return connection }
                if count < max(1, connector.options.readers) {
                    count += 1
                    return nil
                }
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
                if let limit = TimeLimit.current {
                    if limit.isOver { throw limit.error }
                    if Task.isCancelled { throw StoreError(.cancelled) }
                }
                guard Date() < limit else {
                    throw StoreError(
                        .busy, engineMessage: "All connections are being read on.")
                }
            }
        }
        if let kept { return kept }
        do {
            return try connector.reconnect(until: end)
        } catch {
            condition.withLock {
                count -= 1
                condition.signal()
            }
            throw error
        }
    }
}
#endif
