public import Foundation

/// Why a query is refused before it runs.
///
///     CloudKit has no OR. Use IN for several values of one field, or ask one query for each side and
///     unite the answers.
///       — `a == 1 OR b == 2`
public struct QueryProblem: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What is wrong, to be caught.
    ///
    ///     let query = RecordQuery("City", where: try QueryPredicate(parsing: "nam == 'Paris'"))
    ///     do { _ = try QueryChecker.check(query, schema: schema) } catch {
    ///         error.code    // .unknownField
    ///         error.advice  // "Did you mean name?"
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The schema has no such record type.
        case unknownType
        /// The record type has no such field.
        case unknownField
        /// The field has no QUERYABLE index.
        case notQueryable
        /// The field has no SORTABLE index.
        case notSortable
        /// No field of the type has a SEARCHABLE index, or the named one has none.
        case notSearchable
        /// The record type cannot be listed: its identifier is not QUERYABLE.
        case typeNotIndexable
        /// System types cannot be queried.
        case systemType
        /// The profile does not have this operator, function or form.
        case unsupported
        /// The field's type and the value's type do not go together.
        case typeMismatch
        /// A list of values is longer than allowed.
        case tooManyValues
        /// A collection is compared without ANY, ALL or NONE.
        case toManyWithoutQuantifier
    }

    /// The kind of refusal, for callers that switch over it.
    public let code: Code
    /// The sentence; Apple's words where Apple's are known.
    public let message: String
    /// The offending part of the query, printed back.
    public let part: String?
    /// What to write instead.
    public let advice: String?

    /// Creates a refusal; `part` is the printed part of the query, `advice` what to write instead.
    public init(_ code: Code, _ message: String, part: String? = nil, advice: String? = nil) {
        self.code = code
        self.message = message
        self.part = part
        self.advice = advice
    }

    /// The sentence, the advice and the part.
    public var description: String {
        var text = message
        if let advice { text += (text.hasSuffix(".") ? " " : ". ") + advice }
        if let part { text += "\n  — `\(part)`" }
        return text
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
