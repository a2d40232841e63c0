import GRDBSQLite
import SQLLowering
import SQLStorage

/// The prepared statements of a connection, kept for the next time.
final class SQLiteStatements {
    /// A prepared statement and whether a caller steps through it.
    final class Entry {
        let handle: OpaquePointer
        let text: String
        /// Keeps the identity that the statement is found by from being given to another.
        let template: SQLTemplate?
        var isInUse = false

        init(_ handle: OpaquePointer, text: String, template: SQLTemplate?) {
            self.handle = handle
            self.text = text
            self.template = template
        }

        deinit { sqlite3_finalize(handle) }
    }

    private let connection: OpaquePointer
    private var byTemplate: [ObjectIdentifier: Entry] = [:]
    private var byWords: [StatementWords: Entry] = [:]
    /// Beyond this number all idle statements are finalized at once: rare, and cheaper than
    /// keeping an order of use.
    private static let capacity = 400

    init(connection: OpaquePointer) { self.connection = connection }

    /// The statement of a template, marked as in use.
    func take(_ template: SQLTemplate) throws -> Entry {
        let key = ObjectIdentifier(template)
        if let entry = byTemplate[key] { return try use(entry, template.text) }
        let entry = try prepare(template.text, template: template, isKept: true)
        if byTemplate.count >= Self.capacity { byTemplate = byTemplate.filter(\.value.isInUse) }
        byTemplate[key] = entry
        entry.isInUse = true
        return entry
    }

    /// The statement of words, marked as in use.
    func take(_ words: StatementWords) throws -> Entry {
        if let entry = byWords[words] { return try use(entry, words.words) }
        // SQLite prepares a statement again after a change of the schema, but not what explains one.
        let isKept = !words.words.hasPrefix("EXPLAIN")
        let entry = try prepare(words.words, template: nil, isKept: isKept)
        guard isKept else { return entry }
        if byWords.count >= Self.capacity { byWords = byWords.filter(\.value.isInUse) }
        byWords[words] = entry
        entry.isInUse = true
        return entry
    }

    /// A kept statement, or one of its own where that is in use already.
    @inline(__always)
    private func use(_ entry: Entry, _ text: String) throws -> Entry {
        if entry.isInUse { return try prepare(text, template: nil, isKept: false) }
        entry.isInUse = true
        return entry
    }

    /// Makes a statement ready for its next use.
    func give(_ entry: Entry) {
        sqlite3_reset(entry.handle)
        entry.isInUse = false
    }

    /// Lets go of every statement; none may be in use.
    func removeAll() {
        byTemplate.removeAll()
        byWords.removeAll()
    }

    private func prepare(_ text: String, template: SQLTemplate?, isKept: Bool) throws -> Entry {
        var handle: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var text = text
        let result = text.withUTF8 { utf8 -> Int32 in
            guard let start = utf8.baseAddress else { return SQLITE_MISUSE }
            return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite3_prepare_v3(connection, $0, Int32(utf8.count), flags, &handle, nil)
            }
        }
        guard result == SQLITE_OK else {
            throw SQLiteErrors.error(of: connection, sql: text)
        }
        guard let handle else {
            throw SQLiteErrors.error(SQLITE_MISUSE, message: "empty statement", sql: text)
        }
        return Entry(handle, text: text, template: template)
    }
}
