import Foundation

/// A temporary file without a name, so that nothing is left however the process ends.
final class SpillFile {
    /// Where it lies.
    static var directory: String { FileManager.default.temporaryDirectory.path }

    private let file: Int32
    private var buffer: [UInt8] = []
    private(set) var size = 0

    init() throws {
        var template = Array((SpillFile.directory + "/quarry-sort-XXXXXX").utf8CString)
        file = mkstemp(&template)
        guard file >= 0 else {
            throw Failure.system("cannot make a temporary file", path: SpillFile.directory)
        }
        unlink(template)
    }

    deinit { close(file) }

    /// Appends an item with its length.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { buffer.append(contentsOf: $0) }
        buffer.append(contentsOf: bytes)
        size += bytes.count + 4
        if buffer.count > 1 << 20 { try flush() }
    }

    func flush() throws {
        guard Terminal.write(buffer, to: file) else {
            throw Failure.system("cannot write the temporary file", path: SpillFile.directory)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Reads a part of the file item by item.
    final class Run {
        private let source: SpillFile
        private var offset: Int
        private let end: Int
        private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 17)
        private var position = 0
        private var filled = 0
        /// The item that was read last; stays until the next one is read.
        private(set) var current = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

        init(_ source: SpillFile, _ range: Range<Int>) {
            self.source = source
            offset = range.lowerBound
            end = range.upperBound
        }

        deinit { buffer.deallocate() }

        /// Reads the next item; nil at the end.
        func next() throws -> UnsafeBufferPointer<UInt8>? {
            guard try fill(4) else { return nil }
            let length = (0..<4).reduce(0) { $0 | Int(buffer[position + $1]) << (8 * $1) }
            position += 4
            guard try fill(length) else {
                throw Failure(.failed, "The temporary file is damaged")
            }
            current = UnsafeBufferPointer(rebasing: buffer[position..<position + length])
            position += length
            return current
        }

        /// Reads until so many bytes follow the position; false when there are not so many.
        private func fill(_ count: Int) throws -> Bool {
            if filled - position >= count { return true }
            let rest = buffer[position..<filled]
            let target =
                count > buffer.count
                ? UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count * 2) : buffer
            if let to = target.baseAddress,
                let from = UnsafeMutableBufferPointer(rebasing: rest).baseAddress
            {
                memmove(to, from, rest.count)
            }
            filled = rest.count
            position = 0
            if target.baseAddress != buffer.baseAddress {
                buffer.deallocate()
                buffer = target
            }
            while filled < count, offset < end {
                let room = min(buffer.count - filled, end - offset)
                let got = pread(
                    source.file, buffer.baseAddress.map { $0 + filled }, room, off_t(offset))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { throw Failure.system("cannot read the temporary file") }
                filled += got
                offset += got
            }
            return filled >= count
        }
    }
}
