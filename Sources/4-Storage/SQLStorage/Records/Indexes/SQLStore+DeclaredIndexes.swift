import RecordCore
import SQLLowering

extension SQLStore {
    /// Days without a query that asks for it after which development drops an index.
    private static var patience: Int { 60 }
    /// Days after which `explain` names it.
    private static var notice: Int { 30 }
    /// Seconds to wait for the transactions that use a table: others queue behind.
    private static var lockPatience: Double { 3 }

    /// Notes that a query asks for indexes, and has those made that are not there.
    func noteUse(of prepared: PreparedQuery, type: String, _ session: Session) throws {
        let today = AutomaticIndexes.today
        guard !prepared.use.isNoted(on: today) else { return }
        // While one is missing each query asks for it.
        if try noteUse(of: prepared.indexes, type: type, session) { prepared.use.note(on: today) }
    }

    /// Notes that a query asks for indexes, and has those made that are not there, or where the table has very
    /// many rows, left to be made when the store is opened next; gives whether all of them are there.
    @discardableResult
    func noteUse(
        of indexes: [IndexDefinition], type: String, _ session: Session
    ) throws -> Bool {
        let today = AutomaticIndexes.today
        let states = session.catalogue.declared[type]
        let absent = indexes.filter { states[$0.name]?.absence != nil }
        let due = absent.filter { advisor.mayMake($0.name) }
        if !due.isEmpty {
            // Where the read begins again, nothing is noted yet.
            try session.connection.leaveGroup()
            try session.connection.confirm()
        }
        let most = IndexAdvisor.mostRows
        for index in due where advisor.isMakingDue(index.name) {
            // Counted here: writers would wait for it. Without a count the index is begun later.
            let rows: Int? = try? session.connection.attempt {
                try Self.rows(of: index.table, atMost: most + 1, session)
            }
            guard let rows else { continue }
            // Queries scan until the store is opened next.
            let isLater = rows > most
            if isLater { advisor.putOff(index.name) }
            if isLater, states[index.name]?.absence == .deferred { continue }
            enqueue { try Self.make(index, isLater: isLater, $0) }
        }
        let used = indexes.filter { index in
            advisor.isNoteDue(index.name, today: today) { states[index.name]?.day ?? today }
        }
        guard !used.isEmpty else { return absent.isEmpty }
        enqueue { session in
            var declared = try DeclaredIndexes.load(session.connection)
            var states = declared[type]
            for index in used {
                states[index.name]?.day = today
                states[index.name]?.asked = today
            }
            try declared.set(states, of: type, in: session.connection)
        }
        return absent.isEmpty
    }

    /// Makes a declared index that is not there, or leaves it to be made when the store is opened next.
    private static func make(
        _ index: IndexDefinition, isLater: Bool = false, _ session: Session
    ) throws {
        var declared = try DeclaredIndexes.load(session.connection)
        if try make(index, isLater: isLater, &declared, session) { try session.schemaChanged() }
    }

    /// - Returns: Whether the schema has changed.
    private static func make(
        _ index: IndexDefinition, isLater: Bool = false, _ declared: inout DeclaredIndexes,
        _ session: Session
    ) throws -> Bool {
        let connection = session.connection
        var states = declared[index.type]
        guard states[index.name]?.absence != nil,
            session.catalogue.entries[index.type]?.layout.indexes.contains(index) == true
        else { return false }
        if isLater {
            states[index.name]?.absence = .deferred
        } else {
            try connection.giveUpOnLocks(after: lockPatience)
            try connection.keepWritersOut(of: index.table)
            try connection.run(SchemaLowering(session.dialect).create(index, isPatient: true))
            states[index.name] = DeclaredIndexes.State(day: AutomaticIndexes.today)
        }
        try declared.set(states, of: index.type, in: connection)
        return true
    }

    /// Makes the first of some indexes, and others of its table while that takes a quarter of a second in
    /// all.
    ///
    /// - Returns: Those that are left.
    private static func makeSome(
        of indexes: ArraySlice<IndexDefinition>, _ session: Session
    ) throws -> ArraySlice<IndexDefinition> {
        let end = ContinuousClock.now + .milliseconds(250)
        var rest = indexes
        var declared = try DeclaredIndexes.load(session.connection)
        var isChanged = false
        while let index = rest.first, index.table == indexes.first?.table,
            rest.count == indexes.count || ContinuousClock.now < end
        {
            if try make(index, &declared, session) { isChanged = true }
            rest.removeFirst()
        }
        if isChanged { try session.schemaChanged() }
        return rest
    }

    /// Makes the indexes that were put off while many records were saved, and statistics of the tables that
    /// these have filled: without them PostgreSQL takes a new table for one of a few rows.
    package func finishLoad() async throws {
        // Before the indexes, which note how large their tables are. Statistics that cannot be made now are
        // made by autovacuum later.
        let grown = (try? engine.read { try $0.grownTables() }) ?? []
        if defersIndexes { try await makeDeferredIndexes() }
        guard !grown.isEmpty else { return }
        try? await engine.write(first: false) { connection in
            try connection.giveUpOnLocks(after: Self.lockPatience)
            for table in grown { try connection.analyze(table) }
        }
    }

