import SQLLowering

/// The tables that every record database has beside those of its record types.
package enum StorageTables {
    /// The tables that are small and of all databases; where the others are spread they are in one
    /// place.
    ///
    /// A statement on one of them carries no database.
    package static let ofAllDatabases: Set<String> = [
        "_meta", "_versions", "_types", "_databases", "_sharing", "_service",
    ]

    /// Every table of the present layout, for a database that has none yet.
    static func all(_ dialect: any Dialect) -> [SQLText] {
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
    static func service(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_service",
            "key \(names.text) NOT NULL PRIMARY KEY, value \(names.bytes) NOT NULL",
            isKeyed: true)
    }

    /// What a service above keeps of a database.
    static func databaseService(_ dialect: any Dialect) -> [SQLText] {
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

    static func sharing(_ dialect: any Dialect) -> [SQLText] {
        let names = Names(dialect)
        return names.common(
            "_sharing",
            """
            member \(names.text) NOT NULL, \(names.database) \(names.integer) NOT NULL, \
            PRIMARY KEY (member, \(names.database))
            """, isKeyed: true)
    }

    /// The change counter of each database, and the greatest token of what it forgot.
    static func counters(_ dialect: any Dialect) -> [SQLText] {
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
        // `born` is the counter when the zone was created, `deleted` when it was deleted. `born` of
        // the default zone is the greatest token of a deleted zone that was forgotten.
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

    static let members: SQLText = """
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

    static let deletions: SQLText = """
        CREATE INDEX \(ident: "_records.deleted") ON _records (\(ident: "database"), deleted) \
        WHERE deleted IS NOT NULL
        """

    /// Records, users and shares that joined a share or left it, at `token`.
    static func shares(_ dialect: any Dialect) -> [SQLText] {
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

    /// The uses of content, and the content where the database stores it.
    ///
    /// A use is a record, or an upload until some moment. Content belongs to one database like its
    /// records.
    static func contents(_ dialect: any Dialect) -> [SQLText] {
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
