public import Foundation

/// Why a format string is not a predicate, and where.
///
///     Unable to parse the format string "age BETWEEN AND 4"
///     Expected a value after BETWEEN, found AND.
///       age BETWEEN AND 4
///                   ^
public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     do { _ = try QueryPredicate(parsing: "age > %d") } catch {
    ///         error.code    // .missingArgument
    ///         error.offset  // 6
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Something else was expected here.
        case unexpected
        /// A text, bracket or brace is not closed.
        case unbalanced
        /// A character that the language does not have.
        case invalidCharacter
        /// A number or an escape that cannot be read.
        case invalidLiteral
        /// A function or selector that the language does not have.
        case unknownFunction
        /// A function with too few or too many arguments.
        case wrongArgumentCount
        /// A `%` specifier that the language does not have.
        case unknownSpecifier
        /// More specifiers than arguments.
        case missingArgument
        /// An argument of the wrong kind for its specifier.
        case wrongArgumentType
        /// A value stands where a condition is needed.
        case notAPredicate
        /// A condition stands where a value is needed.
        case notAnExpression
        /// Nested deeper than can be evaluated safely.
        case tooDeep
        /// A constant pattern or list that can never work.
        case invalidConstant
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// What was expected and what was found: one sentence.
    public let message: String
    /// Where, in UTF-8 bytes from the start of the format.
    public let offset: Int
    /// The whole format string that was parsed, unchanged.
    public let format: String

    /// An error at a place.
    public init(_ code: Code, _ message: String, offset: Int, format: String) {
        self.code = code
        self.message = message
        self.offset = offset
        self.format = format
    }

    /// Apple's line, the sentence, and the format with a caret under the place.
    public var description: String {
        let bytes = Array(format.utf8)
        let place = Swift.min(offset, bytes.count)
        var start = place
        while start > 0, place - start < 60, bytes[start - 1] != 10 { start -= 1 }
        var end = place
        while end < bytes.count, end - place < 40, bytes[end] != 10 { end += 1 }
        let line = String(decoding: bytes[start..<end], as: UTF8.self)
        let before = String(decoding: bytes[start..<place], as: UTF8.self)
        let caret = String(repeating: " ", count: before.count) + "^"
        let shown =
            bytes.count > 200 ? String(decoding: bytes.prefix(200), as: UTF8.self) + "…" : format
        return """
            Unable to parse the format string "\(shown)"
            \(message)
              \(line)
              \(caret)
            """
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
