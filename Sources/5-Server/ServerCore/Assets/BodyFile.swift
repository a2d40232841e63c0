import Foundation
import RecordCore
package import WebServices

/// A request body that is written to the disk as it arrives, and its checksum.
///
///     let file = try host.newBody(for: request)
///     try file.write(bytes)
///     request.body = try file.finish()
///
/// For one task or event loop at a time.
package final class BodyFile: @unchecked Sendable {
    // Unchecked: only the receiver of the body touches it.

    /// Where the bytes are.
    package let path: String
    /// Bytes written so far.
    package private(set) var size: Int64 = 0
    private var hash = ContentHash()
    private var descriptor: Int32
    private let end: @Sendable (_ checksum: String?) -> Void

    /// - Parameter end: Is called once, with the checksum of a whole body, or nil where it was cut off.
    init(path: String, end: @escaping @Sendable (_ checksum: String?) -> Void) throws {
        self.path = path
        self.end = end
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BodyFile.failure(path) }
    }

    deinit { if descriptor >= 0 { discard() } }

    /// Appends bytes.
    ///
    /// - Throws: ``StoreError`` `full` or `ioFailed` as the disk says.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard var start = bytes.baseAddress else { return }
        hash.add(Data(bytes: start, count: bytes.count))
        var left = bytes.count
        while left > 0 {
            let count = Glibc.write(descriptor, start, left)
            if count < 0 {
                if errno == EINTR { continue }
                throw BodyFile.failure(path)
            }
            start += count
            left -= count
        }
        size += Int64(bytes.count)
    }

    /// Ends the file and gives it as a request's body.
    package func finish() throws -> WireRequest.Body {
        close(descriptor)
        descriptor = -1
        end(hash.finish())
        return .file(path: path, size: size)
    }

    /// Removes the file, for a body that was cut off.
    package func discard() {
        unlink(path)
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        end(nil)
    }

    /// What the call of the system that failed last says.
    static func failure(_ path: String) -> StoreError {
        errno == ENOSPC || errno == EDQUOT
            ? StoreError(.full, ["path": path])
            : StoreError(.cannotOpen, engineMessage: String(cString: strerror(errno)))
    }
}
