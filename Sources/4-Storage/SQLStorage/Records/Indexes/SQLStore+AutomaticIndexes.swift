import RecordCore
import SQLLowering

extension SQLStore {
    /// Days without use after which an index is dropped.
    private static var patience: Int { 60 }
    /// Seconds to wait for the transactions that use a table: others queue behind.
    private static var lockPatience: Double { 3 }

    /// Notes what a query cost, and has the index made that it lacks when that is due.
    ///
    /// - Parameters:
    ///   - execution: How the query was answered.
    ///   - gave: How many were given.
    ///   - isWhole: Whether the answer has all that match.
    func advise(
        from execution: PreparedQuery.Execution, type: String, gave: Int, isWhole: Bool,
        _ session: Session
    ) {
        let path = execution.path
        if let index = path.index {
            noteUse(IndexAdvisor.Candidate(type: type, index: index), session)
        }
        guard limits.automaticIndexes > 0, let missing = path.missingIndex,
            path.isMissingIndexSorted || isWhole,
            let entry = session.catalogue.entries[type]
        else { return }
        let candidate = IndexAdvisor.Candidate(type: type, index: missing)
        let isDue: Bool
        if let looked = execution.rows {
            isDue = advisor.isDue(candidate, looked: looked, gave: gave)
        } else if let sql = execution.sample {
            guard session.catalogue.automatic.indexes(of: type).count < limits.automaticIndexes,
                let queries = advisor.sample(candidate)
            else { return }
            isDue = advisor.isDue(
                candidate, looked: rowsLookedAt(by: sql, session), gave: gave, queries: queries)
        } else {
            return
        }
        guard isDue else { return }
        let most = IndexAdvisor.mostRows + 1
        // Automatic indexes are best effort: the query has its result.
        let rows: Int? = try? session.connection.attempt {
            try Self.rows(of: entry.layout.table, atMost: most, session)
        }
        // The query has its result; what cannot be concluded from it is concluded from a later one.
        guard let rows, advisor.isDue(candidate, ofRows: rows) else { return }
        guard rows < most else { return advisor.refuse(candidate, for: .seconds(86_400)) }
        enqueue { [limits, advisor] session in
            do {
                try Self.make(candidate, most: limits.automaticIndexes, session)
            } catch {
                // It may be done again at once, and well.
                advisor.refuse(candidate, for: .seconds(60))
                throw error
            }
        }
    }

    /// How many rows a table has, counted to so many.
    static func rows(of table: String, atMost most: Int, _ session: Session) throws -> Int {
        try session.connection.first(
            "SELECT count(*) FROM (SELECT 1 FROM \(ident: table) LIMIT \(most)) AS f"
        ) { Int($0.int(0)) } ?? 0
    }

    /// How many rows the engine looks at; very many where it takes too long to count them.
    private func rowsLookedAt(by sql: SQLText, _ session: Session) -> Int {
        do {
            // A failed statement is undone, and the rest of the transaction continues.
            return try session.connection.attempt {
                try session.connection.rowsLookedAt(by: sql) ?? 0
            }
        } catch {
            return (error as? StoreError)?.code == .cancelled ? IndexAdvisor.mostRows : 0
        }
    }

    private func noteUse(_ used: IndexAdvisor.Candidate, _ session: Session) {
        let today = AutomaticIndexes.today
        let catalogue = session.catalogue
        let table = catalogue.entries[used.type]?.layout.table ?? used.type
        let isNoteDue = advisor.isNoteDue(used.index.name(in: table), today: today) {
            catalogue.automatic.types[used.type]?.first { $0.index == used.index }?.day ?? today
        }
        guard isNoteDue else { return }
        enqueue { session in
            var automatic = try AutomaticIndexes.load(session.connection)
            guard
                let place = automatic.types[used.type]?.firstIndex(where: { $0.index == used.index }
                )
            else { return }
            automatic.types[used.type]?[place].day = today
            try automatic.save(in: session.connection)
        }
    }

    /// Writes without keeping anybody waiting; what fails is tried again when it is due again.
    func enqueue(_ body: @escaping @Sendable (Session) throws -> Void) {
        engine.enqueue(first: true) { [statements, dialect, memory, buckets] connection in
            try body(
                Session(
                    connection, statements: statements, dialect: dialect, memory: memory,
                    buckets: buckets, isReading: false))
        }
    }

    /// Makes an index of two columns, where the type still allows it and has not too many.
    private static func make(
        _ candidate: IndexAdvisor.Candidate, most: Int, _ session: Session
    ) throws {
        guard let entry = session.catalogue.entries[candidate.type],
            entry.layout.compositeIndexes[candidate.index] == nil,
            let index = candidate.index.definition(among: entry.layout.indexes)
        else { return }
        var automatic = session.catalogue.automatic
        let others = automatic.types[candidate.type] ?? []
        guard others.count < most else { return }
        // Tables before what is said of them, as in every change of the schema.
        try session.connection.giveUpOnLocks(after: Self.lockPatience)
        try session.connection.keepWritersOut(of: index.table)
        automatic.types[candidate.type] =
            others + [AutomaticIndexes.Entry(index: candidate.index, day: AutomaticIndexes.today)]
        try automatic.save(in: session.connection)
        try session.schemaChanged()
        try session.connection.run(SchemaLowering(session.dialect).create(index, isPatient: true))
    }

    // MARK: Dropping

    /// Drops the indexes that a layout of their type does not allow any more.
    ///
    /// - Parameter layout: The type's layout, without what is dropped.
    static func dropAutomaticIndexes(
        of entry: Catalogue.Entry, unlessAllowedBy layout: RecordLayout?, _ session: Session
    ) throws {
        try dropAutomaticIndexes(session) { type, found in
            type == entry.layout.type.name && layout?.allows(found.index) != true
        }
    }

    /// Drops the indexes that no query has used for ``patience`` days.
    func dropUnused() {
        let oldest = AutomaticIndexes.today - Self.patience
        engine.enqueue(first: true) { [statements, dialect, memory, buckets] connection in
            let automatic = try AutomaticIndexes.load(connection)
            guard automatic.types.values.joined().contains(where: { $0.day < oldest }) else {
                return
            }
            let session = try Session(
                connection, statements: statements, dialect: dialect, memory: memory,
                buckets: buckets, isReading: false)
            try connection.giveUpOnLocks(after: Self.lockPatience)
            try Self.dropAutomaticIndexes(session) { _, found in found.day < oldest }
            try session.schemaChanged()
        }
    }

    private static func dropAutomaticIndexes(
        _ session: Session, where isGone: (String, AutomaticIndexes.Entry) -> Bool
    ) throws {
        var automatic = try AutomaticIndexes.load(session.connection)
        let before = automatic
        for (type, indexes) in before.types {
            let table = session.catalogue.entries[type]?.layout.table ?? type
            for found in indexes where isGone(type, found) {
                try session.connection.run(
                    "DROP INDEX IF EXISTS \(ident: found.index.name(in: table))")
                automatic.types[type]?.removeAll { $0.index == found.index }
            }
        }
        if automatic != before { try automatic.save(in: session.connection) }
    }
}
