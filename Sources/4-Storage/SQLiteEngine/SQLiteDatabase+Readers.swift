extension SQLiteDatabase {
    /// The connections that no read has now, and what is known of reads.
    struct Readers: @unchecked Sendable {
        // Unchecked: an idle connection is touched by no thread before one takes it.
        var idle: [SQLiteConnection] = []
        var isClosed = false
        /// Whether the connections are closed for idleness.
        var isIdle = false
        /// Counts reads, so that the writer's thread sees whether there were any.
        var reads: UInt64 = 0
        var readsBefore: UInt64 = 0

        /// An idle connection, and whether all were closed for idleness.
        mutating func takeReader() throws -> (SQLiteConnection?, wasIdle: Bool) {
            let wasIdle = try noteRead()
            return (idle.popLast(), wasIdle)
        }

        /// Keeps the connection of a read that ended where it may be; false where it is to be closed.
        mutating func giveReader(_ connection: SQLiteConnection, idleReaders: Int) -> Bool {
            guard !isClosed, !isIdle, idle.count < idleReaders else {
                return false
            }
            idle.append(connection)
            return true
        }

        /// Counts a read; gives whether all connections were closed for idleness.
        mutating func noteRead() throws -> Bool {
            guard !isClosed else { throw SQLiteDatabase.closedError }
            reads &+= 1
            defer { isIdle = false }
            return isIdle
        }

        /// The connections to close.
        mutating func takeAll() -> [SQLiteConnection] {
            defer { idle = [] }
            return idle
        }
    }

    /// The watch for commits, of other programs too.
    struct Watch: @unchecked Sendable {
        // Unchecked: the connection is touched under the lock only.
        /// The connection that watches for commits.
        var connection: SQLiteConnection?
        /// What it saw last.
        var mark = SQLiteConnection.CommitMark()
        /// Counts the changes that were seen, and the connections that watched.
        var commits: UInt64 = 0
    }
}
