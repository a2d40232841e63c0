import Foundation

/// A temporary file without a name, so that nothing is left however the process ends.
final class TemporaryFile {
    /// Where it lies.
    static var directory: String { FileManager.default.temporaryDirectory.path }

    private let file: Int32
    /// How many bytes were appended.
    private(set) var size = 0

    init() throws {
        let path = "\(TemporaryFile.directory)/quarry-\(UUID().uuidString)"
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw Failure.system("cannot make a temporary file", path: TemporaryFile.directory)
        }
        // It goes with the last that has it open.
        unlink(path)
    }

    deinit { close(file) }

    func append(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(file, $0.baseAddress, $0.count, off_t(size + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Failure.system(
                    "cannot write the temporary file", path: TemporaryFile.directory)
            }
            written += count
        }
        size += bytes.count
    }

    /// Reads what stands at an offset: some of it, and at least a byte.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure.system("cannot read the temporary file") }
            return count
        }
    }

    /// Reads so many bytes at an offset.
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            while read < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[read..<count])
                read += try self.read(at: offset + read, into: rest)
            }
        }
    }
}
