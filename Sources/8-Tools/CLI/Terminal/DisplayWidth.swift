/// How many columns of a terminal text takes.
///
///     DisplayWidth.of("Zürich")  // 6
///     DisplayWidth.of("東京")     // 4
enum DisplayWidth {
    /// Columns of a text.
    ///
    /// Control characters are not printed as they are, see ``printable(_:)``.
    static func of(_ text: String) -> Int {
        var utf8 = text.utf8.makeIterator()
        var ascii = 0
        while let byte = utf8.next() {
            if byte >= 0x80 { return text.reduce(0) { $0 + of($1) } }
            ascii += 1
        }
        return ascii
    }

    /// Columns of one character: 2 for East Asian wide ones and emoji, 0 for marks alone.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        let code = scalar.value
        if code < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    // East Asian Width W and F of Unicode 15, adjacent blocks joined, without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F2FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
    // Half of a flag, which takes a column.
    private static let flags: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Whether a character takes two columns: it is wide, or an emoji unless said otherwise.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let code = scalar.value
        return code >= 0x1100
            && (wide.contains { $0.contains(code) }
                || scalar.properties.isEmojiPresentation && !flags.contains(code))
    }

    /// The text cut so that it takes at most a number of columns, with `…` where it was cut.
    static func truncated(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        if columns < 1 { return "" }
        var result = ""
        var width = 0
        for character in text {
            let next = of(character)
            if width + next > columns - 1 { break }
            result.append(character)
            width += next
        }
        return result + "…"
    }

    /// The text with control characters made visible, so that no record can steer a terminal.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A: result += "⏎"
            case 0x09: result += " "
            case 0..<0x20:
                Unicode.Scalar(0x2400 + scalar.value).map { result.unicodeScalars.append($0) }
            default: isControl(scalar) ? (result += "�") : result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }
}
