import Foundation

/// A text to look for, folded once and asked of many texts.
///
///     let pattern = TextPattern(.beginsWith, "él", [.caseInsensitive, .diacriticInsensitive])
///     pattern.matches("Elan")  // true
public struct TextPattern: Sendable {
    /// Where the text is looked for.
    ///
    ///     TextPattern(.endsWith, "burg", []).matches("Hamburg")  // true
    ///     TextPattern(.equal, "burg", []).matches("Hamburg")     // false
    public enum Kind: Sendable {
        /// The whole text.
        case equal
        /// At the beginning; never for the empty text.
        case beginsWith
        /// At the end; never for the empty text.
        case endsWith
        /// Anywhere; never for the empty text.
        case contains
    }

    private let kind: Kind
    private let folding: TextFolding
    /// The folded text, and after it the text as it was given where ``plainAnswer(_:_:)`` looks
    /// for it: one array, since each evaluation retains and releases what it reads.
    private let bytes: [UInt8]
    /// The length of the folded text.
    private let count: Int
    private let startsInsideLetter: Bool
    /// How the answer is found without folding, where it can be.
    private let shortcut: Shortcut
    /// Whether ASCII capitals are read as small letters.
    private let foldsCase: Bool

    private enum Shortcut {
        /// The bytes are looked for: nothing is folded, or no other bytes spell the text.
        case exact
        /// The text as it was given, where only canonical equivalents are looked for beside it, see
        /// ``plainAnswer(_:_:)``.
        case plain
        /// The same, of a text of letters that have one spelling, before the combining marks.
        case latin
        /// ASCII from the beginning, see ``prefixAnswer(_:_:)``.
        case prefix
        /// Short ASCII, see ``searchAnswer(_:_:)``.
        case search
        /// There is none.
        case none

        /// Where canonical equivalents of a text are looked for: how far its bytes decide.
        init(equivalentsOf text: String) {
            // ; ` and K are what U+037E, U+1FEF and U+212A decompose to; no other ASCII character
            // is a decomposition by itself.
            let others = [UInt8(ascii: ";"), UInt8(ascii: "`"), UInt8(ascii: "K")]
            self =
                text.utf8.allSatisfy { $0 < 0x80 && !others.contains($0) }
                ? .exact : text.utf8.allSatisfy { $0 < 0xCC } ? .latin : .plain
        }
    }

    /// A pattern, folded as the options say; without options the profile says what is found.
    ///
    ///     TextPattern(.contains, "e\u{301}").matches("café")                 // true
    ///     TextPattern(.contains, "e\u{301}", [], .records).matches("café")   // false
    public init(
        _ kind: Kind, _ text: String, _ options: ComparisonOptions = [],
        _ profile: TextProfile = .foundation
    ) {
        var folding = TextFolding(options)
        if folding == .literal, kind != .equal, !options.contains(.normalized) {
            folding = profile.searchFolding
        }
        shortcut =
            switch folding {
            case .literal: .exact
            case .canonical:
                options.contains(.localeSensitive) ? .none : Shortcut(equivalentsOf: text)
            case .caseless, .accentless, .base:
                switch kind {
                case .equal, .beginsWith: .prefix
                case .contains: .search
                case .endsWith: .none
                }
            }
        foldsCase = folding.foldsCase
        self.kind = kind
        self.folding = folding
        var bytes = TextMatching.withFolded(text, folding) { Array($0) }
        count = bytes.count
        startsInsideLetter = bytes.withUnsafeBufferPointer { TextPattern.continues($0, at: 0) }
        switch shortcut {
        case .plain, .latin: bytes.append(contentsOf: text.utf8)
        case .exact, .prefix, .search, .none: break
        }
        self.bytes = bytes
    }

