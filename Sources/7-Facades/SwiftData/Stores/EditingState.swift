#if SwiftData
public import Foundation

/// A context as stores know it.
///
///     // In a store's `save(_:)`: which context saves, and in the name of whom.
///     lastAuthor = request.editingState.author
public struct EditingState: Identifiable, Sendable {
    /// Tells the context from others.
    public let id: UUID
    /// The author of the context's changes.
    public var author: String?

    init() { id = UUID() }
}
#endif
