import Foundation

/// A sorted part of a temporary file, read item by item; each stands behind its length.
final class SpillRun {
    private let file: TemporaryFile
    private var offset: Int
    private let end: Int
    private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 17)
    private var position = 0
    private var filled = 0
    /// The item that was read last; stays until the next one is read.
    private(set) var current = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    init(_ file: TemporaryFile, _ range: Range<Int>) {
        self.file = file
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
            let got = try file.read(
                at: offset,
                into: UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<filled + room]))
            filled += got
            offset += got
        }
        return filled >= count
    }
}
