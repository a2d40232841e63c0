import Foundation

/// Standard output, written in large pieces.
final class Output {
    private var buffer: [UInt8] = []
    private let file: Int32
    private let limit: Int

    init(file: Int32 = STDOUT_FILENO, limit: Int = 1 << 17) {
        self.file = file
        // A terminal and a waiting reader want lines as they come; see ``flushIfInteractive()``.
        self.limit = limit
        buffer.reserveCapacity(limit + (1 << 14))
    }

    @inline(__always)
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= limit { try flush() }
    }

    @inline(__always)
    func write(byte: UInt8) { buffer.append(byte) }

    func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= limit { try flush() }
    }

    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= limit { try flush() }
    }

    func line(_ text: String) throws { try write(text + "\n") }

    /// Hands over what is buffered.
    ///
    /// Throws ``Failure``, for a broken pipe a silent one.
    func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(file, part.baseAddress, part.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw Failure.system("cannot write to standard output")
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
