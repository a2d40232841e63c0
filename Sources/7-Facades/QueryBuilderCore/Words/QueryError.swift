public import Foundation

/// Why a query has no answer.
///
///     do { try people.query().order(by: "").all() } catch { print(error) }
///     // A key must not be empty.
///
/// A format that cannot be parsed is a `ParseError` with a caret under the place, and a question
/// that an object cannot answer an `EvaluationError`; both come out of the terminal call as well.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The values of a new object do not follow from the conditions: a format string, an
    /// inequality, a range or `or` is among them.
    case tooComplex
    /// A key path without a name; the program registers its class with `KeyPathNames`.
    case namelessKeyPath(String)
    /// A Swift predicate that the language of formats cannot say, and why.
    case untranslatable(String)
    /// A key with no text in it.
    case emptyKey
    /// A value that is not of the type asked for.
    case unexpectedValue(key: String, expected: String, found: String)
    /// A class that several entities of the model have, none of which the others inherit from.
    case severalEntities([String], ofClass: String)

    /// A sentence that says what to do.
    public var description: String {
        switch self {
        case .tooComplex:
            "The values of a new object do not follow from this query; use only typed equalities."
        case .namelessKeyPath(let path):
            "The key path \(path) has no name; register it with KeyPathNames."
        case .untranslatable(let reason): "The Swift predicate cannot be asked: \(reason)"
        case .emptyKey: "A key must not be empty."
        case .unexpectedValue(let key, let expected, let found):
            "The values of \"\(key)\" are \(found), not \(expected)."
        case .severalEntities(let names, let className):
            """
            \(className) is the class of several entities, \(names.joined(separator: ", ")); use a \
            class that one of them has alone, or NSFetchRequest(entityName:).
            """
        }
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
