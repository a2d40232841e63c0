import RecordCore
import SQLLowering

extension SQLStore {
    /// Tables of more rows are left alone: writers would wait for the index.
    private static var mostRows: Int { 1_000_000 }
    /// Days without use after which an index is dropped.
    private static var patience: Int { 60 }
    /// Seconds to wait for the transactions that use a table: others queue behind.
    private static var lockPatience: Double { 3 }

    /// Notes what a question cost, and has the index made that it lacks when that is due.
    ///
    /// - Parameters:
    ///   - execution: How the query was answered.
    ///   - gave: How many were given.
    ///   - isWhole: Whether the answer has all that match.
    func learn(
        from execution: PreparedQuery.Execution, type: String, gave: Int, isWhole: Bool,
        _ session: Session
    ) {
        let path = execution.path
        if let index = path.index {
            noteUse(IndexAdvisor.Wanted(type: type, index: index), session)
        }
        guard limits.learnedIndexes > 0, let missing = path.missingIndex,
            path.isMissingIndexSorted || isWhole,
            let entry = session.catalogue.entries[type]
        else { return }
        let wanted = IndexAdvisor.Wanted(type: type, index: missing)
        let isDue: Bool
        if let looked = execution.rows {
            isDue = learning.isDue(wanted, looked: looked, gave: gave)
        } else if let sql = execution.sample {
            guard session.catalogue.learned.indexes(of: type).count < limits.learnedIndexes,
                let questions = learning.sample(wanted)
            else { return }
            isDue = learning.isDue(
                wanted, looked: rowsLookedAt(by: sql, session), gave: gave, questions: questions)
        } else {
            return
        }
        guard isDue else { return }
        let most = Self.mostRows + 1
        // Learning is best effort: the query has its result.
        let rows: Int? = try? session.connection.attempt {
            try session.connection.first(
                """
                SELECT count(*) FROM \
                (SELECT 1 FROM \(ident: entry.layout.table) LIMIT \(most)) AS f
                """
            ) { Int($0.int(0)) }
        }
        // The answer is there; what cannot be learned from it is learned another time.
        guard let rows, learning.isDue(wanted, ofRows: rows) else { return }
        guard rows < most else { return learning.refuse(wanted, for: .seconds(86_400)) }
        enqueue { [limits, learning] session in
            do {
                try Self.make(wanted, most: limits.learnedIndexes, session)
            } catch {
                // It may be done again at once, and well.
                learning.refuse(wanted, for: .seconds(60))
                throw error
            }
        }
    }

    /// How many rows the engine looks at; very many where it takes too long to count them.
    private func rowsLookedAt(by sql: SQLText, _ session: Session) -> Int {
        do {
            // A failed statement is undone, and the rest of the transaction continues.
            return try session.connection.attempt {
                try session.connection.rowsLookedAt(by: sql) ?? 0
            }
        } catch {
            return (error as? StoreError)?.code == .cancelled ? Self.mostRows : 0
        }
    }

    private func noteUse(_ used: IndexAdvisor.Wanted, _ session: Session) {
        let today = LearnedIndexes.today
        let catalogue = session.catalogue
        let isNews = learning.isUseNews(used, today: today) {
            catalogue.learned.types[used.type]?.first { $0.index == used.index }?.day ?? today
        }
        guard isNews else { return }
        enqueue { session in
            var learned = try LearnedIndexes.load(session.connection)
            guard
                let place = learned.types[used.type]?.firstIndex(where: { $0.index == used.index })
            else { return }
            learned.types[used.type]?[place].day = today
            try learned.save(in: session.connection)
        }
    }

    /// Writes without keeping anybody waiting; what fails is tried again when it is due again.
    private func enqueue(_ body: @escaping @Sendable (Session) throws -> Void) {
        engine.enqueue(first: true) { [statements, dialect, memory] connection in
            try body(
                Session(
                    connection, statements: statements, dialect: dialect, memory: memory,
                    isReading: false))
        }
    }

    /// Makes an index of two columns, where the type still allows it and has not too many.
    private static func make(
        _ wanted: IndexAdvisor.Wanted, most: Int, _ session: Session
    ) throws {
        guard let entry = session.catalogue.entries[wanted.type],
            entry.layout.compositeIndexes[wanted.index] == nil,
            let index = wanted.index.definition(in: entry.layout)
        else { return }
        var learned = session.catalogue.learned
        let others = learned.types[wanted.type] ?? []
        guard others.count < most else { return }
        // Tables before what is said of them, as in every change of the schema.
        try session.connection.giveUpOnLocks(after: Self.lockPatience)
        try session.connection.keepWritersOut(of: index.table)
        learned.types[wanted.type] =
            others + [LearnedIndexes.Entry(index: wanted.index, day: LearnedIndexes.today)]
        try learned.save(in: session.connection)
        try session.schemaChanged()
        try session.connection.run(SchemaLowering(session.dialect).create(index, isPatient: true))
    }

    // MARK: Dropping

    /// Drops the indexes that a layout of their type does not allow any more.
    ///
    /// - Parameter layout: The type's layout, without what is dropped.
    static func dropLearned(
        of entry: Catalogue.Entry, unlessAllowedBy layout: RecordLayout?, _ session: Session
    ) throws {
        try dropLearned(session) { type, found in
            type == entry.layout.type.name && layout?.allows(found.index) != true
        }
    }

    /// Drops the indexes that no query has used for ``patience`` days.
    func dropUnused() {
        let oldest = LearnedIndexes.today - Self.patience
        engine.enqueue(first: true) { [statements, dialect, memory] connection in
            let learned = try LearnedIndexes.load(connection)
            guard learned.types.values.joined().contains(where: { $0.day < oldest }) else {
                return
            }
            let session = try Session(
                connection, statements: statements, dialect: dialect, memory: memory,
                isReading: false)
            try connection.giveUpOnLocks(after: Self.lockPatience)
            try Self.dropLearned(session) { _, found in found.day < oldest }
            try session.schemaChanged()
        }
    }

    private static func dropLearned(
        _ session: Session, where isGone: (String, LearnedIndexes.Entry) -> Bool
    ) throws {
        var learned = try LearnedIndexes.load(session.connection)
        let before = learned
        for (type, indexes) in before.types {
            let table = session.catalogue.entries[type]?.layout.table ?? type
            for found in indexes where isGone(type, found) {
                try session.connection.run(
                    "DROP INDEX IF EXISTS \(ident: found.index.name(in: table))")
                learned.types[type]?.removeAll { $0.index == found.index }
            }
        }
        if learned != before { try learned.save(in: session.connection) }
    }
}
