extension FormatLexer {
    // MARK: - Characters

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// Whether a letter of a specifier says how long its number is, as in `%ld`.
    static func isLength(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "z"),
            UInt8(ascii: "j"), UInt8(ascii: "t"), UInt8(ascii: "L"):
            true
        default: false
        }
    }

    @inline(__always)
    static func isWordStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte == 95 || byte >= 0x80
    }

    @inline(__always)
    static func isWordPart(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - 48)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - 87)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - 55)
        default: nil
        }
    }

    /// Whether a character beyond ASCII may stand in a key: letters, marks, digits and pictures,
    /// but no space, quote, dash or mathematical sign.
    static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .surrogate:
            false
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .currencySymbol, .modifierSymbol, .otherSymbol,
            .format, .privateUse, .unassigned:
            true
        @unknown default: false
        }
    }

    /// Whether a name can be written as it is, without quotes.
    static func isWord(_ name: String, mayStartWithDigit: Bool = false) -> Bool {
        var isFirst = true
        for scalar in name.unicodeScalars {
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                guard isWordStart(byte) || (isDigit(byte) && (mayStartWithDigit || !isFirst))
                else { return false }
            } else if !isWordPart(scalar) {
                return false
            }
            isFirst = false
        }
        return !isFirst
    }

    /// How many bytes the character that starts here has.
    func scalarLength(_ index: Int) -> Int {
        switch bytes[index] {
        case 0..<0xC0: 1
        case 0xC0..<0xE0: min(2, count - index)
        case 0xE0..<0xF0: min(3, count - index)
        default: min(4, count - index)
        }
    }

    /// The character in the given bytes.
    func scalar(at index: Int, _ length: Int) -> Unicode.Scalar {
        string(index, index + length).unicodeScalars.first ?? "\u{FFFD}"
    }

    // MARK: - Text

    /// The format's text between two places.
    @inline(__always)
    func string(_ start: Int, _ end: Int) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            String(decoding: UnsafeBufferPointer(rebasing: buffer[start..<end]), as: UTF8.self)
        }
    }

    /// Why an escape cannot be read, and where.
    struct EscapeProblem: Error {
        var offset: Int
        var message: String
    }

    /// What quoted text says, or what the name after a sign is.
    func content(of token: Token) throws(EscapeProblem) -> String {
        var start = token.start
        switch token.kind {
        case .text: start += 1
        case .variable, .key:
            start += 1
            guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else {
                return string(start, token.end)
            }
            start += 1
        case .collection: return string(start + 1, token.end)
        default: return string(start, token.end)  // Words and selectors stand for themselves.
        }
        guard token.isEscaped else { return string(start, token.end - 1) }
        return try unescaped(start, token.end - 1)
    }

    private func unescaped(_ start: Int, _ end: Int) throws(EscapeProblem) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        var index = start
        while index < end {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < end else {
                result.append(byte)
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            if let plain = Self.simpleEscape(letter) {
                result.append(plain)
                index += 2
            } else {
                let scalar = try escapedScalar(&index, end)
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "t"): 9
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "a"): 7
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "v"): 11
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "u"), UInt8(ascii: "U"),
            UInt8(ascii: "0")...UInt8(ascii: "7"):
            nil
        // A backslash before any other character says that character, as Apple's parser does.
        default: letter
        }
    }

    /// `\101`, `\x41`, `\u0041`, letters in capitals too; a pair of surrogates is one character.
    private func escapedScalar(
        _ index: inout Int, _ end: Int
    ) throws(EscapeProblem) -> Unicode.Scalar {
        let place = index
        let letter = bytes[index + 1] | 0x20
        var value: UInt32 = 0
        if letter == UInt8(ascii: "u") {
            value = try fourDigits(index, end)
            index += 6
            if value & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] | 0x20 == UInt8(ascii: "u")
            {
                let low = try fourDigits(index, end)
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF)
                    index += 6
                }
            }
        } else if letter == UInt8(ascii: "x") {
            index += 2
            let digits = index
            while index < end, index < digits + 2, let digit = Self.hexDigit(bytes[index]) {
                value = value << 4 | digit
                index += 1
            }
            guard index > digits else {
                throw EscapeProblem(
                    offset: place, message: "Expected one or two hexadecimal digits after \\x.")
            }
        } else {
            index += 1
            let digits = index
            while index < end, index < digits + 3, bytes[index] >= 48, bytes[index] < 56 {
                value = value << 3 | UInt32(bytes[index] - 48)
                index += 1
            }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw EscapeProblem(
                offset: place,
                message: "Half of a surrogate pair is not a character; write both halves.")
        }
        return scalar
    }

    private func fourDigits(_ backslash: Int, _ end: Int) throws(EscapeProblem) -> UInt32 {
        var value: UInt32 = 0
        for index in backslash + 2..<backslash + 6 {
            guard index < end, let digit = Self.hexDigit(bytes[index]) else {
                throw EscapeProblem(
                    offset: backslash, message: "Expected four hexadecimal digits after \\u.")
            }
            value = value << 4 | digit
        }
        return value
    }
}
