extension FormatParser {
    /// Parses `NOT …`.
    mutating func negation(_ least: Level) throws(Failure) -> Operand {
        let start = token.start
        guard least <= .not else { throw failExpected("a value") }
        try advance()
        let operand = try parse(.not)
        let part = try condition(operand)
        return Operand(.not(part), start, try deeper(operand.depth, start))
    }

    /// Parses a comparison that begins with ANY, SOME, ALL or NONE.
    mutating func quantified(_ least: Level) throws(Failure) -> Operand {
        let kind = token.kind
        let start = token.start
        guard least <= .comparison else {
            throw fail(
                .unexpected,
                "Expected a value, found \(found); a quantifier stands before the whole "
                    + "comparison, as in ANY x == y.", start)
        }
        let word = found
        try advance()
        if token.kind == .dot || token.kind == .leftBracket
            || token.kind.comparison != nil && !isNullTag
        {
            throw fail(
                .unexpected,
                "Expected a value after \(word), found \(found); write #\(word) for a key of this "
                    + "name.", token.start)
        }
        let left = try parse(.assignment)
        guard startsComparison else {
            throw failExpected("a comparison after the quantified value", among: Self.operatorWords)
        }
        var result = try comparison(left, kind == .all ? .all : .any)
        result.start = start
        guard kind == .none else { return result }
        let part = try condition(result)
        // NONE x NOT IN y: no member is outside, so every member is inside.
        if case .not(let inner) = part {
            result.node = .predicate(inner)
        } else {
            result.node = .predicate(.not(part))
            result.depth = try deeper(result.depth, start)
        }
        return result
    }

    private var startsComparison: Bool {
        token.kind.comparison != nil || token.kind == .selector || token.kind == .not
            || (token.kind == .word && isTypeOperator)
    }

    /// Parses an operator, its options and the right side.
    mutating func comparison(_ left: Operand, _ quantifier: Quantifier) throws(Failure) -> Operand {
        let a = try valueToCompare(left)
        var quantifier = quantifier
        var isNegated = false
        if token.kind == .not {
            try advance()
            guard token.kind == .in else {
                throw failExpected("IN after NOT (a condition is negated in front: NOT x == y)")
            }
            isNegated = true
            // ANY x NOT IN y asks for one member outside: not all are inside.
            quantifier =
                switch quantifier {
                case .direct: .direct
                case .any: .all
                case .all: .any
                }
        }
        let op = try comparisonOperator()
        let options = token.kind == .leftBracket ? try options() : []
        if op == .in || op == .between, token.kind == .leftParen { listStart = token.start }
        let openedAt = listStart == token.start && token.kind == .leftParen
        let right = try parse(.assignment)
        var b = try value(right)
        if openedAt, case .constant(let number) = b, number.isNumber {
            // `IN (1)` can only mean the list of one.
            b = .aggregate([b])
        }
        if op == .between, case .constant(let bound) = b, bound.isNumber {
            hasBareBounds = true
        }
        var depth = try deeper(max(left.depth, right.depth), left.start)
        let predicate = QueryPredicate.comparison(
            Comparison(a, op, b, quantifier: quantifier, options: options))
        guard isNegated else { return Operand(predicate, left.start, depth) }
        depth = try deeper(depth, left.start)
        return Operand(.not(predicate), left.start, depth)
    }

    private mutating func valueToCompare(_ left: Operand) throws(Failure) -> QueryExpression {
        guard case .expression(let expression) = left.node else {
            throw fail(
                .unexpected,
                "Expected AND, OR or the end after a condition, found \(found).", token.start)
        }
        return expression
    }

    /// Reads the operator that the token is.
    private mutating func comparisonOperator() throws(Failure) -> Operator {
        if let op = token.kind.comparison {
            try advance()
            return op
        }
        if token.kind == .selector {
            let name = lexer.string(token.start, token.end)
            try advance()
            return .selector(name)
        }
        return try typeOperator()
    }

    // MARK: - UTI-CONFORMS-TO and UTI-EQUALS

    /// Whether the word and what follows it are `UTI-CONFORMS-TO` or `UTI-EQUALS`.
    var isTypeOperator: Bool { typeOperatorLength != nil }

    private var typeOperatorLength: (op: Operator, length: Int)? {
        guard token.end - token.start == 3, lexer.bytes[token.end] == UInt8(ascii: "-") else {
            return nil
        }
        for op in [Operator.utiConformsTo, .utiEquals] {
            let spelling = Array(op.spellings[0].utf8)
            let end = token.start + spelling.count
            guard end <= lexer.count, !FormatLexer.isWordPart(lexer.bytes[end]) else { continue }
            let isSame = spelling.indices.allSatisfy { index in
                let byte = lexer.bytes[token.start + index]
                return byte == spelling[index] || byte == spelling[index] | 0x20
            }
            if isSame { return (op, spelling.count) }
        }
        return nil
    }

    private mutating func typeOperator() throws(Failure) -> Operator {
        guard let (op, length) = typeOperatorLength else { throw failExpected("an operator") }
        lexer.position = token.start + length
        try advance()
        return op
    }

    // MARK: - Options

    /// Reads `[cd]`.
    private mutating func options() throws(Failure) -> ComparisonOptions {
        let start = token.start
        var result: ComparisonOptions = []
        var index = token.end
        while index < lexer.count, lexer.bytes[index] != UInt8(ascii: "]") {
            switch lexer.bytes[index] | 0x20 {
            case UInt8(ascii: "c"): result.insert(.caseInsensitive)
            case UInt8(ascii: "d"): result.insert(.diacriticInsensitive)
            case UInt8(ascii: "n"): result.insert(.normalized)
            case UInt8(ascii: "l"): result.insert(.localeSensitive)
            case 32: break
            default:
                let isLetter = FormatLexer.isWordStart(lexer.bytes[index])
                throw fail(
                    .unexpected,
                    "Expected option letters c, d, n or l between the brackets"
                        + (isLetter ? "." : "; a list is written in braces, {1, 2}."), index)
            }
            index += 1
        }
        guard index < lexer.count else {
            throw fail(.unbalanced, "The bracket of the options is not closed.", start)
        }
        guard !result.isEmpty else {
            throw fail(
                .unexpected, "Expected option letters c, d, n or l between the brackets.", index)
        }
        lexer.position = index + 1
        try advance()
        return result
    }
}
