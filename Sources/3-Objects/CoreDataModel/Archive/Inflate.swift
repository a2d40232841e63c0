public import Foundation
import Zlib

/// Raw deflate (RFC 1951): what Core Data packs the model in a store with.
///
///     let packed = Deflate.stored(Data("Hello".utf8))
///     packed.count                        // 10: five bytes of a header
///     Deflate.inflated(packed)            // the bytes of "Hello"
///     Deflate.inflated(packed, limit: 4)  // nil
///     Deflate.inflated(Data([7]))         // nil: no such block
///
/// Writing stores the bytes as they are, which every reader takes.
public enum Deflate {
    /// The bytes that a stream stands for; nil where it is damaged or longer than a limit.
    public static func inflated(_ data: Data, limit: Int = 64 << 20) -> Data? {
        do {
            return Data(try Inflater.inflate([UInt8](data), .raw, limit: limit))
        } catch {
            return nil
        }
    }

    /// A stream of stored blocks.
    public static func stored(_ data: Data) -> Data {
        let bytes = [UInt8](data)
        var output: [UInt8] = []
        var start = 0
        repeat {
            let count = min(65_535, bytes.count - start)
            let isLast = start + count == bytes.count
            output += [isLast ? 1 : 0, UInt8(count & 0xff), UInt8(count >> 8)]
            output += [UInt8(~count & 0xff), UInt8((~count >> 8) & 0xff)]
            output += bytes[start..<(start + count)]
            start += count
        } while start < bytes.count
        return Data(output)
    }
}
