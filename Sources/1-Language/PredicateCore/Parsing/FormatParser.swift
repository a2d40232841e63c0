/// Reads a format: one pass over its tokens, one token ahead.
///
/// Conditions and values share one loop, because `(a + b) > 3` and `(a > 3) AND b == 1` begin
/// alike; every operator checks what stands beside it.
struct FormatParser {
    /// Thrown when the particulars are in ``problem``: small, so that frames stay small.
    struct Failure: Error {}

    /// How tightly operators bind, loosest first.
    enum Level: Int8, Comparable {
        case or, and, not, comparison, assignment, set, bitwise, additive, multiplicative, power
        case unary

        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// A part of the format: what it is, where it begins and how deep its tree is.
    struct Operand {
        var node: PredicatePart
        var start: Int
        var depth: Int

        init(_ predicate: QueryPredicate, _ start: Int, _ depth: Int) {
            node = .predicate(predicate)
            self.start = start
            self.depth = depth
        }

        init(_ expression: QueryExpression, _ start: Int, _ depth: Int) {
            node = .expression(expression)
            self.start = start
            self.depth = depth
        }
    }

    var lexer: FormatLexer
    var token = Token(kind: .end, start: 0, end: 0)
    /// The end of the token before this one.
    var lastEnd = 0
    var arguments: FormatArguments
    let format: String
    /// What went wrong, once a ``Failure`` is thrown.
    var problem: ParseError?
    /// How many calls of ``parse(_:)`` are open; functions and lists count twice, because they
    /// take twice as much of the stack.
    var nesting = 0
    /// Where a parenthesis may open a list: after IN and BETWEEN.
    var listStart = -1
    /// What fits on the stack at hand.
    private let isDeep: Bool
    /// Whether the format turned out deeper than fits on a small stack.
    private var needsDeepStack = false
    /// Whether a BETWEEN was followed by something that is no list, as in SQL.
    var hasBareBounds = false

    private init(_ format: String, _ arguments: [FormatArgument], isDeep: Bool) {
        self.isDeep = isDeep
        lexer = FormatLexer(format)
        self.arguments = FormatArguments(arguments)
        self.format = format
    }

    // MARK: - The whole format

    /// The predicate that a format says.
    static func predicate(
        _ format: String, _ arguments: [FormatArgument]
    ) throws(ParseError) -> QueryPredicate {
        try parse(format, arguments) { parser throws(Failure) in
            try parser.wholePredicate()
        }
    }

    /// The expression that a format says.
    static func expression(
        _ format: String, _ arguments: [FormatArgument]
    ) throws(ParseError) -> QueryExpression {
        try parse(format, arguments) { parser throws(Failure) in
            try parser.wholeExpression()
        }
    }

    /// Parses on the stack at hand, and again on a large one what turns out to be deep.
    private static func parse<Made>(
        _ format: String, _ arguments: [FormatArgument],
        _ body: (inout FormatParser) throws(Failure) -> Made
    ) throws(ParseError) -> Made {
        var parser = FormatParser(format, arguments, isDeep: false)
        do { return try body(&parser) } catch {
            guard parser.needsDeepStack else { throw parser.report }
        }
        return try DeepStack.run { () throws(ParseError) in
            var parser = FormatParser(format, arguments, isDeep: true)
            do { return try body(&parser) } catch { throw parser.report }
        }
    }

    /// Levels of the tree that fit on the stack at hand.
    var maximumDepth: Int { isDeep ? Limits.depth : Limits.shallowDepth }
    private var maximumNesting: Int { isDeep ? Limits.nesting : Limits.shallowNesting }

    /// The end of parsing on the stack at hand.
    mutating func tooDeep(_ offset: Int) -> Failure {
        if isDeep { return failTooDeep(offset) }
        needsDeepStack = true
        return Failure()
    }

    private var report: ParseError {
        problem ?? ParseError(.unexpected, "Not a predicate.", offset: 0, format: format)
    }

    private mutating func wholePredicate() throws(Failure) -> QueryPredicate {
        try advance()
        guard token.kind != .end else {
            throw fail(.unexpected, "Expected a condition, found nothing.", 0)
        }
        let operand = try parse(.or)
        guard token.kind == .end else { throw failAfter(operand) }
        return try condition(operand)
    }

    private mutating func wholeExpression() throws(Failure) -> QueryExpression {
        try advance()
        guard token.kind != .end else {
            throw fail(.unexpected, "Expected a value, found nothing.", 0)
        }
        let operand = try parse(.assignment)
        let expression = try value(operand)
        guard token.kind == .end else { throw failAfterValue() }
        return expression
    }

    // MARK: - Tokens

    /// Moves to the next token.
    mutating func advance() throws(Failure) {
        lastEnd = token.end
        token = lexer.next()
        if token.kind.rawValue >= Token.Kind.invalid.rawValue { throw failInvalid() }
    }

    /// Moves past a token that must stand here.
    mutating func expect(_ kind: Token.Kind, _ what: @autoclosure () -> String) throws(Failure) {
        guard token.kind == kind else { throw failExpected(what()) }
        try advance()
    }

