package import Foundation
import Synchronization

/// A directory for temporary files of this process, made when it is first needed.
///
///     let directory = ProcessDirectory("quarry-copies-")
///     try directory.make()
///     directory.path  // "/tmp/quarry-copies-4711-7C9E…"
///
/// A lock on the directory says that it is in use. The process id in its name does not: processes in
/// Linux containers share directories, and not their ids. `systemd-tmpfiles` passes over what is
/// locked, too. The lock outlives this object, as programs may still have the names of files: it goes
/// with ``remove()`` or with the process.
///
/// Source: [flock](https://man7.org/linux/man-pages/man2/flock.2.html).
package final class ProcessDirectory: Sendable {
    /// Where the directory is, or will be.
    package let url: URL
    /// The same as a path.
    package let path: String
    private let prefix: String
    /// The open directory, which has the lock; nil before the directory is made.
    private let descriptor = Mutex<Int32?>(nil)

    /// A directory that is not made yet.
    ///
    /// - Parameters:
    ///   - prefix: What the names of such directories begin with.
    ///   - parent: The directory that it is in.
    package init(
        _ prefix: String, in parent: URL = FileManager.default.temporaryDirectory
    ) {
        self.prefix = prefix
        url = parent.appendingPathComponent(
            "\(prefix)\(getpid())-\(UUID().uuidString)", isDirectory: true)
        path = url.path
    }

    /// Makes the directory, also where the system has tidied it away, and removes those whose processes
    /// ended without doing so.
    ///
    /// - Throws: `POSIXError`.
    package func make() throws {
        try descriptor.withLock { descriptor in
            if descriptor != nil, access(path, F_OK) == 0 { return }
            let parent = url.deletingLastPathComponent().path
            // Under a name that other processes do not look for, until it has its lock.
            let unlocked = "\(parent)/.\(url.lastPathComponent)"
            // What fails here fails below.
            try? FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true)
            let isMade = mkdir(unlocked, 0o700) == 0
            let file = isMade ? open(unlocked, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
            // A file system without locks has none for other processes either, which then remove nothing.
            if file >= 0 { _ = flock(file, LOCK_EX | LOCK_NB) }
            guard file >= 0, rename(unlocked, path) == 0 else {
                let reason = POSIXErrorCode(rawValue: errno) ?? .EIO
                if file >= 0 { close(file) }
                rmdir(unlocked)
                throw POSIXError(reason)
            }
            if let descriptor { close(descriptor) }
            descriptor = file
            removeLeftOver(in: parent)
        }
    }

    /// Removes the directory with its files.
    package func remove() {
        descriptor.withLock { descriptor in
            guard let file = descriptor else { return }
            // What stays is removed when another directory is made.
            try? FileManager.default.removeItem(atPath: path)
            close(file)
            descriptor = nil
        }
    }

    /// Removes directories of the same prefix that have no lock.
    private func removeLeftOver(in parent: String) {
        let manager = FileManager.default
        // What cannot be listed or opened stays: it is another user's.
        for name in (try? manager.contentsOfDirectory(atPath: parent)) ?? []
        where name.hasPrefix(prefix) && isOurs(name.dropFirst(prefix.count)) {
            let left = "\(parent)/\(name)"
            let file = open(left, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? manager.removeItem(atPath: left)
        }
    }

    /// Whether a name goes on after its prefix with a process id and an identifier.
    private func isOurs(_ name: Substring) -> Bool {
        let parts = name.split(separator: "-", maxSplits: 1)
        return parts.count == 2 && Int32(parts[0]) != nil
            && UUID(uuidString: String(parts[1])) != nil
    }
}
