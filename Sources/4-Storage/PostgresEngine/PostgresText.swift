#if Postgres
import Foundation

/// Text as PostgreSQL can hold it: it refuses U+0000.
///
/// U+0000 becomes U+0001 U+0001, U+0001 becomes U+0001 U+0002. The order by bytes stays what it
/// was, and so does what a text begins with.
enum PostgresText {
    private static let mark: UInt8 = 1

    /// Whether a text has to be written otherwise.
    static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.contains { $0 <= mark }
    }

    /// The bytes for the database.
    static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        for byte in bytes {
            if byte <= mark {
                result.append(mark)
                result.append(byte + 1)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The text that bytes of the database stand for.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard let start = bytes.baseAddress, memchr(start, Int32(mark), bytes.count) != nil
        else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == mark, place + 1 < bytes.count {
                place += 1
                result.append(bytes[place] &- 1)
            } else {
                result.append(bytes[place])
            }
            place += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}
#endif
