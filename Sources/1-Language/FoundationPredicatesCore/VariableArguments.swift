import Foundation
import PredicateCore
import Synchronization

/// Reads the arguments of a format from a C argument list.
///
/// The list does not say what it holds; the format does.
enum VariableArguments {
    /// What a specifier takes from the list.
    private enum Kind {
        case object, integer, shortInteger, double, text
    }

    /// The arguments of a format, in their order.
    static func read(_ format: String, _ list: CVaListPointer) throws(ParseError) -> [Any?] {
        let kinds = try kinds(in: format)
        guard !kinds.isEmpty else { return [] }
        guard var words = ArgumentTokens(list) else {
            throw ParseError(
                .wrongArgumentType,
                "Argument lists cannot be read on this processor; pass the arguments in an array.",
                offset: 0, format: format)
        }
        return kinds.map { kind in
            switch kind {
            case .object:
                guard let pointer = UnsafeRawPointer(bitPattern: words.nextInteger()) else {
                    return nil
                }
                return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
            case .integer: return words.nextInteger()
            case .shortInteger:
                // A 32-bit argument leaves the upper half of its word empty.
                let word = words.nextInteger()
                return word >> 32 == 0 ? Int(Int32(truncatingIfNeeded: word)) : word
            case .double: return words.nextDouble()
            case .text:
                guard let pointer = UnsafePointer<CChar>(bitPattern: words.nextInteger()) else {
                    return nil
                }
                return String(cString: pointer)
            }
        }
    }

    /// The specifiers outside quotes, positional ones at their position.
    private static func kinds(in format: String) throws(ParseError) -> [Kind] {
        var kinds: [Int: Kind] = [:]
        let bytes = Array(format.utf8)
        var quote: UInt8?
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if let open = quote {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "%") {
                let start = place
                while place < bytes.count, !isConversion(bytes[place]) { place += 1 }
                guard place < bytes.count else { break }
                let middle = String(decoding: bytes[start..<place], as: UTF8.self)
                let parts = middle.split(separator: "$", omittingEmptySubsequences: false)
                let position = parts.count == 2 ? Int(parts[0]) ?? 0 : kinds.count + 1
                kinds[position] = kind(
                    bytes[place], isWide: middle.contains { "lqzjt".contains($0) })
                place += 1
            }
        }
        var ordered: [Kind] = []
        for position in stride(from: 1, through: kinds.count, by: 1) {
            guard let kind = kinds[position] else {
                throw ParseError(
                    .missingArgument, "Argument \(position) is not used, so its kind is unknown.",
                    offset: 0, format: format)
            }
            ordered.append(kind)
        }
        return ordered
    }

    private static func isConversion(_ byte: UInt8) -> Bool {
        "@KdDiuUxXoOcCsSfFeEgGaA".utf8.contains(byte)
    }

    private static func kind(_ conversion: UInt8, isWide: Bool) -> Kind {
        switch Character(UnicodeScalar(conversion)) {
        case "@", "K": .object
        case "s", "S": .text
        case "f", "F", "e", "E", "g", "G", "a", "A": .double
        // Of 32 bits without a sign, the whole word says the same.
        case "u", "U", "x", "X", "o", "O": .integer
        default: isWide ? .integer : .shortInteger
        }
    }
}

#if arch(x86_64)
/// A C argument list that stays alive for a while after it is made.
///
///     NSPredicate(format: "age > %d", arguments: getVaList([18]))
///
/// Swift on Linux has only `withVaList(_:_:)`, which is the better choice. The last 256 lists
/// are kept, so use this one at once.
public func getVaList(_ args: [any CVarArg]) -> CVaListPointer {
    let list = BuiltArguments(args)
    BuiltArguments.recent.withLock { recent in
        recent.append(list)
        if recent.count > 256 { recent.removeFirst() }
    }
    return CVaListPointer(_fromUnsafeMutablePointer: UnsafeMutableRawPointer(list.words))
}

/// The memory of an argument list: three words of header, 22 of save area, the rest behind.
private final class BuiltArguments: @unchecked Sendable {
    // Unchecked: written once, before another thread reads it.
    static let recent = Mutex<[BuiltArguments]>([])
    let words: UnsafeMutablePointer<Int>
    private let kept: [any CVarArg]

    init(_ arguments: [any CVarArg]) {
        var kept: [any CVarArg] = []
        var saved = [Int](repeating: 0, count: 22)
        var overflow: [Int] = []
        var (integers, doubles) = (0, 0)
        for argument in arguments {
            let sent = (argument as? any _CVarArgObject)?._cVarArgObject ?? argument
            kept.append(sent)
            let encoded = sent._cVarArgEncoding
            if sent is any _CVarArgPassedAsDouble, doubles < 8 {
                saved[6 + doubles * 2] = encoded[0]
                doubles += 1
            } else if encoded.count == 1, !(sent is any _CVarArgPassedAsDouble), integers < 6 {
                saved[integers] = encoded[0]
                integers += 1
            } else {
                overflow += encoded
            }
        }
        self.kept = kept
        words = .allocate(capacity: 25 + overflow.count)
        // The offsets of the first integer and the first double, as two 32-bit halves.
        words[0] = 48 << 32
        words[1] = Int(bitPattern: words + 25)
        words[2] = Int(bitPattern: words + 3)
        for (place, word) in (saved + overflow).enumerated() { words[3 + place] = word }
    }

    deinit { words.deallocate() }
}

/// The words of an argument list as the System V ABI of this processor lays them out: the
/// first six integers and eight doubles in a save area, the rest in order behind it.
private struct ArgumentTokens {
    private var integerOffset: Int
    private var doubleOffset: Int
    private var overflow: UnsafeRawPointer
    private let saved: UnsafeRawPointer

    init?(_ list: CVaListPointer) {
        let header = UnsafeRawPointer(unsafeBitCast(list, to: UnsafeMutableRawPointer.self))
        integerOffset = Int(header.load(as: UInt32.self))
        doubleOffset = Int(header.load(fromByteOffset: 4, as: UInt32.self))
        guard let overflow = header.load(fromByteOffset: 8, as: UnsafeRawPointer?.self),
            let saved = header.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
        else { return nil }
        self.overflow = overflow
        self.saved = saved
    }

    mutating func nextInteger() -> Int {
        guard integerOffset < 48 else { return nextOverflow() }
        defer { integerOffset += 8 }
        return saved.load(fromByteOffset: integerOffset, as: Int.self)
    }

    mutating func nextDouble() -> Double {
        guard doubleOffset < 176 else {
            return Double(bitPattern: UInt64(bitPattern: Int64(nextOverflow())))
        }
        defer { doubleOffset += 16 }
        return saved.load(fromByteOffset: doubleOffset, as: Double.self)
    }

    private mutating func nextOverflow() -> Int {
        defer { overflow += 8 }
        return overflow.load(as: Int.self)
    }
}
#else
/// The layout of argument lists is known for one processor only.
private struct ArgumentTokens {
    init?(_ list: CVaListPointer) { return nil }
    mutating func nextInteger() -> Int { 0 }
    mutating func nextDouble() -> Double { 0 }
}
#endif