    /// Whether a text matches.
    public func matches(_ text: String) -> Bool {
        TextMatching.withBytes(text) { textBytes in
            bytes.withUnsafeBufferPointer { bytes in
                let wanted = UnsafeBufferPointer(start: bytes.baseAddress, count: count)
                switch shortcut {
                case .exact: return find(wanted, in: textBytes)
                case .plain, .latin:
                    return plainAnswer(UnsafeBufferPointer(rebasing: bytes[count...]), textBytes)
                        ?? foldedAnswer(wanted, text)
                case .prefix: return prefixAnswer(wanted, textBytes) ?? foldedAnswer(wanted, text)
                case .search: return searchAnswer(wanted, textBytes) ?? foldedAnswer(wanted, text)
                case .none: return foldedAnswer(wanted, text)
                }
            }
        }
    }

    @inline(__always)
    private func find(
        _ wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard text.count >= wanted.count else { return false }
        guard let start = wanted.baseAddress, let base = text.baseAddress else {
            return kind == .equal && text.count == wanted.count
        }
        switch kind {
        case .equal:
            return text.count == wanted.count && memcmp(start, base, wanted.count) == 0
        case .beginsWith:
            return wanted.count > 0 && memcmp(start, base, wanted.count) == 0
                && isWhole(wanted.count, in: text)
        case .endsWith:
            let offset = text.count - wanted.count
            return wanted.count > 0 && memcmp(start, base + offset, wanted.count) == 0
                && (startsInsideLetter || isWhole(offset, in: text))
        case .contains:
            guard wanted.count > 0 else { return false }
            var from = 0
            while let offset = TextMatching.find(wanted, in: text, from: from) {
                if startsInsideLetter || isWhole(offset, in: text),
                    isWhole(offset + wanted.count, in: text)
                {
                    return true
                }
                from = offset + 1
            }
            return false
        }
    }

    /// The answer without any folding, where the bytes given decide it.
    ///
    /// What is found between letters as it is spelled is found.
    @inline(never)  // Inlined, these three slow the other kinds.
    private func plainAnswer(
        _ plain: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool? {
        if find(plain, in: text) { return true }
        return shortcut == .latin && text.allSatisfy { $0 < 0xCC } ? false : nil
    }

    /// The answer by the folded text.
    @inline(never)
    private func foldedAnswer(_ wanted: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
        TextMatching.withFolded(text, folding) { find(wanted, in: $0) }
    }

    /// Whether a text is or begins with the bytes, where ASCII alone decides it, looking no further
    /// than it must; nil where the text is another.
    @inline(__always)
    private func prefixAnswer(
        _ wanted: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool? {
        let lower = foldsCase
        let shared = Swift.min(wanted.count, text.count)
        for place in 0..<shared {
            let byte = text[place]
            if byte >= 0x80 { return nil }
            if (lower ? TextMatching.small(byte) : byte) != wanted[place] { return false }
        }
        if text.count > shared {
            // An accent may follow, which joins the last letter or folds to nothing.
            if text[shared] >= 0x80 { return nil }
            return kind == .beginsWith && shared > 0
        }
        return shared == wanted.count && (kind == .equal || shared > 0)
    }

    /// Whether a short text of ASCII alone contains the bytes; nil where the text is another.
    ///
    /// Saves the copy of the text in small letters.
    @inline(never)
    private func searchAnswer(
        _ wanted: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool? {
        // In long texts the search through a copy is faster, and never takes quadratic time.
        guard text.count <= 64, TextMatching.isASCII(text) else { return nil }
        guard let first = wanted.first, text.count >= wanted.count else { return false }
        let lower = foldsCase
        for start in 0...(text.count - wanted.count) {
            let byte = text[start]
            guard (lower ? TextMatching.small(byte) : byte) == first else { continue }
            var length = 1
            while length < wanted.count {
                let byte = text[start + length]
                guard (lower ? TextMatching.small(byte) : byte) == wanted[length] else { break }
                length += 1
            }
            if length == wanted.count { return true }
        }
        return false
    }

    /// Whether no letter is cut at an offset.
    @inline(__always)
    private func isWhole(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        folding == .literal || !TextPattern.continues(text, at: offset)
    }

    /// Whether the scalar at an offset continues the letter before it.
    @inline(__always)
    static func continues(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset < text.count, text[offset] >= 0xCC else { return false }
        var reader = ScalarReader(text, from: offset)
        return reader.next().map(ScalarClass.continues) ?? false
    }
}
