public import Foundation

/// Why a text is not a schema, and where.
///
///     Line 4, column 22: Expected a field type, found "STRNG". Did you mean STRING?
///       name            STRNG QUERYABLE,
///                       ^
///
/// Thrown by ``RecordSchema/init(parsing:)``.
public struct SchemaParseError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     let text = "DEFINE SCHEMA RECORD TYPE T (a STRING, a INT64);"
    ///     do { _ = try RecordSchema(parsing: text) } catch {
    ///         error.code    // .duplicate
    ///         error.column  // 40: the second a
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Something else was expected here.
        case unexpected
        /// A character that the language does not have.
        case invalidCharacter
        /// A comment or a quoted name is not closed.
        case unclosed
        /// A type, a field, a role or an option stands twice.
        case duplicate
        /// A name that CloudKit does not allow.
        case invalidName
        /// A system field of another type than it has.
        case wrongSystemField
        /// The text is longer than a schema may be.
        case tooLong
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// What was expected and what was found: one sentence.
    public let message: String
    /// Where, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// The line of the text.
    public let lineText: String

    /// An error at a place of a text.
    init(_ code: Code, _ message: String, offset: Int, in bytes: [UInt8]) {
        self.code = code
        self.message = message
        let place = min(max(offset, 0), bytes.count)
        self.offset = place
        var start = place
        while start > 0, bytes[start - 1] != 10 { start -= 1 }
        var end = place
        while end < bytes.count, bytes[end] != 10, end - start < 400 { end += 1 }
        line = bytes[..<place].reduce(into: 1) { if $1 == 10 { $0 += 1 } }
        column = String(decoding: bytes[start..<place], as: UTF8.self).count + 1
        lineText = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    }

    /// The sentence, and the line with a caret under the place.
    public var description: String {
        var shown = lineText
        var before = column - 1
        if before > 80 {
            shown = "…" + String(shown.dropFirst(before - 40))
            before = 41
        }
        if shown.count > 120 { shown = String(shown.prefix(120)) + "…" }
        let padding = shown.prefix(before).map { $0 == "\t" ? "\t" : " " }.joined()
        return """
            Line \(line), column \(column): \(message)
              \(shown)
              \(padding)^
            """
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
