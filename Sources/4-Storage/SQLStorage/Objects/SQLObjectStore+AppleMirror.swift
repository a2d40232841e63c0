import Foundation
package import ObjectCore
import SQLLowering

// The columns are those of files that Core Data wrote; a file of another version may lack some.
extension SQLObjectStore: AppleMirrorReading {
    /// What Core Data on Apple's systems keeps of its mirror in the file; nil where there is nothing.
    package func appleMirror() throws -> AppleMirror? {
        try reading { connection in
            guard try connection.hasTable("ANSCKRECORDMETADATA") else { return nil }
            let reader = AppleMirrorReader(
                connection: connection, tables: try connection.tables().mapValues { $0.map(\.name) }
            )
            var mirror = AppleMirror()
            mirror.metadata = try reader.metadata()
            let zones = try reader.zones()
            mirror.zones = zones.sorted { $0.key < $1.key }.map(\.value)
            mirror.entries = try reader.entries(zones)
            mirror.events = try reader.events()
            return mirror
        }
    }
}

private struct AppleMirrorReader<Connection: SQLConnection> {
    let connection: Connection
    let tables: [String: [String]]

    /// Rows of a table; a column that the file does not have is null.
    ///
    /// - Parameter needed: Columns without which there are no rows.
    private func rows<T>(
        _ table: String, _ columns: [String], needed: Set<String>, order: String = "Z_PK",
        _ body: (Connection.Row) throws -> T?
    ) throws -> [T] {
        guard let known = tables[table], needed.isSubset(of: known), known.contains(order) else {
            return []
        }
        var list: SQLText = ""
        for (index, column) in columns.enumerated() {
            if index > 0 { list = "\(list), " }
            list =
                known.contains(column) ? "\(list)\(ident: column)" : "\(list)NULL"
        }
        return try connection.all(
            "SELECT \(list) FROM \(ident: table) ORDER BY \(ident: order)", body
        ).compactMap { $0 }
    }

    private func date(_ row: Connection.Row, _ column: Int) -> Date? {
        row.isNull(column) ? nil : Date(timeIntervalSinceReferenceDate: row.double(column))
    }

    private func text(_ row: Connection.Row, _ column: Int) -> String? {
        row.isNull(column) ? nil : row.text(column)
    }

    func metadata() throws -> [String: String] {
        let pairs = try rows(
            "ANSCKMETADATAENTRY", ["ZKEY", "ZSTRINGVALUE"], needed: ["ZKEY", "ZSTRINGVALUE"]
        ) { row -> (String, String)? in
            guard let key = text(row, 0), let value = text(row, 1) else { return nil }
            return (key, value)
        }
        return Dictionary(pairs, uniquingKeysWith: { _, last in last })
    }

    func zones() throws -> [Int64: AppleMirror.Zone] {
        let pairs = try rows(
            "ANSCKRECORDZONEMETADATA",
            ["Z_PK", "ZCKRECORDZONENAME", "ZCKOWNERNAME", "ZCURRENTCHANGETOKEN", "ZLASTFETCHDATE"],
            needed: ["ZCKRECORDZONENAME"]
        ) { row -> (Int64, AppleMirror.Zone)? in
            guard let name = text(row, 1) else { return nil }
            let zone = AppleMirror.Zone(
                name: name, owner: text(row, 2) ?? "__defaultOwner__", hasToken: !row.isNull(3),
                lastFetch: date(row, 4))
            return (row.int(0), zone)
        }
        return Dictionary(pairs, uniquingKeysWith: { _, last in last })
    }

    func entries(_ zones: [Int64: AppleMirror.Zone]) throws -> [AppleMirror.Entry] {
        let entities = Dictionary(
            try rows("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME"], needed: ["Z_NAME"], order: "Z_ENT") {
                ($0.int(0), $0.text(1))
            }, uniquingKeysWith: { _, last in last })
        let edits = try lastEdits()
        let namesExports =
            tables["ANSCKRECORDMETADATA"]?.contains("ZLASTEXPORTEDTRANSACTIONNUMBER") == true
        return try rows(
            "ANSCKRECORDMETADATA",
            [
                "ZENTITYID", "ZENTITYPK", "ZCKRECORDNAME", "ZRECORDZONE", "ZNEEDSUPLOAD",
                "ZNEEDSCLOUDDELETE", "ZLASTEXPORTEDTRANSACTIONNUMBER",
            ], needed: ["ZENTITYID", "ZENTITYPK", "ZCKRECORDNAME"]
        ) { row -> AppleMirror.Entry? in
            guard let name = text(row, 2), !name.isEmpty else { return nil }
            // What was saved is noted when the history is read for an export, which it may not have
            // been.
            let edit = edits[row.int(0)]?[row.int(1)]
            func isUnsent(_ transaction: Int64?) -> Bool {
                transaction.map { row.isNull(6) || $0 > row.int(6) } ?? false
            }
            return AppleMirror.Entry(
                entity: entities[row.int(0)], row: row.int(1), recordName: name,
                zone: row.isNull(3) ? nil : zones[row.int(3)]?.name,
                needsUpload: row.int(4) != 0 || namesExports && isUnsent(edit?.change),
                lastExported: row.isNull(6) ? nil : row.int(6),
                needsCloudDelete: row.int(5) != 0 || isUnsent(edit?.deletion),
                deleted: edit?.deleted)
        }
    }

    /// The last transaction of the history in which a program changed an object, and in which it deleted
    /// it.
    private struct LastEdit {
        let change: Int64
        let deletion: Int64?
        let deleted: Date?
    }

    /// What programs last did to objects, by entity and row.
    private func lastEdits() throws -> [Int64: [Int64: LastEdit]] {
        var edits: [Int64: [Int64: LastEdit]] = [:]
        guard ObjectSchema.historyNames.allSatisfy({ tables[$0] != nil }) else { return edits }
        try connection.query(
            """
            SELECT c."ZENTITY", c."ZENTITYPK", max(c."ZTRANSACTIONID"),
            max(CASE WHEN c."ZCHANGETYPE" = 2 THEN c."ZTRANSACTIONID" END),
            max(CASE WHEN c."ZCHANGETYPE" = 2 THEN t."ZTIMESTAMP" END)
            FROM "ACHANGE" c
            JOIN "ATRANSACTION" t ON t."Z_PK" = c."ZTRANSACTIONID"
            LEFT JOIN "ATRANSACTIONSTRING" a ON a."Z_PK" = t."ZAUTHORTS"
            WHERE coalesce(t."ZAUTHOR", a."ZNAME", '') NOT LIKE 'NSCloudKitMirroringDelegate.%'
            GROUP BY c."ZENTITY", c."ZENTITYPK"
            """
        ) {
            edits[$0.int(0), default: [:]][$0.int(1)] = LastEdit(
                change: $0.int(2), deletion: $0.isNull(3) ? nil : $0.int(3), deleted: date($0, 4))
            return true
        }
        return edits
    }

    func events() throws -> [AppleMirror.Event] {
        try rows(
            "ANSCKEVENT",
            [
                "ZCLOUDKITEVENTTYPE", "ZSTARTEDAT", "ZENDEDAT", "ZSUCCEEDED", "ZERRORDOMAIN",
                "ZERRORCODE", "ZCOUNTAFFECTEDOBJECTS",
            ], needed: ["ZCLOUDKITEVENTTYPE"]
        ) { row in
            AppleMirror.Event(
                kind: Int(row.int(0)), start: date(row, 1), end: date(row, 2),
                succeeded: row.int(3) != 0, errorDomain: text(row, 4),
                errorCode: Int(row.int(5)), count: Int(row.int(6)))
        }
    }
}
