import Foundation
public import ObjectCore
import RecordCore
import SQLLowering

extension SQLObjectStore {
    /// The token after the last transaction; 0 where no history is kept.
    public func historyToken() throws -> Int64 {
        guard keepsHistory else { return 0 }
        return try reading { connection in
            try ObjectHistory.lastToken(connection)
        }
    }

    /// Transactions after a token, in order, at most `limit`.
    public func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] {
        guard keepsHistory else { return [] }
        return try reading { connection in
            let most = Int64(max(0, limit ?? Int(Int32.max)))
            var all: [ObjectTransaction] = try connection.all(
                """
                SELECT t."Z_PK", t."ZTIMESTAMP", coalesce(t."ZAUTHOR", a."ZNAME"),
                coalesce(t."ZCONTEXTNAME", c."ZNAME"), coalesce(t."ZPROCESSID", p."ZNAME")
                FROM "ATRANSACTION" t
                LEFT JOIN "ATRANSACTIONSTRING" a ON a."Z_PK" = t."ZAUTHORTS"
                LEFT JOIN "ATRANSACTIONSTRING" c ON c."Z_PK" = t."ZCONTEXTNAMETS"
                LEFT JOIN "ATRANSACTIONSTRING" p ON p."Z_PK" = t."ZPROCESSIDTS"
                WHERE t."Z_PK" > \(token) ORDER BY t."Z_PK" LIMIT \(most)
                """
            ) { row in
                func text(_ column: Int) -> String? {
                    row.isNull(column) ? nil : row.text(column)
                }
                return ObjectTransaction(
                    token: row.int(0),
                    date: Date(timeIntervalSinceReferenceDate: row.double(1)), author: text(2),
                    contextName: text(3), processName: text(4))
            }
            guard let first = all.first?.token, let last = all.last?.token else { return [] }
            let places = Dictionary(
                all.enumerated().map { ($1.token, $0) }, uniquingKeysWith: { a, _ in a })
            try connection.query(
                """
                SELECT "Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID",
                "ZCOLUMNS", "ZTOMBSTONE0" FROM "ACHANGE"
                WHERE "ZTRANSACTIONID" BETWEEN \(first) AND \(last) ORDER BY "Z_PK"
                """
            ) { row in
                guard let place = places[row.int(4)],
                    let entity = layout.entity(numbered: row.int(2)),
                    let kind = ObjectTransaction.Kind(rawValue: Int(row.int(1)))
                else { return true }
                let change = ObjectTransaction.Change(
                    number: row.int(0), key: ObjectKey(entity: entity, row: row.int(3)),
                    kind: kind,
                    properties: ObjectHistory.names(row.bytes(5), model.entities[entity]),
                    tombstone: ObjectHistory.tombstone(row.bytes(6), model.entities[entity]))
                all[place].changes.append(change)
                return true
            }
            return all
        }
    }

    /// Forgets transactions up to a token.
    public func forgetHistory(upTo token: Int64) throws {
        guard keepsHistory else { return }
        try writing { connection in
            try connection.run("DELETE FROM \"ACHANGE\" WHERE \"ZTRANSACTIONID\" <= \(token)")
            try connection.run("DELETE FROM \"ATRANSACTION\" WHERE \"Z_PK\" <= \(token)")
        }
    }
}

/// How saves are written into the history's tables.
enum ObjectHistory {
    /// The properties whose changes have a bit, in the order of the bits.
    private static func order(_ entity: ModelEntity) -> [String] {
        entity.attributes.map(\.name) + entity.toOnes.map(\.name) + entity.toManys.map(\.name)
    }

    static func names(_ bits: Data, _ entity: ModelEntity) -> [String] {
        let bits = [UInt8](bits)
        return order(entity).enumerated().compactMap { place, name in
            guard place / 8 < bits.count else { return nil }
            return bits[place / 8] & (1 << UInt8(place % 8)) != 0 ? name : nil
        }
    }

