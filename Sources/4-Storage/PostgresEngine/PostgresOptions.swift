#if Postgres
package import Foundation
package import SQLLowering

/// How a PostgreSQL database is used.
package struct PostgresOptions: Hashable, Sendable {
    /// The schema of the database that holds the tables.
    package var schema = "quarry"
    /// Whether it is made; otherwise it is an error that it is not there.
    package var makesSchema = true
    /// Whether nothing is written, not even the schema made.
    package var isReadOnly = false
    /// How tables are spread by the database, when they are made.
    package var spread = TableSpread.none
    /// How the words of SEARCHABLE fields are stored, in tables or in an inverted index, where
    /// the database is made; one that is there keeps to its own way.
    package var search = TokenStorage.table
    /// Connections that read at the same time, at most.
    package var readers = 8
    /// Connections for readers that stay open while idle; one at least.
    package var idleReaders = 2
    /// Connections that write at the same time, at most.
    package var writers = 4
    /// Seconds after which an idle connection is closed.
    package var idleTime: TimeInterval = 10
    /// Seconds that a statement may take.
    package var statementTimeout: TimeInterval = 60
    /// Seconds that a new connection may take.
    package var connectTimeout: TimeInterval = 10
    /// Seconds for which lost connections are made again before a request fails: about what a
    /// failover takes.
    package var patience: TimeInterval = 30
    /// How often a transaction runs before a serialization failure or deadlock is reported.
    package var attempts = 40

    /// A schema of its own, eight readers and four writers.
    package init() {}

    /// Has tables spread as a word says, `citus` or `none`; false for any other.
    package mutating func setSpread(_ word: String) -> Bool {
        switch word {
        case "citus": spread = .citus
        case "none": spread = .none
        default: return false
        }
        return true
    }

    /// Has words stored as a word says, `gin` or `tables`; false for any other.
    package mutating func setSearch(_ word: String) -> Bool {
        switch TokenStorage(rawValue: word) {
        case .inverted?: search = .inverted
        case .table?: search = .table
        case .fullText?, nil: return false
        }
        return true
    }
}
#endif
