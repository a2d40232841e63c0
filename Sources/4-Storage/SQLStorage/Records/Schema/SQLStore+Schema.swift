package import RecordCore
import SQLLowering

extension SQLStore {
    /// The schema as it stands.
    package func schema() async throws -> RecordSchema {
        // Where saves follow each other, each reads the schema first: no transaction for what the last
        // one knew.
        if let catalogue = engine.rememberedAtLastCommit() as? Catalogue {
            return catalogue.schema
        }
        return try read { session in session.catalogue.schema }
    }

    /// Changes the schema in one transaction; returns the steps that were needed.
    @discardableResult
    package func updateSchema(
        _ change: @escaping @Sendable (_ current: RecordSchema) throws -> [RecordSchema]
    ) async throws -> [SchemaChange] {
        let environment = environment
        let limits = limits
        let (changes, orphans) = try await writeTables { [defersIndexes] session in
            var changes: [SchemaChange] = []
            var orphans: Set<StoredContent> = []
            for target in try change(session.catalogue.schema) {
                let current = session.catalogue.schema
                let steps = current.changes(to: target)
                try SchemaEvolution.check(steps, from: current, in: environment, limits: limits)
                orphans.formUnion(
                    try SQLStore.apply(steps, defersIndexes: defersIndexes, session))
                changes += steps
            }
            return (changes, orphans)
        }
        collect(orphans)
        return changes
    }

    /// Writes what changes tables.
    private func writeTables<T: Sendable>(
        _ body: @escaping @Sendable (Session) throws -> T
    ) async throws -> T {
        try await SQLStore.changingTables {
            try await write { session in
                try session.connection.giveUpOnLocks(after: TablePatience.seconds)
                return try body(session)
            }
        }
    }

    /// Does what changes tables, and gives up on their locks after ``TablePatience/seconds``.
    ///
    /// What comes later queues behind a change that waits for a long read, other reads too. So it waits
    /// briefly, lets them pass and begins again.
    static func changingTables<T>(_ body: () async throws -> T) async throws -> T {
        var attempts = TablePatience.attempts
        while true {
            do {
                return try await body()
            } catch let error as StoreError where error.isLockTimeout {
                attempts -= 1
                // Where the caller's time is over, this says why.
                guard attempts > 0, TimeLimit.ending == nil else { throw error }
                try await Task.sleep(for: .milliseconds(Int.random(in: 500...2_000)))
            }
        }
    }

    /// Adds what the schema lacks for the records of a request; in a transaction of its own, so
    /// that engines that dislike changes of tables among writes can follow.
    func grow(for order: SaveOrder) async throws {
        // In a transaction of its own too: on a cluster, tables may not change after such a read.
        var permissions: [ZoneID: ParticipantPermission]?
        if order.viewer != nil {
            permissions = try read { session in try self.permissions(of: order, session) }
        }
        try await writeTables { [self, permissions] session in
            let changes = growth(order, session.catalogue, permissions)
            _ = try SQLStore.apply(changes, defersIndexes: defersIndexes, session)
        }
    }

    /// What a request adds: to the schema, and the table of users, whose type is always there.
    ///
    /// - Parameter permissions: Those of a participant; without them what a participant adds that
    ///   may write everything.
    func growth(
        _ order: SaveOrder, _ catalogue: Catalogue,
        _ permissions: [ZoneID: ParticipantPermission]? = nil
    ) -> [SchemaChange] {
        let request = order.request
        let changes = SchemaEvolution.additions(
            for: request, to: catalogue.schema, in: environment, limits: limits,
            isPublic: order.scope == .public, permissions: permissions)
        let users = RecordType.users.name
        guard catalogue.entries[users] == nil,
            request.saves(recordsOf: users),
            let type = catalogue.schema.applying(changes)[users]
        else { return changes }
        return changes + [.addType(type)]
    }