    private static func bits(_ names: Set<String>, _ entity: ModelEntity) -> Data {
        let order = order(entity)
        var bits = [UInt8](repeating: 0, count: (order.count + 7) / 8)
        for (place, name) in order.enumerated() where names.contains(name) {
            bits[place / 8] |= 1 << UInt8(place % 8)
        }
        return Data(bits)
    }

    static func tombstone(_ bytes: Data, _ entity: ModelEntity) -> [String: Value] {
        var values: [String: Value] = [:]
        for (name, value) in MetadataValue.read(bytes) ?? [:] {
            guard case .attribute(let place)? = entity.properties[name] else { continue }
            values[name] = Value(stored: value, as: entity.attributes[place].type)
        }
        return values
    }

    /// Writes a transaction; gives its token, or the last one where nothing changed.
    static func record<Engine>(
        _ changes: ObjectChanges, _ tombstones: [[String: Value]],
        in store: SQLObjectStore<Engine>, on connection: Engine.Connection
    ) throws -> Int64 {
        let isEmpty =
            changes.inserted.isEmpty && changes.updated.isEmpty && changes.deleted.isEmpty
        if isEmpty { return try kept(transactions, on: connection) }
        let token = try lastToken(connection) + 1
        let author = try string(changes.author, on: connection)
        let context = try string(changes.contextName, on: connection)
        let process = try string(ProcessInfo.processInfo.processName, on: connection)
        let now = Date().timeIntervalSinceReferenceDate
        try connection.run(
            """
            INSERT INTO "ATRANSACTION" ("Z_PK", "Z_ENT", "Z_OPT", "ZAUTHORTS", "ZCONTEXTNAMETS",
            "ZPROCESSIDTS", "ZTIMESTAMP")
            VALUES (\(token), 16002, 1, \(author), \(context), \(process), \(now))
            """)
        try keep(token, of: transactions, on: connection)
        var number = try greatest(in: "ACHANGE", on: connection)
        let template = SQLTemplate(
            """
            INSERT INTO "ACHANGE" ("Z_ENT", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK",
            "ZTRANSACTIONID", "ZCOLUMNS", "ZTOMBSTONE0", "Z_PK") VALUES (16001, 1,
            \(.placeholder), \(.placeholder), \(.placeholder), \(.placeholder), \(.placeholder),
            \(.placeholder), \(.placeholder))
            """, for: store.engine.dialect)
        func add(
            _ key: ObjectKey, _ kind: ObjectTransaction.Kind, _ names: Set<String> = [],
            _ tombstone: [String: Value] = [:]
        ) throws {
            number += 1
            try connection.perform(template) { binder in
                binder.bind(int: number, at: 6)
                binder.bind(int: Int64(kind.rawValue), at: 0)
                binder.bind(int: store.layout.number(of: key.entity), at: 1)
                binder.bind(int: key.row, at: 2)
                binder.bind(int: token, at: 3)
                if names.isEmpty {
                    binder.bindNull(at: 4)
                } else {
                    binder.bind(bytes: bits(names, store.model.entities[key.entity]), at: 4)
                }
                let plain = tombstone.compactMapValues(\.metadata)
                if plain.isEmpty {
                    binder.bindNull(at: 5)
                } else {
                    binder.bind(bytes: MetadataValue.written(plain) ?? Data(), at: 5)
                }
            }
        }
        for row in changes.inserted { try add(row.key, .inserted) }
        var lists: [ObjectKey: Set<String>] = [:]
        for membership in changes.memberships {
            let toManys = store.model.entities[membership.key.entity].toManys
            lists[membership.key, default: []].insert(toManys[membership.relationship].name)
        }
        for update in changes.updated {
            let entity = store.model.entities[update.key.entity]
            var names = Set(update.attributes.map { entity.attributes[$0.place].name })
            names.formUnion(update.toOnes.map { entity.toOnes[$0.place].name })
            names.formUnion(lists[update.key] ?? [])
            try add(update.key, .updated, names)
        }
        for (place, deletion) in changes.deleted.enumerated() {
            try add(deletion.key, .deleted, [], place < tombstones.count ? tombstones[place] : [:])
        }
        return token
    }

