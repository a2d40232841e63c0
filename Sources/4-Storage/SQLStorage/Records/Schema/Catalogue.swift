import Foundation
import RecordCore
import SQLLowering
import Synchronization

/// The schema of a database as one moment has it, with where everything lives.
final class Catalogue: Sendable {
    /// A record type with its tables: an object, which is handed on without a copy.
    final class Entry: Sendable {
        /// Its number in `_types`.
        let number: Int64
        /// What the database had of its columns' names and of its definition.
        let stored: [String]
        /// Its tables and columns.
        let layout: RecordLayout
        /// Writes its rows.
        let writer: RowWriter
        /// How whole rows are read.
        let whole: RowReading
        private let parts = RowReadings()

        init(number: Int64, stored: [String], layout: RecordLayout, dialect: any Dialect) {
            self.number = number
            self.stored = stored
            self.layout = layout
            writer = RowWriter(layout, for: dialect)
            whole = RowReading(RecordReader(layout, for: dialect), layout, dialect)
        }

        /// How the wanted fields are read; all of them when `keys` is nil.
        func reading(_ keys: Set<String>?, _ dialect: any Dialect) -> RowReading {
            guard let keys else { return whole }
            return parts.reading(keys) {
                RowReading(RecordReader(layout, fields: keys, for: dialect), layout, dialect)
            }
        }
    }

    /// How some fields of a type are read.
    final class RowReading: Sendable {
        /// Reads the rows.
        let reader: RecordReader
        /// The row of a record by its number: row, database.
        let byRow: SQLTemplate
        /// The row of a record by its name, and behind its columns what the registry has of it,
        /// whatever its type: database, zone, name.
        let byName: SQLTemplate

        init(_ reader: RecordReader, _ layout: RecordLayout, _ dialect: any Dialect) {
            self.reader = reader
            byRow = SQLTemplate(reader.byRow(in: layout), for: dialect)
            byName = SQLTemplate(reader.byName(in: layout), for: dialect)
        }
    }

    /// The readings of parts that were asked for: prepared statements are found by their identity.
    private final class RowReadings: Sendable {
        private static let capacity = 64
        private let known = Mutex<[Set<String>: RowReading]>([:])

        func reading(_ keys: Set<String>, _ make: () -> RowReading) -> RowReading {
            known.withLock { known in
                if let found = known[keys] { return found }
                if known.count >= RowReadings.capacity { known = [:] }
                let made = make()
                known[keys] = made
                return made
            }
        }
    }

    /// The mark of this schema in `_versions`.
    let version: Int64
    /// The schema.
    let schema: RecordSchema
    /// Where each record type lives.
    let entries: [String: Entry]
    /// The indexes that the store has made by itself.
    let automatic: AutomaticIndexes
    /// Which of the schema's indexes are not there, and when queries asked for the others.
    let declared: DeclaredIndexes
    /// The identity of the database, which its change tokens carry.
    let identity: String
    /// Where the change counters of new databases begin.
    let firstCounter: Int64
    private let numbers: [Int64: Entry]

    init(
        version: Int64, schema: RecordSchema, entries: [String: Entry], automatic: AutomaticIndexes,
        declared: DeclaredIndexes, identity: String, firstCounter: Int64
    ) {
        self.version = version
        self.automatic = automatic
        self.declared = declared
        self.identity = identity
        self.firstCounter = firstCounter
        self.schema = schema
        self.entries = entries
        numbers = Dictionary(first: entries.values.map { ($0.number, $0) })
    }

    /// The record type of a number.
    func entry(_ number: Int64) -> Entry? { numbers[number] }

    /// Every layout, by record type.
    var layouts: [String: RecordLayout] { entries.mapValues(\.layout) }

    // MARK: In the database

