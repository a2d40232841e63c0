extension QueryPredicate {
    /// The names of the variables that must be given values before the predicate is asked.
    ///
    ///     try QueryPredicate(parsing: "a == $x AND SUBQUERY(b, $y, $y.c > $z).@count > 0")
    ///         .freeVariables  // x, z
    ///
    /// A variable of a `SUBQUERY`, and one that `:=` assigns, is not free.
    public var freeVariables: Set<String> {
        var search = VariableSearch()
        search.visit(.predicate(self))
        return search.free.subtracting(search.assigned)
    }

    /// The predicate with values in place of its variables.
    ///
    ///     let template = try QueryPredicate(parsing: "age > $limit")
    ///     try template.substituting(["limit": 18])  // age > 18
    ///
    /// Throws ``EvaluationError/Code/unboundVariable`` when a free variable has no value. The
    /// variables of `SUBQUERY` are left alone.
    public func substituting(
        _ variables: [String: Value]
    ) throws(EvaluationError) -> QueryPredicate {
        try substituting(.values(variables), leavingOthers: false)
    }

    /// The predicate with expressions in place of its variables.
    ///
    ///     try template.substituting(expressions: ["limit": QueryExpression(parsing: "age * 2")])
    ///
    /// Throws as ``substituting(_:)`` does, unless variables without an expression are left
    /// as they are.
    public func substituting(
        expressions: [String: QueryExpression], leavingOthers: Bool = false
    ) throws(EvaluationError) -> QueryPredicate {
        try substituting(.expressions(expressions), leavingOthers: leavingOthers)
    }

    private func substituting(
        _ replacements: Replacements, leavingOthers: Bool
    ) throws(EvaluationError) -> QueryPredicate {
        var search = VariableSearch()
        search.visit(.predicate(self))
        if search.free.isEmpty { return self }
        var substitution = Substitution(
            replacements, leavesOthers: leavingOthers, bound: search.assigned)
        return try substitution.apply(self)
    }
}

extension QueryExpression {
    /// The names of the variables that must be given values before the expression is asked.
    public var freeVariables: Set<String> {
        var search = VariableSearch()
        search.visit(.expression(self))
        return search.free.subtracting(search.assigned)
    }

    /// The expression with values in place of its variables.
    ///
    /// Throws as ``QueryPredicate/substituting(_:)`` does.
    public func substituting(
        _ variables: [String: Value]
    ) throws(EvaluationError) -> QueryExpression {
        try substituting(.values(variables), leavingOthers: false)
    }

    /// The expression with others in place of its variables.
    ///
    /// Throws as ``QueryPredicate/substituting(expressions:leavingOthers:)`` does.
    public func substituting(
        expressions: [String: QueryExpression], leavingOthers: Bool = false
    ) throws(EvaluationError) -> QueryExpression {
        try substituting(.expressions(expressions), leavingOthers: leavingOthers)
    }

    private func substituting(
        _ replacements: Replacements, leavingOthers: Bool
    ) throws(EvaluationError) -> QueryExpression {
        var search = VariableSearch()
        search.visit(.expression(self))
        if search.free.isEmpty { return self }
        var substitution = Substitution(
            replacements, leavesOthers: leavingOthers, bound: search.assigned)
        return try substitution.apply(self)
    }
}

/// Finds variables.
private struct VariableSearch {
    /// Variables outside the subqueries that bind them.
    var free: Set<String> = []
    /// Variables that `:=` gives values.
    var assigned: Set<String> = []
    /// Variables of the subqueries around this place.
    private var bound: [String] = []
    /// The levels that the stack at hand has room for.
    private var room = DeepStack.room

    init() {}

    /// Goes one level further in, on a larger stack when this one is used up.
    private mutating func deeper(_ body: (inout VariableSearch) -> Void) {
        let saved = room
        defer { room = saved }
        if room > 0 {
            room -= 1
            body(&self)
        } else {
            room = DeepStack.largeRoom
            DeepStack.run { body(&self) }
        }
    }

    mutating func visit(_ part: PredicatePart) {
        if case .expression(.variable(let name)) = part, !bound.contains(name) {
            free.insert(name)
        }
        if case .expression(.assignment(let name, _)) = part { assigned.insert(name) }
        let children = part.children
        if !children.isEmpty { deeper { $0.visit(children, of: part) } }
    }

    private mutating func visit(_ children: [PredicatePart], of part: PredicatePart) {
        guard case .expression(.subquery(let collection, let variable, let predicate)) = part
        else {
            for child in children { visit(child) }
            return
        }
        visit(.expression(collection))
        bound.append(variable)
        visit(.predicate(predicate))
        bound.removeLast()
    }
}

/// What stands in place of variables: values are made constants only where they are used.
private enum Replacements {
    case values([String: Value])
    case expressions([String: QueryExpression])

    subscript(_ name: String) -> QueryExpression? {
        switch self {
        case .values(let values): values[name].map(QueryExpression.constant)
        case .expressions(let expressions): expressions[name]
        }
    }
}

