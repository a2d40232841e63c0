import RecordCore
import SQLLowering

/// The tables that every record database has beside those of its record types, and the steps
/// that bring an older database to them.
enum StorageTables {
    /// The layout that this version writes.
    ///
    /// A database with a greater one is refused.
    static let version: Int64 = 4

    /// One step for each layout version, the first from nothing.
    private static func steps<Connection: SQLConnection>(
        _ dialect: any Dialect
    ) -> [(Connection) throws -> [SQLText]] {
        [
            { _ in initial(dialect) },
            { _ in shares(dialect) },
            // Members of lists stand in the order of their records' names.
            { connection in
                let lowering = SchemaLowering(dialect)
                return try Catalogue.load(
                    connection, dialect: dialect, version: 0, known: nil
                ).layouts.values.flatMap { layout in
                    layout.sideTables.flatMap { lowering.addNames(to: $0, of: layout) }
                }
            },
            { _ in assets(dialect) },
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
        let steps: [(Connection) throws -> [SQLText]] = steps(dialect)
        for step in steps.dropFirst(Int(found)) {
            for sql in try step(connection) { try connection.run(sql) }
        }
        if found < version {
            try connection.run(
                """
                INSERT INTO _meta (key, value) VALUES ('layout', \(String(version))) \
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """)
        }
    }

    /// The layout version of a database; 0 when it is empty.
    static func layoutVersion(_ connection: some SQLConnection) throws -> Int64 {
        guard try connection.hasTable("_meta") else { return 0 }
        return try connection.first("SELECT value FROM _meta WHERE key = 'layout'") {
            Int64($0.text(0)) ?? 0
        } ?? 0
    }

    /// What a database of a greater layout version is refused with.
    static func newer(_ found: Int64) -> StoreError {
        StoreError(
            .newerVersion, ["found": String(found), "expected": String(version)])
    }

    private static func initial(_ dialect: any Dialect) -> [SQLText] {
        let integer = SQLText.literal(dialect.columnType(.integer))
        let text = SQLText.literal(dialect.columnType(.text))
        let own = SQLText.literal(dialect.ownNumberType)
        func key(_ columns: String...) -> SQLText {
            dialect.numberedKey(columns).map { ", \($0)" } ?? ""
        }
        let keyed = SQLText.literal(dialect.keyedTableSuffix)
        return [
            // What holds for the whole database: layout, store identity, roles.
            "CREATE TABLE _meta (key \(text) NOT NULL PRIMARY KEY, value \(text) NOT NULL)\(keyed)",
            // Two marks that change with the schema and with what zones there are, so that
            // every process knows when what it remembers is out of date.
            """
            CREATE TABLE _versions (id \(own), \(ident: "schema") \(integer) NOT NULL, \
            zones \(integer) NOT NULL\(key("id")))
            """,
            "INSERT INTO _versions (id, \(ident: "schema"), zones) VALUES (1, 1, 1)",
            """
            CREATE TABLE _types (id \(own), name \(text) NOT NULL UNIQUE, \
            layout \(text) NOT NULL, definition \(text) NOT NULL\(key("id")))
            """,
            """
            CREATE TABLE _databases (id \(own), scope \(text) NOT NULL, owner \(text) NOT NULL, \
            counter \(integer) NOT NULL, purged \(integer) NOT NULL, \
            UNIQUE (scope, owner)\(key("id")))
            """,
            // `born` is the counter when the zone was created, `deleted` when it was deleted.
            """
            CREATE TABLE _zones (id \(own), \(ident: "database") \(integer) NOT NULL, \
            name \(text) NOT NULL, token \(integer) NOT NULL, born \(integer) NOT NULL, \
            deleted \(integer), UNIQUE (\(ident: "database"), name)\(key("database", "id")))
            """,
            // A permission of `none` is of a user who lost his at `token` and may not know; who sees
            // the whole zone has seen it since `token`.
            """
            CREATE TABLE _participants (\(ident: "database") \(integer) NOT NULL, \
            zone \(integer) NOT NULL, member \(text) NOT NULL, permission \(text) NOT NULL, \
            token \(integer) NOT NULL, \
            PRIMARY KEY (\(ident: "database"), zone, member))\(keyed)
            """,
            "CREATE INDEX \(ident: "_participants.member") ON _participants (member)",
            // Every record and, where changes are tracked, what remains of deleted ones.
            // `deleted` is when, in microseconds since 2001.
            """
            CREATE TABLE _records (\(ident: "row") \(own), \(ident: "database") \(integer) NOT NULL, \
            zone \(integer) NOT NULL, name \(text) NOT NULL, type \(integer) NOT NULL, \
            token \(integer), deleted \(integer), \
            UNIQUE (\(ident: "database"), zone, name)\(key("database", "row")))
            """,
            """
            CREATE INDEX \(ident: "_records.token") ON _records \
            (\(ident: "database"), zone, token) WHERE token IS NOT NULL
            """,
            """
            CREATE INDEX \(ident: "_records.deleted") ON _records (deleted) \
            WHERE deleted IS NOT NULL
            """,
            // Who points at a record in a way that matters when it is deleted; action 3 is a
            // child's pointer to its parent.
            """
            CREATE TABLE _references (\(ident: "database") \(integer) NOT NULL, \
            zone \(text) NOT NULL, name \(text) NOT NULL, action \(integer) NOT NULL, \
            holder \(integer) NOT NULL, \
            PRIMARY KEY (\(ident: "database"), zone, name, action, holder))\(keyed)
            """,
            """
            CREATE TABLE _asset_uses (checksum \(text) NOT NULL, holder \(integer) NOT NULL, \
            PRIMARY KEY (checksum, holder))\(keyed)
            """,
        ]
    }

    /// Shares of records, and what a service keeps.
    private static func shares(_ dialect: any Dialect) -> [SQLText] {
        let integer = SQLText.literal(dialect.columnType(.integer))
        let text = SQLText.literal(dialect.columnType(.text))
        let bytes = SQLText.literal(dialect.columnType(.bytes))
        let keyed = SQLText.literal(dialect.keyedTableSuffix)
        return [
            // Who came to a share or left it, at `token`: records, users, shares themselves.
            """
            CREATE TABLE _shares (\(ident: "database") \(integer) NOT NULL, \
            zone \(integer) NOT NULL, kind \(integer) NOT NULL, name \(text) NOT NULL, \
            share \(text) NOT NULL, type \(text) NOT NULL, present \(integer) NOT NULL, \
            token \(integer) NOT NULL, \
            PRIMARY KEY (\(ident: "database"), zone, kind, name, share))\(keyed)
            """,
            """
            CREATE INDEX \(ident: "_shares.share") ON _shares \
            (\(ident: "database"), zone, share, kind)
            """,
            """
            CREATE TABLE _service (key \(text) NOT NULL PRIMARY KEY, \
            value \(bytes) NOT NULL)\(keyed)
            """,
        ]
    }

    /// Who needs which content, and the content where the database keeps it.
    ///
    /// A record needs it, or until some moment somebody who takes it in. Content belongs to one
    /// database like its records.
    private static func assets(_ dialect: any Dialect) -> [SQLText] {
        let integer = SQLText.literal(dialect.columnType(.integer))
        let text = SQLText.literal(dialect.columnType(.text))
        let bytes = SQLText.literal(dialect.columnType(.bytes))
        let keyed = SQLText.literal(dialect.keyedTableSuffix)
        let database = SQLText.identifier("database")
        let uses: [SQLText] = [
            "ALTER TABLE _asset_uses RENAME TO _asset_uses_3",
            """
            CREATE TABLE _asset_uses (\(database) \(integer) NOT NULL, \
            checksum \(text) NOT NULL, holder \(integer) NOT NULL, until \(integer), \
            PRIMARY KEY (\(database), checksum, holder))\(keyed)
            """,
            """
            INSERT INTO _asset_uses (\(database), checksum, holder) \
            SELECT r.\(database), u.checksum, u.holder FROM _asset_uses_3 u \
            JOIN _records r ON r.\(ident: "row") = u.holder
            """,
            "DROP TABLE _asset_uses_3",
        ]
        guard dialect.keepsContent else {
            // Files are everybody's: the last record of all databases decides.
            return uses + [
                "CREATE INDEX \(ident: "_asset_uses.checksum") ON _asset_uses (checksum)"
            ]
        }
        return uses + [
            """
            CREATE INDEX \(ident: "_asset_uses.until") ON _asset_uses (\(database), until) \
            WHERE until IS NOT NULL
            """,
            """
            CREATE TABLE _assets (\(database) \(integer) NOT NULL, checksum \(text) NOT NULL, \
            size \(integer) NOT NULL, content \(integer) NOT NULL, \
            PRIMARY KEY (\(database), checksum))\(keyed)
            """,
            """
            CREATE TABLE _asset_chunks (\(database) \(integer) NOT NULL, \
            content \(integer) NOT NULL, number \(integer) NOT NULL, bytes \(bytes) NOT NULL, \
            PRIMARY KEY (\(database), content, number))\(keyed)
            """,
        ]
    }
}
