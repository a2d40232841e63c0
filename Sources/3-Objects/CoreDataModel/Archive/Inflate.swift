public import Foundation

/// Raw deflate (RFC 1951): what Core Data packs the model in a store with.
///
/// Reading is complete; writing stores the bytes as they are, which every reader takes.
public enum Deflate {
    /// The bytes that a stream stands for; nil where it is damaged or longer than a limit.
    public static func inflated(_ data: Data, limit: Int = 64 << 20) -> Data? {
        var stream = InflateStream(bytes: [UInt8](data), limit: limit)
        return stream.run() ? Data(stream.output) : nil
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

private struct InflateStream {
    let bytes: [UInt8]
    let limit: Int
    var output: [UInt8] = []
    private var place = 0
    private var bits: UInt32 = 0
    private var bitCount = 0

    init(bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// A prefix code: how many codes of each length, and the symbols in order.
    struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        /// A code from the length of each symbol's word; nil where there are too many words.
        init?(_ lengths: ArraySlice<Int>) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            var left = 1
            for length in 1..<16 {
                left = left << 1 - counts[length]
                if left < 0 { return nil }
            }
            symbols = lengths.enumerated().filter { $0.element > 0 }
                .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        }
    }

    mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard place < bytes.count else { return nil }
            bits |= UInt32(bytes[place]) << UInt32(bitCount)
            place += 1
            bitCount += 8
        }
        let value = bits & ((1 << UInt32(count)) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    mutating func symbol(_ code: Code) -> Int? {
        var word = 0
        var first = 0
        var index = 0
        for length in 1..<16 {
            guard let bit = take(1) else { return nil }
            word |= bit
            let count = code.counts[length]
            if word - count < first {
                let place = index + word - first
                return code.symbols.indices.contains(place) ? code.symbols[place] : nil
            }
            index += count
            first = (first + count) << 1
            word <<= 1
        }
        return nil
    }

    mutating func run() -> Bool {
        while true {
            guard let isLast = take(1), let kind = take(2) else { return false }
            let isFine =
                switch kind {
                case 0: copyStored()
                case 1: copyCoded(Self.fixed.0, Self.fixed.1)
                case 2: copyDynamic()
                default: false  // The format has no fourth kind.
                }
            if !isFine { return false }
            if isLast == 1 { return true }
        }
    }

    private static let fixed: (Code?, Code?) = {
        let lengths =
            Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
            + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
        return (Code(lengths[...]), Code(Array(repeating: 5, count: 30)[...]))
    }()

    private mutating func copyStored() -> Bool {
        bits = 0
        bitCount = 0
        guard place + 4 <= bytes.count else { return false }
        let count = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        let check = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
        place += 4
        guard count == ~check & 0xffff, place + count <= bytes.count,
            output.count + count <= limit
        else { return false }
        output += bytes[place..<(place + count)]
        place += count
        return true
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func copyDynamic() -> Bool {
        guard let more = take(5), let distances = take(5), let words = take(4) else {
            return false
        }
        let literalCount = more + 257
        let distanceCount = distances + 1
        guard literalCount <= 286, distanceCount <= 30 else { return false }
        var lengths = [Int](repeating: 0, count: 19)
        for place in 0..<(words + 4) {
            guard let length = take(3) else { return false }
            lengths[Self.order[place]] = length
        }
        guard let code = Code(lengths[...]) else { return false }
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            guard let symbol = symbol(code) else { return false }
            switch symbol {
            case 0..<16: all.append(symbol)
            case 16:
                guard let last = all.last, let count = take(2) else { return false }
                all += Array(repeating: last, count: count + 3)
            case 17:
                guard let count = take(3) else { return false }
                all += Array(repeating: 0, count: count + 3)
            default:
                guard let count = take(7) else { return false }
                all += Array(repeating: 0, count: count + 11)
            }
        }
        guard all.count == literalCount + distanceCount else { return false }
        return copyCoded(Code(all[..<literalCount]), Code(Array(all[literalCount...])[...]))
    }

    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthExtra = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBase = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]

    private mutating func copyCoded(_ literals: Code?, _ distances: Code?) -> Bool {
        guard let literals, let distances else { return false }
        while true {
            guard let symbol = symbol(literals) else { return false }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return true }
            let place = symbol - 257
            guard Self.lengthBase.indices.contains(place),
                let extra = take(Self.lengthExtra[place]),
                let code = self.symbol(distances), Self.distanceBase.indices.contains(code),
                let rest = take(code < 2 ? 0 : code / 2 - 1)
            else { return false }
            let length = Self.lengthBase[place] + extra
            let distance = Self.distanceBase[code] + rest
            guard distance <= output.count, output.count + length <= limit else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }
}
