/// One piece of a Swift source.
struct SourceToken: Hashable {
    /// What a piece can be.
    enum Kind: Hashable {
        /// A name or a keyword.
        case word
        /// A name in backticks, without them.
        case quotedWord
        /// One character, or `->`.
        case punctuation
        /// A text or a number; what it says does not matter here.
        case literal
        /// The end of a line.
        case lineEnd
    }

    /// What it is.
    var kind: Kind
    /// What it says.
    var text: String
    /// Where it begins, counted from 1.
    var line: Int
    /// The `#if` conditions around it that only the compiler can decide.
    var condition: String?

    /// Whether it is this punctuation.
    func isMark(_ mark: String) -> Bool { kind == .punctuation && text == mark }

    /// Whether it is this keyword.
    func isWord(_ word: String) -> Bool { kind == .word && text == word }

    /// Whether it is a name, in backticks or not.
    var isName: Bool { kind == .word || kind == .quotedWord }
}

/// The tokens as they may stand in a source again.
func sourceText(_ tokens: some Sequence<SourceToken>) -> String {
    var text = ""
    for token in tokens {
        switch token.kind {
        case .punctuation:
            switch token.text {
            case ",", ":": text += token.text + " "
            case "->", "&": text += " \(token.text) "
            default: text += token.text
            }
        case .word, .quotedWord, .literal:
            if let last = text.last, last.isLetter || last == "_" || last.isNumber || last == "`" {
                text += " "
            }
            text += token.kind == .quotedWord ? "`\(token.text)`" : token.text
        case .lineEnd:
            break
        }
    }
    return text
}

/// A name, in backticks where it could be read otherwise.
func quotedIfNeeded(_ name: String) -> String {
    let isPlain =
        name.first.map { !$0.isNumber } == true
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !SwiftKeywords.reserved.contains(name) ? name : "`\(name)`"
}

/// Words that mean something to Swift.
enum SwiftKeywords {
    /// Those that cannot be names without backticks.
    static let reserved: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
        "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
        "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough",
        "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true",
        "try", "Type", "Protocol",
    ]

    /// Those that stand before a declaration.
    static let modifiers: Set<String> = [
        "public", "open", "internal", "private", "fileprivate", "package", "final", "static",
        "override", "dynamic", "weak", "unowned", "lazy", "required", "convenience", "mutating",
        "nonmutating", "optional", "indirect", "nonisolated", "isolated", "borrowing",
        "consuming", "distributed",
    ]

    /// Those that say who may use a declaration.
    static let access: Set<String> = [
        "public", "open", "internal", "private", "fileprivate", "package",
    ]
}
