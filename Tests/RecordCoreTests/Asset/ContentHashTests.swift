import CSHA256
import Crypto
import Foundation
import RecordCore
import TestKit
import Testing

/// SHA-256 of content, against examples of the standard and another implementation.
@Suite struct ContentHashTests {
    /// The examples of FIPS 180-4 and of NIST's short and long messages.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("616263", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
        ("11af", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
        ("b4190e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
    ])
    func `hashes as NIST's vectors do`(hex: String, hash: String) {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        #expect(ContentHash.hex(of: Data(bytes)) == hash)
    }

    @Test func `hashes a million letters as the standard does`() {
        var hash = ContentHash()
        for _ in 0..<1000 { hash.add(Data(repeating: UInt8(ascii: "a"), count: 1000)) }
        #expect(
            hash.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `is what swift-crypto says of every length`() {
        for count in 0...300 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) })
            var parts = ContentHash()
            parts.add(data.prefix(count / 3))
            parts.add(data.dropFirst(count / 3))
            #expect(parts.digest() == Data(SHA256.hash(data: data)))
        }
    }

    @Test func `seals as swift-crypto does, with keys of every length`() {
        let data = Data("what is sealed".utf8)
        for count in [0, 1, 32, 63, 64, 65, 200] {
            let key = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let code = Data(
                HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
            #expect(ContentHash.code(of: data, key: key) == code)
            #expect(ContentHash.isCode(code, of: data, key: key))
            #expect(!ContentHash.isCode(code.dropLast(), of: data, key: key))
            #expect(!ContentHash.isCode(Data(code.map { $0 ^ 1 }), of: data, key: key))
        }
    }

    @Test func `is the same with the processor's instructions and without`() {
        let bytes = (0..<64 * 9).map { UInt8(truncatingIfNeeded: $0 &* 131) }
        var fast = [UInt32](1...8)
        var portable = fast
        quarry_sha256_blocks(&fast, bytes, 9)
        quarry_sha256_blocks_portable(&portable, bytes, 9)
        #expect(fast == portable)
    }
}
