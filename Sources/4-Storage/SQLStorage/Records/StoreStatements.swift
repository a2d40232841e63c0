import SQLLowering

/// The statements on the internal tables that run often, written once for a dialect.
///
/// A class: every transaction is handed them, and copies of so many texts would be felt.
final class StoreStatements: Sendable {
    /// `schema`, `zones` marks.
    let versions: SQLTemplate
    /// `id` of a database by scope and owner.
    let database: SQLTemplate
    /// `counter`, `purged` of a database.
    let counters: SQLTemplate
    /// `id`, `token`, `born` of a living zone by database and name.
    let zone: SQLTemplate
    /// `row`, `type`, whether it is deleted, of a record by database, zone and name.
    let record: SQLTemplate
    /// Registers a record: database, zone, name, type, token, and the row where the store numbers
    /// rows.
    let register: SQLTemplate
    /// Registers records whose rows the store numbers, as ``register`` does.
    let registration: RowInsertion
    /// Makes what is left of a deleted record a record again: type, token, row, database.
    let undelete: SQLTemplate
    /// Sets the token of a record: token, row, database.
    let bumpChangeToken: SQLTemplate
    /// Turns a record into what is left of it: token, time, row, database.
    let insertTombstone: SQLTemplate
    /// Removes a record from the registry: row, database.
    let forget: SQLTemplate
    /// Adds one to a database's counter and gives it.
    let count: SQLTemplate
    /// Writes a database's counter as it is and gives it.
    let confirm: SQLTemplate
    /// Raises a database's counter: counter, database.
    let setCounter: SQLTemplate
    /// Sets a zone's token: token, id, database.
    let setZoneToken: SQLTemplate
    /// Notes a pointer: database, zone, name, action, holder.
    let addReference: RowInsertion
    /// Forgets a pointer.
    let removeReference: SQLTemplate
    /// `zone name`, `name` of the records that point at one: database, zone, name, action.
    let referrers: SQLTemplate
    /// How many point at one.
    let holderCount: SQLTemplate
    /// Notes that a record needs content: database, checksum, row.
    let addAsset: SQLTemplate
    /// Removes the use of content by a record or an upload.
    let removeAsset: SQLTemplate
    /// A row when some record of any database needs content.
    let assetIsUsed: SQLTemplate
    /// Notes that content is needed until a moment: database, checksum, holder, until.
    let holdAsset: SQLTemplate
    /// Changes the moment until which content is needed: until, database, checksum, holder.
    let changeAssetHold: SQLTemplate
    /// Removes the uses of content that have ended: database, checksum, now.
    let endAssetHolds: SQLTemplate
    /// A row when content is needed: database, checksum.
    let assetIsHeld: SQLTemplate
    /// Enters content that is complete: database, checksum, size, content.
    let addContent: SQLTemplate
    /// `content`, `size` of content: database, checksum.
    let content: SQLTemplate
    /// Forgets content: database, checksum.
    let removeContent: SQLTemplate
    /// Adds a piece: database, content, number, bytes.
    let addChunk: SQLTemplate
    /// The bytes of a piece: database, content, number.
    let chunk: SQLTemplate
    /// Removes all pieces: database, content.
    let removeChunks: SQLTemplate

    /// What a service above keeps, of the container and of a database: with the number of the
    /// database before each key.
    private let containerService: Service
    private let databaseService: Service

    /// Statements on what a service above keeps.
    struct Service {
        /// The value of a key.
        let value: SQLTemplate
        /// Keeps values: key, value.
        let keep: RowInsertion
        /// Removes the values of keys.
        let remove: RowInsertion
    }

    /// The statements for a place.
    func service(_ rows: ServiceRows) -> Service {
        rows == .container ? containerService : databaseService
    }

    /// The records that point at one, and how many do.
    ///
    /// - Parameter place: What holds of the column of their database.
    static func pointing(
        _ dialect: any Dialect, place: (SQLText) -> SQLText
    ) -> (referrers: SQLTemplate, count: SQLTemplate) {
        let (p, database) = (SQLText.placeholder, SQLText.identifier("database"))
        let target: SQLText = "zone = \(p) AND f.name = \(p) AND f.action = \(p)"
        let from: SQLText = "FROM _references f"
        let whole: SQLText = "WHERE \(place("f.\(database)")) AND f.\(target)"
        let referrers: SQLText = """
            SELECT z.name, r.name \(from) \
            JOIN _records r ON r.\(ident: "row") = f.holder AND r.\(database) = f.\(database) \
            JOIN _zones z ON z.id = r.zone AND z.\(database) = r.\(database) \
            \(whole) ORDER BY z.name, r.name
            """
        return (
            SQLTemplate(referrers, for: dialect),
            SQLTemplate("SELECT count(*) \(from) \(whole)", for: dialect)
        )
    }

