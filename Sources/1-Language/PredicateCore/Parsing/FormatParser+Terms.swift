extension FormatParser {
    /// Parses what an operator may stand after: a value, or a condition with a sign before it.
    mutating func prefix(_ least: Level) throws(Failure) -> Operand {
        switch token.kind {
        case .not: return try negation(least)
        case .any, .some, .all, .none: return try quantified(least)
        case .minus: return try minus()
        case .tilde: return try complement(least)
        case .truePredicate, .falsePredicate:
            let operand = Operand(.constant(token.kind == .truePredicate), token.start, 1)
            try advance()
            return operand
        case .leftParen: return try postfix(group())
        case .leftBrace: return try postfix(aggregate())
        case .word, .first, .last, .size: return try postfix(word())
        case .selector: return try postfix(function())
        case .subquery, .fetch, .cast, .ternary, .function: return try postfix(special())
        default: return try postfix(term())  // A simple term; whatever is none fails there.
        }
    }

    /// Parses a minus sign and what it stands before.
    ///
    /// Before a number that stands alone the sign belongs to the number.
    private mutating func minus() throws(Failure) -> Operand {
        let start = token.start
        try advance()
        if token.kind == .number {
            let following = lexer.bytes[token.end]
            if following != UInt8(ascii: "["), following != UInt8(ascii: ".") {
                return try number(isNegative: true, start)
            }
        }
        let operand = try parse(.unary)
        let inner = try value(operand)
        return Operand(.function(.negate, [inner]), start, try deeper(operand.depth, start))
    }

    /// Parses `~x`, which reaches as far as the other operators on bits do.
    private mutating func complement(_ least: Level) throws(Failure) -> Operand {
        let start = token.start
        try advance()
        let operand = try parse(least <= .bitwise ? .additive : .unary)
        let inner = try value(operand)
        return Operand(.function(.onesComplement, [inner]), start, try deeper(operand.depth, start))
    }

    /// Parses what stands in parentheses: a condition, a value, or a list after IN and BETWEEN.
    private mutating func group() throws(Failure) -> Operand {
        let start = token.start
        let mayBeList = listStart == start
        try advance()
        if token.kind == .rightParen, mayBeList {
            try advance()
            return Operand(.aggregate([]), start, 1)
        }
        var operand = try parse(.or)
        if token.kind == .comma, mayBeList { return try list(operand, start) }
        guard token.kind == .rightParen else {
            throw failUnclosed(operand, "parenthesis", ")", start)
        }
        try advance()
        operand.start = start
        return operand
    }

    private mutating func list(_ first: Operand, _ start: Int) throws(Failure) -> Operand {
        var members = [try value(first)]
        var depth = first.depth
        try addRest(to: &members, &depth)
        try close(.rightParen, "parenthesis", ")", start)
        return Operand(.aggregate(members), start, try deeper(depth, start))
    }

    // MARK: - Terms

    /// Parses a value that holds no others.
    ///
    /// What does hold others is parsed by ``prefix(_:)``,
    /// so that the frame of this function is on the stack once only.
    private mutating func term() throws(Failure) -> Operand {
        let start = token.start
        switch token.kind {
        case .number: return try number(isNegative: false, start)
        case .text: return try leaf(.constant(.text(content())))
        case .null: return try leaf(.constant(.null))
        case .yes: return try leaf(.constant(.int(1)))
        case .no: return try leaf(.constant(.int(0)))
        case .this: return try leaf(.this)
        case .anyKey: return try leaf(.anyKey)
        case .variable: return try leaf(.variable(content()))
        case .key: return try leaf(.keyPath(QueryKeyPath(steps: [.key(content())])))
        case .collection:
            let step = try collectionStep()
            return Operand(.keyPath(QueryKeyPath(steps: [step])), start, 1)
        case .specifier: return try specifier()
        case .less where isNullTag:
            lexer.position = token.start + 6
            return try leaf(.nullObject)
        default: throw failExpected("a value")  // No other token begins a value.
        }
    }

    /// Whether `<null>`, as NSNull prints, stands here.
    var isNullTag: Bool {
        token.start + 6 <= lexer.count
            && lexer.bytes[token.start..<token.start + 6].elementsEqual("<null>".utf8)
    }

    /// Moves past the token that says a value on its own.
    private mutating func leaf(_ expression: QueryExpression) throws(Failure) -> Operand {
        let start = token.start
        try advance()
        return Operand(expression, start, 1)
    }

    private mutating func number(isNegative: Bool, _ start: Int) throws(Failure) -> Operand {
        guard let value = FormatNumber.value(lexer, token, isNegative: isNegative) else {
            throw fail(
                .invalidLiteral,
                "The number is too large: integers have 64 bits, decimal numbers 38 digits.",
                token.start)
        }
        try advance()
        return Operand(.constant(value), start, 1)
    }

    /// A key, or the short name of a function before a parenthesis.
    private mutating func word() throws(Failure) -> Operand {
        let name = token
        try advance()
        if token.kind == .leftParen { return try function(named: name) }
        let step = QueryKeyPath.Step.key(lexer.string(name.start, name.end))
        return Operand(.keyPath(QueryKeyPath(steps: [step])), name.start, 1)
    }

    /// What the quoted text or the name of the token says.
    mutating func content() throws(Failure) -> String {
        do {
            return try lexer.content(of: token)
        } catch {
            throw fail(.invalidLiteral, error.message, error.offset)
        }
    }

    /// `@count`, or a key that begins with `@`.
    mutating func collectionStep() throws(Failure) -> QueryKeyPath.Step {
        let name = lexer.string(token.start + 1, token.end)
        try advance()
        return CollectionOperator(rawValue: name).map { .collection($0) } ?? .key("@" + name)
    }

    // MARK: - Lists

    /// Parses `{a, b}`.
    private mutating func aggregate() throws(Failure) -> Operand {
        let start = token.start
        var depth = 0
        let members = try enclosed(.rightBrace, "brace", "}", &depth)
        return Operand(.aggregate(members), start, try deeper(depth, start))
    }

    /// Parses a list from the mark that opens it to the one that closes it.
    mutating func enclosed(
        _ end: Token.Kind, _ name: String, _ mark: String, _ depth: inout Int
    ) throws(Failure) -> [QueryExpression] {
        let start = token.start
        try advance()
        nesting += 1
        var members: [QueryExpression] = []
        if token.kind != end {
            members.append(try argument(&depth))
            try addRest(to: &members, &depth)
        }
        nesting -= 1
        try close(end, name, mark, start)
        return members
    }

    /// Parses the values of a list that have a comma before them.
    mutating func addRest(
        to members: inout [QueryExpression], _ depth: inout Int
    ) throws(Failure) {
        while token.kind == .comma {
            try advance()
            members.append(try argument(&depth))
        }
    }

    /// Parses one value of a list, and notes how deep it is.
    mutating func argument(_ depth: inout Int) throws(Failure) -> QueryExpression {
        let operand = try parse(.assignment)
        depth = max(depth, operand.depth)
        return try value(operand)
    }

    /// Moves past the end of something that opened at `start`.
    mutating func close(
        _ kind: Token.Kind, _ name: String, _ mark: String, _ start: Int
    ) throws(Failure) {
        guard token.kind == kind else { throw failUnclosed(nil, name, mark, start) }
        try advance()
    }

    // MARK: - Arguments of the format

    /// Parses `%@` and its like.
    private mutating func specifier() throws(Failure) -> Operand {
        let start = token.start
        let expression = try takeArgument()
        var depth = 1
        guard Depth.measure(expression, &depth, atMost: maximumDepth) else {
            throw tooDeep(start)
        }
        try advance()
        return Operand(expression, start, depth)
    }

    /// The expression for the specifier that the token is.
    mutating func takeArgument() throws(Failure) -> QueryExpression {
        guard let specifier = FormatSpecifier(lexer.bytes[token.start..<token.end]) else {
            throw failUnknownSpecifier()
        }
        guard let argument = arguments.take(specifier.position) else {
            let given = arguments.values.count
            let count = given == 0 ? "none" : given == 1 ? "only one" : "only \(given)"
            throw fail(
                .missingArgument, "Expected an argument for \(found), \(count) given.",
                token.start)
        }
        guard let expression = specifier.expression(argument) else {
            throw failWrongArgument(specifier, argument)
        }
        return expression
    }
}
