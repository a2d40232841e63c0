import Foundation
import PredicateCore
import Testing

/// Text in memory is ordered and found as Foundation does it.
@Suite struct `Text profiles` {
    /// Letters with and without marks, in one and in two scalars, and what has no case.
    private static let letters = [
        "a", "b", "e", "f", "z", "E", "Z", "K", ";", "`", " ", "1", "é", "e\u{301}", "É", "å",
        "\u{212B}", "\u{212A}", "\u{37E}", "ü", "ẹ\u{301}", "\u{301}", "\u{323}", "ß", "東",
        "😀", "\u{FFFD}", "가",
    ]
    private static let options: [(ComparisonOptions, NSString.CompareOptions)] = [
        ([], []), ([.caseInsensitive], [.caseInsensitive]),
        ([.diacriticInsensitive], [.diacriticInsensitive]),
        (
            [.caseInsensitive, .diacriticInsensitive],
            [.caseInsensitive, .diacriticInsensitive]
        ),
    ]

    private static func texts(_ count: Int, seed: UInt64) -> [String] {
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<count).map { _ in
            (0..<next(5)).map { _ in letters[next(letters.count)] }.joined()
        }
    }

    private func order(_ result: ComparisonResult) -> Order {
        switch result {
        case .orderedAscending: .less
        case .orderedSame: .equal
        case .orderedDescending: .greater
        }
    }

    @Test func `the order in memory is that of NSString's compare`() {
        #expect(TextMatching.order("e", "é") == .less)
        #expect(TextMatching.order("é", "f") == .less)
        #expect(TextMatching.order("é", "e\u{301}") == .equal)
        #expect(TextMatching.order("é", "f", profile: .records) == .greater)
        #expect(TextMatching.order("é", "f", profile: .objects) == .greater)
        let texts = Self.texts(400, seed: 1)
        var asked = 0
        for (ours, theirs) in Self.options {
            for (a, b) in zip(texts, texts.dropFirst().reversed()) {
                // Foundation keeps a mark that no letter stands before.
                let isLoose = [a, b].contains { text in
                    text.unicodeScalars.first.map { $0 == "\u{301}" || $0 == "\u{323}" } ?? false
                }
                let there = NSString(string: a).compare(b, options: theirs)
                let back = NSString(string: b).compare(a, options: theirs)
                // Where its answer depends on which is asked first, it says nothing.
                guard !isLoose, there.rawValue == -back.rawValue else { continue }
                asked += 1
                #expect(
                    TextMatching.order(a, b, ours) == order(there),
                    "\(a.debugDescription) \(b.debugDescription) [\(ours.letters)]")
            }
        }
        #expect(asked > 1000)
    }

    @Test func `ASCII is ordered by its bytes, and so does NSString`() {
        let ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        for a in ascii {
            for b in ascii {
                let there = NSString(string: a + "x").compare(b, options: [])
                #expect(TextMatching.order(a + "x", b) == order(there))
                #expect(
                    TextMatching.order(a + "x", b, profile: .records)
                        == TextMatching.order(a + "x", b))
            }
        }
    }

    @Test func `the order in memory is one order`() {
        let texts = Self.texts(60, seed: 7)
        for a in texts {
            for b in texts {
                let order = TextMatching.order(a, b)
                #expect(TextMatching.order(b, a) == order.reversed)
                let (x, y) = (
                    a.decomposedStringWithCanonicalMapping.unicodeScalars,
                    b.decomposedStringWithCanonicalMapping.unicodeScalars
                )
                #expect((order == .equal) == x.elementsEqual(y))
                #expect((order == .less) == x.lexicographicallyPrecedes(y))
            }
        }
    }

    @Test func `CONTAINS finds canonical equivalents as range(of:) does`() {
        #expect(TextMatching.contains("café", "e\u{301}"))
        #expect(TextMatching.contains("cafe\u{301}", "é"))
        #expect(!TextMatching.contains("cafe\u{301}", "e"))
        #expect(!TextMatching.contains("café", "e\u{301}", profile: .records))
        #expect(TextMatching.contains("cafe\u{301}", "e", profile: .objects))
        #expect(TextMatching.beginsWith("\u{212B}b", "Å"))
        #expect(TextMatching.endsWith("\u{37E}", ";"))
        #expect(!TextMatching.equal("é", "e\u{301}"))
        #expect(!TextMatching.contains("é", "e\u{301}", [.normalized]))
        let texts = Self.texts(600, seed: 3)
        var found = 0
        for (text, part) in zip(texts, texts.dropFirst().reversed()) {
            guard let first = part.unicodeScalars.first, first != "\u{301}", first != "\u{323}"
            else { continue }
            for needle in [part, String(part.prefix(1))] {
                let there = NSString(string: text).range(of: needle)
                let ours = TextMatching.contains(text, needle)
                #expect(
                    ours == (there.location != NSNotFound),
                    "\(text.debugDescription) \(needle.debugDescription)")
                if ours { found += 1 }
                let start = NSString(string: text).range(of: needle, options: .anchored)
                #expect(TextMatching.beginsWith(text, needle) == (start.location != NSNotFound))
            }
        }
        #expect(found > 50)
    }

    @Test func `the evaluator asks with its context's profile`() throws {
        let object: Value = .dictionary(["t": "é", "l": ["e", "é", "f"]])
        var records = EvaluationContext()
        records.textProfile = .records
        for (format, memory, store) in [
            ("t < 'f'", true, false), ("'f' > t", true, false),
            ("t BETWEEN {'e', 'f'}", true, false),
            ("t CONTAINS 'e\u{301}'", true, false), ("t BEGINSWITH 'e\u{301}'", true, false),
            ("t ENDSWITH 'e\u{301}'", true, false), ("t IN 'e\u{301}'", true, false),
            ("t == 'e\u{301}'", false, false), ("l.@max.self == 'f'", true, false),
            ("max:(l) == 'f'", true, false), ("ANY l > 'ez'", true, true),
            ("ALL l <= 'f'", true, false),
        ] {
            let predicate = try QueryPredicate(parsing: format)
            #expect(try predicate.matches(object) == memory, "\(format)")
            #expect(try predicate.matches(object, context: records) == store, "\(format)")
        }
        let rows: [Value] = ["f", "é", "e"].map { .dictionary(["t": .text($0)]) }
        let sorted = try OrderingComparator<Value>([Ordering("t")]).sorted(rows)
        #expect(sorted == [rows[2], rows[1], rows[0]])
        let scalars = try OrderingComparator<Value>([Ordering("t")], context: records).sorted(rows)
        #expect(scalars == [rows[2], rows[0], rows[1]])
    }
}
