import Foundation
import Stores
import Synchronization

/// Why a host cannot be opened.
package enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another server uses the directory; its process, where it is known.
    case directoryInUse(String, process: String?)
    /// The directory cannot be made or written.
    case directoryNotWritable(String, reason: String)

    /// A restore ended between its two renames; what was there before it.
    case restoreStopped(String, before: String)

    /// A sentence that names the directory and the reason.
    package var description: String {
        switch self {
        case .directoryInUse(let path, let process):
            "\(path) is used by another server" + (process.map { " (process \($0))" } ?? "")
        case .directoryNotWritable(let path, let reason):
            "\(path) cannot be used as the server's directory: \(reason)"
        case .restoreStopped(let path, let before):
            "\(path) is not there, as a restore was stopped; run quarry restore again, "
                + "or put back what was there before: mv \(before) \(path)"
        }
    }
}

/// Keeps a second server out of a directory; goes with the process.
final class DirectoryLock: Sendable {
    /// The file in the directory that is locked.
    static let fileName = "server.lock"

    private let descriptor: Mutex<Int32>

    init(_ directory: String) throws {
        if let before = DirectoryLock.movedAside(directory) {
            throw HostError.restoreStopped(directory, before: before)
        }
        do {
            try PrivateFiles.makeDirectory(directory, syncing: StoreFile.sync)
        } catch {
            throw HostError.directoryNotWritable(
                directory, reason: (error as NSError).localizedDescription)
        }
        let path = "\(directory)/\(DirectoryLock.fileName)"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw HostError.directoryNotWritable(
                directory, reason: String(cString: strerror(errno)))
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            // The process's number only helps; the error is thrown without it too.
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            close(file)
            let process = text?.trimmingCharacters(in: .whitespacesAndNewlines)
            throw HostError.directoryInUse(
                directory, process: process.flatMap { $0.isEmpty ? nil : $0 })
        }
        let text = "\(getpid())\n"
        ftruncate(file, 0)
        _ = text.withCString { write(file, $0, strlen($0)) }
        descriptor = Mutex(file)
    }

    /// Where a directory is that a restore moved aside before it was stopped.
    private static func movedAside(_ directory: String) -> String? {
        let files = FileManager.default
        let place = URL(fileURLWithPath: ServerBackup.absolute(directory))
        let parent = place.deletingLastPathComponent().path
        // What cannot be listed has nothing to be found.
        guard !files.fileExists(atPath: directory),
            let names = try? files.contentsOfDirectory(atPath: parent),
            names.contains(where: {
                $0.hasPrefix(place.lastPathComponent + PartialDirectory.mark)
            })
        else { return nil }
        return names.filter { $0.hasPrefix("\(place.lastPathComponent).before-") }.max()
            .map { "\(parent)/\($0)" }
    }

    /// Lets another server in.
    func release() {
        descriptor.withLock { file in
            if file >= 0 {
                // A child that was just forked may still have the file open.
                flock(file, LOCK_UN)
                close(file)
            }
            file = -1
        }
    }

    deinit { release() }
}
