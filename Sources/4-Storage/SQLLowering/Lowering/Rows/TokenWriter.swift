/// Writes the words of a record type's SEARCHABLE fields.
struct TokenWriter: Sendable {
    private let storage: TokenStorage
    private let insertion: SQLTemplate
    private let deletion: SQLTemplate

    init(_ table: String, for dialect: some Dialect) {
        storage = dialect.tokenStorage
        switch storage {
        case .fullText:
            insertion = SQLTemplate(
                WriteLowering.insert(into: table, columns: ["rowid", "tokens"]), for: dialect)
            deletion = SQLTemplate(
                """
                INSERT INTO \(ident: table) (\(ident: table), \(ident: "rowid"), \
                \(ident: "tokens")) VALUES ('delete', \(SQLText.placeholder), \
                \(SQLText.placeholder))
                """, for: dialect)
        case .table:
            let columns = TokenTable.columns.map(\.name)
            insertion = SQLTemplate(
                WriteLowering.insert(into: table, columns: columns, ignoringSame: true),
                for: dialect)
            deletion = SQLTemplate(
                WriteLowering.delete(from: table, key: columns), for: dialect)
        case .inverted:
            insertion = SQLTemplate(InvertedTokens.insertion(into: table), for: dialect)
            deletion = SQLTemplate(
                WriteLowering.delete(from: table, key: InvertedTokens.key), for: dialect)
        }
    }

    func insert<Executor: SQLExecutor>(
        _ words: [String], at place: RowPlace, with executor: inout Executor
    ) throws {
        try write(words, insertion, place, &executor)
    }

    /// Writes what differs between the words that a row has and had.
    func replace<Executor: SQLExecutor>(
        _ old: [String], with new: [String], at place: RowPlace, by executor: inout Executor
    ) throws {
        switch storage {
        case .fullText:
            try delete(old, at: place, with: &executor)
            try insert(new, at: place, with: &executor)
        case .table:
            let (before, after) = (Set(old), Set(new))
            try delete(old.filter { !after.contains($0) }, at: place, with: &executor)
            try insert(new.filter { !before.contains($0) }, at: place, with: &executor)
        case .inverted:
            // The new ones take the place of the old.
            if new.isEmpty {
                try delete(old, at: place, with: &executor)
            } else {
                try insert(new, at: place, with: &executor)
            }
        }
    }

    func delete<Executor: SQLExecutor>(
        _ words: [String], at place: RowPlace, with executor: inout Executor
    ) throws {
        try write(words, deletion, place, &executor)
    }

    private func write<Executor: SQLExecutor>(
        _ words: [String], _ template: SQLTemplate, _ place: RowPlace,
        _ executor: inout Executor
    ) throws {
        guard !words.isEmpty else { return }
        switch storage {
        case .fullText:
            try executor.run(template) { binder in
                binder.bind(int: place.row, at: 0)
                binder.bind(text: TokenTable.text(words, zone: String(place.zone)), at: 1)
            }
        case .table:
            for word in words {
                try executor.run(template) { binder in
                    binder.bind(int: place.database, at: 0)
                    binder.bind(int: place.zone, at: 1)
                    binder.bind(text: TokenTable.kept(word), at: 2)
                    binder.bind(int: place.row, at: 3)
                }
            }
        case .inverted:
            try executor.run(template) { binder in
                binder.bind(int: place.database, at: 0)
                binder.bind(int: place.zone, at: 1)
                binder.bind(int: place.row, at: 2)
                // What is deleted needs no words.
                if template.parameterCount > 3 {
                    binder.bind(text: InvertedTokens.text(words, zone: place.zone), at: 3)
                }
            }
        }
    }
}

/// The table of words with a row for each record.
enum InvertedTokens {
    /// The words of a record, each with its zone before it.
    static let column = "tokens"
    /// The column that identifies a row.
    static let key = [
        SystemColumn.database.rawValue, SystemColumn.zone.rawValue, SystemColumn.row.rawValue,
    ]

    /// Words of a zone, with spaces between them.
    static func text(_ words: [String], zone: Int64) -> String {
        // In few characters: each word has them.
        TokenTable.text(words.map(TokenTable.kept), zone: String(zone, radix: 36))
    }

    /// Writes a row, or puts other words in its place.
    static func insertion(into table: String) -> SQLText {
        let columns = (key + [column]).map(SQLText.identifier).joined(", ")
        let values = key.map { _ in SQLText.placeholder }.joined(", ")
        return """
            INSERT INTO \(ident: table) (\(columns)) \
            VALUES (\(values), string_to_array(\(SQLText.placeholder), ' ')) \
            ON CONFLICT (\(key.map(SQLText.identifier).joined(", "))) \
            DO UPDATE SET \(ident: column) = excluded.\(ident: column)
            """
    }
}

/// The form in which words are kept.
enum TokenTable {
    /// The columns where words are kept in an ordinary table; all of them are the key.
    static let columns = [
        SystemColumn.database.column, SystemColumn.zone.column,
        Column("token", .text, isNullable: false), SystemColumn.row.column,
    ]

    /// A word in an ordinary table, whose key cannot hold a long one: its beginning, with a mark of
    /// the whole behind a character that no word has.
    static func kept(_ word: String) -> String {
        guard !IndexedBeginning.decides(word) else { return word }
        let start = String(word.unicodeScalars.prefix(IndexedBeginning.length - 32))
        return start + "~" + word.shortMark
    }

    /// A word of a zone in a full-text table: a search costs by the searcher's data only.
    static func token(_ word: String, zone: Int64) -> String { "\(zone)x\(word)" }

    /// Words as the text that the engine takes apart again.
    static func text(_ words: [String], zone: String) -> String {
        let prefix = zone + "x"
        var text = ""
        for word in words {
            if !text.isEmpty { text += " " }
            text += prefix
            text += word
        }
        return text
    }
}
