import Foundation

/// The upload directories in the temporary directory, which a server that is killed leaves there.
///
/// A server keeps its own locked while it runs, with a ``DirectoryLock``.
enum LeftUploads {
    /// What the names of the directories begin with.
    static let prefix = "quarry-uploads-"

    /// Removes those whose server has ended.
    ///
    /// Symbolic links are not followed, and what belongs to another user is left alone.
    static func remove(in parent: String, at now: Date = Date()) {
        // What cannot be listed or removed keeps no server from starting.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) { remove("\(parent)/\(name)", at: now) }
    }

    private static func remove(_ path: String, at now: Date) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { return }
        defer { close(directory) }
        var status = stat()
        guard fstat(directory, &status) == 0, status.st_uid == geteuid() else { return }
        let age = now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
        let lock = openat(directory, DirectoryLock.fileName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard lock >= 0 else {
            // Of an earlier version, whose server may still run, and needs the directory.
            if errno == ENOENT, age > 7 * 86_400 { empty(directory, path) }
            return
        }
        defer { close(lock) }
        // A server that starts makes the file first, then locks it.
        guard age > 60, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
        empty(directory, path)
        rmdir(path)
    }

    private static func empty(_ directory: Int32, _ path: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            unlinkat(directory, name, 0)
        }
    }
}
