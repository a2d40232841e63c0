import Foundation
import RecordCore
import Synchronization

/// Names of our own for the files of assets that were handed out.
///
/// A store removes a file with the last record that needs it, but a client that fetched the
/// record may read the file later. The client is therefore given a second name of the same file.
final class AssetLinks: Sendable {
    private let directory = ProcessDirectory("quarry-links-")
    private let known = Mutex<Set<String>>([])

    /// Another name of a file, or a copy where that is on another file system, as temporary files often
    /// are; the file's own name where there is neither.
    func link(_ file: URL, checksum: String) -> URL {
        let name = directory.url.appendingPathComponent(checksum)
        return known.withLock { known in
            let manager = FileManager.default
            // A program may have moved the file, and systems tidy their temporary directories.
            if known.contains(checksum), manager.fileExists(atPath: name.path) { return name }
            // Where there is no directory, the file keeps its name.
            try? directory.make()
            guard (try? manager.linkItem(at: file, to: name)) != nil || copy(file, to: name)
            else { return file }
            known.insert(checksum)
            return name
        }
    }

    /// Copies a file; false, and nothing is left, where that fails.
    private func copy(_ file: URL, to name: URL) -> Bool {
        let manager = FileManager.default
        let part = name.appendingPathExtension("part")
        do {
            try manager.copyItem(at: file, to: part)
            try manager.moveItem(at: part, to: name)
            return true
        } catch {
            // What cannot be removed goes with the directory.
            try? manager.removeItem(at: part)
            return false
        }
    }

    /// Gives up all names.
    func removeAll() {
        known.withLock { known in
            directory.remove()
            known = []
        }
    }
}