    /// Makes steps; gives the content of assets that went with them.
    ///
    /// - Parameter defersIndexes: Whether new indexes are left to be made later.
    static func apply(
        _ changes: [SchemaChange], defersIndexes: Bool = false, _ session: Session
    ) throws -> Set<StoredContent> {
        guard !changes.isEmpty else { return [] }
        let catalogue = session.catalogue
        let target = catalogue.schema.applying(changes)
        var dropped: [String: Set<String>] = [:]
        var touched: Set<String> = []
        var orphans: Set<StoredContent> = []
        for change in changes {
            switch change {
            case .addType(let type): touched.insert(type.name)
            case .dropType(let name): orphans.formUnion(try drop(name, session))
            case .dropField(let type, let field):
                dropped[type, default: []].insert(field)
                touched.insert(type)
            case .addField(let type, _), .setIndexes(let type, _, _),
                .setSystemIndexes(let type, _), .setGrants(let type, _):
                touched.insert(type)
            case .setRoles(let roles): try Catalogue.save(roles: roles, in: session.connection)
            }
        }
        var tables = Set(
            catalogue.entries.values.filter { target[$0.layout.type.name] != nil }
                .map { $0.layout.table.lowercased() })
        for name in touched.sorted() {
            guard let type = target[name] else { continue }
            let (gone, table) = try change(
                catalogue.entries[name], to: type, dropping: dropped[name] ?? [],
                taken: tables, defersIndexes: defersIndexes, session)
            orphans.formUnion(gone)
            tables.insert(table.lowercased())
        }
        try session.schemaChanged()
        return orphans
    }

    /// Brings one record type's tables to its definition.
    private static func change(
        _ entry: Catalogue.Entry?, to type: RecordType, dropping dropped: Set<String>,
        taken: Set<String>, defersIndexes: Bool, _ session: Session
    ) throws -> (orphans: Set<StoredContent>, table: String) {
        let lowering = SchemaLowering(session.dialect)
        guard let entry else {
            let layout = RecordLayout(type, names: LayoutNames(type, takenTables: taken))
            try run(
                lowering.steps(from: nil, to: layout, defersIndexes: defersIndexes), layout, session
            )
            try noteIndexes(from: nil, to: layout, isDeferred: defersIndexes, session)
            try Catalogue.save(type, names: layout.names, in: session.connection)
            return ([], layout.table)
        }
        var layout = entry.layout
        var orphans: Set<StoredContent> = []
        var left = type
        left.fields.removeAll { dropped.contains($0.name) }
        try dropAutomaticIndexes(
            of: entry, unlessAllowedBy: RecordLayout(left, names: layout.names), session)
        if !dropped.isEmpty {
            orphans = try unlink(dropped, of: entry, session)
            var rest = layout.type
            rest.fields.removeAll { dropped.contains($0.name) }
            var names = layout.names
            for field in dropped { names.columns[field] = nil }
            let smaller = RecordLayout(rest, names: names)
            try run(lowering.steps(from: layout, to: smaller), smaller, session)
            layout = smaller
        }
        var names = layout.names
        for (place, field) in type.fields.enumerated() where layout.storage(of: field.name) == nil {
            // Columns that exist come first, whatever the order of the definition.
            let others =
                layout.type.fields.map(\.name)
                + type.fields[..<place].map(\.name).filter { layout.storage(of: $0) == nil }
            names.add(field: field.name, others: others)
        }
        let final = RecordLayout(type, names: names)
        try run(
            lowering.steps(from: layout, to: final, defersIndexes: defersIndexes), final, session)
        try noteIndexes(from: layout, to: final, isDeferred: defersIndexes, session)
        try Catalogue.save(type, names: names, in: session.connection)
        return (orphans, names.table)
    }

    /// Removes a record type with its records.
    private static func drop(_ name: String, _ session: Session) throws -> Set<StoredContent> {
        guard let entry = session.catalogue.entries[name] else { return [] }
        let connection = session.connection
        var orphans: Set<StoredContent> = []
        let hasContent = entry.layout.type.fields.contains { $0.type.scalar == .asset }
        for database in try databases(connection) {
            let here: SQLText = "\(of: database)"
            let rows: SQLText = """
                SELECT \(ident: "row") FROM _records WHERE \(here) AND type = \(entry.number)
                """
            if hasContent {
                orphans.formUnion(try session.releaseContent(of: rows, in: database))
            }
            try connection.run("DELETE FROM _references WHERE \(here) AND holder IN (\(rows))")
            var lastDeletion: Int64 = 0
            var zones: Set<Int64> = []
            try connection.query(
                """
                SELECT zone, deleted IS NULL, max(token) FROM _records \
                WHERE \(here) AND type = \(entry.number) AND token IS NOT NULL GROUP BY 1, 2
                """
            ) { row in
                if row.int(1) != 0 {
                    zones.insert(row.int(0))
                } else {
                    lastDeletion = max(lastDeletion, row.int(2))
                }
                return true
            }
            try connection.run("DELETE FROM _records WHERE \(here) AND type = \(entry.number)")
            // Of records that go with their type there is no deletion: their zones are read again.
            for zone in zones.sorted() {
                let token = try session.nextToken(in: database)
                try connection.perform(session.statements.setZoneToken) { binder in
                    binder.bind(int: token, at: 0)
                    binder.bind(int: zone, at: 1)
                    binder.bind(int: database, at: 2)
                }
            }
            // No change token from before a deletion that is forgotten stays valid.
            if !zones.isEmpty {
                try connection.run("UPDATE _counters SET purged = counter WHERE \(here)")
            } else if lastDeletion > 0 {
                try connection.run(
                    """
                    UPDATE _counters SET purged = \(lastDeletion) \
                    WHERE \(here) AND purged < \(lastDeletion)
                    """)
            }
        }
        try dropAutomaticIndexes(of: entry, unlessAllowedBy: nil, session)
        try run(
            SchemaLowering(session.dialect).steps(from: entry.layout, to: nil), entry.layout,
            session)
        var declared = try DeclaredIndexes.load(connection)
        try declared.set([:], of: name, in: connection)
        try connection.run("DELETE FROM _types WHERE id = \(entry.number)")
        return orphans
    }

