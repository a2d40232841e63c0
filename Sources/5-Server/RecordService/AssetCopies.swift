import Foundation
import RecordCore
import Synchronization

/// Files of our own for the assets that were handed out.
///
/// A store removes a file with the last record that needs it, but a client that fetched the
/// record may read the file later, or write into it, as a database that is moved to its place is.
/// A copy stays while a record in memory has it, and for some minutes after that; the oldest others are
/// removed when all exceed a size. All go with the last record that has one after the service went.
final class AssetCopies: Sendable {
    private let directory = ProcessDirectory("quarry-copies-")
    /// By the checksums of assets.
    private let files: Mutex<HeldFiles>

    /// No copies yet.
    ///
    /// - Parameters:
    ///   - capacity: Bytes beyond which copies that are not in use are removed.
    ///   - patience: Seconds for which a copy stays that was handed out: time enough to open it.
    init(capacity: Int64 = 1 << 30, patience: Double = 600) {
        files = Mutex(HeldFiles(capacity: capacity, patience: patience))
    }

    deinit { directory.remove() }

    /// An asset with a copy of a file, which stays while the asset is in memory; without a file where no
    /// copy can be made.
    ///
    /// Copies appear at once and whole, so that threads need not wait for one another.
    func withCopy(of file: URL, _ asset: Asset, checksum: String) -> Asset {
        // Held before it is looked for, so that no other thread removes it meanwhile.
        let hold = hold(checksum)
        let name = directory.url.appendingPathComponent(checksum)
        // A program may have moved or changed the copy, and systems tidy their temporary directories.
        var mark = AssetCopies.mark(name)
        if mark == nil || mark != AssetCopies.mark(file) {
            // Where there is no directory, the copy fails.
            try? directory.make()
            guard copy(file, to: name) else { return asset }
            mark = AssetCopies.mark(name)
        }
        _ = files.withLock {
            $0.note(name.path, bytes: Int64(mark?.first ?? 0), as: checksum)
        }
        var held = asset
        held.fileURL = name
        held.fileHold = hold
        return held
    }

    /// Keeps a copy for as long as the hold is there.
    private func hold(_ checksum: String) -> FileHold {
        let number = files.withLock { $0.hold(checksum) }
        return FileHold { [self] in files.withLock { $0.release(checksum, number) } }
    }

    /// What tells whether a copy was written into: the size, and the time of the last change, which the copy
    /// has from its file.
    private static func mark(_ file: URL) -> [Int]? {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return nil }
        return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// Copies a file; false, and nothing is left, where that fails.
    private func copy(_ file: URL, to name: URL) -> Bool {
        let part = name.appendingPathExtension(UUID().uuidString)
        var status = stat()
        if stat(file.path, &status) == 0, clone(file, to: part) || copyBytes(of: file, to: part),
            utimensat(AT_FDCWD, part.path, [status.st_atim, status.st_mtim], 0) == 0,
            rename(part.path, name.path) == 0
        {
            return true
        }
        // What cannot be removed goes with the directory.
        unlink(part.path)
        return false
    }

    private func copyBytes(of file: URL, to part: URL) -> Bool {
        unlink(part.path)
        return (try? FileManager.default.copyItem(at: file, to: part)) != nil
    }

    /// Makes a file of the same blocks, which are copied when one of both is written; false where the file
    /// system cannot.
    private func clone(_ file: URL, to part: URL) -> Bool {
        let source = open(file.path, O_RDONLY | O_CLOEXEC)
        let target = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(source)
            close(target)
        }
        let requestToClone: UInt = 0x4004_9409  // FICLONE
        return source >= 0 && target >= 0 && ioctl(target, requestToClone, source) == 0
    }

    /// Gives up all files.
    func removeAll() {
        files.withLock { $0.removeAll() }
        directory.remove()
    }
}
