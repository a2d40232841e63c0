import Foundation

/// A script of devices and their steps: what YAML calls mappings, sequences and comments, a line each.
///
///     model: Notes.xcdatamodeld
///     devices: [phone, tablet]
///     steps:
///       - phone new Note milk: {title: Milk}
///       - sync
///       - tablet set milk:
///           title: Oat milk
///
/// The tool has no YAML library. Read are one level of keys, lists in brackets or with dashes, values
/// of a step in braces or a line each, and text plain or in quotes; anchors, text over several lines
/// and mappings within mappings are refused with their line.
struct MirrorScript {
    /// A value of a property, as it is written.
    enum Scalar: Hashable {
        case null
        /// Text without quotes, which may be a number or a date.
        case plain(String)
        /// Text in quotes.
        case quoted(String)
    }

    /// A step, and the line that it is on.
    struct Step {
        var line: Int
        var words: [String]
        var values: [(name: String, value: Scalar)] = []
    }

    /// The file as it was named.
    let path: String
    private(set) var model: (line: Int, path: String)?
    private(set) var configuration: String?
    private(set) var merge: (line: Int, name: String)?
    private(set) var devices: (line: Int, names: [String]) = (1, [])
    private(set) var steps: [Step] = []

    /// Reads a script.
    ///
    /// - Throws: ``Failure`` with the line of the first mistake.
    init(_ path: String) throws {
        try self.init(path, try SchemaFile.text(path))
    }

    init(_ path: String, _ text: String) throws {
        self.path = path
        var section = ""
        /// How far the dashes and the values of a step are to the right.
        var dash: Int?
        var acceptsValues = false
        var valueIndent: Int?
        // A regex would take the two characters that end a line on Windows for one that is no end.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (number, whole) in lines.enumerated() {
            let line = number + 1
            let indent = whole.prefix { $0 == " " }.count
            guard !whole.dropFirst(indent).hasPrefix("\t") else {
                throw failure(line, "a tab: YAML is indented by spaces")
            }
            var scanner = ScriptScanner(whole.dropFirst(indent), path, line)
            if scanner.isAtEnd { continue }
            if scanner.text.hasPrefix("---"), indent == 0, steps.isEmpty, section.isEmpty {
                continue
            }
            let isItem = scanner.take("- ") || scanner.text == "-"
            if indent == 0, !isItem {
                section = try scanner.key()
                (dash, acceptsValues) = (nil, false)
                try begin(section, &scanner, line)
                continue
            }
            if isItem {
                guard dash == nil || dash == indent else {
                    throw failure(line, "the dashes of a list stand one below the other")
                }
                dash = indent
                switch section {
                case "devices": devices.names.append(try scanner.word("a name"))
                case "steps":
                    let (step, isOpen) = try scanner.step()
                    steps.append(step)
                    (acceptsValues, valueIndent) = (isOpen, nil)
                default: throw failure(line, "'\(section)' is no list")
                }
                continue
            }
            guard acceptsValues, let dash, indent > dash, valueIndent ?? indent == indent else {
                throw failure(line, "expected '- ' and a step, or a value of the step above")
            }
            valueIndent = indent
            let name = try scanner.key()
            steps[steps.count - 1].values.append((name, try scanner.scalar(until: [])))
            try scanner.end()
        }
        guard !devices.names.isEmpty else {
            throw failure(devices.line, "the script names no devices: [phone, tablet]")
        }
        guard !steps.isEmpty else { throw failure(devices.line, "the script has no steps") }
    }

    private mutating func begin(
        _ section: String, _ scanner: inout ScriptScanner, _ line: Int
    ) throws {
        switch section {
        case "model": model = (line, try scanner.word("a path"))
        case "configuration": configuration = try scanner.word("a name")
        case "merge": merge = (line, try scanner.word("field or record"))
        case "devices":
            devices.line = line
            if !scanner.isAtEnd { devices.names = try scanner.list() }
        case "steps":
            guard scanner.isAtEnd else { throw failure(line, "the steps stand below, a line each") }
        default:
            throw failure(
                line,
                "'\(section)' is no part of a script; it has model, configuration, merge, devices "
                    + "and steps")
        }
    }

    /// A mistake of the script, with its place.
    func failure(_ line: Int, _ text: String) -> Failure {
        Failure(.usage, "\(path):\(line): \(text)")
    }
}

/// Reads what stands on one line of a script.
struct ScriptScanner {
    private(set) var text: Substring
    private let path: String
    private let line: Int

    init(_ text: Substring, _ path: String, _ line: Int) {
        self.text = text
        self.path = path
        self.line = line
    }