    init(_ dialect: any Dialect) {
        let p = SQLText.placeholder
        let database = SQLText.identifier("database")
        func make(_ sql: SQLText) -> SQLTemplate { SQLTemplate(sql, for: dialect) }
        func insert(_ table: SQLText, _ columns: SQLText..., end: SQLText = "") -> SQLTemplate {
            make(StoreStatements.insert(table, columns, end: end))
        }
        func insertion(_ table: SQLText, _ columns: [SQLText], end: SQLText) -> RowInsertion {
            RowInsertion(columnCount: columns.count, for: dialect) {
                StoreStatements.insert(table, columns, rows: $0, end: end)
            }
        }
        /// That a row is of the database, with values in some columns.
        func key(_ columns: SQLText...) -> SQLText {
            ([database] + columns).map { "\($0) = \(p)" as SQLText }.joined(" AND ")
        }
        func service(_ table: SQLText, columns: [SQLText], place: SQLText) -> Service {
            let conflict: SQLText = " ON CONFLICT (\(columns.joined(", ")))"
            return Service(
                value: make("SELECT value FROM \(table) WHERE \(place)key = \(p)"),
                keep: insertion(
                    table, columns + ["value"],
                    end: "\(conflict) DO UPDATE SET value = excluded.value"),
                remove: RowInsertion(columnCount: 1, for: dialect) { rows in
                    let keys = Array(repeating: p, count: rows).joined(", ")
                    return "DELETE FROM \(table) WHERE \(place)key IN (\(keys))"
                })
        }
        containerService = service("_service", columns: ["key"], place: "")
        databaseService = service(
            "_database_service", columns: [database, "key"], place: "\(key()) AND ")
        versions = make("SELECT \(ident: "schema"), zones FROM _versions WHERE id = 1")
        self.database = make(
            "SELECT id FROM _databases WHERE scope = \(p) AND owner = \(p)")
        counters = make("SELECT counter, purged FROM _counters WHERE \(key())")
        zone = make("SELECT id, token, born FROM _zones WHERE \(key("name")) AND deleted IS NULL")
        record = make(
            """
            SELECT \(ident: "row"), type, deleted IS NOT NULL FROM _records \
            WHERE \(key("zone", "name"))
            """)
        let (row, number): (SQLText, SQLText) =
            dialect.newRowNumber() == nil ? ("", "") : (", \(ident: "row")", ", \(p)")
        register = make(
            """
            INSERT INTO _records (\(database), zone, name, type, token\(row), deleted) \
            VALUES (\(p), \(p), \(p), \(p), \(p)\(number), NULL)
            """)
        registration = RowInsertion(columnCount: 6, for: dialect) { rows in
            let row: SQLText = "(\(p), \(p), \(p), \(p), \(p), \(p), NULL)"
            return """
                INSERT INTO _records (\(database), zone, name, type, token, \(ident: "row"), deleted) \
                VALUES \(Array(repeating: row, count: rows).joined(", "))
                """
        }
        let place: SQLText = "\(ident: "row") = \(p) AND \(key())"
        undelete = make(
            "UPDATE _records SET type = \(p), token = \(p), deleted = NULL WHERE \(place)")
        bumpChangeToken = make("UPDATE _records SET token = \(p) WHERE \(place)")
        insertTombstone = make("UPDATE _records SET token = \(p), deleted = \(p) WHERE \(place)")
        forget = make("DELETE FROM _records WHERE \(place)")
        count = make("UPDATE _counters SET counter = counter + 1 WHERE \(key()) RETURNING counter")
        confirm = make("UPDATE _counters SET counter = counter WHERE \(key()) RETURNING counter")
        setCounter = make("UPDATE _counters SET counter = \(p) WHERE \(key())")
        setZoneToken = make("UPDATE _zones SET token = \(p) WHERE id = \(p) AND \(key())")
        addReference = insertion(
            "_references", [database, "zone", "name", "action", "holder"],
            end: " ON CONFLICT DO NOTHING")
        removeReference = make(
            "DELETE FROM _references WHERE \(key("zone", "name", "action", "holder"))")
        (referrers, holderCount) = StoreStatements.pointing(dialect) { "\($0) = \(p)" }
        addAsset = insert(
            "_asset_uses", database, "checksum", "holder", end: " ON CONFLICT DO NOTHING")
        let asset = key("checksum")
        removeAsset = make("DELETE FROM _asset_uses WHERE \(asset) AND holder = \(p)")
        assetIsUsed = make("SELECT 1 FROM _asset_uses WHERE checksum = \(p) LIMIT 1")
        holdAsset = insert("_asset_uses", database, "checksum", "holder", "until")
        changeAssetHold = make(
            "UPDATE _asset_uses SET until = \(p) WHERE \(asset) AND holder = \(p)")
        endAssetHolds = make("DELETE FROM _asset_uses WHERE \(asset) AND until <= \(p)")
        assetIsHeld = make("SELECT 1 FROM _asset_uses WHERE \(asset) LIMIT 1")
        addContent = insert("_assets", database, "checksum", "size", "content")
        content = make("SELECT content, size FROM _assets WHERE \(asset)")
        removeContent = make("DELETE FROM _assets WHERE \(asset)")
        addChunk = insert("_asset_chunks", database, "content", "number", "bytes")
        chunk = make("SELECT bytes FROM _asset_chunks WHERE \(key("content", "number"))")
        removeChunks = make("DELETE FROM _asset_chunks WHERE \(key("content"))")
    }

    /// Inserts rows, each value a parameter.
    ///
    /// - Parameter end: What stands behind the rows.
    private static func insert(
        _ table: SQLText, _ columns: [SQLText], rows: Int = 1, end: SQLText
    ) -> SQLText {
        let row: SQLText = "(\(columns.map { _ in SQLText.placeholder }.joined(", ")))"
        let all = Array(repeating: row, count: rows).joined(", ")
        return "INSERT INTO \(table) (\(columns.joined(", "))) VALUES \(all)\(end)"
    }
}
