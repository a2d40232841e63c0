import Foundation
import TestTime
import Testing

@testable import PredicateCore

struct TextMatchingTests {
    private let cd: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
    private let c: ComparisonOptions = [.caseInsensitive]
    private let d: ComparisonOptions = [.diacriticInsensitive]

    private static let samples = [
        "", "a", "A", "e", "é", "e\u{301}", "É", "ê\u{323}", "ẹ\u{302}", "Straße", "STRASSE",
        "ẞ", "ß", "ss", "Σίσυφος", "ΣΊΣΥΦΟΣ", "ᾳ", "αι", "ﬁ", "fi", "İ", "i", "ı", "I", "K",
        "\u{212A}",
        "\u{212B}", "Å", "각", "가", "\u{1100}\u{1161}", "が", "か", "東京", "😀", "e\u{301}\u{301}",
        "q\u{307}\u{323}", "q\u{323}\u{307}", "\u{301}", "ǆ", "ǅ", "Ǆ", "ŉ", "ʼn", "µ", "μ", "ſ",
        "s",
    ]

    @Test func `compares scalar by scalar without options`() {
        #expect("é" == "e\u{301}")  // What Swift's own comparison says.
        #expect(!TextMatching.equal("é", "e\u{301}"))
        #expect(!TextMatching.equal("é", "e\u{301}", [.normalized]))
        #expect(!TextMatching.equal("a", "A", [.normalized, .caseInsensitive]))
        #expect(TextMatching.equal("é", "é"))
        for profile in [TextProfile.records, .objects] {
            #expect(TextMatching.order("Z", "a", profile: profile) == .less)
            #expect(TextMatching.order("é", "e\u{301}", profile: profile) == .greater)
            #expect(TextMatching.order("é", "f", profile: profile) == .greater)
            #expect(TextMatching.beginsWith("e\u{301}lan", "e", profile: profile))
        }
    }

    @Test func `canonical equivalents are equal under any folding`() {
        for options: ComparisonOptions in [c, d, cd, [.localeSensitive]] {
            #expect(TextMatching.equal("é", "e\u{301}", options))
            #expect(TextMatching.equal("q\u{307}\u{323}", "q\u{323}\u{307}", options))
            #expect(TextMatching.equal("가", "\u{1100}\u{1161}", options))
            #expect(TextMatching.equal("Å", "\u{212B}", options))
        }
    }

    @Test func `folds case fully`() {
        #expect(TextMatching.equal("Straße", "STRASSE", c))
        #expect(TextMatching.equal("ẞ", "ß", c))
        #expect(TextMatching.equal("ΣΊΣΥΦΟΣ", "σίσυφος", c))
        #expect(TextMatching.equal("ﬁ", "FI", c))
        #expect(!TextMatching.equal("é", "e", c))
        #expect(!TextMatching.equal("ı", "i", c))
        #expect(TextMatching.fold("Élan", c) == "e\u{301}lan")
    }

    @Test func `removes accents and keeps case`() {
        #expect(TextMatching.equal("é", "e", d))
        #expect(!TextMatching.equal("É", "e", d))
        #expect(TextMatching.equal("É", "e", cd))
        #expect(TextMatching.fold("Tōkyō", d) == "Tokyo")
        #expect(TextMatching.fold("Ÿé ASCII 東京 😀", cd) == "ye ascii 東京 😀")
    }

    @Test func `the [cd] folding of a prefix is a prefix of the folding`() {
        for a in Self.samples {
            for b in Self.samples {
                let whole = TextMatching.fold(a + b, cd)
                let parts = TextMatching.fold(a, cd) + TextMatching.fold(b, cd)
                #expect(Array(whole.utf8) == Array(parts.utf8), "\(a) \(b)")
            }
        }
    }

    @Test func `texts equal under any option are equal under [cd]`() {
        for a in Self.samples {
            for b in Self.samples {
                for options: ComparisonOptions in [[], c, d, [.localeSensitive], [.normalized]] {
                    if TextMatching.equal(a, b, options) {
                        #expect(TextMatching.equal(a, b, cd), "\(a) \(b)")
                    }
                    if TextMatching.beginsWith(a, b, options) {
                        let prefix = TextMatching.fold(b, cd)
                        #expect(TextMatching.fold(a, cd).utf8.starts(with: prefix.utf8))
                    }
                }
            }
        }
    }

