package import Foundation
import ObjectCore
import SQLLowering
import Synchronization

/// The table in which a mirror keeps its state beside the objects: `QUARRYMIRROR`, a key and bytes
/// in each row.
///
/// Core Data ignores it: it reads the tables of its entities alone.
final class MirrorTable: Sendable {
    static let name = "QUARRYMIRROR"

    let select: SQLTemplate
    let insert: SQLTemplate
    let delete: SQLTemplate
    private let definition: SQLText
    private let isThere: Mutex<Bool>

    init(exists: Bool, for dialect: any Dialect) {
        isThere = Mutex(exists)
        let table = SQLText.identifier(MirrorTable.name)
        definition = """
            CREATE TABLE IF NOT EXISTS \(table) \
            ("ZKEY" \(raw: dialect.columnType(.text)) NOT NULL PRIMARY KEY, \
            "ZVALUE" \(raw: dialect.columnType(.bytes)) NOT NULL)
            """
        select = SQLTemplate(
            "SELECT \"ZVALUE\" FROM \(table) WHERE \"ZKEY\" = \(.placeholder)", for: dialect)
        delete = SQLTemplate(
            "DELETE FROM \(table) WHERE \"ZKEY\" = \(.placeholder)", for: dialect)
        insert = SQLTemplate(
            """
            INSERT INTO \(table) ("ZKEY", "ZVALUE") VALUES (\(.placeholder), \(.placeholder)) \
            ON CONFLICT ("ZKEY") DO UPDATE SET "ZVALUE" = excluded."ZVALUE"
            """, for: dialect)
    }

    /// Whether the table is there; another program may have created it meanwhile.
    func exists(on connection: some SQLConnection) throws -> Bool {
        try isThere.withLock { $0 } || connection.hasTable(MirrorTable.name)
    }

    func create(on connection: some SQLConnection) throws {
        guard try !exists(on: connection) else { return }
        try connection.run(definition)
        // Not before: where the transaction is undone, so is the table.
        connection.afterCommit { [self] in isThere.withLock { $0 = true } }
    }
}

extension SQLObjectStore {
    /// What a mirror keeps under keys.
    package func mirrorEntries(_ keys: [String]) throws -> [String: Data] {
        guard !keys.isEmpty else { return [:] }
        return try reading { connection in
            guard try mirrorTable.exists(on: connection) else { return [:] }
            var found: [String: Data] = [:]
            try connection.queryEach(
                mirrorTable.select, keys, { $1.bind(text: $0, at: 0) }
            ) {
                found[$0] = $1.bytes(0)
                return true
            }
            return found
        }
    }

    /// The entries of a mirror whose keys begin with `prefix`, in order.
    package func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    {
        try reading { connection in
            guard try mirrorTable.exists(on: connection) else { return [] }
            let most = Int64(max(0, limit ?? Int(Int32.max)))
            let start = key.map { "> \($0)" as SQLText } ?? ">= \(prefix)"
            // The last scalar of Unicode stands behind every key.
            let end = prefix + "\u{10FFFF}"
            return try connection.all(
                """
                SELECT "ZKEY", "ZVALUE" FROM \(ident: MirrorTable.name) \
                WHERE "ZKEY" \(start) AND "ZKEY" < \(end) ORDER BY "ZKEY" LIMIT \(most)
                """
            ) { (key: $0.text(0), value: $0.bytes(1)) }
        }
    }

    /// Sets or removes entries of a mirror.
    package func setMirrorEntries(_ entries: [String: Data?]) throws {
        guard !entries.isEmpty else { return }
        try writing { try setMirrorEntries(entries, on: $0) }
    }

    private func setMirrorEntries(
        _ entries: [String: Data?], on connection: Engine.Connection
    ) throws {
        try mirrorTable.create(on: connection)
        // In the order of the keys, so that two writers cannot wait for each other.
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            if let value {
                try connection.perform(mirrorTable.insert, [.text(key), .bytes(value)])
            } else {
                try connection.perform(mirrorTable.delete, [.text(key)])
            }
        }
    }

    /// Takes over the entries of the store that this one is copied from.
    func copyMirrorEntries<Other: ObjectEngine>(
        from old: SQLObjectStore<Other>, on connection: Engine.Connection
    ) throws {
        var last: String?
        while true {
            let page = try old.mirrorEntries(prefix: "", after: last, limit: 1_000)
            guard let end = page.last?.key else { return }
            var entries: [String: Data?] = [:]
            // The transactions that it counts are not copied: everything is compared once.
            for (key, value) in page { entries[key] = key == "history" ? nil : value }
            try setMirrorEntries(entries, on: connection)
            last = end
        }
    }
}
