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
    private var rest: [UInt8] = []
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
    public mutating func add(_ data: Data) { data.withUnsafeBytes { add($0) } }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = bytes.prefix(ContentHash.blockSize - rest.count)
            rest += missing
            bytes = bytes.dropFirst(missing.count)
            guard rest.count == ContentHash.blockSize else { return }
            let block = rest
            block.withUnsafeBytes { ingest($0) }
            rest.removeAll()
        }
        let blocks = bytes.count / ContentHash.blockSize * ContentHash.blockSize
        ingest(UnsafeRawBufferPointer(rebasing: bytes.prefix(blocks)))
        rest += bytes.dropFirst(blocks)
    }

    /// Takes in whole blocks.
    private mutating func ingest(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        quarry_sha256_blocks(&state, start, bytes.count / ContentHash.blockSize)
    }

    /// HMAC-SHA256 (RFC 2104): only a holder of the key can compute the code of some bytes.
    package static func code(of data: Data, key: Data) -> Data {
        var key = Array(key)
        if key.count > blockSize {
            var hash = ContentHash()
            key.withUnsafeBytes { hash.add($0) }
            key = hash.bytes()
        }
        key += repeatElement(0, count: blockSize - key.count)
        var inner = ContentHash()
        key.map { $0 ^ 0x36 }.withUnsafeBytes { inner.add($0) }
        inner.add(data)
        var outer = ContentHash()
        key.map { $0 ^ 0x5c }.withUnsafeBytes { outer.add($0) }
        inner.bytes().withUnsafeBytes { outer.add($0) }
        return outer.digest()
    }

    /// Whether ``code(of:key:)`` made a code of bytes; takes as long for a wrong one.
    package static func isCode(_ code: Data, of data: Data, key: Data) -> Bool {
        let right = self.code(of: data, key: key)
        guard code.count == right.count else { return false }
        return zip(code, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The hash of everything taken in: 32 bytes.
    public func digest() -> Data { Data(bytes()) }

    private func bytes() -> [UInt8] {
        var end = self
        var padding: [UInt8] = [0x80]
        padding += repeatElement(0, count: (119 - rest.count) % ContentHash.blockSize)
        withUnsafeBytes(of: (count * 8).bigEndian) { padding += $0 }
        padding.withUnsafeBytes { end.add($0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in end.state { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
        return bytes
    }

    /// The hash of everything taken in, as 64 lower-case hexadecimal digits.
    public func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = bytes().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }
}
