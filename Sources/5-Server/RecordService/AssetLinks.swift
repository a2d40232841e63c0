import Foundation
import Synchronization

/// Names of our own for the files of assets that were handed out.
///
/// A store removes a file with the last record that needs it, but a client that fetched the
/// record may read the file later. The client is therefore given a second name of the same file.
final class AssetLinks: Sendable {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("quarry-assets-\(UUID().uuidString)")
    private let known = Mutex<Set<String>>([])

    /// Another name of a file; the file's own where the file system cannot have two.
    func link(_ file: URL, checksum: String) -> URL {
        let name = directory.appendingPathComponent(checksum)
        return known.withLock { known in
            let manager = FileManager.default
            // A program may have moved the file, and systems tidy their temporary directories.
            if known.contains(checksum), manager.fileExists(atPath: name.path) { return name }
            // Where there is no directory, linking fails and the file keeps its name.
            try? manager.createDirectory(at: directory, withIntermediateDirectories: true)
            // The file system may have no second names.
            guard (try? manager.linkItem(at: file, to: name)) != nil else { return file }
            known.insert(checksum)
            return name
        }
    }

    /// Gives up all names.
    func removeAll() {
        known.withLock { known in
            if !known.isEmpty { try? FileManager.default.removeItem(at: directory) }
            known = []
        }
    }
}
