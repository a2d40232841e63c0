import Foundation
public import RecordCore

/// SQLite, 3.38 or later, with the functions and collations of ``SQLFunction`` registered.
public struct SQLiteDialect: Dialect {
    /// The dialect.
    public init() {}

    public var name: String { "SQLite" }

    public func quoted(_ identifier: String) -> String {
        "\"" + identifier.replacing("\"", with: "\"\"") + "\""
    }

    public func parameter(_ number: Int) -> String { "?" }

    public func columnType(_ kind: ColumnKind) -> String {
        switch kind {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .bytes: "BLOB"
        }
    }

    public var rowKeyType: String { "INTEGER PRIMARY KEY" }
    public var recordTableConstraint: SQLText? { nil }
    public var keyedTableSuffix: String { " WITHOUT ROWID" }

    public func same(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS \(b)" }
    public func different(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS NOT \(b)" }
    public func unindexed(_ column: SQLText) -> SQLText { "+\(column)" }

    public func isMember(_ operand: SQLText, of values: [Value], kind: ColumnKind) -> SQLText? {
        // JSON keeps integers and text exactly; numbers with fractions might be read back a
        // bit off, bytes have no form, and a zero character ends a JSON text early.
        switch kind {
        case .integer, .text:
            guard let json = JSONList.text(values, allowingZero: false) else { return nil }
            return "\(operand) IN (SELECT value FROM json_each(\(json)))"
        case .real, .bytes: return nil
        }
    }

    public func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText? {
        "\(raw: function.name)(\(arguments.joined(", ")))"
    }

    public func containsLiterally(_ text: SQLText, _ part: SQLText) -> SQLText {
        "instr(\(text), \(part)) > 0"
    }

    public var comparesNumbersExactly: Bool { true }

    /// The least of what builds of SQLite allow.
    public var maximumParameters: Int { 32_766 }

    public func orderTerm(_ sql: SQLText, ascending: Bool, isNullable: Bool) -> SQLText {
        ascending ? sql : "\(sql) DESC"
    }

    public func ordered(_ text: SQLText, by order: Ordering.TextOrder) -> SQLText? {
        switch order {
        case .literal: text
        case .caseInsensitive: "\(text) COLLATE quarry_ci"
        case .localized: "\(text) COLLATE quarry_localized"
        case .localizedCaseInsensitive: "\(text) COLLATE quarry_localized_ci"
        case .localizedStandard: "\(text) COLLATE quarry_standard"
        }
    }

    /// Words come folded and without punctuation; `ascii` takes every other character as part
    /// of a word, so SQLite's own idea of Unicode never comes in.
    public func createTokens(_ table: String) -> [SQLText] {
        [
            """
            CREATE VIRTUAL TABLE \(ident: table) USING fts5(\(ident: "tokens"), content='', \
            columnsize=0, detail=none, tokenize='ascii')
            """
        ]
    }

    public func dropTokens(_ table: String) -> [SQLText] { ["DROP TABLE \(ident: table)"] }

    public func rows(
        withTokens tokens: [String], in table: String, database: Int64, zones: [Int64]
    ) -> SQLText {
        let terms = tokens.map { word in
            let places = zones.map { "\"\(TokenTable.token(word, zone: $0))\"" }
            return places.count == 1 ? places[0] : "(" + places.joined(separator: " OR ") + ")"
        }
        let question = terms.joined(separator: " AND ")
        return "SELECT rowid FROM \(ident: table) WHERE \(ident: table) MATCH \(question)"
    }

    public var tokenStorage: TokenStorage { .fullText }
}

/// Constants of one kind as a JSON array.
enum JSONList {
    static func text(_ values: [Value], allowingZero: Bool) -> String? {
        var json = "["
        for value in values {
            if json.utf8.count > 1 { json += "," }
            switch value {
            case .int(let number): json += String(number)
            case .text(let text):
                guard append(text, to: &json, allowingZero: allowingZero) else { return nil }
            case .null, .double, .decimal, .date, .bytes, .uuid, .url, .reference, .location,
                .asset, .list, .dictionary, .object:
                return nil
            }
        }
        return json + "]"
    }

    private static func append(_ text: String, to json: inout String, allowingZero: Bool) -> Bool
    {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\0" where !allowingZero: return false
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
        return true
    }
}
