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
}

/// Their definitions.
struct StorageDefinitions {
    private let dialect: any Dialect
    private let database = SQLText.identifier("database")

    init(_ dialect: any Dialect) { self.dialect = dialect }

    /// Every table of the present layout, for a database that has none yet.
    var all: [SQLText] {
        settings + service + directories + counters + databaseService + zones + records + contents
            + shares
    }

    /// What holds for the whole of it: layout, store identity, roles, record types.
    private var settings: [SQLText] {
        common(
            "_meta", "key \(text) NOT NULL PRIMARY KEY, value \(text) NOT NULL",
            isKeyed: true)
            // Two marks that change with the schema and with what zones there are, so that
            // every process knows when what it remembers is out of date.
            + common(
                "_versions",
                """
                id \(number), \(ident: "schema") \(integer) NOT NULL, \
                zones \(integer) NOT NULL\(key("id"))
                """)
            + ["INSERT INTO _versions (id, \(ident: "schema"), zones) VALUES (1, 1, 1)"]
            + common(
                "_types",
                """
                id \(number), name \(text) NOT NULL UNIQUE, \
                layout \(text) NOT NULL, definition \(text) NOT NULL\(key("id"))
                """)
    }

    /// What a service above keeps of the whole container.
    var service: [SQLText] {
        common(
            "_service", "key \(text) NOT NULL PRIMARY KEY, value \(bytes) NOT NULL",
            isKeyed: true)
    }

    /// What a service above keeps of a database.
    var databaseService: [SQLText] {
        spread(
            "_database_service",
            """
            \(database) \(integer) NOT NULL, key \(text) NOT NULL, \
            value \(bytes) NOT NULL, PRIMARY KEY (\(database), key)
            """, isKeyed: true)
    }

    /// The databases, and for each user the databases with shares that the user takes or took part
    /// in.
    private var directories: [SQLText] {
        common(
            "_databases",
            """
            id \(number), scope \(text) NOT NULL, owner \(text) NOT NULL, \
            UNIQUE (scope, owner)\(key("id"))
            """) + sharing
    }

    var sharing: [SQLText] {
        common(
            "_sharing",
            """
            member \(text) NOT NULL, \(database) \(integer) NOT NULL, \
            PRIMARY KEY (member, \(database))
            """, isKeyed: true)
    }

    /// The change counter of each database, and the greatest token of what it forgot.
    var counters: [SQLText] {
        spread(
            "_counters",
            """
            \(database) \(raw: dialect.rowKeyType), counter \(integer) NOT NULL, \
            purged \(integer) NOT NULL\(key("database"))
            """)
    }

    private var zones: [SQLText] {
        // `born` is the counter when the zone was created, `deleted` when it was deleted. `born` of
        // the default zone is the greatest token of a deleted zone that was forgotten.
        spread(
            "_zones",
            """
            id \(number), \(database) \(integer) NOT NULL, \
            name \(text) NOT NULL, token \(integer) NOT NULL, \
            born \(integer) NOT NULL, deleted \(integer), \
            UNIQUE (\(database), name)\(key("database", "id"))
            """)
            // A permission of `none` is of a user that lost access at `token` and may not know yet;
            // a user that sees the whole zone has seen it since `token`.
            + spread(
                "_participants",
                """
                \(database) \(integer) NOT NULL, zone \(integer) NOT NULL, \
                member \(text) NOT NULL, permission \(text) NOT NULL, \
                token \(integer) NOT NULL, PRIMARY KEY (\(database), zone, member)
                """, isKeyed: true) + [members]
    }

    let members: SQLText = """
        CREATE INDEX \(ident: "_participants.member") ON _participants \
        (\(ident: "database"), member)
        """

