/// Finds types, other names for types, and `@NSManaged` members in a source.
///
/// It reads declarations and skips what is between them, so it needs no grammar of expressions.
struct SourceScanner {
    /// A pair of braces that is open.
    private struct Scope {
        /// The names that lead to the type that it belongs to; nil where it belongs to none.
        var path: [String]?
        /// The access that an extension gives its members.
        var access: String?
        /// The attributes of an extension.
        var attributes: [String] = []
    }

    let file: String
    var tokens: [SourceToken]
    var position = 0
    var attributes: [String] = []
    var modifiers: [String] = []
    var isManaged = false
    var found = ScannedSources()
    private var scopes: [Scope] = []

    /// Adds what a source declares.
    static func scan(
        _ source: String, file: String, conditions: ConditionEvaluator,
        into sources: inout ScannedSources
    ) {
        var scanner = SourceScanner(
            file: file, tokens: SourceLexer.tokens(of: source, conditions: conditions))
        scanner.run()
        sources.types += scanner.found.types
        sources.aliases += scanner.found.aliases
        sources.members += scanner.found.members
        sources.allImports += scanner.found.imports
        if !scanner.found.members.isEmpty { sources.imports += scanner.found.imports }
    }

    /// The names that lead here; nil inside a function.
    var path: [String]? { scopes.last.map(\.path) ?? [] }

    /// The access that the extension around gives.
    var extensionAccess: String? { scopes.last?.access }

    /// The attributes of the extension around.
    var extensionAttributes: [String] { scopes.last?.attributes ?? [] }

    /// The access that is written before a declaration.
    var writtenAccess: String? { modifiers.first { SwiftKeywords.access.contains($0) } }

    private mutating func run() {
        while position < tokens.count {
            let token = tokens[position]
            switch token.kind {
            case .lineEnd: position += 1
            case .punctuation: mark(token)
            case .word: word(token)
            case .quotedWord, .literal:
                position += 1
                reset()
            }
        }
    }

    mutating func reset() {
        attributes = []
        modifiers = []
        isManaged = false
    }

    private mutating func mark(_ token: SourceToken) {
        switch token.text {
        case "{":
            scopes.append(Scope())
        case "}":
            _ = scopes.popLast()
        case "@":
            attribute()
            return
        default:
            break
        }
        position += 1
        reset()
    }

    private mutating func attribute() {
        position += 1
        guard let (parts, end) = dottedName(at: position) else { return }
        position = end
        let name = parts.joined(separator: ".") + takeParentheses()
        if name == "NSManaged" { isManaged = true } else { attributes.append(name) }
    }

    private mutating func word(_ token: SourceToken) {
        guard !isMemberOrLabel else {
            position += 1
            return reset()
        }
        if token.text == "import", isImport { return importDeclaration() }
        if SwiftKeywords.modifiers.contains(token.text) || isClassModifier(token) {
            position += 1
            modifiers.append(token.text + takeParentheses())
            if token.text == "nonisolated" { attributes.append(token.text) }
            return
        }
        switch token.text {
        case "actor" where !isActorDeclaration:
            position += 1
        case "class", "struct", "enum", "protocol", "actor", "extension":
            typeDeclaration(token)
        case "typealias":
            aliasDeclaration()
        case "var" where isManaged:
            properties()
        case "func" where isManaged:
            method()
        default:
            position += 1
        }
        reset()
    }

    /// Whether the word here names a member, an argument or a parameter: `Role.actor`, `f(class: a)`.
    private var isMemberOrLabel: Bool {
        let before = tokens[..<position]
        if before.last?.isMark(".") == true { return true }
        let previous = before.last { $0.kind != .lineEnd }
        return previous?.isMark("(") == true || previous?.isMark(",") == true
    }

    /// Whether the word `import` here begins a declaration: it may be a name too.
    private var isImport: Bool { scopes.isEmpty && token(at: position + 1)?.isName == true }

    /// Whether the word `actor` here begins a declaration: `case actor` and `{ actor in` do not.
    private var isActorDeclaration: Bool {
        guard let name = token(at: position + 1), name.isName else { return false }
        return name.kind == .quotedWord || !SwiftKeywords.reserved.contains(name.text)
    }

