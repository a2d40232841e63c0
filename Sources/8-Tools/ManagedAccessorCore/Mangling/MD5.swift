import Foundation

/// The digest by which the compiler tells private names of several files apart (RFC 1321).
enum MD5 {
    /// The digest of some bytes in hexadecimal capitals.
    static func hexadecimal(_ input: [UInt8]) -> String {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        var message = input
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        let bits = UInt64(input.count) * 8
        for byte in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> (8 * byte))) }
        for block in stride(from: 0, to: message.count, by: 64) {
            let words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { value, byte in
                    value | UInt32(message[block + word * 4 + byte]) << (8 * byte)
                }
            }
            mix(words, into: &state)
        }
        return state.map { String(format: "%08X", $0.byteSwapped) }.joined()
    }

    private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step / 16 {
            case 0: (mixed, word) = ((b & c) | (~b & d), step)
            case 1: (mixed, word) = ((d & b) | (~d & c), (5 * step + 1) % 16)
            case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mixed, word) = (c ^ (b | ~d), (7 * step) % 16)
            }
            let sum = mixed &+ a &+ constants[step] &+ words[word]
            let shift = shifts[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ ((sum << shift) | (sum >> (32 - shift))))
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }

    private static let shifts: [[UInt32]] = [
        [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
    ]

    /// The whole part of |sin(step + 1)| · 2³².
    private static let constants = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }
}
