import PredicateCore

/// A word, a quoted text or a sign of a statement.
struct ShellWord {
    let text: Substring
    /// How many parentheses, brackets and braces are open round it.
    let depth: Int
    /// Whether it is a quoted text.
    let isQuoted: Bool

    var range: Range<String.Index> { text.startIndex..<text.endIndex }

    /// Whether it may be a key or a keyword.
    var isName: Bool { !isQuoted && (text.first.map(ShellWord.isNamePart) ?? false) }

    /// Whether it compares.
    var isOperator: Bool {
        guard !isQuoted else { return false }
        let name = text.uppercased().prefix { $0 != "[" }
        return Operator.all.contains { $0.spellings.contains(String(name)) }
            || text.allSatisfy { "=!<>+*/-&|".contains($0) }
    }

    /// Characters of keys, of key paths, and of `$name`, `@count` and `#reserved`.
    static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.$@#".contains(character)
    }

    /// The words of a text; a quote that is not closed reaches to the end.
    static func words(_ text: String) -> [ShellWord] {
        var words: [ShellWord] = []
        var depth = 0
        var index = text.startIndex
        func end(_ start: String.Index, _ goesOn: (Character) -> Bool) -> String.Index {
            text[start...].firstIndex { !goesOn($0) } ?? text.endIndex
        }
        while index < text.endIndex {
            let character = text[index]
            var next = text.index(after: index)
            var isQuoted = false
            switch character {
            case " ", "\t":
                index = next
                continue
            case "'", "\"":
                isQuoted = true
                var isEscaped = false
                while next < text.endIndex {
                    let inner = text[next]
                    next = text.index(after: next)
                    if isEscaped {
                        isEscaped = false
                    } else if inner == "\\" {
                        isEscaped = true
                    } else if inner == character {
                        break
                    }
                }
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth = max(0, depth - 1)
            case _ where isNamePart(character): next = end(index, isNamePart)
            case _ where "=!<>".contains(character): next = end(index) { "=!<>".contains($0) }
            default: break
            }
            words.append(ShellWord(text: text[index..<next], depth: depth, isQuoted: isQuoted))
            index = next
        }
        return words
    }
}
