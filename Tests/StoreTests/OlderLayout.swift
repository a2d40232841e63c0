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
}
