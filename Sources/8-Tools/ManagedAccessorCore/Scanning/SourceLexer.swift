import Foundation

/// Cuts a Swift source into tokens; comments are left out, and so are parts that an `#if` excludes.
struct SourceLexer {
    private let bytes: [UInt8]
    private let conditions: ConditionEvaluator
    private var position = 0
    private var line = 1
    private var tokens: [SourceToken] = []
    private var branches: [ConditionBranch] = []
    /// What stands before this place, in a part that is left out too.
    private var previous: (kind: SourceToken.Kind, text: String) = (.lineEnd, "\n")

    /// The tokens of a source.
    static func tokens(of source: String, conditions: ConditionEvaluator) -> [SourceToken] {
        var lexer = SourceLexer(bytes: Array(source.utf8), conditions: conditions)
        lexer.run()
        return lexer.tokens
    }

    private mutating func run() {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\n"):
                emit(.lineEnd, "\n")
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                skipComment()
            case UInt8(ascii: "/"):
                slash()
            case UInt8(ascii: "#"):
                hash()
            case UInt8(ascii: "\""):
                skipText(hashes: 0)
                emit(.literal, "\"\"")
            case UInt8(ascii: "`"):
                quoted()
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
                emit(.punctuation, "->")
                position += 2
            default:
                if byte.startsName {
                    emit(.word, takeName())
                } else if byte.isDigit {
                    number()
                } else {
                    emit(.punctuation, String(UnicodeScalar(byte)))
                    position += 1
                }
            }
        }
    }

    // MARK: Names and numbers

    private func peek(_ distance: Int) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private mutating func emit(_ kind: SourceToken.Kind, _ text: String) {
        previous = (kind, text)
        guard branches.allSatisfy(\.isActive) else { return }
        let unknown = branches.compactMap(\.carried)
        tokens.append(
            SourceToken(
                kind: kind, text: text, line: line,
                condition: unknown.isEmpty ? nil : unknown.joined(separator: " && ")))
    }

    private mutating func takeName() -> String {
        let start = position
        while position < bytes.count, bytes[position].continuesName { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() {
        let start = position + 1
        position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "`"),
            bytes[position] != UInt8(ascii: "\n")
        { position += 1 }
        emit(.quotedWord, String(decoding: bytes[start..<position], as: UTF8.self))
        if peek(0) == UInt8(ascii: "`") { position += 1 }
    }

    private mutating func number() {
        while position < bytes.count,
            bytes[position].continuesName
                || (bytes[position] == UInt8(ascii: ".") && peek(1).isDigit)
        { position += 1 }
        emit(.literal, "0")
    }

    // MARK: Directives

    /// `#if` and its like, `#"raw texts"#`, and macros.
    private mutating func hash() {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if peek(hashes) == UInt8(ascii: "\"") {
            position += hashes
            skipText(hashes: hashes)
            emit(.literal, "\"\"")
            return
        }
        if peek(hashes) == UInt8(ascii: "/") {
            skipPattern(hashes: hashes)
            emit(.literal, "\"\"")
            return
        }
        position += 1
        let word = takeName()
        switch word {
        case "if", "elseif", "else", "endif":
            directive(word, condition: takeCondition())
        case "sourceLocation", "warning", "error":
            skipLine()
        default:
            emit(.word, "#" + word)
        }
    }

    private mutating func takeCondition() -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        let line = String(decoding: bytes[start..<position], as: UTF8.self)
        let parts = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first ?? "").trimmingCharacters(in: .whitespaces)
    }

    private mutating func directive(_ word: String, condition: String) {
        switch word {
        case "if":
            branches.append(ConditionBranch(condition, conditions.evaluate(condition)))
        case "elseif":
            guard !branches.isEmpty else { return }
            branches[branches.count - 1].next(condition, conditions.evaluate(condition))
        case "else":
            guard !branches.isEmpty else { return }
            branches[branches.count - 1].next("true", .holds)
        default:
            _ = branches.popLast()
        }
    }

    // MARK: What is skipped

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if peek(0) == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if peek(0) == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
            } else {
                if peek(0) == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    /// Skips a text that begins here, with what is interpolated into it.
    private mutating func skipText(hashes: Int, depth: Int = 0) {
        let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        position += isMultiline ? 3 : 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\") where follows(hashes, at: 1):
                position += 1 + hashes
                guard peek(0) == UInt8(ascii: "("), depth < 32 else {
                    position += 1
                    continue
                }
                skipInterpolation(depth: depth + 1)
            case UInt8(ascii: "\"") where !isMultiline && follows(hashes, at: 1):
                position += 1 + hashes
                return
            case UInt8(ascii: "\"")
            where isMultiline && peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
                && follows(hashes, at: 3):
                position += 3 + hashes
                return
            case UInt8(ascii: "\n"):
                guard isMultiline else { return }
                line += 1
                position += 1
            default:
                position += 1
            }
        }
    }

    private mutating func skipInterpolation(depth: Int) {
        var parentheses = 0
        repeat {
            switch peek(0) {
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"): parentheses -= 1
            case UInt8(ascii: "\""):
                skipText(hashes: 0, depth: depth)
                continue
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            position += 1
        } while parentheses > 0 && position < bytes.count
    }

    /// Skips a regular expression between `#/` and `/#`.
    private mutating func skipPattern(hashes: Int) {
        position += hashes + 1
        while position < bytes.count {
            if peek(0) == UInt8(ascii: "/"), follows(hashes, at: 1) {
                position += 1 + hashes
                return
            }
            if peek(0) == UInt8(ascii: "\n") { line += 1 }
            position += peek(0) == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    /// A division, or a regular expression between `/` and `/`, which is skipped.
    private mutating func slash() {
        guard beginsExpression, let end = patternEnd() else {
            emit(.punctuation, "/")
            position += 1
            return
        }
        position = end
        emit(.literal, "\"\"")
    }

    /// Whether an expression may begin here; otherwise what stands here is an operator after one.
    private var beginsExpression: Bool {
        let isApart = position > 0 && bytes[position - 1].isSpace
        return switch previous.kind {
        case .lineEnd: true
        case .word: isApart && Self.beforeExpressions.contains(previous.text)
        case .quotedWord, .literal: false
        case .punctuation where "([{,;:".contains(previous.text): true
        // `total? /= items.map { $0/2 }` divides.
        case .punctuation where "?!".contains(previous.text) && peek(1) == UInt8(ascii: "="): false
        case .punctuation: isApart && !")]}".contains(previous.text)
        }
    }

    private static let beforeExpressions: Set<String> = [
        "await", "case", "else", "guard", "if", "in", "is", "return", "switch", "throw", "try",
        "where", "while",
    ]

    /// The place after a regular expression that begins here; nil where there is none.
    ///
    /// As in SE-0354, it ends at the first `/` of the line without a backslash, in brackets too, has
    /// no space at its ends, and closes no parenthesis that it does not open.
    private func patternEnd() -> Int? {
        var index = position + 1
        var (parentheses, brackets) = (0, 0)
        guard !peek(1).isSpace else { return nil }
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            switch bytes[index] {
            case UInt8(ascii: "/"): return bytes[index - 1].isSpace ? nil : index + 1
            case UInt8(ascii: "\\")
            where index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "\n"):
                index += 1
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets = max(0, brackets - 1)
            case UInt8(ascii: "(") where brackets == 0: parentheses += 1
            case UInt8(ascii: ")") where brackets == 0:
                parentheses -= 1
                if parentheses < 0 { return nil }
            default: break
            }
            index += 1
        }
        return nil
    }

    private func follows(_ hashes: Int, at distance: Int) -> Bool {
        for index in 0..<hashes where peek(distance + index) != UInt8(ascii: "#") { return false }
        return true
    }
}

extension UInt8 {
    /// Whether it is a space or a tab.
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether it is a digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// Whether names may begin with it.
    var startsName: Bool {
        let letter = self | 0x20
        return (letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z"))
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 128
    }

    /// Whether it may stand in names.
    var continuesName: Bool { startsName || isDigit }
}
