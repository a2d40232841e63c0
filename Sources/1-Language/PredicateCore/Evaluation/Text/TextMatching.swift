public import Foundation

/// How text compares: the one place that says it.
///
/// Memory and SQLite call these very functions, so they agree by construction. Without options
/// text is equal scalar by scalar; with `[c]`, `[d]` and `[l]` it is folded first, and canonical
/// equivalents are equal. What the order and a search are without options, a ``TextProfile``
/// says.
///
///     TextMatching.equal("é", "e\u{301}")                          // false
///     TextMatching.equal("É", "e\u{301}", [.caseInsensitive])      // true
///     TextMatching.beginsWith("Élan", "el", [.caseInsensitive, .diacriticInsensitive])  // true
///
/// A folded match begins and ends between letters: `"élan" BEGINSWITH[c] "e"` is false however
/// the é is written.
public enum TextMatching {
    /// The text with the differences removed that the options say do not count.
    ///
    ///     TextMatching.fold("Straße", [.caseInsensitive])  // "strasse"
    ///
    /// With both `[c]` and `[d]` each scalar folds on its own: the folded prefix of a text is a
    /// prefix of the folded text.
    public static func fold(_ text: String, _ options: ComparisonOptions) -> String {
        let folding = TextFolding(options)
        if folding == .literal { return text }
        return withFolded(text, folding) { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether two texts are the same.
    public static func equal(
        _ a: String, _ b: String, _ options: ComparisonOptions = []
    ) -> Bool {
        let folding = TextFolding(options)
        return withFolded(a, folding) { a in withFolded(b, folding) { b in same(a, b) } }
    }

    /// Whether a text begins with another; nothing begins with the empty text.
    public static func beginsWith(
        _ text: String, _ prefix: String, _ options: ComparisonOptions = [],
        profile: TextProfile = .foundation
    ) -> Bool {
        TextPattern(.beginsWith, prefix, options, profile).matches(text)
    }

    /// Whether a text ends with another; nothing ends with the empty text.
    public static func endsWith(
        _ text: String, _ suffix: String, _ options: ComparisonOptions = [],
        profile: TextProfile = .foundation
    ) -> Bool {
        TextPattern(.endsWith, suffix, options, profile).matches(text)
    }

    /// Whether a text contains another; nothing contains the empty text.
    public static func contains(
        _ text: String, _ part: String, _ options: ComparisonOptions = [],
        profile: TextProfile = .foundation
    ) -> Bool {
        TextPattern(.contains, part, options, profile).matches(text)
    }

    /// Whether a text has the form of a pattern: `*` is any run, `?` one scalar, `\` escapes.
    public static func like(
        _ text: String, _ pattern: String, _ options: ComparisonOptions = []
    ) -> Bool {
        PatternCache.shared.like(pattern, options).matches(text)
    }

    /// Whether the whole text matches an ICU regular expression.
    ///
    /// - Throws: `invalidPattern`, or `patternTimeout` when matching takes longer than the
    ///   limit (seconds).
    public static func matches(
        _ text: String, _ pattern: String, _ options: ComparisonOptions = [],
        timeLimit: TimeInterval = 2
    ) throws(EvaluationError) -> Bool {
        try PatternCache.shared.regular(pattern, options).matches(text, timeLimit: timeLimit)
    }
}

extension TextMatching {
    /// A folded text with its letters composed, such as those of Hangul, which are no accents.
    static func composed(_ folded: String) -> String {
        folded.utf8.contains { $0 >= 0x80 }
            ? folded.precomposedStringWithCanonicalMapping : folded
    }

    /// Calls with the UTF-8 of a text.
    @inline(__always)
    static func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = text
        return copy.withUTF8(body)
    }

    /// Calls with the UTF-8 of the folded text; ASCII is folded without an allocation.
    @inline(__always)
    static func withFolded<R>(
        _ text: String, _ folding: TextFolding, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) -> R {
        withBytes(text) { bytes in
            if folding == .literal { return body(bytes) }
            guard isASCII(bytes) else {
                return folding.fold(bytes).withUnsafeBufferPointer(body)
            }
            guard folding.foldsCase else { return body(bytes) }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { space in
                for place in 0..<bytes.count { space[place] = small(bytes[place]) }
                return body(UnsafeBufferPointer(rebasing: space[0..<bytes.count]))
            }
        }
    }

    @inline(__always)
    static func small(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

    @inline(__always)
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80
    }

    @inline(__always)
    static func same(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        guard let x = a.baseAddress, let y = b.baseAddress else { return true }
        return memcmp(x, y, a.count) == 0
    }

    static func order(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Order {
        let shared = Swift.min(a.count, b.count)
        if shared > 0, let x = a.baseAddress, let y = b.baseAddress {
            let difference = memcmp(x, y, shared)
            if difference != 0 { return difference < 0 ? .less : .greater }
        }
        return a.count < b.count ? .less : a.count > b.count ? .greater : .equal
    }

    /// Where a part occurs at or after an offset.
    ///
    /// Linear in the length of the text.
    static func find(
        _ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        guard let wanted = part.baseAddress, let base = text.baseAddress else { return nil }
        var offset = start
        // Skipping to the first byte is fastest on real text; what repeats itself is left to a
        // search that never looks twice.
        var budget = 8 * text.count + 1024
        while offset + part.count <= text.count {
            guard
                let hit = memchr(
                    base + offset, Int32(wanted[0]), text.count - part.count - offset + 1)
            else { return nil }
            offset = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
            var length = 1
            while length < part.count, base[offset + length] == wanted[length] { length += 1 }
            if length == part.count { return offset }
            budget -= length
            if budget < 0 { return findRepeating(part, in: text, from: offset + 1) }
            offset += 1
        }
        return nil
    }

    private static func findRepeating(
        _ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        // Knuth, Morris and Pratt: borders[n] is the longest border of the first n bytes.
        var borders = [Int](repeating: 0, count: part.count + 1)
        var border = 0
        for place in 1..<part.count {
            while border > 0, part[place] != part[border] { border = borders[border] }
            if part[place] == part[border] { border += 1 }
            borders[place + 1] = border
        }
        var length = 0
        for place in start..<text.count {
            while length > 0, text[place] != part[length] { length = borders[length] }
            if text[place] == part[length] { length += 1 }
            if length == part.count { return place - part.count + 1 }
        }
        return nil
    }
}

extension String {
    /// Whether another text has the same bytes of UTF-8, where `==` finds canonical equivalents too.
    ///
    /// A comparison of the two views, byte by byte, takes ten times as long.
    package func hasSameBytes(as other: String) -> Bool {
        TextMatching.withBytes(self) { a in
            TextMatching.withBytes(other) { b in TextMatching.same(a, b) }
        }
    }
}
