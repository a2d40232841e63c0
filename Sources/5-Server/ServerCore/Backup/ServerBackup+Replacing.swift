import Foundation
import RecordCore
import Stores

/// What the file system allows in the place where a backup is put.
extension ServerBackup {
    /// Gives a directory with everything in it to the owner of another one.
    static func give(_ directory: String, to owner: stat) throws {
        let parts = try FileManager.default.subpathsOfDirectory(atPath: directory)
        for path in [directory] + parts.map({ "\(directory)/\($0)" })
        where lchown(path, owner.st_uid, owner.st_gid) != 0 {
            // Root of a container may not, or does not know the user; the tool says what is to be done.
            if errno == EPERM || errno == EINVAL { return }
            throw StoreError(
                .readOnly, ["path": path], engineMessage: String(cString: strerror(errno)))
        }
    }

    /// Throws where this user may not look into a directory: what is in it is not there for them.
    static func checkSearchable(_ directory: String) throws {
        if access(directory + "/.", X_OK) != 0, errno == EACCES {
            throw Failure.notAllowed(directory)
        }
    }

    /// Throws where a directory is none of a server's, or cannot be renamed: the volume of a container
    /// cannot.
    static func checkReplaceable(_ directory: String, by backup: String) throws {
        if StoreFile.target(of: backup) == directory { throw Failure.itself(backup) }
        let isMountPoint = isMountPoint(directory)
        guard !isMountPoint, access(parent(of: directory), W_OK) == 0 else {
            throw Failure.cannotReplace(directory, isMountPoint: isMountPoint)
        }
        // A mistyped path, or an empty one, is a directory of something else.
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        if !names.contains("server.db"), let other = names.sorted().first(where: { !isServers($0) })
        {
            throw Failure.notServer(directory, having: other)
        }
    }

    /// Whether a server's directory may have a file of a name; what is left of a damaged one is replaced.
    private static func isServers(_ name: String) -> Bool {
        name.hasPrefix("server.")
            || ["containers", "uploads", "backups", "lost+found"].contains(name)
    }

    /// Whether something is mounted there.
    ///
    /// What cannot be asked is found out by the renames.
    private static func isMountPoint(_ directory: String) -> Bool {
        // Devices are not enough: a bind mount has that of its parent, and a subvolume of btrfs, which can be
        // renamed, has another one.
        if let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8),
            let path = realpath(directory, nil)
        {
            defer { free(path) }
            let name = String(cString: path)
            return mounts.split(separator: "\n").contains { line in
                let fields = line.split(separator: " ", maxSplits: 5)
                return fields.count > 4 && mountPoint(fields[4]) == name
            }
        }
        var (own, above) = (stat(), stat())
        guard stat(directory, &own) == 0, stat(parent(of: directory), &above) == 0 else {
            return false
        }
        // The root is its own parent.
        return own.st_dev != above.st_dev || own.st_ino == above.st_ino
    }

    /// A path as the kernel lists mounts: space, tab, newline and backslash are three octal digits.
    static func mountPoint(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Gives each of two directories the other's name; false, and nothing is done, where the system cannot.
    static func exchange(_ a: String, _ b: String) -> Bool {
        // Swift sees the functions of GNU's C library only by their names.
        guard let found = dlsym(nil, "renameat2") else { return false }
        typealias Rename =
            @convention(c) (
                CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
            ) -> CInt
        let exchanges: CUnsignedInt = 2  // RENAME_EXCHANGE
        return unsafeBitCast(found, to: Rename.self)(AT_FDCWD, a, AT_FDCWD, b, exchanges) == 0
    }
}
