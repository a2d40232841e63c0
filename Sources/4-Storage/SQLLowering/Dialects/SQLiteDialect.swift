import Foundation
package import RecordCore

/// SQLite, 3.38 or later, with the functions and collations of ``SQLFunction`` registered.
package struct SQLiteDialect: Dialect {
    /// Creates the dialect, which has no settings.
    package init() {}

    /// The name by which people know the engine.
    package var name: String { "SQLite" }

    /// A name between quotes.
    package func quoted(_ identifier: String) -> String { identifier.inQuotes }

    /// The sign of a parameter.
    package func parameter(_ number: Int) -> String { "?" }

    /// The declared type of a column of a kind.
    package func columnType(_ kind: ColumnKind) -> String {
        switch kind {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .bytes: "BLOB"
        }
    }

    /// The type of the column that numbers rows.
    package var rowKeyType: String { "INTEGER PRIMARY KEY" }
    /// The type of a column that numbers the rows of its table.
    package var ownNumberType: String { "INTEGER PRIMARY KEY" }
    /// The key of a table whose rows have numbers.
    package func numberedKey(_ columns: [String]) -> SQLText? { nil }
    /// SQLite numbers rows itself.
    package func newRowNumber() -> Int64? { nil }
    /// A name as it is kept.
    package func kept(_ identifier: String) -> String { identifier }
    /// Creates a table; it is in one file, whatever its rows belong to.
    package func createTable(
        _ table: String, _ definition: SQLText, by column: String?, isKeyed: Bool
    ) -> [SQLText] {
        ["CREATE TABLE \(ident: table) (\(definition))\(raw: isKeyed ? " WITHOUT ROWID" : "")"]
    }
    /// A file has one writer.
    package var writersQueue: Bool { true }

    /// A file answers for itself.
    package var mayBeReplaced: Bool { false }

    /// Content is in files beside the database.
    package var keepsContent: Bool { false }

    /// Equality, NULL being the same as NULL.
    package func same(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS \(b)" }
    /// Inequality, NULL being the same as NULL.
    package func different(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS NOT \(b)" }
    /// A column that no index is used for.
    package func unindexed(_ column: SQLText) -> SQLText { "+\(column)" }

    /// Membership of many constants in one parameter.
    package func isMember(_ operand: SQLText, of values: [Value], kind: ColumnKind) -> SQLText? {
        // JSON keeps integers and text exactly; numbers with fractions might be read back a
        // bit off, bytes have no form, and a zero character ends a JSON text early.
        switch kind {
        case .integer, .text:
            guard let json = JSONList.text(values, above: 0) else { return nil }
            return "\(operand) IN (SELECT value FROM json_each(\(json)))"
        case .real, .bytes: return nil
        }
    }

    /// It walks the ranges, and looks into the index for each.
    package func isWithin(_ operand: SQLText, _ ranges: [ClosedRange<Int64>]) -> SQLText? { nil }

    /// Its indexes keep whatever a row does.
    package func indexed(_ value: SQLText, kind: ColumnKind) -> SQLText? { nil }

    /// A registered function applied to arguments.
    package func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText? {
        "\(raw: function.name)(\(arguments.joined(", ")))"
    }

    /// Text found within text.
    package func containsLiterally(_ text: SQLText, _ part: SQLText) -> SQLText {
        "instr(\(text), \(part)) > 0"
    }

    /// Whether numbers of two kinds compare by their true values.
    package var comparesNumbersExactly: Bool { true }

    /// A sum of integers fails where it leaves 64 bits on the way.
    package var sumsIntegersExactly: Bool { false }

    /// The least of what builds of SQLite allow.
    package var maximumParameters: Int { 32_766 }

    /// A term of ORDER BY.
    package func orderTerm(_ sql: SQLText, ascending: Bool, isNullable: Bool) -> SQLText {
        ascending ? sql : "\(sql) DESC"
    }

    /// A text as it is ordered.
    package func ordered(
        _ text: SQLText, by order: Ordering.TextOrder, profile: TextProfile
    ) -> SQLText? {
        switch order {
        case .literal: text
        case .caseInsensitive:
            switch profile {
            case .records: "\(text) COLLATE quarry_ci"
            case .objects, .foundation: "\(text) COLLATE quarry_object_ci"
            }
        case .localized: "\(text) COLLATE quarry_localized"
        case .localizedCaseInsensitive: "\(text) COLLATE quarry_localized_ci"
        case .localizedStandard: "\(text) COLLATE quarry_standard"
        }
    }

    /// A name as Apple's stores spell it: quoted only where it must be.
    package func declared(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil)
        }
        return isPlain ? name : quoted(name)
    }
    /// A column keeps what it is given.
    package var hasTypedColumns: Bool { false }
    /// The type that stands in Apple's stores.
    package func attributeType(_ storage: AppleStorage) -> String { storage.declaredType }
    /// A column in an index, as Apple's stores have it.
    package func indexTerm(_ column: String, ascending: Bool, kind: ColumnKind?) -> SQLText {
        "\(raw: declared(column)) COLLATE BINARY \(raw: ascending ? "ASC" : "DESC")"
    }
    /// Its indexes keep values whole.
    package func uniqueMark(_ column: String, kind: ColumnKind) -> SQLText? { nil }
    /// The nearest whole number.
    package func rounded(_ number: SQLText) -> SQLText { "round(\(number))" }

    /// Words come folded and without punctuation; `ascii` takes every other character as part
    /// of a word, so SQLite's own idea of Unicode never comes in.
    package func createTokens(_ table: String) -> [SQLText] {
        [
            """
            CREATE VIRTUAL TABLE \(ident: table) USING fts5(\(ident: "tokens"), content='', \
            columnsize=0, detail=none, tokenize='ascii')
            """
        ]
    }

    /// There is no LATERAL.
    package var joinsLaterally: Bool { false }

    /// The rows that have every one of some words.
    package func rows(
        withTokens tokens: [String], in table: String, databases: DatabaseNumbers, zones: [Int64]
    ) -> SQLText {
        let terms = tokens.map { word in
            let places = zones.map { "\"\(TokenTable.token(word, zone: $0))\"" }
            return places.count == 1 ? places[0] : "(" + places.joined(separator: " OR ") + ")"
        }
        let question = terms.joined(separator: " AND ")
        return "SELECT rowid FROM \(ident: table) WHERE \(ident: table) MATCH \(question)"
    }

    /// How words are stored.
    package var tokenStorage: TokenStorage { .fullText }
    /// A file is in one place.
    package var spread: TableSpread { .none }
    /// It always was.
    package var mayBeSpreadByHalves: Bool { false }
    /// There is one way.
    package func keeping(_ storage: TokenStorage?, _ spread: TableSpread?) -> any Dialect { self }
}

/// Constants of one kind as a JSON array.
///
/// Texts with characters that the engine would take otherwise have none.
enum JSONList {
    static func text(_ values: [Value], above least: UInt32) -> String? {
        var json = "["
        for value in values {
            if json.utf8.count > 1 { json += "," }
            switch value.kind {
            case .number(.int(let number)): json += String(number)
            case .text(let text):
                guard append(text, to: &json, above: least) else { return nil }
            case .null, .number(.double), .number(.decimal), .date, .bytes, .scalar, .reference,
                .location, .asset, .list, .dictionary, .object:
                return nil
            }
        }
        return json + "]"
    }

    private static func append(_ text: String, to json: inout String, above least: UInt32) -> Bool {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case _ where scalar.value <= least: return false
            case _ where scalar.value < 0x20:
                json += String(format: "\\u%04x", scalar.value)
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
        return true
    }
}
