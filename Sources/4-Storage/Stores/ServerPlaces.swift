import Foundation
import ObjectCore
import SQLStorage

/// A place at a server that holds a store of objects.
protocol ServerPlace {
    /// Opens the store, making it where there is none.
    func open(model: ResolvedModel, options: ObjectStoreOptions) throws -> any ObjectStore
    /// What stands there; nil where there is nothing.
    func file() throws -> ObjectFile?
    /// Replaces what is kept beside the objects.
    func setMetadata(_ metadata: [String: MetadataValue]) throws
    /// Removes the store.
    func destroy() throws
    /// Whether a copy of another store can be put here as it is.
    func canReplace(with source: String) -> Bool
    /// Puts a copy of another store of the same server here.
    func replace(with source: String) throws
    /// Brings the store from one version of its model to another.
    func migrate(
        _ mapping: ModelMapping, from source: ResolvedModel, modelCache: Data?,
        metadata: [String: MetadataValue]) throws
    /// Copies the store into a file and puts there what `body` makes of it.
    func replace(
        _ old: ObjectMigration.Version, with new: ObjectMigration.Version,
        by body: (String) throws -> Void) throws
}

/// Which places are at servers.
enum ServerPlaces {
    /// The place that a URL of a server names; nil for the path of a file.
    ///
    /// - Throws: `ObjectStoreError.Code.unsupportedLocation` in a build without the trait.
    static func place(_ text: String) throws -> (any ServerPlace)? {
        guard case .postgres(let url) = ObjectStoreLocation(text) else { return nil }
        #if Postgres
        return PostgresPlace(url)
        #else
        throw ObjectStoreError(
            .unsupportedLocation,
            "This build has no PostgreSQL; build with the trait Postgres.")
        #endif
    }
}
