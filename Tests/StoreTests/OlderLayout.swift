import SQLLowering

/// What makes a database look as older versions of this library left it.
enum OlderLayout {
    /// From the present layout to the third, without assets: counters among the databases, no
    /// directory of who shares with whom, indexes that do not begin with the database.
    static let third: [SQLText] = [
        "DROP TABLE _database_service", "DROP TABLE _asset_uses", "DROP TABLE IF EXISTS _assets",
        "DROP TABLE IF EXISTS _asset_chunks",
        """
        CREATE TABLE _asset_uses (checksum TEXT NOT NULL, holder BIGINT NOT NULL, \
        PRIMARY KEY (checksum, holder))
        """,
        "ALTER TABLE _databases ADD COLUMN counter BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE _databases ADD COLUMN purged BIGINT NOT NULL DEFAULT 0",
        """
        UPDATE _databases SET \
        counter = (SELECT c.counter FROM _counters c WHERE c.\(ident: "database") = id), \
        purged = (SELECT c.purged FROM _counters c WHERE c.\(ident: "database") = id)
        """,
        "DROP TABLE _counters", "DROP TABLE _sharing",
        "DROP INDEX \(ident: "_participants.member")",
        "CREATE INDEX \(ident: "_participants.member") ON _participants (member)",
        "DROP INDEX \(ident: "_records.deleted")",
        """
        CREATE INDEX \(ident: "_records.deleted") ON _records (deleted) WHERE deleted IS NOT NULL
        """,
        "UPDATE _meta SET value = '3' WHERE key = 'layout'",
    ]

    /// From the present layout to the third in a file, which keeps the uses of assets.
    static let thirdWithAssets: [SQLText] =
        [
            "DROP TABLE _database_service", "ALTER TABLE _asset_uses RENAME TO _asset_uses_now",
            """
            CREATE TABLE _asset_uses (checksum TEXT NOT NULL, holder INTEGER NOT NULL, \
            PRIMARY KEY (checksum, holder)) WITHOUT ROWID
            """,
            """
            INSERT INTO _asset_uses (checksum, holder) \
            SELECT checksum, holder FROM _asset_uses_now WHERE until IS NULL
            """,
            "DROP TABLE _asset_uses_now",
        ] + third.dropFirst(5)

    /// From the third layout to the second in a file: the tables of the members of lists lack the names of
    /// the records.
    ///
    /// - Parameter lists: The columns of these tables, whose members are text.
    static func second(_ lists: [String: [String]]) -> [SQLText] {
        lists.flatMap { table, columns -> [SQLText] in
            let older = columns.filter { $0 != "_name" }
            let definitions = older.map { name -> SQLText in
                let isNumber = ["_database", "_zone", "_row"].contains(name)
                return "\(ident: name) \(raw: isNumber ? "INTEGER" : "TEXT") NOT NULL"
            }
            let key = older.filter { $0 != "value.folded" }.map(SQLText.identifier)
            let names = older.map(SQLText.identifier).joined(", ")
            var steps: [SQLText] = [
                "ALTER TABLE \(ident: table) RENAME TO \(ident: table + " now")",
                """
                CREATE TABLE \(ident: table) (\(definitions.joined(", ")), \
                PRIMARY KEY (\(key.joined(", ")))) WITHOUT ROWID
                """,
                """
                INSERT INTO \(ident: table) (\(names)) \
                SELECT \(names) FROM \(ident: table + " now")
                """,
                "DROP TABLE \(ident: table + " now")",
            ]
            if columns.contains("value.folded") {
                let columns = ["_database", "_zone", "value.folded", "value", "_row"]
                    .map(SQLText.identifier).joined(", ")
                steps.append(
                    """
                    CREATE INDEX \(ident: table + " folded") ON \(ident: table) (\(columns))
                    """)
            }
            return steps
        } + ["UPDATE _meta SET value = '2' WHERE key = 'layout'"]
    }

    /// From the second layout to the first: no shares of records, nothing that a service keeps.
    static let first: [SQLText] = [
        "DROP TABLE _shares", "DROP TABLE _service",
        "UPDATE _meta SET value = '1' WHERE key = 'layout'",
    ]
}
