#if Postgres
import Foundation
import PostgresEngine
import SQLLowering
import SQLStorage
import TestTime
import Testing

/// A read of a table that goes on until ``end()``.
struct LongRead: Sendable {
    private let table: String
    private let database: PostgresDatabase
    private let ended = Tries()

    /// Begins the read, on a thread of its own.
    init(of table: String, in database: PostgresDatabase) async throws {
        self.table = table
        self.database = database
        let begun = Tries()
        let end = ended
        Thread.detachNewThread {
            try? database.read { connection in
                _ = try connection.all("SELECT count(*) FROM \(ident: table)") { $0.int(0) }
                _ = begun.next()
                while end.count == 0 { usleep(10_000) }
            }
        }
        #expect(try await eventually { begun.count == 1 })
    }

    /// Lets the read end.
    func end() { _ = ended.next() }

    /// Whether a change of the table comes to wait for the read.
    func isWaitedFor() async throws -> Bool {
        try await eventually {
            try database.read { connection in
                try connection.hasRow(
                    """
                    SELECT 1 FROM pg_catalog.pg_locks WHERE NOT granted \
                    AND mode = 'AccessExclusiveLock' \
                    AND relation = CAST('\(ident: table)' AS regclass)
                    """)
            }
        }
    }
}
#endif
