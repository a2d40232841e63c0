#if Postgres
import RecordCore
import Synchronization

/// Reads that are answered in one transaction, in one round trip.
///
/// All see what is committed when the first statement runs, which is after each of them began.
final class PostgresReadGroup: @unchecked Sendable {
    // Unchecked: one thread at a time leads it.
    let reads: [PostgresGroupedRead]
    let connection: PostgresConnection
    /// The slot of the connection among the readers of the pool.
    let slot: UInt
    /// Whether a read gave up, with which the group ends.
    let isCut = Atomic<Bool>(false)
    /// The places of each read's results among those of the group.
    private var places: [(required: [Int], rows: Int?)] = []
    private var failure: (any Error)?

    init(_ reads: [PostgresGroupedRead], _ connection: PostgresConnection, slot: UInt) {
        self.reads = reads
        self.connection = connection
        self.slot = slot
    }

    /// Sends what the reads ask, without waiting.
    func send() {
        do {
            if !connection.link.isInTransaction { try connection.begin(isReading: true) }
            var required: [ObjectIdentifier: Int] = [:]
            var count = 0
            for read in reads {
                var own: [Int] = []
                for (template, _) in read.required {
                    let id = ObjectIdentifier(template)
                    if required[id] == nil {
                        try connection.ask(.template(template), types: [], PostgresParameters())
                        required[id] = count
                        count += 1
                    }
                    own.append(required[id] ?? 0)
                }
                var rows: Int?
                if let statement = read.statement {
                    try connection.ask(statement, types: read.types, read.parameters)
                    rows = count
                    count += 1
                }
                places.append((own, rows))
            }
            try connection.link.sendEnd()
        } catch { failure = error }
    }

    /// Waits for the answers and hands them to the reads, or to none where one of them failed.
    func receive() {
        let link = connection.link
        link.watch = PostgresWatch(limit: TimeLimit.current, group: reads.count > 1 ? self : nil)
        defer { link.watch = PostgresWatch() }
        do {
            if let failure { throw failure }
            let results = try link.answers().map(PostgresResult.init)
            link.noteEnd()
            for (read, places) in zip(reads, places) {
                read.results = (
                    places.required.map { results[$0] }, places.rows.map { results[$0] }
                )
            }
        } catch { connection.rollBack() }
    }
}
#endif
