package import Foundation
package import ObjectCore
import SQLLowering

extension SQLObjectStore {
    /// The token after the last transaction; 0 where no history is kept.
    package func historyToken() throws -> Int64 {
        guard keepsHistory else { return 0 }
        return try reading { connection in
            try ObjectHistory.lastToken(connection)
        }
    }

    /// The token up to which no transaction is later than `date`; the last one where none is.
    package func historyToken(through date: Date) throws -> Int64 {
        guard keepsHistory else { return 0 }
        return try reading { connection in
            let later: Int64? = try connection.first(
                """
                SELECT coalesce(min("Z_PK"), 0) FROM "ATRANSACTION"
                WHERE "ZTIMESTAMP" > \(date.timeIntervalSinceReferenceDate)
                """
            ) { $0.int(0) }
            guard let later, later > 0 else { return try ObjectHistory.lastToken(connection) }
            return later - 1
        }
    }

    /// Transactions after a token, in order, at most `limit`.
    package func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] {
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
            let places = Dictionary(first: all.enumerated().map { ($1.token, $0) })
            let kept = history.tombstones.map { ", \(ident: $0)" as SQLText }.joined("")
            try connection.query(
                """
                SELECT "Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID",
                "ZCOLUMNS", "Z_OPT"\(kept) FROM "ACHANGE"
                WHERE "ZTRANSACTIONID" BETWEEN \(first) AND \(last) ORDER BY "Z_PK"
                """
            ) { row in
                guard let place = places[row.int(4)],
                    let entity = layout.entity(numbered: row.int(2)),
                    let kind = ObjectTransaction.Kind(rawValue: Int(row.int(1)))
                else { return true }
                // Rows of older files of ours have a version, Apple's have none.
                let isEarlier = row.int(6) == 1
                let change = ObjectTransaction.Change(
                    number: row.int(0), key: ObjectKey(entity: entity, row: row.int(3)),
                    kind: kind,
                    properties: row.isNull(5)
                        ? [] : history.names(row.bytes(5), entity, isEarlier: isEarlier),
                    tombstone: kind == .deleted
                        ? history.tombstone(row, from: 7, entity, isEarlier: isEarlier) : [:])
                all[place].changes.append(change)
                return true
            }
            return all
        }
    }

    /// Forgets transactions up to a token.
    package func forgetHistory(upTo token: Int64) throws {
        guard keepsHistory else { return }
        try writing { connection in
            try connection.run("DELETE FROM \"ACHANGE\" WHERE \"ZTRANSACTIONID\" <= \(token)")
            try connection.run("DELETE FROM \"ATRANSACTION\" WHERE \"Z_PK\" <= \(token)")
        }
    }
}

