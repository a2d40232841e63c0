import RecordCore
import SQLLowering

/// The tables that every record database has beside those of its record types, and the steps
/// that bring an older database to them.
package enum StorageTables {
    /// The layout that this version writes.
    ///
    /// A database with a greater one is refused.
    static let version: Int64 = 7

    /// One step for each older layout, to the next; the first is of version 1.
    private static func steps<Connection: SQLConnection>(
        _ dialect: any Dialect
    ) -> [(Connection) throws -> [SQLText]] {
        [
            { _ in shares(dialect) + service(dialect) },
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
            { _ in spreading(dialect) },
            // What microseconds lose of a date stands beside them.
            { connection in
                let lowering = SchemaLowering(dialect)
                let tables = try connection.tables()
                return try Catalogue.load(
                    connection, dialect: dialect, version: 0, known: nil
                ).layouts.values.flatMap { layout in
                    lowering.addColumns(
                        to: layout, having: Set((tables[layout.table] ?? []).map(\.name)))
                }
            },
            { connection in
                for sql in databaseService(dialect) { try connection.run(sql) }
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
            for sql in all(dialect) { try connection.run(sql) }
            // What is not as everywhere else has to be remembered.
            let search =
                dialect.tokenStorage == .inverted ? dialect.tokenStorage.rawValue : nil
            for case (let key, let value?) in [("search", search), ("spread", dialect.spread.text)]
            {
                try connection.run(
                    "INSERT INTO _meta (key, value) VALUES (\(key), \(value))")
            }
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

    /// How a database stores words; nil where it does not say.
    static func tokenStorage(_ connection: some SQLConnection) throws -> TokenStorage? {
        guard
            let text = try connection.first(
                "SELECT value FROM _meta WHERE key = 'search'", { $0.text(0) })
        else { return nil }
        guard let storage = TokenStorage(rawValue: text) else {
            throw StoreError(
                .newerVersion, ["found": "search=\(text.prefix(40))", "expected": "search=gin"])
        }
        return storage
    }

    /// How a database spreads its tables; nil where it does not say, and nothing is spread.
    ///
    /// - Parameter asked: What the caller wants. Where nothing is spread yet, it counts; another
    ///   way than the database's own is an error.
    static func spread(
        _ connection: some SQLConnection, asked: TableSpread
    ) throws -> TableSpread? {
        let text = try connection.first("SELECT value FROM _meta WHERE key = 'spread'") {
            $0.text(0)
        }
        guard let text else { return nil }
        guard let spread = TableSpread(text: text) else {
            throw StoreError(
                .newerVersion, ["found": "spread=\(text.prefix(40))", "expected": "spread=citus"])
        }
        guard asked == .none || asked == spread else {
            throw StoreError(
                .unsupportedLocation,
                ["found": "spread=\(asked.text ?? "none")", "expected": "spread=\(text)"])
        }
        return spread
    }

    /// A table of a store in a Citus cluster that does not stand where it belongs.
    struct MisplacedTable {
        let name: String
        /// Whether all servers have it; otherwise Citus does not know of it.
        let isEverywhere: Bool
    }

    /// The tables of a store in a Citus cluster that are still to be spread; nil where all are, and
    /// the database says so.
    ///
    /// A setting that was lost on the way left tables at the coordinator of which Citus does not
    /// know: a write in them and in tables that are spread is not one transaction. An earlier
    /// version had all servers have the tables of all databases, which then could not be written
    /// while one was down.
    ///
    /// - Parameters:
    ///   - own: What the database says of itself.
    static func misplaced(
        _ connection: some SQLConnection, _ dialect: any Dialect, own: TableSpread?
    ) throws -> [MisplacedTable]? {
        let isThere: SQLText = """
            SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus'
            """
        guard dialect.mayBeSpreadByHalves,
            try connection.first(isThere, { _ in true }) ?? false
        else { return nil }
        var isSpread = (own ?? dialect.spread) == .citus
        var misplaced: [MisplacedTable] = []
        // Of tables that all servers have, the column `repmodel` says `t`.
        try connection.query(
            """
            SELECT CAST(c.relname AS text), coalesce((SELECT CASE CAST(p.repmodel AS text) \
            WHEN 't' THEN 2 ELSE 1 END FROM pg_catalog.pg_dist_partition p \
            WHERE p.logicalrelid = c.oid), 0)::bigint FROM pg_catalog.pg_class c \
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY c.oid
            """
        ) { row in
            let state = row.int(1)
            if state > 0 { isSpread = true }
            if state != 1 {
                misplaced.append(MisplacedTable(name: row.text(0), isEverywhere: state == 2))
            }
            return true
        }
        return isSpread && (own == nil || !misplaced.isEmpty) ? misplaced : nil
    }

    /// Spreads tables that are there, with what they hold, and notes that it is so.
    static func distribute(
        _ tables: [MisplacedTable], _ connection: some SQLConnection
    ) throws {
        let columns = try connection.tables()
        let first = tables.filter { $0.name == TableSpread.first }
        for table in first + tables.filter({ $0.name != TableSpread.first }) {
            let names = Set((columns[table.name] ?? []).map(\.name))
            let column = ["database", "_database"].first {
                names.contains($0) && !ofAllDatabases.contains(table.name)
            }
            let spread = TableSpread.citus
            let steps =
                (table.isEverywhere ? spread.gather(table.name) : [])
                + spread.distribute(table.name, by: column)
            for sql in steps { try connection.run(sql) }
        }
        try connection.run(
            """
            INSERT INTO _meta (key, value) VALUES ('spread', \(TableSpread.citus.text ?? "")) \
            ON CONFLICT (key) DO NOTHING
            """)
    }

    /// What a database of a greater layout version is refused with.
    static func newer(_ found: Int64) -> StoreError {
        StoreError(
            .newerVersion, ["found": String(found), "expected": String(version)])
    }

    // MARK: Tables

    /// The tables that are small and of all databases; where the others are spread they are in one
    /// place.
    ///
    /// A statement on one of them carries no database.
    package static let ofAllDatabases: Set<String> = [
        "_meta", "_versions", "_types", "_databases", "_sharing", "_service",
    ]

    /// Every table of the present layout, for a database that has none yet.
    private static func all(_ dialect: any Dialect) -> [SQLText] {
        own(dialect) + service(dialect) + directories(dialect) + counters(dialect)
            + databaseService(dialect) + zones(dialect) + records(dialect) + contents(dialect)
            + shares(dialect)
    }

    /// What holds for the whole of it: layout, store identity, roles, record types.
    private static func own(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_meta", "key \(names.text) NOT NULL PRIMARY KEY, value \(names.text) NOT NULL",
            isKeyed: true)
            // Two marks that change with the schema and with what zones there are, so that
            // every process knows when what it remembers is out of date.
            + names.common(
                "_versions",
                """
                id \(names.own), \(ident: "schema") \(names.integer) NOT NULL, \
                zones \(names.integer) NOT NULL\(names.key("id"))
                """)
            + ["INSERT INTO _versions (id, \(ident: "schema"), zones) VALUES (1, 1, 1)"]
            + names.common(
                "_types",
                """
                id \(names.own), name \(names.text) NOT NULL UNIQUE, \
                layout \(names.text) NOT NULL, definition \(names.text) NOT NULL\(names.key("id"))
                """)
    }

    /// What a service above keeps of the whole container.
    private static func service(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_service",
            "key \(names.text) NOT NULL PRIMARY KEY, value \(names.bytes) NOT NULL",
            isKeyed: true)
    }

    /// What a service above keeps of a database.
    private static func databaseService(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.spread(
            "_database_service",
            """
            \(names.database) \(names.integer) NOT NULL, key \(names.text) NOT NULL, \
            value \(names.bytes) NOT NULL, PRIMARY KEY (\(names.database), key)
            """, isKeyed: true)
    }

    /// The databases, and for each user the databases with shares that the user takes or took part
    /// in.
    private static func directories(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_databases",
            """
            id \(names.own), scope \(names.text) NOT NULL, owner \(names.text) NOT NULL, \
            UNIQUE (scope, owner)\(names.key("id"))
            """) + sharing(dialect)
    }

    private static func sharing(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_sharing",
            """
            member \(names.text) NOT NULL, \(names.database) \(names.integer) NOT NULL, \
            PRIMARY KEY (member, \(names.database))
            """, isKeyed: true)
    }

    /// The change counter of each database, and the greatest token of what it forgot.
    private static func counters(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.spread(
            "_counters",
            """
            \(names.database) \(raw: dialect.rowKeyType), counter \(names.integer) NOT NULL, \
            purged \(names.integer) NOT NULL\(names.key("database"))
            """)
    }

    private static func zones(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        // `born` is the counter when the zone was created, `deleted` when it was deleted.
        return names.spread(
            "_zones",
            """
            id \(names.own), \(names.database) \(names.integer) NOT NULL, \
            name \(names.text) NOT NULL, token \(names.integer) NOT NULL, \
            born \(names.integer) NOT NULL, deleted \(names.integer), \
            UNIQUE (\(names.database), name)\(names.key("database", "id"))
            """)
            // A permission of `none` is of a user that lost access at `token` and may not know yet;
            // a user that sees the whole zone has seen it since `token`.
            + names.spread(
                "_participants",
                """
                \(names.database) \(names.integer) NOT NULL, zone \(names.integer) NOT NULL, \
                member \(names.text) NOT NULL, permission \(names.text) NOT NULL, \
                token \(names.integer) NOT NULL, PRIMARY KEY (\(names.database), zone, member)
                """, isKeyed: true) + [members]
    }

    private static let members: SQLText = """
        CREATE INDEX \(ident: "_participants.member") ON _participants \
        (\(ident: "database"), member)
        """

    private static func records(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        // Every record and, where changes are tracked, what remains of deleted ones.
        // `deleted` is when, in microseconds since 2001.
        return names.spread(
            "_records",
            """
            \(ident: "row") \(names.own), \(names.database) \(names.integer) NOT NULL, \
            zone \(names.integer) NOT NULL, name \(names.text) NOT NULL, \
            type \(names.integer) NOT NULL, token \(names.integer), deleted \(names.integer), \
            UNIQUE (\(names.database), zone, name)\(names.key("database", "row"))
            """)
            + [
                """
                CREATE INDEX \(ident: "_records.token") ON _records \
                (\(names.database), zone, token) WHERE token IS NOT NULL
                """, deletions,
            ]
            // The records that refer to a record in a way that matters when it is deleted; action 3
            // is a child's pointer to its parent.
            + names.spread(
                "_references",
                """
                \(names.database) \(names.integer) NOT NULL, zone \(names.text) NOT NULL, \
                name \(names.text) NOT NULL, action \(names.integer) NOT NULL, \
                holder \(names.integer) NOT NULL, \
                PRIMARY KEY (\(names.database), zone, name, action, holder)
                """, isKeyed: true)
    }

    private static let deletions: SQLText = """
        CREATE INDEX \(ident: "_records.deleted") ON _records (\(ident: "database"), deleted) \
        WHERE deleted IS NOT NULL
        """

    /// Records, users and shares that joined a share or left it, at `token`.
    private static func shares(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.spread(
            "_shares",
            """
            \(names.database) \(names.integer) NOT NULL, zone \(names.integer) NOT NULL, \
            kind \(names.integer) NOT NULL, name \(names.text) NOT NULL, \
            share \(names.text) NOT NULL, type \(names.text) NOT NULL, \
            present \(names.integer) NOT NULL, token \(names.integer) NOT NULL, \
            PRIMARY KEY (\(names.database), zone, kind, name, share)
            """, isKeyed: true)
            + [
                """
                CREATE INDEX \(ident: "_shares.share") ON _shares \
                (\(names.database), zone, share, kind)
                """
            ]
    }

    /// The database comes first in every key: counters leave the directory of databases, and
    /// the pairs of users that share have a directory of their own.
    private static func spreading(_ dialect: any Dialect) -> [SQLText] {
        let database = SQLText.identifier("database")
        return counters(dialect) + [
            """
            INSERT INTO _counters (\(database), counter, purged) \
            SELECT id, counter, purged FROM _databases
            """,
            "ALTER TABLE _databases DROP COLUMN counter",
            "ALTER TABLE _databases DROP COLUMN purged",
        ] + sharing(dialect) + [
            """
            INSERT INTO _sharing (member, \(database)) \
            SELECT DISTINCT member, \(database) FROM _participants
            """,
            "DROP INDEX \(ident: "_participants.member")", members,
            "DROP INDEX \(ident: "_records.deleted")", deletions,
        ]
    }

    /// The uses of content, and the content where the database stores it.
    ///
    /// A use is a record, or an upload until some moment. Content belongs to one database like its
    /// records.
    private static func contents(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        let uses = names.spread(
            "_asset_uses",
            """
            \(names.database) \(names.integer) NOT NULL, checksum \(names.text) NOT NULL, \
            holder \(names.integer) NOT NULL, until \(names.integer), \
            PRIMARY KEY (\(names.database), checksum, holder)
            """, isKeyed: true)
        guard dialect.keepsContent else {
            // All databases share the files: the last record of any of them decides.
            return uses + [
                "CREATE INDEX \(ident: "_asset_uses.checksum") ON _asset_uses (checksum)"
            ]
        }
        return uses + [
            """
            CREATE INDEX \(ident: "_asset_uses.until") ON _asset_uses (\(names.database), until) \
            WHERE until IS NOT NULL
            """
        ]
            + names.spread(
                "_assets",
                """
                \(names.database) \(names.integer) NOT NULL, checksum \(names.text) NOT NULL, \
                size \(names.integer) NOT NULL, content \(names.integer) NOT NULL, \
                PRIMARY KEY (\(names.database), checksum)
                """, isKeyed: true)
            + names.spread(
                "_asset_chunks",
                """
                \(names.database) \(names.integer) NOT NULL, \
                content \(names.integer) NOT NULL, number \(names.integer) NOT NULL, \
                bytes \(names.bytes) NOT NULL, PRIMARY KEY (\(names.database), content, number)
                """, isKeyed: true)
    }

    /// Content belongs to one database like its records, from the fourth layout on.
    private static func assets(_ dialect: any Dialect) -> [SQLText] {
        ["ALTER TABLE _asset_uses RENAME TO _asset_uses_3"] + contents(dialect) + [
            """
            INSERT INTO _asset_uses (\(ident: "database"), checksum, holder) \
            SELECT r.\(ident: "database"), u.checksum, u.holder FROM _asset_uses_3 u \
            JOIN _records r ON r.\(ident: "row") = u.holder
            """,
            "DROP TABLE _asset_uses_3",
        ]
    }
}

/// What the definitions of the tables are made of.
private struct Names {
    private let dialect: any Dialect
    let database = SQLText.identifier("database")

    init(_ dialect: any Dialect) { self.dialect = dialect }

    var integer: SQLText { .literal(dialect.columnType(.integer)) }
    var text: SQLText { .literal(dialect.columnType(.text)) }
    var bytes: SQLText { .literal(dialect.columnType(.bytes)) }
    /// A column that numbers the rows of its table by itself.
    var own: SQLText { .literal(dialect.ownNumberType) }

    /// The primary key of a table whose rows have numbers.
    func key(_ columns: String...) -> SQLText {
        dialect.numberedKey(columns).map { ", \($0)" } ?? ""
    }

    /// A table whose rows belong to a database each.
    func spread(_ table: String, _ definition: SQLText, isKeyed: Bool = false) -> [SQLText] {
        dialect.createTable(table, definition, by: "database", isKeyed: isKeyed)
    }

    /// A table that is small and of all databases.
    func common(_ table: String, _ definition: SQLText, isKeyed: Bool = false) -> [SQLText] {
        dialect.createTable(table, definition, by: nil, isKeyed: isKeyed)
    }
}
