import Foundation

/// Keeps what is in a server's directory from other users of the machine.
///
/// New files are created so that only their owner reads them; files of older versions, and those
/// that were copied into the directory, are not.
enum PrivateFiles {
    /// The bits of a mode that give other users anything.
    private static let others: mode_t = 0o077

    /// Makes a directory, and those that it is in, for its owner alone; one that exists stays.
    ///
    /// - Parameter sync: Waits until the names in a directory are on the disk. Not every file system can.
    static func makeDirectory(
        _ path: String, syncing sync: (String) throws -> Void = { _ in }
    ) throws {
        var directory = path
        var parents: [String] = []
        while !directory.isEmpty, !FileManager.default.fileExists(atPath: directory) {
            directory = URL(fileURLWithPath: directory).deletingLastPathComponent().path
            parents.append(directory)
        }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for parent in parents { try? sync(parent) }
    }

    /// Takes from the files and directories in a directory every right of other users.
    ///
    /// The directory itself stays as the operator made it; see ``warning(of:)``. Symbolic links are
    /// not followed. What belongs to another user is left alone.
    static func tighten(_ directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names {
            let path = "\(directory)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            let isOpen = status.st_mode & others != 0
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                // Assets may be very many. Their directory is closed last, so that one that is
                // closed has nothing open in it.
                if isOpen || !name.hasSuffix(".assets") { tighten(path) }
                if isOpen { chmod(path, status.st_mode & 0o700) }
            case S_IFREG: if isOpen { chmod(path, status.st_mode & 0o700) }
            default: break
            }
        }
    }

    /// What to say of a directory that other users may enter, list or change; nil for any other.
    static func warning(of directory: String) -> String? {
        var status = stat()
        guard stat(directory, &status) == 0, status.st_mode & others != 0 else { return nil }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return "Other users of this machine may enter \(directory) (mode \(mode)); they cannot "
            + "read its files. Run `chmod 700 \(directory)` to keep them out."
    }
}