/// How saves are written into the history's tables.
enum ObjectHistory {
    /// Writes a transaction; gives its token, or the last one where nothing changed.
    static func record<Engine>(
        _ changes: ObjectChanges, _ tombstones: [[Value]],
        in store: SQLObjectStore<Engine>, on connection: Engine.Connection
    ) throws -> Int64 {
        let isEmpty =
            changes.inserted.isEmpty && changes.updated.isEmpty && changes.deleted.isEmpty
        if isEmpty { return try kept(transactions, on: connection) }
        let token = try lastToken(connection).later()
        let author = try string(changes.author, on: connection)
        let context = try string(changes.contextName, on: connection)
        let process = try string(ProcessInfo.processInfo.processName, on: connection)
        let now = Date().timeIntervalSinceReferenceDate
        try connection.run(
            """
            INSERT INTO "ATRANSACTION" ("Z_PK", "Z_ENT", "ZAUTHORTS", "ZCONTEXTNAMETS",
            "ZPROCESSIDTS", "ZTIMESTAMP")
            VALUES (\(token), 16002, \(author), \(context), \(process), \(now))
            """)
        try keep(token, of: transactions, on: connection)
        var number = try last(of: self.changes, in: "ACHANGE", on: connection)
        let history = store.history
        func add(
            _ key: ObjectKey, _ kind: ObjectTransaction.Kind, _ names: Set<String> = [],
            _ tombstone: [Value] = []
        ) throws {
            number = try number.later()
            try connection.perform(history.insert) { binder in
                binder.bind(int: number, at: 0)
                binder.bind(int: Int64(kind.rawValue), at: 1)
                binder.bind(int: store.layout.number(of: key.entity), at: 2)
                binder.bind(int: key.row, at: 3)
                binder.bind(int: token, at: 4)
                binder.bind(bytes: names.isEmpty ? nil : history.bits(names, key.entity), at: 5)
                history.bind(tombstone, of: key.entity, to: &binder, at: 6)
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
            names.formUnion(update.toManys.map { entity.toManys[$0].name })
            names.formUnion(lists[update.key] ?? [])
            try add(update.key, .updated, names)
        }
        for (place, deletion) in changes.deleted.enumerated() {
            try add(deletion.key, .deleted, [], place < tombstones.count ? tombstones[place] : [])
        }
        try keep(number, of: self.changes, on: connection)
        return token
    }

    /// The number of a text in the history; null for none.
    private static func string(_ text: String?, on connection: some SQLConnection) throws -> Value {
        guard let text else { return .null }
        let known: Int64? = try connection.first(
            "SELECT \"Z_PK\" FROM \"ATRANSACTIONSTRING\" WHERE \"ZNAME\" = \(text)"
        ) { $0.int(0) }
        if let known { return .int(known) }
        let number = try last(of: strings, in: "ATRANSACTIONSTRING", on: connection).later()
        try connection.run(
            """
            INSERT INTO "ATRANSACTIONSTRING" ("Z_PK", "Z_ENT", "ZNAME") \
            VALUES (\(number), 16003, \(text))
            """)
        try keep(number, of: strings, on: connection)
        return .int(number)
    }

    // MARK: Numbers

    /// The numbers under which `Z_PRIMARYKEY` keeps the last change, transaction and text.
    private static let changes: Int64 = 16_001
    private static let transactions: Int64 = 16_002
    private static let strings: Int64 = 16_003

    /// The token after the last transaction, also where it is forgotten by now.
    static func lastToken(_ connection: some SQLConnection) throws -> Int64 {
        try last(of: transactions, in: "ATRANSACTION", on: connection)
    }

    /// The last numbers of changes and transactions, each with the number of its kind.
    static func lastNumbers(
        _ connection: some SQLConnection
    ) throws -> [(entity: Int64, last: Int64)] {
        [
            (changes, try last(of: changes, in: "ACHANGE", on: connection)),
            (transactions, try last(of: transactions, in: "ATRANSACTION", on: connection)),
        ]
    }

    /// The last number that was given out, also where its row is gone by now.
    static func last(
        of entity: Int64, in table: String, on connection: some SQLConnection
    ) throws -> Int64 {
        max(try kept(entity, on: connection), try greatest(in: table, on: connection))
    }

    /// The last number that `Z_PRIMARYKEY` has for an entity.
    static func kept(_ entity: Int64, on connection: some SQLConnection) throws -> Int64 {
        try connection.first(
            "SELECT \"Z_MAX\" FROM \"Z_PRIMARYKEY\" WHERE \"Z_ENT\" = \(entity)"
        ) { $0.int(0) } ?? 0
    }

    /// Has `Z_PRIMARYKEY` keep the last number of an entity.
    static func keep(_ number: Int64, of entity: Int64, on connection: some SQLConnection) throws {
        try connection.run(
            "UPDATE \"Z_PRIMARYKEY\" SET \"Z_MAX\" = \(number) WHERE \"Z_ENT\" = \(entity)")
    }

    private static func greatest(
        in table: String, on connection: some SQLConnection
    ) throws -> Int64 {
        try connection.first("SELECT coalesce(max(\"Z_PK\"), 0) FROM \(ident: table)") {
            $0.int(0)
        } ?? 0
    }
}
