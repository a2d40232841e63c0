/// A line that is being typed, with its history: keys in, effects out.
///
/// It is a value without a terminal, so that tests can type. A library would be GNU readline, which
/// is under the GPL, or libedit; both need a package of the system, and `make demo` needs none.
///
///     var editor = LineEditor(history: ["City"])
///     editor.press(.up, complete: completer.complete)  // .redraw; editor.text is "City"
struct LineEditor {
    /// What the terminal shall do after a key.
    enum Effect: Equatable {
        case none, redraw, bell, clear
        /// The line was entered.
        case submit(String)
        /// Ctrl-C: the line was given up.
        case cancel
        /// Ctrl-D on an empty line.
        case end
        /// Several completions, to be shown below the line.
        case list([String])
    }

    /// The longest line, in characters.
    static let limit = 16_384

    private(set) var characters: [Character] = []
    /// How many characters stand before the cursor.
    private(set) var cursor = 0
    private(set) var history: [String]
    private var entry: Int
    private var draft = ""
    private var deleted: [Character] = []

    init(history: [String] = []) {
        self.history = history
        entry = history.count
    }

    /// The line.
    var text: String { String(characters) }

    /// What a key does; `complete` gives the completions of the text before the cursor.
    mutating func press(
        _ key: Key, complete: (String) -> Completion = { Completion(start: $0.endIndex) }
    ) -> Effect {
        switch key {
        case .text(let text): return insert(text)
        case .enter: return submit()
        case .tab: return self.complete(complete)
        case .backspace: return delete(from: cursor - 1, to: cursor)
        case .delete: return delete(from: cursor, to: cursor + 1)
        case .left: return move(to: cursor - 1)
        case .right: return move(to: cursor + 1)
        case .wordLeft: return move(to: wordStart())
        case .wordRight: return move(to: wordEnd())
        case .home: return move(to: 0)
        case .end: return move(to: characters.count)
        case .up: return recall(entry - 1)
        case .down: return recall(entry + 1)
        case .deleteToEnd: return keep(from: cursor, to: characters.count)
        case .deleteToStart: return keep(from: 0, to: cursor)
        case .deleteWord: return keep(from: spacedWordStart(), to: cursor)
        case .yank: return insert(String(deleted))
        case .interrupt:
            reset()
            return .cancel
        case .endOfInput:
            return characters.isEmpty ? .end : delete(from: cursor, to: cursor + 1)
        case .clearScreen: return .clear
        case .unknown: return .none
        }
    }

    /// Adds an entered line to the history; a repetition and a line that begins with a space are
    /// left out, as shells do.
    ///
    /// - Returns: Whether it was added.
    mutating func remember(_ line: String) -> Bool {
        defer { entry = history.count }
        guard !line.isEmpty, !line.hasPrefix(" "), history.last != line else { return false }
        history.append(line)
        return true
    }

    // MARK: Changes

    private mutating func insert(_ text: String) -> Effect {
        guard !text.isEmpty, characters.count + text.count <= LineEditor.limit else { return .bell }
        // A combining mark joins the character before it.
        let head = Array(String(characters[..<cursor]) + text)
        characters = head + characters[cursor...]
        cursor = head.count
        return .redraw
    }

    private mutating func delete(from start: Int, to end: Int) -> Effect {
        guard start >= 0, end <= characters.count, start < end else { return .bell }
        characters.removeSubrange(start..<end)
        cursor = start
        return .redraw
    }

    private mutating func keep(from start: Int, to end: Int) -> Effect {
        guard start < end else { return .bell }
        deleted = Array(characters[start..<end])
        return delete(from: start, to: end)
    }

    private mutating func move(to place: Int) -> Effect {
        guard place >= 0, place <= characters.count else { return .bell }
        cursor = place
        return .redraw
    }

    private mutating func submit() -> Effect {
        let line = text
        reset()
        return .submit(line)
    }

    private mutating func reset() {
        characters = []
        cursor = 0
        entry = history.count
    }

    private mutating func recall(_ place: Int) -> Effect {
        guard place >= 0, place <= history.count else { return .bell }
        if entry == history.count { draft = text }
        entry = place
        characters = Array(place == history.count ? draft : history[place])
        cursor = characters.count
        return .redraw
    }

    // MARK: Words

    private func isWord(_ place: Int) -> Bool {
        characters[place].isLetter || characters[place].isNumber || characters[place] == "_"
    }

    private func wordStart() -> Int {
        var place = cursor
        while place > 0, !isWord(place - 1) { place -= 1 }
        while place > 0, isWord(place - 1) { place -= 1 }
        return place
    }

    private func wordEnd() -> Int {
        var place = cursor
        while place < characters.count, !isWord(place) { place += 1 }
        while place < characters.count, isWord(place) { place += 1 }
        return place
    }

    /// Where the word before the cursor begins, words being what stands between spaces.
    private func spacedWordStart() -> Int {
        var place = cursor
        while place > 0, characters[place - 1] == " " { place -= 1 }
        while place > 0, characters[place - 1] != " " { place -= 1 }
        return place
    }

    // MARK: Completion

    private mutating func complete(_ complete: (String) -> Completion) -> Effect {
        let before = String(characters[..<cursor])
        let completion = complete(before)
        guard let first = completion.candidates.first else { return .bell }
        let typed = String(before[completion.start...])
        if completion.candidates.count == 1 {
            return replace(typed, by: first.last == "(" ? first : first + " ")
        }
        let common = completion.candidates.dropFirst().reduce(first) {
            LineEditor.commonPrefix($0, $1)
        }
        if common.count > typed.count { return replace(typed, by: common) }
        return .list(completion.candidates)
    }

    private mutating func replace(_ typed: String, by text: String) -> Effect {
        let start = cursor - typed.count
        characters.removeSubrange(start..<cursor)
        cursor = start
        return insert(text)
    }

    /// The beginning that two words share without regard to case, as the first writes it.
    private static func commonPrefix(_ a: String, _ b: String) -> String {
        String(
            zip(a, b).prefix { $0.0.lowercased() == $0.1.lowercased() }.map(\.0))
    }
}

/// What could stand in place of the end of a text.
struct Completion: Equatable {
    /// Where the word to be completed begins.
    var start: String.Index
    /// Whole words, sorted as they are shown.
    var candidates: [String] = []
}
