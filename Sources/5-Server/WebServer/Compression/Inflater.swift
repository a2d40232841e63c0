import CZlib

/// Reads bodies that came compressed, up to a limit.
enum Inflater {
    /// Why a body was not read.
    enum Failure: Error {
        /// It is no gzip, or not whole.
        case malformed
        /// It is longer than allowed.
        case tooLong
    }

    /// The bytes of a gzip or zlib body.
    ///
    /// - Parameter limit: Bytes at most; nothing near it is held before it is needed.
    static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        // 32 more than the window is zlib's way to take gzip and zlib alike.
        guard
            inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { throw .malformed }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        var status = Z_OK
        var input = bytes
        let isWhole = input.withUnsafeMutableBufferPointer { input -> Bool? in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while status != Z_STREAM_END {
                let count = chunk.withUnsafeMutableBufferPointer { chunk -> Int in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return chunk.count - Int(stream.avail_out)
                }
                guard status == Z_OK || status == Z_STREAM_END, output.count + count <= limit
                else { return status == Z_OK || status == Z_STREAM_END ? nil : false }
                output.append(contentsOf: chunk[..<count])
                if count == 0, stream.avail_in == 0, status == Z_OK { return false }
            }
            return true
        }
        guard let isWhole else { throw .tooLong }
        guard isWhole else { throw .malformed }
        return output
    }
}