    // MARK: - Operators

    /// Parses a part whose operators bind at least as tightly as a level.
    mutating func parse(_ least: Level) throws(Failure) -> Operand {
        nesting += 1
        guard nesting <= maximumNesting else { throw tooDeep(token.start) }
        var left = try prefix(least)
        while let level = infixLevel, level >= least {
            left = try infix(left, level)
        }
        nesting -= 1
        return left
    }

    /// How tightly the operator binds that the token is; nil when it is none.
    private var infixLevel: Level? {
        switch token.kind {
        case .or: .or
        case .and: .and
        case .selector, .not: .comparison
        case .word: isTypeOperator ? .comparison : nil
        case .assign: .assignment
        case .union, .intersect, .minusSet: .set
        case .ampersand, .bar, .caret, .shiftLeft, .shiftRight: .bitwise
        case .plus, .minus: .additive
        case .star, .slash: .multiplicative
        case .power: .power
        // Every other token ends a value.
        default: token.kind.comparison == nil ? nil : .comparison
        }
    }

    /// Parses what follows an operator that stands after `left`.
    private mutating func infix(_ left: Operand, _ level: Level) throws(Failure) -> Operand {
        switch level {
        case .or: return try connective(left, .or, .and)
        case .and: return try connective(left, .and, .not)
        case .comparison, .not: return try comparison(left, .direct)
        case .assignment: return try assignment(left)
        case .set: return try set(left)
        case .bitwise, .additive, .multiplicative, .power, .unary:
            return try arithmetic(left, level)
        }
    }

    /// Parses a chain of AND or of OR into one flat list.
    private mutating func connective(
        _ left: Operand, _ kind: Token.Kind, _ inner: Level
    ) throws(Failure) -> Operand {
        var parts: [QueryPredicate] = []
        var depth = left.depth
        try append(left, kind, &parts)
        while token.kind == kind {
            try advance()
            let right = try parse(inner)
            depth = max(depth, right.depth)
            try append(right, kind, &parts)
        }
        depth = try deeper(depth, left.start)
        return Operand(kind == .and ? .and(parts) : .or(parts), left.start, depth)
    }

    private mutating func append(
        _ operand: Operand, _ kind: Token.Kind, _ parts: inout [QueryPredicate]
    ) throws(Failure) {
        let part = try condition(operand)
        switch (part, kind) {
        case (.and(let inner), .and), (.or(let inner), .or): parts.append(contentsOf: inner)
        default: parts.append(part)  // Anything else is one part.
        }
    }

    private mutating func arithmetic(_ left: Operand, _ level: Level) throws(Failure) -> Operand {
        let a = try value(left)
        let function = Self.function(token.kind)
        try advance()
        let right = try parse(Level(rawValue: level.rawValue + 1) ?? .unary)
        let b = try value(right)
        let depth = try deeper(max(left.depth, right.depth), left.start)
        return Operand(.function(function, [a, b]), left.start, depth)
    }

    private static func function(_ kind: Token.Kind) -> Function {
        switch kind {
        case .ampersand: .bitwiseAnd
        case .bar: .bitwiseOr
        case .caret: .bitwiseXor
        case .shiftLeft: .leftShift
        case .shiftRight: .rightShift
        case .plus: .add
        case .minus: .subtract
        case .star: .multiply
        case .slash: .divide
        default: .raise  // The one token that is left of those `infixLevel` calls arithmetic.
        }
    }

    private mutating func set(_ left: Operand) throws(Failure) -> Operand {
        let a = try value(left)
        let op: SetOperator =
            switch token.kind {
            case .union: .union
            case .intersect: .intersect
            default: .minus  // The one token that is left of those `infixLevel` calls set.
            }
        try advance()
        let right = try parse(.bitwise)
        let b = try value(right)
        let depth = try deeper(max(left.depth, right.depth), left.start)
        return Operand(.set(op, a, b), left.start, depth)
    }

    private mutating func assignment(_ left: Operand) throws(Failure) -> Operand {
        guard case .expression(.variable(let name)) = left.node else {
            throw fail(.unexpected, "Only a variable can be assigned to: $x := value.", left.start)
        }
        try advance()
        let right = try parse(.assignment)
        let operand = try value(right)
        let depth = try deeper(right.depth, left.start)
        return Operand(.assignment(variable: name, operand), left.start, depth)
    }

    // MARK: - What an operand is

    /// The condition that an operand is.
    mutating func condition(_ operand: Operand) throws(Failure) -> QueryPredicate {
        guard case .predicate(let predicate) = operand.node else {
            throw failNotAPredicate(operand)
        }
        return predicate
    }

    /// The value that an operand is.
    mutating func value(_ operand: Operand) throws(Failure) -> QueryExpression {
        guard case .expression(let expression) = operand.node else {
            throw fail(
                .notAnExpression, "Expected a value, found a condition.", operand.start)
        }
        return expression
    }

    /// One level more; fails beyond the limit.
    mutating func deeper(_ depth: Int, _ start: Int) throws(Failure) -> Int {
        guard depth < maximumDepth else { throw tooDeep(start) }
        return depth + 1
    }
}