    private var records: [SQLText] {
        // Every record and, where changes are tracked, what remains of deleted ones.
        // `deleted` is when, in microseconds since 2001.
        return spread(
            "_records",
            """
            \(ident: "row") \(number), \(database) \(integer) NOT NULL, \
            zone \(integer) NOT NULL, name \(text) NOT NULL, \
            type \(integer) NOT NULL, token \(integer), deleted \(integer), \
            UNIQUE (\(database), zone, name)\(key("database", "row"))
            """)
            + [
                """
                CREATE INDEX \(ident: "_records.token") ON _records \
                (\(database), zone, token) WHERE token IS NOT NULL
                """, deletions,
            ]
            // The records that refer to a record in a way that matters when it is deleted; action 3
            // is a child's pointer to its parent.
            + spread(
                "_references",
                """
                \(database) \(integer) NOT NULL, zone \(text) NOT NULL, \
                name \(text) NOT NULL, action \(integer) NOT NULL, \
                holder \(integer) NOT NULL, \
                PRIMARY KEY (\(database), zone, name, action, holder)
                """, isKeyed: true)
    }

    let deletions: SQLText = """
        CREATE INDEX \(ident: "_records.deleted") ON _records (\(ident: "database"), deleted) \
        WHERE deleted IS NOT NULL
        """

    /// Records, users and shares that joined a share or left it, at `token`.
    var shares: [SQLText] {
        spread(
            "_shares",
            """
            \(database) \(integer) NOT NULL, zone \(integer) NOT NULL, \
            kind \(integer) NOT NULL, name \(text) NOT NULL, \
            share \(text) NOT NULL, type \(text) NOT NULL, \
            present \(integer) NOT NULL, token \(integer) NOT NULL, \
            PRIMARY KEY (\(database), zone, kind, name, share)
            """, isKeyed: true)
            + [
                """
                CREATE INDEX \(ident: "_shares.share") ON _shares \
                (\(database), zone, share, kind)
                """
            ]
    }

    /// The uses of content, and the content where the database stores it.
    ///
    /// A use is a record, or an upload until some moment. Content belongs to one database like its
    /// records.
    var contents: [SQLText] {
        let uses = spread(
            "_asset_uses",
            """
            \(database) \(integer) NOT NULL, checksum \(text) NOT NULL, \
            holder \(integer) NOT NULL, until \(integer), \
            PRIMARY KEY (\(database), checksum, holder)
            """, isKeyed: true)
        guard dialect.keepsContent else {
            // All databases share the files: the last record of any of them decides.
            return uses + [
                "CREATE INDEX \(ident: "_asset_uses.checksum") ON _asset_uses (checksum)"
            ]
        }
        return uses + [
            """
            CREATE INDEX \(ident: "_asset_uses.until") ON _asset_uses (\(database), until) \
            WHERE until IS NOT NULL
            """
        ]
            + spread(
                "_assets",
                """
                \(database) \(integer) NOT NULL, checksum \(text) NOT NULL, \
                size \(integer) NOT NULL, content \(integer) NOT NULL, \
                PRIMARY KEY (\(database), checksum)
                """, isKeyed: true)
            + spread(
                "_asset_chunks",
                """
                \(database) \(integer) NOT NULL, \
                content \(integer) NOT NULL, number \(integer) NOT NULL, \
                bytes \(bytes) NOT NULL, PRIMARY KEY (\(database), content, number)
                """, isKeyed: true)
    }

    // MARK: What definitions are made of

    private var integer: SQLText { .literal(dialect.columnType(.integer)) }
    private var text: SQLText { .literal(dialect.columnType(.text)) }
    private var bytes: SQLText { .literal(dialect.columnType(.bytes)) }
    /// A column that numbers the rows of its table by itself.
    private var number: SQLText { .literal(dialect.ownNumberType) }

    /// The primary key of a table whose rows have numbers.
    private func key(_ columns: String...) -> SQLText {
        dialect.numberedKey(columns).map { ", \($0)" } ?? ""
    }

    /// A table whose rows belong to a database each.
    private func spread(_ table: String, _ definition: SQLText, isKeyed: Bool = false) -> [SQLText]
    {
        dialect.createTable(table, definition, by: "database", isKeyed: isKeyed)
    }

    /// A table that is small and of all databases.
    private func common(_ table: String, _ definition: SQLText, isKeyed: Bool = false) -> [SQLText]
    {
        dialect.createTable(table, definition, by: nil, isKeyed: isKeyed)
    }
}
