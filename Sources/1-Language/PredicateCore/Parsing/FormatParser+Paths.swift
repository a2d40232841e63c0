extension FormatParser {
    /// Parses the keys and indexes after a value.
    @inline(__always)
    mutating func postfix(_ operand: Operand) throws(Failure) -> Operand {
        guard token.kind == .dot || token.kind == .leftBracket else { return operand }
        return try follow(operand)
    }

    private mutating func follow(_ operand: Operand) throws(Failure) -> Operand {
        var expression = try value(operand)
        var depth = operand.depth
        while true {
            switch token.kind {
            case .dot:
                try advance()
                expression = try path(from: expression, &depth, operand.start)
            case .leftBracket:
                expression = try index(of: expression, &depth, operand.start)
            default:  // Any other token ends the value.
                return Operand(expression, operand.start, depth)
            }
        }
    }

    /// Parses the keys that follow a dot.
    private mutating func path(
        from base: QueryExpression, _ depth: inout Int, _ start: Int
    ) throws(Failure) -> QueryExpression {
        var steps: [QueryKeyPath.Step] = []
        var base = base
        // Keys are gathered before they are joined, or a long path would take quadratic time.
        while true {
            if token.kind == .variable {
                // `$a.$b`: the key is what the variable holds.
                base = try follow(base, steps, &depth, start)
                steps = []
                base = .index(base, .value(.variable(try content())))
                depth = try deeper(depth, start)
                try advance()
            } else if isFunctionCall {
                // `%@.uppercase('population')`: the key is what the function gives.
                base = try follow(base, steps, &depth, start)
                steps = []
                let name = token
                try advance()
                let call = try function(named: name)
                base = .index(base, .value(try value(call)))
                depth = try deeper(max(depth, call.depth), start)
            } else if token.kind == .specifier {
                guard case .keyPath(let inner) = try takeArgument() else {
                    throw failExpected("a key path after the dot")
                }
                steps.append(contentsOf: inner.steps)
                try advance()
            } else {
                steps.append(try step())
            }
            guard token.kind == .dot else { break }
            try advance()
        }
        return try follow(base, steps, &depth, start)
    }

    /// Whether the token is the name of a function, with its parenthesis right behind it.
    private var isFunctionCall: Bool {
        guard token.kind == .word || token.kind == .selector,
            lexer.bytes[token.end] == UInt8(ascii: "(")
        else { return false }
        return FunctionNames.function(lexer.string(token.start, token.end)) != nil
    }

    private mutating func step() throws(Failure) -> QueryKeyPath.Step {
        switch token.kind {
        case .key:
            let name = try content()
            try advance()
            return .key(name)
        case .collection: return try collectionStep()
        case .this:
            // KVC's own key for the object itself is written in lower case.
            try advance()
            return .key("self")
        case let kind where kind == .word || kind.isKeyword && isWordToken:
            let name = lexer.string(token.start, token.end)
            try advance()
            return .key(name)
        default: throw failExpected("a key after the dot")  // No other token is a key.
        }
    }

    /// Whether the token is written with letters, not as `&&`.
    private var isWordToken: Bool { FormatLexer.isWordStart(lexer.bytes[token.start]) }

    private mutating func follow(
        _ base: QueryExpression, _ steps: [QueryKeyPath.Step], _ depth: inout Int, _ start: Int
    ) throws(Failure) -> QueryExpression {
        guard !steps.isEmpty else { return base }
        switch base {
        case .this, .keyPath, .path: break
        default: depth = try deeper(depth, start)  // Any other base is wrapped in a path.
        }
        return base.following(QueryKeyPath(steps: steps))
    }

    /// Parses `[…]`.
    private mutating func index(
        of base: QueryExpression, _ depth: inout Int, _ start: Int
    ) throws(Failure) -> QueryExpression {
        let opening = token.start
        try advance()
        if let index = try namedIndex() {
            depth = try deeper(depth, start)
            return .index(base, index)
        }
        var inner = 0
        let expression = try argument(&inner)
        try close(.rightBracket, "bracket", "]", opening)
        depth = try deeper(max(depth, inner), start)
        return .index(base, .value(expression))
    }

    /// `FIRST]`, `LAST]` or `SIZE]`; before anything else the word is a key.
    private mutating func namedIndex() throws(Failure) -> ExpressionIndex? {
        let index: ExpressionIndex
        switch token.kind {
        case .first: index = .first
        case .last: index = .last
        case .size: index = .size
        default: return nil  // Any other token begins a value.
        }
        let saved = (token, lexer.position, lastEnd)
        try advance()
        guard token.kind == .rightBracket else {
            (token, lexer.position, lastEnd) = saved
            return nil
        }
        try advance()
        return index
    }
}

extension QueryExpression {
    /// The expression for keys followed from this one.
    ///
    ///     QueryExpression.this.following(QueryKeyPath("a.b"))         // a.b
    ///     QueryExpression.variable("x").following(QueryKeyPath("a"))  // $x.a
    ///
    /// The form that the parser makes: keys from `SELF` and from key paths are one key path.
    public func following(_ path: QueryKeyPath) -> QueryExpression {
        switch self {
        case .this: .keyPath(path)
        case .keyPath(let start): .keyPath(QueryKeyPath(steps: start.steps + path.steps))
        case .path(let base, let start):
            .path(base, QueryKeyPath(steps: start.steps + path.steps))
        case .constant, .variable, .index, .function, .call, .cast, .aggregate, .subquery,
            .conditional, .set, .assignment, .anyKey, .fetch, .block:
            .path(self, path)
        }
    }
}
