/// How a database stores the words of a row's SEARCHABLE fields.
///
/// The words are the same everywhere, and so are the answers.
package enum TokenStorage: String, Hashable, Sendable {
    /// In a full-text table: one statement for all the words, deleted by naming them.
    case fullText = "fts"
    /// In a table with a row for each word.
    case table = "tables"
    /// In a table with a row for each record, whose words an inverted index of the engine's own
    /// finds: PostgreSQL's GIN.
    case inverted = "gin"
}
