#if Postgres
import Foundation
import ObjectCore
import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage

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
        let database = try database(isReadOnly: options.isReadOnly)
        do {
            return try SQLObjectStore(database, model: model, options: options.settings)
        } catch {
            database.closeNow()
            throw error
        }
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
                if let file = try ObjectFile(connection) { try drop(file, on: connection) }
            }
        }
    }

    private func drop(_ file: ObjectFile, on connection: PostgresConnection) throws {
        for table in file.schema.columns.keys.sorted() {
            try connection.run("DROP TABLE \(ident: schema).\(ident: table)")
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
        guard let file = try other.file() else {
            throw ObjectStoreError(.notAStore, "The database is empty.", path: other.schema)
        }
        let tables = file.schema.columns.keys.sorted()
        try with { database in
            try database.writeNow(isDurable: true) { connection in
                if let old = try ObjectFile(connection) { try drop(old, on: connection) }
                for table in tables {
                    let copy: SQLText = "\(ident: schema).\(ident: table)"
                    let original: SQLText = "\(ident: other.schema).\(ident: table)"
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
        try with { database in
            guard let found = try database.read({ try ObjectFile($0) }) else {
                throw ObjectStoreError(.notAStore, "The database is empty.", path: schema)
            }
            let tables = found.schema.columns.keys.sorted()
            try database.writeNow(isDurable: true) { connection in
                let names = tables.map { "\(ident: schema).\(ident: $0)" as SQLText }
                // Before anything is read, so that nothing is read that changes until then.
                try connection.run(
                    "LOCK TABLE \(names.joined(", ")) IN SHARE ROW EXCLUSIVE MODE")
                let old = try SQLObjectStore(database, model: source)
                let beside = schema + " (migrating)"
                try connection.run("CREATE SCHEMA \(ident: beside)")
                try connection.run("SET LOCAL search_path = \(ident: beside)")
                let settings = ObjectMigration.settings(
                    of: old, try old.metadata(), modelCache, metadata)
                let new = try SQLObjectStore(
                    PostgresTransaction(connection), model: mapping.destination,
                    options: settings)
                try new.load(mapping, from: old)
                // Programs that have the old tables open must see that these are others.
                try connection.run(
                    "UPDATE \"Z_METADATA\" SET \"Z_VERSION\" = \(found.version + 1)")
                for name in names { try connection.run("DROP TABLE \(name)") }
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
}
#endif
