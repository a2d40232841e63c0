import RecordCore
import SQLLowering

/// The statements on the internal tables that run often, written once for a dialect.
///
/// A class: every transaction is handed them, and copies of so many texts would be felt.
final class StoreStatements: Sendable {
    /// `schema`, `zones` marks.
    let versions: SQLTemplate
    /// `id`, `counter`, `purged` of a database by scope and owner.
    let database: SQLTemplate
    /// `id`, `token`, `born` of a living zone by database and name.
    let zone: SQLTemplate
    /// `row`, `type`, whether it is deleted, of a record by database, zone and name.
    let record: SQLTemplate
    /// Registers a record: database, zone, name, type, token.
    let register: SQLTemplate
    /// Makes what is left of a deleted record a record again: type, token, row, database.
    let wake: SQLTemplate
    /// Sets the token of a record: token, row, database.
    let touch: SQLTemplate
    /// Turns a record into what is left of it: token, time, row, database.
    let bury: SQLTemplate
    /// Removes a record from the registry: row, database.
    let forget: SQLTemplate
    /// Adds one to a database's counter and gives it.
    let count: SQLTemplate
    /// Raises a database's counter: counter, id.
    let setCounter: SQLTemplate
    /// Sets a zone's token: token, id, database.
    let setZoneToken: SQLTemplate
    /// Notes a pointer: database, zone, name, action, holder.
    let addReference: SQLTemplate
    /// Forgets a pointer.
    let removeReference: SQLTemplate
    /// `zone name`, `name` of the records that point at one: database, zone, name, action.
    let holders: SQLTemplate
    /// How many point at one.
    let holderCount: SQLTemplate
    /// Notes that a record needs content: checksum, row.
    let addAsset: SQLTemplate
    /// Forgets that a record needs content.
    let removeAsset: SQLTemplate
    /// A row when some record needs content.
    let assetIsUsed: SQLTemplate

    init(_ dialect: any Dialect) {
        let p = SQLText.placeholder
        let database = SQLText.identifier("database")
        func make(_ sql: SQLText) -> SQLTemplate { SQLTemplate(sql, for: dialect) }
        versions = make("SELECT \(ident: "schema"), zones FROM _versions WHERE id = 1")
        self.database = make(
            "SELECT id, counter, purged FROM _databases WHERE scope = \(p) AND owner = \(p)")
        zone = make(
            """
            SELECT id, token, born FROM _zones \
            WHERE \(database) = \(p) AND name = \(p) AND deleted IS NULL
            """)
        record = make(
            """
            SELECT \(ident: "row"), type, deleted IS NOT NULL FROM _records \
            WHERE \(database) = \(p) AND zone = \(p) AND name = \(p)
            """)
        register = make(
            """
            INSERT INTO _records (\(database), zone, name, type, token, deleted) \
            VALUES (\(p), \(p), \(p), \(p), \(p), NULL)\(dialect.giving("row"))
            """)
        let row: SQLText = "\(ident: "row") = \(p) AND \(database) = \(p)"
        wake = make(
            """
            UPDATE _records SET type = \(p), token = \(p), deleted = NULL \
            WHERE \(row)
            """)
        touch = make("UPDATE _records SET token = \(p) WHERE \(row)")
        bury = make("UPDATE _records SET token = \(p), deleted = \(p) WHERE \(row)")
        forget = make("DELETE FROM _records WHERE \(row)")
        count = make(
            "UPDATE _databases SET counter = counter + 1 WHERE id = \(p) RETURNING counter")
        setCounter = make("UPDATE _databases SET counter = \(p) WHERE id = \(p)")
        setZoneToken = make(
            "UPDATE _zones SET token = \(p) WHERE id = \(p) AND \(database) = \(p)")
        addReference = make(
            """
            INSERT INTO _references (\(database), zone, name, action, holder) \
            VALUES (\(p), \(p), \(p), \(p), \(p)) ON CONFLICT DO NOTHING
            """)
        removeReference = make(
            """
            DELETE FROM _references WHERE \(database) = \(p) AND zone = \(p) AND name = \(p) \
            AND action = \(p) AND holder = \(p)
            """)
        let pointing: SQLText = """
            FROM _references f \
            JOIN _records r ON r.\(ident: "row") = f.holder AND r.\(database) = f.\(database) \
            JOIN _zones z ON z.id = r.zone AND z.\(database) = r.\(database) \
            WHERE f.\(database) = \(p) AND f.zone = \(p) AND f.name = \(p) AND f.action = \(p)
            """
        holders = make("SELECT z.name, r.name \(pointing) ORDER BY z.name, r.name")
        holderCount = make(
            """
            SELECT count(*) FROM _references \
            WHERE \(database) = \(p) AND zone = \(p) AND name = \(p) AND action = \(p)
            """)
        addAsset = make(
            """
            INSERT INTO _asset_uses (checksum, holder) VALUES (\(p), \(p)) \
            ON CONFLICT DO NOTHING
            """)
        removeAsset = make(
            "DELETE FROM _asset_uses WHERE checksum = \(p) AND holder = \(p)")
        assetIsUsed = make("SELECT 1 FROM _asset_uses WHERE checksum = \(p) LIMIT 1")
    }
}
