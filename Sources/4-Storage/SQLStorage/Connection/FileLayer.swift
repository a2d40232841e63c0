import Foundation
import RecordCore

/// The steps on files that asset storage is made of.
///
/// A protocol so that tests can put a disk in its place that forgets what was not synced.
package protocol FileLayer: Sendable {
    /// A new, empty file.
    func create(_ path: String) throws -> any FileWriter
    /// Gives a file another name, replacing what has that name.
    func move(_ path: String, to destination: String) throws
    /// Waits until the names in a directory are on the disk.
    func syncDirectory(_ path: String) throws
    /// Removes a file; one that is not there is no error.
    func remove(_ path: String) throws
    /// Makes a directory with those above it; one that is there is no error.
    func makeDirectory(_ path: String) throws
    /// The bytes of a file, or nil when there is none.
    func size(_ path: String) -> Int64?
    /// The names in a directory; none when there is no such directory.
    func names(in path: String) -> [String]
}

/// Where the bytes of a new file go.
package protocol FileWriter: AnyObject {
    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Waits until the bytes are on the disk, and closes the file.
    func finish() throws
}

/// The operating system's files.
package struct SystemFiles: FileLayer {
    /// The mode of new directories; new files get its bits for reading and writing.
    ///
    /// The process's umask takes bits away from both.
    private let mode: mode_t
    /// The owner of what is created; nil where that is the process.
    private let owner: (user: uid_t, group: gid_t)?

    /// What is created has the rights of an existing file, as SQLite's log has those of its
    /// database, and its owner, where root creates it; without one, only the owner of the process may read
    /// and write it.
    package init(like path: String?) {
        var status = stat()
        let isThere = path.map { stat($0, &status) == 0 } ?? false
        let rights = isThere ? status.st_mode & 0o666 : 0o600
        // A user that may read a file may list its directory.
        mode = rights | (rights & 0o444) >> 2 | 0o700
        owner = isThere && geteuid() == 0 ? (status.st_uid, status.st_gid) : nil
    }

    /// The process's umask decides who may read and write what is created.
    package init() { (mode, owner) = (0o777, nil) }

    package func create(_ path: String) throws -> any FileWriter {
        try SystemFileWriter(path, mode: mode & 0o666, owner)
    }

    package func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFiles.failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemFiles.failure(path) }
    }

    package func move(_ path: String, to destination: String) throws {
        guard rename(path, destination) == 0 else { throw SystemFiles.failure(destination) }
    }

    package func syncDirectory(_ path: String) throws { try sync(path) }

    package func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemFiles.failure(path) }
    }

    package func makeDirectory(_ path: String) throws {
        // Where it cannot be given away, it stays the process's. What another user has put in its place by
        // now may be a link.
        func giveAway() { if let owner { _ = lchown(path, owner.user, owner.group) } }
        if mkdir(path, mode) == 0 { return giveAway() }
        if errno == ENOENT {
            try makeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            if mkdir(path, mode) == 0 { return giveAway() }
        }
        guard errno == EEXIST else { throw SystemFiles.failure(path) }
    }

    package func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    package func names(in path: String) -> [String] {
        // A directory that is not there has no files.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The file to which a symbolic link leads, which SQLite opens: what belongs to it stands beside it.
    package static func target(of path: String) -> String {
        func real(_ path: String) -> String? {
            guard let found = realpath(path, nil) else { return nil }
            defer { free(found) }
            return String(cString: found)
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        if let found = real(path) { return found }
        // The file is not there yet.
        var place = path as NSString
        for _ in 0..<40 {
            // What is no link ends the way.
            guard
                let next = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: place as String)
            else { break }
            let directory =
                URL(fileURLWithPath: place as String).deletingLastPathComponent().path as NSString
            place =
                (next.hasPrefix("/") ? next : directory.appendingPathComponent(next)) as NSString
        }
        let directory = URL(fileURLWithPath: place as String).deletingLastPathComponent().path
        return real(directory).map { "\($0)/\(place.lastPathComponent)" }
            ?? path
    }

    /// Gives a file the rights and the owner of another one; the owner where the process may.
    ///
    /// - Parameter more: Rights that it gets besides.
    package static func makeAlike(_ path: String, _ model: String, and more: UInt32 = 0) {
        var status = stat()
        guard stat(model, &status) == 0 else { return }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        fchmod(descriptor, status.st_mode & 0o777 | mode_t(more))
    }

    /// What the operating system's last error means to a user of the store.
    static func failure(_ path: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        let code: StoreError.Code =
            switch errno {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .engine
            }
        return StoreError(code, ["path": path], engineMessage: reason)
    }
}

/// Appends to a file of the operating system.
private final class SystemFileWriter: FileWriter {
    private let path: String
    private var descriptor: Int32

    init(_ path: String, mode: mode_t, _ owner: (user: uid_t, group: gid_t)?) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemFiles.failure(path) }
        // Where that is refused, it stays the process's.
        if let owner { _ = fchown(descriptor, owner.user, owner.group) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            #if canImport(Darwin)
            let written = Darwin.write(descriptor, start, rest.count)
            #else
            let written = Glibc.write(descriptor, start, rest.count)
            #endif
            if written < 0 {
                if errno == EINTR { continue }
                throw SystemFiles.failure(path)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    func finish() throws {
        guard fsync(descriptor) == 0 else { throw SystemFiles.failure(path) }
        close(descriptor)
        descriptor = -1
    }
}
