import CZlib

/// Reads what is compressed, up to a limit.
package enum Inflater {
    /// What stands round the compressed blocks.
    package enum Format: Sendable {
        /// A header and a checksum, gzip's or zlib's.
        case gzipOrZlib
        /// Nothing: raw deflate (RFC 1951), as in the model that Core Data keeps in a store.
        case raw

        /// How zlib is asked for it.
        var windowBits: Int32 {
            switch self {
            case .gzipOrZlib: 15 + 32
            case .raw: -15
            }
        }
    }

    /// Why something was not read.
    package enum Failure: Error {
        /// It is not of the format, or not whole.
        case malformed
        /// It is longer than allowed.
        case tooLong
    }

    /// The bytes that a stream stands for.
    ///
    /// Of gzip those of all members, one after the other (RFC 1952, section 2.2); anything else
    /// after the end is refused. Raw deflate ends where its last block ends.
    ///
    /// - Parameter limit: Bytes at most; nothing near it is held before it is needed.
    package static func inflate(
        _ bytes: [UInt8], _ format: Format = .gzipOrZlib, limit: Int
    ) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard
            inflateInit2_(
                &stream, format.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
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
                if status == Z_STREAM_END, stream.avail_in > 0, format == .gzipOrZlib {
                    // Only gzip, whose header begins with this byte, has more than one member.
                    guard input[0] == 0x1F, stream.next_in.pointee == 0x1F,
                        inflateReset(&stream) == Z_OK
                    else { return false }
                    status = Z_OK
                }
            }
            return true
        }
        guard let isWhole else { throw .tooLong }
        guard isWhole else { throw .malformed }
        return output
    }
}
