import RecordCore
import SQLLowering

// The steps that bring an older database to the present layout.
extension StorageTables {
    /// The layout that this version writes.
    ///
    /// A database with a greater one is refused.
    static let version: Int64 = 7

    /// One step for each older layout, to the next; the first is of version 1.
    private static func steps<Connection: SQLConnection>(
        _ dialect: any Dialect
    ) -> [(Connection) throws -> [SQLText]] {
        let own = StorageDefinitions(dialect)
        let lowering = SchemaLowering(dialect)
        func layouts(_ connection: Connection) throws -> some Collection<RecordLayout> {
            try Catalogue.load(connection, dialect: dialect, version: 0, known: nil).layouts.values
        }
        return [
            { _ in own.shares + own.service },
            // Members of lists stand in the order of their records' names.
            { connection in
                try layouts(connection).flatMap { layout in
                    layout.sideTables.flatMap { lowering.addNames(to: $0, of: layout) }
                }
            },
            { _ in assets(dialect) },
            { _ in spreading(dialect) },
            // What microseconds lose of a date stands beside them.
            { connection in
                let tables = try connection.tables()
                return try layouts(connection).flatMap { layout in
                    lowering.addColumns(
                        to: layout, having: Set((tables[layout.table] ?? []).map(\.name)))
                }
            },
            { connection in
                for sql in own.databaseService { try connection.run(sql) }
                try OlderServiceRows.bringOver(connection, dialect)
                return []
            },
        ]
    }

    /// Brings a database to the present layout, in one transaction.
    ///
    /// - Throws: ``StoreError/Code/newerVersion`` when another version of this library made it.
    static func migrate<Connection: SQLConnection>(
        _ connection: Connection, dialect: any Dialect
    ) throws {
        let found = try layoutVersion(connection)
        guard found <= version else { throw newer(found) }
        if found == 0 {
            for sql in StorageDefinitions(dialect).all { try connection.run(sql) }
            // What is not as everywhere else has to be remembered.
            let search =
                dialect.tokenStorage == .inverted ? dialect.tokenStorage.rawValue : nil
            if let search { try connection.set("search", to: search) }
            if let spread = dialect.spread.text { try connection.set("spread", to: spread) }
        } else {
            // New tables are made as those that are there were.
            let steps: [(Connection) throws -> [SQLText]] = steps(
                dialect.keeping(
                    try tokenStorage(connection), try spread(connection, asked: dialect.spread)))
            for step in steps.dropFirst(Int(found) - 1) {
                for sql in try step(connection) { try connection.run(sql) }
            }
        }
        if found < version {
            try connection.set("layout", to: String(version))
        }
    }

    /// The layout version of a database; 0 when it is empty.
    static func layoutVersion(_ connection: some SQLConnection) throws -> Int64 {
        guard try connection.hasTable("_meta") else { return 0 }
        return try connection.setting("layout").flatMap { Int64($0) } ?? 0
    }

    /// How a database stores words; nil where it does not say.
    static func tokenStorage(_ connection: some SQLConnection) throws -> TokenStorage? {
        guard let text = try connection.setting("search") else { return nil }
        guard let storage = TokenStorage(rawValue: text) else {
            throw StoreError(
                .newerVersion, ["found": "search=\(text.prefix(40))", "expected": "search=gin"])
        }
        return storage
    }

    /// What a database of a greater layout version is refused with.
    static func newer(_ found: Int64) -> StoreError {
        StoreError(
            .newerVersion, ["found": String(found), "expected": String(version)])
    }

    // MARK: Steps

    /// The database comes first in every key: counters leave the directory of databases, and
    /// the pairs of users that share have a directory of their own.
    private static func spreading(_ dialect: any Dialect) -> [SQLText] {
        let database = SQLText.identifier("database")
        let tables = StorageDefinitions(dialect)
        return tables.counters + [
            """
            INSERT INTO _counters (\(database), counter, purged) \
            SELECT id, counter, purged FROM _databases
            """,
            "ALTER TABLE _databases DROP COLUMN counter",
            "ALTER TABLE _databases DROP COLUMN purged",
        ] + tables.sharing + [
            """
            INSERT INTO _sharing (member, \(database)) \
            SELECT DISTINCT member, \(database) FROM _participants
            """,
            "DROP INDEX \(ident: "_participants.member")", tables.members,
            "DROP INDEX \(ident: "_records.deleted")", tables.deletions,
        ]
    }

    /// Content belongs to one database like its records, from the fourth layout on.
    private static func assets(_ dialect: any Dialect) -> [SQLText] {
        ["ALTER TABLE _asset_uses RENAME TO _asset_uses_3"] + StorageDefinitions(dialect).contents
            + [
                """
                INSERT INTO _asset_uses (\(ident: "database"), checksum, holder) \
                SELECT r.\(ident: "database"), u.checksum, u.holder FROM _asset_uses_3 u \
                JOIN _records r ON r.\(ident: "row") = u.holder
                """,
                "DROP TABLE _asset_uses_3",
            ]
    }
}