    /// Every database; each is asked by itself, wherever it is kept.
    static func databases(_ connection: Connection) throws -> [Int64] {
        try connection.all("SELECT id FROM _databases ORDER BY id") { $0.int(0) }
    }

    /// Lets go of what some fields point at before they are dropped.
    private static func unlink(
        _ fields: Set<String>, of entry: Catalogue.Entry, _ session: Session
    ) throws -> Set<StoredContent> {
        let linking = entry.layout.type.fields.contains { field in
            fields.contains(field.name)
                && (field.type.scalar == .asset || field.type.scalar == .reference)
        }
        guard linking else { return [] }
        var orphans: Set<StoredContent> = []
        try walk(entry.layout, session) { record, row, database, _ in
            var rest = record
            for field in fields { rest.fields[field] = nil }
            let gone = try RecordLinks.write(
                rest, replacing: record, row: row, database: database, session
            ).released
            orphans.formUnion(gone.map { session.stored($0, for: database) })
            try session.letGo(gone, in: database)
        }
        return orphans
    }

    /// Runs the steps of lowering; parts that only Swift can compute are filled in row by row.
    private static func run(
        _ steps: [SchemaStep], _ layout: RecordLayout, _ session: Session
    ) throws {
        for step in steps {
            switch step {
            case .sql(let sql): try session.connection.run(sql)
            case .backfill(let backfill):
                let writer = RowWriter(layout, for: session.dialect)
                var connection = session.connection
                try walk(layout, session) { record, row, database, zone in
                    try writer.backfill(
                        backfill, of: record, row: row, database: database, zone: zone,
                        with: &connection)
                }
            }
        }
    }

    /// Shows every record of a type, some at a time, so that `body` may write.
    private static func walk(
        _ layout: RecordLayout, _ session: Session,
        _ body: (_ record: Record, _ row: Int64, _ database: Int64, _ zone: Int64) throws -> Void
    ) throws {
        for database in try databases(session.connection) {
            try walk(layout, of: database, session) { try body($0, $1, database, $2) }
        }
    }

    private static func walk(
        _ layout: RecordLayout, of database: Int64, _ session: Session,
        _ body: (_ record: Record, _ row: Int64, _ zone: Int64) throws -> Void
    ) throws {
        let reader = RecordReader(layout, for: session.dialect)
        let order: SQLText = "\(SystemColumn.zone.sql), \(SystemColumn.name.sql)"
        let zones = Dictionary(
            uniqueKeysWithValues: try session.connection.all(
                "SELECT id, name FROM _zones WHERE \(of: database)"
            ) { ($0.int(0), ZoneID($0.text(1))) })
        var after: (zone: Int64, name: String) = (.min, "")
        while true {
            let page = try session.connection.all(
                """
                SELECT \(reader.selection) FROM \(ident: layout.table) \
                WHERE \(SystemColumn.database.sql) = \(database) \
                AND (\(order)) > (\(after.zone), \(after.name)) ORDER BY \(order) LIMIT 500
                """
            ) { row in
                let zone = row.int(RecordReader.zoneColumn)
                return (
                    reader.record(from: row, zone: zones[zone] ?? .default),
                    row.int(RecordReader.rowColumn), zone
                )
            }
            for (record, row, zone) in page {
                try body(record, row, zone)
                after = (zone, record.id.name)
            }
            if page.isEmpty { return }
        }
    }
}

/// How long a change of tables waits for the transactions that use them.
package enum TablePatience {
    /// Seconds of one attempt: PostgreSQL ends an autovacuum that is in the way after one second
    /// (`deadlock_timeout`).
    package static let seconds = 2.0
    /// How often it begins, which comes to less than a minute; less often in tests.
    @TaskLocal package static var attempts = 15
}
