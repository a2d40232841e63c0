public import Foundation

/// Why a question cannot be asked of a model, in the words of Apple's systems.
///
///     catch let problem as ObjectProblem {
///         "\(problem)"   // keypath mayor.name not found in entity City
///     }
///
/// Thrown by every ``ObjectStore`` before it reads, and by ``ObjectQueryChecker``.
public struct ObjectProblem: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of mistake.
    ///
    ///     let query = ObjectQuery(
    ///         entity: employee.number, where: try QueryPredicate(parsing: "nmae == 'x'"))
    ///     do { try ObjectQueryChecker(model).check(query) } catch {
    ///         error.code    // .keyPathNotFound
    ///         error.advice  // "Did you mean 'name'?"
    ///     }
    @nonexhaustive
    public enum Code: Hashable, Sendable {
        /// `keypath a.b not found in entity Item`.
        case keyPathNotFound
        /// `to-many key not allowed here`.
        case toManyNotAllowed
        /// The left side of ANY or ALL is no collection.
        case notACollection
        /// A sort that no store can do.
        case cannotSort
        /// Anything else that cannot be asked.
        case unsupported
    }

    /// What kind of mistake.
    public let code: Code
    /// The sentence for people.
    public let message: String
    /// The part of the question that is meant.
    public let part: String?
    /// What to write instead, where that is known.
    public let advice: String?

    /// Creates a problem; `part` is the printed part of the query, `advice` what to write instead.
    public init(_ code: Code, _ message: String, part: String? = nil, advice: String? = nil) {
        self.code = code
        self.message = message
        self.part = part
        self.advice = advice
    }

    /// The sentence, the part and the advice.
    public var description: String {
        [message, advice].compactMap { $0 }.joined(separator: " ")
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
