import CZlib

/// Compresses with gzip, quickly rather than well.
///
/// For one thread; what it allocates serves every call of the thread.
package final class Deflater {
    private var stream = z_stream()
    private var isReady = false

    /// A compressor that has allocated nothing yet.
    package init() {}

    /// The bytes compressed; nil where zlib would not.
    package func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count < Int(UInt32.max) else { return nil }
        if isReady {
            guard deflateReset(&stream) == Z_OK else { return nil }
        } else {
            // 16 more than the window is zlib's way to ask for gzip.
            guard
                deflateInit2_(
                    &stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                    Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else { return nil }
            isReady = true
        }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return bytes.withUnsafeBufferPointer { input -> [UInt8]? in
            var isWhole = false
            let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                // zlib reads from a pointer that it declares mutable.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = bound - Int(stream.avail_out)
            }
            stream.next_in = nil
            stream.next_out = nil
            return isWhole ? output : nil
        }
    }

    deinit { if isReady { deflateEnd(&stream) } }
}
