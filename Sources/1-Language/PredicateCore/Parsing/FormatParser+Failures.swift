import Foundation

extension FormatParser {
    /// Notes what went wrong.
    ///
    /// Only the first problem is kept: nothing is parsed after it.
    mutating func fail(_ code: ParseError.Code, _ message: String, _ offset: Int) -> Failure {
        problem = ParseError(code, message, offset: offset, format: format)
        return Failure()
    }

    /// The token as messages show it.
    var found: String { shown(token) }

    private func shown(_ token: Token) -> String {
        if token.kind == .end { return "the end" }
        let text = lexer.string(token.start, min(token.end, lexer.count))
        guard text.utf8.count > 40 else { return text }
        return String(text.prefix(30)) + "…"
    }

    // MARK: - Something else was expected

    mutating func failExpected(_ what: String, among words: [String] = []) -> Failure {
        let previous = token.start > 0 ? lexer.bytes[token.start - 1] : 0
        let isSlash = token.kind == .slash || token.kind == .star
        let next = lexer.bytes[min(token.end, lexer.count)]
        if isSlash, previous == UInt8(ascii: "/") {
            return fail(.unexpected, Self.noComments, token.start - 1)
        }
        if token.kind == .slash, next == UInt8(ascii: "/") || next == UInt8(ascii: "*") {
            return fail(.unexpected, Self.noComments, token.start)
        }
        let expected = what == "a value" ? what + precedingOperator : what
        if token.kind == .end {
            return fail(.unexpected, "Expected \(expected), found the end.", token.start)
        }
        let rest = ((what == "a value" ? keyHint : nil) ?? hint(words)).map { "; " + $0 } ?? "."
        return fail(.unexpected, "Expected \(expected), found \(found)\(rest)", token.start)
    }

    /// How a key is written whose name is the reserved word before a comparison; otherwise nil.
    private var keyHint: String? {
        guard token.kind.isKeyword, FormatLexer.isWordStart(lexer.bytes[token.start]) else {
            return nil
        }
        var next = token.end
        while next < lexer.count, lexer.bytes[next] == UInt8(ascii: " ") { next += 1 }
        guard next < lexer.count, "=<>!.[".utf8.contains(lexer.bytes[next]) else { return nil }
        return "write #\(found) for a key of this name."
    }

    /// ` after BETWEEN`, when an operator stands before the token; otherwise nothing.
    private var precedingOperator: String {
        let space = UInt8(ascii: " ")
        var end = token.start
        while end > 0, lexer.bytes[end - 1] == space { end -= 1 }
        var start = end
        while start > 0, end - start < 24, lexer.bytes[start - 1] != space { start -= 1 }
        let word = lexer.string(start, end).uppercased()
        let base = word.prefix { $0 != "[" }
        let isOperator = Operator.all.contains { $0.spellings.contains(String(base)) }
        return isOperator || ["AND", "OR", "NOT", "&&", "||"].contains(base) ? " after \(word)" : ""
    }

    private static let noComments = "Comments are not part of the language."

    /// What could have been meant by the token.
    private func hint(_ words: [String]) -> String? {
        switch token.kind {
        case .word, .selector:
            let word = lexer.string(token.start, min(token.end, token.start + 32)).uppercased()
            if !words.isEmpty, word == "IS", isFollowedByNot { return "write !=." }
            if !words.isEmpty, let other = Self.otherWords[word] { return "write \(other)." }
            return Suggestions.nearest(to: word, among: words).map { "did you mean \($0)?" }
        case .specifier where FormatSpecifier(lexer.bytes[token.start..<token.end]) != nil:
            return "an argument stands for a value, not for an operator."
        case .specifier: return "the remainder is written modulus:by:(a, b)."
        default: return nil  // Other tokens have no likely meaning.
        }
    }

    /// Whether the token has NOT behind it.
    private var isFollowedByNot: Bool {
        var lexer = lexer
        return lexer.next().kind == .not
    }