    /// Whether nothing is left but a comment.
    var isAtEnd: Bool {
        let rest = text.drop { $0 == " " }
        return rest.isEmpty || rest.first == "#"
    }

    private func failure(_ text: String) -> Failure { Failure(.usage, "\(path):\(line): \(text)") }

    mutating func take(_ start: String) -> Bool {
        guard text.hasPrefix(start) else { return false }
        text = text.dropFirst(start.count)
        return true
    }

    private mutating func skipSpaces() { text = text.drop { $0 == " " } }

    /// A key and its colon.
    mutating func key() throws -> String {
        skipSpaces()
        let name: String
        if let quote = text.first, quote == "\"" || quote == "'" {
            name = try quoted()
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            name = text[..<end].trimmingCharacters(in: .whitespaces)
            text = text[end...]
        }
        skipSpaces()
        guard !name.isEmpty, take(":"), text.isEmpty || text.first == " " || text.first == "{"
        else {
            throw failure("expected 'name: value'")
        }
        skipSpaces()
        return name
    }

    /// A value up to one of the characters, or to the end of the line.
    mutating func scalar(until ends: Set<Character>) throws -> MirrorScript.Scalar {
        skipSpaces()
        if let first = text.first {
            if first == "\"" || first == "'" { return .quoted(try quoted()) }
            if "&*!|>{[%@`".contains(first) {
                throw failure("'\(first)' begins what the tool does not read; put text in quotes")
            }
        }
        var value = text
        var place = text.startIndex
        while place < text.endIndex {
            let character = text[place]
            let isComment =
                character == "#" && place > text.startIndex
                && text[text.index(before: place)] == " "
            if ends.contains(character) || isComment {
                value = text[..<place]
                break
            }
            place = text.index(after: place)
        }
        text = text[place...]
        let trimmed = value.trimmingCharacters(in: .whitespaces)
        return ["", "~", "null"].contains(trimmed) ? .null : .plain(trimmed)
    }

    private mutating func quoted() throws -> String {
        guard let quote = text.popFirst() else { return "" }
        var made = ""
        while let character = text.popFirst() {
            if character == quote {
                guard quote == "'", text.first == "'" else { return made }
                text.removeFirst()
                made.append("'")
            } else if character == "\\", quote == "\"" {
                switch text.popFirst() {
                case "n"?: made.append("\n")
                case "t"?: made.append("\t")
                case "\""?: made.append("\"")
                case "\\"?: made.append("\\")
                default: throw failure("of escapes, \\n, \\t, \\\" and \\\\ are read")
                }
            } else {
                made.append(character)
            }
        }
        throw failure("the quote has no end on its line")
    }

    /// A value that is text.
    mutating func word(_ what: String) throws -> String {
        switch try scalar(until: []) {
        case .plain(let text), .quoted(let text):
            try end()
            return text
        case .null: throw failure("expected \(what)")
        }
    }

    /// A list of names such as `[phone, tablet]`.
    mutating func list() throws -> [String] {
        guard take("[") else { throw failure("expected a list: [phone, tablet]") }
        var names: [String] = []
        repeat {
            switch try scalar(until: [",", "]"]) {
            case .plain(let name), .quoted(let name): names.append(name)
            case .null: throw failure("a name of the list is missing")
            }
            skipSpaces()
        } while take(",")
        guard take("]") else { throw failure("the list has no ']' on its line") }
        try end()
        return names
    }

    /// A step, and whether its values may stand below.
    mutating func step() throws -> (MirrorScript.Step, isOpen: Bool) {
        var step = MirrorScript.Step(line: line, words: [])
        skipSpaces()
        let words: Substring
        var isOpen = false
        let comment = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
        if let colon = text.firstIndex(of: ":"), colon < comment {
            words = text[..<colon]
            text = text[text.index(after: colon)...]
            isOpen = true
        } else {
            words = text[..<comment]
            text = text[comment...]
        }
        step.words = words.split(separator: " ").map(String.init)
        guard !step.words.isEmpty else { throw failure("expected a step after the dash") }
        skipSpaces()
        guard !isAtEnd else { return (step, isOpen) }
        guard take("{") else { throw failure("expected the values in braces: {title: Milk}") }
        skipSpaces()
        while !text.hasPrefix("}") {
            let name = try key()
            step.values.append((name, try scalar(until: [",", "}"])))
            skipSpaces()
            guard take(",") else { break }
            skipSpaces()
        }
        guard take("}") else { throw failure("the values have no '}' on their line") }
        try end()
        return (step, false)
    }

    /// Refuses what stands behind.
    mutating func end() throws {
        guard isAtEnd else { throw failure("unexpected text: \(text)") }
    }
}