    private func isClassModifier(_ token: SourceToken) -> Bool {
        guard token.text == "class", let next = self.token(at: significant(position + 1)) else {
            return false
        }
        return ["func", "var", "subscript", "let"].contains { next.isWord($0) }
    }

    // MARK: Declarations

    private mutating func importDeclaration() {
        let condition = tokens[position].condition
        position += 1
        var words: [String] = []
        while let token = current, token.kind != .lineEnd, !token.isMark(";") {
            words.append(token.text)
            position += 1
        }
        // `import struct Foundation.Date` names the kind before the module.
        let kinds: Set<String> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        let names = words.filter { $0 != "." && !kinds.contains($0) }
        if let module = names.first {
            let before = attributes.map { "@\($0) " } + modifiers.map { $0 + " " }
            let kind = words.first { kinds.contains($0) }.map { $0 + " " } ?? ""
            found.imports.append(
                ImportDeclaration(
                    module: module,
                    text: before.joined() + "import " + kind + names.joined(separator: "."),
                    access: writtenAccess,
                    isExported: attributes.contains("_exported"), condition: condition))
        }
        reset()
    }

    private mutating func typeDeclaration(_ keyword: SourceToken) {
        let start = significant(position + 1)
        guard let first = token(at: start), let (names, head) = dottedName(at: start) else {
            position += 1
            return
        }
        var next = head
        let isGeneric = token(at: head)?.isMark("<") == true
        while let token = token(at: next), !token.isMark("{"), !token.isMark("}") { next += 1 }
        let isExtension = keyword.text == "extension"
        let path = isExtension ? names : self.path.map { $0 + names }
        if !isExtension, let path {
            let kind: Character =
                switch keyword.text {
                case "class", "actor": "C"
                case "struct": "V"
                case "enum": "O"
                default: "P"
                }
            found.types.append(
                TypeDeclaration(
                    path: path, kind: kind, file: file, line: first.line,
                    access: writtenAccess ?? extensionAccess, isGeneric: isGeneric,
                    inherited: inherited(tokens[head..<min(next, tokens.count)]),
                    attributes: attributes, condition: first.condition))
        }
        if token(at: next)?.isMark("{") == true {
            scopes.append(
                isExtension
                    ? Scope(path: path, access: writtenAccess, attributes: attributes)
                    : Scope(path: path))
            next += 1
        }
        position = next
    }

    /// The names after the colon of a declaration, without what stands before a name: attributes
    /// (`@preconcurrency Shown`) and `nonisolated`.
    private func inherited(_ head: ArraySlice<SourceToken>) -> [String] {
        var depth = 0
        var names: [String] = []
        var isAfterColon = false
        var startsNew = false
        var isAttribute = false
        for token in head {
            switch token.kind {
            case .punctuation where token.text == "<" || token.text == "(": depth += 1
            case .punctuation where token.text == ">" || token.text == ")": depth -= 1
            case .punctuation where token.text == ":" && depth == 0 && !isAfterColon:
                isAfterColon = true
                startsNew = true
            case .punctuation where token.text == "," && depth == 0: startsNew = true
            case .punctuation where token.text == "@" && depth == 0: isAttribute = true
            case .punctuation where token.text == "." && depth == 0:
                if startsNew {
                    isAttribute = true
                } else if isAfterColon, let last = names.popLast() {
                    names.append(last + ".")
                }
            case .word where token.text == "where" && depth == 0: return names
            case .word, .quotedWord:
                guard isAfterColon, depth == 0 else { continue }
                if isAttribute || startsNew && token.isWord("nonisolated") {
                    isAttribute = false
                } else if startsNew {
                    names.append(token.text)
                    startsNew = false
                } else if let last = names.last, last.hasSuffix(".") {
                    names[names.count - 1] = last + token.text
                }
            case .punctuation, .literal, .lineEnd: continue
            }
        }
        return names
    }

    private mutating func aliasDeclaration() {
        guard let path else {
            position += 1
            return
        }
        let start = significant(position + 1)
        guard let name = token(at: start), name.isName, token(at: start + 1)?.isMark("=") == true
        else {
            position = start
            return
        }
        let (type, end) = type(from: significant(start + 2), stopsAtComma: false)
        found.aliases.append(
            AliasDeclaration(
                path: path + [name.text], tokens: type, file: file,
                access: writtenAccess ?? extensionAccess, condition: name.condition))
        position = end
    }
}