    /// The number of a text in the history; null for none.
    private static func string<Connection: SQLConnection>(
        _ text: String?, on connection: Connection
    ) throws -> Value {
        guard let text else { return .null }
        let known: Int64? = try connection.first(
            "SELECT \"Z_PK\" FROM \"ATRANSACTIONSTRING\" WHERE \"ZNAME\" = \(text)"
        ) { $0.int(0) }
        if let known { return .int(known) }
        let number = try greatest(in: "ATRANSACTIONSTRING", on: connection) + 1
        try connection.run(
            """
            INSERT INTO "ATRANSACTIONSTRING" ("Z_PK", "Z_ENT", "Z_OPT", "ZNAME") \
            VALUES (\(number), 16003, 1, \(text))
            """)
        return .int(number)
    }

    // MARK: Numbers

    /// The number under which `Z_PRIMARYKEY` keeps the last transaction.
    private static let transactions: Int64 = 16_002

    /// The token after the last transaction, also where it is forgotten by now.
    static func lastToken<Connection: SQLConnection>(_ connection: Connection) throws -> Int64 {
        max(
            try kept(transactions, on: connection),
            try greatest(in: "ATRANSACTION", on: connection))
    }

    private static func kept<Connection: SQLConnection>(
        _ entity: Int64, on connection: Connection
    ) throws -> Int64 {
        try connection.first(
            "SELECT \"Z_MAX\" FROM \"Z_PRIMARYKEY\" WHERE \"Z_ENT\" = \(entity)"
        ) { $0.int(0) } ?? 0
    }

    private static func keep<Connection: SQLConnection>(
        _ number: Int64, of entity: Int64, on connection: Connection
    ) throws {
        try connection.run(
            "UPDATE \"Z_PRIMARYKEY\" SET \"Z_MAX\" = \(number) WHERE \"Z_ENT\" = \(entity)")
    }

    private static func greatest<Connection: SQLConnection>(
        in table: String, on connection: Connection
    ) throws -> Int64 {
        try connection.first("SELECT coalesce(max(\"Z_PK\"), 0) FROM \(ident: table)") {
            $0.int(0)
        } ?? 0
    }
}

extension Value {
    /// The value as a property list has it; nil for what has no form there.
    fileprivate var metadata: MetadataValue? {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .decimal(let number): .text("\(number)")
        case .text(let text): .text(text)
        case .date(let date): .double(date.timeIntervalSinceReferenceDate)
        case .bytes(let bytes): .bytes(bytes)
        case .uuid(let uuid): .text(uuid.uuidString)
        case .url(let url): .text(url.absoluteString)
        case .null, .reference, .location, .asset, .list, .dictionary, .object: nil
        }
    }

    /// The value that an attribute's form in a property list stands for.
    fileprivate init(stored value: MetadataValue, as type: AttributeType) {
        switch value {
        case .int(let number): self = type.normalized(.int(number))
        case .bool(let truth): self = .bool(truth)
        case .double(let number):
            self =
                type == .date
                ? .date(Date(timeIntervalSinceReferenceDate: number)) : .double(number)
        case .text(let text):
            switch type {
            case .uuid: self = UUID(uuidString: text).map(Value.uuid) ?? .text(text)
            case .uri: self = URL(string: text).map(Value.url) ?? .text(text)
            case .decimal: self = Decimal(string: text).map(Value.decimal) ?? .text(text)
            default: self = .text(text)  // The others have no form of their own.
            }
        case .date(let date): self = .date(date)
        case .bytes(let bytes): self = .bytes(bytes)
        case .list, .dictionary: self = .null
        }
    }
}
