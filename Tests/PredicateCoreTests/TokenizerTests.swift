import Testing

@testable import PredicateCore

struct TokenizerTests {
    @Test func `words are runs of letters and digits without case and accents`() {
        #expect(Tokenizer.tokens(of: "Hello, World 42!") == ["hello", "world", "42"])
        #expect(
            Tokenizer.tokens(of: "Œuvre d'été à Zürich") == ["œuvre", "d", "ete", "a", "zurich"])
        #expect(Tokenizer.tokens(of: "cafe\u{301} CAFÉ") == ["cafe", "cafe"])
        #expect(Tokenizer.tokens(of: "STRASSE Straße") == ["strasse", "strasse"])
        #expect(Tokenizer.tokens(of: "a_b-c.d") == ["a", "b", "c", "d"])
        #expect(Tokenizer.tokens(of: " \n\t…") == [])
        #expect(Tokenizer.tokens(of: "") == [])
    }

    @Test func `an apostrophe stands between words`() {
        #expect(Tokenizer.tokens(of: "Bob's l’eau") == ["bob", "s", "l", "eau"])
    }

    @Test func `Chinese characters and kana are words of their own`() {
        #expect(Tokenizer.tokens(of: "東京tower2") == ["東", "京", "tower2"])
        #expect(Tokenizer.tokens(of: "がく") == ["か", "く"])
        #expect(Tokenizer.tokens(of: "서울 강남").count == 2)
        #expect(Tokenizer.tokens(of: "Москва — Київ") == ["москва", "киів"])
    }

    @Test func `a query leaves out the words that are not looked for`() {
        #expect(Tokenizer.queryTokens(of: "The Bob and the Smith, bob") == ["bob", "smith"])
        #expect(Tokenizer.queryTokens(of: "it is not").isEmpty)
        #expect(Tokenizer.tokens(of: "the Bob") == ["the", "bob"])
        #expect(Tokenizer.stopWords.count == 33)
    }
}
