/// Which database of a container; programs write `CKDatabase.Scope`.
///
///     let notes = container.database(with: .private)
public enum CKDatabaseScope: Int, Sendable {
    /// The one that everybody reads.
    case `public` = 1
    /// The signed-in user's own.
    case `private` = 2
    /// The zones that others share with the signed-in user.
    case shared = 3
}