    @Test func `every scalar folds to itself folded again, and to its canonical form`() {
        var asked = 0
        for value in UInt32(0x80)...0x10FFFF {
            // Only what any folding changes; that covers case, accents and decompositions.
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.changesWhenCaseMapped || ScalarClass.isMark(value)
                    || scalar.properties.changesWhenNFKCCaseFolded,
                !(0xAC00...0xD7A3).contains(value), !(0x2F800...0x2FA1F).contains(value)
            else { continue }
            asked += 1
            for folding: TextFolding in [.caseless, .base] {
                let folded = FoldTable.compute(value, folding)
                let again = folded.flatMap { FoldTable.compute($0, folding) }
                if folded != again { Issue.record("\(value) folds to \(folded), then \(again)") }
            }
            let caseless = FoldTable.compute(value, .caseless)
            let stripped = caseless.filter { !ScalarClass.isMark($0) }
            if stripped != FoldTable.compute(value, .base) { Issue.record("\(value)") }
        }
        #expect(asked > 5000)
    }

    @Test func `orders by the [cd] folding first and then by the options`() {
        #expect(TextMatching.order("a", "A", c) == .equal)
        #expect(TextMatching.order("é", "f", c) == .less)
        #expect(TextMatching.order("e", "é", c) == .less)
        #expect(TextMatching.order("ez", "éa", c, profile: .records) == .greater)
        #expect(TextMatching.order("ez", "éa", c) == .less)
        #expect(TextMatching.order("A", "a", d) == .less)
        #expect(TextMatching.order("Z", "a", d, profile: .records) == .greater)
        #expect(TextMatching.order("Z", "a", d) == .less)
        for a in Self.samples {
            for b in Self.samples {
                for options: ComparisonOptions in [[], c, d, cd] {
                    for profile in TextProfile.allCases {
                        let order = TextMatching.order(a, b, options, profile: profile)
                        #expect(
                            TextMatching.order(b, a, options, profile: profile) == order.reversed)
                        if profile == .foundation, options.isEmpty { continue }
                        #expect((order == .equal) == TextMatching.equal(a, b, options))
                    }
                }
            }
        }
    }

    @Test func `the empty text begins, ends and is contained in nothing`() {
        for options: ComparisonOptions in [[], c, d, cd] {
            #expect(!TextMatching.beginsWith("a", "", options))
            #expect(!TextMatching.endsWith("a", "", options))
            #expect(!TextMatching.contains("a", "", options))
            #expect(!TextMatching.contains("", "", options))
            #expect(TextMatching.equal("", "", options))
        }
        #expect(!TextMatching.contains("é", "\u{301}", cd))
    }

    @Test func `a folded match does not cut a letter`() {
        for text in ["élan", "e\u{301}lan"] {
            #expect(!TextMatching.beginsWith(text, "E", c))
            #expect(TextMatching.beginsWith(text, "E", cd))
            #expect(TextMatching.beginsWith(text, "É", c))
            #expect(!TextMatching.contains(text, "e", c))
            #expect(!TextMatching.like(text, "e*", c))
            #expect(TextMatching.like(text, "?LAN", c))
        }
        #expect(!TextMatching.beginsWith("각", "가", c))
        #expect(TextMatching.contains("xe\u{301}e", "E", c))
        #expect(TextMatching.endsWith("caf\u{e9}", "E\u{301}", c))
        #expect(!TextMatching.endsWith("caf\u{e9}", "e", c))
    }

    @Test func `finds text at the beginning, the end and anywhere`() {
        #expect(TextMatching.beginsWith("Anna", "An"))
        #expect(!TextMatching.beginsWith("Anna", "an"))
        #expect(TextMatching.beginsWith("Anna", "AN", c))
        #expect(!TextMatching.beginsWith("An", "Anna"))
        #expect(TextMatching.endsWith("Anna", "na"))
        #expect(TextMatching.endsWith("ANNA", "na", c))
        #expect(TextMatching.contains("Hannah", "NN", c))
        #expect(!TextMatching.contains("Hannah", "NN"))
        #expect(TextMatching.contains("Größe", "SSE", c))
    }

    @Test func `searching text that repeats itself stays linear`() {
        let text = String(repeating: "a", count: 200_000)
        let part = String(repeating: "a", count: 50_000) + "b"
        var found = true
        let time = threadTime { found = TextMatching.contains(text, part) }
        #expect(!found)
        #expect(time < .seconds(20))
        #expect(TextMatching.contains(text + part + text, part))
    }

    @Test(arguments: [
        ("Anna", "A*", true), ("Anna", "a*", false), ("Anna", "*a", true), ("Anna", "A??a", true),
        ("Anna", "A?a", false), ("", "*", true), ("", "", true), ("", "?", false),
        ("a", "", false), ("Anna", "*n*n*", true), ("Anna", "*n*n*n*", false),
        ("a*b", "a\\*b", true), ("axb", "a\\*b", false), ("a?b", "a\\?b", true),
        ("a\\b", "a\\\\b", true), ("a\\", "a\\", true), ("😀", "?", true), ("e\u{301}", "?", false),
        ("e\u{301}", "??", true), ("line\nbreak", "line*break", true), ("abcabd", "*ab?", true),
        ("aab", "a*ab", true), ("ab", "ab*b", false), ("abb", "ab*b", true), ("a.b", "a.b", true),
        ("axb", "a.b", false), ("xay", "*?a?*", true), ("xa", "*?a?*", false),
    ])
    func `LIKE knows stars, question marks and escapes`(
        _ text: String, _ pattern: String, _ expected: Bool
    ) {
        #expect(TextMatching.like(text, pattern) == expected)
        #expect(
            TextMatching.like(text, pattern, cd) == expected || text.unicodeScalars.count == 2
                || text == "Anna")
    }

    @Test func `LIKE under options folds both sides`() {
        #expect(TextMatching.like("Élodie", "el*E", cd))
        #expect(TextMatching.like("STRASSE", "*ß*", c))
        #expect(TextMatching.like("é", "?", c))
        #expect(TextMatching.like("각", "?", c))
    }

    @Test func `LIKE does not explode`() {
        let text = String(repeating: "a", count: 100_000)
        let pattern = String(repeating: "*a", count: 200) + "*b"
        let time = threadTime { _ = TextMatching.like(text, pattern) }
        #expect(time < .seconds(20))
    }

    @Test func `MATCHES asks for the whole text`() throws {
        #expect(try TextMatching.matches("ada@example.com", "[a-z]+@[a-z]+\\.com"))
        #expect(try !TextMatching.matches("xada@example.com ", "[a-z]+@[a-z]+\\.com"))
        #expect(try TextMatching.matches("ab", "a|ab"))
        #expect(try TextMatching.matches("a", "a  # a comment".replacing("a  ", with: "(?x)a  ")))
        #expect(try TextMatching.matches("a.b", "\\Qa.b"))
        #expect(try !TextMatching.matches("a\n", "a"))
        #expect(try TextMatching.matches("ANNA", "anna", c))
        #expect(try TextMatching.matches("Zoë", "zoe", cd))
        #expect(try TextMatching.matches("한국", "[가-힣]{2}", cd))
        #expect(try !TextMatching.matches("한국", ".", cd))
        #expect(try TextMatching.matches("", ""))
    }

    @Test(arguments: ["(", "a)|(b", "[", "*", "a{2,1}"])
    func `an invalid pattern is an error that names it`(_ pattern: String) {
        let error = #expect(throws: EvaluationError.self) {
            try TextMatching.matches("a", pattern)
        }
        #expect(error?.code == .invalidPattern)
        #expect(error?.message.contains(pattern) == true)
    }

    @Test(arguments: ["(a+)+$", "(a|a)*c", "([a-z]+)*c"])
    func `a pattern that does not end is stopped`(_ pattern: String) {
        let text = String(repeating: "a", count: 60) + "!"
        let start = threadTime()
        let error = #expect(throws: EvaluationError.self) {
            try TextMatching.matches(text, pattern, timeLimit: 0.2)
        }
        #expect(error?.code == .patternTimeout)
        #expect(error?.message.contains("time limit of 0.2 seconds") == true)
        #expect(threadTime() - start < .seconds(5))
        // Without the limit ICU gives up by itself; that is no answer either.
        let second = #expect(throws: EvaluationError.self) {
            try TextMatching.matches(text, pattern, timeLimit: 3_600)
        }
        #expect(second?.code == .patternTimeout)
        #expect(
            second?.message.contains("limit of steps") == true
                || second?.message.contains("error of the regular expression engine") == true)
    }

    @Test func `a text too long for the engine is an error, not a wrong answer`() throws {
        let text = String(repeating: "a", count: 2_000_000)
        let error = #expect(throws: EvaluationError.self) {
            try TextMatching.matches(text, "(?:a|b)*")
        }
        #expect(error?.code == .patternTimeout)
        #expect(error?.message.contains("error of the regular expression engine") == true)
        #expect(try TextMatching.matches(String(text.prefix(20_000)), "(?:a|b)*"))
    }

    @Test func `sorts as people do`() {
        let sweden = Locale(identifier: "sv_SE")
        let english = Locale(identifier: "en_US")
        #expect(TextMatching.order("ä", "z", .localized, locale: sweden) == .greater)
        #expect(TextMatching.order("ä", "z", .localized, locale: english) == .less)
        #expect(TextMatching.order("a", "B", .localized, locale: english) == .less)
        #expect(TextMatching.order("a", "B", .literal) == .greater)
        #expect(TextMatching.order("a", "B", Ordering.TextOrder.caseInsensitive) == .less)
        #expect(TextMatching.order("a", "A", Ordering.TextOrder.caseInsensitive) == .equal)
        #expect(TextMatching.order("a", "A", .localizedCaseInsensitive, locale: english) == .equal)
        #expect(TextMatching.order("file9", "file10", .localizedStandard, locale: english) == .less)
        #expect(TextMatching.order("file9", "File10", .localizedStandard, locale: english) == .less)
        #expect(TextMatching.order("é", "e\u{301}", .localized, locale: english) == .equal)
    }
}
