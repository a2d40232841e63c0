package import Foundation
package import ObjectCore
package import SQLLowering

/// What stands in an existing store of objects: its tables, its metadata.
package struct ObjectFile: Sendable {
    /// The tables and the numbers of entities.
    package let schema: AppleFileSchema
    /// The declared types of each table's columns.
    package let types: [String: [String: String]]
    /// The identifier in the URIs of its objects.
    package let identifier: String
    /// Which tables of the place these are.
    package let version: Int64
    /// What is kept beside the objects.
    package let metadata: [String: MetadataValue]
    /// The model that the file keeps of itself, deflated.
    package let modelCache: Data?
    /// Whether saves are kept as a history.
    package let hasHistory: Bool
    /// The entities above each entity by number, 0 for none.
    package let parents: [String: Int64]

    /// The names of the indexes.
    let linkIndexes: Set<String>

    static let hashKey = "NSStoreModelVersionHashes"
    static let digestKey = "QuarryModelDigests"
    /// Says which hashes stood in the file when the digests were written.
    static let stampKey = "QuarryModelStamp"
    static let identifierKey = "NSStoreModelVersionIdentifiers"
    /// Keys that the store writes itself.
    static let ownKeys = [
        hashKey, digestKey, stampKey, identifierKey, externalKey, "NSStoreType", "NSStoreUUID",
        "NSPersistenceFrameworkVersion", "NSStoreModelVersionHashesVersion",
        "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
        "_NSAutoVacuumLevel",
    ]

    /// Reads what stands in a database; nil for an empty one, and where a store was destroyed beside
    /// other tables.
    ///
    /// - Throws: ``ObjectStoreError/Code/notAStore`` where there are other tables.
    package init?(_ connection: some SQLConnection) throws {
        let tables = try connection.tables()
        if tables.isEmpty { return nil }
        // A file that was scrubbed has neither metadata nor a model and is still a store.
        let wanted = ["Z_ENT", "Z_NAME", "Z_SUPER"]
        guard let keys = tables["Z_PRIMARYKEY"]?.map(\.name) else {
            if try ObjectFile.hasWord(in: tables, on: connection) { return nil }
            throw ObjectStoreError(
                .notAStore,
                "The database has no Z_PRIMARYKEY, the table that names entities: "
                    + "it is no store of objects.")
        }
        if let missing = wanted.first(where: { !keys.contains($0) }) {
            throw ObjectStoreError(
                .notAStore,
                "The table Z_PRIMARYKEY has no column \(missing), "
                    + "without which its entities cannot be told.")
        }
        var numbers: [String: Int64] = [:]
        var parents: [String: Int64] = [:]
        try connection.query(
            "SELECT \"Z_ENT\", \"Z_NAME\", \"Z_SUPER\" FROM \"Z_PRIMARYKEY\""
        ) { row in
            // Numbers from 16000 on are those of the history.
            if row.int(0) < 16_000 {
                numbers[row.text(1)] = row.int(0)
                parents[row.text(1)] = row.int(2)
            }
            return true
        }
        linkIndexes = try connection.indexNames()
        schema = AppleFileSchema(
            numbers: numbers, columns: tables.mapValues { $0.map(\.name) })
        types = tables.mapValues { columns in
            Dictionary(first: columns.map { ($0.name, $0.type) })
        }
        self.parents = parents
        metadata = try ObjectFile.metadata(connection)
        var version: Int64?
        if tables["Z_METADATA"] != nil {
            version = try connection.first("SELECT \"Z_VERSION\" FROM \"Z_METADATA\"") {
                $0.int(0)
            }
        }
        self.version = version ?? 0
        identifier =
            if case .text(let text)? = metadata["NSStoreUUID"] { text } else { "" }
        var cache: Data?
        if tables["Z_MODELCACHE"] != nil {
            cache = try connection.first("SELECT \"Z_CONTENT\" FROM \"Z_MODELCACHE\"") {
                $0.bytes(0)
            }
        }
        modelCache = cache.flatMap { $0.isEmpty ? nil : $0 }
        hasHistory = tables["ATRANSACTION"] != nil && tables["ACHANGE"] != nil
    }

    // MARK: Metadata

    static func metadata(_ connection: some SQLConnection) throws -> [String: MetadataValue] {
        guard try connection.hasTable("Z_METADATA") else { return [:] }
        let found = try connection.first(
            "SELECT \"Z_UUID\", \"Z_PLIST\" FROM \"Z_METADATA\""
        ) { ($0.text(0), $0.bytes(1)) }
        guard let (identifier, plist) = found else { return [:] }
        var metadata = MetadataValue.read(plist) ?? [:]
        metadata["NSStoreUUID"] = .text(identifier)
        metadata["NSStoreType"] = .text("SQLite")
        return metadata
    }

    static func setMetadata(
        _ metadata: [String: MetadataValue], on connection: some SQLConnection
    ) throws {
        var metadata = metadata
        metadata["NSStoreUUID"] = nil
        guard let plist = MetadataValue.written(metadata) else {
            throw ObjectStoreError(.engine, "The metadata is no property list.")
        }
        try connection.run("UPDATE \"Z_METADATA\" SET \"Z_PLIST\" = \(.value(.bytes(plist)))")
    }

    /// Replaces what is kept beside the objects; what says which model the file has stays.
    package static func replaceMetadata(
        _ metadata: [String: MetadataValue], on connection: some SQLConnection
    ) throws {
        let old = try self.metadata(connection)
        var new = metadata
        for key in ownKeys { new[key] = old[key] }
        try setMetadata(new, on: connection)
    }

    // MARK: New stores

    static func make(
        _ model: ResolvedModel, _ options: ObjectStoreSettings, for dialect: any Dialect,
        on connection: some SQLConnection
    ) throws {
        var metadata = options.metadata
        if options.externalDirectory != nil {
            let names = externalColumns(AppleLayout(model)).map { $0.table + "." + $0.column }
            metadata[externalKey] = .list(names.sorted().map(MetadataValue.text))
        }
        try make(
            model, for: dialect, identifier: options.identifier ?? UUID().uuidString,
            metadata: metadata, modelCache: options.modelCache, lastRows: [:],
            on: connection)
    }

    static func make(
        _ model: ResolvedModel, for dialect: any Dialect, identifier: String,
        metadata: [String: MetadataValue],
        modelCache: Data?, lastRows: [Int: Int64], on connection: some SQLConnection
    ) throws {
        try removeWord(on: connection)
        let schema = ObjectSchema(AppleLayout(model), for: dialect)
        for statement in schema.statements { try connection.run(statement) }
        for statement in schema.primaryKeys(lastRows: lastRows) { try connection.run(statement) }
        try connection.run(
            """
            INSERT INTO "Z_METADATA" ("Z_VERSION", "Z_UUID", "Z_PLIST") \
            VALUES (1, \(identifier), NULL)
            """)
        var all = newMetadata(model).merging(metadata) { _, given in given }
        all[stampKey] = .bytes(ModelDigest.stamp(of: hashes(all, hashKey)))
        try setMetadata(all, on: connection)
        if let modelCache {
            try connection.run(
                """
                INSERT INTO "Z_MODELCACHE" ("Z_CONTENT") VALUES (\(.value(.bytes(modelCache))))
                """)
        }
    }

    /// What a program keeps beside its objects, without what the store says of itself.
    package static func programMetadata(
        _ metadata: [String: MetadataValue]
    ) -> [String: MetadataValue] {
        metadata.filter { !ownKeys.contains($0.key) }
    }

    /// What a new store says of itself.
    static func newMetadata(_ model: ResolvedModel) -> [String: MetadataValue] {
        var digests: [String: MetadataValue] = [:]
        for entity in model.entities {
            digests[entity.name] = .bytes(ModelDigest.digest(of: entity))
        }
        return [
            "NSStoreType": .text("SQLite"),
            hashKey: .dictionary(ModelDigest.hashes(of: model).mapValues(MetadataValue.bytes)),
            digestKey: .dictionary(digests),
            identifierKey: .list(model.model.versionIdentifiers.map(MetadataValue.text)),
            "NSPersistenceFrameworkVersion": .int(1526),
            "NSStoreModelVersionHashesVersion": .int(3),
            "_NSAutoVacuumLevel": .text("2"),
        ]
    }

    // MARK: Which model

    /// Refuses a model that is not the file's.
    package func check(_ model: ResolvedModel) throws {
        guard !fits(model) else { return }
        throw ObjectStoreError(
            .needsMigration,
            "The model used to open the store is incompatible with the one used to create the store"
        )
    }

    /// Whether the file was made with a model.
    ///
    /// Apple's hashes decide where they are known, else ours where the file has them, else the
    /// tables.
    package func fits(_ model: ResolvedModel) -> Bool {
        let hashes = ObjectFile.hashes(metadata, ObjectFile.hashKey)
        if !hashes.isEmpty {
            guard Set(hashes.keys) == Set(model.entities.map(\.name)) else { return false }
            if model.entities.allSatisfy({ hashes[$0.name] == $0.source.versionHash }) {
                return true
            }
        }
        // The digests are valid until another program changes the file's model.
        let digests = ObjectFile.hashes(metadata, ObjectFile.digestKey)
        if !digests.isEmpty,
            metadata[ObjectFile.stampKey] == .bytes(ModelDigest.stamp(of: hashes))
        {
            return digests.count == model.entities.count
                && model.entities.allSatisfy { digests[$0.name] == ModelDigest.digest(of: $0) }
        }
        if model.entities.allSatisfy({ $0.source.versionHash != nil }), !hashes.isEmpty {
            return false
        }
        return misfit(model) == nil
    }

    private static func hashes(
        _ metadata: [String: MetadataValue], _ key: String
    ) -> [String: Data] {
        guard case .dictionary(let entries)? = metadata[key] else { return [:] }
        return entries.compactMapValues { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }
}

extension AppleLayout {
    /// The layout of a model in a file.
    ///
    /// An engine that cuts long names cannot say them again: they are known by what it makes of
    /// the names that files have.
    init(
        _ model: ResolvedModel, file: ObjectFile, for dialect: any Dialect,
        form: AppleForm = .found
    ) {
        let names = AppleLayout(model).names.union(AppleLayout(model, form: .earlier).names)
        var schema = file.schema
        let cut = names.filter { dialect.kept($0) != $0 }
        if !cut.isEmpty {
            let whole = Dictionary(first: cut.map { (dialect.kept($0), $0) })
            var columns: [String: [String]] = [:]
            for (table, all) in schema.columns {
                columns[whole[table] ?? table] = all.map { whole[$0] ?? $0 }
            }
            schema.columns = columns
        }
        self.init(model, file: schema, form: form)
    }
}
