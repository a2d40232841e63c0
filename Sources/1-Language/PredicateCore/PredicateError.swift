public import Foundation

/// Why a predicate has no answer for an object.
///
/// Thrown by evaluation, and by ``Evaluator`` when it is made from a predicate that can never have an
/// answer; stores that evaluate a predicate while reading throw the same.
///
///     let evaluator = try Evaluator<Value>(QueryPredicate(parsing: "name > 3"))
///     do { _ = try evaluator.matches(.dictionary(["name": "Ann"])) } catch {
///         error.code  // .incompatibleValues: a text is not ordered against a number
///     }
public struct EvaluationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     let evaluator = try Evaluator<Value>(QueryPredicate(parsing: "name MATCHES pattern"))
    ///     do { _ = try evaluator.matches(.dictionary(["name": "a", "pattern": "("])) } catch {
    ///         guard error.code == .invalidPattern else { throw error }
    ///         print(error)  // The pattern of MATCHES is not a valid regular expression: "(".
    ///     }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The two sides cannot be ordered or combined: text against a number.
        case incompatibleValues
        /// An object has no such key.
        case undefinedKey
        /// A `$variable` has no value.
        case unboundVariable
        /// BETWEEN has not two bounds.
        case wrongBounds
        /// The pattern of MATCHES is not a regular expression.
        case invalidPattern
        /// The pattern of MATCHES took longer than its time limit.
        case patternTimeout
        /// An index out of range.
        case indexOutOfRange
        /// A sum that is too large for its kind of number.
        case arithmetic
        /// A quantifier, an aggregate function or a set operator met something that is not a
        /// collection.
        case notACollection
        /// A selector that `FUNCTION`, `CAST` or an infix comparison does not know.
        case unknownSelector
        /// A part that this source cannot answer, such as `FETCH` without a context.
        case unsupported
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// A sentence for people, with the part of the predicate it concerns.
    public let message: String

    /// Creates an error from a code to catch and a sentence to show.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What is said of a predicate that no stack may be asked to follow.
    static var tooDeep: EvaluationError {
        EvaluationError(
            .unsupported,
            "The predicate is nested deeper than \(Limits.depth) levels; a chain of AND or of OR "
                + "is one level when it is one compound.")
    }

    /// The same sentence as ``message``, without the code.
    public var description: String { message }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
