extension FormatParser {
    // MARK: - Functions of the table

    /// Parses `name:name:(…)`.
    mutating func function() throws(Failure) -> Operand {
        let name = token
        try advance()
        guard token.kind == .leftParen else {
            throw failExpected("( after \(lexer.string(name.start, name.end))")
        }
        return try function(named: name)
    }

    /// Parses the arguments of a function whose name is read.
    mutating func function(named name: Token) throws(Failure) -> Operand {
        let spelling = lexer.string(name.start, name.end)
        let known = FunctionNames.function(spelling)
        guard known != nil || spelling == "castObject:toType:" else {
            throw failUnknownFunction(spelling, name.start)
        }
        var depth = 0
        let arguments = try enclosed(.rightParen, "parenthesis", ")", &depth)
        depth = try deeper(depth, name.start)
        guard let known else { return try castCall(arguments, name, depth) }
        guard known.arity.contains(arguments.count) else {
            throw failArity(spelling, known.arity, arguments.count, name.start)
        }
        return Operand(.function(known, arguments), name.start, depth)
    }

    /// `castObject:toType:(x, "NSDate")`, another spelling of CAST.
    private mutating func castCall(
        _ arguments: [QueryExpression], _ name: Token, _ depth: Int
    ) throws(Failure) -> Operand {
        guard arguments.count == 2 else {
            throw failArity("castObject:toType:", 2...2, arguments.count, name.start)
        }
        guard case .constant(.text(let type)) = arguments[1] else {
            throw fail(.unexpected, "Expected the name of a type as quoted text.", name.start)
        }
        return Operand(.cast(arguments[0], type: type), name.start, depth)
    }

    // MARK: - Functions with a syntax of their own

    /// Parses SUBQUERY, FETCH, CAST, TERNARY and FUNCTION.
    mutating func special() throws(Failure) -> Operand {
        let name = token
        try advance()
        let opening = token.start
        guard token.kind == .leftParen else {
            let word = lexer.string(name.start, name.end)
            throw failExpected(
                "( after \(word.uppercased()) (a key of that name is written #\(word))")
        }
        try advance()
        nesting += 1
        var depth = 0
        let expression: QueryExpression
        switch name.kind {
        case .subquery: expression = try subquery(&depth)
        case .cast: expression = try cast(&depth)
        case .ternary: expression = try ternary(&depth)
        case .function: expression = try call(&depth)
        default: expression = try fetch(&depth)  // FETCH, the last of the words `term` sends here.
        }
        nesting -= 1
        try close(.rightParen, "parenthesis", ")", opening)
        return Operand(expression, name.start, try deeper(depth, name.start))
    }

    private mutating func subquery(_ depth: inout Int) throws(Failure) -> QueryExpression {
        let collection = try argument(&depth)
        try expect(.comma, "a comma after the collection of SUBQUERY")
        guard token.kind == .variable else {
            throw failExpected("a $variable as the second part of SUBQUERY")
        }
        let variable = try content()
        try advance()
        try expect(.comma, "a comma after the variable of SUBQUERY")
        let predicate = try conditionArgument(&depth)
        return .subquery(collection, variable: variable, predicate)
    }

    private mutating func ternary(_ depth: inout Int) throws(Failure) -> QueryExpression {
        let predicate = try conditionArgument(&depth)
        try expect(.comma, "a comma after the condition of TERNARY")
        let a = try argument(&depth)
        try expect(.comma, "a comma after the first value of TERNARY")
        let b = try argument(&depth)
        return .conditional(predicate, a, b)
    }

    private mutating func conditionArgument(_ depth: inout Int) throws(Failure) -> QueryPredicate {
        let operand = try parse(.or)
        depth = max(depth, operand.depth)
        return try condition(operand)
    }

    private mutating func cast(_ depth: inout Int) throws(Failure) -> QueryExpression {
        // Parentheses around the operand say that it is to be converted when evaluated; without
        // them, what a constant prints as is that constant again.
        let isBare = token.kind != .leftParen
        let operand = try argument(&depth)
        try expect(.comma, "a comma after the value of CAST")
        let type = try text("the name of a type as quoted text, such as \"NSDate\"")
        if isBare, let value = ConstantForm.value(of: operand, type: type) {
            return .constant(value)
        }
        return .cast(operand, type: type)
    }

    private mutating func call(_ depth: inout Int) throws(Failure) -> QueryExpression {
        let receiver = try argument(&depth)
        try expect(.comma, "a comma after the receiver of FUNCTION")
        let selector = try text("a selector as quoted text, such as \"uppercaseString\"")
        var arguments: [QueryExpression] = []
        try addRest(to: &arguments, &depth)
        return .call(receiver, selector: selector, arguments)
    }

    private mutating func fetch(_ depth: inout Int) throws(Failure) -> QueryExpression {
        let request = try argument(&depth)
        try expect(.comma, "a comma after the request of FETCH")
        let context = try argument(&depth)
        guard token.kind == .comma else { return .fetch(request, context, countOnly: false) }
        try advance()
        let start = token.start
        guard case .constant(.int(let flag)) = try argument(&depth), flag == 0 || flag == 1 else {
            throw fail(.unexpected, "Expected YES or NO as the third part of FETCH.", start)
        }
        return .fetch(request, context, countOnly: flag == 1)
    }

    /// Reads a text that must be a literal or an argument.
    private mutating func text(_ what: String) throws(Failure) -> String {
        let start = token.start
        guard token.kind == .text || token.kind == .specifier else { throw failExpected(what) }
        var depth = 0
        guard case .constant(.text(let text)) = try argument(&depth) else {
            throw fail(.unexpected, "Expected \(what).", start)
        }
        return text
    }
}

/// The spellings of the functions.
enum FunctionNames {
    /// The function of a spelling; nil where there is none.
    ///
    /// The names without colons are keywords, in letters of any case: `MAX(1, 5, 10)`. See "Function
    /// Expressions" of [NSExpression](https://developer.apple.com/documentation/foundation/nsexpression).
    static func function(_ spelling: String) -> Function? {
        selectors[spelling] ?? keywords[spelling] ?? keywords[spelling.lowercased()]
    }

    private static let selectors: [String: Function] = {
        var names: [String: Function] = [:]
        for function in Function.allCases {
            names[function.rawValue] = function
            for alias in function.aliases { names[alias] = function }
        }
        return names
    }()

    private static let keywords: [String: Function] = {
        var names: [String: Function] = [:]
        for function in Function.allCases {
            guard let name = function.shortName else { continue }
            names[name] = function
            names[name.lowercased()] = function
        }
        return names
    }()
}
