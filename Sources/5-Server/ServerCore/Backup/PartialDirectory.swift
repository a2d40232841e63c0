import Foundation

/// A directory in which a copy is made before it gets its name: `monday.partial-1A2B3C4D`.
///
/// It is locked while it is filled: one without a lock is left of a process that was killed.
struct PartialDirectory {
    /// What stands in its name after that of the copy, before eight digits.
    static let mark = ".partial-"

    /// Where it is.
    let path: String
    private let descriptor: Int32

    /// Makes and locks a directory beside the one that the copy will be.
    init(for target: String) throws {
        while true {
            let path = "\(target)\(PartialDirectory.mark)\(UUID().uuidString.prefix(8))"
            try PrivateFiles.makeDirectory(path)
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // A shared lock: some file systems give others only of what is open for writing. Where there are
            // no locks at all, nothing is ever removed as a leftover. NFS keeps those of directories to the
            // machine.
            let isLocked = flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK
            // Between the two calls another process may have taken it for a leftover.
            if isLocked, access(path, F_OK) == 0 {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            close(descriptor)
        }
    }

    /// Removes the directory, which after success has another name, and its lock.
    func end() {
        // What cannot be removed now is removed by the next copy of that name.
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// Removes what is left of copies of a name during which a process was killed.
    static func removeLeftovers(of target: String) {
        let target = URL(fileURLWithPath: target)
        let parent = target.deletingLastPathComponent().path
        let start = target.lastPathComponent + mark
        // Where there is no directory there is nothing in it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(start) {
            let digits = name.dropFirst(start.count)
            guard digits.count == 8, digits.allSatisfy(\.isHexDigit) else { continue }
            let path = "\(parent)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            // What cannot be removed now is tried again by the next copy.
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
