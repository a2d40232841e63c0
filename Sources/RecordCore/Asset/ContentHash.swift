public import Foundation

/// SHA-256, by which the content of assets is known.
///
///     ContentHash.hex(of: Data("abc".utf8))  // "ba7816bf…"
///
/// Federal Information Processing Standard 180-4, section 6.2.
public struct ContentHash: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
        0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    /// A hash of nothing so far.
    public init() { rest.reserveCapacity(64) }

    /// The hash of bytes, as 64 lower-case hexadecimal digits.
    public static func hex(of data: Data) -> String {
        var hash = ContentHash()
        hash.add(data)
        return hash.finish()
    }

    /// Takes in more bytes.
    public mutating func add(_ data: Data) {
        length &+= UInt64(data.count)
        data.withUnsafeBytes { bytes in
            var offset = 0
            if !rest.isEmpty {
                let taken = min(64 - rest.count, bytes.count)
                rest.append(contentsOf: bytes[0..<taken])
                offset = taken
                if rest.count == 64 {
                    let block = rest
                    block.withUnsafeBytes { mix($0) }
                    rest.removeAll(keepingCapacity: true)
                }
            }
            while bytes.count - offset >= 64 {
                mix(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]))
                offset += 64
            }
            if offset < bytes.count { rest.append(contentsOf: bytes[offset...]) }
        }
    }

    /// The hash of everything taken in, as 64 lower-case hexadecimal digits.
    public mutating func finish() -> String {
        let bits = length &* 8
        rest.append(0x80)
        while rest.count % 64 != 56 { rest.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            rest.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        let tail = rest
        tail.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 64) {
                mix(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]))
            }
        }
        rest.removeAll()
        let digits = Array("0123456789abcdef".utf8)
        let hex = state.flatMap { word in
            stride(from: 28, through: 0, by: -4).map { digits[Int(word >> UInt32($0) & 15)] }
        }
        return String(decoding: hex, as: UTF8.self)
    }

    private mutating func mix(_ block: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for place in 0..<16 {
                words[place] = UInt32(
                    bigEndian: block.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
            }
            for place in 16..<64 {
                let a = words[place - 15]
                let b = words[place - 2]
                let first = rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)
                let second = rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10)
                words[place] = words[place - 16] &+ first &+ words[place - 7] &+ second
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for place in 0..<64 {
                let big = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
                let choice = (e & f) ^ (~e & g)
                let one = h &+ big &+ choice &+ ContentHash.constants[place] &+ words[place]
                let small = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
                let two = small &+ ((a & b) ^ (a & c) ^ (b & c))
                (h, g, f, e) = (g, f, e, d &+ one)
                (d, c, b, a) = (c, b, a, one &+ two)
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
            state[5] &+= f
            state[6] &+= g
            state[7] &+= h
        }
    }

    private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
        0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
        0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
        0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
        0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
