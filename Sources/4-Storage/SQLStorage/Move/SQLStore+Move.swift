import Foundation
package import RecordCore
import SQLLowering

/// What a store is opened for.
package enum StorePurpose: Sendable {
    /// To be used; made where there is none.
    case use
    /// As ``use``, for questions: it must be there, that it was opened in production is not noted, nothing
    /// is tidied, and of the indexes that are not there only those are made that are asked for.
    case ask
    /// As ``use``, for many new records: new indexes are made when the store is closed, which takes
    /// less than to keep them while the records come. Until then they are not there.
    case load
    /// To be moved from: it must be there.
    case moveFrom
    /// The target of a move; created if missing, and closed to all others meanwhile.
    case moveInto
}

// What a move does with a database.
extension SQLStore: MoveEnd {
    package func moveStanding() async throws -> MoveStatus {
        try engine.read { connection in
            let move = try MoveMark.read("move", connection)
            let moved = try MoveMark.read("moved", connection)
            return MoveStatus(
                identity: try connection.setting("store") ?? "", from: move?.from,
                after: move?.after.map { MoveKey($0) }, to: moved?.to,
                isOpening: moved?.isOpening ?? false, isFinished: moved?.isFinished ?? false,
                isEmpty: !(try SQLStore.isUsed(connection)),
                firstCounter: try connection.firstCounter)
        }
    }

    /// Whether anything was ever written to the database.
    private static func isUsed(_ connection: Connection) throws -> Bool {
        // The parts of the public database are there from the start.
        let buckets: SQLText = "SELECT 1 FROM _meta WHERE key = 'buckets'"
        let databases: SQLText = "_databases WHERE scope <> 'public' OR NOT EXISTS (\(buckets))"
        return try [databases, "_types", "_service"].contains { table in
            try connection.hasRow("SELECT 1 FROM \(table) LIMIT 1")
        }
    }

    package func moveCount() async throws -> Int {
        try engine.read { connection in
            Int(try connection.first("SELECT count(*) FROM _records") { $0.int(0) } ?? 0)
        }
    }

    package func movePage(
        after start: MoveKey?, through end: MoveKey?, limit: Int, portion: Int
    ) async throws -> MovePage {
        try read { session in
            var walk = MoveScan(session, through: end, limit: limit, portion: max(1, portion))
            return try walk.page(after: start)
        }
    }

    package func moveSchema() async throws -> (schema: RecordSchema, types: Set<String>) {
        try read { session in (session.catalogue.schema, Set(session.catalogue.entries.keys)) }
    }

    // MARK: Being moved to

    package func beginMove(of identity: String, by mover: String) async throws {
        try await moveWrite { session in
            let connection = session.connection
            let known = try MoveMark.read("move", connection)
            if try known == nil && SQLStore.isUsed(connection) {
                throw StoreError(
                    .busy,
                    engineMessage:
                        "Another process has written to the target since it was checked: "
                        + "move into an empty database.")
            }
            var mark = known ?? MoveMark(from: identity)
            mark.by = mover
            try mark.write("move", connection)
            try MoveMark.setClosed(true, connection)
        }
    }

    /// Writes as the process that moves; refused where another one has taken over.
    func moveWrite<T: Sendable>(
        by mover: String? = nil, _ body: @escaping @Sendable (Session) throws -> T
    ) async throws -> T {
        try await engine.write(first: false) { [statements, dialect, memory, buckets] connection in
            let session = try Session(
                connection, statements: statements, dialect: dialect, memory: memory,
                buckets: buckets, isReading: false, isMoving: true)
            if let mover {
                guard try MoveMark.read("move", connection)?.by == mover else {
                    throw StoreError(
                        .moved,
                        engineMessage:
                            "Another process has taken over the move into this database: "
                            + "wait until it ends, or stop it and run `quarry move` again.")
                }
            }
            return try body(session)
        }
    }

