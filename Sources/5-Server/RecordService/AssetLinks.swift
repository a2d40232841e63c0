import Foundation
import RecordCore

/// Names of our own for the files of assets that were handed out.
///
/// A store removes a file with the last record that needs it, but a client that fetched the
/// record may read the file later. The client is therefore given a second name of the same file.
final class AssetLinks: Sendable {
    private let directory = ProcessDirectory("quarry-links-")

    /// Another name of a file, or a copy where that is on another file system, as temporary files often
    /// are; the file's own name where there is neither.
    ///
    /// Names appear at once and whole, so that threads need not wait for one another's copies.
    func link(_ file: URL, checksum: String) -> URL {
        let manager = FileManager.default
        let name = directory.url.appendingPathComponent(checksum)
        func isThere() -> Bool { manager.fileExists(atPath: name.path) }
        // A program may have moved the file, and systems tidy their temporary directories.
        if isThere() { return name }
        // Where there is no directory, the file keeps its name.
        try? directory.make()
        // Another thread may have made the name meanwhile.
        if (try? manager.linkItem(at: file, to: name)) != nil || isThere() || copy(file, to: name) {
            return name
        }
        return file
    }

    /// Copies a file; false, and nothing is left, where that fails.
    private func copy(_ file: URL, to name: URL) -> Bool {
        let manager = FileManager.default
        let part = name.appendingPathExtension(UUID().uuidString)
        if (try? manager.copyItem(at: file, to: part)) != nil, rename(part.path, name.path) == 0 {
            return true
        }
        // What cannot be removed goes with the directory.
        try? manager.removeItem(at: part)
        return false
    }

    /// Gives up all names.
    func removeAll() { directory.remove() }
}
