package import Foundation

/// The folder of the package: its documents, examples and sources, which tests compare with what
/// programs do.
package enum PackageFolder {
    package static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A file, by its path from the folder.
    package static func file(_ path: String) -> URL { url.appendingPathComponent(path) }

    /// What a file says.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: file(path), encoding: .utf8)
    }
}
