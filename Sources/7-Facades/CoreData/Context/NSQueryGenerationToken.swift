public import Foundation

/// A generation of a store.
///
///     try context.setQueryGenerationFrom(.current)
///     // Fetches of the context read this generation until another is set.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
    /// The newest generation of the store, which every context reads.
    open class var current: NSQueryGenerationToken { newest }
    private static let newest = NSQueryGenerationToken()
    /// A token does not change, so the copy is the token itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
