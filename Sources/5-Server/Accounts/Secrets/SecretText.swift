import Crypto
import Foundation

/// Random texts, and what is kept of them.
package enum SecretText {
    /// As many random bytes, from the system's generator for secrets.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// 64 hexadecimal digits.
    static func hex() -> String { hex(bytes(32)) }

    /// Bytes as hexadecimal digits.
    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Base64 of the alphabet for URLs, without padding.
    package static func base64URL(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in Data(bytes).base64EncodedData() {
            switch byte {
            case UInt8(ascii: "+"): text.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): text.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="): break
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads base64 of the alphabet for URLs, without padding; nil where it is none, or where
    /// another text would say the same bytes.
    package static func bytes(base64URL text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let data = Data(base64Encoded: plain) else { return nil }
        let bytes = [UInt8](data)
        return base64URL(bytes) == text ? bytes : nil
    }

    /// Whether two texts of bytes are alike; takes as long wherever they differ.
    package static func areEqual(
        _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
    ) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(left, right) { difference |= a ^ b }
        return difference == 0
    }
}

/// What a text that was found before is found by again: two keyed hashes of 64 bits.
///
/// SHA-256 of a token takes 6,000 instructions, these take 600. The keys are of this process alone, so
/// that no client can choose a text with the digest of another, and the text is not kept.
struct TextDigest: Hashable, Sendable {
    private let words: SIMD2<Int>

    private static let keys = SIMD2(makeKey(), makeKey())

    private static func makeKey() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    init(_ text: String) {
        var text = text
        words = text.withUTF8 { bytes in
            func hash(_ key: UInt64) -> Int {
                var hasher = Hasher()
                hasher.combine(key)
                hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
                return hasher.finalize()
            }
            return SIMD2(hash(TextDigest.keys[0]), hash(TextDigest.keys[1]))
        }
    }

    /// One word is enough for a table.
    func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}

/// What is kept of a random secret, and how it is found again: SHA-256.
///
/// A secret of 256 random bits cannot be guessed from its hash, so that a slow hash gains nothing.
/// A client that chooses a text cannot choose its hash, so that the time of a lookup reveals
/// nothing.
struct SecretHash: Hashable, Sendable, Codable {
    /// The 32 bytes of the hash.
    private let words: SIMD4<UInt64>

    init(_ secret: String) {
        var secret = secret
        words = secret.withUTF8 { text in
            SHA256.hash(data: UnsafeRawBufferPointer(text)).withUnsafeBytes {
                $0.loadUnaligned(as: SIMD4<UInt64>.self)
            }
        }
    }

    /// As hexadecimal digits.
    var hex: String { withUnsafeBytes(of: words) { SecretText.hex($0) } }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let bytes = try container.decode(Data.self)
        guard bytes.count == 32 else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A hash has 32 bytes.")
        }
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(withUnsafeBytes(of: words) { Data($0) })
    }

    /// Takes as long wherever two differ.
    static func == (left: SecretHash, right: SecretHash) -> Bool {
        let difference = left.words ^ right.words
        return difference[0] | difference[1] | difference[2] | difference[3] == 0
    }
}
