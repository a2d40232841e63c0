/// Text taken apart into the words that a search looks for.
///
///     Tokenizer.tokens(of: "L'été à Tōkyō, 東京!")  // ["l", "ete", "a", "tokyo", "東", "京"]
///
/// A word is a run of letters and digits, without case and accents; everything else, the
/// apostrophe among it, stands between words, so that `bob` is found in "Bob's". Chinese
/// characters and kana are words of their own.
public enum Tokenizer {
    /// Words that a search does not look for; Apple's list for CloudKit.
    public static let stopWords: Set<String> = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is",
        "it", "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there",
        "these", "they", "this", "to", "was", "will", "with",
    ]

    /// The words of a text, in order, each as often as it occurs.
    public static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        TextMatching.withFolded(text, .base) { bytes in
            var start = -1
            var offset = 0
            func close(_ end: Int) {
                if start >= 0 {
                    tokens.append(
                        String(
                            decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]),
                            as: UTF8.self))
                    start = -1
                }
            }
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte < 0x80 {
                    if byte &- 97 < 26 || byte &- 48 < 10 {
                        if start < 0 { start = offset }
                    } else {
                        close(offset)
                    }
                    offset += 1
                    continue
                }
                var reader = ScalarReader(bytes, from: offset)
                let scalar = reader.next() ?? 0
                switch kind(scalar) {
                case .letter: if start < 0 { start = offset }
                case .word:
                    close(offset)
                    start = offset
                    close(reader.offset)
                case .other: close(offset)
                }
                offset = reader.offset
            }
            close(bytes.count)
        }
        return tokens
    }

    /// The words of a text that a search looks for: each once, without ``stopWords``.
    ///
    ///     Tokenizer.queryTokens(of: "the Bob and the Smith")  // ["bob", "smith"]
    public static func queryTokens(of text: String) -> [String] {
        var seen = stopWords
        return tokens(of: text).filter { seen.insert($0).inserted }
    }

    private enum Kind { case letter, word, other }

    private static func kind(_ scalar: UInt32) -> Kind {
        switch scalar {
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3041...0x30FA,
            0x30FC...0x312F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x323AF:
            return .word
        default: break
        }
        guard let scalar = Unicode.Scalar(scalar) else { return .other }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
            .otherLetter, .decimalNumber, .letterNumber, .otherNumber, .spacingMark,
            .nonspacingMark, .enclosingMark:
            return .letter
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator,
            .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
            return .other
        @unknown default: return .other
        }
    }
}
