/// Cuts a format into tokens, one at a time.
///
/// Works on UTF-8 bytes and makes no text; never fails, a place that has no meaning is a token
/// of its own kind.
struct FormatLexer {
    /// The format, with a zero after the last byte.
    let bytes: [UInt8]
    /// How many bytes the format has.
    let count: Int
    /// Where the next token is looked for.
    var position = 0
    private let keywords = Keywords.table

    init(_ format: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(format.utf8.count + 1)
        bytes.append(contentsOf: format.utf8)
        count = bytes.count
        bytes.append(0)
        self.bytes = bytes
    }

    /// The next token; ``Token/Kind/end`` again and again at the end.
    mutating func next() -> Token {
        skipSpace()
        let start = position
        let byte = bytes[start]
        if Self.isWordStart(byte) { return word(start) }
        if Self.isDigit(byte) { return number(start) }
        let following = start < count ? bytes[start + 1] : 0
        switch byte {
        case 0: return start == count ? make(.end, start, 0) : make(.invalid, start, 1)
        case UInt8(ascii: "("): return make(.leftParen, start, 1)
        case UInt8(ascii: ")"): return make(.rightParen, start, 1)
        case UInt8(ascii: "["): return make(.leftBracket, start, 1)
        case UInt8(ascii: "]"): return make(.rightBracket, start, 1)
        case UInt8(ascii: "{"): return make(.leftBrace, start, 1)
        case UInt8(ascii: "}"): return make(.rightBrace, start, 1)
        case UInt8(ascii: ","): return make(.comma, start, 1)
        case UInt8(ascii: "."):
            return Self.isDigit(following) ? number(start) : make(.dot, start, 1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return text(start, .text)
        case UInt8(ascii: "$"): return name(start, .variable)
        case UInt8(ascii: "#"): return name(start, .key)
        case UInt8(ascii: "@"): return name(start, .collection)
        case UInt8(ascii: "%"): return specifier(start)
        default: return mark(start, byte, following)
        }
    }

    // MARK: - Marks

    private mutating func mark(_ start: Int, _ byte: UInt8, _ following: UInt8) -> Token {
        let isEqual = following == UInt8(ascii: "=")
        switch byte {
        case UInt8(ascii: "="):
            switch following {
            case UInt8(ascii: "="):
                // `===` and `====` are another language's; take them whole to say so.
                var end = start + 2
                while bytes[end] == UInt8(ascii: "=") { end += 1 }
                return make(end - start == 2 ? .equal : .invalid, start, end - start)
            case UInt8(ascii: "<"): return make(.lessOrEqual, start, 2)
            case UInt8(ascii: ">"): return make(.greaterOrEqual, start, 2)
            default: return make(.equal, start, 1)
            }
        case UInt8(ascii: "!"):
            if isEqual, bytes[start + 2] == UInt8(ascii: "=") { return make(.invalid, start, 3) }
            return isEqual ? make(.notEqual, start, 2) : make(.not, start, 1)
        case UInt8(ascii: "<"):
            if isEqual { return make(.lessOrEqual, start, 2) }
            if following == UInt8(ascii: ">") { return make(.notEqual, start, 2) }
            return following == byte ? make(.shiftLeft, start, 2) : make(.less, start, 1)
        case UInt8(ascii: ">"):
            if isEqual { return make(.greaterOrEqual, start, 2) }
            return following == byte ? make(.shiftRight, start, 2) : make(.greater, start, 1)
        case UInt8(ascii: "&"):
            return following == byte ? make(.and, start, 2) : make(.ampersand, start, 1)
        case UInt8(ascii: "|"):
            return following == byte ? make(.or, start, 2) : make(.bar, start, 1)
        case UInt8(ascii: "*"):
            return following == byte ? make(.power, start, 2) : make(.star, start, 1)
        case UInt8(ascii: ":"):
            return isEqual ? make(.assign, start, 2) : make(.invalid, start, 1)
        case UInt8(ascii: "+"): return make(.plus, start, 1)
        case UInt8(ascii: "-"): return make(.minus, start, 1)
        case UInt8(ascii: "/"): return make(.slash, start, 1)
        case UInt8(ascii: "^"): return make(.caret, start, 1)
        case UInt8(ascii: "~"): return make(.tilde, start, 1)
        default: return make(.invalid, start, 1)
        }
    }

    @inline(__always)
    private mutating func make(_ kind: Token.Kind, _ start: Int, _ length: Int) -> Token {
        position = start + length
        return Token(kind: kind, start: start, end: start + length)
    }

    private mutating func skipSpace() {
        while true {
            let byte = bytes[position]
            // Space, and tab to carriage return.
            guard byte == 32 || (byte >= 9 && byte <= 13) else { return }
            position += 1
        }
    }

    // MARK: - Words

    private mutating func word(_ start: Int) -> Token {
        let end = wordEnd(start)
        guard end > start else {
            // A character beyond ASCII that no word may have.
            return make(.invalid, start, scalarLength(start))
        }
        if bytes[end] == UInt8(ascii: ":"), bytes[end + 1] != UInt8(ascii: "=") {
            return make(.selector, start, selectorEnd(end) - start)
        }
        return make(keywords.kind(bytes, start, end) ?? .word, start, end - start)
    }

    /// The end of a run of word characters.
    private func wordEnd(_ start: Int) -> Int {
        var end = start
        var isASCII = true
        while Self.isWordPart(bytes[end]) {
            if bytes[end] >= 0x80 { isASCII = false }
            end += 1
        }
        return isASCII ? end : checkedEnd(start, end)
    }

    /// Where the first character beyond ASCII stands that words may not have.
    private func checkedEnd(_ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end {
            let length = scalarLength(index)
            if length > 1, !Self.isWordPart(scalar(at: index, length)) { return index }
            index += length
        }
        return end
    }

    /// The end of `a:b:c:`, of which the first word is read.
    private func selectorEnd(_ firstColon: Int) -> Int {
        var end = firstColon + 1
        while true {
            let next = wordEnd(end)
            guard next > end, bytes[next] == UInt8(ascii: ":"),
                bytes[next + 1] != UInt8(ascii: "=")
            else { return end }
            end = next + 1
        }
    }

    /// A sign and a name, or a sign and quoted text: `$x`, `#max`, `@count`, `#"a key"`.
    private mutating func name(_ start: Int, _ kind: Token.Kind) -> Token {
        let first = bytes[start + 1]
        if kind != .collection, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            return text(start, kind)
        }
        let end = wordEnd(start + 1)
        guard end > start + 1 else { return make(.invalid, start, 1) }
        return make(kind, start, end - start)
    }

