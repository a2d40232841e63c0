#if Postgres
import Foundation
import ObjectCore
import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine

/// A schema of a PostgreSQL database that holds a store of objects.
struct PostgresPlace: ServerPlace {
    private let location: PostgresLocation
    private let schema: String

    /// The place that a URL names: the schema `coredata` where it says none.
    init(_ url: String) {
        location = PostgresLocation(url)
        schema = location.schema ?? "coredata"
    }

    private func database(isReadOnly: Bool) throws -> PostgresDatabase {
        var options = PostgresOptions()
        options.schema = schema
        options.isReadOnly = isReadOnly
        // Objects are written on the threads that ask.
        options.writers = 1
        return try PostgresDatabase(location.url, options: options)
    }

    private func with<T>(
        isReadOnly: Bool = false, _ body: (PostgresDatabase) throws -> T
    ) throws -> T {
        let database = try database(isReadOnly: isReadOnly)
        defer { database.closeNow() }
        return try body(database)
    }

    // MARK: The store

    func open(model: ResolvedModel, options: ObjectStoreOptions) throws -> any ObjectStore {
        try SQLObjectStore.opened(
            database(isReadOnly: options.isReadOnly), model: model, options: options.settings)
    }

    func file() throws -> ObjectFile? {
        try with(isReadOnly: true) { database in try database.read { try ObjectFile($0) } }
    }

    func setMetadata(_ metadata: [String: MetadataValue]) throws {
        try with { database in
            try database.writeNow(isDurable: true) {
                try ObjectFile.replaceMetadata(metadata, on: $0)
            }
        }
    }

    func destroy() throws {
        try with { database in
            try database.writeNow(isDurable: true) { connection in
                guard let file = try ObjectFile(connection) else { return }
                try drop(tables(of: file, in: database), on: connection)
                try ObjectFile.leaveWord(on: connection)
            }
        }
    }

    /// The tables of a store; others that are in the schema stay there.
    private func tables(of file: ObjectFile, in database: PostgresDatabase) -> [String] {
        file.ownTables(for: database.dialect)
    }

    /// The name of a table with its schema.
    private func name(_ table: String) -> SQLText { "\(ident: schema).\(ident: table)" }

    /// Drops tables once nothing reads them.
    ///
    /// What comes later queues behind a drop that waits for a long read. So it waits briefly, lets the
    /// others pass and begins again, for less than a minute.
    private func drop(_ tables: [String], on connection: PostgresConnection) throws {
        try refuseDependents(of: tables, on: connection)
        var attempts = TablePatience.attempts
        while true {
            do {
                return try connection.attempt {
                    try connection.giveUpOnLocks(after: TablePatience.seconds)
                    for table in tables { try connection.run("DROP TABLE \(name(table))") }
                }
            } catch let error as StoreError where error.isLockTimeout {
                attempts -= 1
                guard attempts > 0 else { throw error }
                usleep(UInt32.random(in: 500_000...2_000_000))
            }
        }
    }

    /// Refuses to drop tables that a view or a foreign key of others stands on: PostgreSQL does too, but
    /// only after everything is copied, and without the view's name.
    private func refuseDependents(
        of tables: [String], on connection: PostgresConnection
    ) throws {
        let own = Set(tables)
        let schema = PostgresDialect().kept(schema)
        try connection.query(
            """
            SELECT CAST(t.relname AS text), CAST(v.relname AS text) \
            FROM pg_catalog.pg_depend d \
            JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid \
            JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm') \
            JOIN pg_catalog.pg_class t ON t.oid = d.refobjid \
            JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
            WHERE d.classid = CAST('pg_catalog.pg_rewrite' AS regclass) \
            AND d.refclassid = CAST('pg_catalog.pg_class' AS regclass) AND n.nspname = \(schema) \
            UNION SELECT CAST(t.relname AS text), CAST(v.relname AS text) \
            FROM pg_catalog.pg_constraint c \
            JOIN pg_catalog.pg_class v ON v.oid = c.conrelid \
            JOIN pg_catalog.pg_class t ON t.oid = c.confrelid \
            JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
            WHERE c.contype = 'f' AND n.nspname = \(schema) ORDER BY 1, 2
            """
        ) { row in
            let (table, other) = (row.text(0), row.text(1))
            guard own.contains(table), !own.contains(other) else { return true }
            throw ObjectStoreError(
                .engine,
                "\(other) stands on the store's table \(table), which is to be dropped: drop the "
                    + "view or the foreign key, try again, and make it again afterwards.",
                path: schema)
        }
    }

