public import Foundation

/// What is wrong with a model.
///
///     catch let problem as ModelProblem {
///         "\(problem)"   // Item.owner: The relationship has no destination.
///     }
public struct ModelProblem: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The sentence for people.
    public let message: String
    /// The name of the entity; nil for the whole model.
    public let entity: String?
    /// The name of the property; nil for the whole entity.
    public let property: String?

    /// Creates a problem from a sentence and the names that it concerns.
    public init(_ message: String, entity: String? = nil, property: String? = nil) {
        self.message = message
        self.entity = entity
        self.property = property
    }

    /// The sentence, with the place.
    ///
    ///     Item.owner: The relationship has no destination.
    public var description: String {
        let place = [entity, property].compactMap { $0 }.joined(separator: ".")
        return place.isEmpty ? message : "\(place): \(message)"
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
