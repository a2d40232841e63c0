/// What one key press, or a run of typed text, asks of a line editor.
enum Key: Equatable {
    /// Typed or pasted text without control characters.
    case text(String)
    case enter, tab, backspace, delete
    case left, right, wordLeft, wordRight, home, end
    /// The entry before or after in the history.
    case up, down
    /// Ctrl-K, Ctrl-U, Ctrl-W: delete to the end, to the start, the word before the cursor.
    case deleteToEnd, deleteToStart, deleteWord
    /// Ctrl-Y: insert what was deleted last.
    case yank
    /// Ctrl-C, Ctrl-D, Ctrl-L.
    case interrupt, endOfInput, clearScreen
    /// A sequence without a meaning here.
    case unknown
}

/// Bytes of a terminal as keys.
///
///     var decoder = KeyDecoder()
///     decoder.keys(Array("zü\u{1B}[D".utf8))  // .text("zü"), .left
///
/// A character or an escape sequence that is cut at the end of the bytes waits for the rest.
struct KeyDecoder {
    private var pending: [UInt8] = []
    /// The longest escape sequence that is waited for.
    private static let sequenceLimit = 32

    /// Whether a sequence waits for its end; a lone Escape looks like one.
    var isWaiting: Bool { !pending.isEmpty }

    /// The keys of further bytes.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        var text: [UInt8] = []
        var index = 0
        func flushText() {
            if !text.isEmpty { keys.append(.text(String(decoding: text, as: UTF8.self))) }
            text.removeAll()
        }
        while index < pending.count {
            let byte = pending[index]
            if byte >= 0x20, byte != 0x7F {
                let length = KeyDecoder.length(of: byte)
                guard index + length <= pending.count else { break }
                text += pending[index..<index + length]
                index += length
                continue
            }
            flushText()
            if byte == 0x1B {
                guard let (key, length) = KeyDecoder.sequence(pending[index...]) else { break }
                keys.append(key)
                index += length
            } else {
                keys.append(KeyDecoder.control(byte))
                index += 1
            }
        }
        flushText()
        pending.removeFirst(index)
        return keys
    }

    /// Bytes of a character in UTF-8 by its first; a stray byte counts as one.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0B: .deleteToEnd
        case 0x0C: .clearScreen
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .deleteToStart
        case 0x17: .deleteWord
        case 0x19: .yank
        default: .unknown
        }
    }

    /// The key of an escape sequence (ECMA-48, xterm) and its length; nil where its end is missing.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> (Key, Int)? {
        let start = bytes.startIndex
        guard bytes.count >= 2 else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "b"): return (.wordLeft, 2)
        case UInt8(ascii: "f"): return (.wordRight, 2)
        case UInt8(ascii: "O"):
            guard bytes.count >= 3 else { return nil }
            return (named(bytes[start + 2], modified: false), 3)
        case UInt8(ascii: "["):
            let body = bytes[(start + 2)...].prefix(sequenceLimit)
            guard let last = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return body.count == sequenceLimit ? (.unknown, bytes.count) : nil
            }
            let parameters = String(decoding: body[..<last], as: UTF8.self)
            let length = last - start + 1
            guard bytes[last] == UInt8(ascii: "~") else {
                return (named(bytes[last], modified: parameters.contains(";")), length)
            }
            let key: Key =
                switch parameters {
                case "1", "7": .home
                case "3": .delete
                case "4", "8": .end
                default: .unknown
                }
            return (key, length)
        default: return (.unknown, 2)
        }
    }

    private static func named(_ byte: UInt8, modified: Bool) -> Key {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): modified ? .wordRight : .right
        case UInt8(ascii: "D"): modified ? .wordLeft : .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: .unknown
        }
    }
}
