public import Foundation

/// Why bytes are not JSON, or not the JSON that was wanted, and where.
///
///     Expected a value, found "}" (at byte 8)
///
/// Thrown by ``JSONReader``, ``JSONCursor``, ``JSONFields`` and ``CSVReader``, and where records are read
/// from JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     do { _ = try JSONReader.value(of: "[1,") } catch {
    ///         error.code == .unexpectedEnd  // true: more bytes may make it whole
    ///         error.offset                  // 3
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text ends inside a value.
        case unexpectedEnd
        /// Another character was expected here.
        case unexpectedCharacter
        /// A number that JSON does not allow, such as `01` or `1.e5`.
        case invalidNumber
        /// A backslash with something that JSON does not know, or half a surrogate pair.
        case invalidEscape
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A control character inside a text.
        case controlCharacter
        /// Nested deeper than allowed.
        case tooDeep
        /// Something follows the value.
        case trailingCharacters
        /// The JSON is well formed and does not say what it should.
        case wrongShape
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// What was expected and what was found: one sentence without the place.
    public let message: String
    /// Where, in bytes from the start of the text.
    public let offset: Int

    /// An error at a place.
    public init(_ code: Code, _ message: String, offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The sentence and the place.
    public var description: String { "\(message) (at byte \(offset))" }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
