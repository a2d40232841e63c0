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
        }
    }

    func insert<Executor: SQLExecutor>(
        _ words: [String], at place: RowPlace, with executor: inout Executor
    ) throws {
        try write(words, insertion, place, &executor)
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
                binder.bind(text: TokenTable.text(words, zone: place.zone), at: 1)
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
        }
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

    /// Words as the text that a full-text table takes apart again.
    static func text(_ words: [String], zone: Int64) -> String {
        let prefix = "\(zone)x"
        var text = ""
        for word in words {
            if !text.isEmpty { text += " " }
            text += prefix
            text += word
        }
        return text
    }
}
