package import Foundation

/// A folder of its own for a test, which is removed with everything in it when the object goes.
///
///     @Suite struct `A file` {
///         private let folder = TemporaryFolder()
///
/// It is a property of the suite, of which Swift Testing makes an instance for each test and each
/// argument. A local of a test is wrong: it may be released after its last use, while a store
/// still works in the folder.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Makes the folder, for its owner alone.
    package init() {
        // A schema of PostgreSQL may have the name of the folder and a store, in 63 characters.
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quarry-\(UUID().uuidString.prefix(18).lowercased())", isDirectory: true)
        // Where it is not made, the first file in it cannot be made either.
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Without a slash at its end.
    package var path: String { url.path }

    /// What has this name in the folder, or will have it.
    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
