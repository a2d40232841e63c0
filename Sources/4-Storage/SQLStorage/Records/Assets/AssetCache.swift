import Foundation
import RecordCore
import Synchronization

/// Files with the content of assets that is stored in the database: created on demand, and removed
/// when the cache exceeds its capacity.
///
/// Only a cache: the caller has seen in the database that the content exists.
final class AssetCache: Sendable {
    /// Bytes beyond which the least recently used files are removed.
    private static let capacity: Int64 = 1 << 30
    /// Seconds for which a file that was handed out stays: time enough to open it.
    private static let patience: TimeInterval = 600

    private struct Entry {
        var size: Int64
        var used: Date
    }

    private let directory = ProcessDirectory("quarry-content-")
    private let entries = Mutex<[String: Entry]>([:])

    deinit { directory.remove() }

    /// The file of a checksum; `fill` writes it where there is none.
    func file(
        _ checksum: String, size: Int64, fill: ((Data) throws -> Void) throws -> Void
    ) throws -> URL {
        let path = "\(directory.path)/\(checksum)"
        let isThere = entries.withLock { entries in
            entries[checksum]?.used = Date()
            // Others tidy directories of temporary files, too.
            return entries[checksum] != nil && access(path, R_OK) == 0
        }
        if isThere { return URL(fileURLWithPath: path) }
        try makeDirectory()
        let temporary = "\(directory.path)/\(UUID().uuidString)"
        do {
            try write(temporary, fill)
            guard rename(temporary, path) == 0 else { throw SystemFiles.failure(path) }
        } catch {
            unlink(temporary)
            throw error
        }
        note(checksum, size)
        return URL(fileURLWithPath: path)
    }

    private func write(_ path: String, _ fill: ((Data) throws -> Void) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFiles.failure(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // What was read or written has reported its own errors.
        defer { try? file.close() }
        try fill { bytes in
            do {
                try file.write(contentsOf: bytes)
            } catch {
                throw StoreError(.full, ["path": path], engineMessage: String(describing: error))
            }
        }
    }

    /// Notes a new file, and removes those that are to go for it.
    private func note(_ checksum: String, _ size: Int64) {
        entries.withLock { entries in
            entries[checksum] = Entry(size: size, used: Date())
            var total = entries.values.reduce(0) { $0 + $1.size }
            guard total > AssetCache.capacity else { return }
            let end = Date(timeIntervalSinceNow: -AssetCache.patience)
            for (name, entry) in entries.sorted(by: { $0.value.used < $1.value.used })
            where total > AssetCache.capacity && entry.used < end {
                entries[name] = nil
                total -= entry.size
                // Here, before another reader creates it again.
                unlink("\(directory.path)/\(name)")
            }
        }
    }

    private func makeDirectory() throws {
        do {
            try directory.make()
        } catch {
            errno = (error as? POSIXError)?.code.rawValue ?? EIO
            throw SystemFiles.failure(directory.path)
        }
    }
}