    /// Quoted text, whose quote stands at the start or after the sign there.
    private mutating func text(_ start: Int, _ kind: Token.Kind) -> Token {
        let opening = kind == .text ? start : start + 1
        let quote = bytes[opening]
        var index = opening + 1
        var isEscaped = false
        while index < count {
            let byte = bytes[index]
            if byte == quote {
                var token = make(kind, start, index + 1 - start)
                token.isEscaped = isEscaped
                return token
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                index += 1
            }
            index += 1
        }
        return make(.unclosed, start, count - start)
    }

    private mutating func specifier(_ start: Int) -> Token {
        var index = start + 1
        while Self.isDigit(bytes[index]) { index += 1 }
        if bytes[index] == UInt8(ascii: "$") { index += 1 }
        while Self.isLength(bytes[index]) { index += 1 }
        let byte = bytes[index]
        if byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") || Self.isWordStart(byte),
            byte < 0x80
        {
            index += 1
            if byte == UInt8(ascii: "u"),
                bytes[index] == UInt8(ascii: "d") || bytes[index] == UInt8(ascii: "i"),
                !Self.isWordPart(bytes[index + 1])
            {
                index += 1
            }
        }
        return make(.specifier, start, index - start)
    }

    // MARK: - Numbers

    private mutating func number(_ start: Int) -> Token {
        var index = start
        if let bits = bitsOfDigit(start) {
            index += 2
            while let digit = Self.hexDigit(bytes[index]), digit >> bits == 0 { index += 1 }
            return finish(start, index, isComplete: index > start + 2)
        }
        while Self.isDigit(bytes[index]) { index += 1 }
        if bytes[index] == UInt8(ascii: "."), Self.isDigit(bytes[index + 1]) {
            index += 1
            while Self.isDigit(bytes[index]) { index += 1 }
        }
        if bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            let digits = index
            while Self.isDigit(bytes[index]) { index += 1 }
            return finish(start, index, isComplete: index > digits)
        }
        return finish(start, index, isComplete: true)
    }

    /// The bits that a digit of a number stands for which begins with `0x`, `0o` or `0b`; nil for a
    /// decimal one.
    ///
    /// See "Literals" of Apple's Predicate Programming Guide.
    func bitsOfDigit(_ start: Int) -> UInt32? {
        guard bytes[start] == UInt8(ascii: "0") else { return nil }
        return switch bytes[start + 1] | 0x20 {
        case UInt8(ascii: "x"): 4
        case UInt8(ascii: "o"): 3
        case UInt8(ascii: "b"): 1
        default: nil
        }
    }

    private mutating func finish(_ start: Int, _ end: Int, isComplete: Bool) -> Token {
        var end = end
        guard isComplete, !Self.isWordPart(bytes[end]) else {
            while Self.isWordPart(bytes[end]) { end += 1 }
            return make(.badNumber, start, end - start)
        }
        return make(.number, start, end - start)
    }
}