    /// Operators of other languages, with what they are called here.
    private static let otherWords = [
        "IS": "==", "EQUALS": "==", "EQ": "==", "ISNULL": "== nil", "STARTSWITH": "BEGINSWITH",
        "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH", "ILIKE": "LIKE[c]",
        "REGEXP": "MATCHES", "INCLUDES": "CONTAINS", "MOD": "modulus:by:(a, b)",
    ]

    static let operatorWords = [
        "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "TOKENMATCHES", "IN", "BETWEEN",
        "UTI-CONFORMS-TO", "UTI-EQUALS", "AND", "OR", "NOT", "UNION", "INTERSECT", "MINUS",
    ]

    /// The error for a token that cannot stand after a complete operand.
    mutating func failAfter(_ operand: Operand) -> Failure {
        if let stray = failStray() { return stray }
        switch operand.node {
        case .predicate: return failExpected("AND, OR or the end", among: Self.operatorWords)
        case .expression: return failExpected("an operator", among: Self.operatorWords)
        }
    }

    /// The error for a token that cannot stand after a complete value.
    mutating func failAfterValue() -> Failure {
        if token.kind.comparison != nil || token.kind == .and || token.kind == .or {
            return fail(
                .notAnExpression,
                "Expected the end of the value, found \(found); a comparison is a condition, not "
                    + "a value.", token.start)
        }
        return failStray() ?? failExpected("an operator or the end", among: Self.operatorWords)
    }

    /// The error for a closing mark that nothing opened.
    private mutating func failStray() -> Failure? {
        switch token.kind {
        case .rightParen, .rightBracket, .rightBrace:
            fail(.unbalanced, "Nothing is open that \(found) could close.", token.start)
        default: nil  // Other tokens close nothing.
        }
    }

    /// The error for something that is not closed, or has something else inside.
    mutating func failUnclosed(
        _ operand: Operand?, _ name: String, _ mark: String, _ start: Int
    ) -> Failure {
        switch token.kind {
        case .end: return fail(.unbalanced, "The \(name) is not closed by \(mark).", start)
        case .rightParen, .rightBracket, .rightBrace:
            return fail(
                .unbalanced, "Expected \(mark), found \(found).", token.start)
        case .comma where operand != nil:
            return fail(
                .unexpected,
                "Expected \(mark), found a comma; a list is written in braces, {1, 2}.",
                token.start)
        default:  // Any other token follows a value inside the brackets.
            return failExpected("an operator or \(mark)", among: Self.operatorWords)
        }
    }

    mutating func failNotAPredicate(_ operand: Operand) -> Failure {
        guard case .expression(let expression) = operand.node else {
            return fail(.notAPredicate, "Expected a condition.", operand.start)
        }
        // A misspelt operator after the value says more than the value does.
        if token.kind == .word || token.kind == .number || token.kind == .text
            || token.kind == .selector
        {
            return failExpected("an operator", among: Self.operatorWords)
        }
        var message = "Expected a condition, found a value; compare it with something, as in "
        switch expression {
        case .constant where hasBareBounds:
            message = "Expected a condition, found a value; a range is BETWEEN {low, high}."
        case .constant(.int(let number)) where number == 0 || number == 1:
            message =
                "Expected a condition, found a value; write "
                + (number == 1 ? "TRUEPREDICATE." : "FALSEPREDICATE.")
        case .keyPath: message += "\(shownOperand(operand)) == YES."
        default: message += "x > 25."  // Any other value.
        }
        return fail(.notAPredicate, message, operand.start)
    }

    private func shownOperand(_ operand: Operand) -> String {
        var text = lexer.string(operand.start, max(operand.start, min(lastEnd, lexer.count)))
        if token.kind != .end, token.kind != .and, token.kind != .or { text = "x" }
        return text.utf8.count > 40 ? "x" : text
    }

    mutating func failTooDeep(_ offset: Int) -> Failure {
        fail(
            .tooDeep,
            "Nested too deeply: at most \(Limits.nesting) open brackets and operators, and a tree "
                + "of \(Limits.depth) levels.", offset)
    }

    // MARK: - Tokens that the language does not have