    // MARK: One in the place of another

    func canReplace(with source: String) -> Bool {
        guard case .postgres = ObjectStoreLocation(source) else { return false }
        let other = PostgresPlace(source)
        return other.location.url == location.url && other.schema != schema
    }

    func replace(with source: String) throws {
        let other = PostgresPlace(source)
        guard canReplace(with: source) else {
            throw ObjectStoreError(
                .unsupportedLocation,
                "A store in PostgreSQL can only be replaced with one in another schema of "
                    + "the same database.")
        }
        guard try other.file() != nil else { throw other.missing }
        try with { database in
            try database.writeNow(isDurable: true) { connection in
                // Before the transaction sees anything: of tables that a migration makes later it would see
                // no rows. Each migration drops this one first.
                try connection.giveUpOnLocks(after: 60)
                try connection.run("LOCK TABLE \(other.name("Z_METADATA")) IN ACCESS SHARE MODE")
                try connection.run("SET LOCAL search_path = \(ident: other.schema)")
                guard let file = try ObjectFile(connection) else { throw other.missing }
                try connection.run("SET LOCAL search_path = \(ident: schema)")
                if let old = try ObjectFile(connection) {
                    try drop(tables(of: old, in: database), on: connection)
                } else {
                    try ObjectFile.removeWord(on: connection)
                }
                try connection.giveUpOnLocks(after: 60)
                for table in tables(of: file, in: database) {
                    let (copy, original) = (name(table), other.name(table))
                    try connection.run("CREATE TABLE \(copy) (LIKE \(original) INCLUDING ALL)")
                    try connection.run("INSERT INTO \(copy) SELECT * FROM \(original)")
                }
            }
        }
    }

    // MARK: Migration

    /// Copies the objects into tables beside the old ones, which then take their names, all in
    /// one transaction: others read the old store until it is over, and wait to write.
    func migrate(
        _ mapping: ModelMapping, from source: ResolvedModel, modelCache: Data?,
        metadata: [String: MetadataValue]
    ) throws {
        try replacing(source) { old, fill in
            let settings = ObjectMigration.settings(
                of: old, try old.metadata(), modelCache, metadata)
            try fill(mapping.destination, settings) { new in
                try new.load(mapping, from: old)
            }
        }
    }

    /// The copy is a file, in which handlers of a migration work as they do in any file.
    func replace(
        _ old: ObjectMigration.Version, with new: ObjectMigration.Version,
        by body: (String) throws -> Void
    ) throws {
        try replacing(old.model) { store, fill in
            let copy = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(schema)-stage-\(UUID().uuidString).sqlite").path
            try checkDecimals(store)
            // Nothing reads it any more.
            defer { try? ObjectStoreOpener.destroy(at: copy) }
            try ObjectMigration.copy(
                store, ModelMapping(unchanged: old.model), into: copy, for: copy,
                old.modelCache, old.metadata)
            try body(copy)
            let file = try ObjectMigration.opened(copy, model: new.model)
            defer { file.engine.closeNow() }
            let settings = ObjectMigration.settings(
                of: store, try file.metadata(), new.modelCache, new.metadata)
            try fill(new.model, settings) { made in
                try made.load(ModelMapping(unchanged: new.model), from: file)
            }
        }
    }

