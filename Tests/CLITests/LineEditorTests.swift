import Testing

@testable import CLI

/// What is typed at the prompt of the shell, without a terminal.
@Suite struct LineEditorTests {
    private static let escape = "\u{1B}"

    /// Types bytes as a terminal sends them; gives the line, the cursor and the last effect.
    private func type(
        _ bytes: String, history: [String] = [],
        complete: (String) -> Completion = { Completion(start: $0.endIndex) }
    ) -> (line: String, cursor: Int, effect: LineEditor.Effect) {
        var editor = LineEditor(history: history)
        var decoder = KeyDecoder()
        var effect = LineEditor.Effect.none
        for key in decoder.keys(bytes.utf8) { effect = editor.press(key, complete: complete) }
        return (editor.text, editor.cursor, effect)
    }

    @Test(arguments: [
        ("ab\u{1B}[Dc", "acb", 2),
        ("ab\u{01}c\u{05}d", "cabd", 4),
        ("ab\u{1B}OHc\u{1B}OFd", "cabd", 4),
        ("abc\u{02}\u{02}\u{0B}", "a", 1),
        ("abc\u{02}\u{15}", "c", 0),
        ("one  two  \u{17}", "one  ", 5),
        ("one two\u{17}\u{01}\u{19}", "twoone ", 3),
        ("one two\u{1B}b\u{1B}bx", "xone two", 1),
        ("one two\u{01}\u{1B}fx", "onex two", 4),
        ("one two\u{1B}[1;5Dx", "one xtwo", 5),
        ("abc\u{01}\u{04}\u{1B}[3~", "c", 0),
        ("Zürich\u{7F}\u{7F}", "Züri", 4),
        ("東京\u{1B}[Dx", "東x京", 2),
        ("e\u{301}x\u{7F}\u{7F}", "", 0),
        ("👩‍👩‍👧\u{7F}", "", 0),
        ("a\u{1B}[200~b\u{1B}[99Zc\u{1B}Xd", "abcd", 4),
    ])
    func `keys change the line`(bytes: String, line: String, cursor: Int) {
        let typed = type(bytes)
        #expect(typed.line == line)
        #expect(typed.cursor == cursor)
    }

    @Test func `a combining mark joins the character before it`() {
        var editor = LineEditor()
        for text in ["e", "\u{301}"] {
            let effect = editor.press(.text(text))
            #expect(effect == .redraw)
        }
        #expect(editor.characters == ["é"] && editor.cursor == 1)
    }

    @Test func `bytes may come one by one, and sequences cut anywhere`() {
        for text in ["zü東\u{1B}[Dx", "a\u{1B}[1;5Cb\u{1B}[3~", "👩‍👩‍👧\u{1B}OD"] {
            var whole = KeyDecoder()
            var parts = KeyDecoder()
            var (one, other) = (LineEditor(), LineEditor())
            for key in whole.keys(text.utf8) { _ = one.press(key) }
            for byte in text.utf8 {
                for key in parts.keys([byte]) { _ = other.press(key) }
            }
            #expect(one.text == other.text && one.cursor == other.cursor, "\(text)")
            #expect(!parts.isWaiting)
        }
    }

    @Test func `bytes that are no text do no harm`() {
        var random = SystemRandomNumberGenerator()
        var editor = LineEditor(history: ["a", "b"])
        var decoder = KeyDecoder()
        for _ in 0..<20_000 {
            let byte = UInt8.random(in: 0...255, using: &random)
            for key in decoder.keys([byte]) { _ = editor.press(key) }
            #expect(editor.cursor >= 0 && editor.cursor <= editor.characters.count)
        }
        // A sequence without an end is not waited for.
        var other = KeyDecoder()
        let keys = other.keys(Array("\u{1B}[".utf8) + [UInt8](repeating: 0x30, count: 99))
        #expect(keys == [.unknown] && !other.isWaiting)
    }

