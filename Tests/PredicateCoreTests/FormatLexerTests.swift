import Testing

@testable import PredicateCore

@Suite struct `Format lexer` {
    private func kinds(_ format: String) -> [Token.Kind] {
        var lexer = FormatLexer(format)
        var kinds: [Token.Kind] = []
        while true {
            let token = lexer.next()
            if token.kind == .end { return kinds }
            kinds.append(token.kind)
        }
    }

    private func content(_ format: String) throws -> String {
        var lexer = FormatLexer(format)
        return try lexer.content(of: lexer.next())
    }

    @Test func `knows every mark`() {
        #expect(
            kinds("( ) [ ] { } , . := + - * / ** & | ^ << >> ~") == [
                .leftParen, .rightParen, .leftBracket, .rightBracket, .leftBrace, .rightBrace,
                .comma, .dot, .assign, .plus, .minus, .star, .slash, .power, .ampersand, .bar,
                .caret, .shiftLeft, .shiftRight, .tilde,
            ])
        #expect(
            kinds("= == != <> < <= =< > >= =>") == [
                .equal, .equal, .notEqual, .notEqual, .less, .lessOrEqual, .lessOrEqual, .greater,
                .greaterOrEqual, .greaterOrEqual,
            ])
        #expect(kinds("&& || !") == [.and, .or, .not])
    }

    @Test func `knows every reserved word in any case`() {
        for (word, kind) in Keywords.all {
            #expect(kinds(word) == [kind])
            #expect(kinds(word.uppercased()) == [kind])
            #expect(kinds(word.prefix(1).uppercased() + word.dropFirst()) == [kind])
            #expect(kinds(word + "x") == [.word])
            #expect(kinds("_" + word) == [.word])
        }
    }

    @Test func `takes letters of every script as words`() {
        #expect(kinds("naïve 名前 😀 _x1 été9") == [.word, .word, .word, .word, .word])
    }

    @Test(arguments: ["“", "–", "≤", "\u{A0}", "?", ";", "`", "\u{1}", "\u{0}", "===", "!=="])
    func `has no meaning for marks of other languages`(format: String) {
        #expect(kinds(format) == [.invalid])
    }

    @Test func `reads numbers whole`() {
        #expect(kinds("1 1.5 .5 1e5 1.5E-7 0x1F") == Array(repeating: .number, count: 6))
        #expect(kinds("1.a") == [.number, .dot, .word])
        #expect(kinds("12abc") == [.badNumber])
        #expect(kinds("1e") == [.badNumber])
        #expect(kinds("0x") == [.badNumber])
    }

    @Test func `reads names with signs`() {
        #expect(
            kinds("$x $1 #max @count #'a b' $\"v\"") == [
                .variable, .variable, .key, .collection, .key, .variable,
            ])
        #expect(kinds("add:to: a:=") == [.selector, .word, .assign])
    }

    @Test func `reads specifiers whole`() {
        let formats = "%@ %K %d %2$@ %lld %zd %hhd %la %% %k"
        #expect(kinds(formats) == Array(repeating: .specifier, count: 10))
    }

    @Test(arguments: [
        ("'a'", "a"), ("\"it's\"", "it's"), (#"'\''"#, "'"), (#"'\"'"#, "\""), (#"'\\'"#, "\\"),
        (#"'\n\t\r'"#, "\n\t\r"), (#"'\a\b\f\v'"#, "\u{7}\u{8}\u{C}\u{B}"),
        (#"'\101\7'"#, "A\u{7}"),
        (#"'\x41\xe9'"#, "Aé"), (#"'\u00e9'"#, "é"), (#"'\X41\U00E9'"#, "Aé"),
        (#"'\ud83d\ude00'"#, "😀"), (#"'\d'"#, "d"),
        ("'%@ %%'", "%@ %%"), ("'a\nb'", "a\nb"),
    ])
    func `reads every escape`(format: String, text: String) throws {
        #expect(try content(format) == text)
    }

    @Test(arguments: [#"'\u12'"#, #"'\ud83d'"#, #"'\ude00'"#, #"'\xg'"#])
    func `refuses escapes that say no character`(format: String) {
        #expect(throws: FormatLexer.EscapeProblem.self) { try content(format) }
    }

    @Test(arguments: ["'a", "\"", "'a\\'", "#'a"])
    func `notices quotes that are not closed`(format: String) {
        #expect(kinds(format) == [.unclosed])
    }
}
