import Foundation

/// What is known of the terminal, if there is one.
enum Terminal {
    /// Whether standard output goes to a terminal.
    static let isOutput = isatty(STDOUT_FILENO) == 1
    /// Whether standard error goes to a terminal.
    static let isError = isatty(STDERR_FILENO) == 1

    /// Whether what is printed may be coloured; `NO_COLOR` and `TERM=dumb` switch it off,
    /// `CLICOLOR_FORCE` on.
    static let hasColour = wantsColour(isOutput)
    /// The same for standard error.
    static let errorHasColour = wantsColour(isError)

    private static func wantsColour(_ isTerminal: Bool) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        if let force = environment["CLICOLOR_FORCE"], force != "0" { return true }
        if let no = environment["NO_COLOR"], !no.isEmpty { return false }
        return isTerminal && environment["TERM"] != "dumb"
    }

    /// Columns of the terminal; nil when output goes elsewhere.
    ///
    /// `COLUMNS` wins.
    static func columns(of file: Int32 = STDOUT_FILENO) -> Int? {
        if let text = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(text),
            columns > 0
        {
            return columns
        }
        var size = winsize()
        guard isatty(file) == 1, ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    /// Writes a line to standard error.
    static func note(_ text: String) {
        ProgressBar.clearCurrent()
        write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes bytes whole; false where the file does not take them, with the reason in `errno`.
    ///
    /// What cannot be written to standard error is dropped.
    @discardableResult
    static func write(_ bytes: some ContiguousBytes, to file: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer -> Bool in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
            while rest.count > 0 {
                let count = Foundation.write(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}

/// A way in which text stands out.
enum Style: String {
    case bold = "1"
    case dim = "2"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case boldRed = "1;31"
    case boldCyan = "1;36"

    /// The text in this style, or as it is when there is no colour.
    func callAsFunction(_ text: String, _ colour: Bool = Terminal.hasColour) -> String {
        colour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
