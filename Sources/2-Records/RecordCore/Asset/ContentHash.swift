private import CSHA256
public import Foundation

/// SHA-256, by which the content of assets is known.
///
///     ContentHash.hex(of: Data("abc".utf8))  // "ba7816bf…"
///
/// It names content and seals cursors; passwords, keys and signatures are swift-crypto's. The
/// algorithm is FIPS 180-4's.
public struct ContentHash: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// What does not fill a block yet.
    private var rest = Data()
    /// How many bytes were taken in.
    private var count: UInt64 = 0

    private static let blockSize = 64

    /// A hash of nothing so far.
    public init() {}

    /// The hash of bytes, as 64 lower-case hexadecimal digits.
    public static func hex(of data: Data) -> String {
        var hash = ContentHash()
        hash.add(data)
        return hash.finish()
    }

    /// Takes in more bytes.
    public mutating func add(_ data: Data) {
        count += UInt64(data.count)
        var data = data
        if !rest.isEmpty {
            let missing = data.prefix(ContentHash.blockSize - rest.count)
            rest.append(missing)
            data = data.dropFirst(missing.count)
            guard rest.count == ContentHash.blockSize else { return }
            ingest(rest)
            rest = Data()
        }
        let blocks = data.count / ContentHash.blockSize * ContentHash.blockSize
        ingest(data.prefix(blocks))
        rest = Data(data.dropFirst(blocks))
    }

    /// Takes in whole blocks.
    private mutating func ingest(_ data: Data) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            quarry_sha256_blocks(&state, start, bytes.count / ContentHash.blockSize)
        }
    }

    /// HMAC-SHA256 (RFC 2104): only a holder of the key can compute the code of some bytes.
    package static func code(of data: Data, key: Data) -> Data {
        var key = key
        if key.count > blockSize {
            var hash = ContentHash()
            hash.add(key)
            key = hash.digest()
        }
        key.append(Data(count: blockSize - key.count))
        var inner = ContentHash()
        inner.add(Data(key.map { $0 ^ 0x36 }))
        inner.add(data)
        var outer = ContentHash()
        outer.add(Data(key.map { $0 ^ 0x5c }))
        outer.add(inner.digest())
        return outer.digest()
    }

    /// Whether ``code(of:key:)`` made a code of bytes; takes as long for a wrong one.
    package static func isCode(_ code: Data, of data: Data, key: Data) -> Bool {
        let right = self.code(of: data, key: key)
        guard code.count == right.count else { return false }
        return zip(code, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The hash of everything taken in: 32 bytes.
    public func digest() -> Data {
        var end = self
        var padding = Data([0x80])
        padding.append(Data(count: (119 - rest.count) % ContentHash.blockSize))
        withUnsafeBytes(of: (count * 8).bigEndian) { padding.append(contentsOf: $0) }
        end.add(padding)
        var digest = Data(capacity: 32)
        for word in end.state {
            withUnsafeBytes(of: word.bigEndian) { digest.append(contentsOf: $0) }
        }
        return digest
    }

    /// The hash of everything taken in, as 64 lower-case hexadecimal digits.
    public func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }
}