    /// Refuses decimal numbers of which a file would lose digits, parts of composites among them.
    private func checkDecimals(_ store: SQLObjectStore<PostgresDatabase>) throws {
        for entity in store.model.entities {
            let parts = entity.attributes.flatMap { attribute in
                decimals(in: attribute.source).map { (attribute: attribute, path: $0) }
            }
            guard !parts.isEmpty else { continue }
            let keys = try store.fetchKeys(
                ObjectQuery(entity: entity.number, includesSubentities: false))
            for batch in keys.batches(of: 5_000) {
                for row in try store.rows(batch).compactMap({ $0 }) {
                    for (attribute, path) in parts {
                        let value = row.attributes[attribute.place].part(at: path)
                        guard case .decimal(let number) = value,
                            Int64(number.description) == nil,
                            Decimal(shortest: number.nearestDouble) != number
                        else { continue }
                        let name = ([entity.name, attribute.name] + path).joined(separator: ".")
                        throw ObjectStoreError(
                            .migrationFailed,
                            "A stage with handlers would shorten a decimal number of \(name) to "
                                + "the 17 digits of a file; use a stage without handlers.")
                    }
                }
            }
        }
    }

    /// The paths of the decimal numbers in the values of an attribute: an empty one where it is one.
    private func decimals(in attribute: ObjectAttribute) -> [[String]] {
        guard attribute.type == .composite else { return attribute.type == .decimal ? [[]] : [] }
        return attribute.elements.flatMap { element in
            decimals(in: element).map { [element.name] + $0 }
        }
    }

    private typealias Fill = (
        _ model: ResolvedModel, _ settings: ObjectStoreSettings,
        _ load: (SQLObjectStore<PostgresTransaction>) throws -> Void
    ) throws -> Void

    /// Makes tables beside those of the store, which take their names, all in one transaction.
    ///
    /// - Parameter body: Gets the store and what makes the other tables; it may run again.
    private func replacing(
        _ source: ResolvedModel,
        _ body: (SQLObjectStore<PostgresDatabase>, Fill) throws -> Void
    ) throws {
        try with { database in
            try database.writeNow(isDurable: true) { connection in
                let found = try locked(connection, of: database)
                let tables = tables(of: found, in: database)
                try refuseDependents(of: tables, on: connection)
                // To copy may take long, and so may handlers.
                try connection.giveUpOnLocks(after: 60)
                let beside = schema + " (migrating)"
                // Tables of an earlier form are read as they are: to bring them over, another
                // connection would wait for the locks of this one.
                var asItIs = ObjectStoreSettings()
                asItIs.bringsOver = false
                let old = try SQLObjectStore(database, model: source, options: asItIs)
                try body(old) { model, settings, load in
                    try connection.run("CREATE SCHEMA \(ident: beside)")
                    try connection.run("SET LOCAL search_path = \(ident: beside)")
                    try load(
                        try SQLObjectStore(
                            PostgresTransaction(connection), model: model, options: settings))
                }
                // Programs that have the old tables open must see that these are others. Any other
                // number will do where there is none after it.
                try connection.run(
                    "UPDATE \"Z_METADATA\" SET \"Z_VERSION\" = \(found.version &+ 1)")
                try drop(tables, on: connection)
                for table in try connection.tables().keys.sorted() {
                    try connection.run(
                        """
                        ALTER TABLE \(ident: beside).\(ident: table) \
                        SET SCHEMA \(ident: schema)
                        """)
                }
                try connection.run("DROP SCHEMA \(ident: beside)")
            }
        }
    }

    /// Keeps writers out of the tables of the store; gives what stands there then.
    ///
    /// To lock takes no snapshot, so that the transaction reads what is there after it. Which tables
    /// to lock another connection says, each time that the transaction runs: meanwhile another
    /// program may have migrated the store, or made a table of its history.
    private func locked(
        _ connection: PostgresConnection, of database: PostgresDatabase
    ) throws -> ObjectFile {
        func lock(_ tables: [String]) throws {
            try connection.run(
                """
                LOCK TABLE \(tables.map(name).joined(", ")) IN SHARE ROW EXCLUSIVE MODE
                """)
        }
        guard let seen = try database.read({ try ObjectFile($0) }) else { throw missing }
        let before = tables(of: seen, in: database)
        try lock(before)
        guard let found = try ObjectFile(connection) else { throw missing }
        let others = tables(of: found, in: database).filter { !before.contains($0) }
        if !others.isEmpty { try lock(others) }
        return found
    }

    private var missing: ObjectStoreError {
        ObjectStoreError(.notAStore, "The database is empty.", path: schema)
    }
}
#endif
