import Foundation

/// Lines typed at a terminal, or read from standard input that is none.
final class LineReader {
    private var editor: LineEditor
    private var decoder = KeyDecoder()
    private let history: ShellHistory
    private let prompt: String
    private var keys: [Key] = []
    private var hasWarned = false
    /// Whether lines are typed at a terminal.
    let isInteractive: Bool

    init(prompt: String, history: ShellHistory = ShellHistory()) {
        self.prompt = prompt
        self.history = history
        isInteractive =
            isatty(STDIN_FILENO) == 1 && Terminal.isOutput
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        editor = LineEditor(history: isInteractive ? history.load() : [])
    }

    /// The next line; nil at the end.
    ///
    /// - Parameter complete: The completions of the text before the cursor.
    func next(complete: (String) -> Completion) throws -> String? {
        guard isInteractive else { return try LineReader.nextOfInput() }
        let saved = try LineReader.enterRawMode()
        defer { LineReader.restore(saved) }
        draw()
        while true {
            guard let key = nextKey() else {
                put("\r\n")
                return nil
            }
            switch editor.press(key, complete: complete) {
            case .none: break
            case .redraw: draw()
            case .bell: put("\u{07}")
            case .clear:
                put("\u{1B}[H\u{1B}[2J")
                draw()
            case .cancel:
                put("^C\r\n")
                draw()
            case .end:
                put("\r\n")
                return nil
            case .list(let candidates):
                put("\r\n" + LineReader.columns(candidates, width: width) + "\r\n")
                draw()
            case .submit(let line):
                put("\r\n")
                keep(line)
                return line
            }
        }
    }

    /// The next line of standard input; nil at the end.
    static func nextOfInput() throws -> String? {
        errno = 0
        let line = readLine(strippingNewline: true)
        // Of a directory or a closed descriptor there is no line either.
        if line == nil, errno != 0 {
            throw Failure.system("cannot be read", path: "standard input")
        }
        return line
    }

    private func keep(_ line: String) {
        guard editor.remember(line) else { return }
        do { try history.append(line) } catch {
            // Said once: the shell works without the file.
            if !hasWarned { Failure(error).report() }
            hasWarned = true
        }
    }

    private func nextKey() -> Key? {
        while keys.isEmpty {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            keys = decoder.keys(bytes.prefix(count))
        }
        return keys.removeFirst()
    }

    // MARK: The terminal

    /// Bytes come one by one, without echo and without signals of keys.
    static func enterRawMode() throws -> termios {
        var saved = termios()
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else {
            throw Failure.system("cannot read the terminal's mode")
        }
        var raw = saved
        raw.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR | IGNCR)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else {
            throw Failure.system("cannot set the terminal's mode")
        }
        return saved
    }

    static func restore(_ saved: termios) {
        var saved = saved
        tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
    }

    private func put(_ text: String) { Terminal.write(Array(text.utf8), to: STDOUT_FILENO) }

    private var width: Int { max(20, Terminal.columns() ?? 80) }

    private func draw() {
        let shown = LineReader.window(
            editor.characters, cursor: editor.cursor,
            width: max(8, width - DisplayWidth.of(prompt) - 1))
        let column = DisplayWidth.of(prompt) + shown.column
        put(
            "\r" + Style.boldCyan(prompt) + shown.text + "\u{1B}[K\r"
                + (column > 0 ? "\u{1B}[\(column)C" : ""))
    }

    /// The part of a line that fits with the cursor in it, and the column of the cursor in the part.
    static func window(
        _ characters: [Character], cursor: Int, width: Int
    ) -> (text: String, column: Int) {
        let widths = characters.map { DisplayWidth.of(DisplayWidth.printable(String($0))) }
        var start = 0
        var column = widths[..<cursor].reduce(0, +)
        while column > width - 1, start < cursor {
            column -= widths[start]
            start += 1
        }
        var text = ""
        var used = 0
        for place in start..<characters.count {
            used += widths[place]
            if used > width { break }
            text += DisplayWidth.printable(String(characters[place]))
        }
        return (text, column)
    }

    /// Words in as many columns as fit.
    static func columns(_ words: [String], width: Int) -> String {
        let cell = (words.map { DisplayWidth.of($0) }.max() ?? 0) + 2
        let perRow = max(1, width / cell)
        return stride(from: 0, to: words.count, by: perRow).map { start in
            words[start..<min(start + perRow, words.count)].map { word in
                word + String(repeating: " ", count: cell - DisplayWidth.of(word))
            }.joined()
        }.joined(separator: "\r\n")
    }
}
