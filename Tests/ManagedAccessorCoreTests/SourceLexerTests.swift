import Testing

@testable import ManagedAccessorCore

@Suite struct SourceLexerTests {
    private func words(_ source: String, _ evaluator: ConditionEvaluator = ConditionEvaluator())
        -> [String]
    {
        SourceLexer.tokens(of: source, conditions: evaluator)
            .filter { $0.isName }.map { ($0.condition.map { "[\($0)]" } ?? "") + $0.text }
    }

    @Test func `comments and texts are left out`() {
        #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
        #expect(words(#"a "b \(c + "d \(e)") f" g"#) == ["a", "g"])
        #expect(words("a \"\"\"\n b \"c\" \n\"\"\" d") == ["a", "d"])
        #expect(words(##"a #"b " \(c) \#(d) "# e"##) == ["a", "e"])
        #expect(words("a #/b \"/# c") == ["a", "c"])
        #expect(words("let `default`: `a b`") == ["let", "default", "a b"])
    }

    @Test func `regular expressions are left out, divisions are not`() {
        #expect(words("let a = /}/\nb") == ["let", "a", "b"])
        #expect(words("let a = /[{\"]/.ignoresCase()\nb") == ["let", "a", "ignoresCase", "b"])
        #expect(words("f(/\"\\/\"/, [/`/], x: /`/) { /{/ } b") == ["f", "x", "b"])
        #expect(words("/\"/\nreturn /'\"/ b\na ? /\"/ : /\"/") == ["return", "b", "a"])
        #expect(words("#if os(iOS)\nlet a = /\"\"\"/\n#endif\nb") == ["b"])
        #expect(words("a / b / c\na /b/ c") == ["a", "b", "c", "a", "b", "c"])
        #expect(words("a/b/c, f() /b/ c, 1/a/b") == ["a", "b", "c", "f", "b", "c", "a", "b"])
        #expect(
            words("x! /b/ c; x?/b/c; x.in/b/c") == ["x", "c", "x", "b", "c", "x", "in", "b", "c"])
        #expect(words("a? /= b.map { $0/2 }\na! /= b/c") == ["a", "b", "map", "$0", "a", "b", "c"])
        #expect(words("reduce(1, /) + (a/b) + (/)") == ["reduce", "a", "b"])
        #expect(words("f(/A.b) + f(/C.d)\n= /a") == ["f", "A", "b", "f", "C", "d", "a"])
        #expect(words("a = /* b */ c // d /e/") == ["a", "c"])
    }

    @Test func `lines are counted through texts and comments`() {
        let tokens = SourceLexer.tokens(
            of: "/*\n*/ a\n\"\"\"\nx\n\"\"\"\nb", conditions: ConditionEvaluator())
        #expect(tokens.filter(\.isName).map(\.line) == [2, 6])
    }

    @Test func `what another system compiles is left out`() {
        #expect(words("#if os(macOS)\na\n#elseif os(Linux)\nb\n#else\nc\n#endif\nd") == ["b", "d"])
        #expect(words("#if canImport(UIKit)\na\n#else\nb\n#endif") == ["b"])
        #expect(words("#if canImport(_Concurrency)\na\n#else\nb\n#endif") == ["a"])
        #expect(words("#if canImport(CoreData) && !os(iOS)\na\n#endif") == ["a"])
        #expect(words("#if targetEnvironment(simulator)\na\n#endif") == [])
    }

    @Test func `what only the compiler knows keeps its condition`() {
        #expect(
            words("#if DEBUG // mine\na\n#else\nb\n#endif\nc") == [
                "[(DEBUG)]a", "[!(DEBUG)]b", "c",
            ])
        #expect(
            words("#if DEBUG\n#if swift(>=6)\na\n#endif\n#endif")
                == ["[(DEBUG) && (swift(>=6))]a"])
        #expect(
            words("#if canImport(CHelper)\na\n#else\nb\n#endif") == [
                "[(canImport(CHelper))]a", "[!(canImport(CHelper))]b",
            ])
        #expect(
            words("#if canImport(Kit)\na\n#endif", ConditionEvaluator(modules: ["Kit"])) == ["a"])
        #expect(words("#if canImport(UIKit.UIView) || canImport(os)\na\n#endif") == [])
        #expect(words("#if FAST\na\n#endif", ConditionEvaluator(defined: ["FAST"])) == ["a"])
        #expect(
            words("#if DEBUG && os(iOS)\na\n#elseif A || os(Linux)\nb\n#else\nc\n#endif") == ["b"])
    }

    @Test(arguments: [
        "\"", "\"\"\"", "/*", "`", "#\"", "\"\\(", "#if", "/", "/\\", "#endif", "@", "#", "\"\\(",
    ])
    func `an end in the middle does no harm`(source: String) {
        _ = SourceLexer.tokens(of: source, conditions: ConditionEvaluator())
        var sources = ScannedSources()
        SourceScanner.scan(
            "class A: B { @NSManaged var \(source)", file: "A.swift",
            conditions: ConditionEvaluator(), into: &sources)
        #expect(sources.types.count == 1)
    }
}