    /// Makes the indexes that were put off, in transactions of small ones of a table or a large one: where
    /// the process ends in between, the others are made when the store is opened next.
    func makeDeferredIndexes() async throws {
        let absent = try read { session in
            session.catalogue.entries.sorted { $0.key < $1.key }.flatMap {
                session.catalogue.declared.absent(of: $0.value.layout, [.deferred])
            }
        }
        var rest = absent[...]
        while !rest.isEmpty { rest = try await write { [rest] in try Self.makeSome(of: rest, $0) } }
    }

    /// Has the database say that it is of production: a program that opens it later may take it for
    /// one of development.
    func noteEnvironment() {
        guard environment == .production,
            (try? read { try Self.isOfProduction($0.connection) }) == false
        else { return }
        enqueue { try $0.connection.set("environment", to: "production") }
    }

    /// Whether the store was ever opened in production.
    static func isOfProduction(_ connection: Connection) throws -> Bool {
        try connection.setting("environment") == "production"
    }

    /// Makes the indexes that an import left out, and in production those that development dropped;
    /// drops those that no query has asked for in ``patience`` days, where the store was never opened
    /// in production.
    ///
    /// What cannot be done now is done when the store is opened next.
    ///
    /// - Parameter isMaking: Whether to make any: closing waits for it, of a very large table for long.
    func tendIndexes(isMaking: Bool) {
        let reasons: Set<DeclaredIndexes.Absence> =
            !isMaking ? [] : environment == .production ? [.deferred, .unused] : [.deferred]
        let mayDrop = environment != .production
        let due = try? read { session in
            let declared = session.catalogue.declared
            let isDropping = try mayDrop && !Self.isOfProduction(session.connection)
            return session.catalogue.entries.values.map(\.layout).filter { layout in
                !declared.absent(of: layout, reasons).isEmpty
                    || isDropping && !declared.unused(of: layout, for: Self.patience).isEmpty
                    || layout.indexes.contains {
                        !$0.isUnique && declared[layout.type.name][$0.name] == nil
                    }
            }
        }
        for layout in due ?? [] {
            enqueue { session in
                var declared = try DeclaredIndexes.load(session.connection)
                guard session.catalogue.entries[layout.type.name]?.layout == layout else { return }
                for index in declared.absent(of: layout, reasons) {
                    try Self.make(index, session)
                }
                declared = try DeclaredIndexes.load(session.connection)
                let isDropping = try mayDrop && !Self.isOfProduction(session.connection)
                let unused = isDropping ? declared.unused(of: layout, for: Self.patience) : []
                try Self.drop(unused, of: layout, &declared, session)
            }
        }
    }

    /// Drops indexes that no query asks for, and notes those that nothing is known of yet.
    private static func drop(
        _ unused: [IndexDefinition], of layout: RecordLayout, _ declared: inout DeclaredIndexes,
        _ session: Session
    ) throws {
        let connection = session.connection
        var states = declared[layout.type.name]
        for index in layout.indexes where !index.isUnique && states[index.name] == nil {
            states[index.name] = DeclaredIndexes.State(day: AutomaticIndexes.today)
        }
        if !unused.isEmpty { try connection.giveUpOnLocks(after: lockPatience) }
        for index in unused {
            try connection.run("DROP INDEX IF EXISTS \(ident: index.name)")
            states[index.name]?.absence = .unused
        }
        try declared.set(states, of: layout.type.name, in: connection)
        if !unused.isEmpty { try session.schemaChanged() }
    }

    /// Notes the indexes that a record type has after a change.
    ///
    /// - Parameter isDeferred: Whether the new ones are left to be made later.
    static func noteIndexes(
        from old: RecordLayout?, to new: RecordLayout, isDeferred: Bool, _ session: Session
    ) throws {
        var declared = try DeclaredIndexes.load(session.connection)
        let known = declared[new.type.name]
        let fresh = Set(SchemaLowering(session.dialect).newIndexes(from: old, to: new).map(\.name))
        var states: [String: DeclaredIndexes.State] = [:]
        for index in new.indexes where !index.isUnique {
            let state = DeclaredIndexes.State(
                day: AutomaticIndexes.today,
                absence: index.isOnDemand ? .unasked : isDeferred ? .deferred : nil)
            states[index.name] = fresh.contains(index.name) ? state : known[index.name]
        }
        try declared.set(states, of: new.type.name, in: session.connection)
    }

    /// The indexes of a record type that no query asks for, as `explain` names them.
    ///
    /// - Parameter wanted: Those that the explained query asks for.
    func unusedIndexes(
        of layout: RecordLayout, wanted: [IndexDefinition], _ session: Session
    ) throws -> [String] {
        let declared = try DeclaredIndexes.load(session.connection)
        return declared.unused(of: layout, for: Self.notice).map(\.title)
            + declared.absent(of: layout, [.unused]).map { $0.title + ", dropped" }
            + declared.absent(of: layout, [.unasked]).filter(wanted.contains).map {
                $0.title + " with case and accents, made when a query first asks for it"
            }
    }
}
