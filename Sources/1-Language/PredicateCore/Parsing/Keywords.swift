/// The reserved words, found by their bytes in any case.
struct Keywords: Sendable {
    /// Every reserved word in lower case, with its token.
    static let all: [(word: String, kind: Token.Kind)] =
        operators + [
            ("and", .and), ("or", .or), ("not", .not), ("any", .any), ("all", .all),
            ("some", .some),
            ("none", .none), ("null", .null), ("nil", .null),
            ("true", .yes), ("false", .no), ("yes", .yes), ("no", .no), ("self", .this),
            ("first", .first), ("last", .last), ("size", .size), ("anykey", .anyKey),
            ("subquery", .subquery), ("fetch", .fetch), ("cast", .cast), ("ternary", .ternary),
            ("function", .function), ("union", .union), ("intersect", .intersect),
            ("minus", .minusSet), ("truepredicate", .truePredicate),
            ("falsepredicate", .falsePredicate),
        ]

    /// The operators that are words, as ``Operator/spellings`` has them.
    private static let operators: [(word: String, kind: Token.Kind)] =
        Token.Kind.wordOperators.flatMap { kind in
            (kind.comparison?.spellings ?? []).map { ($0.lowercased(), kind) }
        }

    /// The table, built once.
    static let table = Keywords()

    /// A word of up to sixteen letters as two numbers.
    struct Packed: Hashable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// Lower-cases and packs; nil when the word is too long or too short to be reserved.
        @inline(__always)
        init?(_ bytes: [UInt8], _ start: Int, _ end: Int) {
            let count = end - start
            guard count >= 2, count <= 14 else { return nil }
            var index = start
            let middle = min(end, start + 8)
            while index < middle {
                low = low << 8 | UInt64(bytes[index] | 0x20)
                index += 1
            }
            while index < end {
                high = high << 8 | UInt64(bytes[index] | 0x20)
                index += 1
            }
        }

        /// A slot in a table of 256.
        @inline(__always)
        var slot: Int {
            Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
        }
    }

    private struct Entry {
        var packed: Packed
        var kind: Token.Kind
    }

    private var slots: [Entry?]

    private init() {
        slots = Array(repeating: nil, count: 256)
        for (word, kind) in Self.all {
            let bytes = Array(word.utf8)
            guard let packed = Packed(bytes, 0, bytes.count) else { continue }
            var slot = packed.slot
            while slots[slot] != nil { slot = (slot + 1) & 255 }
            slots[slot] = Entry(packed: packed, kind: kind)
        }
    }

    /// The token of a word; nil when the word is not reserved.
    @inline(__always)
    func kind(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Token.Kind? {
        guard let packed = Packed(bytes, start, end) else { return nil }
        var slot = packed.slot
        while let entry = slots[slot] {
            if entry.packed == packed { return entry.kind }
            slot = (slot + 1) & 255
        }
        return nil
    }
}
