public import Foundation

/// Why a store of objects cannot be opened, migrated or written.
///
///     do {
///         _ = try ObjectStoreOpener.open(.sqlite(path: path), model: newer)
///     } catch let error as ObjectStoreError where error.code == .needsMigration { … }
public struct ObjectStoreError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     do {
    ///         _ = try ObjectStoreOpener.open(.sqlite(path: "notes.txt"), model: model)
    ///     } catch let error as ObjectStoreError where error.code == .damaged {
    ///         print(error.message)  // the file is no database, or a damaged one; it stays as it was
    ///     }
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// The store was made with another version of the model.
        case needsMigration
        /// The change from one model to the other cannot be inferred.
        case cannotInferMapping
        /// Migration failed on the way; the store is as it was.
        case migrationFailed
        /// The file is a database, but no store of objects.
        case notAStore
        /// The file is no database, or a damaged one.
        case damaged
        /// The file or its directory cannot be opened.
        case cannotOpen
        /// The store may only be read.
        case readOnly
        /// Another process holds the file.
        case busy
        /// The disk is full.
        case full
        /// The place is of no kind that is known.
        case unsupportedLocation
        /// The connection was lost after the commit was sent: what was saved may be there.
        case outcomeUnknown
        /// Whatever else the engine says.
        case engine
        /// A migration found twice what may occur once now; the store is as it was.
        case duplicateValues
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// A sentence for people.
    public let message: String
    /// The file, where there is one.
    public let path: String?

    /// Creates an error; the path is that of the store's file, if it has one.
    public init(_ code: Code, _ message: String, path: String? = nil) {
        self.code = code
        self.message = message
        self.path = path
    }

    /// The sentence and the file.
    public var description: String { path.map { "\(message) (\($0))" } ?? message }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
