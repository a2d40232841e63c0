import Crypto
public import Foundation

/// SHA-256, by which the content of assets is known.
///
///     ContentHash.hex(of: Data("abc".utf8))  // "ba7816bf…"
public struct ContentHash: Sendable {
    private var hash = SHA256()

    /// A hash of nothing so far.
    public init() {}

    /// The hash of bytes, as 64 lower-case hexadecimal digits.
    public static func hex(of data: Data) -> String {
        var hash = ContentHash()
        hash.add(data)
        return hash.finish()
    }

    /// Takes in more bytes.
    public mutating func add(_ data: Data) { hash.update(data: data) }

    /// What only whoever has the key can make of bytes: HMAC-SHA256.
    package static func code(of data: Data, key: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
    }

    /// Whether ``code(of:key:)`` made a code of bytes; takes as long for a wrong one.
    package static func isCode(_ code: Data, of data: Data, key: Data) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: data, using: SymmetricKey(data: key))
    }

    /// The hash of everything taken in: 32 bytes.
    public mutating func digest() -> Data { Data(hash.finalize()) }

    /// The hash of everything taken in, as 64 lower-case hexadecimal digits.
    public mutating func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }
}