/// Puts values in place of variables.
private struct Substitution {
    let replacements: Replacements
    /// Whether variables without a value stay.
    let leavesOthers: Bool
    /// Variables that are left alone here.
    var bound: Set<String>
    /// The levels that the stack at hand has room for.
    private var room = DeepStack.room

    init(_ replacements: Replacements, leavesOthers: Bool, bound: Set<String>) {
        self.replacements = replacements
        self.leavesOthers = leavesOthers
        self.bound = bound
    }

    /// Goes one level further in, on a larger stack when this one is used up.
    private mutating func deeper<Made>(
        _ body: (inout Substitution) throws(EvaluationError) -> Made
    ) throws(EvaluationError) -> Made {
        let saved = room
        defer { room = saved }
        if room > 0 {
            room -= 1
            return try body(&self)
        }
        room = DeepStack.largeRoom
        return try DeepStack.run { () throws(EvaluationError) in try body(&self) }
    }

    mutating func apply(_ predicate: QueryPredicate) throws(EvaluationError) -> QueryPredicate {
        try deeper { substitution throws(EvaluationError) in
            try substitution.applied(predicate)
        }
    }

    private mutating func applied(
        _ predicate: QueryPredicate
    ) throws(EvaluationError) -> QueryPredicate {
        switch predicate {
        case .constant, .block: return predicate
        case .comparison(var comparison):
            comparison.left = try apply(comparison.left)
            comparison.right = try apply(comparison.right)
            return .comparison(comparison)
        case .and(let parts): return .and(try apply(parts))
        case .or(let parts): return .or(try apply(parts))
        case .not(let part): return .not(try apply(part))
        }
    }

    private mutating func apply(
        _ parts: [QueryPredicate]
    ) throws(EvaluationError) -> [QueryPredicate] {
        var result: [QueryPredicate] = []
        result.reserveCapacity(parts.count)
        for part in parts { result.append(try apply(part)) }
        return result
    }

    private mutating func apply(
        _ parts: [QueryExpression]
    ) throws(EvaluationError) -> [QueryExpression] {
        var result: [QueryExpression] = []
        result.reserveCapacity(parts.count)
        for part in parts { result.append(try apply(part)) }
        return result
    }

    // One small function for each group of cases: a frame holds what its function names, and
    // the frames of a deep expression are all on the stack at once.
    mutating func apply(_ expression: QueryExpression) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .constant, .this, .keyPath, .anyKey: return expression
        case .variable(let name): return try value(of: name, or: expression)
        case .path, .index, .cast, .assignment, .function, .call, .aggregate, .block, .subquery,
            .conditional, .set, .fetch:
            return try deeper { substitution throws(EvaluationError) in
                try substitution.applied(expression)
            }
        }
    }

    private mutating func applied(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .constant, .this, .keyPath, .anyKey, .variable: return expression
        case .path, .index, .cast, .assignment: return try unary(expression)
        case .function, .call, .aggregate, .block: return try list(expression)
        case .subquery, .conditional: return try conditional(expression)
        case .set, .fetch: return try pair(expression)
        }
    }

    private func value(
        of name: String, or expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        if bound.contains(name) { return expression }
        guard let value = replacements[name] else {
            if leavesOthers { return expression }
            throw EvaluationError(.unboundVariable, "The variable $\(name) has no value.")
        }
        return value
    }

    private mutating func unary(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .path(let base, let path): return .path(try apply(base), path)
        case .index(let base, let index): return .index(try apply(base), try apply(index))
        case .cast(let operand, let type): return .cast(try apply(operand), type: type)
        case .assignment(let variable, let operand):
            return .assignment(variable: variable, try apply(operand))
        default: return expression  // `apply` sends only the four above.
        }
    }

    private mutating func apply(_ index: ExpressionIndex) throws(EvaluationError) -> ExpressionIndex
    {
        switch index {
        case .value(let inner): .value(try apply(inner))
        case .first, .last, .size: index
        }
    }

    private mutating func list(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .function(let function, let arguments):
            return .function(function, try apply(arguments))
        case .aggregate(let members): return .aggregate(try apply(members))
        case .block(let block, let arguments): return .block(block, try apply(arguments))
        case .call(let receiver, let selector, let arguments):
            return .call(try apply(receiver), selector: selector, try apply(arguments))
        default: return expression  // `apply` sends only the four above.
        }
    }

    private mutating func conditional(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .subquery(let collection, let variable, let predicate):
            let outer = try apply(collection)
            let isNew = bound.insert(variable).inserted
            let inner = try apply(predicate)
            if isNew { bound.remove(variable) }
            return .subquery(outer, variable: variable, inner)
        case .conditional(let predicate, let a, let b):
            return .conditional(try apply(predicate), try apply(a), try apply(b))
        default: return expression  // `apply` sends only the two above.
        }
    }

    private mutating func pair(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        switch expression {
        case .set(let op, let a, let b): return .set(op, try apply(a), try apply(b))
        case .fetch(let request, let context, let countOnly):
            return .fetch(try apply(request), try apply(context), countOnly: countOnly)
        default: return expression  // `apply` sends only the two above.
        }
    }
}