    @Test func `the history comes back, and the draft after it`() {
        let (up, down) = ("\u{1B}[A", "\u{1B}[B")
        #expect(type("dr\(up)", history: ["a", "b"]).line == "b")
        #expect(type("dr\(up)\(up)", history: ["a", "b"]).line == "a")
        #expect(type("dr\(up)\(up)\(up)", history: ["a", "b"]).effect == .bell)
        #expect(type("dr\(up)\(up)\(down)\(down)", history: ["a", "b"]).line == "dr")
        var editor = LineEditor()
        let kept = ["City", "City", " secret", ""].map { editor.remember($0) }
        #expect(kept == [true, false, false, false])
        let effect = editor.press(.up)
        #expect(effect == .redraw && editor.text == "City")
    }

    @Test func `entering, giving up and leaving`() {
        #expect(type("City\r").effect == .submit("City"))
        let cancelled = type("City\u{03}")
        #expect(cancelled.effect == .cancel && cancelled.line.isEmpty)
        #expect(type("\u{04}").effect == .end)
        #expect(type("x\u{04}").effect == .bell)
        #expect(type("x\u{0C}").effect == .clear)
        #expect(type(String(repeating: "x", count: LineEditor.limit + 1)).line.isEmpty)
    }

    @Test func `what is shown fits, with the cursor in it`() {
        let line = Array("ab東京cd")
        #expect(LineReader.window(line, cursor: 6, width: 20) == ("ab東京cd", 8))
        let cut = LineReader.window(line, cursor: 6, width: 5)
        #expect(cut == ("京cd", 4))
        let start = LineReader.window(line, cursor: 0, width: 5)
        #expect(start == ("ab", 0) || start == ("ab東", 0))
        for width in 4...12 {
            for cursor in 0...line.count {
                let shown = LineReader.window(line, cursor: cursor, width: width)
                #expect(shown.column < width && DisplayWidth.of(shown.text) <= width)
            }
        }
    }

    // MARK: Completion

    private static let completer = ShellCompleter(
        ShellCatalogue(types: [
            "City": [
                .init(name: "name", isText: true), .init(name: "population", isText: false),
                .init(name: "place", isText: false), .init(name: "between", isText: false),
            ], "Country": [.init(name: "code", isText: true)],
        ]), variables: ["since"])

    @Test(arguments: [
        ("Cou", "Country "), ("c", "c"), ("City wh", "City where "),
        ("City where pop", "City where population "),
        ("City where name beg", "City where name BEGINSWITH "),
        ("City where population b", "City where population BETWEEN "),
        ("City where name == $s", "City where name == $since "),
        ("City where bet", "City where #between "), ("City where #b", "City where #between "),
        ("City where #between b", "City where #between BETWEEN "),
        ("City order by bet", "City order by between "),
        ("City where name == 'a' o", "City where name == 'a' o"),
        ("City where name == 'a' and pop", "City where name == 'a' and population "),
        ("City where (pop", "City where (population "),
        ("City order b", "City order by "),
        ("City order by population de", "City order by population desc "),
        ("City select su", "City select sum("),
        ("City select sum(pop", "City select sum(population "),
        ("City group by na", "City group by name "),
        (".ty", ".types "), (".fields Cit", ".fields City "), (".format m", ".format markdown "),
        ("explain Cou", "explain Country "),
    ])
    func `Tab completes`(typed: String, line: String) {
        #expect(type(typed + "\t", complete: Self.completer.complete).line == line)
    }

    @Test func `Tab lists what there is`() {
        #expect(
            type("City where p\t", complete: Self.completer.complete).effect
                == .list(["population", "place"]))
        let operators = Self.completer.complete("City where name ").candidates
        #expect(operators.contains("CONTAINS") && !operators.contains("limit"))
        let after = Self.completer.complete("City where name == 'a' ").candidates
        #expect(after.contains("AND") && after.contains("order by") && !after.contains("where"))
        #expect(
            type("City where name == 'a b\t", complete: Self.completer.complete).effect == .bell)
        #expect(type("Nothing where p\t", complete: Self.completer.complete).effect == .bell)
    }
}
