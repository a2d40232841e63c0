extension SourceScanner {
    // MARK: Members

    /// Properties of one declaration: `@NSManaged var a: Int32, b: String?`.
    mutating func properties() {
        position = significant(position + 1)
        // In `a, b: Int32` the type is that of both.
        var names: [SourceToken] = []
        while let name = current, name.isName {
            names.append(name)
            let next = significant(position + 1)
            if token(at: next)?.isMark(",") == true {
                position = significant(next + 1)
                continue
            }
            guard token(at: next)?.isMark(":") == true else { return }
            let (type, end) = type(from: significant(next + 1), stopsAtComma: true)
            for name in names {
                var member = member(name, isMethod: false, type: type)
                if token(at: end)?.isMark("=") == true {
                    member.problem = "a property with @NSManaged has no initial value"
                }
                found.members.append(member)
            }
            names = []
            position = end
            guard current?.isMark(",") == true else { return }
            position = significant(position + 1)
        }
    }

    /// A method: `@NSManaged func addToItems(_ value: Item)`.
    mutating func method() {
        position = significant(position + 1)
        guard let name = current, name.isName else { return }
        var member = member(name, isMethod: true, type: [])
        position += 1
        if current?.isMark("<") == true {
            member.problem = "a method with @NSManaged cannot be generic"
        }
        guard current?.isMark("(") == true else {
            if member.problem != nil { found.members.append(member) }
            return
        }
        position = significant(position + 1)
        while let first = current, !first.isMark(")") {
            var colon = significant(position + 1)
            if token(at: colon)?.isMark(":") != true { colon = significant(colon + 1) }
            guard token(at: colon)?.isMark(":") == true else { break }
            let (type, end) = type(from: significant(colon + 1), stopsAtComma: true)
            let label = first.isWord("_") ? nil : first.text
            member.parameters.append(ManagedMember.Parameter(label: label, type: type))
            position = significant(end)
            if current?.isMark(",") == true { position = significant(position + 1) }
        }
        if current?.isMark(")") == true { position += 1 }
        if let effect = current, ["throws", "rethrows", "async"].contains(where: effect.isWord) {
            member.problem = "a method with @NSManaged cannot be \(effect.text)"
        }
        if current?.isMark("->") == true {
            (member.type, position) = type(from: significant(position + 1), stopsAtComma: false)
        }
        found.members.append(member)
    }

    private func member(_ name: SourceToken, isMethod: Bool, type: [SourceToken]) -> ManagedMember {
        var access = writtenAccess ?? extensionAccess ?? "internal"
        if access == "open" { access = "public" }
        let isPrivate = access == "private" || access == "fileprivate"
        // The symbol of a private accessor is seen by the rest of the module all the same.
        if isPrivate { access = "internal" }
        var setterAccess = access
        if let written = modifiers.first(where: { $0.hasSuffix("(set)") }) {
            switch written.dropLast("(set)".count) {
            case "public", "open": setterAccess = "public"
            case "package": setterAccess = "package"
            default: setterAccess = "internal"
            }
        }
        return ManagedMember(
            context: path, name: name.text, isMethod: isMethod, type: type, getterAccess: access,
            setterAccess: setterAccess, isPrivate: isPrivate,
            attributes: attributes + extensionAttributes, file: file, line: name.line,
            condition: name.condition)
    }

    // MARK: Tokens

    var current: SourceToken? { token(at: position) }

    func token(at index: Int) -> SourceToken? {
        index < tokens.count ? tokens[index] : nil
    }

    /// The next place that is not the end of a line.
    func significant(_ index: Int) -> Int {
        var index = index
        while index < tokens.count, tokens[index].kind == .lineEnd { index += 1 }
        return index
    }

    /// The parts of a name such as `Foundation.Date`, and the place after it.
    func dottedName(at index: Int) -> (parts: [String], end: Int)? {
        guard let first = token(at: index), first.isName else { return nil }
        var parts = [first.text]
        var end = index + 1
        while token(at: end)?.isMark(".") == true, let part = token(at: end + 1), part.isName {
            parts.append(part.text)
            end += 2
        }
        return (parts, end)
    }

    /// Takes the parentheses here with what is in them; gives back nothing where there are none.
    mutating func takeParentheses() -> String {
        guard current?.isMark("(") == true else { return "" }
        let start = position
        var depth = 0
        repeat {
            if tokens[position].isMark("(") { depth += 1 }
            if tokens[position].isMark(")") { depth -= 1 }
            position += 1
        } while depth > 0 && position < tokens.count
        return tokens[start..<position].map(\.text).joined()
    }

    /// The tokens of one type, to the end of the line or to what cannot be part of it.
    func type(from start: Int, stopsAtComma: Bool) -> (tokens: [SourceToken], end: Int) {
        var index = start
        var depth = 0
        var type: [SourceToken] = []
        while let token = token(at: index) {
            if token.kind == .lineEnd {
                guard depth > 0 else { break }
                index += 1
                continue
            }
            if token.kind == .punctuation {
                if ["(", "[", "<"].contains(token.text) {
                    depth += 1
                } else if [")", "]", ">"].contains(token.text) {
                    guard depth > 0 else { break }
                    depth -= 1
                } else if depth == 0,
                    ["=", "{", "}", ";"].contains(token.text) || (stopsAtComma && token.text == ",")
                {
                    break
                }
            }
            type.append(token)
            index += 1
        }
        return (type, index)
    }
}