    package func moveSchema(
        _ schema: RecordSchema, types: Set<String>, by mover: String
    ) async throws {
        try await moveWrite(by: mover) { session in
            let catalogue = session.catalogue
            var changes = catalogue.schema.changes(to: schema)
            // Types that every schema has get their tables when they are first needed.
            for name in types.sorted() where catalogue.entries[name] == nil {
                guard let type = schema[name], catalogue.schema[name] != nil else { continue }
                changes.append(.addType(type))
            }
            _ = try SQLStore.apply(changes, session)
        }
    }

    package func move(
        _ changes: [MoveChange], by mover: String, after position: MoveKey?
    ) async throws {
        // Content is put in its place first: without a record that needs it, it is only garbage.
        for change in changes {
            if let file = change.file { try await ingest(file, for: change, by: mover) }
        }
        try await moveWrite(by: mover) { session in
            var writer = MoveWriter(session)
            try writer.write(changes)
            guard var mark = try MoveMark.read("move", session.connection) else { return }
            mark.after = position?.parts
            try mark.write("move", session.connection)
        }
    }

    package func finishMove(
        of identity: String, by mover: String, in environment: StoreEnvironment,
        counting firstCounter: Int64
    ) async throws {
        try await moveWrite(by: mover) { session in
            let connection = session.connection
            if environment == .production {
                try connection.set("environment", to: "production")
            }
            if firstCounter > 0 {
                try connection.set("firstCounter", to: String(firstCounter))
            }
            try connection.set("store", to: identity)
            try connection.set("move", to: nil)
            try MoveMark.setClosed(false, connection)
            try session.zonesChanged()
        }
    }

    // MARK: Being moved from

    package func closeForMove(to target: String) async throws {
        try await moveWrite { session in
            try MoveMark(to: target, isOpening: false).write("moved", session.connection)
            try MoveMark.setClosed(true, session.connection)
        }
        try await engine.settle()
    }

    package func beginOpening(of target: String) async throws -> Bool {
        try await moveWrite { session in
            guard var mark = try MoveMark.read("moved", session.connection), mark.to == target
            else { return false }
            mark.isOpening = true
            try mark.write("moved", session.connection)
            return true
        }
    }

    package func reopen(evenOpening: Bool) async throws -> Bool {
        try await moveWrite { session in
            // Version 0.2 does not say whether the target opens: it may be open.
            if !evenOpening, let mark = try MoveMark.read("moved", session.connection),
                mark.isOpening != false || mark.isFinished == true
            {
                return false
            }
            try session.connection.set("moved", to: nil)
            try MoveMark.setClosed(false, session.connection)
            return true
        }
    }

    package func noteMoved(to target: String) async throws {
        try await moveWrite { session in
            try MoveMark(to: target, isFinished: true).write("moved", session.connection)
        }
    }

    // MARK: A new identity

    package func renew() async throws {
        try await moveWrite { session in
            let connection = session.connection
            if let mark = try MoveMark.read("moved", connection) {
                // What goes on elsewhere has the old identity; this one may begin its own life.
                guard mark.isFinished == true || mark.isOpening == true else {
                    throw StoreError(.moved)
                }
                try connection.set("moved", to: nil)
            }
            try connection.set("store", to: UUID().uuidString)
            // Every process that has the database open reads again what it is.
            try MoveMark.setClosed(false, connection)
            // Beyond what any lost future may have reached: a counter grows by one with every
            // change, the clock by a million a second.
            let counter = max(Date().microseconds, try connection.firstCounter + 1)
            for database in try SQLStore.databases(connection) {
                try connection.run(
                    """
                    UPDATE _counters SET counter = \
                    CASE WHEN counter < \(counter) THEN \(counter) ELSE counter + 1 END \
                    WHERE \(of: database)
                    """)
            }
            // The lost future may have had databases that are not there now.
            try connection.set("firstCounter", to: String(counter))
        }
    }
}
