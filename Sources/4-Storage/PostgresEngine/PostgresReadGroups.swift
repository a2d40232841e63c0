#if Postgres
import Dispatch
import Foundation
import RecordCore
import Synchronization

/// Reads of one quick statement, those that wait together in one go.
///
/// As in RocksDB's write groups, one of the waiting threads leads: it sends what the others ask too,
/// receives all answers, sends what has come meanwhile, names the leader of that and wakes the
/// others. So the server is never without work, and wakes once for many reads.
final class PostgresReadGroups: Sendable {
    /// What a read that waits is woken for.
    enum Event {
        /// It leads: a group that is sent, or one that it is to begin.
        case leads(PostgresReadGroup?)
        /// It has its results, or has to begin again alone.
        case ended
    }

    private struct State {
        /// Groups under way.
        var count = 0
        /// The reads that are not sent yet, in the order in which they came.
        var waiting: [PostgresGroupedRead] = []
        var isClosed = false
        /// The last number of a slot: odd, as no address of a thread is.
        var slot: UInt = 1
    }

    /// The statements that may be asked together.
    let quick = PostgresQuickStatements()
    private let pool: PostgresPool
    private let patience: Double
    /// Groups under way, at most.
    private let width: Int
    private let state = Mutex(State())
    /// Reads of a group, at most.
    private static let most = 32
    /// A group that takes longer had a statement that is not quick.
    private static let slow = Duration.milliseconds(100)

    init(_ pool: PostgresPool, options: PostgresOptions) {
        self.pool = pool
        patience = options.statementTimeout
        // More would begin while the cores have work, with fewer reads each.
        width = max(1, min(options.readers, max(2, ProcessInfo.processInfo.activeProcessorCount)))
    }

    /// Waits for the results of a read.
    ///
    /// - Throws: ``NeedsTransaction`` where the read has to begin again alone.
    func answer(_ read: PostgresGroupedRead) throws {
        let leads = try state.withLock { state in
            guard !state.isClosed else { throw PostgresDatabase.closedError }
            guard state.count >= width else {
                state.count += 1
                return true
            }
            state.waiting.append(read)
            return false
        }
        if leads { return try lead(read, nil) }
        if case .leads(let group) = try wait(read) { try lead(read, group) }
    }

    /// Ends the reads that wait, and those that come later, with the error of a closed database.
    func close() {
        let reads = state.withLock { state in
            state.isClosed = true
            return end(&state)
        }
        for read in reads { read.turn.signal() }
    }

    /// How many reads are not sent yet.
    var waiting: Int { state.withLock { $0.waiting.count } }

    // MARK: Leading

    private func lead(_ read: PostgresGroupedRead, _ begun: PostgresReadGroup?) throws {
        let group = try begun ?? begin(read)
        let start = ContinuousClock.now
        group.receive()
        if ContinuousClock.now - start > Self.slow {
            for statement in group.reads.compactMap(\.statement) { quick.remove(statement) }
        }
        // First, so that the server works while the readers wake.
        goOn(group)
        state.withLock { _ in
            for read in group.reads {
                read.event = .ended
                read.group = nil
            }
        }
        for other in group.reads where other !== read { other.turn.signal() }
        if read.results == nil, let error = TimeLimit.ending { throw error }
    }

    /// Begins a group with the read that leads it and those that wait.
    private func begin(_ read: PostgresGroupedRead) throws -> PostgresReadGroup {
        let slot = state.withLock { state in
            state.slot &+= 2
            return state.slot
        }
        let connection: PostgresConnection
        do {
            // One try: where the server is gone, each read waits for it alone.
            connection = try pool.takeReading(until: .now, as: slot)
        } catch {
            let reads = state.withLock { state in
                state.count -= 1
                return end(&state)
            }
            for read in reads { read.turn.signal() }
            throw (error as? StoreError)?.code == .cannotOpen ? NeedsTransaction() : error
        }
        let group = next(on: connection, slot, with: read)
        group?.send()
        return group ?? PostgresReadGroup([read], connection, slot: slot)
    }

    /// The reads that wait, as a group; nil where there is none.
    private func next(
        on connection: PostgresConnection, _ slot: UInt, with leader: PostgresGroupedRead? = nil
    ) -> PostgresReadGroup? {
        nonisolated(unsafe) let connection = connection
        return state.withLock { state in
            let reads = (leader.map { [$0] } ?? []) + state.waiting.prefix(Self.most)
            guard !reads.isEmpty else { return nil }
            state.waiting.removeFirst(reads.count - (leader == nil ? 0 : 1))
            let group = PostgresReadGroup(reads, connection, slot: slot)
            for read in reads { read.group = group }
            // It gives up no more: no other thread would lead.
            if leader == nil { reads[0].event = .leads(group) }
            return group
        }
    }

    /// Has the reads that came meanwhile sent, or gives the connection back.
    private func goOn(_ group: PostgresReadGroup) {
        // Other readers have their turn in between.
        if !group.connection.link.isBroken, !pool.isWaitedFor,
            let next = next(on: group.connection, group.slot)
        {
            next.send()
            next.reads[0].turn.signal()
            return
        }
        pool.give(group.connection, as: group.slot)
        let first = state.withLock { state -> PostgresGroupedRead? in
            guard !state.waiting.isEmpty else {
                state.count -= 1
                return nil
            }
            let first = state.waiting.removeFirst()
            first.event = .leads(nil)
            return first
        }
        first?.turn.signal()
    }

    /// Ends the reads that wait, which are then woken, without results.
    private func end(_ state: inout State) -> [PostgresGroupedRead] {
        for read in state.waiting { read.event = .ended }
        defer { state.waiting = [] }
        return state.waiting
    }

    // MARK: Waiting

    /// Waits until a read leads or has its results.
    private func wait(_ read: PostgresGroupedRead) throws -> Event {
        let end = ContinuousClock.now + .seconds(patience)
        // In short waits, between which the request may be cancelled.
        while read.turn.wait(timeout: .now() + 0.1) == .timedOut {
            let isLate = ContinuousClock.now >= end
            guard let error = TimeLimit.ending ?? (isLate ? StoreError(.busy) : nil) else {
                continue
            }
            let gaveUp = state.withLock { state in
                if let index = state.waiting.firstIndex(where: { $0 === read }) {
                    state.waiting.remove(at: index)
                    return true
                }
                // Its turn has just come.
                guard read.event == nil else { return false }
                read.group?.isCut.store(true, ordering: .relaxed)
                return true
            }
            if gaveUp { throw error }
        }
        return state.withLock { _ in read.event ?? .ended }
    }
}
#endif