    mutating func failInvalid() -> Failure {
        switch token.kind {
        case .unclosed:
            return fail(.unbalanced, "The quotation mark is not closed.", token.start)
        case .badNumber:
            return fail(.invalidLiteral, "\(found) is not a number.", token.start)
        default: break  // The one kind that is left is an invalid character.
        }
        let text = found
        let message =
            switch text {
            case "===", "====", "!==": "The language has no \(text); write \(text.prefix(1))=."
            case "?": "? means nothing outside quoted text; LIKE patterns are quoted."
            case ";": "A format is one condition; there is no ; in the language."
            case "@": "@ begins an operator such as @count; quoted text has no @ before it."
            case "$": "Expected the name of a variable after $."
            case "#": "Expected a key after #."
            case "“", "”", "‘", "’", "«", "»":
                "\(text) is not a quotation mark of the language; write ' or \"."
            default: "\(visible(text)) has no meaning outside quoted text."
            }
        return fail(.invalidCharacter, message, token.start)
    }

    private func visible(_ text: String) -> String {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
            return text
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator:
            return String(format: "The character U+%04X", scalar.value)
        default: return text  // A character that can be seen.
        }
    }

    // MARK: - Arguments and functions

    mutating func failUnknownSpecifier() -> Failure {
        let text = found
        if text == "%%" {
            return fail(
                .unknownSpecifier, "%% means nothing outside quoted text.", token.start)
        }
        if text == "%", lexer.bytes[min(token.end, lexer.count)] == UInt8(ascii: ".") {
            return fail(
                .unknownSpecifier, "A specifier has no precision; write %f for a number.",
                token.start)
        }
        if text == "%" {
            return fail(
                .unknownSpecifier,
                "Expected a specifier such as %@; the remainder is written modulus:by:(a, b).",
                token.start)
        }
        return fail(
            .unknownSpecifier,
            "\(text) is not a specifier of the language; write %@ for a value, %K for a key path "
                + "or %d, %f for a number.", token.start)
    }

    mutating func failWrongArgument(
        _ specifier: FormatSpecifier, _ argument: FormatArgument
    ) -> Failure {
        // The value itself stays out of the message: it may be a user's.
        let given =
            switch argument {
            case .value(.text) where specifier.kind == .keyPath: "text that is none"
            case .value(let value): value.kindName
            case .expression(.constant(let value)): value.kindName
            case .expression: "an expression"
            }
        return fail(
            .wrongArgumentType, "Expected \(specifier.wanted) for \(found), found \(given).",
            token.start)
    }

    mutating func failUnknownFunction(_ name: String, _ offset: Int) -> Failure {
        if ["random", "random:", "randomn:"].contains(name) {
            return fail(
                .unknownFunction,
                "\(name) is refused: a predicate must give the same answer each time.", offset)
        }
        guard name.utf8.count <= 64 else {
            return fail(.unknownFunction, "The language has no such function.", offset)
        }
        let candidates =
            name.hasSuffix(":") || name.contains(":")
            ? Function.allCases.map(\.rawValue) : Function.allCases.compactMap(\.shortName)
        let nearest = Suggestions.nearest(
            to: name.contains(":") ? name : name.lowercased(), among: candidates, count: 3)
        return fail(
            .unknownFunction,
            "The language has no function \(name); the nearest are "
                + nearest.joined(separator: ", ") + ".", offset)
    }

    mutating func failArity(
        _ name: String, _ arity: ClosedRange<Int>, _ count: Int, _ offset: Int
    ) -> Failure {
        let wanted =
            arity.upperBound == .max
            ? "at least \(arity.lowerBound)"
            : arity.lowerBound == arity.upperBound
                ? "\(arity.lowerBound)" : "\(arity.lowerBound) or \(arity.upperBound)"
        return fail(
            .wrongArgumentCount,
            "\(name) takes \(wanted) argument\(wanted == "1" ? "" : "s"), found \(count).", offset)
    }
}

extension Value {
    /// What kind of constant it is, for messages about its spelling.
    var kindName: String {
        if case .int = self { return "an integer" }
        if case .list = self { return "a list" }
        return kindPhrase
    }
}