    /// Reads the schema.
    ///
    /// What `known` has and what did not change is taken from it, so that prepared statements
    /// stay.
    static func load(
        _ connection: some SQLConnection, dialect: any Dialect, version: Int64,
        known: Catalogue?
    ) throws -> Catalogue {
        let decoder = JSONDecoder()
        var schema = RecordSchema.initial
        var entries: [String: Entry] = [:]
        let automatic = try AutomaticIndexes.load(connection)
        let declared = try DeclaredIndexes.load(connection)
        try connection.query("SELECT id, name, layout, definition FROM _types") { row in
            let name = row.text(1)
            let stored = [row.text(2), row.text(3)]
            if let known, let old = known.entries[name], old.number == row.int(0),
                old.stored == stored,
                known.automatic.indexes(of: name) == automatic.indexes(of: name)
            {
                (entries[name], schema[name]) = (old, known.schema[name])
                return true
            }
            let names = try decoder.decode(StoredNames.self, from: Data(stored[0].utf8))
            let type = try decoder.decode(StoredType.self, from: Data(stored[1].utf8))
                .recordType(name)
            schema[name] = type
            let layout = RecordLayout(
                type, names: names.names, composite: automatic.indexes(of: name))
            if let old = known?.entries[name], old.number == row.int(0), old.layout == layout {
                entries[name] = old
            } else {
                entries[name] = Entry(
                    number: row.int(0), stored: stored, layout: layout, dialect: dialect)
            }
            return true
        }
        if let roles = try connection.setting("roles") {
            schema.roles = try decoder.decode([String].self, from: Data(roles.utf8))
        }
        guard let identity = try connection.setting("store") else { throw StoreError(.corrupt) }
        return Catalogue(
            version: version, schema: schema, entries: entries, automatic: automatic,
            declared: declared, identity: identity, firstCounter: try connection.firstCounter)
    }

    /// Writes a record type's definition.
    static func save(
        _ type: RecordType, names: LayoutNames, in connection: some SQLConnection
    ) throws {
        let layout = try StoredNames(names).storedText
        let definition = try StoredType(type).storedText
        try connection.run(
            """
            INSERT INTO _types (name, layout, definition) \
            VALUES (\(type.name), \(layout), \(definition)) \
            ON CONFLICT (name) DO UPDATE \
            SET layout = excluded.layout, definition = excluded.definition
            """)
    }

    /// Writes the custom roles.
    static func save(roles: [String], in connection: some SQLConnection) throws {
        try connection.set("roles", to: roles.storedText)
    }
}

/// The names of a record type's table and columns as the catalogue keeps them.
private struct StoredNames: Codable {
    var table: String
    var columns: [String: String]?

    init(_ names: LayoutNames) {
        table = names.table
        columns = names.columns.isEmpty ? nil : names.columns
    }

    var names: LayoutNames { LayoutNames(table: table, columns: columns ?? [:]) }
}

/// A record type as the catalogue keeps it; the keys are part of the database's layout.
private struct StoredType: Codable {
    struct StoredField: Codable {
        var name: String
        var type: String
        var list: Bool?
        var indexes: Int
        var encrypted: Bool?
        var number: String?
    }
    struct StoredGrant: Codable {
        var permissions: [String]
        var role: String
    }
    var fields: [StoredField]
    var system: [String: Int]
    var grants: [StoredGrant]

    init(_ type: RecordType) {
        fields = type.fields.map { field in
            StoredField(
                name: field.name, type: field.type.scalar.rawValue,
                list: field.type.isList ? true : nil, indexes: field.indexes.rawValue,
                encrypted: field.isEncrypted ? true : nil, number: field.numberPreference)
        }
        system = Dictionary(
            type.systemIndexes.map { ($0.rawValue, $1.rawValue) }, uniquingKeysWith: { $1 })
        grants = type.grants.map {
            StoredGrant(permissions: $0.permissions.map(\.rawValue), role: $0.role)
        }
    }

    func recordType(_ name: String) throws -> RecordType {
        let fields = try fields.map { stored -> Field in
            guard let scalar = ScalarType(rawValue: stored.type) else {
                throw StoreError(.corrupt, ["recordType": name, "field": stored.name])
            }
            return Field(
                stored.name, stored.list == true ? .list(scalar) : .single(scalar),
                FieldIndexes(rawValue: stored.indexes), isEncrypted: stored.encrypted ?? false,
                numberPreference: stored.number)
        }
        var indexes: [SystemField: FieldIndexes] = [:]
        for (key, value) in system {
            guard let field = SystemField(rawValue: key) else { continue }
            indexes[field] = FieldIndexes(rawValue: value)
        }
        let grants = grants.map {
            Grant($0.permissions.compactMap(Grant.Permission.init), to: $0.role)
        }
        return RecordType(name, fields: fields, systemIndexes: indexes, grants: grants)
    }
}
