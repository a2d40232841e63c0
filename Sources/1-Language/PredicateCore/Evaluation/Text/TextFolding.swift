/// Which differences of text do not count.
///
/// Every folding is a coarsening of canonical equivalence except ``literal``, and
/// ``base`` (`[cd]`) is the coarsest: texts that are equal under any option are equal under it,
/// so an index on `[cd]`-folded text serves every option as a superset.
enum TextFolding: Int, Sendable {
    /// Every scalar counts.
    case literal
    /// Canonical equivalents are the same: NFD.
    case canonical
    /// And upper and lower case: NFD, then full case folding.
    case caseless
    /// NFD without accents.
    case accentless
    /// Without case and accents.
    case base

    init(_ options: ComparisonOptions) {
        if options.contains(.normalized) {
            self = .literal
            return
        }
        switch (
            options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)
        ) {
        case (true, true): self = .base
        case (true, false): self = .caseless
        case (false, true): self = .accentless
        case (false, false): self = options.contains(.localeSensitive) ? .canonical : .literal
        }
    }

    /// Whether ASCII capitals become small letters.
    var foldsCase: Bool {
        switch self {
        case .caseless, .base: true
        case .literal, .canonical, .accentless: false
        }
    }

    /// Whether accents stay, so that their order must be made canonical.
    var keepsMarks: Bool {
        switch self {
        case .canonical, .caseless: true
        case .literal, .accentless, .base: false
        }
    }
}

extension TextFolding {
    /// The folded text as UTF-8.
    func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count + 8)
        var scalars = ScalarReader(bytes)
        var runStart = -1  // Where a run of marks begins in `marks`' output.
        var marks: [UInt32] = []
        while let scalar = scalars.next() {
            if scalar < 0x80 {
                if runStart >= 0 {
                    Self.appendOrdered(&marks, to: &folded)
                    runStart = -1
                }
                let byte = UInt8(truncatingIfNeeded: scalar)
                folded.append(foldsCase && byte &- 65 < 26 ? byte | 0x20 : byte)
                continue
            }
            FoldTable.forEachFolded(scalar, self) { result in
                if keepsMarks, result >= 0x300, ScalarClass.combiningClass(result) != 0 {
                    runStart = folded.count
                    marks.append(result)
                } else {
                    if runStart >= 0 {
                        Self.appendOrdered(&marks, to: &folded)
                        runStart = -1
                    }
                    folded.appendUTF8(result)
                }
            }
        }
        Self.appendOrdered(&marks, to: &folded)
        return folded
    }

    /// Marks on one letter in canonical order: stable by combining class.
    private static func appendOrdered(_ marks: inout [UInt32], to folded: inout [UInt8]) {
        if marks.count > 1 {
            let ordered = marks.enumerated().sorted { a, b in
                let x = ScalarClass.combiningClass(a.element)
                let y = ScalarClass.combiningClass(b.element)
                return x == y ? a.offset < b.offset : x < y
            }
            for (_, mark) in ordered { folded.appendUTF8(mark) }
        } else {
            for mark in marks { folded.appendUTF8(mark) }
        }
        marks.removeAll(keepingCapacity: true)
    }
}

/// What folding needs to know of a scalar.
enum ScalarClass {
    static func combiningClass(_ scalar: UInt32) -> UInt8 {
        guard let scalar = Unicode.Scalar(scalar) else { return 0 }
        return scalar.properties.canonicalCombiningClass.rawValue
    }

    /// Whether `[d]` drops the scalar: a nonspacing mark, or anything that combines.
    static func isMark(_ scalar: UInt32) -> Bool {
        guard scalar >= 0x300, let scalar = Unicode.Scalar(scalar) else { return false }
        return scalar.properties.generalCategory == .nonspacingMark
            || scalar.properties.canonicalCombiningClass.rawValue != 0
    }

    /// Whether the scalar continues the letter before it: an accent, or the vowel and final
    /// consonant of a decomposed Hangul syllable.
    static func continues(_ scalar: UInt32) -> Bool {
        (0x1160...0x11FF).contains(scalar) || isMark(scalar)
    }
}

/// The scalars of bytes that are known to be UTF-8.
struct ScalarReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next scalar.
    private(set) var offset: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func next() -> UInt32? {
        guard offset < bytes.count else { return nil }
        let lead = UInt32(bytes[offset])
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard length > 1 else {
            offset += 1
            return lead
        }
        var scalar = lead & (0xFF >> UInt32(length + 1))
        let end = Swift.min(offset + length, bytes.count)
        for place in (offset + 1)..<Swift.max(end, offset + 1) {
            scalar = scalar << 6 | UInt32(bytes[place] & 0x3F)
        }
        offset = end
        return scalar
    }
}

extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func appendUTF8(_ scalar: UInt32) {
        switch scalar {
        case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        case ..<0x10000:
            append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        default:
            append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }
}
