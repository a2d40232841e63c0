package import SQLLowering

/// Which of a database's tables are the store's.
///
/// In a server's schema there may be others, such as a log that triggers of another program write.
extension ObjectFile {
    /// Says which tables a store is, and stands alone where one was destroyed beside other tables.
    static let metadataTable = "Z_METADATA"

    /// The store's tables by what it says of itself, without its model: those of the entities in
    /// `Z_PRIMARYKEY`, tables of pairs, the history, the mirror's and `Z_METADATA`, which comes first.
    ///
    ///     file.ownTables(for: dialect)   // ["Z_METADATA", "ZPERSON", "Z_1TAGS", "Z_MODELCACHE", …]
    package func ownTables(for dialect: any Dialect) -> [String] {
        var own = Set(ObjectSchema.historyNames)
        own.formUnion([MirrorTable.name, "Z_PRIMARYKEY", "Z_MODELCACHE"])
        for (entity, parent) in parents where parent == 0 {
            own.insert(dialect.kept("Z" + entity.uppercased()))
        }
        let found = schema.columns.keys.filter { own.contains($0) || isOfPairs($0) }.sorted()
        return (schema.columns[Self.metadataTable] == nil ? [] : [Self.metadataTable]) + found
    }

    /// Whether a table is one of pairs: `Z_2USERS (Z_2BLUEPRINTS, Z_16USERS, Z_FOK_16USERS)`.
    ///
    /// The number of an entity need not be one of today's: names stay when the model changes.
    private func isOfPairs(_ table: String) -> Bool {
        func isNumbered(_ name: String, _ prefix: String) -> Bool {
            name.hasPrefix(prefix)
                && name.dropFirst(prefix.count).first.map { $0.isASCII && $0.isNumber } == true
        }
        let columns = schema.columns[table] ?? []
        let orders = columns.filter { isNumbered($0, "Z_FOK_") }
        let ends = columns.filter { isNumbered($0, "Z_") || $0 == "REFLEXIVE" }
        return isNumbered(table, "Z_") && ends.count == 2
            && ends.count + orders.count == columns.count
    }

    /// Leaves word in a database without a store, where other tables are left, that one may be made
    /// there: an empty `Z_METADATA` alone.
    package static func leaveWord(on connection: some SQLConnection) throws {
        guard try !connection.tables().isEmpty else { return }
        // Programs that have the store open ask these two columns for it.
        try connection.run(
            """
            CREATE TABLE \(ident: metadataTable) \
            (\(ident: "Z_VERSION") BIGINT, \(ident: "Z_UUID") VARCHAR(255))
            """)
    }

    /// Removes what ``leaveWord(on:)`` left.
    package static func removeWord(on connection: some SQLConnection) throws {
        guard try connection.hasTable(metadataTable) else { return }
        try connection.run("DROP TABLE \(ident: metadataTable)")
    }

    /// Whether a store was destroyed in a database of which no other table is a store's.
    static func hasWord(
        in tables: [String: [SQLColumn]], on connection: some SQLConnection
    ) throws -> Bool {
        guard tables[metadataTable]?.map(\.name) == ["Z_VERSION", "Z_UUID"] else { return false }
        return try connection.first("SELECT count(*) FROM \(ident: metadataTable)") { $0.int(0) }
            == 0
    }
}
